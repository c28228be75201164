//! A motion that is advanced frame by frame.

use anyhow::{Result, ensure};
use sprung::State;

/// A state, and the position of the intermediate goal that a motion follows, if it has one.
type Moved<R> = (State<R>, Option<R>);

/// A motion: its state, and its step from one time in seconds to a later one.
pub(super) struct Motion<'a, R> {
    now: Moved<R>,
    step: Box<dyn FnMut(f64, f64) -> Moved<R> + 'a>,
}

impl<'a, R: Copy> Motion<'a, R> {
    /// A motion without an intermediate goal, whose step returns the new state.
    pub(super) fn new(start: State<R>, mut step: impl FnMut(f64, f64) -> State<R> + 'a) -> Self {
        Motion { now: (start, None), step: Box::new(move |from, to| (step(from, to), None)) }
    }

    /// A motion whose step returns the new state and its intermediate goal, which starts with it.
    pub(super) fn with_intermediate(
        start: State<R>,
        step: impl FnMut(f64, f64) -> Moved<R> + 'a,
    ) -> Self {
        Motion { now: (start, Some(start.position)), step: Box::new(step) }
    }

    /// Returns true if it follows an intermediate goal.
    pub(super) fn has_intermediate(&self) -> bool {
        self.now.1.is_some()
    }
}

/// Equal steps from 0 on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames {
    dt: f64,
    /// The steps in a second, if that is a whole number: its fractions are the decimal numbers that people expect.
    rate: Option<f64>,
    steps: u64,
}

/// The maximum number of rows, so that a mistyped time cannot fill the memory.
const MAX_STEPS: f64 = 1e7;

impl Frames {
    /// Returns the number of whole steps in a time.
    pub(super) fn new(dt: f64, time: f64) -> Result<Self> {
        // A time of three steps of 0.1 is three steps, though 0.3/0.1 falls short of 3 by rounding.
        let steps = (time / dt * (1.0 + 4.0 * f64::EPSILON)).floor();
        ensure!(
            steps <= MAX_STEPS,
            "{time} s in steps of {dt} s are {steps} rows; take a larger --dt or a shorter --duration"
        );
        ensure!(steps >= 1.0, "a time step of {dt} s is longer than the time of {time} s");
        let rate = Some((1.0 / dt).round()).filter(|rate| 1.0 / rate == dt);
        Ok(Frames { dt, rate, steps: steps as u64 })
    }

    /// The time, the state and the intermediate goal at the start and after each step.
    pub(super) fn rows<'a, R: Copy + 'a>(
        self,
        mut motion: Motion<'a, R>,
    ) -> impl Iterator<Item = (f64, State<R>, Option<R>)> + 'a {
        (0..=self.steps).map(move |step| {
            let time = self.time(step);
            if step > 0 {
                motion.now = (motion.step)(self.time(step - 1), time);
            }
            (time, motion.now.0, motion.now.1)
        })
    }

    fn time(&self, step: u64) -> f64 {
        self.rate.map_or(step as f64 * self.dt, |rate| step as f64 / rate)
    }
}
