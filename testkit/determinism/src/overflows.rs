//! Networks of masses so different, and so fast, that some components overflow and are put back.

use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{Environment, Network, NetworkError, Settings, Solver};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;
use crate::varied::{branches, place};

const NETWORKS: u64 = 60;
const FRAMES: usize = 12;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for seed in 0..NETWORKS {
        let draw = &mut Draw::new(seed);
        let mut net = hostile(draw)?;
        net.append(&calm(draw)?);
        let sleep_speed = if draw.below(2) == 0 { 0.0 } else { 1.0 };
        let environment =
            if draw.below(2) == 0 { Environment::default() } else { Environment::ZERO_G };
        let settings = Settings { substeps: 3, sleep_speed, environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings)?;
        for _ in 0..FRAMES {
            let particle = draw.below(solver.len() as u64) as usize;
            if solver.is_fixed(particle) {
                solver.set_kinematic_target(particle, place(draw));
            } else if draw.below(3) == 0 {
                let size = draw.scale(60) as f32;
                solver.apply_impulse(particle, place(draw).map(|c| c * size));
            }
            solver.step(1.0 / 60.0);
            solver.quarantined().for_each(|particle| bits.add_u64(particle as u64));
            for particle in solver.particles() {
                bits.add_all(particle.position);
                bits.add_all(particle.velocity);
            }
        }
    }
    Ok(())
}

fn shape(draw: &mut Draw) -> Result<Network, NetworkError> {
    let mut net = match draw.below(4) {
        0 => rope([0.0; 3], [1.0, 0.2, 0.0], 6, 1.0)?,
        1 => lattice([3, 2, 2], 0.2, 1.0)?,
        2 => Cloth::new(4, 4, 0.2, 1.0).build()?,
        _ => branches(draw, 40, 1.0)?,
    };
    if draw.below(2) == 0 {
        net.fix([0]);
    }
    Ok(net)
}

fn hostile(draw: &mut Draw) -> Result<Network, NetworkError> {
    let mut net = shape(draw)?;
    for particle in &mut net.particles {
        if !particle.is_fixed() {
            particle.inverse_mass = draw.scale(99) as f32;
            let size = draw.scale(49) as f32;
            particle.velocity = place(draw).map(|c| c * size);
        }
    }
    Ok(net)
}

fn calm(draw: &mut Draw) -> Result<Network, NetworkError> {
    let mut net = shape(draw)?;
    net.particles.iter_mut().for_each(|particle| particle.position[1] += 3.0);
    net.rest_shape.iter_mut().for_each(|place| place[1] += 3.0);
    Ok(net)
}
