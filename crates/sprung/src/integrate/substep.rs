//! Sub-stepping three ways, each with a limit on the work of one frame.
//!
//! Source: H. Bowles, *Spring dynamics for production*. The exact spring needs none of them; nonlinear forces do.

use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// What sub-stepping did with a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Substepped<S, R> {
    /// The state after the sub-steps.
    pub state: S,
    /// How many sub-steps were taken.
    pub updates: u32,
    /// Seconds that the limit left out: above 0 the motion runs in slow motion.
    pub dropped: R,
}

/// Steps of at most `max_dt` seconds, the remainder last (unequal steps), at most `max_updates` of them.
///
/// `advance(state, h)` takes one step of `h` seconds. A frame of 0, below or NaN takes no step; `max_dt` must be above 0.
///
/// ```
/// use sprung::integrate::substep_capped;
///
/// let took = substep_capped(Vec::new(), 0.25f64, 0.1, 8, |mut steps, h| { steps.push(h); steps });
/// assert_eq!(took.updates, 3);
/// assert!((took.state[2] - 0.05).abs() < 1e-15 && took.dropped == 0.0);
/// ```
pub fn substep_capped<S, R: Real>(
    state: S,
    dt: R,
    max_dt: R,
    max_updates: u32,
    mut advance: impl FnMut(S, R) -> S,
) -> Substepped<S, R> {
    let mut taken =
        Substepped { state, updates: 0, dropped: if dt > R::ZERO { dt } else { R::ZERO } };
    // What rounding leaves of an even division is no step of its own.
    let nothing = taken.dropped * R::EPSILON * R::from_f64(4.0);
    while taken.dropped > nothing && taken.updates < max_updates {
        let h = taken.dropped.min(max_dt);
        taken.state = advance(taken.state, h);
        taken.dropped -= h;
        taken.updates += 1;
    }
    if taken.dropped <= nothing {
        taken.dropped = R::ZERO;
    }
    taken
}

/// Equal steps, as few as keep each at most `max_dt` seconds, at most `max_updates` of them.
///
/// ```
/// use sprung::integrate::substep_uniform;
///
/// let took = substep_uniform(Vec::new(), 0.25f64, 0.1, 8, |mut steps, h| { steps.push(h); steps });
/// assert_eq!(took.state, [0.25 / 3.0; 3]);
/// ```
pub fn substep_uniform<S, R: Real>(
    state: S,
    dt: R,
    max_dt: R,
    max_updates: u32,
    mut advance: impl FnMut(S, R) -> S,
) -> Substepped<S, R> {
    let mut taken = Substepped { state, updates: 0, dropped: R::ZERO };
    if !(dt > R::ZERO) {
        return taken;
    }
    // A quotient that rounding put just above a whole number is that number.
    let ratio = dt / max_dt;
    let count = -(-(ratio - ratio * R::EPSILON * R::TWO)).floor();
    let h = dt / count;
    let limit = R::from_f64(f64::from(max_updates));
    while taken.updates < max_updates && R::from_f64(f64::from(taken.updates)) < count {
        taken.state = advance(taken.state, h);
        taken.updates += 1;
    }
    if count > limit {
        taken.dropped = dt - h * limit;
    }
    taken
}

/// Always the same step: simulates ahead of the frame and reads out in between, for motion that never depends on it.
///
/// Keeps the time that is owed, and the last two states. The read-out is a linear interpolation: smooth, at most one step
/// late in its knowledge of the goal, and exactly reproducible.
///
/// ```
/// use sprung::{State, integrate::FixedSteps};
///
/// let fall = |state, h| sprung::integrate::semi_implicit_euler(state, h, |_| -9.81);
/// let mut fixed = FixedSteps::new(State::at_rest(0.0f64), 0.01, 100);
/// for _ in 0..7 {
///     fixed.update(0.1, fall);
/// }
/// let expected = (0..70).fold(State::at_rest(0.0), |s, _| fall(s, 0.01));
/// assert!((fixed.state().position - expected.position).abs() < 1e-10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: serde::Serialize, R: crate::Real + serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, R: crate::Real + serde::Deserialize<'de>"
        )
    )
)]
pub struct FixedSteps<V, R> {
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::step"))]
    step: R,
    max_updates: u32,
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    owed: R,
    previous: State<V>,
    latest: State<V>,
}

impl<V: Vector> FixedSteps<V, V::Scalar> {
    /// Starts at `state`, in steps of `step` seconds (> 0), at most `max_updates` of them per frame.
    pub fn new(state: State<V>, step: V::Scalar, max_updates: u32) -> Self {
        FixedSteps { step, max_updates, owed: V::Scalar::ZERO, previous: state, latest: state }
    }

    /// Advances by a frame of `dt` seconds and returns the state at its end.
    ///
    /// Time beyond the limit of updates is forgotten, so that one long frame does not burden the next.
    pub fn update(
        &mut self,
        dt: V::Scalar,
        mut advance: impl FnMut(State<V>, V::Scalar) -> State<V>,
    ) -> Substepped<State<V>, V::Scalar> {
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
        let dropped = self.owed.max(zero);
        self.owed = self.owed.min(zero);
        Substepped { state: self.state(), updates, dropped }
    }

    /// The state at the end of the last frame, between the last two simulated ones.
    pub fn state(&self) -> State<V> {
        let part = V::Scalar::ONE + self.owed / self.step;
        let between = |a: V, b: V| a.plus(b.minus(a).times(part));
        State::new(
            between(self.previous.position, self.latest.position),
            between(self.previous.velocity, self.latest.velocity),
        )
    }

    /// Places it anew, forgetting the past.
    pub fn set(&mut self, state: State<V>) {
        (self.owed, self.previous, self.latest) = (V::Scalar::ZERO, state, state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A spring whose motion is known, so that any amount of simulated time can be checked.
    fn advance(state: State<f64>, h: f64) -> State<f64> {
        crate::Spring::new(9.0, 0.4).unwrap().step(h).apply(state, 1.0)
    }

    fn exact(time: f64) -> State<f64> {
        advance(State::at_rest(0.0), time)
    }

    #[test]
    fn capped_and_uniform_steps_simulate_the_whole_frame() {
        for dt in [1e-3, 1.0 / 60.0, 1.0 / 30.0, 0.05, 0.1, 0.1333] {
            for took in [
                substep_capped(State::at_rest(0.0), dt, 1.0 / 60.0, 8, advance),
                substep_uniform(State::at_rest(0.0), dt, 1.0 / 60.0, 8, advance),
            ] {
                assert!((took.state.position - exact(dt).position).abs() < 1e-14, "{dt}");
                assert_eq!(took.dropped, 0.0);
                assert_eq!(f64::from(took.updates), (dt * 60.0 - 1e-9).ceil());
            }
        }
    }

    #[test]
    fn a_long_frame_stops_at_the_limit_and_says_what_it_dropped() {
        let capped = substep_capped(State::at_rest(0.0), 1.0, 0.02, 8, advance);
        assert!((capped.dropped - 0.84).abs() < 1e-12 && capped.updates == 8);
        assert!((capped.state.position - exact(0.16).position).abs() < 1e-14);
        let uniform = substep_uniform(State::at_rest(0.0), 1.0, 0.02, 8, advance);
        assert!((uniform.dropped - 0.84).abs() < 1e-12 && uniform.updates == 8);
        let endless = substep_uniform(State::at_rest(0.0), f64::INFINITY, 0.02, 8, advance);
        assert!(endless.updates <= 8);
    }

    #[test]
    fn frames_of_no_time_take_no_step() {
        for dt in [0.0, -1.0, f64::NAN] {
            assert_eq!(substep_capped((), dt, 0.1, 8, |(), _| ()).updates, 0);
            assert_eq!(substep_uniform((), dt, 0.1, 8, |(), _| ()).updates, 0);
        }
    }

    #[test]
    fn fixed_steps_read_out_the_same_motion_at_every_frame_rate() {
        let after_one_second = |frames: &[f64]| {
            let mut fixed = FixedSteps::new(State::at_rest(0.0), 1.0 / 120.0, 1000);
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
        let mut fixed = FixedSteps::new(State::at_rest(0.0), 0.01, 8);
        let hitch = fixed.update(1.0, advance);
        assert_eq!(hitch.updates, 8);
        assert!((hitch.dropped - 0.92).abs() < 1e-12);
        assert_eq!(fixed.update(0.005, advance).updates, 1);
    }
}
