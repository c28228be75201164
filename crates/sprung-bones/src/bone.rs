//! Bones, chains of them, and the colliders that they do not enter.

use alloc::vec::Vec;

use sprung::{ParameterError, Rotation, SoftCoefficients, Spring};

use crate::error::{BonesError, Checked, check_vector};

/// Position and rotation of a node of the skeleton, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Pose {
    /// m.
    pub position: [f32; 3],
    /// The rotation from the node's frame to the world.
    pub rotation: Rotation<f32>,
}

impl Pose {
    /// At the origin, not rotated.
    pub const IDENTITY: Self = Pose { position: [0.0; 3], rotation: Rotation::IDENTITY };

    pub(crate) fn check(&self, index: usize) -> Result<(), BonesError> {
        let node = Checked { element: "node", index };
        check_vector(node, "position", self.position)?;
        node.all("rotation", &self.rotation.xyzw(), f32::is_finite, "finite")
    }
}

/// A bone: a rod from its head to its tail, which swings about its rest direction on a spring.
///
/// ```text
/// tail″ = −ω² (tail − rest) − 2ζω tail′ + acceleration,     |tail − head| = length
/// ```
///
/// where `rest` is the place of the tail if the bone were at rest in its parent's frame. The tail's own motion is damped, as
/// by air, so that a bone lags behind a character that walks; [`BoneChain::center`] chooses a node in whose frame it is at
/// rest.
///
/// ```
/// use sprung::Spring;
/// use sprung_bones::Bone;
///
/// let bone = Bone::new([0.0, -0.1, 0.0]).with_spring(Spring::from_frequency(3.0, 0.4)?);
/// assert_eq!(bone.length(), 0.1);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Bone {
    /// The head in the parent's frame, m: in that of the chain's node for the first bone, of the bone before for others.
    pub head: [f32; 3],
    /// The rotation from the bone's frame to the parent's at rest.
    pub rest: Rotation<f32>,
    /// The tail in the bone's frame, m, at least 1e-6 long.
    pub tail: [f32; 3],
    /// The spring of the tail.
    pub spring: Spring<f32>,
    /// The acceleration of the tail in the world, m/s²: gravity, wind.
    pub acceleration: [f32; 3],
    /// The radius of the tail against colliders, m, at least 0.
    pub radius: f32,
}

/// The frame rate for which the parameters of VRM are meant, Hz.
const VRM_RATE: f64 = 60.0;

impl Bone {
    /// A bone with its head on its parent's origin: 2 Hz, critically damped, without gravity and radius.
    pub fn new(tail: [f32; 3]) -> Self {
        Bone {
            head: [0.0; 3],
            rest: Rotation::IDENTITY,
            tail,
            spring: Spring::clamped(2.0 * core::f32::consts::TAU, 1.0),
            acceleration: [0.0; 3],
            radius: 0.0,
        }
    }

    /// The same with its head elsewhere in the parent's frame.
    pub fn with_head(self, head: [f32; 3]) -> Self {
        Bone { head, ..self }
    }

    /// The same, rotated at rest.
    pub fn with_rest(self, rest: Rotation<f32>) -> Self {
        Bone { rest, ..self }
    }

    /// The same on a spring.
    pub fn with_spring(self, spring: Spring<f32>) -> Self {
        Bone { spring, ..self }
    }

    /// The same under an acceleration in m/s².
    pub fn with_acceleration(self, acceleration: [f32; 3]) -> Self {
        Bone { acceleration, ..self }
    }

    /// The same with a radius in m.
    pub fn with_radius(self, radius: f32) -> Self {
        Bone { radius, ..self }
    }

    /// The same with the parameters of a joint of VRM 1.0 (`VRMC_springBone`) or of Godot's `SpringBoneSimulator3D`: stiffness
    /// and the strength of gravity are ways per second that a frame adds, drag is the part of the motion that it takes away.
    ///
    /// Such a bone is another one at every frame rate. This is what it is at 60 frames a second: for small angles the spring
    /// has exactly the two eigenvalues of the published step, and rests and falls as that does.
    ///
    /// # Errors
    /// A stiffness that is negative, infinite or NaN; a drag that is not in 0 to 1, 1 excluded; a bone without length.
    #[doc(alias(
        "VRMC_springBone",
        "stiffness",
        "dragForce",
        "gravityPower",
        "SpringBoneSimulator3D"
    ))]
    pub fn with_vrm(
        self,
        stiffness: f32,
        drag: f32,
        gravity: f32,
        direction: [f32; 3],
    ) -> Result<Self, ParameterError> {
        let (stiffness, drag) = (f64::from(stiffness), f64::from(drag));
        let refused = |name, value, rule| Err(ParameterError::new(name, value, rule));
        if !(stiffness >= 0.0 && stiffness.is_finite()) {
            return refused("stiffness", stiffness, "finite and >= 0");
        }
        if !(0.0..1.0).contains(&drag) {
            return refused("drag", drag, ">= 0 and < 1");
        }
        let length = f64::from(self.length());
        if !(length > 0.0) {
            return refused("length", length, "> 0");
        }
        // A tail that is pulled along its rest by the k-th part of its length and put back on its distance moves by
        // (1 + k) x₂ = (2 − drag) x₁ − (1 − drag) x₀.
        let k = stiffness / VRM_RATE / length;
        let step = SoftCoefficients { c_s: k / (1.0 + k), c_d: (k + drag) / (1.0 + k) };
        let spring = step.to_spring(1.0 / VRM_RATE)?;
        let pull = if stiffness > 0.0 {
            spring.stiffness() * length / stiffness
        } else if drag > 0.0 {
            spring.damping() / drag
        } else {
            VRM_RATE
        };
        let spring =
            Spring::from_stiffness_and_damping(spring.stiffness() as f32, spring.damping() as f32)?;
        let acceleration = direction.map(|part| part * (f64::from(gravity) * pull) as f32);
        Ok(Bone { spring, acceleration, ..self })
    }

    /// Returns the distance from head to tail, m.
    pub fn length(&self) -> f32 {
        let [x, y, z] = self.tail.map(f64::from);
        sprung::Real::sqrt(x * x + y * y + z * z) as f32
    }

    pub(crate) fn check(&self, index: usize) -> Result<(), BonesError> {
        let bone = Checked { element: "bone", index };
        check_vector(bone, "head", self.head)?;
        check_vector(bone, "tail", self.tail)?;
        check_vector(bone, "acceleration", self.acceleration)?;
        bone.all("rest", &self.rest.xyzw(), f32::is_finite, "finite")?;
        let is_length = |length: f32| (1e-6..=1e6).contains(&length);
        bone.all("length", &[self.length()], is_length, "in 1e-6 to 1e6 m")?;
        let is_radius = |radius: f32| (0.0..=1e6).contains(&radius);
        bone.all("radius", &[self.radius], is_radius, "in 0 to 1e6 m")
    }
}

/// Bones one after another, the first of which hangs on a node of the skeleton.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct BoneChain {
    /// The node, by its index, that the first bone hangs on.
    pub node: usize,
    /// From the node outward.
    pub bones: Vec<Bone>,
    /// The colliders, by their indices, that its tails do not enter. Where they overlap, the last one counts.
    pub colliders: Vec<usize>,
    /// The node, by its index, in whose frame the bones are damped; the world if there is none. Moving and turning the node
    /// moves the bones along.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "serde::Deserialize::deserialize"))]
    pub center: Option<usize>,
}

impl BoneChain {
    /// A chain without colliders.
    pub fn new(node: usize, bones: Vec<Bone>) -> Self {
        BoneChain { node, bones, colliders: Vec::new(), center: None }
    }

    /// The same with colliders.
    pub fn with_colliders(self, colliders: Vec<usize>) -> Self {
        BoneChain { colliders, ..self }
    }

    /// The same, damped in the frame of a node.
    pub fn with_center(self, center: usize) -> Self {
        BoneChain { center: Some(center), ..self }
    }
}

/// A capsule on a node of the skeleton: all points within a radius of the line from one point to another. A sphere if the
/// points are one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct BoneCollider {
    /// The node, by its index, that it moves with.
    pub node: usize,
    /// The ends of the line in the node's frame, m.
    pub ends: [[f32; 3]; 2],
    /// m, at least 0.
    pub radius: f32,
}

impl BoneCollider {
    /// A sphere about a point of a node's frame.
    pub fn sphere(node: usize, center: [f32; 3], radius: f32) -> Self {
        BoneCollider { node, ends: [center; 2], radius }
    }

    /// A capsule between two points of a node's frame.
    pub fn capsule(node: usize, ends: [[f32; 3]; 2], radius: f32) -> Self {
        BoneCollider { node, ends, radius }
    }

    pub(crate) fn check(&self, index: usize) -> Result<(), BonesError> {
        let collider = Checked { element: "collider", index };
        check_vector(collider, "ends", self.ends[0])?;
        check_vector(collider, "ends", self.ends[1])?;
        let is_radius = |radius: f32| (0.0..=1e6).contains(&radius);
        collider.all("radius", &[self.radius], is_radius, "in 0 to 1e6 m")
    }
}
