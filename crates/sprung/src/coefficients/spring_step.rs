//! The exact step of a damped spring: four numbers that advance any state by one time step.

use crate::math::transition::Transition;
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// The exact motion of a spring over one time step, ready to be applied to any number of states.
///
/// The offset `e = x − g` from a held goal and the velocity advance by a matrix,
/// `(e, v) ← Φ(dt)·(e, v)`, for every damping ratio by one formula. Compute it once for all springs that share
/// parameters and time step (Juckett).
///
/// Accuracy: each matrix entry within 1e-14 (`f64`) and 6e-7 (`f32`) of its natural scale (position 1,
/// velocity `ω`, position per velocity `dt`) for `ζ` in 0 … 1e4 and `ω·dt` in 1e-6 … 30. A step of 0 is the identity
/// bit for bit; two half steps equal one step to the same bounds.
///
/// Source: R. Juckett, *Damped Springs* (caching); the single formula is derived in the project's DESIGN.
///
/// ```
/// use sprung::{Spring, State};
///
/// let step = Spring::from_halflife(0.1, 1.0)?.step(1.0 / 60.0);
/// let mut eyes = [State::at_rest(0.0f32), State::at_rest(4.0)];
/// for eye in &mut eyes {
///     *eye = step.apply(*eye, 1.0);
/// }
/// assert!(eyes[0].position > 0.0 && eyes[1].position < 4.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "tDampedSpringMotionParams")]
pub struct SpringStep<R> {
    // A short step is kept as its difference from identity and applied around the state, so that no digit of a
    // small motion is lost and dt = 0 changes nothing; a long one as itself, around the goal that it reaches.
    pub(crate) short: bool,
    pub(super) seconds: R,
    pub(super) position_from_offset: R,
    pub(super) position_from_velocity: R,
    pub(super) velocity_from_offset: R,
    pub(super) velocity_from_velocity: R,
}

impl<R: Real> Spring<R> {
    /// The exact step over `dt` seconds towards a goal that is held.
    ///
    /// A `dt` that is 0, negative or NaN changes nothing; an infinite one ends at rest on the goal (without damping, where
    /// no limit exists, it changes nothing).
    #[doc(alias = "CalcDampedSpringMotionParams")]
    #[inline]
    pub fn step(&self, dt: R) -> SpringStep<R> {
        SpringStep::of(&self.transition(dt))
    }

    #[inline]
    pub(crate) fn transition(&self, dt: R) -> Transition<R> {
        Transition::new(self.angular_frequency(), self.damping_ratio(), self.decay_rate(), dt)
    }
}

impl<R: Real> SpringStep<R> {
    #[inline(always)]
    pub(super) fn of(transition: &Transition<R>) -> Self {
        SpringStep {
            short: transition.short,
            seconds: transition.seconds,
            position_from_offset: transition.position,
            position_from_velocity: transition.position_from_velocity,
            velocity_from_offset: transition.velocity_from_position,
            velocity_from_velocity: transition.velocity,
        }
    }

    /// Returns whether this step changes nothing, as for a `dt` of 0: the identity.
    pub(crate) fn changes_nothing(&self) -> bool {
        self.short && self.entries() == [R::ZERO; 4]
    }

    /// Returns whether a velocity exceeds `limit·ω`; `square` is its square, `ω` the spring's angular frequency.
    pub(crate) fn is_exceeded_by(&self, square: R, limit: R) -> bool {
        // The step's two mixed coefficients differ by the factor −ω² alone.
        square * self.position_from_velocity.abs()
            > self.velocity_from_offset.abs() * (limit * limit)
    }

    /// The state one step later, the goal being held.
    ///
    /// A motion never quite ends: towards 0 it goes on in subnormal numbers, and elsewhere it stalls where a step is less
    /// than half of the last digit of the position, with a small velocity left. To arrive and stop, settle the result by
    /// [`rest_threshold`](Self::rest_threshold).
    #[inline]
    #[doc(alias = "UpdateDampedSpringMotion")]
    pub fn apply<V: Vector<Scalar = R>>(&self, state: State<V>, goal: V) -> State<V> {
        self.advance(state, state.position.minus(goal), goal)
    }

    /// The state one step later by the offset from the goal at the start; `goal` is where a long step ends.
    #[inline]
    pub(crate) fn advance<V: Vector<Scalar = R>>(
        &self,
        state: State<V>,
        offset: V,
        goal: V,
    ) -> State<V> {
        let from_offset = offset.times(self.position_from_offset);
        let position = from_offset.plus(state.velocity.times(self.position_from_velocity));
        let from_velocity = state.velocity.times(self.velocity_from_velocity);
        let velocity = from_velocity.plus(offset.times(self.velocity_from_offset));
        if self.short {
            State::new(state.position.plus(position), state.velocity.plus(velocity))
        } else {
            State::new(goal.plus(position), velocity)
        }
    }

    /// The time of the step in seconds: 0 for one that changes nothing, finite for an infinite one, too.
    #[inline]
    pub const fn dt(&self) -> R {
        self.seconds
    }

    /// Returns whether every state ends at rest on the goal.
    #[inline]
    pub(crate) fn ends_at_rest(&self) -> bool {
        !self.short && self.entries() == [R::ZERO; 4]
    }

    fn entries(&self) -> [R; 4] {
        let (position, velocity) = (self.position_from_offset, self.velocity_from_offset);
        [position, self.position_from_velocity, velocity, self.velocity_from_velocity]
    }

    /// The matrix `[[xx, xv], [vx, vv]]` that multiplies the column `(offset, velocity)`.
    #[doc(alias("m_posPosCoef", "m_posVelCoef", "m_velPosCoef", "m_velVelCoef"))]
    pub fn matrix(&self) -> [[R; 2]; 2] {
        let identity = if self.short { R::ONE } else { R::ZERO };
        [
            [identity + self.position_from_offset, self.position_from_velocity],
            [self.velocity_from_offset, identity + self.velocity_from_velocity],
        ]
    }
}
