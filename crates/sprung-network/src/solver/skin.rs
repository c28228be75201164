//! Particles on the skin of a character: targets, and what follows from them in a step.

use fearless_simd::dispatch;
use sprung::Real;

use crate::error::NetworkError;
use crate::geometry::vector::{add_scaled, distance, dot};
use crate::kernel::skin::Path;
use crate::skin_constraint::{SkinConstraint, SkinTarget};

use super::layout::block::Block;
use super::layout::particles::Range;
use super::layout::partition::Partition;
use super::schedule::each_block;
use super::skinning::Skinning;
use super::state::Solver;

/// The target with a normal of length 1, or 0 if it has none.
fn unit(target: &SkinTarget) -> SkinTarget {
    let n = target.normal.map(f64::from);
    let length = Real::sqrt(dot(n, n));
    let part = if length > 0.0 { 1.0 / length } else { 0.0 };
    SkinTarget { normal: n.map(|c| (part * c) as f32), ..*target }
}

impl Solver {
    /// Moves the targets of all skin constraints, in their order, to places that they reach at the end of the next step. A
    /// fixed particle moves with its target, as by [`set_kinematic_target`](Self::set_kinematic_target).
    ///
    /// Takes time in proportion to their number. Targets that are where they were let a network sleep.
    ///
    /// # Errors
    /// The first target with a bad number; all then move as before.
    ///
    /// # Panics
    /// If there are more or fewer targets than constraints.
    #[doc(alias = "skinned positions")]
    pub fn set_skin_targets(&mut self, targets: &[SkinTarget]) -> Result<(), NetworkError> {
        self.check_skin_targets(targets)?;
        for (i, target) in targets.iter().map(unit).enumerate() {
            let Some(Skinning { constraints, paths }) = self.skinning.as_deref_mut() else { break };
            let (particle, path) = (constraints[i].particle, &mut paths[i]);
            let before = *path;
            path.set(1, target);
            let moves = *path != before;
            if self.inverse_mass[particle] == 0.0 {
                if moves || self.position(particle) != target.position {
                    self.set_kinematic_target(particle, target.position);
                }
            } else if moves {
                self.wake_particle(particle);
                if let Some(of) = self.components.component_of(self.partition.slot[particle]) {
                    self.energy.drive(of);
                }
            }
        }
        Ok(())
    }

    /// Puts the targets of all skin constraints, in their order, to places at once: at the start, and where a character
    /// jumps. Particles that are then too far from their targets, or in a backstop, are put to the closest place that is
    /// allowed, and fixed ones to their targets; velocities stay.
    ///
    /// # Errors
    /// The first target with a bad number; nothing then changes.
    ///
    /// # Panics
    /// If there are more or fewer targets than constraints.
    #[doc(alias = "teleport")]
    pub fn reset_skin_targets(&mut self, targets: &[SkinTarget]) -> Result<(), NetworkError> {
        self.check_skin_targets(targets)?;
        for (i, target) in targets.iter().map(unit).enumerate() {
            let Some(Skinning { constraints, paths }) = self.skinning.as_deref_mut() else { break };
            let particle = constraints[i].particle;
            [0, 1].into_iter().for_each(|end| paths[i].set(end, target));
            if self.inverse_mass[particle] == 0.0 {
                self.partition.put_fixed(particle, target.position);
            }
        }
        self.wake();
        self.find_asleep();
        self.begin_skin();
        self.commit();
        self.energy.invalidate();
        Ok(())
    }

    fn check_skin_targets(&self, targets: &[SkinTarget]) -> Result<(), NetworkError> {
        let (given, count) = (targets.len(), self.skin_constraints().len());
        assert!(given == count, "{given} targets for {count} skin constraints");
        targets.iter().enumerate().try_for_each(|(index, target)| target.check(index))
    }

    /// Continues from the targets of [`Skinning::saved`].
    #[cfg(feature = "serde")]
    pub(super) fn restore_skin_targets(
        &mut self,
        saved: &[(SkinConstraint, [SkinTarget; 2])],
    ) -> Result<(), alloc::string::String> {
        let paths = self.skinning.iter_mut().flat_map(|skinning| &mut skinning.paths);
        for (path, (_, targets)) in paths.zip(saved) {
            for (end, target) in targets.iter().enumerate() {
                let of_unit_length = target.normal.iter().all(|c| c.abs() < 1.001);
                let message = "normal of a skin target must be of length 1 or 0";
                super::saved_fields::require(of_unit_length, message)?;
                path.set(end, *target);
            }
        }
        Ok(())
    }

    /// Returns the skin constraints, in the order of their targets.
    pub fn skin_constraints(&self) -> &[SkinConstraint] {
        self.skinning.as_ref().map_or(&[], |skinning| &skinning.constraints)
    }

    /// Gives the lanes the paths of a step, and puts what is out of its limits within, without velocity.
    pub(super) fn begin_skin(&mut self) {
        let Some(skinning) = &self.skinning else { return };
        let Partition { blocks, awake, particles, .. } = &mut self.partition;
        let begin = |block: &mut Block, particles: Range<'_>| {
            block.skin.iter_mut().for_each(|skin| skin.begin(&skinning.paths, particles.reference));
        };
        each_block((blocks, awake), particles.all(), self.parallel, &begin);
        self.keep_in_skin(0.0);
    }

    /// Moves particles to within their limits, when the part `passed` of the step is over.
    pub(super) fn keep_in_skin(&mut self, passed: f32) {
        if self.skinning.is_none() {
            return;
        }
        let Partition { blocks, awake, particles, .. } = &mut self.partition;
        let level = self.level;
        let keep = |block: &mut Block, particles: Range<'_>| {
            dispatch!(level, s => for skin in &block.skin {
                skin.project(s, passed, particles.displacement);
            });
        };
        each_block((blocks, awake), particles.all(), self.parallel, &keep);
    }

    /// Ends a step: the targets are there.
    pub(super) fn end_skin(&mut self) {
        for Path { position, normal } in self.skinning.iter_mut().flat_map(|s| &mut s.paths) {
            (position[0], normal[0]) = (position[1], normal[1]);
        }
    }

    /// The components with skin constraints are not free.
    pub(super) fn hold_by_skin(&mut self) {
        let Self { skinning: Some(skinning), components, partition, .. } = self else { return };
        for constraint in &skinning.constraints {
            if let Some(of) = components.component_of(partition.slot[constraint.particle]) {
                components.all[of].is_free = false;
                components.all[of].is_skinned = true;
            }
        }
    }

    /// Adds to the energy accounts how far particles are out of their limits.
    pub(super) fn add_skin_reaches(&mut self) {
        let Self { skinning: Some(skinning), components, partition, energy, .. } = self else {
            return;
        };
        for (constraint, path) in skinning.constraints.iter().zip(&skinning.paths) {
            let slot = partition.slot[constraint.particle];
            let (at, target) = (partition.particles.position(slot), path.position[0]);
            let (most, out) = (constraint.max_distance, distance(at, target));
            let depth = constraint.backstop.map_or(0.0, |stop| {
                let center = add_scaled(target, -(stop.distance + stop.radius), path.normal[0]);
                if path.normal[0] == [0.0; 3] { 0.0 } else { stop.radius - distance(at, center) }
            });
            let reach = f64::from((out - most).max(0.0)) + f64::from(depth.max(0.0));
            let rest = f64::from(most.min(out));
            energy.add_edge(components.of_slot[slot], 0.0, reach, rest);
        }
    }
}
