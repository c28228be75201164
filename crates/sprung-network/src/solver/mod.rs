//! The production solver: many small steps, each one sweep over positions and one over velocities.
//!
//! Per sub-step `h`, in this order:
//!
//! 1. velocities take gravity and drag, and carry the particles to predicted positions;
//! 2. every spring moves its ends toward its rest length by its fraction `p`, one after another (position-based
//!    dynamics; Macklin et al., *Small Steps in Physics Simulation*, 2019);
//! 3. what was moved, divided by `h`, is added to the velocities;
//! 4. every spring takes the fraction `q` of its length rate out of the velocities, along the directions of 2.
//!
//! `p` and `q` are made from the pair (C_s, C_d) of the spring's [`Law`](crate::Law) at `h`, such that one spring alone
//! moves by the eigenvalues of that pair. The fourth part keeps the energy from growing in any order of springs.

mod block;
mod bundle;
mod lanes;
mod particles;
mod partition;
mod settings;

use fearless_simd::{Level, dispatch};

use crate::error::NetworkError;
use crate::measure::Stretch;
use crate::network::Network;
use crate::particle::Particle;
use crate::spring::Spring;
use block::{Block, Gains, for_each};
use particles::Drift;
use partition::Partition;

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
    inverse_mass: Vec<f32>,
    gains: Vec<Gains>,
    /// The sub-step that `gains` are for.
    gains_for: f32,
    settings: Settings,
    level: Level,
    parallel: bool,
}

/// Networks of fewer particles are solved by one thread.
const PARALLEL_FROM: usize = 8192;

impl Solver {
    /// A network at the start of its motion.
    ///
    /// # Errors
    /// If an element of the network or a setting is bad: [`Network::check`].
    pub fn new(net: &Network, settings: Settings) -> Result<Self, NetworkError> {
        net.check()?;
        settings.check()?;
        let all: Vec<u32> = (0..net.springs.len() as u32).collect();
        let inverse_mass = net.particles.iter().map(|p| p.inverse_mass).collect();
        Ok(Self {
            partition: Partition::new(net, &all),
            springs: net.springs.clone(),
            inverse_mass,
            gains: vec![Gains::default(); net.springs.len()],
            gains_for: 0.0,
            settings,
            level: Level::new(),
            parallel: net.particles.len() >= PARALLEL_FROM,
        })
    }

    /// Moves the network on by `dt` seconds. A `dt` that is not finite or not positive moves nothing.
    ///
    /// Allocates nothing, and gives the same bits on every machine and for any number of threads.
    pub fn step(&mut self, dt: f32) {
        let h = dt / self.settings.substeps as f32;
        if !(h.is_finite() && h > 0.0) {
            return;
        }
        self.prepare(h);
        let level = self.level;
        self.each_block(|block, particles| block.begin(level, particles));
        self.each_shifted(|block, particles| block.begin(level, particles));
        let (keep, add) = self.settings.environment.step(h);
        for substep in 0..self.settings.substeps {
            let elapsed = h * (substep + 1) as f32;
            self.substep(Drift { h, keep, add, elapsed });
        }
        dispatch!(level, s => self.partition.particles.all().commit(s));
    }

    fn substep(&mut self, drift: Drift) {
        let (level, relax) = (self.level, self.settings.relax);
        self.each_block(|block, mut particles| {
            block.predict(level, particles.reborrow(), drift);
            block.project(level, particles);
        });
        self.each_shifted(|block, particles| block.project(level, particles));
        self.each_block(|block, mut particles| {
            dispatch!(level, s => particles.follow(s, drift.h));
            if relax {
                block.relax(level, particles);
            }
        });
        if relax {
            self.each_shifted(|block, particles| block.relax(level, particles));
        }
    }

    /// Works out the gains if the sub-step is not the one they are for.
    fn prepare(&mut self, h: f32) {
        if self.gains_for == h {
            return;
        }
        self.gains_for = h;
        for (spring, gains) in self.springs.iter().zip(&mut self.gains) {
            let w = self.inverse_mass[spring.a] + self.inverse_mass[spring.b];
            let reduced_mass = if w > 0.0 { 1.0 / w } else { 0.0 };
            let (p, q) = spring.law.fraction(h, reduced_mass).projections();
            *gains = Gains { position: p * reduced_mass, velocity: q * reduced_mass };
        }
        let Partition { blocks, shifted, .. } = &mut self.partition;
        for block in blocks.iter_mut().chain(shifted) {
            block.set_gains(&self.gains);
        }
    }

    fn each_block(&mut self, work: impl Fn(&mut Block, particles::Range<'_>) + Sync) {
        let Partition { blocks, particles, .. } = &mut self.partition;
        for_each(blocks, particles.all(), 0, self.parallel, &work);
    }

    fn each_shifted(&mut self, work: impl Fn(&mut Block, particles::Range<'_>) + Sync) {
        let Partition { shifted, particles, .. } = &mut self.partition;
        for_each(shifted, particles.all(), 0, self.parallel, &work);
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

    /// Stretch of the springs now.
    pub fn stretch(&self) -> Stretch {
        Stretch::of(&self.springs, |i| self.position(i))
    }
}
