//! One signal on its way through a filter.

use sprung::State;

use crate::gaps::{Gaps, is_known};
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

    /// Moves on to the next row and returns the smoothed value; NaN where it is missing and not held.
    pub(crate) fn take(&mut self, steps: &mut StepCache, gaps: Gaps, time: f64, value: f64) -> f64 {
        let goal = match (is_known(value), gaps, self.last) {
            (true, ..) => Some(value),
            (false, Gaps::Hold, Some((_, held))) => Some(held),
            (false, ..) => None,
        };
        goal.map_or(f64::NAN, |goal| self.advance(steps, time, goal))
    }

    /// Moves on to the next sample and returns the smoothed value; the first one starts the motion at rest.
    ///
    /// Only the distance of the times matters.
    pub(crate) fn advance(&mut self, steps: &mut StepCache, time: f64, goal: f64) -> f64 {
        self.state = match self.last {
            Some((before, from)) => steps.step((time - before).abs()).apply(self.state, from, goal),
            None => State::at_rest(goal),
        };
        self.state = finite(self.state, goal);
        self.last = Some((time, goal));
        self.state.position
    }
}

/// The state, or rest on the goal if it has overflowed: it would stay NaN.
#[inline]
pub(crate) fn finite(state: State<f64>, goal: f64) -> State<f64> {
    let is_finite = state.position.is_finite() && state.velocity.is_finite();
    if is_finite { state } else { State::at_rest(goal) }
}
