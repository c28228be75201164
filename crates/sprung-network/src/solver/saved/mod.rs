//! A running solver as saved: it goes on bit for bit as the one that was saved, on every target.
//!
//! What is saved is by particle and by edge, not by slot: the layout is made again, and the changes that it went through.
//! Everything that is read is checked; what no solver could have come to is refused. The pairs of contacts of a network
//! with itself, which depend on its past, are not saved: such a solver is refused.

mod check;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cell::Cell;
use crate::collider::Collider;
use crate::edge::Edge;
use crate::error::{Element, NetworkError};
use crate::fabric::Fabric;
use crate::geometry::shape::Shape;
use crate::hinge::Hinge;
use crate::kernel::gains::Gains;
use crate::lanes::record::LANES;
use crate::network::Network;
use crate::particle::Particle;
use crate::skin_constraint::{SkinConstraint, SkinTarget};
use crate::tether::Tether;
use crate::volume::Volume;

use crate::solver::air::Air;
use crate::solver::air_saved::SurfaceForm;
use crate::solver::bending::Bending;
use crate::solver::cell_groups::CellGroups;
use crate::solver::drag::{Drag, Dragged};
use crate::solver::enclosed::Enclosed;
use crate::solver::energy::AccountState;
use crate::solver::layout::motion::{EdgeState, Motion, ParticleState};
use crate::solver::saved_fields::{flags, indices, out_of_range, require};
use crate::solver::settings::Settings;
use crate::solver::state::Solver;
use crate::solver::weaving::Weaving;

#[derive(Serialize, Deserialize)]
#[serde(rename = "Solver", deny_unknown_fields)]
struct Form {
    settings: Settings,
    edges: Vec<Edge>,
    tethers: Vec<Tether>,
    /// Closed surfaces, and whether they have been torn open.
    volumes: Vec<(Volume, bool)>,
    aero_surfaces: Vec<SurfaceForm>,
    /// Hinges, whether they have torn, and their angles.
    hinges: Vec<(Hinge, bool, [f32; 2])>,
    /// Fabrics, and the triangles of them that are gone.
    fabrics: Vec<(Fabric, Vec<u32>)>,
    /// Cells, and whether they have torn.
    cells: Vec<(Cell, bool)>,
    /// Skin constraints, and their targets at the start and at the end of the next step.
    skin: Vec<(SkinConstraint, [SkinTarget; 2])>,
    rest_shape: Vec<[f32; 3]>,
    particles: Vec<ParticleForm>,
    /// The time for which the island of each particle has been still, s; of none if none has.
    still: Vec<f32>,
    /// Shortening or tension with which edges that sleep go on.
    kept: Vec<(u32, f32)>,
    torn: Vec<u32>,
    reported: Vec<u32>,
    /// (position, velocity, reduced mass, makes up for loads), shortening and tension of each edge.
    gains: Vec<(f32, f32, f32, bool)>,
    states: Vec<(f32, f32)>,
    layout: Layout,
    clock: Clock,
    accounts: Vec<AccountState>,
    colliders: Vec<ColliderForm>,
    tear_forces: Vec<(u32, f32)>,
    drags: Vec<(Drag, [f32; 3])>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "SolverParticle", deny_unknown_fields)]
struct ParticleForm {
    inverse_mass: f32,
    reference: [f32; 3],
    displacement: [f32; 3],
    velocity: [f32; 3],
    #[serde(deserialize_with = "Deserialize::deserialize")]
    goal: Option<[f32; 3]>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "SolverCollider", deny_unknown_fields)]
struct ColliderForm {
    given: Collider,
    age: f64,
    #[serde(deserialize_with = "Deserialize::deserialize")]
    goal: Option<Shape>,
}

/// What the layout was made from, and what has changed it since.
#[derive(Serialize, Deserialize)]
#[serde(rename = "SolverLayout", deny_unknown_fields)]
struct Layout {
    left_out: Vec<u32>,
    #[serde(deserialize_with = "Deserialize::deserialize")]
    changes: Option<ChangesForm>,
    loosened: Vec<u32>,
    relaxes_rarely: bool,
    lines_are_soft: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "SolverChanges", deny_unknown_fields)]
struct ChangesForm {
    masses: Vec<f32>,
    edges: usize,
    taken: Vec<u32>,
    singles: Vec<[u32; LANES]>,
    is_stale: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "SolverClock", deny_unknown_fields)]
struct Clock {
    substeps: usize,
    max_stretch: f32,
    adapts: bool,
    calm_steps: u32,
    gains_for: f32,
    accounts_for: f32,
    steps: u32,
    still: f32,
}

impl Serialize for Solver {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.self_contact.is_some() {
            return Err(S::Error::custom("a solver whose network touches itself cannot be saved"));
        }
        Form::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Solver {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Form::deserialize(deserializer)?.solver().map_err(D::Error::custom)
    }
}

impl Form {
    fn of(solver: &Solver) -> Self {
        let mut partition = solver.partition.clone();
        let motion = partition.motion(solver.edges.len());
        let particle = |(state, &inverse_mass): (&ParticleState, &f32)| {
            let &ParticleState { reference, displacement, velocity, goal } = state;
            ParticleForm { inverse_mass, reference, displacement, velocity, goal }
        };
        let changes = solver.changes.as_ref().map(|changes| ChangesForm {
            masses: changes.built_masses.clone(),
            edges: changes.built_edges,
            taken: changes.taken.clone(),
            singles: partition.singles(),
            is_stale: changes.is_stale,
        });
        let (steps, mut accounts) = solver.energy.state();
        if solver.changes.as_ref().is_some_and(|changes| changes.is_stale) {
            // Those of components that are about to be found anew.
            accounts.clear();
        }
        let collider = |(given, age, goal)| ColliderForm { given, age, goal };
        let limits = solver.force_limits.as_ref();
        Self {
            settings: solver.settings,
            edges: solver.edges.clone(),
            tethers: solver.tethers.iter().filter(|t| t.length.is_finite()).copied().collect(),
            volumes: solver.volumes.iter().map(Enclosed::saved).collect(),
            aero_surfaces: solver.air.iter().flat_map(|air| air.saved()).collect(),
            hinges: solver.bending.iter().flat_map(|bending| bending.saved()).collect(),
            fabrics: solver.weaving.iter().flat_map(|weaving| weaving.saved()).collect(),
            cells: solver.cells.iter().flat_map(|cells| cells.saved()).collect(),
            skin: solver.skinning.iter().flat_map(|skinning| skinning.saved()).collect(),
            rest_shape: solver.rest_shape.clone(),
            particles: motion.particles.iter().zip(&solver.inverse_mass).map(particle).collect(),
            still: solver.components.still(&solver.partition.slot),
            kept: solver.islands.kept(),
            torn: indices(&solver.torn),
            reported: indices(&solver.reported),
            gains: (solver.gains.iter())
                .map(|g| (g.position, g.velocity, g.reduced_mass, g.compensates))
                .collect(),
            states: motion.edges.iter().map(|edge| (edge.shortening, edge.tension)).collect(),
            layout: Layout {
                left_out: solver.left_out.clone(),
                changes,
                loosened: solver.partition.loosened(),
                relaxes_rarely: solver.relaxes_rarely,
                lines_are_soft: solver.partition.lines.are_soft,
            },
            clock: Clock {
                substeps: solver.substeps,
                max_stretch: solver.max_stretch,
                adapts: solver.adapt.is_some(),
                calm_steps: solver.calm_steps,
                gains_for: solver.gains_for,
                accounts_for: solver.accounts_for,
                steps,
                still: solver.still,
            },
            accounts,
            colliders: solver.contacts.state().into_iter().map(collider).collect(),
            tear_forces: limits.map(|limits| limits.limits.clone()).unwrap_or_default(),
            drags: solver.drags.iter().map(|dragged| (dragged.drag, dragged.from)).collect(),
        }
    }

    fn solver(self) -> Result<Solver, String> {
        self.check()?;
        let text = |error: NetworkError| error.to_string();
        let mut solver = self.layout()?;
        let Self { settings, clock, layout, .. } = &self;
        solver.settings = *settings;
        let particle = |p: &ParticleForm| ParticleState {
            reference: p.reference,
            displacement: p.displacement,
            velocity: p.velocity,
            goal: p.goal,
        };
        let edge = |&(shortening, tension): &(f32, f32)| EdgeState { shortening, tension };
        let edges = self.states.iter().map(edge).collect();
        let motion = Motion { particles: self.particles.iter().map(particle).collect(), edges };
        solver.partition.set_motion(&motion);
        solver.torn = flags("torn", self.edges.len(), &self.torn)?;
        solver.volumes = self.volumes.iter().map(|(v, open)| Enclosed::new(v, *open)).collect();
        solver.air = Air::restored(&self.aero_surfaces, self.particles.len())?.map(Box::new);
        solver.bending = Bending::restored(&self.hinges, self.particles.len())?.map(Box::new);
        solver.weaving = Weaving::restored(&self.fabrics, self.particles.len())?.map(Box::new);
        solver.cells = CellGroups::restored(&self.cells, self.particles.len())?.map(Box::new);
        solver.restore_skin_targets(&self.skin)?;
        solver.reported = flags("reported", self.edges.len(), &self.reported)?;
        solver.find_components();
        let is_stale = layout.changes.as_ref().is_some_and(|changes| changes.is_stale);
        let components = if is_stale { 0 } else { solver.energy.state().1.len() };
        require(
            components == self.accounts.len(),
            "accounts must be one for each connected component",
        )?;
        solver.energy.set_state(clock.steps, &self.accounts);
        let gains = |&(position, velocity, reduced_mass, compensates)| Gains {
            position,
            velocity,
            reduced_mass,
            compensates,
        };
        solver.gains = self.gains.iter().map(gains).collect();
        solver.partition.set_gains(&solver.gains);
        solver.partition.lines.are_soft = layout.lines_are_soft;
        solver.relaxes_rarely = layout.relaxes_rarely;
        solver.substeps = clock.substeps;
        solver.max_stretch = clock.max_stretch;
        solver.adapt = if clock.adapts { Some(Solver::adapt_substeps) } else { None };
        solver.calm_steps = clock.calm_steps;
        solver.gains_for = clock.gains_for;
        solver.accounts_for = clock.accounts_for;
        for (i, c) in self.colliders.iter().enumerate() {
            let goal = c.goal.map_or(Ok(()), |g| g.check(Element { kind: "collider", index: i }));
            goal.map_err(text)?;
        }
        let state = |c: &ColliderForm| (c.given, c.age, c.goal);
        let colliders: Vec<_> = self.colliders.iter().map(state).collect();
        solver.contacts.set_state(&colliders);
        for &(edge, force) in &self.tear_forces {
            let count = self.edges.len();
            let exists = (edge as usize) < count;
            exists.then_some(()).ok_or_else(|| out_of_range("tear_forces", edge, count))?;
            solver.set_tear_force(edge as usize, force).map_err(text)?;
        }
        let drags: Vec<Drag> = self.drags.iter().map(|drag| drag.0).collect();
        if !drags.is_empty() {
            solver.set_drags(&drags).map_err(text)?;
            // What that has changed besides is as it was saved.
            solver.energy.set_state(clock.steps, &self.accounts);
        }
        solver.drags = self.drags.iter().map(|&(drag, from)| Dragged { drag, from }).collect();
        if solver.changes.is_some() {
            solver.own_step = Some(Solver::step_after_changes);
        }
        solver.components.set_still(&solver.partition.slot, &self.still);
        solver.islands.set_kept(&self.kept);
        solver.still = clock.still;
        Ok(solver)
    }

    /// The solver with its layout, without motion.
    fn layout(&self) -> Result<Solver, String> {
        let form = &self.layout;
        let (masses, built_edges) = match &form.changes {
            Some(changes) => (changes.masses.clone(), changes.edges),
            None => (self.particles.iter().map(|p| p.inverse_mass).collect(), self.edges.len()),
        };
        let is_left_out = flags("left_out", built_edges, &form.left_out)?;
        let whole: Vec<u32> =
            (0..).zip(&is_left_out).filter(|(_, out)| !**out).map(|(edge, _)| edge).collect();
        let particle = |(&inverse_mass, &position): (&f32, &[f32; 3])| Particle {
            inverse_mass,
            ..Particle::fixed(position)
        };
        let count = masses.len();
        let ends_exist = |&edge: &u32| {
            let Edge { a, b, .. } = self.edges[edge as usize];
            a.max(b) < count
        };
        require(
            whole.iter().all(ends_exist),
            "changes: particles must be those of the edges of the layout",
        )?;
        let net = Network {
            particles: masses.iter().zip(&self.rest_shape).map(particle).collect(),
            edges: whole.iter().map(|&edge| self.edges[edge as usize]).collect(),
            skin_constraints: self.skin.iter().map(|skin| skin.0).collect(),
            ..Network::default()
        };
        let mut solver = Solver::new(&net, self.settings).map_err(|error| error.to_string())?;
        let edges = &self.edges[..built_edges];
        let is_old = |tether: &&Tether| tether.anchor.max(tether.particle) < count;
        let tethers: Vec<Tether> = self.tethers.iter().filter(is_old).copied().collect();
        solver.restore_layout(&tethers, &whole, edges, &form.left_out);
        if let Some(changes) = &form.changes {
            solver.changes();
            for &particle in &changes.taken {
                let exists = (particle as usize) < count;
                exists.then_some(()).ok_or_else(|| out_of_range("taken", particle, count))?;
                let slots = solver.take_fixed_slots(particle as usize);
                let own = solver.partition.slot[particle as usize];
                let copies = slots.into_iter().filter(|&copy| copy != own);
                copies.for_each(|copy| solver.partition.retire(copy));
            }
        }
        solver.rest_shape.clone_from(&self.rest_shape);
        for (p, form) in self.particles.iter().enumerate() {
            let w = form.inverse_mass;
            if p >= count {
                solver.inverse_mass.push(w);
                solver.take_slot(p);
                continue;
            }
            let slot = solver.partition.slot[p];
            match (solver.inverse_mass[p] > 0.0, w > 0.0) {
                (true, false) => solver.partition.fix(slot, p),
                (false, true) => solver.partition.release(slot, w),
                _ => solver.partition.particles.set_inverse_mass(slot, w),
            }
            solver.inverse_mass[p] = w;
        }
        let of_added = self.tethers.iter().filter(|tether| !is_old(tether));
        of_added.for_each(|&tether| solver.insert_tether(tether));
        solver.edges.clone_from(&self.edges);
        solver.partition.symmetric.resize(self.edges.len(), false);
        if let Some(changes) = &form.changes {
            solver.restore_singles(&changes.singles)?;
            solver.changes().is_stale = changes.is_stale;
        }
        solver.partition.limit_rounds(&form.loosened);
        let tearable =
            solver.edges.iter().zip(0..).filter(|(edge, _)| edge.tear_strain.is_finite());
        solver.tearable = tearable.map(|(_, index)| index).collect();
        solver.make_room();
        solver.pause_tethers();
        Ok(solver)
    }
}
