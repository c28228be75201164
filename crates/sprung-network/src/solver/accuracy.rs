//! The number of sub-steps that keeps rigid edges within a stretch.

use sprung::{Real, SpringMode};

use crate::edge::Edge;
use crate::error::{Element, NetworkError};
use crate::geometry::vector::{dot, sub};
use crate::graph::lines::families;
use crate::graph::mass_scaling::{FAR, rings};
use crate::graph::paths::{Parts, parts};
use crate::network::Network;

use super::settings::Settings;
use super::state::Solver;

/// Edges of the depth per sub-step at 1 %, of networks solved edge by edge and by lines.
const EDGES_PER_SUBSTEP: f32 = 4.0;
const LINKS_PER_SUBSTEP: f32 = 8.0;
/// The fewest sub-steps at the start.
const MIN_SUBSTEPS: usize = 2;
/// The part of the stretch allowed below which there are more sub-steps than needed …
const SLACK: f32 = 0.2;
/// … if it stays there for so many steps.
const CALM_STEPS: u32 = 60;
/// A network of more particles than this that hangs by a single one has its masses scaled …
const LARGE: usize = 1000;
/// … by this part of the mass.
const SCALED_MASS: f32 = 0.05;

/// What a solver does for its accuracy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Plan {
    attaches: bool,
    scales_masses: bool,
    /// The first number of sub-steps.
    substeps: usize,
}

/// Returns what a network needs to be within `max_stretch`.
fn plan(net: &Network, by_lines: bool, max_stretch: f32) -> Plan {
    let Parts { others, .. } = parts(net);
    let rigid = |&i: &u32| net.edges[i as usize].is_rigid();
    if others.is_empty() {
        return Plan { substeps: MIN_SUBSTEPS, ..Plan::default() };
    }
    let on_lines = by_lines && !families(net, &others).is_empty();
    let all_rigid = others.iter().all(rigid);
    let ring = rings(&net.adjacency(), |p| net.particles[p].is_fixed());
    let (mut depth, mut hanger, mut hangers) = (0, FAR, 0);
    for end in others.iter().flat_map(|&i| net.ends(i)) {
        if ring[end] != FAR {
            depth = depth.max(ring[end]);
        }
        if ring[end] == 0 && end != hanger {
            (hanger, hangers) = (end, hangers + 1);
        }
    }
    let surface = all_rigid && !on_lines && hangers > 0;
    let per_substep = if on_lines { LINKS_PER_SUBSTEP } else { EDGES_PER_SUBSTEP };
    let substeps = depth as f32 / per_substep * Real::sqrt(0.01 / max_stretch);
    Plan {
        attaches: surface && net.tethers.is_empty(),
        scales_masses: surface && hangers == 1 && net.particles.len() > LARGE,
        substeps: (substeps as usize).max(MIN_SUBSTEPS),
    }
}

impl Plan {
    /// The network with attachments and scaled masses.
    fn prepare(self, net: &Network) -> Result<Network, NetworkError> {
        let mut net = net.clone();
        if self.attaches {
            net.add_long_range_attachments();
        }
        if self.scales_masses {
            net.scale_masses(SCALED_MASS)?;
        }
        Ok(net)
    }

    /// The first number of sub-steps, where `most` are allowed.
    fn first(self, most: usize) -> usize {
        self.substeps.checked_next_power_of_two().unwrap_or(most).min(most)
    }
}

impl Solver {
    /// A network at the start of its motion, whose rigid edges are to stay within `max_stretch` of their rest lengths, as a
    /// part of them: 0.01 is 1 %. The sub-steps of the settings are the most that a step may take: the time that is
    /// allowed. More stretch may be left where these do not suffice, and in single steps of a fall.
    ///
    /// The shape of the network gives the first number of sub-steps, with the number of edges from the nearest fixed
    /// particle to the farthest one as `depth`:
    ///
    /// ```text
    /// n = depth / 4 · √(0.01 / max_stretch)      half of it if solved by lines; at least 2
    /// ```
    ///
    /// rounded up to a power of two; 2 for ropes, hair and trees. After every step the largest stretch of a rigid edge is
    /// measured: beyond `max_stretch`, the next step takes twice the sub-steps; after sixty steps with less than a fifth
    /// of it, half of them. Where all edges that are solved one by one are rigid and held by fixed particles, the solver
    /// adds [long-range attachments](Network::add_long_range_attachments) unless there are tethers, and if it is a single
    /// particle that holds more than 1000, [scales the masses](Network::scale_masses) by 0.05. This depends on the network
    /// and its motion alone, never on a clock.
    ///
    /// The energy accounts of [`step`](Self::step) stay as they are when the number changes. A solver that is
    /// [coupled](crate::BodyCoupling) takes the most sub-steps in every step.
    ///
    /// ```
    /// use sprung_network::{Settings, Solver, shapes::Cloth};
    /// let sheet = Cloth::new(20, 20, 0.05, 0.3);
    /// let mut net = sheet.build_pleated(0.9)?;
    /// net.fix(sheet.corners());
    /// let settings = Settings { substeps: 128, ..Settings::default() };
    /// let mut solver = Solver::within_stretch(&net, 0.01, settings)?;
    /// for _ in 0..300 {
    ///     solver.step(1.0 / 60.0);
    /// }
    /// assert!(solver.stretch().max < 0.01 && solver.substeps() < 128);
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    ///
    /// # Errors
    /// If `max_stretch` is not finite and > 0, or an element of the network or a setting is bad.
    pub fn within_stretch(
        net: &Network,
        max_stretch: f32,
        settings: Settings,
    ) -> Result<Self, NetworkError> {
        Element { kind: "accuracy", index: 0 }.positive("max_stretch", max_stretch)?;
        net.check()?;
        let plan = plan(net, settings.line_solver, max_stretch);
        let mut solver = Self::new(&plan.prepare(net)?, settings)?;
        solver.max_stretch = max_stretch;
        solver.adapt = Some(Self::adapt_substeps);
        solver.substeps = plan.first(settings.substeps);
        Ok(solver)
    }

    /// Returns the number of sub-steps of the next step.
    pub fn substeps(&self) -> usize {
        self.substeps
    }

    /// Takes the most sub-steps of the settings in every step from now on.
    pub(super) fn fix_substeps(&mut self) {
        self.adapt = None;
        self.substeps = self.settings.substeps;
        self.gains_for = 0.0;
    }

    /// Chooses the number of sub-steps of the next step by the stretch that this one has left.
    pub(super) fn adapt_substeps(&mut self) {
        let (most, before) = (self.settings.substeps, self.substeps);
        let allowed = self.max_stretch;
        let stretch = self.rigid_stretch();
        self.calm_steps = if stretch < SLACK * allowed { self.calm_steps + 1 } else { 0 };
        if stretch > allowed {
            self.substeps = self.substeps.saturating_mul(2).min(most);
        } else if self.calm_steps >= CALM_STEPS {
            self.substeps = self.substeps.div_ceil(2);
            self.calm_steps = 0;
        }
        if self.substeps != before {
            // Gains per step depend on the number of sub-steps, not only on their length.
            self.gains_for = 0.0;
        }
    }

    /// The largest stretch of an edge that is rigid and acts both ways.
    fn rigid_stretch(&self) -> f32 {
        let (mut longest, mut shortest) = (1.0_f32, 1.0_f32);
        for i in self.islands.edges(self.edges.len()) {
            let (gains, Edge { a, b, rest_length, mode, .. }) = (self.gains[i], self.edges[i]);
            if gains.is_rigid() && mode == SpringMode::TwoWay && rest_length > 0.0 {
                let d = sub(self.position(b), self.position(a));
                let squared = dot(d, d) / (rest_length * rest_length);
                longest = longest.max(squared);
                shortest = shortest.min(squared);
            }
        }
        (Real::sqrt(longest) - 1.0).max(1.0 - Real::sqrt(shortest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::Cloth;
    use crate::solver::gains::gains_of;
    use crate::stiffness::Stiffness;

    /// A step of twice the length with twice the sub-steps has sub-steps of the same length, but other gains per step.
    #[test]
    fn gains_per_step_follow_the_number_of_substeps() {
        let mut net =
            Cloth::new(4, 4, 0.1, 1.0).with_shear(Stiffness::per_step(0.1, 0.2)).build().unwrap();
        net.fix([0]);
        let mut solver = Solver::within_stretch(&net, 0.01, Settings::default()).unwrap();
        assert_eq!(solver.substeps(), 2);
        solver.max_stretch = 1e-9;
        solver.step(0.01);
        assert_eq!(solver.substeps(), 4);
        solver.step(0.02);
        let found = |(index, edge): (usize, &Edge)| {
            let w = solver.inverse_mass[edge.a] + solver.inverse_mass[edge.b];
            let symmetric = solver.partition.symmetric[index];
            let expected = gains_of(edge.stiffness, w, symmetric, 0.005, 4);
            assert_eq!(solver.gains[index].position, expected.position, "edge {index}");
            assert_eq!(solver.gains[index].velocity, expected.velocity, "edge {index}");
            edge.stiffness != Stiffness::RIGID
        };
        assert!(solver.edges.iter().enumerate().filter(|&e| found(e)).count() > 10);
    }
    #[test]
    fn only_rigid_edges_with_a_length_that_act_both_ways_count() {
        let mut net = Network::default();
        for x in [0.0, 1.1, 3.1, 3.6, 7.0] {
            net.add_particle(crate::Particle::new([x, 0.0, 0.0], 1.0));
        }
        let soft = Stiffness::Physical { stiffness: 10.0, damping: 0.0 };
        net.add_edge(Edge::new(0, 1, 1.0));
        net.add_edge(Edge::new(1, 2, 1.0).with_mode(SpringMode::TensionOnly));
        net.add_edge(Edge::new(2, 3, 0.0));
        net.add_edge(Edge::new(3, 4, 1.0).with_stiffness(soft));
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        solver.set_gains(0.005, 0.01);
        assert!((solver.rigid_stretch() - 0.1).abs() < 1e-6);
        solver.set_position(0, [0.4, 0.0, 0.0]).unwrap();
        assert!((solver.rigid_stretch() - 0.3).abs() < 1e-6);
    }
}
