//! The free response: the motion of a spring released at some offset and velocity towards a held goal.

use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// The motion of a spring after it is released, while its goal is held.
///
/// `offset` is position minus goal at the time 0, in the user's unit; `velocity` in that unit per second.
///
/// ```
/// use sprung::{Spring, State, analysis::FreeResponse};
///
/// let spring = Spring::from_frequency(2.0, 0.5)?;
/// let motion = FreeResponse::new(spring, 1.0f64, -3.0);
/// assert_eq!(motion, spring.free_response(State::new(5.0, -3.0), 4.0));
/// assert!(motion.at(motion.settling_time(0.01)).position.abs() <= 0.01);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, bound = "R: crate::Real"))]
pub struct FreeResponse<R> {
    /// The spring that drives the motion.
    pub spring: Spring<R>,
    /// Position minus goal when it is released.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub offset: R,
    /// Velocity when it is released.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub velocity: R,
}

impl<R: Real> Spring<R> {
    /// The motion from this state towards a goal that is held.
    pub fn free_response(&self, state: State<R>, goal: R) -> FreeResponse<R> {
        FreeResponse::new(*self, state.position - goal, state.velocity)
    }

    /// The motion of a vector along a direction of length 1, towards a goal that is held.
    ///
    /// The offset is `(position − goal)·direction`, the velocity `velocity·direction`: components do not reach each other,
    /// so along any direction a vector moves as a number does. A direction of another length scales both.
    ///
    /// ```
    /// use sprung::{Spring, State};
    ///
    /// let spring = Spring::from_frequency(2.0, 0.5)?;
    /// let (state, goal) = (State::new([3.0f64, 4.0], [0.0, -2.0]), [0.0, 0.0]);
    /// let towards = [0.6, 0.8];
    /// let motion = spring.free_motion_along(state, goal, towards);
    /// assert!((motion.offset - 5.0).abs() < 1e-15 && (motion.velocity + 1.6).abs() < 1e-15);
    /// // The farthest point beyond the goal, along the direction of the vector's motion.
    /// let past = motion.overshoot().map(|extreme| extreme.value);
    /// assert!(past.is_some_and(|past| past < 0.0));
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn free_motion_along<V: Vector<Scalar = R>>(
        &self,
        state: State<V>,
        goal: V,
        direction: V,
    ) -> FreeResponse<R> {
        let offset = state.position.minus(goal).dot(direction);
        FreeResponse::new(*self, offset, state.velocity.dot(direction))
    }

    /// Released at rest, one unit away from the goal.
    pub(super) fn unit_step(&self) -> FreeResponse<R> {
        FreeResponse::new(*self, R::ONE, R::ZERO)
    }
}

impl<R: Real> FreeResponse<R> {
    /// A spring released at this offset from its goal, with this velocity.
    pub const fn new(spring: Spring<R>, offset: R, velocity: R) -> Self {
        FreeResponse { spring, offset, velocity }
    }

    /// Offset from the goal (as position) and velocity, `time` seconds after the release.
    ///
    /// Accuracy and limits are those of [`SpringStep`](crate::SpringStep).
    pub fn at(&self, time: R) -> State<R> {
        self.spring.step(time).apply(State::new(self.offset, self.velocity), R::ZERO)
    }

    /// Returns `true` if the motion is at rest on the goal.
    pub(super) fn is_at_rest(&self) -> bool {
        self.offset == R::ZERO && self.velocity == R::ZERO
    }

    pub(super) fn is_nan(&self) -> bool {
        self.offset.is_nan() || self.velocity.is_nan()
    }
}
