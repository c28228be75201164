//! Networks by Nissen's scheme: edges, then the particles of every frame, projected onto the page.

use sprung_network::reference::{CoefficientLimit, JacobiSolver, SequentialImpulses, Variant};
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Environment, Network, Particle, Stiffness, measure};

use crate::picture::{Entry, Picture, Points, Result, sliders};

pub(crate) const SYSTEMS: &[Entry] = &[
    ("rope-mesh-and-squishy-body", rope_mesh_body),
    ("iterations-with-warm-starting", warm_starting),
];

const DT: f32 = 1.0 / 60.0;

/// Frames of 1/30 s.
const FRAMES: usize = 120;

/// From the front, right and above.
fn oblique([x, y, z]: [f32; 3]) -> (f64, f64) {
    (f64::from(x + 0.45 * z), f64::from(y - 0.22 * z))
}

/// The edges of a network, and its particles in every frame.
fn film(net: &Network, mut scheme: JacobiSolver, passes: u32) -> Vec<Points> {
    let edges = net.edges.iter().map(|edge| (edge.a as f64, edge.b as f64)).collect();
    let mut curves = vec![edges];
    for _ in 0..FRAMES {
        curves.push(scheme.particles().iter().map(|p| oblique(p.position)).collect());
        for _ in 0..2 * passes {
            scheme.step(DT / passes as f32);
        }
    }
    curves
}

/// The shape (0 rope, 1 mesh, 2 squishy body), steps per frame and stiffness of the soft ones.
fn rope_mesh_body(p: &[f64]) -> Result<Picture> {
    let [shape, passes, stiffness] = sliders(p)?;
    let passes = passes.clamp(1.0, 32.0) as u32;
    let air = Environment { drag: 0.3, ..Environment::default() };
    let net = match shape as u32 {
        0 => {
            let mut rope = rope([0.0; 3], [1.4, 0.0, 0.0], 14, 1.5)?;
            rope.fix([0]);
            rope
        }
        1 => {
            let sheet = Cloth::new(8, 8, 0.2, 1.0);
            let mut net = sheet.build()?;
            net.fix(sheet.corners());
            net
        }
        _ => {
            // A block in the plane with both diagonals, that hangs by its upper left corner.
            let mut body = Cloth::new(6, 4, 0.25, 1.0).with_shear(Stiffness::RIGID).build()?;
            for particle in &mut body.particles {
                let [x, _, z] = particle.position;
                particle.position = [x, -z, 0.0];
            }
            for spring in &mut body.edges {
                spring.stiffness = Stiffness::per_step(stiffness as f32, stiffness as f32);
            }
            body.fix([0]);
            body
        }
    };
    let scheme = JacobiSolver::new(&net, air, CoefficientLimit::Article)?;
    Ok(Picture::new(film(&net, scheme, passes)))
}

fn warm_starting(p: &[f64]) -> Result<Picture> {
    let [side, kept] = sliders(p)?;
    let side = side.clamp(3.0, 14.0) as usize;
    let cloth = Cloth::new(side, side, 0.1, 1.0);
    let mut net = cloth.build()?;
    net.fix(cloth.corners());
    let earth = Environment::default();
    // Of 1 kg, over its weight times its side.
    let size = 9.81 * 0.1 * (side as f64 - 1.0);
    let energy =
        |particles: &[Particle]| measure::energy(particles.iter().copied(), earth.gravity) / size;
    let run = |variant, warm_start: f32| -> Result<Points> {
        let made = SequentialImpulses::new(&net, earth, 1, warm_start)?;
        let mut iterations = made.with_variant(variant);
        let mut points = vec![(0.0, energy(iterations.particles()))];
        for frame in 1..=360u32 {
            (0..16).for_each(|_| iterations.step(DT / 16.0));
            let seen = energy(iterations.particles());
            if seen.is_nan() || seen.abs() > 20.0 {
                break;
            }
            points.push((f64::from(frame) / 60.0, seen));
        }
        Ok(points)
    };
    Ok(Picture::new([
        run(Variant::Published, 1.0)?,
        run(Variant::Published, kept as f32)?,
        run(Variant::Passive, 1.0)?,
    ]))
}
