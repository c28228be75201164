//! Ropes, rings and sheets with a thickness, thrown at each other and at themselves.

use sprung_network::shapes::{Cloth, ring, rope, sphere};
use sprung_network::{
    Collider, Environment, Network, NetworkError, Settings, Shape, Solver, Stiffness,
};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;
use crate::varied::{add_network, place};

const NETWORKS: u64 = 90;
const FRAMES: usize = 16;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for seed in 0..NETWORKS {
        let draw = &mut Draw::new(seed);
        let net = network(draw)?;
        let environment = if draw.below(2) == 0 {
            Environment::default()
        } else {
            Environment { gravity: place(draw), ..Environment::ZERO_G }
        };
        let substeps = 1 + draw.below(4) as usize;
        let mut solver =
            Solver::new(&net, Settings { substeps, environment, ..Settings::default() })?;
        if draw.below(3) == 0 {
            let ball = Shape::Sphere { center: place(draw).map(|c| 0.3 * c), radius: 0.2 };
            solver.set_colliders(&[Collider::new(ball).with_friction(0.3)])?;
        }
        for _ in 0..FRAMES {
            match draw.below(24) {
                0 => solver.pin(draw.below(solver.len() as u64) as usize),
                1 => solver.remove_edge(draw.below(solver.edges().len() as u64) as usize),
                2 => solver.apply_impulse(draw.below(solver.len() as u64) as usize, place(draw)),
                _ => {}
            }
            solver.step(if draw.below(6) == 0 { 0.03 } else { 1.0 / 60.0 });
            for particle in solver.particles() {
                bits.add_all(particle.position);
                bits.add_all(particle.velocity);
            }
            for contact in solver.self_contacts() {
                bits.add_text(&format!("{contact:?}"));
            }
        }
        add_network(bits, &solver.network());
    }
    Ok(())
}

fn network(draw: &mut Draw) -> Result<Network, NetworkError> {
    let mut net = one(draw)?;
    for _ in 0..1 + draw.below(3) {
        net.append(&one(draw)?);
    }
    let count = net.particles.len() as u64;
    net.fix((0..draw.below(3)).map(|_| draw.below(count) as usize));
    net.set_thickness(0.01 + 0.1 * draw.unit() as f32)?;
    net.surface.friction = draw.unit() as f32;
    Ok(net)
}

/// One of them somewhere, folded at random, with a velocity.
fn one(draw: &mut Draw) -> Result<Network, NetworkError> {
    let mass = draw.scale(4) as f32;
    let mut net = match draw.below(4) {
        0 => rope([0.0; 3], place(draw), 3 + draw.below(9) as usize, mass)?,
        1 => ring(0.3, 8, mass)?,
        2 => sphere(0.25, 4, mass)?,
        _ => {
            let mut sheet = Cloth::new(4 + draw.below(3) as usize, 4, 0.15, mass);
            if draw.below(2) == 0 {
                sheet = sheet.with_shear(Stiffness::RIGID);
            }
            sheet.build()?
        }
    };
    let (by, velocity, fold) = (place(draw), place(draw), 0.1 * draw.unit() as f32);
    let speed = draw.scale(3) as f32;
    for particle in &mut net.particles {
        let off = place(draw);
        particle.position = [0, 1, 2].map(|c| particle.position[c] + 0.4 * by[c] + fold * off[c]);
        particle.velocity = velocity.map(|c| speed * c);
    }
    for edge in &mut net.edges {
        if draw.below(16) == 0 {
            edge.tear_strain = 0.3;
        }
    }
    Ok(net)
}
