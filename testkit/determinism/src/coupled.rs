//! Many small networks tied to bodies of all kinds, among their colliders: free and held, in the plane and in space.

use sprung::Rotation;
use sprung_body::{Body, Matrix3};
use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{
    Attachment, BodyCollider, BodyCoupling, Cuboid, Drag, Edge, Environment, Network, NetworkError,
    Particle, Settings, Solver, Tether,
};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;
use crate::varied::place;

const COUPLINGS: u64 = 150;
const FRAMES: usize = 10;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for seed in 0..COUPLINGS {
        let draw = &mut Draw::new(seed);
        let is_planar = seed % 3 == 0;
        // The plane may lie anywhere.
        let depth = if seed % 6 == 0 { 0.5 } else { 0.0 };
        let mut net = network(draw, is_planar)?;
        net.particles.iter_mut().for_each(|particle| particle.position[2] += depth);
        net.rest_shape.iter_mut().for_each(|place| place[2] += depth);
        let mut solver = Solver::new(&net, settings(draw, is_planar))?;
        if draw.below(8) == 0 {
            solver.set_drags(&[Drag::new(1, flat(place(draw), is_planar), 1.0, 0.5)?])?;
        }
        let mut bodies: Vec<Body<f32>> =
            (0..1 + draw.below(3)).map(|_| body(draw, is_planar)).collect();
        bodies.iter_mut().for_each(|body| body.position[2] += depth);
        let ties = ties(draw, &solver, bodies.len(), is_planar);
        let sides = (0..draw.below(3)).map(|_| side(draw, bodies.len(), is_planar)).collect();
        let made = BodyCoupling::new(&mut solver, &bodies, &ties, sides);
        let coupling = made.and_then(|coupling| match draw.below(3) {
            0 => coupling.with_particle_radius(0.1 * draw.unit() as f32),
            _ => Ok(coupling),
        });
        bits.add_result(coupling, |bits, mut coupling| {
            for _ in 0..FRAMES {
                let dt = if draw.below(4) == 0 { 0.01 } else { 1.0 / 60.0 };
                let mut given = bodies.clone();
                if draw.below(6) == 0 {
                    // It stands still, for one step.
                    given[0].velocity[1] = f32::NAN;
                }
                coupling.step(&mut solver, &given, dt);
                read(bits, &solver, &coupling, bodies.len(), ties.len());
                for (index, body) in bodies.iter_mut().enumerate() {
                    *body = coupling.body_at_end(index);
                    disturb(draw, body, is_planar);
                }
                change(bits, draw, &mut solver, is_planar);
            }
        });
    }
    Ok(())
}

fn flat([x, y, z]: [f32; 3], is_planar: bool) -> [f32; 3] {
    [x, y, if is_planar { 0.0 } else { z }]
}

fn network(draw: &mut Draw, is_planar: bool) -> Result<Network, NetworkError> {
    let mass = draw.scale(4) as f32;
    let mut net = match draw.below(3) {
        0 => rope([0.0; 3], flat(place(draw), is_planar), 4 + draw.below(8) as usize, mass)?,
        1 => Cloth::new(5, 4, 0.2, mass).build()?,
        _ if is_planar => rope([0.0; 3], [1.0, 0.0, 0.0], 5, mass)?,
        _ => lattice([3, 2, 2], 0.3, mass)?,
    };
    if is_planar {
        for particle in &mut net.particles {
            let [x, y, z] = particle.position;
            particle.position = [x, y + z, 0.0];
        }
        net.rest_shape = net.particles.iter().map(|particle| particle.position).collect();
    }
    if draw.below(3) == 0 {
        net.append(&rope([0.5, 0.2, 0.0], [0.5, -0.6, 0.0], 3, mass)?);
    }
    let count = net.particles.len() as u64;
    if draw.below(3) == 0 {
        net.fix([draw.below(count) as usize]);
    }
    if draw.below(6) == 0 {
        net.set_thickness(0.05)?;
    }
    if draw.below(2) == 0 {
        for particle in &mut net.particles {
            particle.velocity = flat(place(draw), is_planar);
        }
    }
    // Edges of a body to the world, to another and to itself.
    for _ in 0..draw.below(3) {
        let ends = [draw.below(count) as usize, draw.below(count) as usize];
        let is_new = net.edges.iter().all(|e| !(ends.contains(&e.a) && ends.contains(&e.b)));
        if ends[0] != ends[1] && is_new {
            net.add_edge(Edge::new(ends[0], ends[1], 0.5));
        }
    }
    for particle in 0..count as usize {
        if net.particles[particle].is_fixed() {
            let other = draw.below(count) as usize;
            if other != particle {
                net.tethers.push(Tether { anchor: particle, particle: other, length: 0.4 });
            }
        }
    }
    Ok(net)
}

fn settings(draw: &mut Draw, is_planar: bool) -> Settings {
    let environment = match draw.below(4) {
        0 => Environment::default(),
        1 => Environment { gravity: flat(place(draw), is_planar), ..Environment::ZERO_G },
        2 => Environment { gravity: place(draw), drag: draw.unit() as f32, wind: place(draw) },
        _ => Environment::ZERO_G,
    };
    let substeps = if draw.below(6) == 0 { 24 } else { 1 + draw.below(5) as usize };
    Settings { substeps, environment, ..Settings::default() }
}

fn body(draw: &mut Draw, is_planar: bool) -> Body<f32> {
    let mass = draw.scale(5) as f32;
    let inertia = [(); 3].map(|()| mass * 0.1 * draw.scale(1) as f32);
    let mut body = match draw.below(8) {
        0 => Body::fixed(),
        1 => Body::new(mass, [f32::INFINITY; 3]),
        2 => Body::new(mass, [f32::INFINITY, inertia[1], inertia[2]]),
        3 => Body::new(f32::INFINITY, inertia),
        _ if is_planar => Body::planar(mass, inertia[2]),
        _ => Body::new(mass, inertia),
    };
    if draw.below(4) == 0 && !is_planar {
        // A moment about axes of its own.
        body.rotation = Rotation::from_rotation_vector(place(draw));
        let [x, y, z] = body.inverse_inertia.rows;
        let between = 0.1 * x[0].min(y[1]);
        body.inverse_inertia = Matrix3 { rows: [[x[0], between, 0.0], [between, y[1], 0.0], z] };
    }
    body.position = flat(place(draw), is_planar);
    if draw.below(3) > 0 {
        body.velocity = flat(place(draw), is_planar);
        body.angular_velocity[2] = place(draw)[2];
        if !is_planar {
            body.angular_velocity = place(draw);
        }
    }
    body.load.acceleration = match draw.below(3) {
        0 => Environment::default().gravity,
        1 => flat(place(draw), is_planar),
        _ => [0.0; 3],
    };
    if draw.below(4) == 0 {
        body.load.angular_acceleration[2] = place(draw)[2];
    }
    body
}

fn ties(draw: &mut Draw, solver: &Solver, bodies: usize, is_planar: bool) -> Vec<Attachment> {
    let mut ties = Vec::new();
    for particle in 0..solver.len() {
        if draw.below(6) == 0 && !solver.is_fixed(particle) {
            let body = draw.below(bodies as u64) as usize;
            let point = flat(place(draw).map(|c| 0.3 * c), is_planar);
            ties.push(Attachment { particle, body, point });
        }
    }
    ties
}

fn side(draw: &mut Draw, bodies: usize, is_planar: bool) -> BodyCollider {
    let half_extents = [(); 3].map(|()| 0.05 + 0.3 * draw.unit() as f32);
    let body = draw.below(bodies as u64) as usize;
    let mut side = BodyCollider::new(body, Cuboid { half_extents });
    if draw.below(2) == 0 {
        let turn = if is_planar { [0.0, 0.0, 0.5] } else { place(draw) };
        let position = flat(place(draw).map(|c| 0.2 * c), is_planar);
        side = side.with_pose(position, Rotation::from_rotation_vector(turn));
    }
    let [friction, restitution] = [(); 2].map(|()| (2.0 * draw.unit() - 1.0).max(0.0) as f32);
    side.with_friction(friction).with_restitution(restitution)
}

/// Changes by the engine: a small or large displacement, a velocity, a small or large turn.
fn disturb(draw: &mut Draw, body: &mut Body<f32>, is_planar: bool) {
    let by = flat(place(draw), is_planar);
    let moved = |size: f32| [0, 1, 2].map(|c| size * by[c]);
    match draw.below(12) {
        0 => body.position = [0, 1, 2].map(|c| body.position[c] + moved(0.005)[c]),
        1 => body.position = [0, 1, 2].map(|c| body.position[c] + moved(0.3)[c]),
        2 => body.velocity = [0, 1, 2].map(|c| body.velocity[c] + moved(1.0)[c]),
        3 => {
            let turn = Rotation::from_rotation_vector([0.0, 0.0, moved(0.4)[0]]);
            body.rotation = body.rotation.then(&turn);
        }
        4 => {
            let turn = Rotation::from_rotation_vector([0.0, 0.0, 2.0]);
            body.rotation = body.rotation.then(&turn);
        }
        _ => {}
    }
}

fn change(bits: &mut Bits, draw: &mut Draw, solver: &mut Solver, is_planar: bool) {
    let particle = draw.below(solver.len() as u64) as usize;
    match draw.below(16) {
        0 => solver.apply_impulse(particle, flat(place(draw), is_planar)),
        1 => {
            let edge = draw.below(solver.edges().len() as u64) as usize;
            solver.remove_edge(edge);
        }
        2 => {
            let new = Particle::new(flat(place(draw), is_planar), 0.3);
            bits.add_result(solver.add_particle(new), |bits, at| bits.add_u64(at as u64));
        }
        3 => solver.pin(particle),
        _ => {}
    }
}

fn read(bits: &mut Bits, solver: &Solver, coupling: &BodyCoupling, bodies: usize, ties: usize) {
    for particle in solver.particles() {
        bits.add_all(particle.position);
        bits.add_all(particle.velocity);
    }
    for index in 0..bodies {
        let body = coupling.body_at_end(index);
        bits.add_all(body.position);
        bits.add_all(body.velocity);
        bits.add_all(body.angular_velocity);
        bits.add_all(body.rotation.xyzw());
        let impulse = coupling.impulse(index);
        bits.add_all(impulse.linear);
        bits.add_all(impulse.angular);
    }
    (0..ties).for_each(|tie| bits.add_all(coupling.attachment_impulse(tie)));
    for (body, contact) in coupling.contacts() {
        bits.add_u64(body as u64);
        bits.add_text(&format!("{contact:?}"));
    }
}
