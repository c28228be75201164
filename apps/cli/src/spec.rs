//! Parses a spring or damper from an argument, and prints the help on the syntax.

use std::ops::Deref;

use clap::Args;
use sprung::convert::CONVENTIONS;
use sprung::{Damper, Real, Spec, SpecError, Spring};

/// A spring or damper with the text of its argument.
#[derive(Clone, Debug)]
pub(crate) struct SpecArg {
    text: String,
    /// The parsed spring or damper.
    pub(crate) spec: Spec<f64>,
}

impl SpecArg {
    /// Parses an argument of the command line.
    pub(crate) fn read(text: &str) -> Result<Self, SpecError> {
        Ok(SpecArg { text: text.into(), spec: text.parse()? })
    }

    /// Returns the spring, rounded once to another precision.
    pub(crate) fn spring<R: Real>(&self) -> Result<Spring<R>, SpecError> {
        self.text.parse()
    }

    /// Returns the damper, rounded once to another precision; here `damper:` may be left out.
    pub(crate) fn damper<R: Real>(&self) -> Result<Damper<R>, SpecError> {
        self.text.parse()
    }

    /// Returns the name of the convention, if the spec names one.
    pub(crate) fn convention(&self) -> Option<&str> {
        self.text.split_once(':').map(|(convention, _)| convention.trim())
    }

    /// Returns the text of the argument.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// The option of a spring or damper: by place or by `--spring`, alike.
#[derive(Args, Clone, Debug)]
#[group(required = true, multiple = false)]
pub(crate) struct Typed {
    /// The spring or damper, for example halflife=0.2 (see `sprung --help`)
    #[arg(value_name = "SPEC", value_parser = SpecArg::read)]
    place: Option<SpecArg>,
    /// The same, by name
    #[arg(long, value_name = "SPEC", value_parser = SpecArg::read)]
    spring: Option<SpecArg>,
}

impl Deref for Typed {
    type Target = SpecArg;

    fn deref(&self) -> &SpecArg {
        self.place.as_ref().or(self.spring.as_ref()).expect("the parser requires one of the two")
    }
}

/// Returns the end of the program's help: every form of a spec.
pub(crate) fn help() -> String {
    let names: Vec<&str> = CONVENTIONS.iter().map(|convention| convention.name).collect();
    format!(
        "A spring is typed as SPEC, keys and values joined by commas:
  halflife=0.2                       covers half the distance in 0.2 s
  frequency=2,damping_ratio=0.5      2 Hz, overshoots
  stiffness=170,damping=26,mass=1    physics
  duration=0.5,bounce=0.3            perceptual duration and bounce, as in SwiftUI
  settling_time=0.4,overshoot=0.05   settles in 0.4 s, overshoots by 5 %
  damper:halflife=0.2                first-order, without a velocity state

Other conventions have the name of the convention before a colon:
  react-spring:tension=170,friction=26    swiftui:bouncy    unity:smooth_time=0.3
Conventions: {}

Start with:
  sprung inspect halflife=0.2
  sprung convert swiftui:bouncy --to all
  sprung simulate halflife=0.2 --dt 1/60 --duration 1 --format csv",
        names.join(", ")
    )
}
