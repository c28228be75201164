//! `sprung fit`: the spring that explains a recorded motion.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use sprung_signal::{Estimate, Explanation, Release, SpringFit, SpringFitter};

use crate::output::{Cell, Output, Table, nine_digits};
use crate::recording::{self, GapPolicy, Opened, Plan, TableOptions};

const NOTES: &str = "\
Fits by least squares: rest at `start` until `delay`, then the exact motion of a spring to `goal`. The delay is counted from
the first sample, in seconds; the residual is the root mean square of what the spring leaves, in the unit of the column.
Columns named ..._error are standard errors. Parameters that the recording does not determine are named.

The exit code is 0 if the spring explains the recording, 1 if it does not: if a polynomial with no more parameters does as
well, or if what is left follows a pattern of more than 1 % of the range. 2 is an error.

Reads tables (CSV; see `sprung smooth --help`) and BVH.

Examples:
  sprung fit drawer.csv --column x
  sprung fit drawer.csv --column x --format json
  sprung fit late.csv --column 2 --release moving";

/// Find the spring that explains a recorded motion, with standard errors
#[derive(Args, Clone, Debug)]
#[command(after_help = NOTES)]
pub(crate) struct Fit {
    /// The recording; - reads standard input
    file: PathBuf,
    /// Name or number (from 1) of the column [default: the only one]
    #[arg(long, alias = "columns", value_name = "COLUMN")]
    column: Option<String>,
    /// The beginning of the motion
    #[arg(long, value_enum, default_value = "any")]
    release: Begins,
    /// Treatment of missing values [default: stop with an error]
    #[arg(long, value_enum)]
    gaps: Option<GapPolicy>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    table: TableOptions,
}

/// The beginning of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Begins {
    /// The one of the others that explains the recording best
    Any,
    /// At rest until a delay has passed
    FromRest,
    /// In motion at the first sample, with a velocity
    Moving,
    /// At rest until a delay has passed, then with a velocity
    Kicked,
}

impl From<Begins> for Release {
    fn from(begins: Begins) -> Release {
        match begins {
            Begins::Any => Release::Any,
            Begins::FromRest => Release::FromRest,
            Begins::Moving => Release::Moving,
            Begins::Kicked => Release::Kicked,
        }
    }
}

/// The names of the parameters and their units.
const PARAMETERS: [(&str, &str); 6] = [
    ("angular_frequency", "rad/s"),
    ("damping_ratio", ""),
    ("start", ""),
    ("goal", ""),
    ("velocity", "1/s"),
    ("delay", "s"),
];

impl Fit {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let recording = match recording::open(&self.file, &self.table, false)? {
            Opened::Rows(recording) => recording,
            Opened::Sound(sound) => {
                anyhow::bail!(
                    "{}: a sound has no motion of a spring; use `sprung resonance`",
                    sound.name
                )
            }
        };
        let name = recording.name.clone();
        let columns = Plan::one_column(self.column.as_ref(), self.gaps.map(Into::into), *recording);
        let (times, values) = columns.with_context(|| name.clone())?;
        let fitter = SpringFitter { release: self.release.into() };
        let fit = fitter.run(&times, &values).with_context(|| name.clone())?;
        let table = if self.output.is_for_people() { for_people(&fit) } else { in_one_row(&fit) };
        self.output.write(&table, &[&self.file])?;
        for line in remarks(&fit) {
            eprintln!("{name}: {line}");
        }
        Ok(ExitCode::from(u8::from(!fit.is_explained())))
    }
}

fn estimates(fit: &SpringFit) -> [Estimate; 6] {
    [fit.angular_frequency, fit.damping_ratio, fit.start, fit.goal, fit.velocity, fit.delay]
}

/// A row for each parameter.
fn for_people(fit: &SpringFit) -> Table {
    let mut table = Table::new(&["parameter", "value", "standard_error", "unit"]);
    for ((name, unit), estimate) in PARAMETERS.iter().zip(estimates(fit)) {
        let Estimate { value, standard_error } = estimate;
        table.row(vec![(*name).into(), value.into(), standard_error.into(), (*unit).into()]);
    }
    table.row(vec!["residual".into(), fit.residual.into(), Cell::Empty, "".into()]);
    table
}

/// One row with all numbers, and the spring as text for other commands.
fn in_one_row(fit: &SpringFit) -> Table {
    let mut names: Vec<String> = PARAMETERS.iter().map(|(name, _)| name.to_string()).collect();
    names.extend(PARAMETERS.iter().map(|(name, _)| format!("{name}_error")));
    names.extend(["residual", "samples", "explained", "undetermined", "spring"].map(String::from));
    let mut cells: Vec<Cell> = estimates(fit).iter().map(|found| found.value.into()).collect();
    cells.extend(estimates(fit).iter().map(|found| Cell::from(found.standard_error)));
    let undetermined: Vec<&str> = fit.undetermined().collect();
    cells.push(fit.residual.into());
    cells.push((fit.samples as f64).into());
    cells.push(if fit.is_explained() { "yes" } else { "no" }.into());
    cells.push(undetermined.join(" ").into());
    cells.push(spring(fit, |number| format!("{number}")).into());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut table = Table::new(&names);
    table.row(cells);
    table
}

fn spring(fit: &SpringFit, number: fn(f64) -> String) -> String {
    let (frequency, ratio) = (fit.angular_frequency.value, fit.damping_ratio.value);
    format!("angular_frequency={},damping_ratio={}", number(frequency), number(ratio))
}

/// Conclusions and warnings about the fit.
fn remarks(fit: &SpringFit) -> Vec<String> {
    let mut lines = Vec::new();
    let residual = nine_digits(fit.residual);
    match fit.explanation {
        Explanation::Spring => lines.push(format!(
            "explained by the spring {} within {residual} (root mean square)",
            spring(fit, nine_digits)
        )),
        Explanation::Polynomial { degree } => {
            let curve = match degree {
                0 => "a constant".into(),
                1 => "a straight line".into(),
                degree => format!("a polynomial of degree {degree}"),
            };
            lines.push(format!("no spring explains this: {curve} fits as well or better"));
        }
        _ => lines.push(format!(
            "no spring explains this: what the best one leaves ({residual}, root mean square) follows a pattern"
        )),
    }
    let undetermined: Vec<&str> = fit.undetermined().collect();
    if fit.is_explained() && !undetermined.is_empty() {
        lines.push(format!("the recording hardly determines {}", undetermined.join(", ")));
    }
    lines
}
