//! Nissen's iterations: springs one after another, over and over, started from the impulses of the step before.
//!
//! Michael Schmidt Nissen's follow-up to his article (*Stable Rigid Springs with Sequential Impulses*) lets every spring
//! ask once per step `h` for the rate `r = (1 − C_d) v − C_s x/h` at which its length shall change, and then goes through
//! the springs forwards and backwards, giving each the impulse `λ = (r − rate now) m` that is still missing. What a spring
//! got in all is kept, and part of it given at once at the start of the next step.
//!
//! As published energy grows, for three reasons: springs of different `C_d` at one particle hold each other to rates that
//! none of them has alone; the kept impulses may be wrong by now; and they hold the pull of an error `x` that sweeps have
//! left over, not one that the motion has paid for. [`Scheme::Passive`] has an answer to each, and gains none:
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

mod pull;

use crate::environment::{Environment, is_step};
use crate::error::{Element, NetworkError, at_least};
use crate::network::Network;
use crate::particle::Particle;
use crate::sets::Sets;
use crate::spring::Spring;
use crate::vector::{Vector, add_scaled, dot, sub};
use pull::{Of, Pull};

/// In which form the iterations are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// As published: the energy of stiff networks may grow without bound.
    Published,
    /// The form that gains no energy, whatever the network, the masses and the order of the springs: motion never has
    /// more energy than it started with, what springs with `C_d < 1` had stored then, and what gravity and wind give. Twice
    /// the sweeps.
    #[default]
    Passive,
}

/// A network moved by Nissen's iterations. Tethers and tearing belong to [`Solver`](crate::Solver) and are not used.
///
/// ```
/// use sprung_network::{Environment, SequentialImpulses, build::rope::rope};
/// let mut net = rope([0.0; 3], [1.0, 0.0, 0.0], 10, 1.0)?;
/// net.pin([0]);
/// let mut iterations = SequentialImpulses::new(&net, Environment::default(), 10, 0.9)?;
/// for _ in 0..300 {
///     iterations.step(1.0 / 600.0);
/// }
/// assert!(iterations.particles()[10].position[1] < -0.5, "it swings down");
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SequentialImpulses {
    particles: Vec<Particle>,
    springs: Vec<Spring>,
    pulls: Vec<Pull>,
    /// Velocities that the kept impulses alone would give; then those that the corrections give.
    shifts: Vec<Vector>,
    /// Which of the accounts every particle belongs to: one for all that hangs together.
    part: Vec<u32>,
    accounts: Vec<[f64; 2]>,
    environment: Environment,
    sweeps: usize,
    warm_start: f32,
    scheme: Scheme,
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
        Ok(Self {
            particles: net.particles.clone(),
            springs: net.springs.clone(),
            pulls: vec![Pull::default(); net.springs.len()],
            shifts: vec![[0.0; 3]; net.particles.len()],
            part: parts(net),
            accounts: vec![[0.0; 2]; net.particles.len()],
            environment,
            sweeps,
            warm_start,
            scheme: Scheme::default(),
        })
    }

    /// The same, in another form.
    pub fn in_scheme(self, scheme: Scheme) -> Self {
        Self { scheme, ..self }
    }

    /// Moves the network on by `dt` seconds. A `dt` that is not finite or below 1e-15 moves nothing.
    pub fn step(&mut self, dt: f32) {
        if !is_step(dt) {
            return;
        }
        self.environment.accelerate(&mut self.particles, dt);
        for (spring, pull) in self.springs.iter().zip(&mut self.pulls) {
            *pull = Pull::new(spring, &self.particles, dt, self.scheme, pull);
        }
        self.start_from_kept_impulses();
        self.sweep(Of::Velocities);
        self.shifts.fill([0.0; 3]);
        if self.scheme == Scheme::Passive {
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
    pub fn springs(&self) -> &[Spring] {
        &self.springs
    }

    /// Gives the kept impulses, as large as the scheme says.
    fn start_from_kept_impulses(&mut self) {
        self.shifts.fill([0.0; 3]);
        for (spring, pull) in self.springs.iter().zip(&self.pulls) {
            for (end, sign) in [(spring.a, -1.0), (spring.b, 1.0)] {
                let change = sign * pull.velocity.impulse * self.particles[end].inverse_mass;
                self.shifts[end] = add_scaled(self.shifts[end], change, pull.direction);
            }
        }
        self.accounts.fill([0.0; 2]);
        for (i, (p, shift)) in self.particles.iter().zip(&self.shifts).enumerate() {
            if !p.is_fixed() {
                let change = shift.map(f64::from);
                let [_, curvature] = &mut self.accounts[self.part[i] as usize];
                *curvature += dot(change, change) / f64::from(p.inverse_mass);
            }
        }
        for i in 0..self.pulls.len() {
            let change = self.pulls[i].slope_and_curvature();
            let part = self.part_of_spring(i);
            let [slope, curvature] = &mut self.accounts[part];
            *slope += change[0];
            *curvature += change[1];
        }
        for i in 0..self.particles.len() {
            let times = self.warm_times(self.accounts[self.part[i] as usize]);
            let p = &mut self.particles[i];
            p.velocity = add_scaled(p.velocity, times, self.shifts[i]);
        }
        for i in 0..self.pulls.len() {
            let times = self.warm_times(self.accounts[self.part_of_spring(i)]);
            self.pulls[i].velocity.impulse *= times;
        }
    }

    /// How many times the kept impulses are given, where `f` is a slope times that number and half a curvature times its
    /// square.
    fn warm_times(&self, [slope, curvature]: [f64; 2]) -> f32 {
        match self.scheme {
            Scheme::Published => self.warm_start,
            Scheme::Passive if slope < 0.0 => {
                self.warm_start * (-slope / curvature).min(MOST) as f32
            }
            Scheme::Passive => 0.0,
        }
    }

    /// Goes through all springs, forwards and backwards in turn.
    fn sweep(&mut self, of: Of) {
        for sweep in 0..self.sweeps {
            for i in 0..self.springs.len() {
                self.pull_one(if sweep % 2 == 0 { i } else { self.springs.len() - 1 - i }, of);
            }
        }
    }

    /// Gives one spring the impulse that it still asks for.
    fn pull_one(&mut self, index: usize, of: Of) {
        let Spring { a, b, action, .. } = self.springs[index];
        let rate = self.rate(index, of);
        let pull = &mut self.pulls[index];
        let impulse = pull.ask(of, action, rate);
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

    /// How fast the length of a spring grows.
    fn rate(&self, index: usize, of: Of) -> f32 {
        let Spring { a, b, .. } = self.springs[index];
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
            let part = self.part_of_spring(i);
            let [all, above] = &mut self.accounts[part];
            *all += left;
            *above += left.max(0.0);
        }
        for i in 0..self.pulls.len() {
            let [all, above] = self.accounts[self.part_of_spring(i)];
            let kept = if above > 0.0 { (all / above).clamp(0.0, 1.0) } else { 0.0 };
            self.pulls[i].stored = self.pulls[i].stored.max(0.0) * kept;
        }
    }

    /// The account that a spring belongs to.
    fn part_of_spring(&self, index: usize) -> usize {
        let Spring { a, b, .. } = self.springs[index];
        self.part[if self.particles[a].is_fixed() { b } else { a }] as usize
    }
}

/// Kept impulses are given at most so many times: some hold each other and move nothing, so that any number would do.
const MOST: f64 = 2.0;

/// For each particle a name of all that it hangs together with; what hangs on fixed particles is not joined by them.
fn parts(net: &Network) -> Vec<u32> {
    let mut sets = Sets::default();
    sets.part(net.particles.len());
    for spring in &net.springs {
        let ends = [spring.a, spring.b];
        if !ends.iter().any(|&end| net.particles[end].is_fixed()) {
            sets.join(spring.a, spring.b);
        }
    }
    (0..net.particles.len()).map(|i| sets.name(i) as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::cloth::Cloth;
    use crate::measure::energy;
    use crate::{Action, Law, Stretch};

    fn hung_cloth() -> Network {
        let cloth = Cloth::new(12, 12, 0.1, 1.0);
        let mut net = cloth.build().expect("good");
        net.pin(cloth.corners());
        net
    }

    /// The most energy gained within `seconds`, over weight times side, and the stretch at the end.
    fn play(mut iterations: SequentialImpulses, substeps: usize, seconds: usize) -> (f64, f64) {
        let gravity = iterations.environment.gravity;
        let now = |s: &SequentialImpulses| energy(s.particles.iter().copied(), gravity);
        let start = now(&iterations);
        let mut most = 0.0f64;
        for _ in 0..seconds * 60 {
            for _ in 0..substeps {
                iterations.step(1.0 / (60 * substeps) as f32);
            }
            let gained = (now(&iterations) - start) / (9.81 * 1.1);
            most = most.max(if gained.is_nan() { f64::INFINITY } else { gained });
        }
        let stretch = Stretch::of(&iterations.springs, |i| iterations.particles[i].position);
        (most, stretch.max)
    }

    fn iterations(scheme: Scheme) -> SequentialImpulses {
        let made = SequentialImpulses::new(&hung_cloth(), Environment::default(), 1, 1.0);
        made.expect("good").in_scheme(scheme)
    }

    #[test]
    fn the_passive_form_never_gains_energy_where_the_published_one_does() {
        let (published, _) = play(iterations(Scheme::Published), 16, 10);
        assert!(published > 0.1, "{published}");
        let (passive, stretch) = play(iterations(Scheme::Passive), 16, 60);
        assert!(passive < 0.01, "{passive}");
        assert!(stretch < 0.02, "{stretch}");
    }

    #[test]
    fn one_spring_asks_once_and_gets_its_two_by_two_matrix() {
        let (c_s, c_d, dt) = (0.3_f64, 0.45_f64, 0.02_f64);
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], 2.0));
        net.add_particle(Particle::new([1.7, 0.0, 0.0], 5.0).moving([-0.7, 0.0, 0.0]));
        let law = Law::Fraction { c_s: c_s as f32, c_d: c_d as f32 };
        net.add_spring(Spring::new(0, 1, 1.0).with_law(law));
        for scheme in [Scheme::Published, Scheme::Passive] {
            let made = SequentialImpulses::new(&net, Environment::SPACE, 3, 0.5).expect("good");
            let mut made = made.in_scheme(scheme);
            let (mut x, mut v) = (0.7_f64, -0.7_f64);
            for _ in 0..40 {
                made.step(dt as f32);
                v -= c_s * x / dt + c_d * v;
                x += v * dt;
                let [a, b] = [made.particles[0], made.particles[1]];
                assert!((f64::from(b.position[0] - a.position[0]) - 1.0 - x).abs() < 1e-5);
                assert!((f64::from(b.velocity[0] - a.velocity[0]) - v).abs() < 1e-4);
            }
        }
    }

    /// `x` of `A x = b`, by elimination.
    fn solved<const N: usize>(mut a: [[f64; N]; N], mut b: [f64; N]) -> [f64; N] {
        for i in 0..N {
            for j in i + 1..N {
                let part = a[j][i] / a[i][i];
                let row = a[i];
                for (left, above) in a[j].iter_mut().zip(row) {
                    *left -= part * above;
                }
                b[j] -= part * b[i];
            }
        }
        for i in (0..N).rev() {
            let known: f64 = (i + 1..N).map(|j| a[i][j] * b[j]).sum();
            b[i] = (b[i] - known) / a[i][i];
        }
        b
    }

    /// Springs in a row that ring: `(M + h C + h² K) v' = M v − h K x`.
    #[test]
    fn many_sweeps_over_springs_that_store_energy_are_the_implicit_step_of_the_network() {
        const DT: f64 = 0.004;
        let masses = [2.0_f64, 1.0, 0.5, 3.0];
        let springs = [(0, 1, 90.0, 0.6), (1, 2, 200.0, 0.2), (2, 3, 40.0, 0.4)];
        let mut places = [0.0, 1.3, 1.9, 3.2_f64];
        let mut speeds = [0.4, 0.0, -1.0, 0.3_f64];
        let mut net = Network::default();
        for i in 0..4 {
            let particle = Particle::new([places[i] as f32, 0.0, 0.0], masses[i] as f32);
            net.add_particle(particle.moving([speeds[i] as f32, 0.0, 0.0]));
        }
        for (a, b, k, c) in springs {
            let law = Law::Material { stiffness: k as f32, damping: c as f32 };
            net.add_spring(Spring::new(a, b, 1.0).with_law(law));
        }
        let made = SequentialImpulses::new(&net, Environment::SPACE, 60, 1.0);
        let mut made = made.expect("good");
        let mut worst = 0.0_f64;
        for _ in 0..500 {
            made.step(DT as f32);
            let mut a = [[0.0; 4]; 4];
            let mut b = [0.0; 4];
            for i in 0..4 {
                a[i][i] = masses[i];
                b[i] = masses[i] * speeds[i];
            }
            for (i, j, k, c) in springs {
                let yielding = DT * c + DT * DT * k;
                let push = DT * k * (places[j] - places[i] - 1.0);
                for (own, other, sign) in [(i, j, 1.0), (j, i, -1.0)] {
                    a[own][own] += yielding;
                    a[own][other] -= yielding;
                    b[own] += sign * push;
                }
            }
            speeds = solved(a, b);
            for i in 0..4 {
                places[i] += DT * speeds[i];
                let at = f64::from(made.particles[i].position[0]);
                worst = worst.max((at - places[i]).abs());
            }
        }
        assert!(worst < 1e-4, "{worst} m");
    }

    #[test]
    fn a_warm_start_brings_a_hanging_rope_closer_with_as_many_sweeps() {
        let stretch = |warm_start: f32| {
            let mut net =
                crate::build::rope::rope([0.0; 3], [0.0, -2.0, 0.0], 20, 1.0).expect("good");
            net.pin([0]);
            let mut iterations =
                SequentialImpulses::new(&net, Environment::default(), 2, warm_start).expect("good");
            for _ in 0..600 {
                iterations.step(1.0 / 60.0);
            }
            Stretch::of(&iterations.springs, |i| iterations.particles[i].position).max
        };
        let (cold, warm) = (stretch(0.0), stretch(1.0));
        assert!(warm < 0.01 * cold && warm < 0.01, "{warm} {cold}");
    }

    #[test]
    fn a_pull_only_spring_never_pushes() {
        let mut net = Network::default();
        net.add_particle(Particle::fixed([0.0; 3]));
        net.add_particle(Particle::new([0.5, 0.0, 0.0], 1.0).moving([-0.1, 0.0, 0.0]));
        net.add_spring(Spring::new(0, 1, 1.0).acting(Action::PullOnly));
        let mut made = SequentialImpulses::new(&net, Environment::SPACE, 4, 1.0).expect("good");
        made.step(0.1);
        assert_eq!(made.particles[1].velocity, [-0.1, 0.0, 0.0]);
    }

    #[test]
    fn a_warm_start_beyond_all_is_refused() {
        let error = SequentialImpulses::new(&hung_cloth(), Environment::default(), 4, 1.5);
        let message = error.map(|_| ()).map_err(|e| e.to_string());
        assert!(message.is_err_and(|m| m.contains("warm_start") && m.contains("1.5")));
    }
}
