//! What can be simulated, and the frames in which it is.

use anyhow::{Result, ensure};
use sprung::State;

/// Something that moves from frame to frame.
pub(super) trait Motion<R> {
    /// The position and velocity now.
    fn state(&self) -> State<R>;
    /// The position of the intermediate goal that it follows, for a motion that has one.
    fn intermediate(&self) -> Option<R> {
        None
    }
    /// Moves on, from one time in seconds to a later one.
    fn step(&mut self, from: f64, to: f64);
}

/// Equal steps from 0 on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames {
    dt: f64,
    steps: u64,
}

/// More rows than anyone reads, and less than fill a memory.
const MOST_STEPS: f64 = 1e7;

impl Frames {
    /// As many whole steps as fit.
    pub(super) fn new(dt: f64, time: f64) -> Result<Self> {
        // A time of three steps of 0.1 is three steps, though 0.3/0.1 falls short of 3 by rounding.
        let steps = (time / dt * (1.0 + 4.0 * f64::EPSILON)).floor();
        ensure!(
            steps <= MOST_STEPS,
            "{time} s in steps of {dt} s are {steps} rows; take a larger --dt or a shorter --time"
        );
        Ok(Frames { dt, steps: steps as u64 })
    }

    /// The time, the state and the intermediate goal at the start and after each step.
    pub(super) fn rows<'a, R: 'a>(
        self,
        mut motion: Box<dyn Motion<R> + 'a>,
    ) -> impl Iterator<Item = (f64, State<R>, Option<R>)> + 'a {
        (0..=self.steps).map(move |step| {
            if step > 0 {
                motion.step(self.time(step - 1), self.time(step));
            }
            (self.time(step), motion.state(), motion.intermediate())
        })
    }

    fn time(&self, step: u64) -> f64 {
        step as f64 * self.dt
    }
}
