//! Figures of Nissen's article: particles joined by springs, moved by its scheme.

use anyhow::Result;
use sprung::State;
use sprung_figure::{Curve, Figure, Panel};
use sprung_network::reference::{
    CoefficientLimit, Formulation, JacobiSolver, SequentialImpulses, Variant,
};
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Edge, Environment, Network, Particle, Stiffness, measure};

use super::frames::{DT, film, fixed, front, jacobi, joined, oblique, picked, springs, weave};
use super::sampling::stepped;
use crate::system::{Drawing, Points, Words};

/// Two free particles of 1 kg and 4 kg at distance 2, joined by a spring of rest length 1.
fn pair(c_s: f32, c_d: f32) -> Result<JacobiSolver> {
    let mut net = Network::default();
    net.add_particle(Particle::new([0.0; 3], 1.0));
    net.add_particle(Particle::new([2.0, 0.0, 0.0], 4.0));
    net.add_edge(Edge::new(0, 1, 1.0).with_stiffness(Stiffness::per_step(c_s, c_d)));
    Ok(JacobiSolver::new(&net, Environment::ZERO_G, CoefficientLimit::Off)?)
}

/// Returns the positions along x after every step, the start first.
fn positions(scheme: JacobiSolver, steps: usize) -> Vec<Vec<f64>> {
    let along_x = |p: &Particle| f64::from(p.position[0]);
    let steps = jacobi(scheme, 1).take(steps + 1);
    steps.map(|particles| particles.iter().map(along_x).collect()).collect()
}

fn over_time<T>(rows: &[T], pick: impl Fn(&T) -> f64) -> Points {
    rows.iter().enumerate().map(|(i, row)| (i as f64 * f64::from(DT), pick(row))).collect()
}

pub(super) fn reduced_mass(words: &Words) -> Result<Drawing> {
    let stiff = positions(pair(1.0, 1.0)?, 30);
    let soft = positions(pair(0.02, 0.08)?, 30);
    words.draw([
        over_time(&stiff, |x| x[0]),
        over_time(&stiff, |x| x[1]),
        over_time(&soft, |x| x[0]),
        over_time(&soft, |x| x[1]),
        over_time(&soft, |x| (x[0] + 4.0 * x[1]) / 5.0),
    ])
}

pub(super) fn forms(words: &Words) -> Result<Drawing> {
    let run = |form| anyhow::Ok(positions(pair(0.01, 0.02)?.with_formulation(form), 300));
    let (force, impulse) = (run(Formulation::Force)?, run(Formulation::Impulse)?);
    let both: Vec<(Vec<f64>, Vec<f64>)> = force.into_iter().zip(impulse).collect();
    let error = |x: &[f64]| (x[1] - x[0] - 1.0).abs();
    let difference = |(f, i): &(Vec<f64>, Vec<f64>)| (f[0] - i[0]).abs().max((f[1] - i[1]).abs());
    let curves = [over_time(&both, |(f, _)| error(f)), over_time(&both, difference)];
    Ok(words.figure(curves)?.log_y().into())
}

pub(super) fn symplectic_euler(words: &Words) -> Result<Drawing> {
    // Velocity in units of √C_s/h, so that the exact motion is a circle.
    let stiffness: f64 = 0.02;
    let rate = stiffness.sqrt();
    let walk = |with_new: bool| -> Points {
        let states = stepped(State::new(1.0, 0.0), 1.0, 200.0, |s: State<f64>, _| {
            let velocity = s.velocity - stiffness * s.position;
            let carried = if with_new { velocity } else { s.velocity };
            State::new(s.position + carried, velocity)
        });
        states.iter().map(|(_, s)| (s.position, s.velocity / rate)).collect()
    };
    let circle = (0..=120).map(|i| (f64::from(i) * 3.0_f64.to_radians()).sin_cos()).collect();
    let figure = words.figure([walk(false), walk(true), circle])?;
    Ok(figure.equal_aspect().x_limits(-3.4, 3.4).y_limits(-2.0, 2.0).into())
}

/// A hub of 0.1 g with `arms` arms of 1 kg that all pull in the same direction: the worst case for stability.
fn star(arms: usize, c: f32) -> Result<JacobiSolver> {
    let mut net = Network::default();
    net.add_particle(Particle::new([1e-3, 0.0, 0.0], 1e-4));
    for i in 0..arms {
        net.add_particle(Particle::new([1.0, 1e-3 * i as f32, 0.0], 1.0));
        let arm = Edge::new(0, i + 1, (1.0f32 + 1e-6 * (i * i) as f32).sqrt());
        net.add_edge(arm.with_stiffness(Stiffness::per_step(c, c)));
    }
    Ok(JacobiSolver::new(&net, Environment::ZERO_G, CoefficientLimit::Off)?)
}

/// Returns the maximum coefficient for which the star comes to rest, by bisection.
fn measured_limit(arms: usize) -> Result<f64> {
    let rests = |c: f32| -> Result<bool> {
        let mut star = star(arms, c)?;
        for _ in 0..600 {
            star.step(DT);
        }
        Ok(star.particles()[0].position[0].abs() < 1e-3)
    };
    // A single spring is stable up to 4/3, but its coefficients end at 1.
    let (mut stable, mut unstable) = (0.0, 1.0);
    if rests(unstable)? {
        return Ok(1.0);
    }
    for _ in 0..12 {
        let middle = 0.5 * (stable + unstable);
        if rests(middle)? { stable = middle } else { unstable = middle }
    }
    Ok(f64::from(stable))
}

pub(super) fn limits(words: &Words) -> Result<Drawing> {
    let counts = [2usize, 3, 4, 5, 6, 8, 10, 13, 16, 20, 26];
    let over = |f: &dyn Fn(usize) -> f32| -> Points {
        counts.iter().map(|&n| (n as f64, f64::from(f(n)))).collect()
    };
    let measured: Result<Points> =
        counts.iter().map(|&n| Ok((n as f64, measured_limit(n)?))).collect();
    let figure = words.figure([
        over(&CoefficientLimit::article),
        over(&CoefficientLimit::no_overshoot),
        over(&CoefficientLimit::stable),
        measured?,
        over(&|n| CoefficientLimit::mass_splitting([1.0, 1.0], [n, 1])),
        over(&|n| CoefficientLimit::mass_splitting([0.1, 1.0], [n, 1])),
    ])?;
    Ok(figure.log_x().log_y().into())
}

pub(super) fn rope_mesh_body(words: &Words) -> Result<Drawing> {
    let scheme = |net: &Network| {
        let air = Environment { drag: 0.3, ..Environment::default() };
        anyhow::Ok(jacobi(JacobiSolver::new(net, air, CoefficientLimit::Article)?, 10))
    };
    let mut hanging = rope([0.0; 3], [1.4, 0.0, 0.0], 14, 1.5)?;
    hanging.fix([0]);
    let rope = film(scheme(&hanging)?, 4, front);
    let sheet = Cloth::new(8, 8, 0.2, 1.0);
    let mut net = sheet.build()?;
    net.fix(sheet.corners());
    let mesh = film(scheme(&net)?, 4, oblique);
    // A block in the plane with both diagonals, that hangs by its upper left corner.
    let block = Cloth::new(6, 4, 0.25, 1.0).with_shear(Stiffness::RIGID);
    let mut body = block.build()?;
    for particle in &mut body.particles {
        let [x, _, z] = particle.position;
        particle.position = [x, -z, 0.0];
    }
    for spring in &mut body.edges {
        spring.stiffness = Stiffness::per_step(0.02, 0.02);
    }
    body.fix([0]);
    let squishy = film(scheme(&body)?, 4, front);
    let dots: Vec<usize> = (0..15).collect();
    Ok(words
        .moving(4.0)
        .panel(
            Panel::new("rope", (-1.7, 1.7), (-2.2, 0.8))
                .lines(1, joined(&rope, std::slice::from_ref(&dots)))
                .dots(1, picked(&rope, &dots))
                .dots(7, picked(&rope, &fixed(&hanging))),
        )
        .panel(
            Panel::new("mesh", (-0.9, 2.5), (-2.5, 0.5))
                .lines(1, joined(&mesh, &weave(8)))
                .dots(7, picked(&mesh, &fixed(&net))),
        )
        .panel(
            Panel::new("squishy body", (-1.5, 1.9), (-2.2, 0.8))
                .lines(1, joined(&squishy, &springs(&body)))
                .dots(7, picked(&squishy, &fixed(&body))),
        )
        .into())
}

pub(super) fn warm_starting(words: &Words) -> Result<Drawing> {
    let cloth = Cloth::new(12, 12, 0.1, 1.0);
    let mut net = cloth.build()?;
    net.fix(cloth.corners());
    let earth = Environment::default();
    // Of 1 kg, over its weight times its side.
    let energy = |particles: &[Particle]| {
        measure::energy(particles.iter().copied(), earth.gravity) / (9.81 * 1.1)
    };
    let run = |variant, warm_start| -> Result<Points> {
        let iterations = SequentialImpulses::new(&net, earth, 1, warm_start)?.with_variant(variant);
        Ok(over_time(&energies(iterations, 600, 16, energy), |energy| *energy))
    };
    let curves =
        [run(Variant::Published, 1.0)?, run(Variant::Published, 0.5)?, run(Variant::Passive, 1.0)?];
    let cloth = words.figure(curves)?.y_limits(-1.0, 3.0).level("started with", 0.0);
    Ok(Drawing(vec![cloth.inline_svg(), light_hub()?.inline_svg()]))
}

/// The energy before the first frame of 1/60 s and after each, at a number of steps per frame.
fn energies(
    mut iterations: SequentialImpulses,
    frames: usize,
    steps: usize,
    energy: impl Fn(&[Particle]) -> f64,
) -> Vec<f64> {
    let mut energies = vec![energy(iterations.particles())];
    for _ in 0..frames {
        (0..steps).for_each(|_| iterations.step(DT / steps as f32));
        energies.push(energy(iterations.particles()));
    }
    energies
}

/// Twenty-six arms of 1 kg at a hub of 0.1 g, turning: springs with different damping coefficients act on each other.
fn light_hub() -> Result<Figure> {
    const ARMS: usize = 26;
    let mut net = Network::default();
    let hub = net.add_particle(Particle::new([0.0; 3], 1e-4));
    for arm in 0..ARMS {
        let (sin, cos) = (std::f32::consts::TAU * arm as f32 / ARMS as f32).sin_cos();
        let particle = Particle::new([cos, sin, 0.0], 1.0).with_velocity([-sin, cos, 0.0]);
        let end = net.add_particle(particle);
        let c_d = (arm % 7 + 1) as f32 / 7.0;
        let law = Stiffness::per_step(0.5 * c_d, c_d);
        net.add_edge(Edge::new(hub, end, 1.0).with_stiffness(law));
    }
    let energy = |particles: &[Particle]| measure::energy(particles.iter().copied(), [0.0; 3]);
    let start = energy(&net.particles);
    let run = |variant| -> Result<Points> {
        let made = SequentialImpulses::new(&net, Environment::ZERO_G, 4, 1.0)?;
        let energies = energies(made.with_variant(variant), 1800, 1, energy);
        Ok(over_time(&energies, |energy| energy / start))
    };
    Ok(Figure::new("Star of 26 arms turning about a hub of 0.1 g")
        .axes("time, s", "energy over the initial energy")
        .y_limits(0.0, 3.0)
        .curve(Curve::new("as published", run(Variant::Published)?).color(1))
        .curve(Curve::new("passive", run(Variant::Passive)?).color(0))
        .level("started with", 1.0))
}
