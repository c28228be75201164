//! Networks by the published schemes: the Jacobi iteration in both forms with all limits, and sequential impulses.

use sprung_network::reference::{
    CoefficientLimit, Formulation, JacobiSolver, SequentialImpulses, Variant, coefficients,
    max_damping, max_stiffness,
};
use sprung_network::{Edge, NetworkError, Particle};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;
use crate::varied;

const NETWORKS: u64 = 48;
const FRAMES: usize = 12;
const DT: f32 = 1.0 / 60.0;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for seed in 0..NETWORKS {
        bits.add_result(moved(&mut Draw::new(seed), seed), |bits, (particles, edges)| {
            for particle in particles {
                bits.add_all(particle.position);
                bits.add_all(particle.velocity);
            }
            edges.iter().for_each(|edge| bits.add(edge.rest_length));
        });
    }
    for [mass, dt] in [[0.0, 0.0], [-0.0, -0.0], [2.0, 0.25], [0.3, 0.0], [0.0, 0.1], [2.0, -0.0]] {
        bits.add_all([max_stiffness(mass, dt), max_damping(mass, dt)]);
        let pair = coefficients(300.0, 7.0, mass, dt);
        bits.add_all([pair.c_s, pair.c_d]);
    }
    Ok(())
}

/// The particles and edges of a network that both schemes have moved.
fn moved(draw: &mut Draw, seed: u64) -> Result<(Vec<Particle>, Vec<Edge>), NetworkError> {
    let net = varied::network(draw, seed)?;
    let environment = varied::settings(draw).environment;
    let limit = match draw.below(4) {
        0 => CoefficientLimit::Off,
        1 => CoefficientLimit::Article,
        2 => CoefficientLimit::NoOvershoot,
        _ => CoefficientLimit::MassSplitting,
    };
    let form = if draw.below(2) == 0 { Formulation::Force } else { Formulation::Impulse };
    let mut jacobi = JacobiSolver::new(&net, environment, limit)?.with_formulation(form);
    let variant = if draw.below(2) == 0 { Variant::Published } else { Variant::Passive };
    let (sweeps, warm_start) = (1 + draw.below(4) as usize, draw.unit() as f32);
    let sequential = SequentialImpulses::new(&net, environment, sweeps, warm_start)?;
    let mut sequential = sequential.with_variant(variant);
    for _ in 0..FRAMES {
        jacobi.step(DT);
        sequential.step(DT);
    }
    let particles = [jacobi.particles(), sequential.particles()].concat();
    Ok((particles, [jacobi.edges(), sequential.edges()].concat()))
}
