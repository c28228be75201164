//! The first-order damper for rotations.

use crate::coefficients::DamperStep;
use crate::params::Damper;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::vector::Vector;

/// Turns a rotation towards its goal by a damper, on the shortest path: the remaining angle decays as `e^(−λ·dt)`.
///
/// A `dt` of 0 changes nothing bit for bit, an infinite one ends on the goal. Two half steps equal one step to rounding;
/// exact at every frame rate, where a fixed spherical blend is not. [`DamperStep::apply_rotation`] shares coefficients.
///
/// ```
/// use sprung::{Damper, Rotation, motion::rotation_damper};
///
/// let damper = Damper::from_halflife(0.1)?;
/// let goal = Rotation::from_rotation_vector([2.0f64, 0.0, 0.0]);
/// let turned = rotation_damper(Rotation::IDENTITY, goal, &damper, 0.2);
/// assert!((turned.to_rotation_vector()[0] - 1.5).abs() < 1e-15);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("slerp", "QInterpTo", "RInterpTo", "quaternion"))]
#[doc(alias = "ExponentialSmoothingApproxQuat")]
pub fn rotation_damper<R: Real>(
    rotation: Rotation<R>,
    goal: Rotation<R>,
    damper: &Damper<R>,
    dt: R,
) -> Rotation<R> {
    damper.step(dt).apply_rotation(rotation, goal)
}

impl<R: Real> DamperStep<R> {
    /// Returns a rotation one step later, moved towards a held goal on the shortest path.
    ///
    /// See [`rotation_damper`].
    pub fn apply_rotation(&self, rotation: Rotation<R>, goal: Rotation<R>) -> Rotation<R> {
        let offset = rotation.relative_to(&goal).to_rotation_vector();
        let left = offset.times(self.remaining());
        if left == offset {
            return rotation;
        }
        if left == [R::ZERO; 3] {
            return goal;
        }
        goal.then(&Rotation::from_rotation_vector(left)).normalized()
    }
}
