//! A network of springs as a component.

use bevy::math::Affine3A;
use bevy::prelude::*;
use sprung_network::{Collider, Environment, Network, NetworkError, Settings, Solver};

use super::pins::Pin;
use super::wind::Wind;

/// Rope, cloth, jelly: a [`Network`] that moves in bevy's fixed steps.
///
/// Its particles are given in the frame of the entity. They start there and then move in the world: the `Transform` of the
/// entity takes along the particles that the network has [fixed](Network::fix), and nothing else; its scale has no effect. [`Pins`](crate::Pins) tie
/// particles to other entities, [`NetworkCollider`](crate::NetworkCollider)s push them, [`Wind`](crate::Wind) blows on
/// them, a [`NetworkMesh`](crate::NetworkMesh) shows them.
///
/// ```
/// use bevy::prelude::*;
/// use sprung_bevy::{NetworkMesh, SpringNetwork, SprungNetworkPlugin};
/// use sprung_network::{Settings, shapes::Cloth};
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, TransformPlugin, SprungNetworkPlugin));
/// let sheet = Cloth::new(16, 16, 0.1, 0.3);
/// let mut net = sheet.build()?;
/// net.fix(sheet.corners());
/// let curtain = (
///     SpringNetwork::new(&net, Settings::default())?,
///     NetworkMesh::cloth(&sheet),
///     Transform::from_xyz(0.0, 2.0, 0.0),
/// );
/// app.world_mut().spawn(curtain);
/// app.update();
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Component, Clone, Debug)]
#[require(Transform)]
pub struct SpringNetwork {
    /// Gravity, drag and wind; the [`Wind`](crate::Wind) of the world is added.
    pub environment: Environment,
    solver: Solver,
    settings: Settings,
    /// The particles that the network has fixed, in the frame of the entity.
    fixed: Vec<(usize, Vec3)>,
    /// The place of the entity in the last step; none before the first.
    place: Option<Affine3A>,
    /// The particles that pins have fixed, with their masses, kg; none for those that the network has fixed.
    pinned: Vec<(Pin, Option<f32>)>,
    /// As the solver has them.
    colliders: Vec<(Entity, Collider)>,
    blown: Environment,
    has_gusts: bool,
    /// Positions of the particles before and after the last step, in the world.
    positions: [Vec<Vec3>; 2],
    /// The ends of torn edges.
    torn: Vec<[usize; 2]>,
    /// Reported already.
    error: Option<NetworkError>,
    /// Something else steps the solver in this step.
    pub(crate) is_coupled: bool,
}

impl SpringNetwork {
    /// A network in the frame of its entity. [`Settings::environment`] becomes [`environment`](Self::environment).
    ///
    /// # Errors
    /// As [`Solver::new`].
    pub fn new(network: &Network, settings: Settings) -> Result<Self, NetworkError> {
        let solver = Solver::new(network, settings)?;
        let particles = || network.particles.iter().map(|p| Vec3::from_array(p.position));
        let fixed = particles().enumerate().filter(|(p, _)| network.particles[*p].is_fixed());
        Ok(SpringNetwork {
            environment: settings.environment,
            solver,
            settings,
            fixed: fixed.collect(),
            place: None,
            pinned: Vec::new(),
            colliders: Vec::new(),
            blown: settings.environment,
            has_gusts: false,
            positions: [particles().collect(), particles().collect()],
            torn: Vec::new(),
            error: None,
            is_coupled: false,
        })
    }

    /// Returns the solver. Its coordinates are those of the world from the first step on, of the entity's frame before.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns the solver, to change it between two steps: to push, tear, pick and drag. The first step makes it anew from
    /// its [`Solver::network`].
    ///
    /// Colliders and environment are set by components. Torn edges are in [`torn_edges`](Self::torn_edges).
    pub fn solver_mut(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// Returns the position of a particle in the world after the last fixed step, m; `None` if there is no such particle.
    pub fn position(&self, particle: usize) -> Option<Vec3> {
        self.positions[1].get(particle).copied()
    }

    /// Returns the position of a particle in the world between the last two fixed steps, m; `part` 0 is the earlier, 1 the
    /// later. `Time<Fixed>::overstep_fraction` is that of a frame.
    pub fn position_between(&self, particle: usize, part: f32) -> Option<Vec3> {
        let [before, after] = &self.positions;
        Some(before.get(particle)?.lerp(*after.get(particle)?, part))
    }

    /// Returns the ends of all edges that have torn, in the order in which they did.
    pub fn torn_edges(&self) -> &[[usize; 2]] {
        &self.torn
    }

    /// Returns the last error of what acts on the network: a pin, a collider, the wind. It is logged once.
    pub fn error(&self) -> Option<NetworkError> {
        self.error
    }

    /// True if it has been put where its entity is.
    pub(crate) fn has_started(&self) -> bool {
        self.place.is_some()
    }

    /// True if nothing has moved in the last step.
    pub(crate) fn is_still(&self) -> bool {
        self.positions[0] == self.positions[1]
    }

    pub(crate) fn positions(&self) -> [&[Vec3]; 2] {
        [&self.positions[0], &self.positions[1]]
    }

    /// Puts the network where its entity is.
    fn start<'a>(
        &mut self,
        own: Affine3A,
        pins: impl Iterator<Item = &'a Pin>,
    ) -> Result<(), NetworkError> {
        let mut network = self.solver.network();
        let masses: Vec<_> = network.particles.iter().map(|p| p.inverse_mass.recip()).collect();
        for particle in &mut network.particles {
            let position = own.transform_point3(Vec3::from_array(particle.position));
            let velocity = own.transform_vector3(Vec3::from_array(particle.velocity));
            particle.position = position.to_array();
            particle.velocity = velocity.to_array();
        }
        // Fixed before the solver is made: it solves lines between particles that are.
        self.pinned.clear();
        for pin in pins {
            let mass = masses[pin.particle];
            self.pinned.push((*pin, mass.is_finite().then_some(mass)));
            network.fix([pin.particle]);
        }
        self.solver = Solver::new(&network, self.settings)?;
        for positions in &mut self.positions {
            positions.clear();
            positions.extend(network.particles.iter().map(|p| Vec3::from_array(p.position)));
        }
        Ok(())
    }

    /// Moves fixed particles to where the entity and those of the pins are.
    pub(crate) fn follow(
        &mut self,
        own: Affine3A,
        pins: &[Pin],
        place: impl Fn(Entity) -> Option<Affine3A>,
    ) -> Result<(), NetworkError> {
        let (_, rotation, translation) = own.to_scale_rotation_translation();
        let own = Affine3A::from_rotation_translation(rotation, translation);
        if !own.is_finite() {
            return Ok(());
        }
        let particles = self.solver.len();
        let known = pins.iter().filter(|pin| pin.particle < particles);
        if self.place.is_none() {
            self.start(own, known.clone())?;
            self.place = Some(own);
        }
        self.change_pins(own, known)?;
        if self.place.replace(own) != Some(own) {
            let is_pinned = |particle| self.pinned.iter().any(|(pin, _)| pin.particle == particle);
            for &(particle, at) in self.fixed.iter().filter(|(particle, _)| !is_pinned(*particle)) {
                move_to(&mut self.solver, particle, own.transform_point3(at));
            }
        }
        for (pin, _) in &self.pinned {
            if let Some(place) = place(pin.entity) {
                move_to(&mut self.solver, pin.particle, place.transform_point3(pin.offset));
            }
        }
        let Some(pin) = pins.iter().position(|pin| pin.particle >= particles) else {
            return Ok(());
        };
        let (element, particle) = ("pin", pins[pin].particle);
        Err(NetworkError::MissingParticle { element, index: pin, particle, particles })
    }

    /// Fixes and releases particles where pins were added and removed.
    fn change_pins<'a>(
        &mut self,
        own: Affine3A,
        pins: impl Iterator<Item = &'a Pin> + Clone,
    ) -> Result<(), NetworkError> {
        if self.pinned.iter().map(|(pin, _)| pin).eq(pins.clone()) {
            return Ok(());
        }
        let before = core::mem::take(&mut self.pinned);
        let mass_of = |solver: &Solver, particle| {
            let mass = solver.particles().nth(particle)?.inverse_mass.recip();
            mass.is_finite().then_some(mass)
        };
        for &pin in pins.clone() {
            let known = before.iter().find(|(old, _)| old.particle == pin.particle);
            let mass = known.map_or_else(|| mass_of(&self.solver, pin.particle), |(_, mass)| *mass);
            self.solver.pin(pin.particle);
            self.pinned.push((pin, mass));
        }
        for (old, mass) in before {
            if pins.clone().any(|pin| pin.particle == old.particle) {
                continue;
            }
            if let Some(mass) = mass {
                self.solver.release(old.particle, mass)?;
            } else if let Some((particle, at)) = self.fixed.iter().find(|f| f.0 == old.particle) {
                // It follows the entity of the network again.
                move_to(&mut self.solver, *particle, own.transform_point3(*at));
            }
        }
        Ok(())
    }

    /// Moves the colliders to where they are now.
    pub(crate) fn set_colliders(
        &mut self,
        colliders: &[(Entity, Collider)],
    ) -> Result<(), NetworkError> {
        let kind = |collider: &Collider| core::mem::discriminant(&collider.shape);
        let same = |(a, b): (&(Entity, Collider), &(Entity, Collider))| {
            a.0 == b.0 && kind(&a.1) == kind(&b.1) && a.1.friction == b.1.friction
        };
        let count = colliders.len();
        if self.colliders.len() != count || !self.colliders.iter().zip(colliders).all(same) {
            let all: Vec<Collider> = colliders.iter().map(|(_, collider)| *collider).collect();
            self.solver.set_colliders(&all)?;
        } else {
            for (i, (old, new)) in self.colliders.iter().zip(colliders).enumerate() {
                if old.1.shape != new.1.shape {
                    self.solver.move_collider(i, new.1.shape)?;
                }
            }
        }
        self.colliders.clear();
        self.colliders.extend_from_slice(colliders);
        Ok(())
    }

    /// Sets the environment and the wind.
    pub(crate) fn blow(&mut self, wind: &Wind, time: f32) -> Result<(), NetworkError> {
        let own = Vec3::from_array(self.environment.wind);
        let blown = Environment { wind: (own + wind.velocity).to_array(), ..self.environment };
        if blown != self.blown {
            self.solver.set_environment(blown)?;
            self.blown = blown;
        }
        if wind.gusts.is_some() || self.has_gusts {
            self.solver.set_wind_field(|place| wind.gust(place, time))?;
            self.has_gusts = wind.gusts.is_some();
        }
        Ok(())
    }

    /// Logs an error once.
    pub(crate) fn report(&mut self, entity: Entity, result: Result<(), NetworkError>) {
        if let Err(error) = result
            && self.error != Some(error)
        {
            tracing::error!("network of entity {entity}: {error}");
            self.error = Some(error);
        }
    }

    /// Steps a network that nothing else steps.
    pub(crate) fn step(&mut self, dt: f32) {
        if !self.is_coupled && self.place.is_some() {
            self.step_by(|solver| solver.step(dt));
        }
    }

    /// Makes a step and takes note of what has moved and torn.
    pub(crate) fn step_by(&mut self, step: impl FnOnce(&mut Solver)) {
        step(&mut self.solver);
        let Self { solver, torn, positions: [before, after], .. } = self;
        let torn_now: Vec<usize> = solver.take_torn_edges().collect();
        torn.extend(torn_now.iter().map(|&edge| {
            let edge = solver.edges()[edge];
            [edge.a, edge.b]
        }));
        core::mem::swap(before, after);
        after.clear();
        after.extend((0..solver.len()).map(|p| Vec3::from_array(solver.position(p))));
    }
}

/// Moves a fixed particle, unless it is there.
fn move_to(solver: &mut Solver, particle: usize, goal: Vec3) {
    let goal = goal.to_array();
    if solver.is_fixed(particle) && solver.position(particle) != goal {
        solver.set_kinematic_target(particle, goal);
    }
}
