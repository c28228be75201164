//! How a spring or damper is typed, and the help that says so.

use sprung::convert::CONVENTIONS;
use sprung::{Damper, Real, Spec, SpecError, Spring};

/// A spring or damper as it was typed.
#[derive(Clone, Debug)]
pub(crate) struct SpecArg {
    text: String,
    /// What it says.
    pub(crate) spec: Spec<f64>,
}

impl SpecArg {
    /// Reads it: for the command line.
    pub(crate) fn read(text: &str) -> Result<Self, SpecError> {
        Ok(SpecArg { text: text.into(), spec: text.parse()? })
    }

    /// The spring, rounded once to another precision.
    pub(crate) fn spring<R: Real>(&self) -> Result<Spring<R>, SpecError> {
        self.text.parse()
    }

    /// The damper, rounded once to another precision; here `damper:` may be left out.
    pub(crate) fn damper<R: Real>(&self) -> Result<Damper<R>, SpecError> {
        self.text.parse()
    }

    /// The name of the system whose words were typed, if it was.
    pub(crate) fn convention(&self) -> Option<&str> {
        self.text.split_once(':').map(|(convention, _)| convention.trim())
    }

    /// The words that were typed.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// The end of the program's help: every way to type a spring.
pub(crate) fn help() -> String {
    let names: Vec<&str> = CONVENTIONS.iter().map(|convention| convention.name).collect();
    format!(
        "A spring is typed as SPEC, keys and values joined by commas:
  halflife=0.2                       half of the way is left after 0.2 s
  frequency=2,damping_ratio=0.5      two swings a second, overshooting
  stiffness=170,damping=26,mass=1    physics
  duration=0.5,bounce=0.3            pace and bounce, as designers say it
  settling_time=0.4,overshoot=0.05   there after 0.4 s, 5 % too far on the way
  damper:halflife=0.2                first-order: no velocity of its own

Other conventions have the name of the convention before a colon:
  react-spring:tension=170,friction=26    swiftui:bouncy    unity:smooth_time=0.3
Systems: {}

Start with:
  sprung inspect halflife=0.2
  sprung convert swiftui:bouncy --to all
  sprung simulate --spring halflife=0.2 --dt 1/60 --time 1 --format csv",
        names.join(", ")
    )
}
