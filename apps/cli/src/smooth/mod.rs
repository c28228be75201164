//! `sprung smooth`: filters a recording by a damper or a spring.

mod figure;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use sprung::Spec;
use sprung_signal::{Filter, Smoother, smooth_zero_phase};

use crate::output::{
    OTHER_THAN_TABLES, is_same_file, nine_digits, refuse_extensions, require_extension, write_to,
};
use crate::recording::{
    self, Choice, GapPolicy, Kind, Line, Notes, Opened, Plan, Recording, Sample, TableOptions,
};
use crate::spec::SpecArg;

const NOTES: &str = "\
The output is the input, byte for byte, except for the smoothed numbers. The spring follows the straight lines
between the samples exactly, so uneven times need no resampling. It starts at rest on the first value; with
--zero-phase each end is continued by its own reflection until the transient of the start has decayed.

A table (CSV; also ; tab | or blanks between the cells, quotes, decimal commas, comments with # or %) needs a column
with the time, or --rate. Times are numbers in any unit, dates as 2024-01-31T12:00:00Z, or times of day as 12:00:00;
whole numbers too large to be seconds since 1970 are read as milliseconds, microseconds or nanoseconds, and told.
Standard input is smoothed row by row, as it comes. Motion capture (BVH) is smoothed channel by channel; angles take
the shorter arc, and keep their number of turns. A joint that passes its gimbal lock jumps in its channels, here too.

Without --gaps a missing or unreadable value, a ragged row or a time that does not increase is an error. With it:
  --gaps hold   a missing value repeats the last one, and the result has a number there
  --gaps skip   the signal is linear up to the next value, and the cell is unchanged
  --gaps line   the same, and the result has a number there, with --zero-phase
In each case a row that is ragged, or whose time is missing or not after the one before, is unchanged and moves
nothing. What was missing is counted on standard error.

Examples:
  sprung smooth ecg.csv --spring halflife=0.01 -o smooth.csv
  sprung smooth walk.bvh --spring frequency=4 --zero-phase -o smooth.bvh
  sprung smooth log.csv --spring halflife=0.2 --columns speed,3 --time stamp_ms --gaps hold -o -
  cat x.txt | sprung smooth - --spring damper:halflife=0.5 --rate 360 > y.txt";

/// The decay, as an exponent, after which a spring has settled to a part in 10⁸.
const SETTLED: f64 = 18.5;

/// Smooth a recording: CSV or BVH, in one pass or without lag
#[derive(Args, Clone, Debug)]
#[command(after_help = NOTES)]
pub(crate) struct Smooth {
    #[command(flatten)]
    setup: Setup,
    /// Output file; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", conflicts_with = "in_place")]
    output: PathBuf,
    /// Replace the recording by its smoothed copy
    #[arg(long)]
    in_place: bool,
}

/// The arguments of `sprung smooth`, without the output file.
#[derive(Args, Clone, Debug)]
pub(crate) struct Setup {
    /// The recording; - reads standard input
    file: PathBuf,
    /// The spring or damper, for example halflife=0.2 or damper:halflife=0.2 (see `sprung --help`)
    #[arg(long, value_name = "SPEC", value_parser = SpecArg::read)]
    spring: SpecArg,
    /// Reference of the damping
    #[arg(long, value_enum, default_value = "follow")]
    goal_mode: GoalMode,
    /// Smooth forward and then backward: no lag, and the gain squared
    #[arg(long)]
    zero_phase: bool,
    /// Names or numbers (from 1) of the columns; in motion capture also joints or channels [default: all numbers]
    #[arg(long, alias = "column", value_name = "COLUMNS", value_delimiter = ',')]
    columns: Vec<String>,
    /// Columns of these that are angles in degrees, smoothed along the shorter arc
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    angles: Vec<String>,
    /// Treatment of missing values [default: stop with an error]
    #[arg(long, value_enum)]
    gaps: Option<GapPolicy>,
    /// Digits after the decimal point [default: as many as needed; 6 in motion capture]
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u8).range(0..=17))]
    decimals: Option<u8>,
    #[command(flatten)]
    table: TableOptions,
}

/// Reference of the damping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GoalMode {
    /// Damp the absolute velocity: smoothest, lags behind; no difference for a damper
    Follow,
    /// Damp the velocity relative to the signal: no lag behind a constant velocity, less smooth
    Track,
}

impl Smooth {
    pub(crate) fn run(&self) -> Result<()> {
        let recording = self.setup.open()?;
        let path = self.destination(recording.kind)?;
        let smoothed = |to: &mut dyn Write| {
            self.setup.smooth(recording, |plan, line, sample| {
                plan.write(line, sample, to)?;
                // What has been smoothed is not kept back while more is waited for.
                if self.setup.zero_phase || plan.is_ready() { Ok(()) } else { Ok(to.flush()?) }
            })
        };
        write_to(path, &[], smoothed)?.tell();
        Ok(())
    }

    /// The output file, which is the input only with `--in-place`.
    fn destination(&self, kind: Kind) -> Result<&Path> {
        let (file, output) = (self.setup.input(), self.output.as_path());
        if self.in_place {
            ensure!(file != Path::new("-"), "--in-place needs a file, not standard input");
            return Ok(file);
        }
        ensure!(
            !is_same_file(output, file),
            "{} is the input; use --in-place to replace it",
            output.display()
        );
        match kind {
            Kind::Table => refuse_extensions(output, "a table", OTHER_THAN_TABLES)?,
            Kind::MotionCapture => require_extension(output, &["bvh"])?,
        }
        Ok(output)
    }
}

impl Setup {
    /// The recording.
    pub(crate) fn input(&self) -> &Path {
        &self.file
    }

    fn open(&self) -> Result<Recording> {
        match recording::open(&self.file, &self.table)? {
            Opened::Rows(recording) => Ok(*recording),
            Opened::Sound(sound) => bail!("{} is sound; smooth reads tables and BVH", sound.name),
        }
    }

    fn filter(&self) -> Result<Filter> {
        let filter = match (self.spring.spec, self.goal_mode) {
            (Spec::Damper(damper), _) => Filter::Damper(damper),
            (Spec::Spring(spring), GoalMode::Follow) => Filter::Follow(spring),
            (Spec::Spring(spring), GoalMode::Track) => Filter::Track(spring),
        };
        ensure!(
            filter.slowest_decay_rate() > 0.0,
            "this spring never settles and cannot smooth; give it stiffness and damping"
        );
        Ok(filter)
    }

    /// Passes on every line of a recording, with its sample smoothed if it is a good row.
    fn smooth(
        &self,
        recording: Recording,
        each: impl FnMut(&Plan, &Line, Option<&Sample>) -> Result<()>,
    ) -> Result<Notes> {
        let filter = self.filter()?;
        ensure!(
            self.zero_phase || self.gaps != Some(GapPolicy::Line),
            "--gaps line needs --zero-phase: in one pass the next value is not yet known"
        );
        let choice = Choice {
            columns: &self.columns,
            angles: &self.angles,
            decimals: self.decimals.map(usize::from),
            gaps: self.gaps.map(Into::into),
        };
        let name = recording.name.clone();
        let plan = Plan::new(choice, recording).with_context(|| name.clone())?;
        let smoothed = if self.zero_phase {
            both_ways(&filter, plan, each)
        } else {
            one_pass(&filter, plan, each)
        };
        let mut plan = smoothed.context(name)?;
        let interval = plan.interval();
        if filter.slowest_decay_rate() * interval > SETTLED {
            plan.notes.remark(format!(
                "the spring settles within {} s, the time between two rows: the output is the input",
                nine_digits(interval)
            ));
        }
        Ok(plan.notes)
    }
}

/// Smooths while reading: each line is passed on before the next is read.
fn one_pass(
    filter: &Filter,
    mut plan: Plan,
    mut each: impl FnMut(&Plan, &Line, Option<&Sample>) -> Result<()>,
) -> Result<Plan> {
    let mut smoother = Smoother::new(*filter, plan.gaps.unwrap_or_default(), plan.channels());
    while let Some((line, mut sample)) = plan.next_line()? {
        if let Some(sample) = &mut sample {
            smoother.advance(sample.time, &mut sample.values)?;
        }
        each(&plan, &line, sample.as_ref())?;
    }
    Ok(plan)
}

/// Smooths forward and backward: all lines are read before the first is passed on.
fn both_ways(
    filter: &Filter,
    mut plan: Plan,
    mut each: impl FnMut(&Plan, &Line, Option<&Sample>) -> Result<()>,
) -> Result<Plan> {
    let mut lines = Vec::new();
    while let Some(line) = plan.next_line()? {
        lines.push(line);
    }
    let times: Vec<f64> = lines.iter().flat_map(|(_, sample)| sample).map(|s| s.time).collect();
    for channel in 0..plan.channels() {
        let samples = lines.iter().flat_map(|(_, sample)| sample);
        let mut values: Vec<f64> = samples.map(|sample| sample.values[channel]).collect();
        smooth_zero_phase(filter, plan.gaps.unwrap_or_default(), &times, &mut values)?;
        let samples = lines.iter_mut().flat_map(|(_, sample)| sample);
        for (sample, value) in samples.zip(values) {
            sample.values[channel] = value;
        }
    }
    for (line, sample) in &lines {
        each(&plan, line, sample.as_ref())?;
    }
    Ok(plan)
}
