//! `sprung timeline`: a motion through several goals as CSS, keyframes of the web, a glTF animation or a table.

mod gltf;
mod read;

pub(crate) use read::keys as read_keys;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use sprung::convert::timeline::{CubicSpline, EasedSegments, Keyframes};
use sprung::motion::{Timeline, TimelineKey};

use crate::output::{number, write_to};
use crate::spec::SpecArg;
use crate::typed_number::positive_seconds;

const NOTES: &str = "\
The file is a table with the header time,goal and, if wanted, spring and kick (a velocity that is added): each row is a
change at its time, in seconds, and the motion goes on from where it is. A row without a spring keeps the one before it. The
motion starts at rest at --start, at the time of the first row. A name that ends in .json is read as the list of keys
that the library saves.

css         @keyframes with a linear() for each part that goes from one position to another
waapi       JSON with keyframes and options for element.animate
gltf        a glTF file with a node that is moved along x by cubic splines
csv         time, position and velocity, 60 times a second

Nowhere is the motion further than --error from the exact one.

Examples:
  sprung timeline motion.csv --to css
  sprung timeline motion.csv --to waapi --property opacity --error 0.002
  sprung timeline motion.csv --to gltf -o motion.gltf";

/// Write a motion through several goals as CSS, web keyframes, a glTF animation or a table
#[derive(Args, Clone, Debug)]
#[command(after_help = NOTES)]
pub(crate) struct Exported {
    /// The motion; - reads a table from standard input
    file: PathBuf,
    /// The format
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Target,
    /// The spring of rows that name none
    #[arg(long, value_name = "SPEC", default_value = "duration=0.5,bounce=0.2", value_parser = SpecArg::read)]
    spring: SpecArg,
    /// The position before the first row
    #[arg(long, value_name = "POSITION", default_value_t = 0.0, allow_negative_numbers = true)]
    start: f64,
    /// The maximum distance from the exact motion [default: 0.1 % of the greatest distance between positions and goals]
    #[arg(long, value_name = "DISTANCE")]
    error: Option<f64>,
    /// The end, in seconds after the last change [default: when the motion has settled]
    #[arg(long, value_name = "S", value_parser = positive_seconds)]
    after: Option<f64>,
    /// The property of web keyframes and CSS
    #[arg(long, value_name = "NAME", default_value = "--position")]
    property: String,
    /// The unit of the values of the property
    #[arg(long, value_name = "UNIT", default_value = "")]
    unit: String,
    /// Write to this file instead of the terminal; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

/// A format of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    Css,
    Waapi,
    Gltf,
    Csv,
}

/// Of the greatest distance.
const ERROR: f64 = 1e-3;
/// Seconds between rows of a table.
const ROWS_PER_SECOND: f64 = 60.0;

impl Exported {
    pub(crate) fn run(&self) -> Result<()> {
        let name = self.file.display().to_string();
        let keys = read::keys(&self.file, self.start, &self.spring).context(name.clone())?;
        let timeline = Timeline::new(&keys).context(name.clone())?;
        let distance = |key: &TimelineKey<f64>| (key.state().position - key.goal()).abs();
        let greatest = keys.iter().map(distance).fold(0.0, f64::max);
        let error = self.error.unwrap_or(if greatest > 0.0 { ERROR * greatest } else { ERROR });
        let is_error = error > 0.0 && error.is_finite();
        ensure!(is_error, "--error must be finite and > 0, got {error}");
        let last = &keys[keys.len() - 1];
        let response = last.spring().free_response(last.state(), last.goal());
        // Half of the error is left for the rest after the end.
        let settled = || Some(response.settling_time(0.5 * error)).filter(|time| time.is_finite());
        let after = self.after.or_else(settled);
        let after = after.context("the motion never settles; type --after with its seconds")?;
        let end = last.time() + after.max(1e-3);
        let text = self.text(timeline, end, error).context(name)?;
        write_to(&self.output, &[&self.file], |to| Ok(to.write_all(text.as_bytes())?))
    }

    fn text(&self, timeline: Timeline<f64>, end: f64, error: f64) -> Result<String> {
        let (property, unit) = (self.property.as_str(), self.unit.as_str());
        let start = timeline.keys()[0].time();
        let duration = end - start;
        Ok(match self.to {
            Target::Css => css(timeline, [start, end], error, property, unit)?,
            Target::Waapi => {
                let keyframes = Keyframes::new(timeline, end, error, property, unit)?;
                let milliseconds = number(1000.0 * duration);
                format!(
                    "{{\"keyframes\":{keyframes},\n\"options\":{{\"duration\":{milliseconds},\"fill\":\"both\"}}}}\n"
                )
            }
            Target::Gltf => gltf::animation(CubicSpline::new(timeline, end, error)?)?,
            Target::Csv => {
                let rows = (duration * ROWS_PER_SECOND).ceil();
                let mut text = String::from("time,position,velocity\n");
                for row in 0..=rows as u64 {
                    let time = start + row as f64 / ROWS_PER_SECOND;
                    let state = timeline.state_at(time);
                    let [time, x, v] = [time, state.position, state.velocity].map(number);
                    text += &format!("{time},{x},{v}\n");
                }
                text
            }
        })
    }
}

/// An animation with an easing for each segment.
fn css(
    timeline: Timeline<f64>,
    [start, end]: [f64; 2],
    error: f64,
    property: &str,
    unit: &str,
) -> Result<String> {
    let duration = end - start;
    let mut frames = String::new();
    let mut before = None;
    let percent = |time: f64| number((1e8 * (time - start) / duration).round() / 1e6);
    for segment in EasedSegments::new(timeline, end, error)? {
        let (from, at) = (number(segment.from()), percent(segment.start()));
        // A jump: the motion before it ends where it was.
        if let Some(arrived) = before.filter(|&arrived| arrived != segment.from()) {
            frames += &format!("  {at}% {{ {property}: {}{unit}; }}\n", number(arrived));
        }
        frames += &format!(
            "  {at}% {{ {property}: {from}{unit}; animation-timing-function: {segment}; }}\n"
        );
        before = Some(segment.to());
    }
    let last = number(before.unwrap_or_default());
    let declared = match property.strip_prefix("--") {
        Some(_) if unit.is_empty() => format!(
            "@property {property} {{\n  syntax: \"<number>\";\n  inherits: true;\n  initial-value: 0;\n}}\n"
        ),
        _ => String::new(),
    };
    Ok(format!(
        "/* sprung timeline: at most {} off the springs */\n{declared}@keyframes motion {{\n{frames}  100% {{ {property}: {last}{unit}; }}\n}}\n\
         .motion {{\n  animation: motion {}s both;\n}}\n",
        number(error),
        number(duration),
    ))
}
