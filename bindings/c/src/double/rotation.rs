//! Rotations as unit quaternions, and springs on them.

use sprung::motion::RotationState;
use sprung::{Rotation, shared};

use super::state::SprungVector3F64;
use super::step::{SprungMovingGoalStepF64, SprungSpringStepF64};
use crate::failure::{Nothing, value};

/// A rotation: a unit quaternion `x*i + y*j + z*k + w`.
///
/// One whose length is not 1 is scaled to it; of length 0 it is no rotation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungRotationF64 {
    /// The first component of the vector part.
    pub x: f64,
    /// The second component of the vector part.
    pub y: f64,
    /// The third component of the vector part.
    pub z: f64,
    /// The scalar part.
    pub w: f64,
}

/// A rotation and its angular velocity in the world frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungRotationStateF64 {
    /// The rotation.
    pub rotation: SprungRotationF64,
    /// The angular velocity, rad/s.
    pub angular_velocity: SprungVector3F64,
}

impl SprungRotationF64 {
    pub(crate) fn rotation(self) -> Rotation<f64> {
        let SprungRotationF64 { x, y, z, w } = self;
        let off = x * x + y * y + z * z + w * w - 1.0;
        // What the library returned comes back bit for bit.
        if off.abs() <= 32.0 * f64::EPSILON {
            shared::unit_rotation([x, y, z, w])
        } else {
            Rotation::from_xyzw([x, y, z, w])
        }
    }
}

impl From<Rotation<f64>> for SprungRotationF64 {
    fn from(rotation: Rotation<f64>) -> Self {
        let [x, y, z, w] = rotation.xyzw();
        SprungRotationF64 { x, y, z, w }
    }
}

impl SprungRotationStateF64 {
    fn state(self) -> RotationState<f64> {
        RotationState::new(self.rotation.rotation(), self.angular_velocity.into())
    }
}

impl From<RotationState<f64>> for SprungRotationStateF64 {
    fn from(state: RotationState<f64>) -> Self {
        SprungRotationStateF64 {
            rotation: state.rotation.into(),
            angular_velocity: state.angular_velocity.into(),
        }
    }
}

impl Nothing for SprungRotationF64 {
    const NOTHING: Self = SprungRotationF64 { x: f64::NAN, y: f64::NAN, z: f64::NAN, w: f64::NAN };
}

impl Nothing for SprungRotationStateF64 {
    const NOTHING: Self = SprungRotationStateF64 {
        rotation: SprungRotationF64::NOTHING,
        angular_velocity: SprungVector3F64::NOTHING,
    };
}

/// No rotation.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_rotation_identity_f64() -> SprungRotationF64 {
    Rotation::IDENTITY.into()
}

/// The rotation about the direction of a vector by its length in radians.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_rotation_from_vector_f64(vector: SprungVector3F64) -> SprungRotationF64 {
    value(|| Ok(Rotation::from_rotation_vector(vector.into()).into()))
}

/// The shortest rotation vector: axis times angle (rad).
#[unsafe(no_mangle)]
pub extern "C" fn sprung_rotation_to_vector_f64(rotation: SprungRotationF64) -> SprungVector3F64 {
    value(|| Ok(rotation.rotation().to_rotation_vector().into()))
}

/// A rotation followed by another, both in the world frame.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_rotation_then_f64(
    rotation: SprungRotationF64,
    next: SprungRotationF64,
) -> SprungRotationF64 {
    value(|| Ok(rotation.rotation().then(&next.rotation()).into()))
}

/// The inverse rotation.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_rotation_inverse_f64(rotation: SprungRotationF64) -> SprungRotationF64 {
    value(|| Ok(rotation.rotation().inverse().into()))
}

/// A vector, rotated.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_rotation_rotate_f64(
    rotation: SprungRotationF64,
    vector: SprungVector3F64,
) -> SprungVector3F64 {
    value(|| Ok(rotation.rotation().rotate(vector.into()).into()))
}

/// The state of a rotation one step later, by the shorter way around.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_step_apply_rotation_f64(
    step: SprungSpringStepF64,
    state: SprungRotationStateF64,
    goal: SprungRotationF64,
) -> SprungRotationStateF64 {
    value(|| Ok(step.load()?.apply_rotation(state.state(), goal.rotation()).into()))
}

/// The state of a rotation one step later, while its goal turned steadily `from` one rotation `to` another.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_moving_goal_step_apply_rotation_f64(
    step: SprungMovingGoalStepF64,
    state: SprungRotationStateF64,
    from: SprungRotationF64,
    to: SprungRotationF64,
) -> SprungRotationStateF64 {
    value(|| {
        let (from, to) = (from.rotation(), to.rotation());
        Ok(step.load()?.apply_rotation(state.state(), from, to).into())
    })
}
