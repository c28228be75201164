//! The solver's state: how it is made and what can be read from it.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::Level;

use crate::edge::Edge;
use crate::error::NetworkError;
use crate::graph::components::Components;
use crate::kernel::gains::Gains;
use crate::measure::Stretch;
use crate::network::Network;
use crate::particle::Particle;
use crate::surface::ContactSurface;
use crate::tether::Tether;
use crate::volume::has_side;

use super::air::Air;
use super::bending::Bending;
use super::cell_groups::CellGroups;
use super::changes::index::Changes;
use super::contacts::Contacts;
use super::drag::Dragged;
use super::enclosed::Enclosed;
use super::energy::Energy;
use super::forces::ForceLimits;
use super::islands::Islands;
use super::layout::build::{build, sort_tethers};
use super::layout::partition::Partition;
use super::momentum::FreeComponents;
use super::self_contact::SelfContact;
use super::settings::Settings;
use super::skinning::Skinning;
use super::weaving::Weaving;

/// A network in motion.
///
/// ```
/// use sprung_network::{Settings, Solver, shapes::rope};
/// let mut net = rope([0.0; 3], [3.0, 0.0, 0.0], 30, 1.0)?;
/// net.fix([0]);
/// let mut solver = Solver::new(&net, Settings { substeps: 32, ..Settings::default() })?;
/// for _ in 0..60 {
///     solver.step(1.0 / 60.0);
/// }
/// assert!(solver.position(30)[1] < -1.0, "it swings down");
/// assert!(solver.stretch().max < 0.05);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[doc(alias = "PBD")]
#[doc(alias = "XPBD")]
#[doc(alias = "verlet")]
#[doc(alias = "position-based dynamics")]
#[doc(alias = "ComputeNewState")]
#[doc(alias = "ComputeSpringImpulse")]
#[derive(Clone, Debug)]
pub struct Solver {
    pub(super) partition: Partition,
    pub(super) edges: Vec<Edge>,
    /// In the order of their lanes; those that have been let go of have an infinite length.
    pub(super) tethers: Vec<Tether>,
    pub(super) rest_shape: Vec<[f32; 3]>,
    /// The edges that the layout is made without: those that had torn when it was rebuilt.
    pub(super) left_out: Vec<u32>,
    pub(super) inverse_mass: Vec<f32>,
    pub(super) gains: Vec<Gains>,
    /// The number of edges of each component.
    pub(super) edge_counts: Vec<u32>,
    /// The sub-steps of the next step, the stretch that they are to leave (0 for any), and the steps in a row that needed
    /// fewer.
    pub(super) substeps: usize,
    pub(super) max_stretch: f32,
    /// Chooses the sub-steps of the next step. A pointer, so that a program that lets nothing choose does not link it.
    pub(super) adapt: Option<fn(&mut Self)>,
    pub(super) calm_steps: u32,
    /// Makes a step of a solver that does more in it than others. A pointer, for the same reason.
    pub(super) own_step: Option<fn(&mut Self, f32)>,
    /// The sub-step that `gains` are for, and the step that the energy accounts are for.
    pub(super) gains_for: f32,
    pub(super) accounts_for: f32,
    /// All edges are rigid, act both ways and are swept over, and few are of hubs.
    pub(super) relaxes_rarely: bool,
    /// Edges that may tear, and those that have.
    pub(super) tearable: Vec<u32>,
    pub(super) torn: Vec<bool>,
    /// Those that have been reported, as far as any call has asked.
    pub(super) reported: Vec<bool>,
    /// What changes need to know of the layout, after the first one; forces at which edges tear; particles that are dragged.
    pub(super) changes: Option<Box<Changes>>,
    pub(super) force_limits: Option<Box<ForceLimits>>,
    pub(super) drags: Vec<Dragged>,
    /// The particles of components that have overflowed in the last step.
    pub(super) quarantined: Vec<u32>,
    pub(super) components: Components,
    pub(super) free_components: FreeComponents,
    pub(super) energy: Energy,
    pub(super) contacts: Contacts,
    surface: ContactSurface,
    pub(super) self_contact: Option<SelfContact>,
    pub(super) volumes: Vec<Enclosed>,
    pub(super) air: Option<Box<Air>>,
    pub(super) bending: Option<Box<Bending>>,
    pub(super) weaving: Option<Box<Weaving>>,
    pub(super) cells: Option<Box<CellGroups>>,
    pub(super) skinning: Option<Box<Skinning>>,
    pub(super) settings: Settings,
    pub(super) islands: Islands,
    /// The time for which nothing has moved, s.
    pub(super) still: f32,
    pub(super) level: Level,
    pub(super) parallel: bool,
}

/// Woven networks, whose lines run all over the particles, and networks of fewer particles are solved by one thread.
const PARALLEL_FROM: usize = 8192;

impl Solver {
    /// A network at the start of its motion.
    ///
    /// # Errors
    /// If an element of the network or a setting is bad: [`Network::check`].
    pub fn new(net: &Network, settings: Settings) -> Result<Self, NetworkError> {
        net.check()?;
        settings.check()?;
        let inverse_mass = net.particles.iter().map(|p| p.inverse_mass).collect();
        let may_tear = |i: &u32| net.edges[*i as usize].tear_strain.is_finite();
        let partition = build(net, settings.line_solver);
        let mut tethers = net.tethers.clone();
        sort_tethers(&mut tethers, &partition);
        let (particles, slots) = (net.particles.len(), partition.particles.len());
        let mut solver = Self {
            partition,
            edges: net.edges.clone(),
            tethers,
            rest_shape: (0..net.particles.len()).map(|i| net.rest_position(i)).collect(),
            left_out: Vec::new(),
            inverse_mass,
            gains: vec![Gains::default(); net.edges.len()],
            edge_counts: Vec::with_capacity(particles),
            substeps: settings.substeps,
            max_stretch: 0.0,
            adapt: None,
            calm_steps: 0,
            own_step: None,
            gains_for: 0.0,
            accounts_for: 0.0,
            relaxes_rarely: false,
            tearable: (0..net.edges.len() as u32).filter(may_tear).collect(),
            torn: vec![false; net.edges.len()],
            reported: Vec::new(),
            changes: None,
            force_limits: None,
            drags: Vec::new(),
            quarantined: Vec::with_capacity(particles),
            components: Components::default(),
            free_components: FreeComponents::with_capacity(particles),
            energy: Energy::with_capacity(particles, slots),
            contacts: Contacts::default(),
            surface: net.surface.clone(),
            self_contact: SelfContact::new(net),
            volumes: net.volumes.iter().map(|volume| Enclosed::new(volume, false)).collect(),
            air: Air::new(&net.aero_surfaces, particles).map(Box::new),
            bending: Bending::new(&net.hinges, particles).map(Box::new),
            weaving: Weaving::new(&net.fabrics, particles).map(Box::new),
            cells: CellGroups::new(&net.cells, particles).map(Box::new),
            skinning: Skinning::new(net),
            islands: Islands::new(&settings),
            settings,
            still: 0.0,
            level: Level::try_detect().unwrap_or(Level::baseline()),
            parallel: false,
        };
        solver.components = Components::with_capacity(particles, slots, solver.tie_count());
        solver.choose_threads();
        solver.make_room_to_sleep();
        solver.find_components();
        Ok(solver)
    }

    /// The number of pairs of particles that edges, tethers, volumes, aerodynamic surfaces, hinges, fabrics and cells join.
    pub(super) fn tie_count(&self) -> usize {
        let joints: usize = self.volumes.iter().map(Enclosed::joint_count).sum();
        let of_air = self.air.as_ref().map_or(0, |air| air.joint_count());
        let of_hinges = self.bending.as_ref().map_or(0, |bending| bending.joint_count());
        let of_fabrics = self.weaving.as_ref().map_or(0, |weaving| weaving.joint_count());
        let of_cells = self.cells.as_ref().map_or(0, |cells| cells.joint_count());
        self.edges.len() + self.tethers.len() + joints + of_air + of_hinges + of_fabrics + of_cells
    }

    /// Chooses between one thread and all.
    pub(super) fn choose_threads(&mut self) {
        self.parallel = self.len() >= PARALLEL_FROM && self.partition.lines.is_empty();
    }

    /// Finds the connected components that the edges, tethers, volumes, aerodynamic surfaces, hinges, fabrics and cells
    /// now make.
    pub(super) fn find_components(&mut self) {
        let Self {
            edges, torn, tethers, components, volumes, air, bending, weaving, cells, ..
        } = self;
        let whole = edges.iter().zip(torn).filter(|(_, torn)| !**torn);
        let edges = whole.map(|(s, _)| [s.a, s.b]);
        let acting = tethers.iter().filter(|tether| tether.acts(&self.inverse_mass));
        let closed = volumes.iter().filter(|enclosed| !enclosed.is_open);
        let joints = edges.chain(acting.map(|t| [t.anchor, t.particle]));
        let joints = joints.chain(closed.flat_map(|enclosed| enclosed.joints(&self.inverse_mass)));
        let joints = joints.chain(air.iter().flat_map(|air| air.joints()));
        let joints = joints.chain(bending.iter().flat_map(|bending| bending.joints()));
        let joints = joints.chain(weaving.iter().flat_map(|weaving| weaving.joints()));
        let joints = joints.chain(cells.iter().flat_map(|cells| cells.joints()));
        components.find(&self.inverse_mass, &self.partition.slot, joints);
        self.islands.is_stale = true;
        self.hold_by_skin();
        let Self { components, air, bending, weaving, cells, .. } = self;
        self.free_components.find(components);
        self.energy.find(components, &self.partition.particles.velocity);
        if let Some(air) = air {
            air.is_stale = true;
        }
        if let Some(bending) = bending {
            bending.is_stale = true;
        }
        if let Some(weaving) = weaving {
            weaving.is_stale = true;
        }
        if let Some(cells) = cells {
            cells.is_stale = true;
        }
    }

    /// True if an edge has torn.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn is_torn(&self, edge: usize) -> bool {
        self.torn[edge]
    }

    /// Returns the number of particles.
    pub fn len(&self) -> usize {
        self.inverse_mass.len()
    }

    /// True if there are no particles.
    pub fn is_empty(&self) -> bool {
        self.inverse_mass.is_empty()
    }

    /// True if a particle is fixed: by its mass or by [`pin`](Self::pin).
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn is_fixed(&self, particle: usize) -> bool {
        self.inverse_mass[particle] == 0.0
    }

    /// Returns the edges, in the order of the network.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Returns the position of a particle, m.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn position(&self, particle: usize) -> [f32; 3] {
        self.partition.particles.position(self.partition.slot[particle])
    }

    /// Returns the velocity of a particle, m/s.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn velocity(&self, particle: usize) -> [f32; 3] {
        let [x, y, z, _] = self.partition.particles.velocity[self.partition.slot[particle]];
        [x, y, z]
    }

    /// Returns the particles as they are now, in the order of the network.
    pub fn particles(&self) -> impl Iterator<Item = Particle> + '_ {
        (0..self.len()).map(|i| Particle {
            position: self.position(i),
            velocity: self.velocity(i),
            inverse_mass: self.inverse_mass[i],
        })
    }

    /// Returns the network as it is now, without the edges that have torn, for a new solver with changes.
    ///
    /// It keeps the rest shape, so that the new solver finds the lines of edges that this one has. Its edges have
    /// other indices if some have torn. A copy of the state to come back to is a `clone` of the solver.
    pub fn network(&self) -> Network {
        let whole = self.edges.iter().zip(&self.torn).filter(|(_, torn)| !**torn);
        let acting = self.tethers.iter().filter(|tether| tether.acts(&self.inverse_mass));
        Network {
            particles: self.particles().collect(),
            edges: whole.map(|(edge, _)| *edge).collect(),
            tethers: acting.copied().collect(),
            rest_shape: self.rest_shape.clone(),
            surface: self.whole_surface(),
            volumes: self.closed_volumes(),
            aero_surfaces: self.whole_aero_surfaces(),
            hinges: self.whole_hinges(),
            fabrics: self.whole_fabrics(),
            cells: self.whole_cells(),
            skin_constraints: self.skin_constraints().to_vec(),
        }
    }

    /// The surface without the triangles of which a side has torn.
    fn whole_surface(&self) -> ContactSurface {
        let mut surface = self.surface.clone();
        if !cfg!(feature = "self-contact") {
            return surface;
        }
        let torn = self.edges.iter().zip(&self.torn).filter(|(_, torn)| **torn);
        let ends: Vec<[usize; 2]> = torn.map(|(e, _)| [e.a, e.b]).collect();
        let is_torn = |&corners: &[u32; 3]| ends.iter().any(|&ends| has_side(corners, ends));
        surface.triangles.retain(|corners| !is_torn(corners));
        surface
    }

    /// Returns the stretch of the edges now, torn ones included.
    pub fn stretch(&self) -> Stretch {
        Stretch::of(&self.edges, |i| self.position(i))
    }
}
