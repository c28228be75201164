//! Limits: greatest speed and acceleration, bounds with bounce, no overshoot, teleport, and settled or not.

use crate::coefficients::SpringStep;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// Limits the speed of a step to `max_speed`: the spring moves the state, then the displacement is clamped.
///
/// Both the velocity and the distance covered in the step are cut to the limit, direction kept. Below the limit the step
/// is exact; while it is cut the motion depends on the frame rate to first order.
/// A limit that is 0, negative or NaN lets nothing move, an infinite one cuts nothing. A step of no time changes nothing.
#[doc(alias("maxSpeed", "move_toward", "MoveTowards"))]
pub fn limit_speed<V: Vector>(
    state: State<V>,
    goal: V,
    step: &SpringStep<V::Scalar>,
    max_speed: V::Scalar,
) -> State<V> {
    let dt = step.dt();
    if dt == V::Scalar::ZERO {
        return state;
    }
    let free = step.apply(state, goal);
    let max_speed = max_speed.max(V::Scalar::ZERO);
    let way = free.position.minus(state.position);
    let most = max_speed * dt;
    State::new(
        if way.length() > most { state.position.plus(cut(way, most)) } else { free.position },
        cut(free.velocity, max_speed),
    )
}

/// Limits the velocity change of a step to `max_acceleration·dt`, with its direction kept.
///
/// Below the limit the step is exact; while it is cut, the velocity moves by the limit and the position by its mean.
/// A limit that is 0, negative or NaN leaves the velocity as it is, an infinite one cuts nothing. A step of no time changes
/// nothing.
pub fn limit_acceleration<V: Vector>(
    state: State<V>,
    goal: V,
    step: &SpringStep<V::Scalar>,
    max_acceleration: V::Scalar,
) -> State<V> {
    let dt = step.dt();
    if dt == V::Scalar::ZERO {
        return state;
    }
    let free = step.apply(state, goal);
    let change = free.velocity.minus(state.velocity);
    let most = max_acceleration.max(V::Scalar::ZERO) * dt;
    if !(change.length() > most) {
        return free;
    }
    let change = cut(change, most);
    let mean = state.velocity.plus(change.times(V::Scalar::HALF));
    State::new(state.position.plus(mean.times(dt)), state.velocity.plus(change))
}

/// Returns a vector clamped to a length, with its direction kept.
pub(super) fn cut<V: Vector>(vector: V, most: V::Scalar) -> V {
    if vector.length() > most { with_length(vector, most) } else { vector }
}

/// The vector of a length in the direction of another.
pub(super) fn with_length<V: Vector>(vector: V, wanted: V::Scalar) -> V {
    let length = vector.length();
    if length < V::Scalar::INFINITY {
        return vector.times(wanted / length);
    }
    // Finite components may make a length that is none.
    let small = vector.times(V::Scalar::ONE / V::Scalar::HUGE);
    small.times(wanted / small.length())
}

/// Keeps a state within `low ..= high`: at a bound it is clamped and bounces with `restitution` (0 … 1).
///
/// Only a velocity that leads out is turned; 0 stops at the wall, 1 loses nothing. NaN stays NaN.
///
/// ```
/// use sprung::{State, motion::bounce_within};
///
/// let hit = bounce_within(State::new(12.0, 4.0), 0.0, 10.0, 0.5);
/// assert_eq!(hit, State::new(10.0, -2.0));
/// ```
pub fn bounce_within<R: Real>(state: State<R>, low: R, high: R, restitution: R) -> State<R> {
    let State { position, velocity } = state;
    if position < low {
        State::new(low, if velocity < R::ZERO { -velocity * restitution } else { velocity })
    } else if position > high {
        State::new(high, if velocity > R::ZERO { -velocity * restitution } else { velocity })
    } else {
        state
    }
}

/// Stops a step at its goal instead of passing it.
///
/// Passing is judged by the offset before and after the step, not by its sign alone: the clamp works from rest, from
/// beyond and on either side, and lets a motion go that starts on the goal and leads away from it in velocity only until it
/// would come back across. Each component of an array is judged by itself if it is clamped by itself.
///
/// ```
/// use sprung::{Spring, State, motion::clamp_overshoot};
///
/// let step = Spring::new(20.0, 0.1)?.step(0.1);
/// let mut state = State::at_rest(0.0f64);
/// for _ in 0..20 {
///     state = clamp_overshoot(state, 1.0, &step);
///     assert!(state.position <= 1.0);
/// }
/// assert_eq!(state, State::at_rest(1.0));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "overshootClamping")]
pub fn clamp_overshoot<R: Real>(state: State<R>, goal: R, step: &SpringStep<R>) -> State<R> {
    let next = step.apply(state, goal);
    let (before, after) = (state.position - goal, next.position - goal);
    let passed = (before > R::ZERO && after <= R::ZERO) || (before < R::ZERO && after >= R::ZERO);
    let at_goal = before == R::ZERO && state.velocity == R::ZERO;
    if passed || at_goal { State::at_rest(goal) } else { next }
}

/// Returns the state moved by a vector at once: the motion goes on as if the world had moved.
///
/// For a portal, a floating origin, a camera cut that keeps its swing. Velocity stays.
pub fn teleport<V: Vector>(state: State<V>, by: V) -> State<V> {
    State::new(state.position.plus(by), state.velocity)
}

/// Returns true if a motion has settled: offset and velocity, as one length, below a fraction of its distance.
///
/// `|e|² + |v/ω|² ≤ (tolerance·distance)²`: relative, so that pixels and kilometers settle alike, and not fooled by a moment
/// of passing the goal. For a distance of 0 it has settled when it rests on the goal exactly.
/// The left side is the spring's energy over `ω²/2`, which never grows: what has settled stays within `tolerance·|distance|`.
///
/// ```
/// use sprung::{Spring, State, motion::is_settled};
///
/// let spring = Spring::new(10.0, 0.2)?;
/// assert!(!is_settled(State::new(1000.0f64, -400.0), 1000.0, &spring, 1000.0, 1e-3));
/// assert!(is_settled(State::new(999.5, 1.0), 1000.0, &spring, 1000.0, 1e-3));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("sleep", "at rest"))]
#[must_use]
pub fn is_settled<V: Vector>(
    state: State<V>,
    goal: V,
    spring: &crate::Spring<V::Scalar>,
    distance: V::Scalar,
    tolerance: V::Scalar,
) -> bool {
    let offset = state.position.minus(goal);
    let speed = state.velocity.length();
    let swing = if speed == V::Scalar::ZERO { speed } else { speed / spring.angular_frequency() };
    [offset.length(), swing].length() <= (tolerance * distance).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spring;

    #[test]
    fn speed_and_acceleration_stay_within_their_limits() {
        let (dt, goal) = (1.0 / 60.0, [30.0f64, -40.0]);
        let step = Spring::critical(25.0).unwrap().step(dt);
        let (mut slow, mut soft) = (State::at_rest([0.0; 2]), State::at_rest([0.0; 2]));
        for _ in 0..1200 {
            let next = limit_speed(slow, goal, &step, 12.0);
            assert!(next.position.minus(slow.position).length() <= 12.0 * dt + 1e-12);
            slow = next;
            let next = limit_acceleration(soft, goal, &step, 50.0);
            assert!(next.velocity.minus(soft.velocity).length() <= 50.0 * dt + 1e-12);
            soft = next;
        }
        assert!(slow.position.minus(goal).length() < 1e-6);
    }

    #[test]
    fn a_vector_gets_a_length_whether_it_is_small_or_too_large_to_be_squared() {
        for size in [1e-30f32, 1e-18, 1.0, 1e6, 1e30] {
            let [x, y] = with_length([3.0 * size, -4.0 * size], 5.0);
            assert!((x - 3.0).abs() < 1e-5 && (y + 4.0).abs() < 1e-5, "{size}: {x} {y}");
        }
    }

    #[test]
    fn limits_hold_for_motions_too_large_to_be_squared() {
        let step = Spring::critical(25.0f32).unwrap().step(1.0 / 60.0);
        for size in [1e20, 1e30, 1e37] {
            let state = State::new([0.0, -size], [size, 0.0]);
            let slow = limit_speed(state, [0.0, 0.0], &step, 12.0);
            let speed: f32 = slow.velocity.length();
            assert!((speed - 12.0).abs() < 1e-5, "{slow:?}");
            let soft = limit_acceleration(state, [0.0, 0.0], &step, size);
            let change: f32 = soft.velocity.minus(state.velocity).length();
            assert!((change * 60.0 / size - 1.0).abs() < 1e-5, "{soft:?}");
        }
        let far = State::new([0.0, -1e30], [1e30f32, 0.0]);
        let spring = Spring::critical(25.0).unwrap();
        assert!(!is_settled(far, [0.0, 0.0], &spring, 1e25, 1.0));
        assert!(is_settled(far, [0.0, 0.0], &spring, 1e31, 1.0));
    }

    #[test]
    fn a_limit_of_none_lets_nothing_move_and_no_time_changes_nothing() {
        let spring = Spring::critical(25.0f64).unwrap();
        let (state, goal) = (State::new(1.0, 2.0), 9.0);
        for limit in [0.0, -0.0, -1.0, f64::NAN] {
            let stopped = limit_speed(state, goal, &spring.step(0.1), limit);
            assert_eq!(stopped, State::at_rest(1.0), "{limit}");
            let coasting = limit_acceleration(state, goal, &spring.step(0.1), limit);
            assert_eq!(coasting, State::new(1.2, 2.0), "{limit}");
        }
        for limit in [0.0, 0.5, f64::INFINITY, f64::NAN] {
            for dt in [0.0, -0.0, -1.0, f64::NAN] {
                assert_eq!(limit_speed(state, goal, &spring.step(dt), limit), state);
                assert_eq!(limit_acceleration(state, goal, &spring.step(dt), limit), state);
            }
        }
        assert_eq!(
            limit_speed(state, goal, &spring.step(0.1), f64::INFINITY),
            spring.step(0.1).apply(state, goal)
        );
    }

    #[test]
    fn a_spring_between_walls_loses_energy_and_stays_inside() {
        let step = Spring::new(8.0, 0.05).unwrap().step(1.0 / 240.0);
        let mut state = State::new(0.5f64, 30.0);
        for _ in 0..2400 {
            state = bounce_within(step.apply(state, 0.9), 0.0, 1.0, 0.6);
            assert!((0.0..=1.0).contains(&state.position));
        }
        assert!(state.velocity.abs() < 1.0);
    }

    #[test]
    fn the_overshoot_clamp_works_from_both_sides_and_every_damping() {
        for (start, ratio) in [(0.0f64, 0.1), (2.0, 0.1), (0.0, 1.0), (2.0, 0.7)] {
            let step = Spring::new(30.0, ratio).unwrap().step(0.05);
            let mut state = State::new(start, (1.0 - start) * 200.0);
            for _ in 0..100 {
                state = clamp_overshoot(state, 1.0, &step);
                assert!((state.position - 1.0) * (start - 1.0) >= 0.0);
            }
            assert!((state.position - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_settled_motion_never_leaves_its_band_again() {
        let spring = Spring::new(6.0, 0.3).unwrap();
        let mut state = State::at_rest(0.0f64);
        let mut settled = false;
        for _ in 0..4000 {
            state = spring.step(1e-3).apply(state, 50.0);
            settled |= is_settled(state, 50.0, &spring, 50.0, 1e-2);
            assert!(!settled || (state.position - 50.0).abs() <= 50.0 * 1e-2 * (1.0 + 1e-9));
        }
        assert!(settled);
    }
}
