//! Particles joined by springs: two bodies, strings, a chain at rest, a pendulum.

use std::f64::consts::{PI, TAU};

use sprung_network::shapes::rope;
use sprung_network::{Edge, Environment, Network, Particle, Settings, Solver, Stiffness};

use crate::springs::pendulum_period;
use crate::{Case, Outcome, last_true, oscillation_period};

const FRAME: f32 = 1.0 / 240.0;

pub(crate) fn cases() -> Outcome<Vec<Case>> {
    let mut cases = Vec::new();
    let (k, masses) = (40.0, [1.0, 3.0]);
    let mut pair = Network::default();
    pair.add_particle(Particle::new([0.0; 3], masses[0]));
    pair.add_particle(Particle::new([1.1, 0.0, 0.0], masses[1]));
    pair.add_edge(Edge::new(0, 1, 1.0).with_stiffness(elastic(k)));
    let reduced = f64::from(masses[0] * masses[1] / (masses[0] + masses[1]));
    cases.push(Case {
        quantity: "two bodies of 1 and 3 kg on a spring of 40 N/m in space: period, s".into(),
        formula: "2π√(μ/k), μ = m₁m₂/(m₁ + m₂)",
        exact: TAU * (reduced / f64::from(k)).sqrt(),
        computed: period(&pair, Environment::ZERO_G, |solver| {
            f64::from(solver.position(1)[0]) - f64::from(solver.position(0)[0]) - 1.0
        })?,
        bound: 2e-5,
    });

    let links = 10;
    for mode in [1, 2, 3] {
        // Springs of 300 N/m between particles of 0.1 kg, half as long again as at rest: a tension of 15 N.
        let (k, m, spacing) = (300.0, 0.1, 0.15);
        let mut string = rope([0.0; 3], [1.0, 0.0, 0.0], links, 1.1)?;
        string.particles.iter_mut().for_each(|p| p.position[0] *= 1.5);
        string.edges.iter_mut().for_each(|edge| edge.stiffness = elastic(k));
        string.fix([0, links]);
        let angle = PI * f64::from(mode) / links as f64;
        for (i, particle) in string.particles.iter_mut().enumerate() {
            particle.position[1] = (2e-3 * (angle * i as f64).sin()) as f32;
        }
        let tension = f64::from(k) * 0.05;
        cases.push(Case {
            quantity: format!("taut string of ten springs, mode {mode}: period, s"),
            formula: "π√(ma/T)/sin(jπ/2n) (J.-L. Lagrange)",
            exact: PI * (m * spacing / tension).sqrt() / (0.5 * angle).sin(),
            computed: period(&string, Environment::ZERO_G, |solver| {
                f64::from(solver.position(1)[1])
            })?,
            bound: 2e-4,
        });
    }

    let mut bob = Network::default();
    bob.add_particle(Particle::fixed([0.0; 3]));
    bob.add_particle(Particle::new([1.0, 0.0, 0.0], 1.0));
    bob.add_edge(Edge::new(0, 1, 1.0).with_stiffness(Stiffness::RIGID));
    let environment = Environment { gravity: [0.0, -9.81, 0.0], ..Environment::ZERO_G };
    cases.push(Case {
        quantity: "pendulum on a rigid link of 1 m from 90°: period, s".into(),
        formula: "2π√(l/g)/agm(1, cos θ/2)",
        exact: pendulum_period(0.5 * PI),
        computed: period(&bob, environment, |solver| f64::from(solver.position(1)[0]))?,
        bound: 1e-3,
    });

    let (half_span, half_length) = (1.0, 1.25);
    let mut chain = rope([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 100, 1.0)?;
    chain.edges.iter_mut().for_each(|edge| edge.rest_length *= 1.25);
    chain.fix([0, 100]);
    let environment = Environment { drag: 3.0, ..environment };
    let settings = Settings { substeps: 16, environment, ..Settings::default() };
    let mut solver = Solver::new(&chain, settings)?;
    for _ in 0..2400 {
        solver.step(1.0 / 60.0);
    }
    let a = catenary(half_span, half_length);
    cases.push(Case {
        quantity: "chain of 2.5 m between nails 2 m apart, 100 rigid links: sag, m".into(),
        formula: "a·(cosh(d/2a) − 1), 2a·sinh(d/2a) = l",
        exact: a * ((half_span / a).cosh() - 1.0),
        computed: -f64::from(solver.position(50)[1]),
        bound: 2e-4,
    });
    for (unit, length, mass) in [
        ("length in units of 2⁻¹⁰ m", 1024.0, 1.0),
        ("length in units of 2¹⁰ m", 1.0 / 1024.0, 1.0),
        ("mass in units of 2⁻¹⁰ kg", 1.0, 1024.0),
        ("mass in units of 2¹⁰ kg", 1.0, 1.0 / 1024.0),
    ] {
        cases.push(Case {
            quantity: format!(
                "swinging rope, 20 elastic and 20 rigid links, the {unit}: its end after 2 s, m"
            ),
            formula: "unchanged by the unit",
            exact: end_of_rope(1.0, 1.0)?,
            computed: end_of_rope(length, mass)?,
            bound: 0.0,
        });
    }
    Ok(cases)
}

/// The height of the end of a rope after 2 s of its fall, m, computed with so many units of length in a meter and of mass in
/// a kilogram.
fn end_of_rope(length: f32, mass: f32) -> Outcome<f64> {
    let mut network = rope([0.0; 3], [length, 0.0, 0.0], 40, mass)?;
    let springs = network.edges.iter_mut().take(20);
    springs.for_each(|edge| edge.stiffness = elastic(2000.0 * mass));
    network.fix([0]);
    let environment =
        Environment { gravity: [0.0, -9.81 * length, 0.0], drag: 0.5, ..Environment::ZERO_G };
    let mut solver = Solver::new(&network, Settings { environment, ..Settings::default() })?;
    for _ in 0..120 {
        solver.step(1.0 / 60.0);
    }
    Ok(f64::from(solver.position(40)[1]) / f64::from(length))
}

fn elastic(stiffness: f32) -> Stiffness {
    Stiffness::Physical { stiffness, damping: 0.0 }
}

/// The parameter of the catenary of half a span and half a length: a greater one is a tauter, shorter curve.
fn catenary(half_span: f64, half_length: f64) -> f64 {
    last_true(1e-2, 1e3, |parameter| parameter * (half_span / parameter).sinh() > half_length)
}

/// The period of `offset`, which is read from a network after each frame, s.
fn period(
    network: &Network,
    environment: Environment,
    offset: impl Fn(&Solver) -> f64,
) -> Outcome<f64> {
    let settings = Settings { substeps: 64, environment, sleep_speed: 0.0, ..Settings::default() };
    let mut solver = Solver::new(network, settings)?;
    oscillation_period(f64::from(FRAME), || {
        solver.step(FRAME);
        Ok(offset(&solver))
    })
}
