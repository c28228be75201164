//! `sprung compare`: the unstable methods, and the errors of the others.

use crate::run::sprung;

struct Row {
    method: String,
    dt: f64,
    greatest_error: f64,
    end_error: f64,
    verdict: String,
    stable_below: f64,
}

fn rows(arguments: &str) -> Vec<Row> {
    let text = sprung(&format!("compare --format csv {arguments}")).answer();
    let mut csv = csv::Reader::from_reader(text.as_bytes());
    let header = ["method", "dt", "greatest_error", "end_error", "verdict", "stable_below_dt"];
    assert_eq!(csv.headers().unwrap(), header.to_vec());
    let row = |row: csv::StringRecord| Row {
        method: row[0].into(),
        dt: row[1].parse().unwrap(),
        greatest_error: row[2].parse().unwrap(),
        end_error: row[3].parse().unwrap(),
        verdict: row[4].into(),
        stable_below: row[5].parse().unwrap(),
    };
    csv.records().map(|record| row(record.unwrap())).collect()
}

#[test]
fn the_exact_step_is_exact_at_every_frame_rate() {
    let rows = rows("frequency=2,damping_ratio=0.3 --dt 1,1/15,1/60,1/1000");
    let exact: Vec<&Row> = rows.iter().filter(|row| row.method == "exact").collect();
    assert_eq!(exact.len(), 4);
    for row in exact {
        assert!(row.greatest_error < 1e-13 && row.verdict == "exact", "dt {}", row.dt);
    }
}

#[test]
fn the_verdict_is_unstable_exactly_where_a_method_diverges() {
    let rows = rows("stiffness=900,damping=6 --dt 1/10,1/20,1/60,1/240 --time 20");
    let verdict = |method: &str, dt: f64| {
        let found = rows.iter().find(|row| row.method == method && row.dt == dt);
        found.unwrap().verdict.as_str()
    };
    // ω = 30, ζ = 0.1: semi-implicit Euler explodes beyond 2(√(1 + ζ²) − ζ)/ω = 0.0603 s, explicit beyond 2ζ/ω = 0.0067 s.
    assert_eq!(verdict("semi-implicit", 0.1), "unstable");
    assert_eq!(verdict("semi-implicit", 0.05), "stable");
    assert_eq!(verdict("explicit", 1.0 / 60.0), "unstable");
    assert_eq!(verdict("explicit", 1.0 / 240.0), "stable");
    assert_eq!(verdict("rk4", 0.1), "unstable");
    assert_eq!(verdict("rk4", 0.05), "stable");
    for row in &rows {
        let exploded = row.end_error > 1e3;
        assert_eq!(row.verdict == "unstable", exploded, "{} at {}", row.method, row.dt);
        assert_eq!(row.verdict == "unstable", row.dt >= row.stable_below);
    }
}

#[test]
fn people_see_the_table_and_the_figure() {
    let shown = sprung("compare stiffness=900,damping=6").answer();
    assert!(shown.contains("unstable") && shown.contains("15 steps per second"), "{shown}");
    let errors = sprung("compare stiffness=900,damping=6 --figure error").answer();
    assert!(errors.contains("1e-15"), "{errors}");
}

#[test]
fn blending_a_damper_leaves_a_power_of_one_minus_rate_times_step() {
    for (halflife, from, goal) in [(0.1, 0.0, 1.0), (0.02, -3.0, 2.0), (1.5, 1.0, 0.0)] {
        let (rate, time) = (2f64.ln() / halflife, 2.0);
        let spec = format!("damper:halflife={halflife} --from {from} --goal {goal}");
        let rows = rows(&format!("{spec} --time {time} --dt 1/15,1/30,1/60,1/240"));
        assert_eq!(rows.len(), 8);
        let way: f64 = goal - from;
        for row in rows {
            // The last step ends at or after the requested time.
            let steps = (time / row.dt).ceil() as i32;
            let error = |steps: i32| {
                let left = match row.method.as_str() {
                    "exact" => (-rate * f64::from(steps) * row.dt).exp(),
                    _ => (1.0 - rate * row.dt).powi(steps),
                };
                way.abs() * (left - (-rate * f64::from(steps) * row.dt).exp()).abs()
            };
            let greatest = (1..=steps).map(error).fold(0.0, f64::max);
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * (way.abs() + b);
            assert!(near(row.end_error, error(steps)), "{} {}", row.method, row.dt);
            assert!(near(row.greatest_error, greatest), "{} {}", row.method, row.dt);
            let limit = if row.method == "exact" { f64::INFINITY } else { 2.0 / rate };
            assert!(row.stable_below == limit || near(row.stable_below, limit));
            let verdict = match row.method.as_str() {
                "exact" => "exact",
                _ if rate * row.dt < 2.0 => "stable",
                _ => "unstable",
            };
            assert_eq!(row.verdict, verdict, "{} {}", row.method, row.dt);
        }
    }
}

#[test]
fn a_damper_is_exact_at_every_frame_rate_and_its_blend_is_shown_to_explode() {
    let rows = rows("damper:halflife=0.02 --dt 1,1/15,1/60 --time 3");
    let verdicts: Vec<&str> = rows.iter().map(|row| row.verdict.as_str()).collect();
    assert_eq!(verdicts, ["exact", "exact", "exact", "unstable", "unstable", "stable"]);
    assert!(rows[..3].iter().all(|row| row.greatest_error < 1e-14));
    // 34.66/15 − 1 = 1.31 times the offset in every step.
    assert!(rows[4].end_error > 1e5 && rows[5].end_error < 1e-12);
    let shown = sprung("compare damper:halflife=0.02 --dt 1/15").answer();
    assert!(
        shown.contains("explicit, unstable") && shown.contains("15 steps per second"),
        "{shown}"
    );
    sprung("compare damper:halflife=0.1 --dt 1/15").answer();
    sprung("compare damper:halflife=0.1 --figure error").answer();
    for spec in ["damper:halflife=0", "damper:halflife=inf"] {
        sprung(&format!("compare {spec} --dt 1/15")).answer();
    }
}

#[test]
fn bad_steps_are_refused() {
    sprung("compare frequency=2 --dt 1/60,often").is_refused_with(&["often", "20ms or 1/60"]);
    sprung("compare frequency=2 --dt 0").is_refused_with(&["--dt", "above 0"]);
    sprung("compare damper:halflife=1 --velocity 2").is_refused_with(&["no velocity state"]);
    sprung("plot compare damper:halflife=1 --velocity 2").is_refused_with(&["no velocity"]);
    sprung("compare damper:halflife=-1").is_refused_with(&["halflife", "-1"]);
    sprung("compare frequency=2 --from inf").is_refused_with(&["--from", "finite number", "inf"]);
}
