//! Islands that fall asleep beside others, and what wakes them.

use sprung_network::shapes::{Cloth, bridge, lattice, ring, rope};
use sprung_network::{
    Collider, Drag, Edge, Environment, Forces, Network, NetworkError, Settings, Shape, Solver,
    Stiffness,
};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;
use crate::varied::{add_forces, branches, place};

const NETWORKS: u64 = 40;
const FRAMES: usize = 70;
const LARGE_FRAMES: usize = 40;
const JELLY_FRAMES: usize = 12;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for seed in 0..NETWORKS {
        let draw = &mut Draw::new(seed);
        let net = islands(draw)?;
        run(bits, draw, &net, FRAMES)?;
    }
    for seed in 0..4 {
        let draw = &mut Draw::new(1000 + seed);
        let net = large(draw, seed)?;
        run(bits, draw, &net, if seed == 3 { JELLY_FRAMES } else { LARGE_FRAMES })?;
    }
    Ok(())
}

fn run(bits: &mut Bits, draw: &mut Draw, net: &Network, frames: usize) -> Outcome {
    let environment = match draw.below(3) {
        0 => Environment { drag: 20.0, ..Environment::default() },
        1 => Environment::ZERO_G,
        _ => Environment { drag: 5.0, ..Environment::ZERO_G },
    };
    let settings = Settings {
        // More than the times that rigid edges and lines are relaxed in a step.
        substeps: if draw.below(4) == 0 { 24 } else { 2 },
        sleep_speed: 0.3 + draw.unit() as f32,
        line_solver: draw.below(3) > 0,
        environment,
    };
    let mut solver = Solver::new(net, settings)?;
    if draw.below(3) == 0 {
        let ground = Shape::Plane { point: [0.0, -1.5, 0.0], normal: [0.0, 1.0, 0.0] };
        let ball = Shape::Sphere { center: [9.0, 9.0, 9.0], radius: 0.2 };
        solver.set_colliders(&[ground, ball].map(Collider::new))?;
    }
    let mut forces = Forces::default();
    for frame in 0..frames {
        if frame > frames / 2 && draw.below(6) == 0 {
            act(bits, draw, &mut solver)?;
        }
        let dt = 1.0 / 60.0;
        if draw.below(8) == 0 {
            solver.step_with_forces(dt, &mut forces);
            add_forces(bits, &solver, &forces);
        } else {
            solver.step(dt);
        }
        bits.add_u64(solver.awake_island_count() as u64);
        bits.add_u64(solver.island_count() as u64);
        bits.add_u64(solver.is_asleep().into());
        for (index, particle) in solver.particles().enumerate() {
            bits.add_u64(solver.is_particle_asleep(index).into());
            bits.add_all(particle.position);
            bits.add_all(particle.velocity);
        }
    }
    Ok(())
}

fn act(bits: &mut Bits, draw: &mut Draw, solver: &mut Solver) -> Outcome {
    let particle = draw.below(solver.len() as u64) as usize;
    let edge = draw.below(solver.edges().len() as u64) as usize;
    match draw.below(12) {
        0 => solver.apply_impulse(particle, place(draw)),
        1 | 2 => {
            // A fixed one, near or far.
            let fixed = (0..solver.len()).filter(|&p| solver.is_fixed(p)).collect::<Vec<_>>();
            if !fixed.is_empty() {
                let particle = fixed[particle % fixed.len()];
                let [x, y, z] = solver.position(particle);
                let [a, b, c] = place(draw).map(|c| 0.1 * c);
                solver.set_kinematic_target(particle, [x + a, y + b, z + c]);
            }
        }
        3 => solver.remove_edge(edge),
        4 => solver.set_drags(&[])?,
        5 | 6 => solver.set_drags(&[Drag::new(particle, place(draw), 2.0, 1.0)?])?,
        7 => {
            let ball = Shape::Sphere { center: place(draw), radius: 0.2 };
            if solver.colliders().count() == 2 {
                solver.move_collider(1, ball)?;
            }
        }
        8 => solver.set_stiffness(edge, Stiffness::per_step(0.3, 0.2))?,
        9 => solver.pin(particle),
        10 => bits.add_result(solver.set_position(particle, place(draw)), |_, ()| {}),
        _ => bits.add_result(solver.release(particle, 0.5), |_, ()| {}),
    }
    Ok(())
}

/// Several shapes side by side; one fixed particle may hold two of them.
fn islands(draw: &mut Draw) -> Result<Network, NetworkError> {
    let mut net = Network::default();
    for _ in 0..2 + draw.below(4) {
        let mass = draw.scale(3) as f32;
        let mut one = match draw.below(6) {
            0 => rope([0.0; 3], place(draw), 3 + draw.below(12) as usize, mass)?,
            1 => ring(0.3, 7, mass)?,
            2 => lattice([3, 2, 2], 0.2, mass)?,
            3 => bridge(4, 0.3, mass)?,
            4 => branches(draw, 12, mass)?,
            _ => Cloth::new(5, 4, 0.15, mass).with_shear(Stiffness::RIGID).build()?,
        };
        let by = place(draw);
        for particle in &mut one.particles {
            particle.position = [0, 1, 2].map(|c| particle.position[c] + by[c]);
        }
        if draw.below(2) == 0 {
            one.fix([0]);
        }
        if draw.below(4) == 0 {
            let last = one.particles.len() - 1;
            one.particles[last].velocity = place(draw);
        }
        net.append(&one);
    }
    // One fixed particle for several islands.
    let fixed: Vec<usize> =
        (0..net.particles.len()).filter(|&p| net.particles[p].is_fixed()).collect();
    if let [first, second, ..] = fixed[..] {
        let near = second + 1;
        net.add_edge(Edge::new(first, near, 0.5));
    }
    Ok(net)
}

/// More than a block holds: sheets with and without lines, beside ropes, some of which move; jelly.
fn large(draw: &mut Draw, seed: u64) -> Result<Network, NetworkError> {
    if seed == 3 {
        // A bandwidth of more than half a block, and enough blocks for further sweeps of the one that is held.
        let mut jelly = lattice([33, 33, 8], 0.1, 1.0)?;
        jelly.fix([0]);
        return Ok(jelly);
    }
    let mut cloth = Cloth::new(45, 50, 0.05, 1.0);
    if seed > 0 {
        cloth = cloth.with_shear(Stiffness::RIGID);
    }
    let mut net = cloth.build()?;
    net.fix(cloth.corners());
    for at in 0..30 {
        let x = 0.2 * at as f32;
        let mut small = rope([x, 1.0, 0.0], [x, 0.5, 0.1], 5, 0.2)?;
        small.fix([0]);
        if at % 7 == 0 {
            small.particles[5].velocity = place(draw).map(|c| 4.0 * c);
        }
        if at % 3 == 0 {
            small.connect(0, 2);
        }
        net.append(&small);
    }
    Ok(net)
}
