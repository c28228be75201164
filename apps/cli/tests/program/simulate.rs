//! `sprung simulate`: its numbers against closed forms and an oracle, and every error.

use crate::run::{folder, numbers, sprung, sprung_read_by_head, sprung_with_input};
use testkit::reference_ode::solve;

const HEADER: &str = "time,position,velocity";

/// Position and velocity rows of a run whose options follow `simulate`.
fn rows(options: &str) -> Vec<Vec<f64>> {
    numbers(&sprung(&format!("simulate --format csv {options}")).answer(), HEADER)
}

fn rows_of_goals(options: &str, goals: &str) -> Vec<Vec<f64>> {
    let run = sprung_with_input(&format!("simulate --format csv --goals - {options}"), goals);
    numbers(&run.answer(), HEADER)
}

#[test]
fn a_critical_spring_follows_its_closed_form() {
    // 1 − (1 + ωt)·e^(−ωt) from rest at 0 to 1, with ωh = 1.678347 at the half-life.
    let omega = 1.678_346_990_016_661 / 0.2;
    let rows = rows("--spring halflife=0.2 --dt 0.05 --time 1");
    assert_eq!(rows.len(), 21);
    for (step, row) in rows.iter().enumerate() {
        let time = 0.05 * step as f64;
        let left = (-omega * time).exp();
        assert!((row[0] - time).abs() < 1e-15);
        assert!((row[1] - (1.0 - (1.0 + omega * time) * left)).abs() < 1e-13, "{row:?}");
        assert!((row[2] - omega * omega * time * left).abs() < 1e-12, "{row:?}");
    }
    assert!((rows[4][1] - 0.5).abs() < 1e-13);
}

#[test]
fn start_velocity_and_goal_are_used() {
    let rows = rows(
        "--spring frequency=2,damping_ratio=0.5 --from -1 --velocity -3 --goal 2 --dt 1/60 --time 0.5",
    );
    assert_eq!(rows[0], [0.0, -1.0, -3.0]);
    let omega = 4.0 * std::f64::consts::PI;
    let accelerate = |_, [x, v]: [f64; 2]| [v, omega * omega * (2.0 - x) - omega * v];
    for row in &rows[1..] {
        let [x, v] = solve(accelerate, [-1.0, -3.0], 0.0, row[0]);
        assert!((row[1] - x).abs() < 1e-11 && (row[2] - v).abs() < 1e-10, "{row:?} {x} {v}");
    }
}

const PATH: &str = "time,goal\n0,0\n0.23,1\n0.31,-2\n0.7,0.5\n";

fn path(time: f64) -> (f64, f64) {
    let knots = [(0.0, 0.0), (0.23, 1.0), (0.31, -2.0), (0.7, 0.5)];
    for pair in knots.windows(2) {
        if time < pair[1].0 {
            let slope = (pair[1].1 - pair[0].1) / (pair[1].0 - pair[0].0);
            return (pair[0].1 + slope * (time - pair[0].0), slope);
        }
    }
    (0.5, 0.0)
}

/// The motion along `PATH`, solved from corner to corner; `drag` is the fraction of the goal's velocity in the damping.
fn reference(omega: f64, ratio: f64, drag: f64, end: f64) -> [f64; 2] {
    let mut state = [0.0, 0.0];
    let corners = [0.0, 0.23, 0.31, 0.7, end];
    for pair in corners.windows(2).filter(|pair| pair[0] < end) {
        let (from, to) = (pair[0], pair[1].min(end));
        let slope = path(0.5 * (from + to)).1;
        let goal = move |time: f64| path(from).0 + slope * (time - from);
        let accelerate = |time, [x, v]: [f64; 2]| {
            [v, omega * omega * (goal(time) - x) - 2.0 * ratio * omega * (v - drag * slope)]
        };
        state = solve(accelerate, state, from, to);
    }
    state
}

#[test]
fn moving_goals_are_exact_at_every_frame_rate_though_their_corners_fall_inside_steps() {
    let omega = 6.0 * std::f64::consts::PI;
    for (mode, drag) in [("follow", 0.0), ("track", 1.0)] {
        for dt in ["0.1", "0.05", "1/30", "1"] {
            let options = format!(
                "--spring frequency=3,damping_ratio=0.4 --goal-mode {mode} --dt {dt} --time 1"
            );
            let rows = rows_of_goals(&options, PATH);
            for row in &rows[1..] {
                let [x, v] = reference(omega, 0.4, drag, row[0]);
                let error = (row[1] - x).abs().max((row[2] - v).abs() / omega);
                assert!(error < 1e-11, "{mode} {dt} {row:?}: {x} {v}");
            }
        }
    }
}

#[test]
fn a_moving_goal_without_a_mode_is_followed() {
    let spring = "--spring halflife=0.1 --dt 0.1 --time 1";
    let follow = rows_of_goals(&format!("{spring} --goal-mode follow"), PATH);
    assert_eq!(rows_of_goals(spring, PATH), follow);
}

#[test]
fn a_held_goal_depends_on_the_frame_rate_and_holdens_mode_rests_off_the_goal() {
    let end = |dt: &str, mode: &str| {
        let options = format!("--spring frequency=2 --goal-mode {mode} --dt {dt} --time 3");
        rows_of_goals(&options, "time,goal\n0,0\n10,10\n").pop().unwrap()[1]
    };
    // Behind a goal that moves at 1/s: 2ζ/ω by following, less by the step's head start when held.
    let lag = 2.0 / (4.0 * std::f64::consts::PI);
    assert!((3.0 - end("1/20", "follow") - lag).abs() < 1e-9);
    assert!((3.0 - end("1/20", "track")).abs() < 1e-9);
    assert!((3.0 - end("1/20", "held") - lag).abs() > 0.01);
    assert!((end("1/20", "held") - end("1/200", "held")).abs() > 0.01);
    assert!((3.0 - end("1/2000", "holden")).abs() < 1e-3);
}

#[test]
fn integrators_converge_to_the_exact_motion_by_their_order() {
    let spring = "--spring frequency=1,damping_ratio=0.3 --time 1 --goal-mode follow";
    let exact = rows_of_goals(&format!("{spring} --dt 1"), PATH).pop().unwrap()[1];
    // Every corner of the path is the end of a step, so that each step sees a steady goal.
    for (method, order) in [
        ("explicit", 1.0),
        ("semi-implicit", 1.0),
        ("rk4", 4.0),
        ("stable-pd", 1.0),
        ("backward-euler", 1.0),
    ] {
        let error = |dt: &str| {
            let options = format!("{spring} --method {method} --dt {dt}");
            (rows_of_goals(&options, PATH).pop().unwrap()[1] - exact).abs()
        };
        let measured = (error("0.01") / error("0.005")).log2();
        assert!((measured - order).abs() < 0.15, "{method}: order {measured}");
    }
}

#[test]
fn explicit_euler_explodes_where_the_exact_step_does_not() {
    let options = "--spring frequency=3,damping_ratio=0.1 --dt 1/15 --time 4";
    let explicit = rows(&format!("{options} --method explicit")).pop().unwrap()[1];
    let exact = rows(options).pop().unwrap()[1];
    assert!(explicit.abs() > 1e3 && (exact - 1.0).abs() < 1e-3);
}

#[test]
fn single_precision_prints_single_numbers_close_to_double_ones() {
    let options = "--spring halflife=0.3 --dt 0.1 --time 1 --format csv";
    let text = sprung(&format!("simulate --precision f32 {options}")).answer();
    let single = numbers(&text, HEADER);
    assert!(text.lines().nth(2).unwrap().starts_with("0.1,"));
    for (single, double) in single.iter().zip(rows("--spring halflife=0.3 --dt 0.1 --time 1")) {
        for (a, b) in single.iter().zip(&double) {
            assert!((a - b).abs() < 3e-6, "{a} {b}");
        }
    }
    for cell in text.lines().skip(1).flat_map(|line| line.split(',')) {
        let shortest = format!("{:?}", cell.parse::<f32>().unwrap());
        assert_eq!(shortest.trim_end_matches(".0"), cell.trim_end_matches(".0"));
    }
}

#[test]
fn three_steps_of_a_tenth_are_three_steps() {
    assert_eq!(rows("--spring halflife=1 --dt 0.1 --time 0.3").len(), 4);
    assert_eq!(rows("--spring halflife=1 --dt 0.1 --time 0.35").len(), 4);
    sprung("simulate --spring halflife=1 --dt 0.1 --time 0.05").is_refused_with(&["0.05", "0.1"]);
}

#[test]
fn the_formats_have_the_same_values() {
    let options = "simulate --spring halflife=0.3 --dt 0.25 --time 0.5";
    let csv = sprung(&format!("{options} --format csv")).answer();
    let json = sprung(&format!("{options} --format json")).answer();
    let rows: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(rows.len(), 3);
    for row in csv.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let object = format!(
            "{{\"time\":{},\"position\":{},\"velocity\":{}}}",
            cells[0], cells[1], cells[2]
        );
        assert!(json.contains(&object), "{object} is not in {json}");
    }
    let table = sprung(options).answer();
    assert_eq!(table.lines().count(), 4);
    assert!(table.lines().next().unwrap().contains("position"));
}

#[test]
fn an_output_file_is_whole_and_alone_in_its_folder() {
    let folder = folder("simulate-output");
    let path = folder.join("a.csv");
    let options = "simulate --spring halflife=0.3 --dt 0.25 --time 0.5 --format csv";
    let shown = sprung(options).answer();
    assert_eq!(sprung(&format!("{options} -o {}", path.display())).answer(), "");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), shown);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_goals_file_is_read_like_standard_input() {
    let path = folder("simulate-goals").join("path.csv");
    std::fs::write(&path, PATH).unwrap();
    let options = "--spring halflife=0.1 --dt 0.1 --time 1";
    let from_file = rows(&format!("{options} --goals {}", path.display()));
    assert_eq!(from_file, rows_of_goals(options, PATH));
}

#[test]
fn bad_options_are_refused_with_the_value_and_what_to_type() {
    let refused = |options: &str, words: &[&str]| {
        sprung(&format!("simulate {options}")).is_refused_with(words);
    };
    let spring = "--spring halflife=0.1";
    refused("--dt 0.1 --duration 1", &["--spring <SPEC>"]);
    refused(&format!("{spring} --dt 0 --duration 1"), &["--dt", "above 0", "0"]);
    refused(&format!("{spring} --dt -0.1 --duration 1"), &["--dt", "above 0", "-0.1"]);
    refused(&format!("{spring} --dt fast --duration 1"), &["fast", "20ms or 1/60"]);
    refused(&format!("{spring} --dt 0.1 --duration inf"), &["--duration", "inf"]);
    refused(&format!("{spring} --dt 1e-9 --duration 1"), &["larger --dt"]);
    refused(
        &format!("{spring} --dt 0.1 --duration 1 --from NaN"),
        &["--from", "finite number", "NaN"],
    );
    refused(&format!("{spring} --dt 0.1 --duration 1 --method euler"), &["euler", "semi-implicit"]);
    refused(&format!("{spring} --dt 0.1 --duration 1 --goal-mode hold"), &["hold", "held"]);
    refused(&format!("{spring} --dt 0.1 --duration 1 --format xml"), &["xml", "csv"]);
    refused("--spring halflife=-1 --dt 0.1 --duration 1", &["halflife must be >= 0, got -1"]);
    refused("--spring halflive=1 --dt 0.1 --duration 1", &["halflive", "halflife"]);
    refused(&format!("{spring} --dt 0.1 --duration 1 -o /nowhere/a.csv"), &["/nowhere/a.csv"]);
}

#[test]
fn bad_goals_are_refused_with_line_and_column() {
    let refused = |goals: &str, words: &[&str]| {
        let options = "simulate --spring halflife=0.1 --dt 0.1 --time 1 --goals -";
        sprung_with_input(options, goals).is_refused_with(words);
    };
    refused("", &["standard input", "no column time"]);
    refused("when,x\n0,0\n", &["line 1", "no column time", "when,x"]);
    refused("time,goal\n0,0\n1,up\n", &["line 3", "column goal", "`up`"]);
    refused("time,goal\n0,0\n1\n", &["line 3", "2 values"]);
    refused("time,goal\n1,0\n0,0\n", &["line 3", "column time", "backwards"]);
    refused("time,goal\n0,inf\n", &["line 2", "column goal", "inf"]);
    let missing = "simulate --spring halflife=0.1 --dt 0.1 --time 1 --goals nowhere.csv";
    sprung(missing).is_refused_with(&["nowhere.csv"]);
    sprung("simulate --spring halflife=0.1 --dt 0.1 --time 1 --goals - --goal 3")
        .is_refused_with(&["--goal", "--goals"]);
}

#[test]
fn a_closed_output_pipe_is_no_error() {
    let many = "simulate --spring halflife=1 --dt 1e-4 --time 100";
    for arguments in [format!("{many} --format csv"), format!("{many} --format json"), many.into()]
    {
        let run = sprung_read_by_head(&arguments);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments}");
        assert!(run.stdout.len() > 1, "{arguments}");
    }
}

#[test]
fn a_spring_is_typed_by_place_or_by_name_and_steps_and_ends_have_defaults() {
    let options = "--format csv --dt 1/60 --duration 0.5";
    let by_place = sprung(&format!("simulate halflife=0.1 {options}")).answer();
    assert_eq!(sprung(&format!("simulate --spring halflife=0.1 {options}")).answer(), by_place);
    for command in ["inspect", "compare", "export --to c", "convert --to all"] {
        let [place, name] = ["", "--spring "]
            .map(|by| sprung(&format!("{command} {by}halflife=0.1 --color never")).answer());
        assert_eq!(place, name, "{command}");
    }
    sprung("simulate").is_refused_with(&["SPEC"]);
    sprung("simulate halflife=1 --spring halflife=2").is_refused_with(&["--spring"]);

    let rows = numbers(&sprung("simulate halflife=0.1 --format csv").answer(), HEADER);
    assert_eq!(rows[1][0], 1.0 / 60.0);
    let last = rows.last().unwrap();
    assert!((last[1] - 1.0).abs() < 0.05 && last[0] < 2.0, "{last:?}");
    let timed = "simulate halflife=0.1 --motion timed --arrive 1 --format csv";
    let csv = sprung(timed).answer();
    assert!(csv.lines().last().unwrap().starts_with("1.5,"), "{csv}");
    let goals = "time,goal\n0,0\n2,1\n";
    let run = sprung_with_input("simulate halflife=0.1 --goals - --format csv", goals);
    assert!(run.answer().lines().last().unwrap().starts_with("2,"));
}

#[test]
fn times_and_rates_take_units() {
    let rows = |dt: &str| rows(&format!("--spring halflife=1 --dt {dt} --duration 1s"));
    assert_eq!(rows("20ms"), rows("0.02"));
    sprung("simulate halflife=1 --dt -1").is_refused_with(&["above 0"]);
    sprung("network cloth --duration -1 -o x.glb").is_refused_with(&["above 0"]);
    sprung("network cloth --hz -3 -o x.glb").is_refused_with(&["> 0"]);
    sprung("simulate halflife=1 --motion timed --arrive -1").is_refused_with(&["above 0"]);
    sprung("simulate halflife=1 --speed 0,5").is_refused_with(&["decimal point"]);
}
