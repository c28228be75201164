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

impl Typed {
    /// The spring or damper, where a command may do without.
    pub(crate) fn given(&self) -> Option<&SpecArg> {
        self.place.as_ref().or(self.spring.as_ref())
    }
}

impl Deref for Typed {
    type Target = SpecArg;

    fn deref(&self) -> &SpecArg {
        self.given().expect("the parser requires one of the two")
    }
}

/// Returns the end of the program's help: every form of a spec.
pub(crate) fn help() -> String {
    let names = CONVENTIONS.iter().map(|convention| convention.name);
    let presets = CONVENTIONS.iter().filter(|convention| !convention.presets.is_empty());
    let presets = presets.map(|convention| {
        let names: Vec<&str> = convention.presets.iter().map(|preset| preset.name).collect();
        lines(&format!("  {}:", convention.name), names.into_iter())
    });
    let keys = CONVENTIONS[0].keys().map(|key| key.name);
    let mut all: Vec<&str> = Vec::new();
    for key in keys {
        if !all.contains(&key) {
            all.push(key);
        }
    }
    format!(
        "A spring is typed as SPEC, keys and values joined by commas:
  halflife=0.2                       covers half the distance in 0.2 s
  frequency=2,damping_ratio=0.5      2 Hz, overshoots
  stiffness=170,damping=26,mass=1    physics
  duration=0.5,bounce=0.3            duration and bounce, as in SwiftUI
  settling_time=0.4,overshoot=0.05   settles in 0.4 s, overshoots by 5 %
  damper:halflife=0.2                first-order, without a velocity state
{}
Numbers may be fractions and have units: halflife=1/5, halflife=200ms,
frequency=2Hz.

Other conventions have the name of the convention before a colon:
  react-spring:tension=170,friction=26    unity:smooth_time=0.3
{}
framer, ios, android, ue and other names of products are known, too.

Presets, as in swiftui:bouncy:
{}

Start with:
  sprung inspect halflife=0.2
  sprung convert swiftui:bouncy --to all
  sprung simulate halflife=0.2 --dt 1/60 --duration 1 --format csv",
        lines("Keys:", all.into_iter()),
        lines("Conventions:", names),
        presets.collect::<Vec<_>>().join("\n"),
    )
}

/// Names joined by commas in lines of at most 79 letters.
fn lines<'a>(head: &str, names: impl Iterator<Item = &'a str>) -> String {
    let (mut text, mut width) = (head.to_string(), head.len());
    let mut names = names.peekable();
    while let Some(name) = names.next() {
        let comma = if names.peek().is_some() { "," } else { "" };
        let length = name.len() + comma.len() + 1;
        if width + length > 79 {
            text += "\n   ";
            width = 3;
        }
        text += &format!(" {name}{comma}");
        width += length;
    }
    text
}
