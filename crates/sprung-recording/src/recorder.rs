//! The writer of a file.

use std::io::Write;

use serde::Serialize;

use crate::error::RecordingError;
use crate::line::{Header, Line, State, VERSION};
use crate::simulation::Simulation;

/// Makes the calls of a simulation and writes them, and a state after each step.
///
/// Lines are written as the calls are made. Give it a [`BufWriter`](std::io::BufWriter) for a file; what a program that
/// ends abruptly has not flushed is missing at the end, and the rest can be played.
#[derive(Debug)]
pub struct Recorder<T, W> {
    simulation: T,
    out: W,
    every: u64,
    steps: u64,
    bits: Vec<u32>,
}

impl<T: Simulation, W: Write> Recorder<T, W> {
    /// Begins a file with a snapshot of a simulation. After every step the hash of its state is written, and the state
    /// itself every `every` steps, 0 for never: where it is there, a replay can name the number that differs. A network
    /// takes 48 bytes per particle and state.
    ///
    /// # Errors
    /// If the simulation cannot be saved, or the file cannot be written.
    pub fn new(simulation: T, out: W, every: u64) -> Result<Self, RecordingError> {
        let mut recorder = Self { simulation, out, every, steps: 0, bits: Vec::new() };
        let library = env!("CARGO_PKG_VERSION").to_owned();
        let header = Header { version: VERSION, kind: T::KIND.to_owned(), library };
        let start = text::<&T, &T::Call>(&Line::Start(&recorder.simulation))?;
        recorder.write(&text::<&T, &T::Call>(&Line::Recording(header))?)?;
        recorder.write(&start)?;
        recorder.write_state()?;
        Ok(recorder)
    }

    /// Makes a call and writes it.
    ///
    /// # Errors
    /// If a number is not finite where a file cannot hold that, or the simulation refuses the call: both leave the simulation and
    /// the file as they were. If the file cannot be written; the call was made then.
    pub fn call(&mut self, call: &T::Call) -> Result<(), RecordingError> {
        let line = text::<&T, &T::Call>(&Line::Call(call))?;
        // JSON has no number that is not finite, and gives back nothing in its place.
        match serde_json::from_str::<Line<T, T::Call>>(&line) {
            Ok(Line::Call(read)) if text::<&T, &T::Call>(&Line::Call(&read))? == line => {}
            _ => return Err(RecordingError::NotFinite),
        }
        self.simulation.apply(call).map_err(RecordingError::Refused)?;
        self.write(&line)?;
        if T::is_step(call) {
            self.steps += 1;
            self.write_state()?;
        }
        Ok(())
    }

    /// Returns the simulation.
    pub fn simulation(&self) -> &T {
        &self.simulation
    }

    /// Returns the number of steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Flushes the file and returns the simulation.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> Result<T, RecordingError> {
        self.out.flush()?;
        Ok(self.simulation)
    }

    fn write_state(&mut self) -> Result<(), RecordingError> {
        self.bits.clear();
        self.simulation.write_state(&mut self.bits);
        let is_whole = self.every > 0 && self.steps.is_multiple_of(self.every);
        let state = State::of(self.steps, &self.bits, is_whole);
        self.write(&text::<&T, &T::Call>(&Line::State(state))?)
    }

    fn write(&mut self, line: &str) -> Result<(), RecordingError> {
        self.out.write_all(line.as_bytes())?;
        Ok(self.out.write_all(b"\n")?)
    }
}

fn text<S: Serialize, C: Serialize>(line: &Line<S, C>) -> Result<String, RecordingError> {
    serde_json::to_string(line).map_err(|error| RecordingError::NotSaved(error.to_string()))
}
