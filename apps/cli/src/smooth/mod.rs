//! `sprung smooth`: filters a recording by a damper or a spring.

mod angular_jerk;
mod columns;
mod figure;
mod frame_rate;
mod joints;
mod many;
mod motion_capture;
mod pipeline;
mod rows;

use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use sprung::Spec;
use sprung_signal::Filter;

use self::many::{smooth_all, tasks};
use self::pipeline::each_block;
use self::rows::{Rows, rows_in_memory};
use crate::columns::{Reader, Table, open as open_columns};
use crate::output::{
    OTHER_THAN_TABLES, is_same_file, nine_digits, refuse_extensions, require_extension, write_to,
};
use crate::recording::{
    self, Choice, GapPolicy, Kind, Notes, Opened, Plan, Recording, Row, TableOptions, Taken,
};
use crate::spec::SpecArg;

const NOTES: &str = "\
The output is the input, of text byte for byte, except for the smoothed numbers. The spring follows the straight lines
between the samples exactly, so uneven times need no resampling. It starts at rest on the first value; with
--zero-phase each end is continued by its own reflection until the transient of the start has decayed.

With --zero-phase take damping_ratio=0.7071: it distorts the signal two thirds to an eighth as much as a critical spring \
that removes as much noise (measured on a pointer and an ECG).

With --zero-phase a recording that takes more than about 100 MB (ten times its size as text) is smoothed in blocks, in
this memory or in that of the rows within 105 half-lives, whichever is more. The result is that of the whole recording
to 1e-12 of the range of the values, and to 1e-7 within 47 half-lives of both ends; --zero-phase=whole keeps all rows
and has no such error.

A table (CSV; also ; tab | or blanks between the cells, quotes, decimal commas, comments with # or %) needs a column
with the time, or --rate. Times are numbers in any unit, dates as 2024-01-31T12:00:00Z, or times of day as 12:00:00;
whole numbers too large to be seconds since 1970 are read as milliseconds, microseconds or nanoseconds, and told.
Standard input is smoothed row by row, as it comes.

Parquet (.parquet) and Arrow IPC (.arrow, .feather) are smoothed by column, from a file to one of the same format; what is
not smoothed passes unchanged. Floating-point columns keep their type and integers become 64-bit floating-point
numbers. The time is a column of timestamps, dates, durations, times of day, or of what a table of text holds. Null and
NaN are missing values. LZ4 is read and kept, in Parquet also Snappy.

In motion capture (BVH) the three angles of a joint are smoothed as one rotation, by a spring on the shorter arc, and
written as the angles in the file's order that are nearest to those of the frame before: a joint that passes its gimbal
lock does not swing. Positions, and joints with one or two angles, are smoothed channel by channel. With --rate the frames
are written at another rate, with --spring smoothed before: joints turn by a cubic in the rotation vector, positions move
by the cubic of Catmull and Rom. A frame time of 0.033333 s is taken for 30 Hz. The mean angular jerk of the joints is told.

Without --gaps a missing or unreadable value, a ragged row or a time that does not increase is an error. With it:
  --gaps hold   a missing value repeats the last one, and the result has a number there
  --gaps skip   the signal is linear up to the next value, and the cell is unchanged
  --gaps line   the same, and the result has a number there, with --zero-phase
In each case a row that is ragged, or whose time is missing or not after the one before, is unchanged and moves
nothing. What was missing is counted on standard error.

Several recordings are smoothed at once, on all cores, into --out-dir or --in-place. One that fails is reported and
the others are smoothed; the exit code is then 2, and 0 if none fails. No two are written to the same name.

Examples:
  sprung smooth ecg.csv --spring halflife=0.01 -o smooth.csv
  sprung smooth walk.bvh --spring frequency=4 --zero-phase -o smooth.bvh
  sprung smooth walk.bvh --rate 60 -o walk60.bvh
  sprung smooth log.csv --spring halflife=0.2 --columns speed,3 --time stamp_ms --gaps hold -o -
  cat x.txt | sprung smooth - --spring damper:halflife=0.5 --rate 360 > y.txt
  sprung smooth drive.parquet --time t --columns x,y --spring halflife=0.2 -o smooth.parquet
  sprung smooth run1.csv run2.csv run3.csv --spring halflife=0.1 --out-dir smooth";

/// The decay, as an exponent, after which a spring has settled to a part in 10⁸.
const SETTLED: f64 = 18.5;

/// Smooth recordings: CSV, Parquet, Arrow IPC or BVH, in one pass or without lag
#[derive(Args, Clone, Debug)]
#[command(after_help = NOTES)]
pub(crate) struct Smooth {
    /// The recordings; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Output file; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", conflicts_with_all = ["in_place", "out_dir"])]
    output: PathBuf,
    /// Write each smoothed copy to this folder, under the name of its recording
    #[arg(long, value_name = "FOLDER", conflicts_with = "in_place")]
    out_dir: Option<PathBuf>,
    /// Replace each recording by its smoothed copy
    #[arg(long)]
    in_place: bool,
    #[command(flatten)]
    options: Options,
}

/// A recording of which the head has been read.
enum Input {
    Rows(Recording),
    Columns(Reader),
}

/// The arguments of the figure of `sprung smooth`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Setup {
    /// The recording; - reads standard input
    file: PathBuf,
    #[command(flatten)]
    options: Options,
}

/// The options of `sprung smooth` for one recording or several.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The spring or damper, for example halflife=0.2 or damper:halflife=0.2 (see `sprung --help`)
    #[arg(long, value_name = "SPEC", value_parser = SpecArg::read, required_unless_present = "rate")]
    spring: Option<SpecArg>,
    /// Reference of the damping
    #[arg(long, value_enum, default_value = "follow", requires = "spring")]
    goal_mode: GoalMode,
    /// Smooth forward and then backward: no lag, and the gain squared
    #[arg(
        long, value_enum, value_name = "MEMORY", num_args = 0..=1, require_equals = true,
        default_missing_value = "blocks", requires = "spring"
    )]
    zero_phase: Option<ZeroPhase>,
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

/// The memory of smoothing forward and backward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ZeroPhase {
    /// A long recording in blocks, in the memory of what the spring remembers
    Blocks,
    /// Any recording as a whole
    Whole,
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
        match (&self.files[..], &self.out_dir) {
            ([file], None) => {
                let input = self.options.open_any(file)?;
                let path = self.destination(file, &input)?;
                self.options.write(input, path)?.tell();
                Ok(())
            }
            (files, folder) => {
                ensure!(
                    self.in_place || folder.is_some(),
                    "several recordings need --out-dir FOLDER, or --in-place to replace them"
                );
                let tasks = tasks(files, folder.as_deref())?;
                if let Some(folder) = folder {
                    let cannot = || format!("cannot make the folder {}", folder.display());
                    std::fs::create_dir_all(folder).with_context(cannot)?;
                }
                smooth_all(&tasks, |file, output| {
                    self.options.write(self.options.open_any(file)?, output)
                })
            }
        }
    }

    /// The output file of a single recording, which is the input only with `--in-place`.
    fn destination<'a>(&'a self, file: &'a Path, input: &Input) -> Result<&'a Path> {
        let output = self.output.as_path();
        if self.in_place {
            ensure!(file != Path::new("-"), "--in-place needs a file, not standard input");
            return Ok(file);
        }
        ensure!(
            !is_same_file(output, file),
            "{} is the input; use --in-place to replace it",
            output.display()
        );
        match input {
            Input::Columns(reader) => {
                let format = reader.format;
                ensure!(
                    output != Path::new("-") || !stdout().is_terminal(),
                    "{} is not for the terminal; type -o FILE",
                    format.name()
                );
                require_extension(output, format.extensions())?;
            }
            Input::Rows(recording) if recording.kind == Kind::Table => {
                refuse_extensions(output, "a table of text", OTHER_THAN_TABLES)?;
            }
            Input::Rows(_) => require_extension(output, &["bvh"])?,
        }
        Ok(output)
    }
}

impl Setup {
    /// The recording.
    pub(crate) fn input(&self) -> &Path {
        &self.file
    }
}

impl Options {
    fn open_any(&self, file: &Path) -> Result<Input> {
        Ok(match open_columns(file)? {
            Some(reader) => Input::Columns(reader),
            None => Input::Rows(self.open(file)?),
        })
    }

    fn open(&self, file: &Path) -> Result<Recording> {
        match recording::open(file, &self.table, true)? {
            Opened::Rows(recording) => Ok(*recording),
            Opened::Sound(sound) => bail!("{} is sound; smooth reads tables and BVH", sound.name),
        }
    }

    /// Writes a recording, smoothed, to a file or to standard output for `-`.
    fn write(&self, input: Input, path: &Path) -> Result<Notes> {
        let recording = match input {
            Input::Rows(recording) => recording,
            Input::Columns(reader) => return self.write_columns(reader, path),
        };
        write_to(path, &[], |to: &mut dyn Write| {
            let mut text = Vec::new();
            self.smooth(recording, |taken, rows, is_live| {
                text.clear();
                rows.iter().for_each(|row| taken.write(row, &mut text));
                to.write_all(&text)?;
                // What has been smoothed is not kept back while more is waited for.
                if is_live { Ok(to.flush()?) } else { Ok(()) }
            })
        })
    }

    fn write_columns(&self, reader: Reader, path: &Path) -> Result<Notes> {
        self.check_gaps()?;
        let (filter, name) = (self.filter()?, reader.name.clone());
        let table = Table::new(self.choice(&self.columns), reader, &self.table);
        let mut table = table.with_context(|| name.clone())?;
        let rows = self.zero_phase.map(|memory| match memory {
            ZeroPhase::Whole => usize::MAX,
            ZeroPhase::Blocks => rows_in_memory(table.row_length(), table.channels()),
        });
        columns::write(filter, rows, &mut table, path).context(name)?;
        remark_settled(&filter, table.interval(), &mut table.notes);
        Ok(table.notes)
    }

    fn check_gaps(&self) -> Result<()> {
        ensure!(
            self.zero_phase.is_some() || self.gaps != Some(GapPolicy::Line),
            "--gaps line needs --zero-phase: in one pass the next value is not yet known"
        );
        Ok(())
    }

    fn filter(&self) -> Result<Filter> {
        let Some(spring) = &self.spring else {
            bail!(
                "--spring is missing, for example --spring halflife=0.2; only motion capture may do without"
            )
        };
        let filter = match (spring.spec, self.goal_mode) {
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

    /// Passes on every row of a recording, smoothed, in blocks, and whether more may be long in coming.
    fn smooth(
        &self,
        recording: Recording,
        mut each: impl FnMut(&Taken, &[Row], bool) -> Result<()>,
    ) -> Result<Notes> {
        self.check_gaps()?;
        let name = recording.name.clone();
        if recording.kind == Kind::MotionCapture {
            return self.smooth_motion_capture(recording, each).context(name);
        }
        let filter = self.filter()?;
        let mut plan =
            Plan::new(self.choice(&self.columns), recording).with_context(|| name.clone())?;
        let taken = plan.taken().clone();
        let rows = match self.zero_phase {
            None => Rows::one_pass(filter, plan),
            Some(ZeroPhase::Whole) => Rows::both_ways(filter, plan, usize::MAX),
            Some(ZeroPhase::Blocks) => {
                let rows = Rows::whole(&mut plan).with_context(|| name.clone())?;
                Rows::both_ways(filter, plan, rows)
            }
        };
        let plan = each_block(rows, |rows, is_live| each(&taken, rows, is_live));
        let mut plan = plan.context(name)?;
        remark_settled(&filter, plan.interval(), &mut plan.notes);
        Ok(plan.notes)
    }

    /// The columns of this choice, treated as the other options say.
    fn choice<'a>(&'a self, columns: &'a [String]) -> Choice<'a> {
        Choice {
            columns,
            angles: &self.angles,
            decimals: self.decimals.map(usize::from),
            gaps: self.gaps.map(Into::into),
        }
    }
}

/// Tells when the spring is too fast for the interval between two rows, in seconds.
fn remark_settled(filter: &Filter, interval: f64, notes: &mut Notes) {
    if filter.slowest_decay_rate() * interval > SETTLED {
        notes.remark(format!(
            "the spring settles within {} s, the time between two rows: the output is the input",
            nine_digits(interval)
        ));
    }
}
