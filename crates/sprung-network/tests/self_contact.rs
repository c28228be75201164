//! Networks that touch themselves and each other.
#![allow(clippy::unwrap_used, reason = "a test")]

mod crossing;

use crossing::{Surface, crossing};
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Collider, Environment, Network, Settings, Shape, Solver, Stiffness};

const FRAME: f32 = 1.0 / 60.0;

fn positions(solver: &Solver) -> Vec<[f64; 3]> {
    (0..solver.len()).map(|i| solver.position(i).map(f64::from)).collect()
}

fn momentum(solver: &Solver) -> [f64; 3] {
    solver.particles().filter(|p| !p.is_fixed()).fold([0.0; 3], |sum, p| {
        [0, 1, 2].map(|c| sum[c] + f64::from(p.velocity[c]) / f64::from(p.inverse_mass))
    })
}

fn kinetic(solver: &Solver) -> f64 {
    let of = |p: sprung_network::Particle| {
        let squared: f64 = p.velocity.iter().map(|&v| f64::from(v) * f64::from(v)).sum();
        0.5 * squared / f64::from(p.inverse_mass)
    };
    solver.particles().filter(|p| !p.is_fixed()).map(of).sum()
}

/// Two loose balls of 1 and 3 kg that meet head on.
#[test]
fn balls_stop_each_other_and_keep_their_momentum() {
    for speed in [0.1, 1.0, 30.0, 1000.0_f32] {
        let mut net = Network::default();
        net.add_particle(
            sprung_network::Particle::new([0.0; 3], 1.0).with_velocity([speed, 0.0, 0.0]),
        );
        net.add_particle(sprung_network::Particle::new([0.5, 0.0, 0.0], 3.0));
        net.set_thickness(0.02).unwrap();
        let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        for _ in 0..600 {
            solver.step(FRAME);
        }
        let [a, b] = [solver.velocity(0)[0], solver.velocity(1)[0]];
        assert!((a + 3.0 * b - speed).abs() < 1e-5 * speed, "{a} {b}");
        assert!((a - b).abs() < 1e-4 * speed, "they move together: {a} {b}");
        let gap = solver.position(1)[0] - solver.position(0)[0];
        assert!((gap - 0.02).abs() < 1e-3 * 0.02 + 1e-5 * speed, "{gap}");
    }
}

/// A folded sheet between two plates that close to half of its thickness.
pub fn pressed(n: usize, steps: usize, every: usize) -> f32 {
    let thickness = 0.35 / (n - 1) as f32 * 2.0;
    let cloth = Cloth::new(n, n, 2.0 / (n - 1) as f32, 1.0)
        .with_shear(Stiffness::from_frequency(20.0, 1.0).unwrap());
    let mut net = cloth.build().unwrap();
    fold(&mut net, n, thickness);
    net.set_thickness(thickness).unwrap();
    net.surface.friction = 0.3;
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let high = 4.0 * thickness;
    let plate = |y: f32, up: f32| Shape::Plane { point: [0.0, y, 0.0], normal: [0.0, up, 0.0] };
    solver
        .set_colliders(&[
            Collider::new(plate(-0.5 * thickness, 1.0)),
            Collider::new(plate(high, -1.0)),
        ])
        .unwrap();
    let surface = Surface::of(&net);
    let close = 60;
    let mut before = positions(&solver);
    for step in 1..=steps {
        if step <= close {
            let part = step as f32 / close as f32;
            let y = high + (1.0 * thickness - high) * part;
            solver.move_collider(1, plate(y, -1.0)).unwrap();
        }
        solver.step(FRAME);
        let now = positions(&solver);
        if step <= 70 || step % every == 0 {
            if let Some(of) = crossing(&surface, &before, &now) {
                let at = |x: &[[f64; 3]]| of.map(|p| x[p]);
                panic!("step {step}: {of:?} from {:?} to {:?}", at(&before), at(&now));
            }
        }
        before = now;
    }
    println!("kinetic {} stretch {:?}", kinetic(&solver), solver.stretch());
    solver.stretch().mean as f32
}

/// Folds a flat sheet twice about its middles, layer upon layer with one thickness between them.
fn fold(net: &mut Network, n: usize, thickness: f32) {
    let length = 2.0_f32;
    let bend = |s: f32, radius: f32| {
        // Along a strip of length 2 that is folded in its middle by a half circle.
        let arc = core::f32::consts::PI * radius;
        let flat = 0.5 * (length - arc);
        if s < flat {
            (s, 0.0)
        } else if s > flat + arc {
            (length - arc - s, 2.0 * radius)
        } else {
            let turn = (s - flat) / radius;
            (flat + radius * turn.sin(), radius - radius * turn.cos())
        }
    };
    let _ = n;
    for p in &mut net.particles {
        let [x, _, z] = p.position;
        let (u, high) = bend(x, 0.5 * 1.05 * thickness);
        // The second fold bends the two layers together: outer and inner half circles.
        let radius = 1.05 * thickness + (0.5 * 1.05 * thickness - high);
        let (v, up) = {
            let middle = 1.05 * thickness;
            let arc = core::f32::consts::PI * middle;
            let flat = 0.5 * (length - arc);
            if z < flat {
                (z, high)
            } else if z > flat + arc {
                (length - arc - z, 2.0 * middle + 1.05 * thickness - high)
            } else {
                let turn = (z - flat) / middle;
                (flat + radius * turn.sin(), 1.5 * 1.05 * thickness - radius * turn.cos())
            }
        };
        p.position = [u, up, v];
    }
}

#[test]
fn nothing_passes_through_in_a_folded_and_pressed_sheet() {
    let stretch = pressed(24, 300, 1);
    println!("stretch {stretch}");
}

#[test]
#[ignore]
fn cost() {
    for with in [true, false] {
        let n = 64;
        let thickness = 0.35 / (n - 1) as f32 * 2.0;
        let cloth = Cloth::new(n, n, 2.0 / (n - 1) as f32, 1.0)
            .with_shear(Stiffness::from_frequency(20.0, 1.0).unwrap());
        let mut net = cloth.build().unwrap();
        fold(&mut net, n, thickness);
        if with {
            net.set_thickness(thickness).unwrap();
            net.surface.friction = 0.3;
        }
        let mut settings = Settings::default();
        settings.environment.drag = 0.5;
        let mut solver = Solver::new(&net, settings).unwrap();
        let high = 4.0 * thickness;
        let plate = |y: f32, up: f32| Shape::Plane { point: [0.0, y, 0.0], normal: [0.0, up, 0.0] };
        solver
            .set_colliders(&[
                Collider::new(plate(-0.5 * thickness, 1.0)).with_friction(0.3),
                Collider::new(plate(high, -1.0)).with_friction(0.3),
            ])
            .unwrap();
        for part in 0..6 {
            let start = std::time::Instant::now();
            for step in 1..=60 {
                if part == 0 {
                    let y = high + (1.0 * thickness - high) * step as f32 / 60.0;
                    solver.move_collider(1, plate(y, -1.0)).unwrap();
                }
                solver.step(FRAME);
            }
            println!(
                "{with} {part}: {:.3} ms kinetic {:.5} {:?}",
                start.elapsed().as_secs_f64() / 0.06,
                kinetic(&solver),
                solver.stretch()
            );
        }
    }
}

/// A rope of 300 links that falls on the floor end first.
fn heap(links: usize, steps: usize, every: usize) {
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
    let mut before = positions(&solver);
    for step in 1..=steps {
        solver.step(FRAME);
        let now = positions(&solver);
        if step % every == 0 {
            if let Some(of) = crossing(&surface, &before, &now) {
                let at = |x: &[[f64; 3]]| of.map(|p| x[p]);
                panic!("step {step}: {of:?} from {:?} to {:?}", at(&before), at(&now));
            }
        }
        before = now;
    }
    let highest = before.iter().map(|at| at[1]).fold(0.0, f64::max);
    println!("kinetic {} highest {highest} {:?}", kinetic(&solver), solver.stretch());
    assert!(highest < 0.2, "{highest}");
}

#[test]
fn a_rope_falls_into_a_heap_and_nothing_passes_through() {
    heap(120, 400, 1);
}

/// Two sheets that meet at many speeds, one of them fast enough to be past the other in one step.
#[test]
fn fast_sheets_do_not_pass_each_other() {
    for speed in [0.5, 5.0, 30.0, 200.0_f32] {
        let cloth = Cloth::new(9, 9, 0.1, 0.2);
        let mut net = cloth.build().unwrap();
        let mut other = cloth.build().unwrap();
        for p in &mut other.particles {
            p.position = [p.position[0] * 0.7 + 0.11, 0.3, p.position[2] * 0.7 + 0.12];
            p.velocity = [0.0, -speed, 0.3];
        }
        other.edges.iter_mut().for_each(|e| e.rest_length *= 0.7);
        other.rest_shape.clear();
        net.append(&other);
        net.set_thickness(0.02).unwrap();
        let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let (energy, start) = (kinetic(&solver), momentum(&solver));
        let surface = Surface::of(&net);
        let mut before = positions(&solver);
        for step in 0..120 {
            solver.step(FRAME);
            let now = positions(&solver);
            assert_eq!(crossing(&surface, &before, &now), None, "{speed} m/s, step {step}");
            before = now;
            assert!(kinetic(&solver) <= 1.001 * energy);
            let off =
                momentum(&solver).iter().zip(start).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 2e-5 * 0.2 * f64::from(speed), "{speed} m/s, step {step}: {off}");
        }
        assert!(kinetic(&solver) < 0.9 * energy, "they have touched");
    }
}
