//! Springs as functions in other languages.
//!
//! One formula for each regime. With the decay rate `a = ζω` and `r = ω√|1 − ζ²|`:
//!
//! ```text
//! under-damped   C = e^(−at)·cos rt                  S = e^(−at)·sin(rt)/r
//! critical       C = e^(−at)                         S = t·C
//! over-damped    C = (e^(−(a−r)t) + e^(−(a+r)t))/2   S = C·tanh(rt)/r
//!
//! x ← g + (x − g)(C + aS) + vS                       v ← v(C − aS) − (x − g)ω²S
//! ```
//!
//! No term overflows after a long time.

use anyhow::{Result, ensure};
use sprung::{Regime, Spec, Spring};

/// The rates of a spring, 1/s.
pub(super) struct Motion {
    /// `a = ζω`.
    pub(super) decay: f64,
    /// `r = ω√|1 − ζ²|`.
    pub(super) turn: f64,
    regime: Regime,
    stiffness: f64,
}

impl Motion {
    pub(super) fn of(spring: &Spring<f64>) -> Result<Self> {
        let (w, z) = (spring.angular_frequency(), spring.damping_ratio());
        let turn = w * ((1.0 - z) * (1.0 + z)).abs().sqrt();
        let decay = spring.decay_rate();
        ensure!(
            [decay, turn, w * w].iter().all(|rate| rate.is_finite()),
            "only a spring of finite frequency and damping can be exported"
        );
        Ok(Motion { decay, turn, regime: spring.regime(), stiffness: w * w })
    }
}

/// The syntax of a language.
pub(super) struct Language {
    comment: &'static str,
    /// The suffix of the name of a number of single precision; none for double.
    literal: &'static str,
    /// The beginning of a declaration, and the end of a statement.
    declare: [&'static str; 2],
    /// The functions exp, cos, sin and tanh.
    functions: [&'static str; 4],
    /// The beginning of the function of a spring and of that of a damper, after the comment.
    heads: [&'static str; 2],
    /// The ends: `{x}` and `{v}` are the new position and velocity.
    tails: [&'static str; 2],
    indent: &'static str,
    /// The names of position, velocity, goal and time step.
    names: [&'static str; 4],
}

const NAMES: [&str; 4] = ["position", "velocity", "goal", "dt"];

impl Language {
    pub(super) const C: Language = Language {
        comment: "//",
        literal: "",
        declare: ["const double ", ";"],
        functions: ["exp", "cos", "sin", "tanh"],
        heads: [
            "#include <math.h>\n\nstatic inline void spring_step(double *position, double *velocity, double goal, double dt) {",
            "#include <math.h>\n\nstatic inline void damper_step(double *position, double goal, double dt) {",
        ],
        tails: ["    *position = {x};\n    *velocity = {v};\n}", "    *position = {x};\n}"],
        indent: "    ",
        names: ["*position", "*velocity", "goal", "dt"],
    };

    pub(super) const CSHARP: Language = Language {
        declare: ["double ", ";"],
        functions: ["System.Math.Exp", "System.Math.Cos", "System.Math.Sin", "System.Math.Tanh"],
        heads: [
            "public static (double, double) SpringStep(double position, double velocity, double goal, double dt)\n{",
            "public static double DamperStep(double position, double goal, double dt)\n{",
        ],
        tails: ["    return ({x}, {v});\n}", "    return {x};\n}"],
        names: NAMES,
        ..Language::C
    };

    /// The shape of `Mathf.SmoothDamp`.
    pub(super) const UNITY: Language = Language {
        literal: "f",
        declare: ["float ", ";"],
        functions: ["Mathf.Exp", "Mathf.Cos", "Mathf.Sin", "(float)System.Math.Tanh"],
        heads: [
            "public static float Spring(float current, float target, ref float currentVelocity, float deltaTime)\n{",
            "public static float Damp(float current, float target, float deltaTime)\n{",
        ],
        tails: [
            "    float next = {x};\n    currentVelocity = {v};\n    return next;\n}",
            "    return {x};\n}",
        ],
        names: ["current", "currentVelocity", "target", "deltaTime"],
        ..Language::C
    };

    pub(super) const GDSCRIPT: Language = Language {
        comment: "#",
        declare: ["var ", ""],
        heads: [
            "static func spring_step(position: float, velocity: float, goal: float, dt: float) -> Array[float]:",
            "static func damper_step(position: float, goal: float, dt: float) -> float:",
        ],
        tails: ["\treturn [{x}, {v}]", "\treturn {x}"],
        indent: "\t",
        names: NAMES,
        ..Language::C
    };

    pub(super) const GLSL: Language = Language {
        declare: ["float ", ";"],
        heads: [
            "vec2 spring_step(float position, float velocity, float goal, float dt) {",
            "float damper_step(float position, float goal, float dt) {",
        ],
        tails: ["    return vec2({x}, {v});\n}", "    return {x};\n}"],
        names: NAMES,
        ..Language::C
    };

    pub(super) const HLSL: Language = Language {
        heads: [
            "float2 spring_step(float position, float velocity, float goal, float dt) {",
            "float damper_step(float position, float goal, float dt) {",
        ],
        tails: ["    return float2({x}, {v});\n}", "    return {x};\n}"],
        ..Language::GLSL
    };

    pub(super) const WGSL: Language = Language {
        declare: ["let ", ";"],
        heads: [
            "fn spring_step(position: f32, velocity: f32, goal: f32, dt: f32) -> vec2<f32> {",
            "fn damper_step(position: f32, goal: f32, dt: f32) -> f32 {",
        ],
        tails: ["    return vec2<f32>({x}, {v});\n}", "    return {x};\n}"],
        ..Language::GLSL
    };

    pub(super) const JAVASCRIPT: Language = Language {
        declare: ["const ", ";"],
        functions: ["Math.exp", "Math.cos", "Math.sin", "Math.tanh"],
        heads: [
            "export function springStep(position, velocity, goal, dt) {",
            "export function damperStep(position, goal, dt) {",
        ],
        tails: ["  return [{x}, {v}];\n}", "  return {x};\n}"],
        indent: "  ",
        names: NAMES,
        ..Language::C
    };

    pub(super) const TYPESCRIPT: Language = Language {
        heads: [
            "export function springStep(position: number, velocity: number, goal: number, dt: number): [number, number] {",
            "export function damperStep(position: number, goal: number, dt: number): number {",
        ],
        ..Language::JAVASCRIPT
    };

    pub(super) const LUA: Language = Language {
        comment: "--",
        declare: ["local ", ""],
        functions: ["math.exp", "math.cos", "math.sin", "tanh"],
        heads: [
            "local function tanh(x)\n  local e = math.exp(-2 * x)\n  return (1 - e) / (1 + e)\nend\n\nlocal function spring_step(position, velocity, goal, dt)",
            "local function damper_step(position, goal, dt)",
        ],
        tails: ["  return {x}, {v}\nend", "  return {x}\nend"],
        indent: "  ",
        names: NAMES,
        ..Language::C
    };

    pub(super) const PYTHON: Language = Language {
        comment: "#",
        declare: ["", ""],
        functions: ["math.exp", "math.cos", "math.sin", "math.tanh"],
        heads: [
            "import math\n\n\ndef spring_step(position, velocity, goal, dt):",
            "import math\n\n\ndef damper_step(position, goal, dt):",
        ],
        tails: ["    return {x}, {v}", "    return {x}"],
        names: NAMES,
        ..Language::C
    };

    pub(super) const RUST: Language = Language {
        declare: ["let ", ";"],
        functions: ["f64::exp", "f64::cos", "f64::sin", "f64::tanh"],
        heads: [
            "pub fn spring_step(position: f64, velocity: f64, goal: f64, dt: f64) -> (f64, f64) {",
            "pub fn damper_step(position: f64, goal: f64, dt: f64) -> f64 {",
        ],
        tails: ["    ({x}, {v})\n}", "    {x}\n}"],
        names: NAMES,
        ..Language::C
    };
}

/// A number with all its digits, and a decimal point.
pub(super) fn decimal(number: f64) -> String {
    let text = format!("{number}");
    if text.contains('.') { text } else { format!("{text}.0") }
}

/// The function that moves a state by one step of any length.
pub(super) fn function(language: &Language, spec: &Spec<f64>, text: &str) -> Result<String> {
    let Language { comment, declare: [declare, end], functions: [exp, cos, sin, tanh], .. } =
        language;
    let Language { indent, names: [position, velocity, goal, dt], .. } = language;
    let literal = |number: f64| decimal(number) + language.literal;
    let mut lines = vec![format!("{comment} sprung export {text}")];
    let mut body = |name: &str, value: String| {
        lines.push(format!("{indent}{declare}{name} = {value}{end}"));
    };
    let (head, tail) = match spec {
        Spec::Damper(damper) => {
            ensure!(damper.rate().is_finite(), "only a damper of finite rate can be exported");
            body("left", format!("{exp}(-{} * {dt})", literal(damper.rate())));
            let moved = format!("{goal} + ({position} - {goal}) * left");
            (language.heads[1], language.tails[1].replace("{x}", &moved))
        }
        Spec::Spring(spring) => {
            let Motion { decay, turn, regime, stiffness } = Motion::of(spring)?;
            let angle = format!("{} * {dt}", literal(turn));
            match regime {
                Regime::Undamped | Regime::UnderDamped => {
                    body("left", format!("{exp}(-{} * {dt})", literal(decay)));
                    body("c", format!("left * {cos}({angle})"));
                    body("s", format!("left * {sin}({angle}) / {}", literal(turn)));
                }
                _ if turn == 0.0 => {
                    body("c", format!("{exp}(-{} * {dt})", literal(decay)));
                    body("s", format!("{dt} * c"));
                }
                _ => {
                    let slow = format!("{exp}(-{} * {dt})", literal(stiffness / (decay + turn)));
                    let fast = format!("{exp}(-{} * {dt})", literal(decay + turn));
                    body("c", format!("{} * ({slow} + {fast})", literal(0.5)));
                    body("s", format!("c * {tanh}({angle}) / {}", literal(turn)));
                }
            }
            body("offset", format!("{position} - {goal}"));
            body("bent", format!("{} * s", literal(decay)));
            let moved = format!("{goal} + offset * (c + bent) + {velocity} * s");
            let speed = format!("{velocity} * (c - bent) - offset * {} * s", literal(stiffness));
            let tail = language.tails[0].replace("{x}", &moved).replace("{v}", &speed);
            (language.heads[0], tail)
        }
    };
    lines.insert(1, head.into());
    lines.push(tail);
    Ok(lines.join("\n") + "\n")
}
