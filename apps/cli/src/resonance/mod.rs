//! `sprung resonance`: the frequencies in a recording.

pub(crate) mod figure;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use sprung_signal::{Gaps, ResonanceFinder};

use crate::output::{Output, Table};
use crate::recording::{self, GapPolicy, Opened, Plan, Recording, Sound, TableOptions, Unit};
use crate::typed_number::positive_hertz;

const NOTES: &str = "\
The signal drives undamped springs of all frequencies; those at its own frequencies gather energy. What exceeds \
noise and drift is fitted by least squares as steady tones, all together, at the times of the recording. The \
strength is the tone's amplitude in the signal's unit; in sound, 1 is full scale. The signal-to-noise ratio compares its \
energy with that of the noise around it; noise alone lists a frequency in one recording of a hundred at most. Harmonics \
are listed as separate frequencies. Of a column of years the frequencies are per year.

Reads WAV (PCM of 8 to 32 bits, floating point), tables (CSV; see `sprung smooth --help`) and BVH.

Examples:
  sprung resonance flute.wav
  sprung resonance sunspots.csv --min 0.02 --max 0.3
  sprung resonance ecg.csv --column ecg --max 20 --format csv
  sprung resonance walk.bvh --column Hips.Yposition
  sprung plot resonance flute.wav
  sprung plot resonance flute.wav --over-time --max 5000 -o flute.png";

/// Find the frequencies in a recording, the strongest first
#[derive(Args, Clone, Debug)]
#[command(after_help = NOTES)]
pub(crate) struct Resonance {
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    output: Output,
}

/// The arguments of `sprung resonance`, without those of the output.
#[derive(Args, Clone, Debug)]
pub(crate) struct Setup {
    /// The recording; - reads standard input
    file: PathBuf,
    /// Name or number (from 1) of the column, or number of the channel of sound [default: the only one; in sound the
    /// mean of all]
    #[arg(long, alias = "columns", value_name = "COLUMN")]
    column: Option<String>,
    /// The lowest frequency to look for [default: three periods over the recording]
    #[arg(long, alias = "from", value_name = "HZ", value_parser = positive_hertz)]
    min: Option<f64>,
    /// The highest frequency to look for [default: 0.45 of the sampling rate]
    #[arg(long, alias = "to", value_name = "HZ", value_parser = positive_hertz)]
    max: Option<f64>,
    /// The relative distance at which two frequencies are resolved, 0.0001 to 0.1; at least 2.5 periods over the
    /// recording [default: 0.01; 0.04 over time]
    #[arg(long, value_name = "PART")]
    resolution: Option<f64>,
    /// Maximum number of frequencies to list
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    count: usize,
    /// Treatment of missing values [default: stop with an error]
    #[arg(long, value_enum)]
    gaps: Option<GapPolicy>,
    #[command(flatten)]
    table: TableOptions,
}

/// One signal of a recording.
struct Signal {
    name: String,
    unit: Unit,
    /// The time of each value; none if they are even.
    times: Option<Vec<f64>>,
    values: Vec<f64>,
    /// The step of even times.
    dt: f64,
}

impl Resonance {
    pub(crate) fn run(&self) -> Result<()> {
        let signal = self.setup.signal()?;
        let found = self.setup.found(&signal)?;
        if found.is_empty() {
            eprintln!("{}: no resonance found", signal.name);
        }
        let [frequency, period] = signal.unit.columns();
        let mut table = Table::new(&[&frequency, &period, "strength", "signal_to_noise"]);
        for found in found.iter().take(self.setup.count) {
            table.row(vec![
                found.frequency.into(),
                found.period().into(),
                found.strength.into(),
                found.signal_to_noise.into(),
            ]);
        }
        self.output.write(&table, &[&self.setup.file])
    }
}

impl Setup {
    /// The recording.
    pub(crate) fn input(&self) -> &Path {
        &self.file
    }

    fn finder(&self) -> ResonanceFinder {
        let default = ResonanceFinder::default();
        let resolution = self.resolution.unwrap_or(default.resolution);
        ResonanceFinder { from: self.min, to: self.max, resolution, ..default }
    }

    /// The frequencies in the signal, the strongest first.
    fn found(&self, signal: &Signal) -> Result<Vec<sprung_signal::Resonance>> {
        let finder = self.finder();
        let found = match &signal.times {
            None => finder.run(&signal.values, signal.dt),
            Some(times) => finder.run_at_times(times, &signal.values),
        };
        found.with_context(|| signal.name.clone())
    }

    fn signal(&self) -> Result<Signal> {
        match recording::open(&self.file, &self.table, false)? {
            Opened::Sound(sound) => {
                let (name, dt) = (sound.name.clone(), 1.0 / sound.rate);
                ensure!(self.gaps.is_none(), "{name}: sound has no missing values; omit --gaps");
                let values = self.channel(sound).context(name.clone())?;
                Ok(Signal { name, unit: Unit::Seconds, times: None, values, dt })
            }
            Opened::Rows(recording) => {
                let (name, unit) = (recording.name.clone(), recording.time_unit());
                let (times, values) = self.column(*recording).with_context(|| name.clone())?;
                Ok(Signal { name, unit, times: Some(times), values, dt: 0.0 })
            }
        }
    }

    /// One channel, or the mean of all.
    fn channel(&self, mut sound: Sound) -> Result<Vec<f64>> {
        let count = sound.channels.len();
        if let Some(wanted) = &self.column {
            let number = wanted.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
            let number = number.with_context(|| {
                format!("there is no channel `{wanted}`; the channels are numbered 1 to {count}")
            })?;
            return Ok(sound.channels.swap_remove(number - 1));
        }
        let samples = sound.channels.first().map_or(0, Vec::len);
        let mean = |at: usize| {
            sound.channels.iter().map(|channel| channel[at]).sum::<f64>() / count as f64
        };
        Ok((0..samples).map(mean).collect())
    }

    /// The times and values of one column.
    fn column(&self, recording: Recording) -> Result<(Vec<f64>, Vec<f64>)> {
        let gaps: Option<Gaps> = self.gaps.map(Into::into);
        let (times, mut values) = Plan::one_column(self.column.as_ref(), gaps, recording)?;
        let mut last = f64::NAN;
        for value in &mut values {
            *value = if value.is_finite() { *value } else { last };
            last = if gaps == Some(Gaps::Hold) { *value } else { f64::NAN };
        }
        Ok((times, values))
    }
}
