//! The skin constraints of a solver and their targets.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::kernel::skin::Path;
use crate::network::Network;
use crate::skin_constraint::{SkinConstraint, SkinTarget};

/// Skin constraints, and where their targets are at the start and at the end of the next step.
#[derive(Clone, Debug)]
pub(super) struct Skinning {
    pub(super) constraints: Vec<SkinConstraint>,
    pub(super) paths: Vec<Path>,
}

impl Skinning {
    /// The targets are where the particles are, without normals; none without constraints.
    pub(super) fn new(net: &Network) -> Option<Box<Self>> {
        let constraints = net.skin_constraints.clone();
        let at = |constraint: &SkinConstraint| Path {
            position: [net.particles[constraint.particle].position; 2],
            ..Path::default()
        };
        let paths = constraints.iter().map(at).collect();
        (!constraints.is_empty()).then(|| Box::new(Self { constraints, paths }))
    }

    /// The constraints, and where their targets are at the start and at the end of the next step.
    #[cfg(feature = "serde")]
    pub(super) fn saved(&self) -> impl Iterator<Item = (SkinConstraint, [SkinTarget; 2])> + '_ {
        self.constraints.iter().zip(&self.paths).map(|(&constraint, path)| {
            let target = |i| SkinTarget { position: path.position[i], normal: path.normal[i] };
            (constraint, [0, 1].map(target))
        })
    }
}

impl Path {
    /// Sets the target at the start (0) or at the end (1).
    pub(super) fn set(&mut self, end: usize, target: SkinTarget) {
        (self.position[end], self.normal[end]) = (target.position, target.normal);
    }
}
