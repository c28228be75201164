//! Nissen's iterations: springs one after another, over and over, started from the impulses of the step before.
//!
//! Michael Schmidt Nissen's follow-up to his article (*Stable Rigid Springs with Sequential Impulses*) lets every spring
//! ask once per step `h` for the rate `r = (1 − C_d) v − C_s x/h` at which its length shall change, and then goes through
//! the springs forwards and backwards, giving each the impulse `J = (r − rate now) m` that is still missing. What a spring
//! got in all is kept, and part of it given at once at the start of the next step.
//!
//! As published the kept impulse holds the pull of the position error too, and gives it again when the error is gone:
//! in stiff nets the energy grows. [`Kept::Rates`] sweeps twice: once for the rates `(1 − C_d) v`, whose impulses are kept,
//! and once for the corrections `−C_s x/h`, with velocities of their own that move the particles and are forgotten.

use crate::environment::{Environment, is_step};
use crate::error::{Element, NetworkError, at_least};
use crate::network::Network;
use crate::particle::Particle;
use crate::spring::{Action, Spring};
use crate::vector::{add_scaled, dot, sub};

/// Which impulses are kept for the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kept {
    /// All, as published: the energy of stiff nets may grow without bound.
    Everything,
    /// Those of the rates, apart from the corrections, so that the form itself pumps nothing; twice the sweeps.
    ///
    /// A very light hub that spins on springs of different `C_d` may still gain energy without bound: each of them is held
    /// to a rate of its own.
    #[default]
    Rates,
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
    /// Velocities that the corrections alone give, of this step.
    shifts: Vec<[f32; 3]>,
    environment: Environment,
    sweeps: usize,
    warm_start: f32,
    kept: Kept,
}

/// What a spring does in a step.
#[derive(Clone, Copy, Debug, Default)]
struct Pull {
    /// From a to b, of length 1; 0 if the ends coincide or the spring does not act.
    direction: [f32; 3],
    /// The rate that is asked for, without the part of the position error.
    rate: f32,
    /// That part.
    correction: f32,
    reduced_mass: f32,
    /// The impulse given so far, in velocities and in shifts.
    impulse: f32,
    shift: f32,
}

impl SequentialImpulses {
    /// A network at the start of its motion: how often every step goes through all springs, and which part of the kept
    /// impulses it starts from, 0 to 1.
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
            environment,
            sweeps,
            warm_start,
            kept: Kept::default(),
        })
    }

    /// The same, keeping other impulses.
    pub fn keeping(self, kept: Kept) -> Self {
        Self { kept, ..self }
    }

    /// Moves the network on by `dt` seconds. A `dt` that is not finite or below 1e-15 moves nothing.
    pub fn step(&mut self, dt: f32) {
        if !is_step(dt) {
            return;
        }
        self.environment.accelerate(&mut self.particles, dt);
        for (spring, pull) in self.springs.iter().zip(&mut self.pulls) {
            *pull = prepared(spring, &self.particles, dt, self.warm_start * pull.impulse);
        }
        for (spring, pull) in self.springs.iter().zip(&self.pulls) {
            let ends = [spring.a, spring.b];
            for (end, sign) in ends.into_iter().zip([-1.0, 1.0]) {
                let p = &mut self.particles[end];
                let change = sign * pull.impulse * p.inverse_mass;
                p.velocity = add_scaled(p.velocity, change, pull.direction);
            }
        }
        self.sweep_velocities();
        self.shifts.fill([0.0; 3]);
        if self.kept == Kept::Rates {
            self.sweep_shifts();
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

    /// The springs of all sweeps, forwards and backwards in turn.
    fn order(&self) -> impl Iterator<Item = usize> + use<> {
        let count = self.springs.len();
        let turned = move |sweep, i| if sweep % 2 == 0 { i } else { count - 1 - i };
        (0..self.sweeps).flat_map(move |sweep| (0..count).map(move |i| turned(sweep, i)))
    }

    fn sweep_velocities(&mut self) {
        let corrected = if self.kept == Kept::Rates { 0.0 } else { 1.0 };
        for i in self.order() {
            let (spring, pull) = (&self.springs[i], &mut self.pulls[i]);
            let [a, b] = [spring.a, spring.b];
            let rate =
                dot(pull.direction, sub(self.particles[b].velocity, self.particles[a].velocity));
            let missing = pull.rate + corrected * pull.correction - rate;
            let impulse = allowed(spring.action, pull.impulse, missing * pull.reduced_mass);
            pull.impulse += impulse;
            for (end, sign) in [(a, -1.0), (b, 1.0)] {
                let p = &mut self.particles[end];
                p.velocity =
                    add_scaled(p.velocity, sign * impulse * p.inverse_mass, pull.direction);
            }
        }
    }

    fn sweep_shifts(&mut self) {
        for i in self.order() {
            let (spring, pull) = (&self.springs[i], &mut self.pulls[i]);
            let [a, b] = [spring.a, spring.b];
            let rate = dot(pull.direction, sub(self.shifts[b], self.shifts[a]));
            let missing = (pull.correction - rate) * pull.reduced_mass;
            let impulse = allowed(spring.action, pull.shift, missing);
            pull.shift += impulse;
            for (end, sign) in [(a, -1.0), (b, 1.0)] {
                let change = sign * impulse * self.particles[end].inverse_mass;
                self.shifts[end] = add_scaled(self.shifts[end], change, pull.direction);
            }
        }
    }
}

/// How much of a further impulse may be given, such that all of it together acts as the spring does. An impulse above 0
/// parts the ends.
fn allowed(action: Action, so_far: f32, further: f32) -> f32 {
    match action {
        Action::Both => further,
        Action::PullOnly => (so_far + further).min(0.0) - so_far,
        Action::PushOnly => (so_far + further).max(0.0) - so_far,
    }
}

/// What a spring asks for in a step that starts from `impulse`.
fn prepared(spring: &Spring, particles: &[Particle], dt: f32, impulse: f32) -> Pull {
    let (a, b) = (&particles[spring.a], &particles[spring.b]);
    let w = a.inverse_mass + b.inverse_mass;
    let d = sub(b.position, a.position);
    let length = dot(d, d).sqrt();
    let error = length - spring.rest_length;
    let loose = match spring.action {
        Action::Both => false,
        Action::PullOnly => error < 0.0,
        Action::PushOnly => error > 0.0,
    };
    // Coincident ends have no direction: such a spring waits until something parts them.
    if w == 0.0 || length == 0.0 || loose {
        return Pull::default();
    }
    let direction = d.map(|c| c / length);
    let pair = spring.law.fraction(dt, 1.0 / w);
    let rate = dot(direction, sub(b.velocity, a.velocity));
    Pull {
        direction,
        rate: (1.0 - pair.c_d as f32) * rate,
        correction: -(pair.c_s as f32) * error / dt,
        reduced_mass: 1.0 / w,
        impulse,
        shift: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::cloth::Cloth;
    use crate::measure::energy;
    use crate::{Law, Stretch};

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

    fn iterations(kept: Kept) -> SequentialImpulses {
        let made = SequentialImpulses::new(&hung_cloth(), Environment::default(), 1, 1.0);
        made.expect("good").keeping(kept)
    }

    #[test]
    fn kept_rates_never_gain_energy_where_the_published_form_does() {
        let (published, _) = play(iterations(Kept::Everything), 16, 10);
        assert!(published > 0.1, "{published}");
        let (rates, stretch) = play(iterations(Kept::Rates), 16, 60);
        assert!(rates < 0.01, "{rates}");
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
        let made = SequentialImpulses::new(&net, Environment::SPACE, 3, 0.5).expect("good");
        let mut published = made.keeping(Kept::Everything);
        let (mut x, mut v) = (0.7_f64, -0.7_f64);
        for _ in 0..40 {
            published.step(dt as f32);
            v -= c_s * x / dt + c_d * v;
            x += v * dt;
            let [a, b] = [published.particles[0], published.particles[1]];
            assert!((f64::from(b.position[0] - a.position[0]) - 1.0 - x).abs() < 1e-5);
            assert!((f64::from(b.velocity[0] - a.velocity[0]) - v).abs() < 1e-4);
        }
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
