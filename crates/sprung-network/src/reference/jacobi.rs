//! Nissen's scheme as published: a Jacobi iteration, in which every edge sees the particles as they were before the pass.
//!
//! Michael Schmidt Nissen, *How to make your damped springs stiffer, more stable, and easier to tune*. Per step `Δt`
//! and spring, with `x` the length error, `v` its rate, and `m` the reduced mass `1/(w_A + w_B)`:
//!
//! ```text
//! force form     F = −(C_s x/Δt² + C_d v/Δt) m     v_A −= F w_A Δt …
//! impulse form   J = −(C_s x/Δt  + C_d v) m        v_A −= J w_A …
//! then           v' = v + ΣJ w,  x' = x + v' Δt     (symplectic Euler)
//! ```
//!
//! This is the readable reference. One spring with `C_s = C_d = 1` has its rest length after one step and stands still
//! after the second: the velocity that carried it there is an error of the next step. In a network it needs a [`CoefficientLimit`]; [`Solver`](crate::Solver) is what to use for stiff ropes, cloth and jelly.

use alloc::vec;
use alloc::vec::Vec;

use sprung::Real;

use crate::edge::{Edge, is_slack};
use crate::environment::{Environment, is_step};
use crate::error::NetworkError;
use crate::geometry::vector::{add_scaled, dot, sub};
use crate::network::Network;
use crate::particle::Particle;
use crate::reference::coefficient_limit::CoefficientLimit;

/// The two equivalent formulations of the article.
///
/// ```
/// use sprung_network::reference::Formulation;
///
/// assert_eq!(Formulation::default(), Formulation::Impulse);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formulation {
    /// Forces, integrated over the step.
    Force,
    /// Impulses.
    #[default]
    Impulse,
}

/// A network moved by the article's scheme. Tethers and tearing belong to [`Solver`](crate::Solver) and are not used.
///
/// ```
/// use sprung_network::reference::{CoefficientLimit, JacobiSolver};
/// use sprung_network::{Edge, Environment, Network, Particle};
/// let mut net = Network::default();
/// net.add_particle(Particle::fixed([0.0; 3]));
/// net.add_particle(Particle::new([3.0, 0.0, 0.0], 5.0));
/// net.add_edge(Edge::new(0, 1, 1.0));
/// let mut scheme = JacobiSolver::new(&net, Environment::ZERO_G, CoefficientLimit::Off)?;
/// scheme.step(0.1);
/// assert!((scheme.particles()[1].position[0] - 1.0).abs() < 1e-6);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[doc(alias = "ComputeNewState")]
#[doc(alias = "ComputeSpringImpulse")]
#[derive(Clone, Debug)]
pub struct JacobiSolver {
    particles: Vec<Particle>,
    edges: Vec<Edge>,
    /// Springs per particle.
    degree: Vec<usize>,
    impulses: Vec<[f32; 3]>,
    environment: Environment,
    limit: CoefficientLimit,
    formulation: Formulation,
}

impl JacobiSolver {
    /// A network at the start of its motion.
    ///
    /// # Errors
    /// If an element of the network is bad: [`Network::check`].
    pub fn new(
        net: &Network,
        environment: Environment,
        limit: CoefficientLimit,
    ) -> Result<Self, NetworkError> {
        net.check()?;
        environment.check()?;
        let adjacency = net.adjacency();
        let degree: Vec<usize> = (0..net.particles.len()).map(|p| adjacency.degree(p)).collect();
        Ok(Self {
            particles: net.particles.clone(),
            edges: net.edges.clone(),
            impulses: vec![[0.0; 3]; degree.len()],
            degree,
            environment,
            limit,
            formulation: Formulation::Impulse,
        })
    }

    /// The same, computed in the other form.
    pub fn with_formulation(self, formulation: Formulation) -> Self {
        Self { formulation, ..self }
    }

    /// Moves the network on by `dt` seconds, in one pass. A `dt` that is not within 1e-15 and 1e6 s moves
    /// nothing.
    pub fn step(&mut self, dt: f32) {
        if !is_step(dt) {
            return;
        }
        self.environment.accelerate(&mut self.particles, dt);
        for i in 0..self.edges.len() {
            self.pull(i, dt);
        }
        for (p, impulse) in self.particles.iter_mut().zip(&mut self.impulses) {
            p.velocity = add_scaled(p.velocity, p.inverse_mass, *impulse);
            p.position = add_scaled(p.position, dt, p.velocity);
            *impulse = [0.0; 3];
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

    /// Adds the impulse of one spring to both its ends.
    fn pull(&mut self, index: usize, dt: f32) {
        let s = &self.edges[index];
        let (a, b) = (&self.particles[s.a], &self.particles[s.b]);
        let w = [a.inverse_mass, b.inverse_mass];
        let d = sub(b.position, a.position);
        let length = Real::sqrt(dot(d, d));
        // Coincident ends have no direction: such a spring waits until something parts them.
        if w[0] + w[1] == 0.0 || length == 0.0 {
            return;
        }
        let error = length - s.rest_length;
        if is_slack(s.mode, error) {
            return;
        }
        let n = d.map(|c| c / length);
        let rate = dot(n, sub(b.velocity, a.velocity));
        let m = 1.0 / (w[0] + w[1]);
        let pair = s.stiffness.coefficients(dt, m);
        let degrees = [self.degree[s.a], self.degree[s.b]];
        let [c_s, c_d] = [pair.c_s, pair.c_d].map(|c| self.limit.apply(c as f32, w, degrees));
        let impulse = match self.formulation {
            Formulation::Force => -(c_s * error / (dt * dt) + c_d * rate / dt) * m * dt,
            Formulation::Impulse => -(c_s * error / dt + c_d * rate) * m,
        };
        let (a, b) = (s.a, s.b);
        self.impulses[a] = add_scaled(self.impulses[a], -impulse, n);
        self.impulses[b] = add_scaled(self.impulses[b], impulse, n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stiffness::Stiffness;

    /// One spring of rest length 1 between masses 2 and 5, moving along it.
    fn pair(c_s: f32, c_d: f32, form: Formulation) -> JacobiSolver {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], 2.0).with_velocity([0.3, 0.0, 0.0]));
        net.add_particle(Particle::new([1.7, 0.0, 0.0], 5.0).with_velocity([-0.4, 0.0, 0.0]));
        net.add_edge(Edge::new(0, 1, 1.0).with_stiffness(Stiffness::per_step(c_s, c_d)));
        JacobiSolver::new(&net, Environment::ZERO_G, CoefficientLimit::Off)
            .expect("good")
            .with_formulation(form)
    }

    fn gap(scheme: &JacobiSolver) -> (f32, f32) {
        let [a, b] = [scheme.particles[0], scheme.particles[1]];
        (b.position[0] - a.position[0] - 1.0, b.velocity[0] - a.velocity[0])
    }

    /// A light hub with `arms` heavy arms, of which every spring is stretched alike: the mode of gain `arms`.
    fn star(arms: usize, c: f32) -> JacobiSolver {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], 1e-4));
        for i in 0..arms {
            // Nearly parallel arms: the hub's springs all pull the same way.
            let tilt = 1e-3 * i as f32;
            net.add_particle(Particle::new([1.0, tilt, 0.0], 1.0));
            net.connect(0, i + 1);
        }
        for s in &mut net.edges {
            s.stiffness = Stiffness::per_step(c, c);
        }
        net.particles[0].position[0] = 1e-3;
        JacobiSolver::new(&net, Environment::ZERO_G, CoefficientLimit::Off).expect("good")
    }

    fn hub_after(mut scheme: JacobiSolver, steps: usize) -> f32 {
        for _ in 0..steps {
            scheme.step(0.01);
        }
        scheme.particles[0].position[0].abs()
    }

    #[test]
    fn stiffest_spring_has_its_length_after_one_step_and_stands_still_after_two() {
        for form in [Formulation::Force, Formulation::Impulse] {
            for dt in [1e-3, 1.0 / 60.0, 1.0] {
                let mut scheme = pair(1.0, 1.0, form);
                scheme.step(dt);
                assert!(gap(&scheme).0.abs() < 1e-6, "{dt}: {:?}", gap(&scheme));
                scheme.step(dt);
                let (error, rate) = gap(&scheme);
                assert!(error.abs() < 1e-6 && (rate * dt).abs() < 1e-6, "{dt}: {error} {rate}");
            }
        }
    }

    #[test]
    fn force_and_impulse_forms_agree() {
        let (mut by_force, mut by_impulse) =
            (pair(0.2, 0.1, Formulation::Force), pair(0.2, 0.1, Formulation::Impulse));
        for _ in 0..200 {
            by_force.step(0.01);
            by_impulse.step(0.01);
            let (f, i) = (gap(&by_force), gap(&by_impulse));
            assert!((f.0 - i.0).abs() < 1e-5 && (f.1 - i.1).abs() < 1e-4);
        }
    }

    #[test]
    fn one_spring_follows_its_two_by_two_matrix() {
        let (c_s, c_d, dt) = (0.3_f64, 0.45_f64, 0.02_f64);
        let mut scheme = pair(c_s as f32, c_d as f32, Formulation::Impulse);
        let (mut x, mut v) = (0.7_f64, -0.7_f64);
        for _ in 0..40 {
            scheme.step(dt as f32);
            v -= c_s * x / dt + c_d * v;
            x += v * dt;
            let (error, rate) = gap(&scheme);
            assert!((f64::from(error) - x).abs() < 1e-5 && (f64::from(rate) - v).abs() < 1e-4);
        }
    }

    #[test]
    fn mass_and_time_step_do_not_change_what_a_fraction_does() {
        let reference: Vec<f32> = {
            let mut scheme = pair(0.1, 0.2, Formulation::Impulse);
            scheme.particles.iter_mut().for_each(|p| p.velocity = [0.0; 3]);
            (0..30)
                .map(|_| {
                    scheme.step(0.01);
                    gap(&scheme).0
                })
                .collect()
        };
        let mut other = pair(0.1, 0.2, Formulation::Impulse);
        other.particles.iter_mut().for_each(|p| p.velocity = [0.0; 3]);
        other.particles[0].inverse_mass = 20.0;
        for x in reference {
            other.step(0.5);
            assert!((gap(&other).0 - x).abs() < 1e-5);
        }
    }

    #[test]
    fn star_is_stable_below_four_thirds_over_n_and_not_above() {
        for arms in [2, 4, 8, 26] {
            let limit = CoefficientLimit::stable(arms);
            assert!(hub_after(star(arms, limit * 0.97), 600) < 1e-3, "{arms} below");
            assert!(hub_after(star(arms, limit * 1.05), 600) > 0.1, "{arms} above");
        }
    }

    #[test]
    fn no_step_from_rest_overshoots_up_to_one_over_n() {
        for arms in [2, 4, 26] {
            let limit = CoefficientLimit::no_overshoot(arms);
            let mut within = star(arms, limit * 0.999);
            within.step(0.01);
            assert!(within.particles[0].position[0] > -1e-6);
            let mut beyond = star(arms, limit * 1.1);
            beyond.step(0.01);
            assert!(beyond.particles[0].position[0] < -5e-5, "{arms}");
        }
    }

    #[test]
    fn mass_splitting_takes_any_coefficient_on_a_star_with_heavy_arms() {
        let mut scheme = star(26, 1.0);
        scheme.limit = CoefficientLimit::MassSplitting;
        for _ in 0..2000 {
            scheme.step(0.01);
        }
        assert!(scheme.particles[0].position[0].abs() < 1e-3);
    }
}
