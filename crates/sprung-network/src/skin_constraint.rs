//! Skin constraints: cloth on a character.

use crate::error::{Checked, Element, NetworkError};

/// Keeps a particle near a point of an animated mesh (a skinned mesh of a character), and in front of it.
///
/// The particle stays within `max_distance` of its target, and out of the backstop, a ball behind it:
///
/// ```text
/// |x − t| <= max_distance        |x − (t − n (distance + radius))| >= radius
/// ```
///
/// with the position `t` and the unit normal `n` of the target, which [`Solver::set_skin_targets`](crate::Solver::set_skin_targets)
/// sets in each frame. They move through the sub-steps of a step: the position on a straight line, the normal along the
/// chord. Both hold at the end of each sub-step, after edges, tethers and volumes, before contacts and colliders. What is out
/// of them at the start of a step is put within, without velocity. A particle of `max_distance` 0 follows exactly; a fixed one does too, and holds its edges better.
///
/// Until targets are set, the target is where the particle is at the start, without a normal; a target without a normal has
/// no backstop. The names are those of PhysX and of Unreal's cloth, in meters.
///
/// ```
/// use sprung_network::{Settings, SkinConstraint, SkinTarget, Solver, shapes::Cloth};
/// // A cape whose upper edge is at the shoulders; further down it may move away from the back by more.
/// let cape = Cloth::new(9, 9, 0.1, 0.3);
/// let mut net = cape.build()?;
/// net.fix((0..9).map(|column| cape.at(column, 0)));
/// net.skin_constraints = (0..81)
///     .map(|p| SkinConstraint::new(p, 0.03 * (p / 9) as f32).with_backstop(0.01, 10.0))
///     .collect();
/// let mut solver = Solver::new(&net, Settings::default())?;
/// let mut skin: Vec<SkinTarget> =
///     net.particles.iter().map(|p| SkinTarget { position: p.position, normal: [0.0, 1.0, 0.0] }).collect();
/// for _frame in 0..60 {
///     skin.iter_mut().for_each(|target| target.position[0] += 0.02);
///     solver.set_skin_targets(&skin)?;
///     solver.step(1.0 / 60.0);
/// }
/// let hem = solver.position(cape.at(4, 8));
/// assert!((hem[0] - skin[cape.at(4, 8)].position[0]).abs() < 0.24, "it follows");
/// assert!(hem[1] > -0.02, "it lies on the back");
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "motion constraint")]
#[doc(alias = "separation constraint")]
#[doc(alias = "max distance")]
#[doc(alias = "cloth paint")]
#[doc(alias = "skinned cloth")]
pub struct SkinConstraint {
    /// The index of the particle; no two constraints have the same.
    pub particle: usize,
    /// The greatest distance from the target, m, >= 0; infinite for a backstop alone.
    pub max_distance: f32,
    /// The ball behind the target.
    pub backstop: Option<Backstop>,
}

/// The ball behind the target of a [`SkinConstraint`], which keeps cloth out of the body.
///
/// A large radius makes it nearly a plane; that of the limb lets cloth slide round it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backstop {
    /// From the target back to the surface of the ball, m, within 0 and 1e15.
    pub distance: f32,
    /// The radius of the ball, m, > 0 and at most 1e15.
    pub radius: f32,
}

/// Where the skin of a [`SkinConstraint`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkinTarget {
    /// The skinned position, m, each component within ±1e15.
    pub position: [f32; 3],
    /// The skinned normal, out of the body, of any length; 0 has no backstop. Each component within ±1e15.
    pub normal: [f32; 3],
}

impl SkinConstraint {
    /// A constraint without a backstop.
    pub fn new(particle: usize, max_distance: f32) -> Self {
        Self { particle, max_distance, backstop: None }
    }

    /// The same with a backstop.
    pub fn with_backstop(self, distance: f32, radius: f32) -> Self {
        Self { backstop: Some(Backstop { distance, radius }), ..self }
    }

    pub(crate) fn check(&self, index: usize, particles: usize) -> Checked {
        let element = Element { kind: "skin constraint", index };
        if self.particle >= particles {
            let (element, particle) = (element.kind, self.particle);
            return Err(NetworkError::MissingParticle { element, index, particle, particles });
        }
        let distance = self.max_distance;
        element.require(distance >= 0.0, "max_distance", distance, ">= 0")?;
        self.backstop.map_or(Ok(()), |backstop| backstop.check(index))
    }
}

impl Backstop {
    pub(crate) fn check(&self, index: usize) -> Checked {
        let element = Element { kind: "backstop", index };
        element.not_negative("distance", self.distance)?;
        element.require(self.distance <= 1e15, "distance", self.distance, "at most 1e15")?;
        element.bounded_positive("radius", self.radius)
    }
}

impl SkinTarget {
    pub(crate) fn check(&self, index: usize) -> Checked {
        let element = Element { kind: "skin target", index };
        element.bounded("position", self.position)?;
        element.bounded("normal", self.normal)
    }
}

/// Checks constraints, of which no two may have the same particle.
pub(crate) fn check(constraints: &[SkinConstraint], particles: usize) -> Checked {
    let mut counts = alloc::vec![0; if constraints.is_empty() { 0 } else { particles }];
    for (index, constraint) in constraints.iter().enumerate() {
        constraint.check(index, particles)?;
        let count = &mut counts[constraint.particle];
        *count += 1;
        let element = Element { kind: "skin constraint", index };
        element.require(*count == 1, "constraints of its particle", *count as f32, "1")?;
    }
    Ok(())
}
