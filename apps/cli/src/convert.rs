//! `sprung convert`: the same spring in the parameters of another convention.

use std::io::{Write, stdout};

use anyhow::Result;
use clap::Args;
use sprung::Spec;
use sprung::convert::{self, CONVENTIONS, Convention};
use sprung_figure::{Curve, Figure};

use crate::export::Css;
use crate::output::{Cell, Output, Table, nine_digits};
use crate::spec::Typed;
use crate::step_response;

const EXAMPLES: &str = "\
Examples:
  sprung convert swiftui:bouncy --to react-spring
  sprung convert react-spring:tension=170,friction=26 --to all
  sprung convert unity:smooth_time=0.3 --to spring --format json
  sprung convert framer:visual_duration=0.4,bounce=0.2 --to css
  sprung plot -o difference.svg convert duration=0.5,bounce=0.3 --to unity

The difference is the maximum distance between the two step responses from rest, as a fraction of the step.";

/// Convert a spring to the parameters of another convention, with the difference where it cannot express the spring
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Convert {
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    output: Output,
}

/// The arguments of `sprung convert`, without those of the output.
#[derive(Args, Clone, Debug)]
pub(crate) struct Setup {
    #[command(flatten)]
    spring: Typed,
    /// Name of the convention to convert to; all; css or css-calc, as in `sprung export`
    #[arg(long, value_name = "CONVENTION", value_parser = target)]
    to: Target,
}

/// A convention, a spring in its parameters, the difference of the two, and a note on it.
type Answer = (&'static str, Cell, Cell, String);

#[derive(Clone, Copy, Debug)]
enum Target {
    All,
    One(&'static Convention),
    Css(Css),
}

fn target(name: &str) -> Result<Target, String> {
    if name == "all" {
        return Ok(Target::All);
    }
    if let Some(css) = Css::named(name) {
        return Ok(Target::Css(css));
    }
    convert::convention(name).map(Target::One).ok_or_else(|| {
        let names: Vec<&str> = CONVENTIONS.iter().map(|convention| convention.name).collect();
        format!("type all, css, css-calc or one of {}", names.join(", "))
    })
}

impl Convert {
    pub(crate) fn run(&self) -> Result<()> {
        if let Target::Css(css) = self.setup.to {
            let spring = &self.setup.spring;
            return self.output.write_text(&css.write(&spring.spec, spring.text())?);
        }
        let for_people = self.output.is_for_people();
        let columns = ["convention", "spec", "difference", "note"];
        let mut table = Table::new(&columns[..if for_people { 3 } else { 4 }]);
        let mut notes = String::new();
        for (convention, words, difference, note) in self.setup.answers() {
            if !for_people {
                table.row(vec![convention.into(), words, difference, note.into()]);
                continue;
            }
            if !note.is_empty() {
                notes += &format!("\n{convention}: {note}");
            }
            table.row(vec![convention.into(), shortened(words), difference]);
        }
        self.output.write(&table, &[])?;
        if for_people {
            writeln!(stdout(), "{notes}")?;
        }
        Ok(())
    }
}

impl Setup {
    fn conventions(&self) -> Vec<&'static Convention> {
        match self.to {
            Target::All => CONVENTIONS.iter().collect(),
            Target::One(convention) => vec![convention],
            Target::Css(_) => Vec::new(),
        }
    }

    fn answers(&self) -> impl Iterator<Item = Answer> {
        self.conventions().into_iter().map(|convention| {
            match convention.convert(self.spring.spec) {
                Ok(words) => {
                    let difference = if words.is_exact() { 0.0 } else { words.residual() };
                    let note = note(words.note(), convention.difference);
                    (convention.name, words.to_string().into(), difference.into(), note)
                }
                Err(error) => {
                    let note = format!("cannot express it: {error}");
                    (convention.name, Cell::Empty, Cell::Empty, note)
                }
            }
        })
    }

    /// Draws the spring and its conversion to each convention.
    pub(crate) fn figure(&self) -> Figure {
        let typed = &self.spring.spec;
        let words: Vec<convert::Conversion> = self
            .conventions()
            .into_iter()
            .filter_map(|convention| convention.convert(*typed).ok())
            .collect();
        let meant = words.iter().map(convert::Conversion::parameters);
        let end =
            meant.chain([*typed]).map(|spec| step_response::duration(&spec)).fold(0.0, f64::max);
        let curve = |spec: &Spec<f64>| step_response::curve(spec, end);
        // Where only the notation differs, so does no digit.
        let exact = words.iter().filter(|words| words.is_exact());
        let others = words.iter().filter(|words| !words.is_exact());
        let exact = exact.map(|words| Curve::new(words.convention().name, curve(typed)));
        Figure::new(self.spring.text())
            .axes("time, s", "position")
            .curve(Curve::new("as typed", curve(typed)).color(0))
            .curves(exact)
            .curves(others.enumerate().map(|(at, words)| {
                let points = curve(&words.parameters());
                Curve::new(words.convention().name, points).color(at + 1).dashed()
            }))
            .with_equal_curves_named()
    }
}

/// Returns the limits of the convention and the difference between its own motion and the exact one, as text.
fn note(limit: Option<&str>, difference: &str) -> String {
    let difference = Some(difference).filter(|text| !text.starts_with("none"));
    limit.into_iter().chain(difference).collect::<Vec<_>>().join("; ")
}

/// Rounds the numbers of a spec to nine digits, for people to read and type.
fn shortened(words: Cell) -> Cell {
    let Cell::Text(words) = words else { return words };
    let part = |part: &str| match part.split_once('=') {
        Some((key, value)) => match value.parse::<f64>() {
            Ok(value) => format!("{key}={}", nine_digits(value)),
            Err(_) => part.into(),
        },
        None => part.into(),
    };
    Cell::Text(words.split(',').map(part).collect::<Vec<_>>().join(","))
}
