//! Opens the energy accounts of a solver and holds every component to its own.

use fearless_simd::dispatch;

use crate::edge::{Edge, is_slack};
use crate::environment::Environment;
use crate::geometry::vector::distance;
use crate::tether::Tether;

use super::state::Solver;

impl Solver {
    /// Takes the accounts of the energy that have to be taken.
    pub(super) fn open_accounts(&mut self, h: f32) {
        let h = f64::from(h);
        self.energy.begin(&self.components);
        self.add_hinge_energies(h);
        self.add_fabric_energies(h);
        self.add_cell_energies(h);
        self.add_skin_reaches();
        let Self { partition, energy, components, .. } = self;
        let place = |p: usize| partition.particles.position(partition.slot[p]);
        let of = |ends: [usize; 2]| components.of_either(ends.map(|p| partition.slot[p]));
        for i in self.islands.edges(self.edges.len()) {
            let (gain, symmetric) = (&self.gains[i], partition.symmetric[i]);
            let Edge { a, b, rest_length, mode, .. } = self.edges[i];
            let error = distance(place(a), place(b)) - rest_length;
            let offset = if is_slack(mode, error) { 0.0 } else { f64::from(error) };
            let p = f64::from(gain.position);
            let p = if symmetric { p * (2.0 - p) } else { p };
            // The stiffness is `reduced mass · theta / h²`.
            let (theta, rate) = (p / (1.0 - p), offset / h);
            let (elastic, reach) = if theta < 1.0 {
                (0.5 * f64::from(gain.reduced_mass) * theta * rate * rate, 0.0)
            } else {
                (0.0, offset.abs())
            };
            energy.add_edge(of([a, b]), elastic, reach, f64::from(rest_length));
        }
        let acting = self.tethers.iter().filter(|tether| tether.acts(&self.inverse_mass));
        for &Tether { anchor, particle, length } in acting {
            let longer = f64::from((distance(place(anchor), place(particle)) - length).max(0.0));
            energy.add_edge(of([anchor, particle]), 0.0, longer, f64::from(length));
        }
        let is_awake = |p: &usize| components.is_awake(components.of_slot[partition.slot[*p]]);
        let some = if self.contacts.all().is_empty() { 0 } else { self.inverse_mass.len() };
        for p in (0..some).filter(is_awake) {
            let depths = self.contacts.all().iter().filter_map(|c| c.collider().depth(place(p)));
            let depth = depths.map(|(depth, _)| f64::from(depth)).sum();
            energy.add_edge(of([p, p]), 0.0, depth, 0.0);
        }
        let particles = self.partition.particles.all();
        for enclosed in self.volumes.iter_mut().filter(|e| !e.is_open && !e.is_asleep) {
            if let Some(p) = enclosed.dynamic(&self.inverse_mass) {
                let stored = enclosed.stored(&self.partition.slot, &particles, h);
                energy.add_edge(components.of_slot[self.partition.slot[p]], stored, 0.0, 0.0);
            }
        }
        let gravity = self.settings.environment.gravity.map(f64::from);
        energy.take(components, &self.partition.particles.all(), gravity, h);
    }

    /// Holds the energy of every component to its account, at the end of a step that leaves `keep` of the velocity
    /// relative to the air in each sub-step.
    pub(super) fn limit_energy(&mut self, keep: f64) {
        let Environment { gravity, wind, .. } = self.settings.environment;
        let [gravity, wind] = [gravity, wind].map(|v| v.map(f64::from));
        let Self { energy, components, partition, .. } = self;
        energy.blow(components, wind, keep, self.substeps);
        let mut particles = partition.particles.all();
        if !self.contacts.at_rest() {
            energy.drive_touched(components, &particles);
        }
        dispatch!(self.level, s => energy.sum(s, components, &particles, gravity));
        if !energy.limit(components, &mut particles, gravity) {
            self.quarantine();
        }
    }
}
