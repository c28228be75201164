//! Fixed time steps: simulates ahead of the frame and interpolates.

use crate::error::Result;
use crate::integrate::SubstepResult;
use crate::params::finite_positive;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// Fixed time steps: simulates ahead of the frame and interpolates, so the motion does not depend on the frame rate.
///
/// Keeps the time that is owed, and the last two states. The read-out is a linear interpolation: smooth, at most one step
/// late in its knowledge of the goal, and exactly reproducible.
/// After a frame that needs more updates than the limit, [`new`](Self::new) forgets the time beyond it, and
/// [`keeping_debt`](Self::keeping_debt) simulates it in later frames.
///
/// Source: H. Bowles, *Spring dynamics for production* (the third sub-stepping), which keeps the debt.
///
/// ```
/// use sprung::{State, integrate::FixedTimestep};
///
/// let fall = |state, h| sprung::integrate::semi_implicit_euler(state, h, |_| -9.81);
/// let mut fixed = FixedTimestep::new(State::at_rest(0.0f64), 0.01, 100)?;
/// for _ in 0..7 {
///     fixed.update(0.1, fall);
/// }
/// let expected = (0..70).fold(State::at_rest(0.0), |s, _| fall(s, 0.01));
/// assert!((fixed.state().position - expected.position).abs() < 1e-10);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("accumulator", "FixedUpdate", "fix your timestep", "UpdateWithSubsteps"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct FixedTimestep<V, R> {
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::step"))]
    #[cfg_attr(feature = "serde", serde(bound = "R: crate::Real"))]
    step: R,
    max_updates: u32,
    keeps_debt: bool,
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    owed: R,
    previous: State<V>,
    latest: State<V>,
}

impl<V: Vector> FixedTimestep<V, V::Scalar> {
    /// Starts at `state`, in steps of `step` seconds, at most `max_updates` of them per frame; time beyond that is dropped,
    /// so that one long frame does not burden the next.
    ///
    /// # Errors
    /// A step that is not above 0 and finite.
    pub fn new(state: State<V>, step: V::Scalar, max_updates: u32) -> Result<Self> {
        let step = finite_positive(step, "step")?;
        let (owed, previous, latest) = (V::Scalar::ZERO, state, state);
        Ok(FixedTimestep { step, max_updates, keeps_debt: false, owed, previous, latest })
    }

    /// As [`new`](Self::new), but time beyond the limit is owed: later frames take up to `max_updates` steps each until
    /// they have caught up, and show the latest state meanwhile. The form of Bowles' article.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn keeping_debt(state: State<V>, step: V::Scalar, max_updates: u32) -> Result<Self> {
        Ok(FixedTimestep { keeps_debt: true, ..FixedTimestep::new(state, step, max_updates)? })
    }

    /// Advances by a frame of `dt` seconds and returns the state at its end.
    ///
    /// A `dt` that is 0, negative or NaN adds no time. Of an infinite one the time beyond the limit is always dropped.
    pub fn update(
        &mut self,
        dt: V::Scalar,
        mut advance: impl FnMut(State<V>, V::Scalar) -> State<V>,
    ) -> SubstepResult<State<V>, V::Scalar> {
        let zero = V::Scalar::ZERO;
        if dt > zero {
            self.owed += dt;
        }
        let mut updates = 0;
        while self.owed > zero && updates < self.max_updates {
            self.previous = self.latest;
            self.latest = advance(self.latest, self.step);
            self.owed -= self.step;
            updates += 1;
        }
        let keeps = self.keeps_debt && self.owed < V::Scalar::INFINITY;
        let dropped = if keeps { zero } else { self.owed.max(zero) };
        if !keeps {
            self.owed = self.owed.min(zero);
        }
        SubstepResult { state: self.state(), updates, dropped }
    }

    /// The state at the end of the last frame, between the last two simulated ones; the latest while time is owed.
    #[doc(alias = "GetPos")]
    pub fn state(&self) -> State<V> {
        let part = (V::Scalar::ONE + self.owed / self.step).min(V::Scalar::ONE);
        self.previous.plus(self.latest.minus(self.previous).times(part))
    }

    /// Returns the time still to be simulated, s; negative, down to one step, if the simulation is ahead of the frame.
    pub const fn owed(&self) -> V::Scalar {
        self.owed
    }

    /// Sets the state without a motion in between. The time owed and the phase of the steps stay.
    #[doc(alias = "SetPos")]
    pub fn set(&mut self, state: State<V>) {
        (self.previous, self.latest) = (state, state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// A spring whose motion is known, so that any amount of simulated time can be checked.
    fn advance(state: State<f64>, h: f64) -> State<f64> {
        crate::Spring::new(9.0, 0.4).unwrap().step(h).apply(state, 1.0)
    }

    fn exact(time: f64) -> State<f64> {
        advance(State::at_rest(0.0), time)
    }

    #[test]
    fn fixed_steps_read_out_the_same_motion_at_every_frame_rate() {
        let after_one_second = |frames: &[f64]| {
            let mut fixed = FixedTimestep::new(State::at_rest(0.0), 1.0 / 120.0, 1000).unwrap();
            for &dt in frames {
                fixed.update(dt, advance);
            }
            fixed.state().position
        };
        let steady = after_one_second(&[1.0 / 64.0; 64]);
        let uneven = after_one_second(&[0.25, 0.5, 0.125, 0.0625, 0.0625]);
        assert!((steady - uneven).abs() < 1e-12);
        assert!((steady - exact(1.0).position).abs() < 1e-3);
    }

    #[test]
    fn a_hitch_beyond_the_limit_is_forgotten() {
        let mut fixed = FixedTimestep::new(State::at_rest(0.0), 0.01, 8).unwrap();
        let hitch = fixed.update(1.0, advance);
        assert_eq!(hitch.updates, 8);
        assert!((hitch.dropped - 0.92).abs() < 1e-12);
        assert_eq!(fixed.update(0.005, advance).updates, 1);
    }

    /// The third listing of Bowles' article in its own terms: what it shows after each frame.
    fn listing(frames: &[f64], fixed_dt: f64, max_updates: u32) -> Vec<f64> {
        let (mut to_simulate, mut previous, mut now) = (0.0, 0.0, State::at_rest(0.0));
        let mut shown = Vec::new();
        for dt in frames {
            to_simulate += dt;
            let mut count = 0;
            while to_simulate > 0.0 && count < max_updates {
                previous = now.position;
                now = advance(now, fixed_dt);
                to_simulate -= fixed_dt;
                count += 1;
            }
            let alpha = f64::min(1.0 + to_simulate / fixed_dt, 1.0);
            shown.push(previous + (now.position - previous) * alpha);
        }
        shown
    }

    #[test]
    fn a_debt_is_kept_and_caught_up_as_in_the_article() {
        let mut frames = [1.0 / 50.0; 60];
        frames[10] = 1.0;
        let start = State::at_rest(0.0);
        let mut keeping = FixedTimestep::keeping_debt(start, 1.0 / 60.0, 8).unwrap();
        let mut forgetting = FixedTimestep::new(start, 1.0 / 60.0, 8).unwrap();
        let shown = listing(&frames, 1.0 / 60.0, 8);
        let (mut most_owed, mut dropped, mut apart) = (0.0f64, 0.0, 0.0f64);
        for (frame, dt) in frames.into_iter().enumerate() {
            let took = keeping.update(dt, advance);
            assert!((took.state.position - shown[frame]).abs() < 1e-14, "{frame}");
            assert_eq!(took.dropped, 0.0);
            most_owed = most_owed.max(keeping.owed());
            dropped += forgetting.update(dt, advance).dropped;
            apart = apart.max((forgetting.state().position - shown[frame]).abs());
        }
        assert!((most_owed - (1.0 - 8.0 / 60.0)).abs() < 0.02 && keeping.owed() <= 0.0);
        assert!((dropped - most_owed).abs() < 1e-12 && apart > 0.1);
        // Caught up, it shows the whole time.
        let time: f64 = frames.iter().sum();
        assert!((keeping.state().position - exact(time).position).abs() < 2e-3);
    }

    #[test]
    fn a_new_place_keeps_the_phase_of_the_steps() {
        let mut fixed = FixedTimestep::new(State::at_rest(0.0), 0.1, 8).unwrap();
        fixed.update(0.25, advance);
        let owed = fixed.owed();
        fixed.set(State::at_rest(7.0));
        assert_eq!((fixed.state(), fixed.owed()), (State::at_rest(7.0), owed));
        assert_eq!(fixed.update(0.049, advance).updates, 0);
    }

    #[test]
    fn zero_and_infinite_frame_times_leave_it_usable() {
        for mut fixed in [
            FixedTimestep::new(State::at_rest(0.0), 0.1, 8).unwrap(),
            FixedTimestep::keeping_debt(State::at_rest(0.0), 0.1, 8).unwrap(),
        ] {
            fixed.update(0.25, advance);
            let before = fixed;
            for dt in [0.0, -0.0, -1.0, f64::NAN] {
                assert_eq!(fixed.update(dt, advance).updates, 0);
                assert_eq!(fixed, before);
            }
            let endless = fixed.update(f64::INFINITY, advance);
            assert_eq!((endless.updates, endless.dropped), (8, f64::INFINITY));
            assert!(fixed.update(0.25, advance).updates <= 3);
        }
    }

    #[test]
    fn steps_of_zero_length_are_refused() {
        for step in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(FixedTimestep::new(State::at_rest(0.0), step, 8).is_err());
            assert!(FixedTimestep::keeping_debt(State::at_rest(0.0), step, 8).is_err());
        }
    }
}
