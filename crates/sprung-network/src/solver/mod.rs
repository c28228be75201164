//! The production solver: many small steps, each one sweep over positions and one over velocities.
//!
//! Per sub-step `h`, in this order:
//!
//! 1. velocities take gravity and drag, and carry the particles to predicted positions;
//! 2. every spring moves its ends toward its rest length by its fraction `p`, one after another (position-based
//!    dynamics; Macklin et al., *Small Steps in Physics Simulation*, 2019); those of hubs there and back;
//! 3. what was moved, divided by `h`, is added to the velocities;
//! 4. every spring takes the fraction `q` of its length rate out of the velocities, along the directions of 2.
//!
//! Ropes, hair and branching trees take 2 and 4 whole: every link exactly, by a direct solve of linear cost.
//!
//! `p` and `q` are made from the pair (C_s, C_d) of the spring's [`Law`](crate::Law) at `h`: the implicit steps of its
//! spring and of its damper. The fourth part keeps the energy from growing in any order of springs.
//!
//! Once per step the parts that hang on nothing and touch nothing get back the momentum that 2 and rounding took.
//!
//! Accuracy: stiffness is exact at rest; in motion the method is of first order in `h`. A spring of angular frequency ω
//! loses the part `ω²h/2` of its amplitude per second, and what turns about a pin with Ω the part `Ω²h` of its speed.
//! A free body keeps momentum and angular momentum to 1e-5 over ten seconds at any number of sub-steps.

#[cfg(test)]
mod any_order;
mod articulated;
mod block;
mod bundle;
mod chain;
mod components;
mod contacts;
mod energy;
mod forest;
mod hubs;
mod lanes;
mod lines;
mod momentum;
mod particles;
mod partition;
#[cfg(test)]
mod same_bits;
mod settings;
mod sweep;
mod tether;
mod topology;
mod tree;
#[cfg(test)]
mod tree_oracle;

use fearless_simd::{Level, dispatch};

use crate::collider::Collider;
use crate::environment::{Environment, is_step};
use crate::error::{Element, LARGEST, NetworkError};
use crate::measure::Stretch;
use crate::network::Network;
use crate::particle::Particle;
use crate::shape::Shape;
use crate::spring::{Spring, Tether};
use crate::vector::distance;
use block::{Block, Gains};
use components::Components;
use contacts::Contacts;
use energy::Energy;
use momentum::FreeParts;
use particles::{Drift, Range};
use partition::Partition;
use sweep::{Cuts, Way, sweep};

pub use settings::Settings;

/// A network in motion.
///
/// ```
/// use sprung_network::{Settings, Solver, build::rope::rope};
/// let mut net = rope([0.0; 3], [3.0, 0.0, 0.0], 30, 1.0)?;
/// net.pin([0]);
/// let mut solver = Solver::new(&net, Settings { substeps: 32, ..Settings::default() })?;
/// for _ in 0..60 {
///     solver.step(1.0 / 60.0);
/// }
/// assert!(solver.position(30)[1] < -1.0, "it swings down");
/// assert!(solver.stretch().max < 0.05);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    partition: Partition,
    springs: Vec<Spring>,
    tethers: Vec<Tether>,
    rest_shape: Vec<[f32; 3]>,
    inverse_mass: Vec<f32>,
    gains: Vec<Gains>,
    /// The sub-step that `gains` are for.
    gains_for: f32,
    /// Springs that may tear, and those that have.
    tearable: Vec<u32>,
    torn: Vec<bool>,
    components: Components,
    free_parts: FreeParts,
    energy: Energy,
    contacts: Contacts,
    settings: Settings,
    /// How long nothing has moved, s.
    still: f32,
    level: Level,
    parallel: bool,
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
        let may_tear = |i: &u32| net.springs[*i as usize].tear_stretch.is_finite();
        let partition = Partition::new(net, settings.lines);
        let (particles, slots) = (net.particles.len(), partition.particles.len());
        let ties = net.springs.len() + net.tethers.len();
        let mut solver = Self {
            partition,
            springs: net.springs.clone(),
            tethers: net.tethers.clone(),
            rest_shape: (0..net.particles.len()).map(|i| net.rest_position(i)).collect(),
            inverse_mass,
            gains: vec![Gains::default(); net.springs.len()],
            gains_for: 0.0,
            tearable: (0..net.springs.len() as u32).filter(may_tear).collect(),
            torn: vec![false; net.springs.len()],
            components: Components::with_room_for(particles, slots, ties),
            free_parts: FreeParts::with_room_for(particles),
            energy: Energy::with_room_for(particles, slots),
            contacts: Contacts::default(),
            settings,
            still: 0.0,
            level: Level::new(),
            parallel: false,
        };
        solver.parallel = solver.len() >= PARALLEL_FROM && solver.partition.lines.is_empty();
        solver.find_components();
        Ok(solver)
    }

    fn find_components(&mut self) {
        let Self { springs, torn, tethers, components, .. } = self;
        let whole = springs.iter().zip(torn).filter(|(_, torn)| !**torn);
        let springs = whole.map(|(s, _)| [s.a, s.b]);
        let joints = springs.chain(tethers.iter().map(|t| [t.anchor, t.particle]));
        components.find(&self.inverse_mass, &self.partition.slot, joints);
        self.free_parts.find(components);
        self.energy.find(components, &self.partition.particles.velocity);
    }

    /// Moves the network on by `dt` seconds. Sub-steps that are not within 1e-15 and 1e6 s move nothing, nor does NaN.
    ///
    /// Coordinates and velocities stay finite: each sub-step cuts them off at ±1e15 m and ±1e15 m/s. Should a component still overflow (mass ratios near 1e30), it
    /// is put back, at rest, to where the step began; other components go on.
    ///
    /// The kinetic energy of a component never exceeds 1.001 `(E − V)`, where `V = −Σ m g·x` and `E = K + V + S` was
    /// taken at the start, and again when the sub-step, the environment or the colliders change, a spring tears, or after
    /// a step in which a fixed particle of it is moved or a moving collider touches it (the bound does not apply within
    /// such a step). `S` is `½ k x²` of all springs of `k h² < m`, and `½ M (R/h)² + M |g| R` with the sum `R` of the
    /// offsets of all others, of tethers that are too long and of depths in colliders, plus 1e-6 of the rest lengths.
    /// Springs per step ([`Law::Fraction`](crate::Law::Fraction)) have the `k` of their sub-step. Velocities relative to the center of mass are scaled
    /// down where this would be exceeded, which happens only to springs that contradict each other.
    ///
    /// Allocates nothing, and gives the same bits on every machine and for any number of threads.
    pub fn step(&mut self, dt: f32) {
        let h = dt / self.settings.substeps as f32;
        if !is_step(h) || self.is_asleep() {
            return;
        }
        self.prepare(h);
        self.contacts.begin(dt);
        if self.energy.is_stale() {
            self.take_energy(h);
        }
        let level = self.level;
        self.partition.particles.all().touched.fill(false);
        self.free_parts.begin(&self.components, self.partition.particles.all());
        self.sweep(Way::Forth, |block, particles| block.begin(level, particles));
        dispatch!(level, s => self.partition.measure_lines(s));
        let Partition { tethers, particles, .. } = &mut self.partition;
        dispatch!(level, s => tether::measure(s, tethers, particles.all()));
        let (keep, add) = self.settings.environment.step(h);
        let substeps = self.settings.substeps;
        let drift = |substep: usize| {
            let passed = substep as f32 / substeps as f32;
            Drift { h, keep, add, passed, per_step: 1.0 / dt }
        };
        let mut follow = false;
        for substep in 1..=substeps {
            follow = !self.substep(drift(substep), substep, follow);
        }
        let fall = self.settings.environment.step_f64(h);
        self.free_parts.restore(&self.components, self.partition.particles.all(), fall, substeps);
        self.limit_energy(fall.0);
        dispatch!(level, s => self.partition.particles.all().commit(s));
        self.contacts.end();
        self.tear();
        self.doze(dt);
    }

    /// One sub-step; the velocities `follow` first what the springs have moved in the one before, if they still have to.
    /// Returns false if they have to again.
    ///
    /// What can be done with a block while it is at hand is done together.
    fn substep(&mut self, drift: Drift, substep: usize, follow: bool) -> bool {
        let level = self.level;
        let springs = self.partition.has_springs;
        let lines = !self.partition.lines.is_empty();
        let project = |block: &mut Block, particles: Range<'_>| block.project(level, particles);
        let predict = |block: &mut Block, particles: Range<'_>| {
            block.predict(level, particles, drift, follow);
        };
        if lines {
            self.sweep_both(Way::Forth, predict, |_, _| {});
            dispatch!(level, s => self.partition.project_lines(s));
            if springs {
                self.sweep(Way::Forth, project);
            }
        } else {
            let both = |block: &mut Block, mut particles: Range<'_>| {
                predict(block, particles.reborrow());
                project(block, particles);
            };
            self.sweep_both(Way::Forth, both, project);
        }
        if self.partition.has_hubs {
            self.sweep(Way::Back, |block, particles| block.project_back(level, particles));
            dispatch!(level, s => self.partition.project_lines_back(s));
        }
        self.limit(drift);

        let Settings { substeps, relax, .. } = self.settings;
        let relax_lines = relax
            && lines
            && (self.partition.has_soft_lines || substep.is_multiple_of(substeps.div_ceil(4)));
        let relax_springs = relax && springs;
        if !(relax_springs || relax_lines || substep == substeps) {
            return false;
        }
        let relax = |block: &mut Block, particles: Range<'_>| block.relax(level, particles);
        let follow = |_: &mut Block, mut particles: Range<'_>| {
            dispatch!(level, s => particles.follow(s, drift.h));
        };
        if relax_springs && !relax_lines {
            let both = |block: &mut Block, mut particles: Range<'_>| {
                follow(block, particles.reborrow());
                relax(block, particles);
            };
            self.sweep_both(Way::Forth, both, relax);
        } else {
            self.sweep_both(Way::Forth, follow, |_, _| {});
        }
        if relax_lines {
            dispatch!(level, s => self.partition.relax_lines(s));
            if relax_springs {
                self.sweep(Way::Forth, relax);
            }
        }
        true
    }

    /// What no spring may pull a particle past: tethers and colliders.
    fn limit(&mut self, Drift { h, passed, .. }: Drift) {
        let Partition { tethers, blocks, particles, .. } = &mut self.partition;
        dispatch!(self.level, s => tether::project(s, tethers, particles.all()));
        self.contacts.advance(passed);
        let contacts = self.contacts.all();
        if !contacts.is_empty() {
            let touch = |_: &mut Block, mut particles: Range<'_>| particles.push_out(contacts, h);
            let cuts = Cuts { blocks, shifted: &mut [] };
            sweep(cuts, particles.all(), 0, Way::Forth, self.parallel, &touch, &touch);
        }
    }

    /// Works out the gains if the sub-step is not the one they are for.
    fn prepare(&mut self, h: f32) {
        if self.gains_for == h {
            return;
        }
        self.gains_for = h;
        self.energy.renew();
        let springs = self.springs.iter().zip(&self.torn).zip(&self.partition.twice);
        for (((spring, &torn), &twice), gains) in springs.zip(&mut self.gains) {
            let w = self.inverse_mass[spring.a] + self.inverse_mass[spring.b];
            let reduced_mass = if w > 0.0 && !torn { 1.0 / w } else { 0.0 };
            let (p, q) = spring.law.projections(h, self.settings.substeps, reduced_mass);
            let p = if twice { hubs::of_two(p) } else { p };
            *gains = if torn {
                Gains::default()
            } else {
                Gains { position: p, velocity: q, reduced_mass }
            };
        }
        self.partition.set_gains(&self.gains);
    }

    /// Breaks springs that are stretched too far. The places they had in their bundles and chains stay, switched off.
    fn tear(&mut self) {
        let mut broken = false;
        for i in 0..self.tearable.len() {
            let index = self.tearable[i] as usize;
            let Spring { a, b, rest_length, tear_stretch, .. } = self.springs[index];
            let length = distance(self.position(a), self.position(b));
            if !self.torn[index] && length > rest_length * (1.0 + tear_stretch) {
                self.torn[index] = true;
                broken = true;
            }
        }
        if broken {
            self.partition.tethers.clear();
            self.tethers.clear();
            self.gains_for = 0.0;
            self.find_components();
        }
    }

    fn doze(&mut self, dt: f32) {
        if self.settings.sleep_speed <= 0.0 {
            return;
        }
        let limit = self.settings.sleep_speed * self.settings.sleep_speed;
        let slow = |&[x, y, z, _]: &[f32; 4]| x * x + y * y + z * z < limit;
        let all_slow = self.partition.particles.velocity.iter().all(slow);
        self.still = if all_slow && self.contacts.at_rest() { self.still + dt } else { 0.0 };
    }

    fn wake(&mut self) {
        self.still = 0.0;
    }

    /// Does the same with every block of both cuts.
    fn sweep(&mut self, way: Way, work: impl Fn(&mut Block, Range<'_>) + Sync) {
        self.sweep_both(way, &work, &work);
    }

    /// Does one thing with every block and another with every shifted one.
    fn sweep_both(
        &mut self,
        way: Way,
        within: impl Fn(&mut Block, Range<'_>) + Sync,
        across: impl Fn(&mut Block, Range<'_>) + Sync,
    ) {
        let Partition { blocks, shifted, particles, .. } = &mut self.partition;
        let cuts = Cuts { blocks, shifted };
        sweep(cuts, particles.all(), 0, way, self.parallel, &within, &across);
    }

    /// True if nothing has moved for half a second: [`step`](Self::step) then does nothing, until something is changed.
    pub fn is_asleep(&self) -> bool {
        self.still >= 0.5
    }

    /// Leads a fixed particle to a place, which it reaches at the end of the next step in a straight line. A place that
    /// is not finite or beyond 1e15 m is not led to.
    ///
    /// # Panics
    /// If there is no such particle or it is free.
    pub fn move_to(&mut self, particle: usize, goal: [f32; 3]) {
        assert!(
            self.inverse_mass[particle] == 0.0,
            "particle {particle} is free: only fixed ones are led"
        );
        if !goal.iter().all(|c| c.abs() <= LARGEST) {
            return;
        }
        self.wake();
        for component in self.components.held_by(particle) {
            self.energy.drive(component);
        }
        for block in &mut self.partition.blocks {
            for held in block.held.iter_mut().filter(|held| held.particle as usize == particle) {
                held.goal = Some(goal);
            }
        }
    }

    /// Gives a particle an impulse, N·s. A fixed particle does not move by it. One that is not finite, or that makes a
    /// particle faster than 1e15 m/s, is not given.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn apply_impulse(&mut self, particle: usize, impulse: [f32; 3]) {
        let slot = self.partition.slot[particle];
        let velocity = &mut self.partition.particles.velocity[slot];
        let [x, y, z, w] = *velocity;
        let inverse_mass = self.inverse_mass[particle];
        let [jx, jy, jz] = impulse.map(|j| j * inverse_mass);
        let faster = [x + jx, y + jy, z + jz, w];
        if faster[..3].iter().all(|c| c.abs() <= LARGEST) {
            let square = |v: &[f32]| v[..3].iter().map(|&c| f64::from(c).powi(2)).sum::<f64>();
            let gained = square(&faster) - square(velocity);
            *velocity = faster;
            self.wake();
            if inverse_mass > 0.0 {
                self.energy
                    .add(self.components.of_slot[slot], 0.5 * gained / f64::from(inverse_mass));
            }
        }
    }

    /// Changes gravity, drag or wind from the next step on.
    ///
    /// # Errors
    /// If a number of it is bad.
    pub fn set_environment(&mut self, environment: Environment) -> Result<(), NetworkError> {
        environment.check()?;
        self.settings.environment = environment;
        self.energy.renew();
        self.wake();
        Ok(())
    }

    /// Replaces all colliders by ones that are where their shapes say now, at the start of the next step.
    ///
    /// Those with a velocity move on by themselves, step after step. One that is given anew at another place without a
    /// velocity jumps there: it pushes particles out and gives them no speed; [`move_collider`](Self::move_collider)
    /// moves it.
    ///
    /// # Errors
    /// The first collider with a bad number; the old ones then stay.
    pub fn set_colliders(&mut self, colliders: &[Collider]) -> Result<(), NetworkError> {
        for (i, collider) in colliders.iter().enumerate() {
            collider.check(i)?;
        }
        self.contacts.set(colliders);
        self.energy.renew();
        self.wake();
        self.wake();
        Ok(())
    }

    /// Moves a collider to a place that it reaches at the end of the next step, at constant velocity and angular
    /// velocity. From then on it moves with its own velocity again.
    ///
    /// A plane turns by the shortest rotation of its normal, a capsule by that of its axis about `a`; a ball does not
    /// turn. Another radius or length than before counts from the start of the step and pushes without speed.
    ///
    /// # Errors
    /// A bad number; the collider then moves on as before.
    ///
    /// # Panics
    /// If there is no such collider, or the goal is of another kind of shape.
    pub fn move_collider(&mut self, collider: usize, goal: Shape) -> Result<(), NetworkError> {
        goal.check(Element { kind: "collider", index: collider })?;
        self.contacts.move_to(collider, goal);
        self.wake();
        Ok(())
    }

    /// The colliders where they are now.
    pub fn colliders(&self) -> impl Iterator<Item = Collider> + '_ {
        self.contacts.all().iter().map(|contact| contact.collider())
    }

    /// True if a spring has torn.
    ///
    /// # Panics
    /// If there is no such spring.
    pub fn is_torn(&self, spring: usize) -> bool {
        self.torn[spring]
    }

    /// How many particles there are.
    pub fn len(&self) -> usize {
        self.inverse_mass.len()
    }

    /// True if there are no particles.
    pub fn is_empty(&self) -> bool {
        self.inverse_mass.is_empty()
    }

    /// The springs, in the order of the network.
    pub fn springs(&self) -> &[Spring] {
        &self.springs
    }

    /// Where a particle is, m.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn position(&self, particle: usize) -> [f32; 3] {
        self.partition.particles.position(self.partition.slot[particle])
    }

    /// How a particle moves, m/s.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn velocity(&self, particle: usize) -> [f32; 3] {
        let [x, y, z, _] = self.partition.particles.velocity[self.partition.slot[particle]];
        [x, y, z]
    }

    /// The particles as they are now, in the order of the network.
    pub fn particles(&self) -> impl Iterator<Item = Particle> + '_ {
        (0..self.len()).map(|i| Particle {
            position: self.position(i),
            velocity: self.velocity(i),
            inverse_mass: self.inverse_mass[i],
        })
    }

    /// The network as it is now, without the springs that have torn: what a new solver takes to go on with changes.
    ///
    /// It keeps the rest shape, so that the new solver finds the lines of springs that this one has. Its springs have
    /// other indices if some have torn. A copy of the state to come back to is a `clone` of the solver.
    pub fn network(&self) -> Network {
        let whole = self.springs.iter().zip(&self.torn).filter(|(_, torn)| !**torn);
        Network {
            particles: self.particles().collect(),
            springs: whole.map(|(spring, _)| *spring).collect(),
            tethers: self.tethers.clone(),
            rest_shape: self.rest_shape.clone(),
        }
    }

    /// Stretch of the springs now, torn ones included.
    pub fn stretch(&self) -> Stretch {
        Stretch::of(&self.springs, |i| self.position(i))
    }
}
