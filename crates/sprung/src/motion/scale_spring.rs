//! Springs for scales: on their logarithm, where doubling and halving are equally far, and on the number around 0.

use crate::coefficients::SpringStep;
use crate::math::log_scale::{log_ratio, scaled_by_log, within_range};
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;

/// Moves a scale to its goal by a spring on its logarithm: never passes through 0, however far it overshoots.
///
/// Position is the scale, velocity its rate per second. A uniform scale is `[s]`, one per axis `[sx, sy, sz]`: axes do
/// not mix. Mirrored scales (both scale and goal below 0) move as their mirror images.
///
/// 0 has no logarithm: where scale or goal is 0, or they differ in sign, the spring moves the number itself. So it does
/// where the logarithm changes faster than `max(4, |ln(scale/goal)|)·ω`, which could swing it by more than e⁴ = 55 times.
/// A motion from or across 0 continues on the number only while that holds: use [`ScaleSpring`], which remembers.
///
/// Exact and the same at every frame rate on the logarithm (from rest always with `ζ ≥ 1`, and from within 55 times of the
/// goal), and towards a goal of 0. A step of no time changes nothing
/// bit for bit, an infinite one ends at rest on the goal. Values that would overflow are the largest finite number; an
/// infinite or NaN scale stays on its axis.
///
/// ```
/// use sprung::{Spring, State, motion::scale_spring};
///
/// let spring = Spring::from_halflife(0.1, 1.0)?;
/// let half = scale_spring(State::at_rest([1.0, 4.0f64]), [4.0, 1.0], &spring, 0.1);
/// assert!((half.position[0] - 2.0).abs() < 1e-13 && (half.position[1] - 2.0).abs() < 1e-13);
/// let shrinking = scale_spring(State::at_rest([1.0f64]), [0.0], &spring, 0.1);
/// assert!((shrinking.position[0] - 0.5).abs() < 1e-14);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "zoom")]
#[doc(alias("CriticalSpringDamperScale", "CriticalDecayScale"))]
pub fn scale_spring<R: Real, const N: usize>(
    state: State<[R; N]>,
    goal: [R; N],
    spring: &Spring<R>,
    dt: R,
) -> State<[R; N]> {
    spring.step(dt).apply_scale(state, goal)
}

impl<R: Real> SpringStep<R> {
    /// Returns a scale and its rate (1/s) one step later, moved towards a held goal on its logarithm.
    ///
    /// See [`scale_spring`].
    pub fn apply_scale<const N: usize>(&self, state: State<[R; N]>, goal: [R; N]) -> State<[R; N]> {
        let mut spring = ScaleSpring::new(state);
        spring.update(goal, self);
        spring.state
    }
}

/// A scale that moves to a goal and remembers which axes came from, go to or crossed 0.
///
/// As [`scale_spring`], but an axis that is moved as a number stays so until it is within 1/32 of its goal in place, and
/// within `ω/32` of rest in its logarithm's rate. So an object that pops in from 0 overshoots as the number does (16 % at a damping ratio of
/// 0.5), at every frame rate: on the logarithm it would start infinitely far away.
///
/// ```
/// use sprung::motion::ScaleSpring;
/// use sprung::{Spring, State};
///
/// let step = Spring::new(12.0, 0.5)?.step(1.0 / 60.0);
/// let mut icon = ScaleSpring::new(State::at_rest([0.0f64]));
/// let mut greatest = 0.0;
/// for _ in 0..120 {
///     icon.update([1.0], &step);
///     greatest = icon.state.position[0].max(greatest);
/// }
/// assert!((greatest - 1.163).abs() < 2e-3);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "[R; N]: serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "[R; N]: serde::Deserialize<'de>")))]
pub struct ScaleSpring<R, const N: usize> {
    /// The scale and its rate per second.
    pub state: State<[R; N]>,
    #[cfg_attr(feature = "serde", serde(bound(serialize = "[bool; N]: serde::Serialize")))]
    #[cfg_attr(
        feature = "serde",
        serde(bound(deserialize = "[bool; N]: serde::Deserialize<'de>"))
    )]
    by_number: [bool; N],
}

impl<R: Real, const N: usize> ScaleSpring<R, N> {
    /// A scale with a rate.
    pub const fn new(state: State<[R; N]>) -> Self {
        ScaleSpring { state, by_number: [false; N] }
    }

    /// Moves the scale by one step towards a held goal.
    pub fn update(&mut self, goal: [R; N], step: &SpringStep<R>) {
        if step.changes_nothing() {
            return;
        }
        for (axis, &goal) in goal.iter().enumerate() {
            let before = self.state.along(axis);
            let log = in_log(before, goal);
            let by_log = log.filter(|log| !self.by_number[axis] && is_tame(*log, step));
            let after = match by_log {
                Some(log) => moved_by_log(before, log, goal, step),
                None => {
                    let after = step.apply(before, goal);
                    self.by_number[axis] = !has_arrived(after, goal, step);
                    State::new(within_range(after.position), within_range(after.velocity))
                }
            };
            self.state.set_along(axis, after);
        }
    }
}

/// The logarithm of scale over goal and its rate; none where a scale has none, or a rate beyond the range.
pub(super) fn in_log<R: Real>(scale: State<R>, goal: R) -> Option<State<R>> {
    let zero = R::ZERO;
    let State { position, velocity } = scale;
    let alike = (position > zero && goal > zero) || (position < zero && goal < zero);
    let rate = velocity / position;
    (alike && position.is_finite() && goal.is_finite() && rate.is_finite())
        .then(|| State::new(log_ratio(position, goal), rate))
}

/// Returns whether the logarithm swings by at most 4 (a factor of `e⁴`), or by at most its offset.
fn is_tame<R: Real>(log: State<R>, step: &SpringStep<R>) -> bool {
    let widest = log.position.abs().max(R::from_f64(4.0));
    !step.is_exceeded_by(log.velocity * log.velocity, widest)
}

fn moved_by_log<R: Real>(
    before: State<R>,
    log: State<R>,
    goal: R,
    step: &SpringStep<R>,
) -> State<R> {
    // Seen from where it is, so that a small change is not lost in the offset.
    let moved = step.apply(State::new(R::ZERO, log.velocity), -log.position);
    let left = log.position + moved.position;
    let position = if left == R::ZERO {
        goal
    } else if moved.position.abs() < R::HALF {
        scaled_by_log(before.position, moved.position)
    } else {
        scaled_by_log(goal, left)
    };
    State::new(position, within_range(position * moved.velocity))
}

/// Returns whether scale and logarithm move alike to within 1 % from here on, or nothing moves.
fn has_arrived<R: Real>(scale: State<R>, goal: R, step: &SpringStep<R>) -> bool {
    if scale == State::at_rest(goal) {
        return true;
    }
    let near = R::from_f64(1.0 / 32.0);
    in_log(scale, goal).is_some_and(|log| {
        log.position.abs() <= near && !step.is_exceeded_by(log.velocity * log.velocity, near)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spring;

    #[test]
    fn endless_time_ends_on_the_goal_and_no_time_changes_no_bit() {
        let spring = Spring::new(7.0, 0.4).unwrap();
        for (scale, goal) in [(1.0, 3.0), (0.0, 3.0), (-2.0, 3.0), (3.0, 0.0), (-0.1, -7.0)] {
            let start = State::new([scale], [0.7]);
            assert_eq!(
                spring.step(f64::INFINITY).apply_scale(start, [goal]),
                State::at_rest([goal])
            );
            for dt in [0.0, -0.0, -1.0, f64::NAN] {
                assert_eq!(spring.step(dt).apply_scale(start, [goal]), start);
            }
        }
    }

    #[test]
    fn a_mirrored_scale_moves_as_its_mirror_image() {
        let step = Spring::new(7.0, 0.4).unwrap().step(0.05);
        let here = step.apply_scale(State::new([0.5f64], [1.0]), [2.0]);
        let there = step.apply_scale(State::new([-0.5f64], [-1.0]), [-2.0]);
        assert_eq!(here.position[0], -there.position[0]);
        assert_eq!(here.velocity[0], -there.velocity[0]);
    }

    #[test]
    fn popping_in_flipping_and_vanishing_are_the_spring_of_the_number_until_they_arrive() {
        let spring = Spring::new(9.0, 0.5).unwrap();
        for (from, goal) in [(0.0, 1.0), (-1.0, 1.0), (1.0, 0.0), (2.0, -0.5)] {
            for rate in [60.0, 1000.0] {
                let step = spring.step(1.0 / rate);
                let mut scale = ScaleSpring::new(State::at_rest([from]));
                let mut number = State::at_rest(from);
                let mut arrived = false;
                for _ in 0..(3.0 * rate) as u32 {
                    scale.update([goal], &step);
                    number = step.apply(number, goal);
                    arrived |= goal != 0.0 && !scale.by_number[0];
                    let apart = (scale.state.position[0] - number.position).abs();
                    assert!(apart <= if arrived { 1e-3 } else { 0.0 }, "{from} {goal}: {apart}");
                }
                assert!(arrived || goal == 0.0);
                assert!((scale.state.position[0] - goal).abs() < 1e-5);
            }
        }
    }

    /// `u″ = −ω²u − 2ζω u′` with `u = ln(s/g)`, by an integrator.
    #[test]
    fn the_logarithm_obeys_the_differential_equation() {
        for (w, z, scale, velocity, goal) in
            [(9.0, 0.35, 0.1, 0.0, 10.0), (4.0, 1.0, 3.0, -6.0, 0.5), (6.0, 2.0, -2.0, 1.0, -8.0)]
        {
            let step = Spring::new(w, z).unwrap().step(0.37);
            let moved = step.apply_scale(State::new([scale], [velocity]), [goal]);
            let start = [f64::ln(scale / goal), velocity / scale / w];
            let [u, rate] = testkit::reference_ode::solve(
                |_, [u, v]| [w * v, -w * u - 2.0 * z * w * v],
                start,
                0.0,
                0.37,
            );
            let position = goal * u.exp();
            assert!((moved.position[0] / position - 1.0).abs() < 1e-11, "{moved:?} {position}");
            assert!((moved.velocity[0] - position * rate * w).abs() < 1e-10 * position.abs() * w);
        }
    }

    fn stays_finite<R: Real>() {
        let tiny = R::MIN_POSITIVE * R::EPSILON;
        let sizes = [R::ZERO, tiny, R::MIN_POSITIVE, R::ONE, R::from_f64(1e15)];
        let values = sizes.into_iter().flat_map(|x| [x, -x]);
        for spring in [(10.0, 0.1), (2.0, 1.0), (30.0, 5.0), (0.0, 1.0)] {
            let spring = Spring::new(R::from_f64(spring.0), R::from_f64(spring.1)).unwrap();
            for dt in [1e-3, 1.0 / 60.0, 0.5, 1e6] {
                let step = spring.step(R::from_f64(dt));
                for scale in values.clone() {
                    for goal in values.clone() {
                        for velocity in values.clone() {
                            let start = State::new([scale], [velocity]);
                            let (mut remembered, mut plain) = (ScaleSpring::new(start), start);
                            for _ in 0..6 {
                                remembered.update([goal], &step);
                                plain = step.apply_scale(plain, [goal]);
                                for state in [remembered.state, plain] {
                                    let finite = state.position[0].is_finite()
                                        && state.velocity[0].is_finite();
                                    assert!(finite, "{scale} {velocity} {goal} {dt} {state:?}");
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn any_finite_scale_stays_finite() {
        stays_finite::<f32>();
        stays_finite::<f64>();
    }
}
