//! Scenes in which a network touches itself, checked against brute force.

pub(crate) mod crossing;

use crossing::{Surface, crossing};
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Collider, Network, Particle, Settings, Shape, Solver, Stiffness};

const FRAME: f32 = 1.0 / 60.0;

pub(crate) fn positions(solver: &Solver) -> Vec<[f64; 3]> {
    (0..solver.len()).map(|i| solver.position(i).map(f64::from)).collect()
}

pub(crate) fn kinetic(solver: &Solver) -> f64 {
    let of = |p: Particle| {
        let squared: f64 = p.velocity.iter().map(|&v| f64::from(v) * f64::from(v)).sum();
        0.5 * squared / f64::from(p.inverse_mass)
    };
    solver.particles().filter(|p| !p.is_fixed()).map(of).sum()
}

/// Asserts that nothing has passed through anything in a step.
fn assert_passed(surface: &Surface, step: usize, before: &[[f64; 3]], after: &[[f64; 3]]) {
    if let Some(of) = crossing(surface, before, after) {
        let [from, to] = [before, after].map(|at| of.map(|p| at[p]));
        panic!("step {step}: {of:?} from {from:?} to {to:?}");
    }
}

/// Takes steps, of which one in `every` is checked; returns the positions at the end.
pub(crate) fn checked_steps(
    solver: &mut Solver,
    surface: &Surface,
    steps: usize,
    every: usize,
) -> Vec<[f64; 3]> {
    let mut before = positions(solver);
    for step in 1..=steps {
        solver.step(FRAME);
        let now = positions(solver);
        if step.is_multiple_of(every) {
            assert_passed(surface, step, &before, &now);
        }
        before = now;
    }
    before
}

/// A sheet of n² particles, folded twice, between two plates that close within a second to half of the thickness of its
/// four layers; one step in `every` is checked, and all of the first 70.
pub(crate) fn pressed_sheet(n: usize, substeps: usize, steps: usize, every: usize) {
    let spacing = 2.0 / (n - 1) as f32;
    let thickness = 0.35 * spacing;
    let shear = Stiffness::from_frequency(20.0, 1.0).unwrap();
    let mut net = Cloth::new(n, n, spacing, 1.0).with_shear(shear).build().unwrap();
    fold(&mut net, 1.05 * thickness);
    net.set_thickness(thickness).unwrap();
    net.surface.friction = 0.3;
    let mut settings = Settings { substeps, ..Settings::default() };
    settings.environment.drag = 0.5;
    let mut solver = Solver::new(&net, settings).unwrap();
    let plate = |y: f32, up: f32| Shape::Plane { point: [0.0, y, 0.0], normal: [0.0, up, 0.0] };
    let high = |part: f32| thickness * (4.0 + (1.0 - 4.0) * part);
    let plates = [plate(-0.5 * thickness, 1.0), plate(high(0.0), -1.0)];
    solver.set_colliders(&plates.map(|shape| Collider::new(shape).with_friction(0.3))).unwrap();
    let surface = Surface::of(&net);
    let mut before = positions(&solver);
    for step in 1..=steps {
        if step <= 60 {
            solver.move_collider(1, plate(high(step as f32 / 60.0), -1.0)).unwrap();
        }
        solver.step(FRAME);
        let now = positions(&solver);
        if step <= 70 || step.is_multiple_of(every) {
            assert_passed(&surface, step, &before, &now);
        }
        before = now;
    }
    assert!(kinetic(&solver) < 0.01, "it rests: {} J", kinetic(&solver));
    let lowest = before.iter().map(|at| at[1]).fold(f64::INFINITY, f64::min);
    let highest = before.iter().map(|at| at[1]).fold(f64::NEG_INFINITY, f64::max);
    let pressed = f64::from(1.5 * thickness);
    assert!(highest - lowest < 1.2 * pressed, "{} of {pressed}", highest - lowest);
    assert!(highest - lowest > 0.9 * pressed, "{} of {pressed}", highest - lowest);
}

/// Folds a flat sheet of 2 m twice, with a distance between its layers.
fn fold(net: &mut Network, apart: f32) {
    // A strip of 2 m around a half circle in its middle, `off` inside of it; returns (along, up).
    let bend = |s: f32, radius: f32, off: f32| {
        let arc = core::f32::consts::PI * radius;
        let flat = 0.5 * (2.0 - arc);
        if s < flat {
            (s, off)
        } else if s > flat + arc {
            (2.0 - s, 2.0 * radius - off)
        } else {
            let turn = (s - flat) / radius;
            (flat + (radius - off) * turn.sin(), radius - (radius - off) * turn.cos())
        }
    };
    for p in &mut net.particles {
        let [x, _, z] = p.position;
        let (x, up) = bend(x, 0.5 * apart, 0.0);
        // The second fold bends two layers: about the middle between them, which is half a distance up.
        let (z, up) = bend(z, apart, up - 0.5 * apart);
        p.position = [x, up + 0.5 * apart, z];
    }
}

/// A rope that falls on the floor end first; one step in `every` is checked.
pub(crate) fn rope_heap(links: usize, steps: usize, every: usize) {
    let mut net =
        rope([0.0, 0.1, 0.0], [0.02, 0.1 + 0.02 * links as f32, 0.01], links, 0.3).unwrap();
    for (i, p) in net.particles.iter_mut().enumerate() {
        p.position[0] += 0.003 * (0.7 * i as f32).sin();
        p.position[2] += 0.003 * (0.4 * i as f32).cos();
    }
    net.set_thickness(0.012).unwrap();
    net.surface.friction = 0.4;
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let floor = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    solver.set_colliders(&[Collider::new(floor).with_friction(0.5)]).unwrap();
    let surface = Surface::of(&net);
    let now = checked_steps(&mut solver, &surface, steps, every);
    let highest = now.iter().map(|at| at[1]).fold(0.0, f64::max);
    assert!(highest < 0.2, "{highest}");
}
