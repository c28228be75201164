//! Springs as CSS: `linear()` and mathematical functions.

use anyhow::{Result, bail};
use sprung::convert::css::LinearEasing;
use sprung::{Regime, Spec, Spring};

use super::code::{Motion, decimal};

/// The maximum error of an easing, as a fraction of the way.
const MAX_ERROR: f64 = 1e-3;

/// A form of CSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Css {
    /// An easing by `linear()`.
    Linear,
    /// The progress by mathematical functions.
    Calc,
}

impl Css {
    /// The form of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "css" => Some(Css::Linear),
            "css-calc" => Some(Css::Calc),
            _ => None,
        }
    }

    /// Writes a spring, which was typed as `text`.
    pub(crate) fn write(self, spec: &Spec<f64>, text: &str) -> Result<String> {
        match self {
            Css::Linear => linear(spec, text),
            Css::Calc => calc(spec, text),
        }
    }
}

/// A transition with the easing of a spring.
fn linear(spec: &Spec<f64>, text: &str) -> Result<String> {
    let easing = LinearEasing::new(spring(spec)?, MAX_ERROR)?;
    let (duration, error) = (easing.duration(), 100.0 * easing.max_error());
    Ok(format!(
        "/* sprung export {text} --to css: at most {error} % of the way off the spring */\n\
         :root {{\n  --spring-duration: {duration}s;\n  --spring-easing: {easing};\n}}\n\
         .spring {{\n  transition: all var(--spring-duration) var(--spring-easing);\n}}\n"
    ))
}

/// The progress from 0 to 1 by CSS functions of the time.
fn calc(spec: &Spec<f64>, text: &str) -> Result<String> {
    let spring = spring(spec)?;
    let motion = Motion::of(spring)?;
    let duration = LinearEasing::new(spring, MAX_ERROR)?.duration();
    let [decay, turn] = [motion.decay, motion.turn].map(decimal);
    let ratio = decimal(motion.decay / motion.turn);
    let left = match spring.regime() {
        Regime::Undamped | Regime::UnderDamped => format!(
            "exp(-{decay} * var(--t)) * (cos({turn} * var(--t)) + {ratio} * sin({turn} * var(--t)))"
        ),
        Regime::Critical => format!("exp(-{decay} * var(--t)) * (1 + {decay} * var(--t))"),
        _ => {
            // Two decays, a slow and a fast one.
            let (slow, fast) = (motion.decay - motion.turn, motion.decay + motion.turn);
            let [of_slow, of_fast] = [fast, slow].map(|rate| decimal(rate / (fast - slow)));
            let [slow, fast] = [slow, fast].map(decimal);
            format!("({of_slow} * exp(-{slow} * var(--t)) - {of_fast} * exp(-{fast} * var(--t)))")
        }
    };
    Ok(format!(
        "/* sprung export {text} --to css-calc: --progress is the motion from 0 to 1, --t the time in seconds */\n\
         @property --t {{\n  syntax: \"<number>\";\n  inherits: true;\n  initial-value: 0;\n}}\n\
         @keyframes spring {{\n  from {{ --t: 0; }}\n  to {{ --t: {duration}; }}\n}}\n\
         .spring {{\n  animation: spring {duration}s linear forwards;\n  --progress: calc(1 - {left});\n}}\n"
    ))
}

fn spring(spec: &Spec<f64>) -> Result<&Spring<f64>> {
    match spec {
        Spec::Spring(spring) => Ok(spring),
        Spec::Damper(_) => bail!("CSS needs a spring; a damper starts with a jump in velocity"),
    }
}
