use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Collider, Network, Settings, Shape, Solver, Stiffness, Stretch};
use std::time::Instant;

fn bend(s: f32, radius: f32, off: f32) -> (f32, f32) {
    let arc = std::f32::consts::PI * radius;
    let flat = 0.5 * (2.0 - arc);
    if s < flat {
        (s, off)
    } else if s > flat + arc {
        (2.0 - arc - s, 2.0 * radius - off)
    } else {
        let (sin, cos) = ((s - flat) / radius).sin_cos();
        (flat + (radius - off) * sin, radius - (radius - off) * cos)
    }
}

fn sheet(n: usize) -> (Network, f32) {
    let spacing = 2.0 / (n - 1) as f32;
    let thickness = 0.35 * spacing;
    let shear = Stiffness::from_frequency(20.0, 1.0).unwrap();
    let mut net = Cloth::new(n, n, spacing, 1.0).with_shear(shear).build().unwrap();
    let apart = 1.05 * thickness;
    for particle in &mut net.particles {
        let [x, _, z] = particle.position;
        let (x, up) = bend(x, 0.5 * apart, 0.0);
        let (z, up) = bend(z, apart, up - 0.5 * apart);
        particle.position = [x, up + 0.5 * apart, z];
    }
    (net, thickness)
}

fn heap(links: usize) -> Network {
    let high = 0.1 + 0.02 * links as f32;
    let mut net = rope([0.0, 0.1, 0.0], [0.02, high, 0.01], links, 0.3).unwrap();
    for (i, particle) in net.particles.iter_mut().enumerate() {
        particle.position[0] += 0.003 * (0.7 * i as f32).sin();
        particle.position[2] += 0.003 * (0.4 * i as f32).cos();
    }
    net
}

fn plate(height: f32, up: f32) -> Shape {
    Shape::Plane { point: [0.0, height, 0.0], normal: [0.0, up, 0.0] }
}

fn race(
    name: &str,
    net: &Network,
    thickness: f32,
    low: f32,
    high: Option<f32>,
    steps: usize,
) -> f64 {
    let mut net = net.clone();
    if thickness > 0.0 {
        net.set_thickness(thickness).unwrap();
        net.surface.friction = 0.3;
    }
    let mut settings = Settings { substeps: 8, ..Settings::default() };
    settings.environment.drag = 0.5;
    let mut solver = Solver::new(&net, settings).unwrap();
    let up = |t: f32| high.unwrap_or(0.0) * (4.0 + (1.0 - 4.0) * t.min(1.0));
    let mut colliders = vec![Collider::new(plate(low, 1.0)).with_friction(0.3)];
    if high.is_some() {
        colliders.push(Collider::new(plate(up(0.0), -1.0)).with_friction(0.3));
    }
    solver.set_colliders(&colliders).unwrap();
    let (mut all, mut peak, mut last) = (Vec::new(), 0.0f64, 0.0f64);
    for step in 1..=steps {
        if high.is_some() && step <= 60 {
            solver.move_collider(1, plate(up(step as f32 / 60.0), -1.0)).unwrap();
        }
        let clock = Instant::now();
        solver.step(1.0 / 60.0);
        all.push(1e3 * clock.elapsed().as_secs_f64());
        let stretch = Stretch::of(&net.edges, |i| solver.position(i));
        peak = peak.max(stretch.max);
        if step + 60 > steps {
            last = last.max(stretch.max);
        }
    }
    let seconds: Vec<String> =
        all.chunks(60).map(|c| format!("{:.2}", c.iter().sum::<f64>() / c.len() as f64)).collect();
    let best = all.iter().fold(f64::INFINITY, |a, &b| a.min(b));
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    let kinetic: f64 = solver
        .particles()
        .map(|p| {
            0.5 * p.velocity.iter().map(|&v| f64::from(v * v)).sum::<f64>()
                / f64::from(p.inverse_mass)
        })
        .sum();
    println!(
        "{name}: mean {mean:.3} best {best:.3} peak {peak:.2} last {last:.4} kinetic {kinetic:.2e} | {}",
        seconds.join(" ")
    );
    mean
}

fn main() {
    let which = std::env::args().nth(1).unwrap_or_default();
    let steps = std::env::args().nth(2).map_or(600, |n| n.parse().unwrap());
    if which != "heap" {
        let (net, thickness) = sheet(64);
        let high = Some(thickness);
        let with = race("sheet", &net, thickness, -0.5 * thickness, high, steps);
        let without = race("sheet through", &net, 0.0, -0.5 * thickness, high, steps);
        println!("ratio {:.2}", with / without);
    }
    if which != "sheet" {
        let net = heap(400);
        let with = race("heap", &net, 0.012, 0.0, None, steps);
        let without = race("heap through", &net, 0.0, 0.0, None, steps);
        println!("ratio {:.2}", with / without);
        for round in 1..5 {
            let net = heap(100 * round + 37);
            race("heap other", &net, 0.012, 0.0, None, steps);
        }
    }
}
