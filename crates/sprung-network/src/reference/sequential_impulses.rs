//! Sequential impulses (projected Gauss–Seidel) with warm start: Nissen's iterations.
//!
//! Michael Schmidt Nissen's follow-up to his article (*Stable Rigid Springs with Sequential Impulses*) lets every spring
//! ask once per step `h` for the rate `r = (1 − C_d) v − C_s x/h` at which its length shall change, and then goes through
//! the springs forwards and backwards, giving each the impulse `λ = (r − rate now) m` that is still missing. What a spring
//! got in all is kept, and part of it given at once at the start of the next step.
//!
//! As published energy grows, for three reasons: springs of different `C_d` at one particle hold each other to rates that
//! none of them has alone; the kept impulses may be wrong by now; and they hold the pull of an error `x` that sweeps have
//! left over, not one that the motion has paid for. [`Variant::Passive`] has an answer to each, and gains none:
//!
//! 1. A spring asks for its implicit step, `λ = −(C_d · rate + C_s x/h) m − (1 − C_d) λ` with the rate that all of them
//!    leave: alone, that is the published impulse. Written as `(A + E) λ = −(r₀ + b)`, with `A = J W Jᵀ`,
//!    `E = (1 − C_d)/(C_d m)`, `b = (C_s/C_d) x/h` and the rates `r₀ = J v`, each visit lowers
//!    `f = ½ λᵀ(A + E) λ + λᵀ(r₀ + b)`, which is 0 at the start: in any order, however few the sweeps, and whether or not
//!    a spring only pulls.
//! 2. The kept impulses are given in the size that makes `f` least on their line, in all that hangs together by itself, or
//!    in a part of that size: so `f <= 0`.
//! 3. The kinetic energy grows by `f − Σ(½ E λ² + λ b) <= f + Σ ½ b²/E`. So a spring keeps account of the energy `T` that
//!    the motion has stored in it, at most `½ k x²` (also while its ends coincide and it has no direction to pull in), and `b` is held to `½ b²/E <= T`. The rest of the correction
//!    `−C_s x/h` moves particles by velocities of their own, which are forgotten.
//!
//! So kinetic energy and `ΣT` together never grow, but for gravity and wind. A resolved spring has all the energy that it
//! asks for, and rings; a rigid one has none, and only corrects and damps.

use alloc::vec;
use alloc::vec::Vec;

use crate::edge::Edge;
use crate::environment::{Environment, is_step};
use crate::error::{Element, NetworkError, at_least};
use crate::geometry::vector::{Vector, add_scaled, dot, sub};
use crate::graph::components::{Components, NONE};
use crate::network::Network;
use crate::particle::Particle;

use super::constraint::{Of, Pull, Variant};

/// A network moved by Nissen's iterations. Tethers and tearing belong to [`Solver`](crate::Solver) and are not used.
///
/// ```
/// use sprung_network::{Environment, reference::SequentialImpulses, shapes::rope};
/// let mut net = rope([0.0; 3], [1.0, 0.0, 0.0], 10, 1.0)?;
/// net.fix([0]);
/// let mut iterations = SequentialImpulses::new(&net, Environment::default(), 10, 0.9)?;
/// for _ in 0..300 {
///     iterations.step(1.0 / 600.0);
/// }
/// assert!(iterations.particles()[10].position[1] < -0.5, "it swings down");
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[doc(alias = "warm starting")]
#[derive(Clone, Debug)]
pub struct SequentialImpulses {
    particles: Vec<Particle>,
    edges: Vec<Edge>,
    pulls: Vec<Pull>,
    /// Velocities that the kept impulses alone would give; then those that the corrections give.
    shifts: Vec<Vector>,
    /// The account of each particle and of each spring: one per connected component.
    of_particle: Vec<u32>,
    of_spring: Vec<u32>,
    accounts: Vec<[f64; 2]>,
    environment: Environment,
    sweeps: usize,
    warm_start: f32,
    variant: Variant,
}

impl SequentialImpulses {
    /// A network at the start of its motion: how often every step goes through all springs, and which part of the kept
    /// impulses it starts from, 0 to 1: of what was published, or of what fits best now.
    ///
    /// # Errors
    /// If an element of the network is bad ([`Network::check`]), no sweeps, or a warm start outside of 0 to 1.
    pub fn new(
        net: &Network,
        environment: Environment,
        sweeps: usize,
        warm_start: f32,
    ) -> Result<Self, NetworkError> {
        net.check()?;
        environment.check()?;
        at_least("sweeps", sweeps, 1)?;
        Element { kind: "iterations", index: 0 }.fraction("warm_start", warm_start)?;
        let (n, joints) = (net.particles.len(), net.edges.len());
        let inverse_mass: Vec<f32> = net.particles.iter().map(|p| p.inverse_mass).collect();
        let mut components = Components::with_capacity(n, n, joints);
        let slot: Vec<usize> = (0..n).collect();
        components.find(&inverse_mass, &slot, net.edges.iter().map(|s| [s.a, s.b]));
        // Nothing is paid for a fixed particle, nor between two of them: they may name any account.
        let any = |part: u32| if part == NONE { 0 } else { part };
        let of_particle: Vec<u32> = components.of_slot.into_iter().map(any).collect();
        let is_fixed = |end: usize| net.particles[end].is_fixed();
        let moved = net.edges.iter().map(|s| if is_fixed(s.a) { s.b } else { s.a });
        Ok(Self {
            of_spring: moved.map(|end| of_particle[end]).collect(),
            of_particle,
            particles: net.particles.clone(),
            edges: net.edges.clone(),
            pulls: vec![Pull::of_full(); joints],
            shifts: vec![[0.0; 3]; n],
            accounts: vec![[0.0; 2]; n],
            environment,
            sweeps,
            warm_start,
            variant: Variant::default(),
        })
    }

    /// The same, in another form.
    pub fn with_variant(self, variant: Variant) -> Self {
        Self { variant, ..self }
    }

    /// Moves the network on by `dt` seconds. A `dt` that is not finite or below 1e-15 moves nothing.
    pub fn step(&mut self, dt: f32) {
        if !is_step(dt) {
            return;
        }
        self.environment.accelerate(&mut self.particles, dt);
        for (spring, pull) in self.edges.iter().zip(&mut self.pulls) {
            *pull = Pull::new(spring, &self.particles, dt, self.variant, pull);
        }
        self.start_from_kept_impulses();
        self.sweep(Of::Velocities);
        self.shifts.fill([0.0; 3]);
        if self.variant == Variant::Passive {
            self.settle();
            self.sweep(Of::Shifts);
        }
        for (p, shift) in self.particles.iter_mut().zip(&self.shifts) {
            p.position = add_scaled(add_scaled(p.position, dt, p.velocity), dt, *shift);
        }
    }

    /// The particles as they are now.
    pub fn particles(&self) -> &[Particle] {
        &self.particles
    }

    /// The springs.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Gives the kept impulses, as large as the scheme says.
    fn start_from_kept_impulses(&mut self) {
        self.shifts.fill([0.0; 3]);
        for (spring, pull) in self.edges.iter().zip(&self.pulls) {
            for (end, sign) in [(spring.a, -1.0), (spring.b, 1.0)] {
                let change = sign * pull.velocity.impulse * self.particles[end].inverse_mass;
                self.shifts[end] = add_scaled(self.shifts[end], change, pull.direction);
            }
        }
        self.accounts.fill([0.0; 2]);
        for ((p, shift), &part) in self.particles.iter().zip(&self.shifts).zip(&self.of_particle) {
            if !p.is_fixed() {
                let change = shift.map(f64::from);
                self.accounts[part as usize][1] += dot(change, change) / f64::from(p.inverse_mass);
            }
        }
        for (pull, &part) in self.pulls.iter().zip(&self.of_spring) {
            let [slope, curvature] = &mut self.accounts[part as usize];
            let change = pull.slope_and_curvature();
            *slope += change[0];
            *curvature += change[1];
        }
        // Where `f` is a slope times the factor of the kept impulses and half a curvature times its square.
        let times = |part: u32| match (self.variant, self.accounts[part as usize]) {
            (Variant::Published, _) => self.warm_start,
            (Variant::Passive, [slope, curvature]) if slope < 0.0 => {
                self.warm_start * (-slope / curvature).min(MAX_WARM_START) as f32
            }
            (Variant::Passive, _) => 0.0,
        };
        let particles = self.particles.iter_mut().zip(&self.shifts).zip(&self.of_particle);
        for ((p, shift), &part) in particles {
            p.velocity = add_scaled(p.velocity, times(part), *shift);
        }
        for (pull, &part) in self.pulls.iter_mut().zip(&self.of_spring) {
            pull.velocity.impulse *= times(part);
        }
    }

    /// Goes through all springs, forwards and backwards in turn.
    fn sweep(&mut self, of: Of) {
        for sweep in 0..self.sweeps {
            for i in 0..self.edges.len() {
                self.pull_one(if sweep % 2 == 0 { i } else { self.edges.len() - 1 - i }, of);
            }
        }
    }

    /// Gives one spring the impulse that it still asks for.
    fn pull_one(&mut self, index: usize, of: Of) {
        let Edge { a, b, mode, .. } = self.edges[index];
        let rate = self.rate(index, of);
        let pull = &mut self.pulls[index];
        let impulse = pull.ask(of, mode, rate);
        for (end, sign) in [(a, -1.0), (b, 1.0)] {
            let p = &mut self.particles[end];
            let change = sign * impulse * p.inverse_mass;
            let moved = match of {
                Of::Velocities => &mut p.velocity,
                Of::Shifts => &mut self.shifts[end],
            };
            *moved = add_scaled(*moved, change, pull.direction);
        }
    }

    /// Returns the length rate of an edge, m/s.
    fn rate(&self, index: usize, of: Of) -> f32 {
        let Edge { a, b, .. } = self.edges[index];
        let apart = match of {
            Of::Velocities => sub(self.particles[b].velocity, self.particles[a].velocity),
            Of::Shifts => sub(self.shifts[b], self.shifts[a]),
        };
        dot(self.pulls[index].direction, apart)
    }

    /// Takes what the springs have given out of what they had stored. Springs that gave more than they had are paid for by
    /// the others that they hang together with, which in all never have too little.
    fn settle(&mut self) {
        self.accounts.fill([0.0; 2]);
        for i in 0..self.pulls.len() {
            let left = self.pulls[i].left(self.rate(i, Of::Velocities));
            self.pulls[i].stored = left;
            let [all, above] = &mut self.accounts[self.of_spring[i] as usize];
            *all += left;
            *above += left.max(0.0);
        }
        for (pull, &part) in self.pulls.iter_mut().zip(&self.of_spring) {
            let [all, above] = self.accounts[part as usize];
            let kept = if above > 0.0 { (all / above).clamp(0.0, 1.0) } else { 0.0 };
            pull.stored = pull.stored.max(0.0) * kept;
        }
    }
}

/// Upper bound on the warm-start factor: some hold each other and move nothing, so that any number would do.
const MAX_WARM_START: f64 = 2.0;
