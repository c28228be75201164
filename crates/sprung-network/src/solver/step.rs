//! One step: preparation, sub-steps, and the corrections at its end.

use fearless_simd::dispatch;

use crate::environment::is_step;
use crate::kernel::compensation::Rates;
use crate::kernel::tether::Anchor;

use super::layout::block::Block;
use super::layout::particles::{Drift, Range};
use super::layout::partition::Partition;
use super::schedule::{Cuts, Order, sweep};
use super::state::Solver;

impl Solver {
    /// Advances the network by `dt` seconds. Sub-steps that are not within 1e-15 and 1e6 s move nothing, nor does NaN.
    ///
    /// Use steps of one length: a shorter step after a long one turns the error that the sweeps have left into velocity, up to
    /// meters per second after a step ten times as long.
    ///
    /// Coordinates and velocities stay finite: each sub-step clamps them to ±1e15 m and ±1e15 m/s. A component that still
    /// overflows (mass ratios near 1e30) is put back, at rest, to the start of the step and reported by
    /// [`quarantined`](Self::quarantined); other components go on.
    ///
    /// The kinetic energy of a component never exceeds 1.001 `(E − V)`, where `V = −Σ m g·x` and `E = K + V + S` was
    /// taken at the start, and again when the sub-step, the environment, the colliders, particles or edges are changed, an
    /// edge tears, or after
    /// a step in which a fixed particle of it is moved, one is dragged, a moving collider touches it, or it is put back (the bound does
    /// not apply within such a step). `S` is `½ k x²` of all edges of `k h² < m`, and `½ M (R/h)² + M |g| R` with the sum `R` of the
    /// offsets of all others, of tethers that are too long and of depths in colliders, plus 1e-6 of the rest lengths.
    /// Components that have touched each other share the sum of their accounts; to part what overlaps adds nothing to it.
    /// Edges per step ([`Stiffness::PerStep`](crate::Stiffness::PerStep)) have the `k` of their sub-step. Velocities relative to the center of mass are
    /// scaled down where this would be exceeded, which happens only to edges that contradict each other.
    ///
    /// Allocates nothing, and gives the same bits on every machine and for any number of threads.
    pub fn step(&mut self, dt: f32) {
        match self.own_step {
            Some(step) => step(self, dt),
            None => self.step_by(dt, Self::substep),
        }
    }

    /// A step of which `make` makes the sub-steps.
    pub(super) fn step_by(&mut self, dt: f32, make: impl FnMut(&mut Self, Drift, usize) -> bool) {
        let h = dt / self.substeps as f32;
        if !is_step(h) || self.is_asleep() {
            return;
        }
        self.set_gains(h, dt);
        self.begin_step(h, dt);
        self.make_substeps(h, dt, make);
        self.end_step(h, dt);
    }

    /// Makes the sub-steps of a step that has begun. `make` gets each with its number, from 1, and returns true if it
    /// leaves the update of the velocities to the next one.
    pub(super) fn make_substeps(
        &mut self,
        h: f32,
        dt: f32,
        mut make: impl FnMut(&mut Self, Drift, usize) -> bool,
    ) {
        let substeps = self.substeps;
        let (keep, add) = self.settings.environment.step(h);
        let mut update_is_pending = false;
        for substep in 1..=substeps {
            let passed = substep as f32 / substeps as f32;
            let mut drift = Drift { h, keep, add, passed, per_step: 1.0 / dt, update_is_pending };
            self.push_by_air(&mut drift, substep);
            update_is_pending = make(self, drift, substep);
        }
    }

    /// Records what the step starts from: momentum, energy, offsets, and the path of colliders and kinematic particles.
    pub(super) fn begin_step(&mut self, h: f32, dt: f32) {
        let level = self.level;
        self.quarantined.clear();
        self.contacts.begin(dt);
        self.find_asleep();
        self.wake_near_colliders(dt);
        self.begin_self_contact(dt);
        if self.energy.is_stale(&self.components) {
            self.open_accounts(h);
        }
        self.partition.particles.all().touched.fill(false);
        self.free_components.begin(&self.components, self.partition.particles.all());
        self.begin_air();
        self.begin_hinges(h);
        self.begin_fabrics(h);
        self.begin_cells(h);
        self.begin_skin();
        let rates = Rates::new(dt, h, self.partition.depth);
        let Partition { blocks, shifted, awake, anchors, particles, lines, .. } =
            &mut self.partition;
        Anchor::read(anchors, &particles.reference);
        let begin = |block: &mut Block, particles: Range<'_>| {
            block.begin(level, particles, rates, anchors);
        };
        let cuts = Cuts { blocks, shifted, awake, first: 0 };
        sweep(cuts, particles.all(), 0, Order::Forward, self.parallel, &begin, &begin);
        dispatch!(level, s => lines.measure(s, &particles.reference));
    }

    /// Restores momentum, limits energy, and moves the references to the particles; tears and falls asleep.
    pub(super) fn end_step(&mut self, h: f32, dt: f32) {
        let fall = self.settings.environment.step_f64(h);
        self.rest_asleep();
        self.end_self_contact();
        self.end_air();
        let particles = self.partition.particles.all();
        self.free_components.restore(&self.components, particles, fall, self.substeps);
        self.limit_energy(fall.0);
        self.commit();
        self.contacts.end();
        self.end_skin();
        if let Some(adapt) = self.adapt {
            adapt(self);
        }
        self.tear();
        self.update_sleep(dt);
        self.wake_quarantined();
    }
}
