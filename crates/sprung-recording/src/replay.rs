//! The reader of a file, which makes the calls again.

use std::fmt;
use std::io::BufRead;

use crate::error::RecordingError;
use crate::line::{Header, Line, State, VERSION, numbers};
use crate::simulation::Simulation;

/// Makes the calls of a file again and compares the states.
#[derive(Debug)]
pub struct Replay<T, R> {
    simulation: T,
    lines: Lines<R>,
    report: Report,
    bits: Vec<u32>,
}

/// The result of a replay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The number of steps that were taken.
    pub steps: u64,
    /// The number of calls that were made, steps included.
    pub calls: u64,
    /// The number of states that were compared.
    pub states: u64,
    /// True if the last line was cut off.
    pub is_cut_off: bool,
    /// The version of the library that wrote the file.
    pub library: String,
    /// The first difference; `None` if every state was the same bit for bit.
    pub difference: Option<Difference>,
}

/// The first number that differs from the recorded one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The step after which it differs; 0 is the start.
    pub step: u64,
    /// The number; `None` if the file has only the hash of this state.
    pub number: Option<DifferentNumber>,
}

/// A number that differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferentNumber {
    /// The name of a row of the state, such as `particle`, and its index.
    pub row: (&'static str, usize),
    /// The name of the number within the row.
    pub component: &'static str,
    /// The recorded value; `None` if the recorded state is shorter.
    pub recorded: Option<f32>,
    /// The value that came out; `None` if the recorded state is longer.
    pub computed: Option<f32>,
    /// The number of values of the state that differ.
    pub count: usize,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the state after step {} differs", self.step)?;
        let Some(number) = self.number else {
            return write!(f, "; the file has its hash alone, not its numbers");
        };
        let ((row, index), component) = (number.row, number.component);
        let (Some(recorded), Some(computed)) = (number.recorded, number.computed) else {
            let which = if number.recorded.is_none() { "recorded" } else { "computed" };
            return write!(f, ": the {which} one ends before {row} {index}");
        };
        let bits = recorded.to_bits() ^ computed.to_bits();
        write!(
            f,
            ": {row} {index}, {component}, bit {}: recorded {recorded:?} ({:08x}), computed {computed:?} ({:08x}); {} {} in all",
            bits.checked_ilog2().unwrap_or(0),
            recorded.to_bits(),
            computed.to_bits(),
            number.count,
            if number.count == 1 { "number differs" } else { "numbers differ" },
        )
    }
}

impl<T: Simulation, R: BufRead> Replay<T, R> {
    /// Reads the snapshot.
    ///
    /// # Errors
    /// If the file cannot be read, or its first lines are not a recording of this kind of simulation in this version of the
    /// format.
    pub fn open(read: R) -> Result<Self, RecordingError> {
        let mut lines = Lines { read, number: 0, is_cut_off: false };
        let Some(Line::Recording(Header { version, kind, library })) = lines.next::<T>()? else {
            return Err(lines.error("a recording begins with a line \"recording\""));
        };
        if version != VERSION {
            let reason = format!("version must be {VERSION}, got {version}");
            return Err(lines.error(reason));
        }
        if kind != T::KIND {
            let reason = format!("kind must be \"{}\", got \"{kind}\"", T::KIND);
            return Err(lines.error(reason));
        }
        let Some(Line::Start(simulation)) = lines.next::<T>()? else {
            return Err(lines.error("the second line of a recording is \"start\""));
        };
        let report = Report { library, ..Report::default() };
        Ok(Self { simulation, lines, report, bits: Vec::new() })
    }

    /// Makes the calls up to the end of the next step and compares its state. Returns false at the end of the file, and
    /// after a difference.
    ///
    /// # Errors
    /// If the file cannot be read, a line is not of the format, or the simulation refuses a call.
    pub fn advance(&mut self) -> Result<bool, RecordingError> {
        while self.report.difference.is_none() {
            match self.lines.next::<T>()? {
                None => {
                    self.report.is_cut_off = self.lines.is_cut_off;
                    return Ok(false);
                }
                Some(Line::Call(call)) => {
                    self.simulation.apply(&call).map_err(|reason| self.lines.error(reason))?;
                    self.report.calls += 1;
                    self.report.steps += u64::from(T::is_step(&call));
                }
                Some(Line::State(state)) => {
                    self.compare(&state)?;
                    if state.step > 0 {
                        return Ok(self.report.difference.is_none());
                    }
                }
                Some(Line::Recording(_) | Line::Start(_)) => {
                    return Err(self
                        .lines
                        .error("calls and states are all that follows the start"));
                }
            }
        }
        Ok(false)
    }

    /// Makes all calls, up to the first difference.
    ///
    /// # Errors
    /// Those of [`advance`](Self::advance).
    pub fn run(mut self) -> Result<Report, RecordingError> {
        while self.advance()? {}
        Ok(self.report)
    }

    /// Returns the simulation as it is now.
    pub fn simulation(&self) -> &T {
        &self.simulation
    }

    /// Returns the counts so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    fn compare(&mut self, state: &State) -> Result<(), RecordingError> {
        if state.step != self.report.steps {
            let reason = format!("step must be {}, got {}", self.report.steps, state.step);
            return Err(self.lines.error(reason));
        }
        self.bits.clear();
        self.simulation.write_state(&mut self.bits);
        self.report.states += 1;
        let recorded = state.bits.as_deref().map(|digits| {
            let reason = "bits must be 8 hexadecimal digits per number";
            numbers(digits).ok_or_else(|| self.lines.error(reason))
        });
        let recorded = recorded.transpose()?;
        if State::of(state.step, &self.bits, false).hash != state.hash {
            let number = recorded.and_then(|recorded| different::<T>(&recorded, &self.bits));
            self.report.difference = Some(Difference { step: state.step, number });
        }
        Ok(())
    }
}

/// The first number that differs.
fn different<T: Simulation>(recorded: &[u32], computed: &[u32]) -> Option<DifferentNumber> {
    let differs = |at: &usize| recorded.get(*at) != computed.get(*at);
    let mut all = (0..recorded.len().max(computed.len())).filter(differs);
    let at = all.next()?;
    let value = |bits: &[u32]| bits.get(at).map(|bits| f32::from_bits(*bits));
    Some(DifferentNumber {
        row: (T::ROW, at / T::COMPONENTS.len()),
        component: T::COMPONENTS[at % T::COMPONENTS.len()],
        recorded: value(recorded),
        computed: value(computed),
        count: 1 + all.count(),
    })
}

/// The lines of a file.
#[derive(Debug)]
struct Lines<R> {
    read: R,
    number: usize,
    is_cut_off: bool,
}

impl<R: BufRead> Lines<R> {
    /// The next line; `None` at the end, and for a last line that was cut off.
    fn next<T: Simulation>(&mut self) -> Result<Option<Line<T, T::Call>>, RecordingError> {
        let mut bytes = Vec::new();
        self.read.read_until(b'\n', &mut bytes)?;
        self.is_cut_off = !bytes.is_empty() && bytes.last() != Some(&b'\n');
        if bytes.is_empty() || self.is_cut_off {
            return Ok(None);
        }
        self.number += 1;
        serde_json::from_slice(&bytes).map(Some).map_err(|error| self.error(error.to_string()))
    }

    fn error(&self, reason: impl Into<String>) -> RecordingError {
        RecordingError::Line { line: self.number.max(1), reason: reason.into() }
    }
}
