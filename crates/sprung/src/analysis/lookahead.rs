//! The look-ahead of a timed spring that leaves a given fraction of the way.

use crate::error::{Result, require};
use crate::math::find_root::find_root;
use crate::params::{Spring, finite_positive};
use crate::real::Real;
use crate::state::State;

impl<R: Real> Spring<R> {
    /// Returns the look-ahead (seconds) with which a [`TimedSpring`](crate::motion::TimedSpring) that starts at rest
    /// and has `time` seconds for its way has the fraction `left` of it left at the goal's time.
    ///
    /// 0 where no more is left without a look-ahead. At most half a swing, and at most `time`: then it is the plain spring, which
    /// has the least left. For nothing left take [`Spring::arrival_step`].
    ///
    /// Accuracy: the fraction within 1e-13 (`f64`) and 1e-6 (`f32`).
    ///
    /// ```
    /// use sprung::{Spring, motion::{TimedGoal, TimedSpring}};
    ///
    /// let spring = Spring::critical(8.0)?;
    /// let lookahead = spring.lookahead_leaving(0.01, 1.0)?;
    /// let mut lift = TimedSpring::at_rest(0.0f64);
    /// lift.update(TimedGoal { position: 10.0, time_left: 1.0 }, &spring.timed_step(lookahead, 1.0));
    /// assert!((lift.state.position - 9.9).abs() < 1e-12);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A fraction that is not in 0 … 1; a time that is not above 0 and finite, or in which the spring leaves more.
    pub fn lookahead_leaving(&self, left: R, time: R) -> Result<R> {
        require(left >= R::ZERO && left <= R::ONE, "left", left, ">= 0 and <= 1")?;
        let whole = finite_positive(time, "time")?;
        let most = whole.min(R::PI / self.damped_angular_frequency());
        let missed = |lookahead: R| {
            let follow = self.follow_step(whole - lookahead);
            let state = follow.apply(State::at_rest(R::ZERO), lookahead / whole, R::ONE);
            (R::ONE - self.step(lookahead).apply(state, R::ONE).position) - left
        };
        require(
            missed(most) <= R::ZERO,
            "time",
            time,
            "longer: the spring is too slow to leave so little",
        )?;
        if missed(R::ZERO) <= R::ZERO {
            return Ok(R::ZERO);
        }
        Ok(find_root(R::ZERO, most, missed))
    }
}
