//! One signal on its way through a filter.

use sprung::State;

use crate::step_cache::StepCache;

/// The last sample of a signal and the motion that follows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Channel {
    /// The time and value of the last sample; `None` before the first.
    pub(crate) last: Option<(f64, f64)>,
    pub(crate) state: State<f64>,
}

impl Channel {
    pub(crate) const NEW: Channel =
        Channel { last: None, state: State { position: 0.0, velocity: 0.0 } };

    /// Moves on to the next sample and returns the smoothed value; the first one starts the motion at rest.
    ///
    /// Only the distance of the times matters.
    pub(crate) fn advance(&mut self, steps: &mut StepCache, time: f64, goal: f64) -> f64 {
        self.state = match self.last {
            Some((before, from)) => steps.step((time - before).abs()).apply(self.state, from, goal),
            None => State::at_rest(goal),
        };
        // What overflows would stay NaN for good.
        if !(self.state.position.is_finite() && self.state.velocity.is_finite()) {
            self.state = State::at_rest(goal);
        }
        self.last = Some((time, goal));
        self.state.position
    }
}
