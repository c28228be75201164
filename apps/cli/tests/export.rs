//! `sprung export`: the functions run in their languages and give the numbers of the core.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use sprung::{Damper, Spec, Spring, State};

/// Every regime, the neighborhood of ζ = 1, and stiffness that ends any motion within a step.
const SPRINGS: [&str; 9] = [
    "duration=0.5,bounce=0.3",
    "frequency=3,damping_ratio=0",
    "frequency=2,damping_ratio=0.999999",
    "halflife=0.1",
    "frequency=2,damping_ratio=1",
    "frequency=2,damping_ratio=1.000001",
    "frequency=2,damping_ratio=3",
    "frequency=50,damping_ratio=40",
    "stiffness=170,damping=26",
];
/// Time steps of 60 and 7 frames per second, none, a hitch and an hour.
const STEPS: [f64; 6] = [1.0 / 60.0, 1.0 / 7.0, 0.0, 1e-4, 2.0, 3600.0];

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("export");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn export(spec: &str, language: &str) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_sprung"))
        .args(["export", spec, "--to", language])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// The output of a program; its name is the first that exists.
#[track_caller]
fn output(names: &[&str], arguments: &[&Path]) -> String {
    let started = names.iter().find_map(|name| Command::new(name).args(arguments).output().ok());
    let run = started.unwrap_or_else(|| panic!("this test needs {}", names.join(" or ")));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// Checks the positions and velocities that a program printed, spring after spring, against the core.
#[track_caller]
fn agree(printed: &str) {
    let numbers: Vec<f64> = printed.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let mut numbers = numbers.into_iter();
    for text in SPRINGS {
        let spring: Spring<f64> = text.parse().unwrap();
        let mut state = State::new(3.0, -5.0);
        for dt in STEPS {
            state = spring.step(dt).apply(state, 1.0);
            let [x, v] = [(); 2].map(|()| numbers.next().unwrap());
            assert!((x - state.position).abs() < 1e-11, "{text} {dt}: {x} {state:?}");
            let scale = 2.0 * spring.angular_frequency() + 5.0;
            assert!((v - state.velocity).abs() < 1e-11 * scale, "{text} {dt}: {v} {state:?}");
        }
    }
    assert_eq!(numbers.next(), None);
}

/// A program of all springs: `part` gives a function a name of its own, `step` is a call of it and the printing.
fn program(language: &str, step: &str, part: impl Fn(&str, &str) -> String) -> [String; 2] {
    let (mut functions, mut calls) = (String::new(), String::new());
    for (at, spec) in SPRINGS.into_iter().enumerate() {
        functions += &part(&export(spec, language), &format!("spring{at}"));
        for (number, dt) in STEPS.into_iter().enumerate() {
            let (call, name) = (step.replace("NAME", &format!("spring{at}")), "x = 3.0; v = -5.0;");
            let start = if number == 0 { name } else { "" };
            writeln!(calls, "{}", call.replace("START", start).replace("DT", &format!("{dt:?}")))
                .unwrap();
        }
    }
    [functions, calls]
}

#[test]
fn c_gives_the_numbers_of_the_core() {
    let step = "START NAME(&x, &v, 1.0, DT); printf(\"%.17g %.17g\\n\", x, v);";
    let [functions, calls] = program("c", step, |text, name| text.replace("spring_step", name));
    let (source, built) = (folder().join("springs.c"), folder().join("springs-c"));
    let text = format!(
        "#include <stdio.h>\n{functions}\nint main(void) {{ double x, v;\n{calls}return 0; }}\n"
    );
    std::fs::write(&source, text).unwrap();
    let flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O2", "-o"].map(Path::new);
    let arguments = [&flags[..], &[&built, &source, Path::new("-lm")]].concat();
    output(&["cc", "gcc", "clang"], &arguments);
    agree(&output(&[built.to_str().unwrap()], &[]));
}

#[test]
fn rust_gives_the_numbers_of_the_core() {
    let step = "START (x, v) = NAME(x, v, 1.0, DT); println!(\"{x} {v}\");";
    let [functions, calls] = program("rust", step, |text, name| text.replace("spring_step", name));
    let (source, built) = (folder().join("springs.rs"), folder().join("springs-rust"));
    let text = format!("{functions}\nfn main() {{ let (mut x, mut v): (f64, f64);\n{calls}}}\n");
    std::fs::write(&source, text).unwrap();
    output(&["rustc"], &[Path::new("-o"), &built, &source]);
    agree(&output(&[built.to_str().unwrap()], &[]));
}

#[test]
fn python_gives_the_numbers_of_the_core() {
    let step = "START x, v = NAME(x, v, 1.0, DT); print(repr(x), repr(v))";
    let [functions, calls] =
        program("python", step, |text, name| text.replace("spring_step", name));
    let source = folder().join("springs.py");
    let calls: String = calls.lines().map(|line| format!("{}\n", line.trim())).collect();
    std::fs::write(&source, functions + &calls).unwrap();
    agree(&output(&["python3", "python"], &[&source]));
}

#[test]
fn javascript_gives_the_numbers_of_the_core() {
    let step = "START [x, v] = NAME(x, v, 1.0, DT); console.log(x, v);";
    let [functions, calls] =
        program("javascript", step, |text, name| text.replace("springStep", name));
    let source = folder().join("springs.mjs");
    std::fs::write(&source, format!("{functions}\nlet x, v;\n{calls}")).unwrap();
    agree(&output(&["node", "nodejs"], &[&source]));
}

#[test]
fn functions_of_dampers_give_the_numbers_of_the_core() {
    let spec = "damper:halflife=0.2";
    let damper: Damper<f64> = spec.parse().unwrap();
    let source = folder().join("damper.py");
    std::fs::write(&source, export(spec, "python") + "print(repr(damper_step(5.0, 1.0, 0.3)))\n")
        .unwrap();
    let printed: f64 = output(&["python3", "python"], &[&source]).trim().parse().unwrap();
    assert!((printed - damper.step(0.3).apply(5.0, 1.0)).abs() < 1e-14);
}

/// The progress from 0 to 1 at a time.
fn progress(text: &str, time: f64) -> f64 {
    let Spec::Spring(spring) = text.parse::<Spec<f64>>().unwrap() else { panic!() };
    spring.step(time).apply(State::at_rest(0.0), 1.0).position
}

#[test]
fn an_easing_is_within_its_stated_error() {
    for text in ["duration=0.5,bounce=0.3", "halflife=0.1", "frequency=2,damping_ratio=3"] {
        let css = export(text, "css");
        assert!(css.contains("at most 0.1 %"), "{css}");
        let between = |from: &str, to: &str| {
            let start = css.find(from).unwrap() + from.len();
            css[start..start + css[start..].find(to).unwrap()].to_string()
        };
        let duration: f64 = between("--spring-duration: ", "s;").parse().unwrap();
        let list = between("linear(", ")");
        let count = list.split(", ").count();
        let points: Vec<(f64, f64)> = list
            .split(", ")
            .enumerate()
            .map(|(at, point)| match point.split_once(' ') {
                Some((value, percent)) => {
                    (percent.trim_end_matches('%').parse().unwrap(), value.parse().unwrap())
                }
                None => (if at + 1 == count { 100.0 } else { 0.0 }, point.parse().unwrap()),
            })
            .collect();
        assert!(points.len() < 40, "{} points", points.len());
        for at in 0..=1000 {
            let percent = f64::from(at) / 10.0;
            let pair = points.windows(2).find(|pair| percent <= pair[1].0).unwrap();
            let part = (percent - pair[0].0) / (pair[1].0 - pair[0].0);
            let value = pair[0].1 + part * (pair[1].1 - pair[0].1);
            let error = value - progress(text, duration * percent / 100.0);
            assert!(error.abs() <= 1e-3 + 1e-9, "{text} {percent}: {error}");
        }
    }
}

#[test]
fn css_functions_give_the_numbers_of_the_core() {
    let mut script = String::from("const { exp, cos, sin } = Math;\n");
    for text in SPRINGS.into_iter().filter(|text| !text.contains("ratio=0") || text.contains('9')) {
        let css = export(text, "css-calc");
        let start = css.find("calc(").unwrap() + "calc".len();
        let formula = &css[start..start + css[start..].find(";\n").unwrap()];
        for time in [0.0, 0.05, 0.4] {
            let formula = formula.replace("var(--t)", &time.to_string());
            writeln!(script, "console.log({formula} - {:?});", progress(text, time)).unwrap();
        }
    }
    let source = folder().join("calc.mjs");
    std::fs::write(&source, script).unwrap();
    for error in output(&["node", "nodejs"], &[&source]).split_whitespace() {
        // Near ζ = 1 two decays that are nearly equal lose half of the digits.
        assert!(error.parse::<f64>().unwrap().abs() < 1e-7, "{error}");
    }
}

#[test]
fn what_has_no_easing_or_no_finite_rate_is_refused() {
    for (arguments, word) in [
        (["export", "damper:halflife=1", "--to", "css"], "damper"),
        (["export", "frequency=2,damping_ratio=0", "--to", "css"], "damping"),
        (["export", "halflife=0", "--to", "c"], "finite"),
        (["export", "damper:halflife=0", "--to", "c"], "finite"),
    ] {
        let run = Command::new(env!("CARGO_BIN_EXE_sprung")).args(arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8(run.stderr).unwrap();
        assert!(message.contains(word) && run.stdout.is_empty(), "{message}");
    }
}
