//! Three kinds of sub-stepping, each with a limit on the work of one frame.
//!
//! | function | steps | time beyond the limit of updates |
//! |---|---|---|
//! | [`substep_capped`] | of `max_dt`, the remainder last | dropped |
//! | [`substep_uniform`] | equal, at most `max_dt` each | dropped |
//! | [`FixedTimestep::new`](crate::integrate::FixedTimestep::new) | always the same | dropped |
//! | [`FixedTimestep::keeping_debt`](crate::integrate::FixedTimestep::keeping_debt) | always the same | owed, simulated by later frames |
//!
//! Source: H. Bowles, *Spring dynamics for production*, all but the third row. The exact spring needs none of them;
//! nonlinear forces do.

use crate::real::Real;

/// The result of sub-stepping over one frame.
///
/// ```
/// use sprung::integrate::substep_uniform;
///
/// // A frame of 1 s at 4 steps of at most 0.125 s: half of it is dropped.
/// let result = substep_uniform(0.0f64, 1.0, 0.125, 4, |time, h| time + h);
/// assert_eq!((result.state, result.updates, result.dropped), (0.5, 4, 0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SubstepResult<S, R> {
    /// The state after the sub-steps.
    pub state: S,
    /// The number of sub-steps that were taken.
    pub updates: u32,
    /// The time dropped at the limit, s: above 0 the simulation runs in slow motion.
    pub dropped: R,
}

/// Steps of at most `max_dt` seconds, the remainder last (unequal steps), at most `max_updates` of them.
///
/// `advance(state, h)` takes one step of `h` seconds. A `dt` that is 0, negative or NaN takes no step; an infinite one
/// takes `max_updates` steps. With a `max_dt` that is 0, negative or NaN no step is taken and the frame is dropped.
///
/// ```
/// use sprung::integrate::substep_capped;
///
/// let took = substep_capped(Vec::new(), 0.25f64, 0.1, 8, |mut steps, h| { steps.push(h); steps });
/// assert_eq!(took.updates, 3);
/// assert!((took.state[2] - 0.05).abs() < 1e-15 && took.dropped == 0.0);
/// ```
#[doc(alias = "UpdateWithSubsteps")]
pub fn substep_capped<S, R: Real>(
    state: S,
    dt: R,
    max_dt: R,
    max_updates: u32,
    mut advance: impl FnMut(S, R) -> S,
) -> SubstepResult<S, R> {
    let mut taken = SubstepResult { state, updates: 0, dropped: dt.max(R::ZERO) };
    if !(max_dt > R::ZERO) {
        return taken;
    }
    // The rounding error of an even division is not taken as a step.
    let rounding = taken.dropped.min(R::MAX) * R::EPSILON * R::from_f64(4.0);
    while taken.dropped > rounding && taken.updates < max_updates {
        let h = taken.dropped.min(max_dt);
        taken.state = advance(taken.state, h);
        taken.dropped = if h == taken.dropped { R::ZERO } else { taken.dropped - h };
        taken.updates += 1;
    }
    if taken.dropped <= rounding {
        taken.dropped = R::ZERO;
    }
    taken
}

/// Equal steps, as few as keep each at most `max_dt` seconds, at most `max_updates` of them.
///
/// `dt` and `max_dt` as in [`substep_capped`].
///
/// ```
/// use sprung::integrate::substep_uniform;
///
/// let took = substep_uniform(Vec::new(), 0.25f64, 0.1, 8, |mut steps, h| { steps.push(h); steps });
/// assert_eq!(took.state, [0.25 / 3.0; 3]);
/// ```
#[doc(alias = "UpdateWithSubsteps")]
pub fn substep_uniform<S, R: Real>(
    state: S,
    dt: R,
    max_dt: R,
    max_updates: u32,
    mut advance: impl FnMut(S, R) -> S,
) -> SubstepResult<S, R> {
    let mut taken = SubstepResult { state, updates: 0, dropped: dt.max(R::ZERO) };
    if !(dt > R::ZERO && max_dt > R::ZERO) {
        return taken;
    }
    // A quotient that rounding put just above a whole number is that number.
    let ratio = dt / max_dt;
    let count = -(-(ratio - ratio * R::EPSILON * R::TWO)).floor();
    let (count, h) = if dt <= max_dt {
        (R::ONE, dt)
    } else if ratio < R::INFINITY {
        (count.max(R::ONE), dt / count.max(R::ONE))
    } else {
        (R::INFINITY, max_dt)
    };
    let limit = R::from_count(max_updates);
    while taken.updates < max_updates && R::from_count(taken.updates) < count {
        taken.state = advance(taken.state, h);
        taken.updates += 1;
    }
    // What is left of an infinite time is infinite, however much was taken.
    let took = (h * limit).min(R::MAX);
    taken.dropped = if count > limit { dt - took } else { R::ZERO };
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::State;

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
    fn frames_of_zero_time_take_no_step() {
        for dt in [0.0, -1.0, f64::NAN] {
            assert_eq!(substep_capped((), dt, 0.1, 8, |(), _| ()).updates, 0);
            assert_eq!(substep_uniform((), dt, 0.1, 8, |(), _| ()).updates, 0);
        }
    }

    #[test]
    fn steps_of_zero_length_drop_the_frame() {
        for max_dt in [0.0, -0.0, -1.0, f64::NAN] {
            let capped = substep_capped((), 0.5, max_dt, 8, |(), _| ());
            let uniform = substep_uniform((), 0.5, max_dt, 8, |(), _| ());
            assert_eq!((capped.updates, capped.dropped), (0, 0.5));
            assert_eq!((uniform.updates, uniform.dropped), (0, 0.5));
        }
    }

    #[test]
    fn endless_frames_and_steps_are_simulated_as_far_as_the_limit_goes() {
        let sum = |time: f64, h| time + h;
        for took in [
            substep_capped(0.0, f64::INFINITY, 0.1, 8, sum),
            substep_uniform(0.0, f64::INFINITY, 0.1, 8, sum),
        ] {
            assert_eq!((took.updates, took.dropped), (8, f64::INFINITY));
            assert!((took.state - 0.8).abs() < 1e-15);
        }
        for took in [
            substep_capped(0.0, 0.3, f64::INFINITY, 8, sum),
            substep_uniform(0.0, 0.3, f64::INFINITY, 8, sum),
        ] {
            assert_eq!((took.updates, took.dropped, took.state), (1, 0.0, 0.3));
        }
        let whole = substep_capped(0.0, f64::INFINITY, f64::INFINITY, 8, sum);
        assert_eq!((whole.updates, whole.dropped, whole.state), (1, 0.0, f64::INFINITY));
    }
}
