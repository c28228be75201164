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

/// The greatest error of each method of the articles after one step.
fn of_one_step(spec: &str, dt: f64) -> impl Fn(&str) -> f64 {
    let rows = rows(&format!("{spec} --methods articles --dt {dt} --time {dt}"));
    assert!(rows.iter().any(|row| row.method == "exact"));
    move |method| rows.iter().find(|row| row.method.ends_with(method)).unwrap().greatest_error
}

#[test]
fn the_code_of_the_articles_errs_as_its_formulas_say() {
    let negexp = |x: f64| 1.0 / (1.0 + x + 0.48 * x * x + 0.235 * x * x * x);
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    for dt in [0.01, 0.1, 0.4] {
        // Critical, ω = 5: (1 + ωt)·e^(−ωt) is left.
        let error = of_one_step("angular_frequency=5", dt);
        let x = 5.0 * dt;
        near(error("spring_damper_exact"), (1.0 + x) * (negexp(x) - (-x).exp()).abs());
        assert!(error("UpdateDampedSpringMotion") < 1e-14);
        near(error("spring_damper_bad"), ((1.0 + x) * (-x).exp() - (1.0 - x * x)).abs());
        let left = 1.0 - (x * x).min(1.0);
        near(error("ComputeSpringImpulse"), ((1.0 + x) * (-x).exp() - left).abs());

        // Over-damped, ζ = 2: its two decays.
        let error = of_one_step("angular_frequency=5,damping_ratio=2", dt);
        let [fast, slow] = [2.0 + 3f64.sqrt(), 2.0 - 3f64.sqrt()].map(|rate| 5.0 * rate);
        let left = |exp: &dyn Fn(f64) -> f64| {
            (fast * exp(slow * dt) - slow * exp(fast * dt)) / (fast - slow)
        };
        near(error("spring_damper_exact"), (left(&negexp) - left(&|x| (-x).exp())).abs());
        assert!(error("UpdateDampedSpringMotion") < 1e-14);

        // Undamped: without his exponential and with a phase of 0, only what he adds to divisors is left.
        let error = of_one_step("angular_frequency=5,damping_ratio=0", dt);
        assert!(error("spring_damper_exact") < 1e-6 && error("UpdateDampedSpringMotion") < 1e-14);
    }
    // Juckett takes what is within 1e-4 of critical for critical.
    let error =
        of_one_step("angular_frequency=5,damping_ratio=0.99995", 0.4)("UpdateDampedSpringMotion");
    assert!(error > 1e-6 && error < 1e-4, "{error}");
    // Under-damped, he errs by his exponential and his arc tangent, at every step anew.
    let error = of_one_step("angular_frequency=5,damping_ratio=0.3", 0.1)("spring_damper_exact");
    assert!(error > 1e-4 && error < 2e-2, "{error}");
}

#[test]
fn the_verdict_on_the_code_of_the_articles_is_right() {
    let all = rows("stiffness=900,damping=6 --methods all --dt 1/5,1/20,1/60 --time 20");
    assert_eq!(all.len(), 3 * 10);
    for row in &all {
        let exploded = row.end_error > 1e3;
        assert_eq!(row.verdict == "unstable", exploded, "{} at {}", row.method, row.dt);
    }
    let of = |method: &str| -> Vec<f64> {
        let rows = all.iter().filter(|row| row.method == method);
        rows.map(|row| row.greatest_error).collect()
    };
    for (bad, known) in of("holden:spring_damper_bad").iter().zip(of("semi-implicit")) {
        assert!((bad / known - 1.0).abs() < 1e-6, "{bad} {known}");
    }
}

#[test]
fn blends_of_dampers_err_as_their_formulas_say() {
    let rate = 2f64.ln() / 0.1;
    for dt in [1.0 / 60.0, 1.0 / 15.0] {
        let error = of_one_step("damper:halflife=0.1", dt);
        let exact = (-rate * dt).exp();
        let near =
            |a: f64, left: f64| assert!((a - (left - exact).abs()).abs() < 1e-12, "{a} {left}");
        near(error("holden:damper"), (-rate / 60.0).exp());
        near(error("holden:damper_bad"), 1.0 - rate * dt);
        near(error("holden:damper_exponential"), (1.0 - rate / 60.0).powf(60.0 * dt));
        let x = 2f64.ln() * dt / (0.1 + 1e-5);
        near(error("holden:damper_exact"), 1.0 / (1.0 + x + 0.48 * x * x + 0.235 * x * x * x));
    }
    let rows = rows("damper:rate=100 --methods articles --dt 1/24 --time 1");
    let bad = rows.iter().find(|row| row.method == "holden:damper_exponential").unwrap();
    assert_eq!((bad.verdict.as_str(), bad.end_error), ("unstable", f64::INFINITY));
}
