//! Springs for angles: the shortest path, without a jump where the angle wraps.

use crate::coefficients::SpringStep;
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;

/// Moves an angle in radians towards its goal on the shortest path by a damped spring over `dt` seconds.
///
/// See [`SpringStep::apply_angle`], which shares coefficients among angles. `dt` as in
/// [`spring`](crate::motion::spring).
/// Source: R. Juckett, *Damped Springs* (camera yaw).
///
/// ```
/// use sprung::{Spring, State, motion::angle_spring};
///
/// let degrees = |angle: f64| angle.to_radians();
/// let spring = Spring::critical(9.0)?;
/// let yaw = angle_spring(State::at_rest(degrees(350.0)), degrees(10.0), &spring, 0.1);
/// assert!(yaw.position > degrees(350.0) && yaw.position < degrees(370.0));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("SmoothDampAngle", "lerp_angle", "LerpAngle"))]
#[inline]
#[doc(alias("CriticalSpringDamperAngle", "CriticalDecayAngle"))]
pub fn angle_spring<R: Real>(state: State<R>, goal: R, spring: &Spring<R>, dt: R) -> State<R> {
    spring.step(dt).apply_angle(state, goal)
}

impl<R: Real> SpringStep<R> {
    /// Returns an angle in radians one step later, moved towards a held goal on the shortest path.
    ///
    /// The result is not wrapped: it is continuous and may leave −π … π; [`wrap_angle`] brings it back. For an angle
    /// that must count turns beyond half a turn use [`apply`](Self::apply), which never wraps.
    ///
    /// ```
    /// use sprung::{Spring, State};
    ///
    /// let step = Spring::critical(9.0)?.step(0.1);
    /// assert!(step.apply_angle(State::at_rest(3.0f64), -3.0).position > 3.0);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    #[inline]
    pub fn apply_angle(&self, state: State<R>, goal: R) -> State<R> {
        self.apply(state, state.position + wrap_angle(goal - state.position))
    }
}

/// The same angle between −π and π, as rounded to the number type; never beyond.
///
/// Accuracy: one rounding of the angle that is given; NaN and infinity give NaN.
#[doc(alias("DeltaAngle", "fmod", "NormalizeAngle"))]
#[inline]
pub fn wrap_angle<R: Real>(angle: R) -> R {
    let turn = R::TWO * R::PI;
    let wrapped = angle - ((angle + R::PI) / turn).floor() * turn;
    // The rounding of the quotient may be off by a turn at the seam.
    if wrapped.abs() > R::PI { R::PI.copysign(wrapped) } else { wrapped }
}

/// The same angle as `angle`, less than half a turn from `near`: counts full turns on from where it was.
///
/// Unwrap each new goal near the one before, and the goal no longer jumps where it wraps: a plain spring, or
/// [`Spring::follow_step`](crate::Spring::follow_step) while the goal moves, then keeps its path at any number of turns.
///
/// ```
/// use sprung::{Spring, State, motion::unwrap_angle};
///
/// // A wheel that turns at 1 rad/s, told as an angle between 0 and a turn.
/// let spring = Spring::critical(20.0)?;
/// let (mut wheel, mut goal) = (State::new(0.0f64, 1.0), 0.0);
/// for frame in 1..=600 {
///     let told = (f64::from(frame) / 30.0) % core::f64::consts::TAU;
///     let next = unwrap_angle(told, goal);
///     wheel = spring.track_step(1.0 / 30.0).apply(wheel, goal, next);
///     goal = next;
/// }
/// assert!((wheel.position - 20.0).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("unwind", "DeltaAngle"))]
#[inline]
pub fn unwrap_angle<R: Real>(angle: R, near: R) -> R {
    near + wrap_angle(angle - near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::PI;

    #[test]
    fn angles_wrap_to_half_a_turn_either_way() {
        for (angle, wrapped) in [
            (0.0, 0.0),
            (3.0 * PI, -PI),
            (-PI, -PI),
            (1.5 * PI, -0.5 * PI),
            (-7.0, -7.0 + 2.0 * PI),
        ] {
            assert!((wrap_angle(angle) - wrapped).abs() < 1e-14, "{angle}");
        }
    }

    fn never_wraps_beyond_half_a_turn<R: Real>() {
        for turns in -40..=40 {
            let seam = R::PI * R::from_f64(f64::from(turns));
            for ulps in -40..=40 {
                let angle = seam + seam * R::EPSILON * R::from_f64(f64::from(ulps));
                let wrapped = wrap_angle(angle);
                assert!(wrapped.abs() <= R::PI, "{angle:?}: {wrapped:?}");
                let [a, b] = [angle, wrapped].map(|x| x.to_f64().sin());
                assert!((a - b).abs() <= 200.0 * R::EPSILON.to_f64(), "{angle:?}: {wrapped:?}");
            }
        }
        for angle in [R::MAX, -R::MAX, R::MIN_POSITIVE * R::EPSILON] {
            assert!(wrap_angle(angle).abs() <= R::PI);
        }
        for angle in [R::INFINITY, R::from_f64(f64::NAN)] {
            assert!(wrap_angle(angle).is_nan());
        }
    }

    #[test]
    fn no_angle_wraps_beyond_half_a_turn() {
        never_wraps_beyond_half_a_turn::<f32>();
        never_wraps_beyond_half_a_turn::<f64>();
        assert_eq!(wrap_angle(PI.next_down()), -PI);
    }

    #[test]
    fn the_way_is_never_longer_than_half_a_turn() {
        let step = crate::Spring::critical(5.0).unwrap().step(1e9);
        for goal in [-50.0, -3.2, 0.0, 3.1, 3.2, 100.0] {
            let end = step.apply_angle(State::at_rest(1.0), goal).position;
            assert!((end - 1.0).abs() <= PI + 1e-12);
            assert!(
                ((end - goal) / (2.0 * PI) - ((end - goal) / (2.0 * PI)).round()).abs() < 1e-12
            );
        }
    }
}
