//! Particles, springs, laws, limits, colliders and measures.

use sprung_network::{
    Action, Cap, Collider, Fraction, Law, Network, Particle, Shape, Spring, Stretch, article_limit,
    mass_splitting, max_damping, max_stiffness, measure, no_overshoot_limit, stable_limit,
};
use testkit::contracts::{Double, One};

use crate::{Arguments, Table, numbers, square};

pub(super) fn add(table: &mut Table) {
    elements(table);
    laws(table);
    limits(table);
    colliders(table);
    networks(table);
    measures(table);
}

fn elements(table: &mut Table) {
    // The numbers that a network takes.
    let alone = |particle: Particle| {
        let mut net = Network::default();
        net.add_particle(particle);
        numbers(&net)
    };
    table.builds("Particle::new", move |a| alone(Particle::new(a.triple(1.0), a.number(0.5))));
    table.builds("Particle::fixed", move |a| alone(Particle::fixed(a.triple(1.0))));
    table.builds("Particle::moving", move |a| {
        alone(Particle::new([0.0; 3], 1.0).moving(a.triple(1.0)))
    });
    table.answers("Particle::is_fixed", |a| Particle::new([0.0; 3], a.number(0.5)).is_fixed());
    let joined = |spring: Spring| {
        let mut net = Network::default();
        for x in [0.0, 1.0] {
            net.add_particle(Particle::new([x, 0.0, 0.0], 1.0));
        }
        net.add_spring(spring);
        net.check().is_ok().then_some([spring.rest_length, 1.0 / spring.tear_stretch])
    };
    table.builds("Spring::new", move |a| joined(Spring::new(0, 1, a.number(1.0))));
    table.builds("Spring::with_law", move |a| {
        let law = Law::Frequency { hz: a.number(3.0), damping_ratio: a.number(0.5) };
        joined(Spring::new(0, 1, 1.0).with_law(law))
    });
    table.builds("Spring::acting", move |a| {
        joined(Spring::new(0, 1, a.number(1.0)).acting(Action::PullOnly))
    });
    table.builds("Spring::tearing_at", move |a| {
        joined(Spring::new(0, 1, 1.0).tearing_at(a.number(0.5)))
    });
}

fn laws(table: &mut Table) {
    let pair = |fraction: Fraction| (Double(fraction.c_s), Double(fraction.c_d));
    table.answers("Law::fraction", move |a| {
        let (x, y, dt, mass) = (a.number(3.0), a.number(0.5), a.number(0.02), a.number(0.7));
        let laws = [
            Law::Frequency { hz: x, damping_ratio: y },
            Law::Material { stiffness: x, damping: y },
            Law::Compliance { compliance: x, damping: y },
        ];
        laws.map(|law| pair(law.fraction(dt, mass))).to_vec()
    });
    table.answers("Fraction::from_stiffness_and_damping", move |a| {
        let (stiffness, damping) = (a.number(3.0), a.number(0.5));
        pair(Fraction::from_stiffness_and_damping(
            stiffness,
            damping,
            a.number(0.7),
            a.number(0.02),
        ))
    });
    table.answers("Fraction::stiffness_and_damping", |a| {
        let pair = Fraction { c_s: f64::from(a.number(0.3)), c_d: f64::from(a.number(0.5)) };
        let (stiffness, damping) = pair.stiffness_and_damping(a.number(0.7), a.number(0.02));
        (Double(stiffness), Double(damping))
    });
    table.answers("max_stiffness", |a| Double(max_stiffness(a.number(0.7), a.number(0.02))));
    table.answers("max_damping", |a| Double(max_damping(a.number(0.7), a.number(0.02))));
}

fn limits(table: &mut Table) {
    let counts = [0, 1, 4, usize::MAX];
    table.builds("article_limit", move |_| counts.map(article_limit));
    table.builds("stable_limit", move |_| counts.map(stable_limit));
    table.builds("no_overshoot_limit", move |_| counts.map(no_overshoot_limit));
    table
        .answers("mass_splitting", |a| One(mass_splitting([a.number(1.0), a.number(2.0)], [2, 3])));
    table.answers("Cap::apply", |a| {
        let (c, w) = (a.number(0.8), [a.number(1.0), a.number(2.0)]);
        let caps = [Cap::Off, Cap::Article, Cap::NoOvershoot, Cap::MassSplitting];
        caps.map(|cap| cap.apply(c, w, [2, 3]))
    });
}

/// A capsule whose numbers are arguments.
pub(super) fn capsule(a: &mut Arguments) -> Shape {
    Shape::Capsule { a: a.triple(0.5), b: a.triple(-0.5), radius: a.number(0.3) }
}

/// A moving collider whose numbers are arguments.
pub(super) fn collider(a: &mut Arguments) -> Collider {
    let moving = Collider::new(capsule(a)).with_friction(a.number(0.4));
    let moving = moving.with_velocity(a.triple(0.3));
    moving.with_angular_velocity(a.triple(0.2), a.triple(-0.1))
}

fn colliders(table: &mut Table) {
    let list = |c: Collider| vec![c.velocity, c.angular_velocity, c.pivot, [c.friction; 3]];
    table.answers("Collider::new", move |a| list(Collider::new(capsule(a))));
    for name in
        ["Collider::with_friction", "Collider::with_velocity", "Collider::with_angular_velocity"]
    {
        table.answers(name, move |a| list(collider(a)));
    }
    table.answers("Collider::depth", |a| {
        let shapes = [
            capsule(a),
            Shape::Sphere { center: a.triple(0.5), radius: a.number(1.0) },
            Shape::Plane { point: a.triple(0.5), normal: a.triple(0.4) },
        ];
        let at = a.triple(0.2);
        let depths = shapes.map(|shape| Collider::new(shape).depth(at));
        depths.map(|depth| depth.map(|(depth, out)| ([depth], out))).to_vec()
    });
}

fn networks(table: &mut Table) {
    for name in ["Network::add_particle", "Network::add_spring", "Network::pin", "Network::check"] {
        table.builds(name, |a| numbers(&square(a)));
    }
    table.builds("Network::join", |a| {
        let mut net = square(a);
        net.join(1, 2);
        numbers(&net)
    });
    table.builds("Network::tether_to_pins", |a| {
        let mut net = square(a);
        net.tether_to_pins();
        numbers(&net)
    });
    table.builds("Network::append", |a| {
        let mut net = square(a);
        net.append(&net.clone());
        numbers(&net)
    });
    table.answers("Network::reduced_mass", |a| One(square(a).reduced_mass(4)));
}

fn measures(table: &mut Table) {
    table.builds("Stretch::of", |a| {
        let net = square(a);
        let stretch = Stretch::of(&net.springs, |i| net.particles[i].position);
        numbers(&net).map(|_| (Double(stretch.max), Double(stretch.mean)))
    });
    table.answers("measure::energy", |a| {
        Double(measure::energy(square(a).particles, a.triple(1.0)))
    });
    table.answers("measure::momentum", |a| {
        measure::momentum(square(a).particles).map(Double).to_vec()
    });
    table.answers("measure::angular_momentum", |a| {
        measure::angular_momentum(square(a).particles).map(Double).to_vec()
    });
}
