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
    let run = started.unwrap_or_else(|| {
        panic!("this test needs {}; cargo xtask tests installs it", names.join(" or "))
    });
    let [said, told] = [&run.stdout, &run.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(run.status.success(), "{told}{said}");
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
fn typescript_passes_its_strictest_checks_and_gives_the_numbers_of_the_core() {
    let step = "START [x, v] = NAME(x, v, 1.0, DT); console.log(x, v);";
    let [functions, calls] =
        program("typescript", step, |text, name| text.replace("springStep", name));
    let source = folder().join("springs.cts");
    let head = "declare const console: { log(...values: number[]): void };\n";
    let text = format!("{head}{functions}\nlet x = 0, v = 0;\n{calls}");
    std::fs::write(&source, text).unwrap();
    let flags = ["--strict", "--noUnusedLocals", "--lib", "es2020", "--target"];
    let flags = [&flags[..], &["es2020", "--module", "commonjs"]].concat();
    let flags: Vec<&Path> = flags.into_iter().map(Path::new).chain([source.as_path()]).collect();
    output(&["tsc"], &flags);
    agree(&output(&["node", "nodejs"], &[&source.with_extension("cjs")]));
}

#[test]
fn lua_gives_the_numbers_of_the_core() {
    let step = "START x, v = NAME(x, v, 1.0, DT); print(string.format('%.17g %.17g', x, v))";
    let [functions, calls] = program("lua", step, |text, name| {
        // Each function in a block, for Lua has at most 200 local names in one.
        text.replace("local function spring_step", &format!("function {name}"))
    });
    let source = folder().join("springs.lua");
    std::fs::write(&source, format!("{functions}\nlocal x, v\n{calls}")).unwrap();
    agree(&output(&["lua5.4", "lua5.3", "lua", "luajit"], &[&source]));
}

#[test]
fn csharp_gives_the_numbers_of_the_core() {
    let step = "START (x, v) = NAME(x, v, 1.0, DT); \
                System.Console.WriteLine(x.ToString(\"R\") + \" \" + v.ToString(\"R\"));";
    let [functions, calls] = program("csharp", step, |text, name| text.replace("SpringStep", name));
    let text = format!(
        "static class Springs {{\n{functions}\nstatic void Main() {{\n\
         System.Globalization.CultureInfo.CurrentCulture = System.Globalization.CultureInfo.InvariantCulture;\n\
         double x, v;\n{calls}}}\n}}\n"
    );
    agree(&run_csharp("springs", &text));
}

/// The output of a program in C#; warnings are errors.
fn run_csharp(name: &str, text: &str) -> String {
    let source = folder().join(format!("{name}.cs"));
    let built = folder().join(format!("{name}.exe"));
    std::fs::write(&source, text).unwrap();
    let out = format!("-out:{}", built.display());
    let flags = ["-warn:4", "-warnaserror", out.as_str()].map(Path::new);
    output(&["mcs"], &[&flags[..], &[&source]].concat());
    output(&["mono"], &[&built])
}

/// Checks positions and velocities in single precision: rounding of each step, and of the phase of a long one.
#[track_caller]
fn agree_in_single_precision(printed: &str) {
    let numbers: Vec<f64> = printed.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let mut numbers = numbers.chunks(2);
    for text in SPRINGS {
        let spring: Spring<f64> = text.parse().unwrap();
        let omega = spring.angular_frequency();
        let mut state = State::new(3.0f64, -5.0f64);
        for dt in STEPS {
            let exact = spring.step(dt).apply(state, 1.0);
            let printed = numbers.next().unwrap();
            let size = (state.position - 1.0).abs() + state.velocity.abs() / omega + 1.0;
            // A phase of an hour has no digits left of the turn; it is bounded by the amplitude alone.
            let phase = omega * dt * (1.0 + spring.damping_ratio());
            let bound = size * (2e-6 + 2e-7 * phase * (-spring.decay_rate() * dt).exp().min(1.0));
            let (x, v) = (printed[0], printed[1]);
            assert!((x - exact.position).abs() <= bound, "{text} {dt}: {x} {exact:?}");
            assert!(
                (v - exact.velocity).abs() <= 2.0 * omega * bound,
                "{text} {dt}: {v} {exact:?}"
            );
            state = State::new(x, v);
        }
    }
    assert!(numbers.next().is_none());
}

/// What `Mathf` of Unity is: the functions of `System.Math`, rounded.
const MATHF: &str = "static class Mathf {
    public static float Exp(float x) { return (float)System.Math.Exp(x); }
    public static float Cos(float x) { return (float)System.Math.Cos(x); }
    public static float Sin(float x) { return (float)System.Math.Sin(x); }
}
";

#[test]
fn unity_gives_the_numbers_of_the_core_in_single_precision() {
    let step = "START x = NAME(x, 1f, ref v, DTf); \
                System.Console.WriteLine(x.ToString(\"R\") + \" \" + v.ToString(\"R\"));";
    let [functions, calls] = program("unity", step, |text, name| {
        text.replace("float Spring(", &format!("float {name}("))
    });
    let calls = calls.replace("3.0;", "3f;").replace("5.0;", "5f;");
    let text = format!(
        "{MATHF}static class Springs {{\n{functions}\nstatic void Main() {{\n\
         System.Globalization.CultureInfo.CurrentCulture = System.Globalization.CultureInfo.InvariantCulture;\n\
         float x, v;\n{calls}}}\n}}\n"
    );
    agree_in_single_precision(&run_csharp("unity", &text));
}

/// Every spring and a damper as a shader.
fn shader(language: &str) -> String {
    let [functions, _] = program(language, "", |text, name| text.replace("spring_step", name));
    functions + &export("damper:halflife=0.2", language)
}

#[test]
fn glsl_and_hlsl_compile() {
    let glsl = folder().join("springs.frag");
    let head = "#version 300 es\nprecision highp float;\nin vec4 s;\nout vec4 color;\n";
    let calls = (0..SPRINGS.len()).map(|at| format!(" + spring{at}(s.x, s.y, s.z, s.w)"));
    let sum: String = calls.collect();
    let main = format!(
        "void main() {{ color = vec4(vec2(0.0){sum}, damper_step(s.x, s.y, s.z), 1.0); }}\n"
    );
    std::fs::write(&glsl, format!("{head}{}{main}", shader("glsl"))).unwrap();
    output(&["glslangValidator"], &[&glsl]);

    let hlsl = folder().join("springs.hlsl");
    let main = format!(
        "float4 main(float4 s : TEXCOORD0) : SV_Target {{\n\
         return float4(float2(0.0, 0.0){sum}, damper_step(s.x, s.y, s.z), 1.0);\n}}\n"
    );
    std::fs::write(&hlsl, shader("hlsl") + &main).unwrap();
    let spirv = folder().join("springs.spv");
    let flags = ["-D", "-V", "-S", "frag", "-e", "main", "-o"].map(Path::new);
    output(&["glslangValidator"], &[&flags[..], &[&spirv, &hlsl]].concat());
    // What does not compile is found.
    std::fs::write(&glsl, format!("{head}float f() {{ return undefined; }}\n")).unwrap();
    let run = Command::new("glslangValidator").arg(&glsl).output().unwrap();
    assert!(!run.status.success());
}

#[test]
fn wgsl_is_valid_and_gives_the_numbers_of_the_core_in_single_precision() {
    let source = shader("wgsl");
    let module =
        naga::front::wgsl::parse_str(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    assert_eq!(module.functions.len(), SPRINGS.len() + 1);
    let flags = naga::valid::ValidationFlags::all();
    let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty());
    validator.validate(&module).unwrap();

    let mut printed = String::new();
    for spec in SPRINGS {
        let (mut x, mut v) = (3.0f32, -5.0f32);
        for dt in STEPS {
            [x, v] = wgsl_step(&export(spec, "wgsl"), x, v, dt as f32);
            writeln!(printed, "{x} {v}").unwrap();
        }
    }
    agree_in_single_precision(&printed);
}

/// The result of a function in WGSL, whose body is computed as constants by the compiler.
fn wgsl_step(function: &str, x: f32, v: f32, dt: f32) -> [f32; 2] {
    let body = function.lines().filter_map(|line| {
        let statement = line.strip_prefix("    ")?;
        let result = statement.replace("return ", "const result = ").replace("let ", "const ");
        Some(result + "\n")
    });
    let source: String = [("position", x), ("velocity", v), ("goal", 1.0), ("dt", dt)]
        .map(|(name, value)| format!("const {name}: f32 = {value:?};\n"))
        .into_iter()
        .chain(body)
        .collect();
    let module =
        naga::front::wgsl::parse_str(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let result =
        module.constants.iter().find(|(_, constant)| constant.name.as_deref() == Some("result"));
    let number = |at: naga::Handle<naga::Expression>| match module.global_expressions[at] {
        naga::Expression::Literal(naga::Literal::F32(value)) => value,
        ref other => panic!("{other:?}"),
    };
    match &module.global_expressions[result.unwrap().1.init] {
        naga::Expression::Compose { components, .. } => {
            [number(components[0]), number(components[1])]
        }
        other => panic!("{other:?}"),
    }
}

/// A function in GDScript as one in Python, whose expressions it shares.
fn as_python(text: &str) -> String {
    let types = [": float", " -> Array[float]", " -> float", "static ", "var "];
    let python = types.iter().fold(text.to_string(), |text, word| text.replace(word, ""));
    python
        .replace("func ", "def ")
        .replace("exp(", "math.exp(")
        .replace("cos(", "math.cos(")
        .replace("sin(", "math.sin(")
        .replace("tanh(", "math.tanh(")
}

#[test]
fn gdscript_parses_and_its_expressions_give_the_numbers_of_the_core() {
    let step = "START x, v = NAME(x, v, 1.0, DT); print(repr(x), repr(v))";
    let [functions, calls] =
        program("gdscript", step, |text, name| text.replace("spring_step", name));
    let script = folder().join("springs.gd");
    let text = format!("extends Node\n{functions}{}", export("damper:halflife=0.2", "gdscript"));
    std::fs::write(&script, text).unwrap();
    output(&["gdparse"], &[&script]);
    let calls: String = calls.lines().map(|line| format!("{}\n", line.trim())).collect();
    let source = folder().join("springs-gd.py");
    std::fs::write(&source, format!("import math\n{}{calls}", as_python(&functions))).unwrap();
    agree(&output(&["python3", "python"], &[&source]));
    std::fs::write(&script, "func f(x: float) -> float:\n\treturn x +\n").unwrap();
    assert!(!Command::new("gdparse").arg(&script).output().unwrap().status.success());
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
