//! Particles, edges, stiffnesses, limits, colliders and measures.

use sprung::{SoftCoefficients, SpringMode};
use sprung_network::reference::{
    CoefficientLimit, coefficients, max_damping, max_stiffness, stiffness_and_damping,
};
use sprung_network::{
    Collider, Edge, Network, Particle, Settings, Shape, SkinConstraint, Solver, Stiffness, Stretch,
    Turbulence, Volume, VolumeContent, Weave, measure,
};
use testkit::contracts::{All, Double, One};

use super::{Arguments, Table, numbers, square};

pub(super) fn add(table: &mut Table) {
    elements(table);
    skins(table);
    stiffnesses(table);
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
    table.builds("Particle::with_velocity", move |a| {
        alone(Particle::new([0.0; 3], 1.0).with_velocity(a.triple(1.0)))
    });
    table.answers("Particle::is_fixed", |a| Particle::new([0.0; 3], a.number(0.5)).is_fixed());
    let joined = |edge: Edge| {
        let mut net = Network::default();
        for x in [0.0, 1.0] {
            net.add_particle(Particle::new([x, 0.0, 0.0], 1.0));
        }
        net.add_edge(edge);
        net.check().is_ok().then_some([edge.rest_length, 1.0 / edge.tear_strain])
    };
    table.builds("Edge::new", move |a| joined(Edge::new(0, 1, a.number(1.0))));
    table.builds("Edge::with_stiffness", move |a| {
        let stiffness = Stiffness::from_frequency(a.number(3.0), a.number(0.5)).ok()?;
        joined(Edge::new(0, 1, 1.0).with_stiffness(stiffness))
    });
    table.builds("Edge::with_mode", move |a| {
        joined(Edge::new(0, 1, a.number(1.0)).with_mode(SpringMode::TensionOnly))
    });
    table.builds("Edge::with_tear_strain", move |a| {
        joined(Edge::new(0, 1, 1.0).with_tear_strain(a.number(0.5)))
    });
}

fn skins(table: &mut Table) {
    let of = |constraint: SkinConstraint| {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.5; 3], 1.0));
        net.skin_constraints = vec![constraint];
        let mut solver = Solver::new(&net, Settings::default()).ok()?;
        solver.step(0.02);
        Some(super::particles(solver.particles()))
    };
    table.builds("SkinConstraint::new", move |a| of(SkinConstraint::new(0, a.number(0.2))));
    table.builds("SkinConstraint::with_backstop", move |a| {
        of(SkinConstraint::new(0, 0.5).with_backstop(a.number(0.01), a.number(0.4)))
    });
}

fn stiffnesses(table: &mut Table) {
    let pair = |pair: SoftCoefficients<f64>| (Double(pair.c_s), Double(pair.c_d));
    table.builds("Stiffness::per_step", move |a| {
        let edge =
            Edge::new(0, 1, 1.0).with_stiffness(Stiffness::per_step(a.number(0.3), a.number(0.5)));
        let mut net = Network::default();
        for x in [0.0, 2.0] {
            net.add_particle(Particle::new([x, 0.0, 0.0], 1.0));
        }
        net.add_edge(edge);
        net.check().is_ok().then(|| pair(edge.stiffness.coefficients(0.02, 0.7)))
    });
    table.builds("Stiffness::from_frequency", move |a| {
        let stiffness = Stiffness::from_frequency(a.number(3.0), a.number(0.5)).ok()?;
        Some(pair(stiffness.coefficients(0.02, 0.7)))
    });
    table.answers("Stiffness::coefficients", move |a| {
        let (x, y, dt, mass) = (a.number(3.0), a.number(0.5), a.number(0.02), a.number(0.7));
        let stiffnesses = [
            Stiffness::Physical { stiffness: x, damping: y },
            Stiffness::Compliance { compliance: x, damping: y },
        ];
        stiffnesses.map(|stiffness| pair(stiffness.coefficients(dt, mass))).to_vec()
    });
    table.answers("reference::coefficients", move |a| {
        let (stiffness, damping) = (a.number(3.0), a.number(0.5));
        pair(coefficients(stiffness, damping, a.number(0.7), a.number(0.02)))
    });
    table.answers("reference::stiffness_and_damping", |a| {
        let pair =
            SoftCoefficients { c_s: f64::from(a.number(0.3)), c_d: f64::from(a.number(0.5)) };
        let (stiffness, damping) = stiffness_and_damping(pair, a.number(0.7), a.number(0.02));
        (Double(stiffness), Double(damping))
    });
    table.answers("reference::max_stiffness", |a| {
        Double(max_stiffness(a.number(0.7), a.number(0.02)))
    });
    table.answers("reference::max_damping", |a| Double(max_damping(a.number(0.7), a.number(0.02))));
}

fn limits(table: &mut Table) {
    let counts = [0, 1, 4, usize::MAX];
    table.builds("CoefficientLimit::article", move |_| counts.map(CoefficientLimit::article));
    table.builds("CoefficientLimit::stable", move |_| counts.map(CoefficientLimit::stable));
    table.builds("CoefficientLimit::no_overshoot", move |_| {
        counts.map(CoefficientLimit::no_overshoot)
    });
    table.answers("CoefficientLimit::mass_splitting", |a| {
        One(CoefficientLimit::mass_splitting([a.number(1.0), a.number(2.0)], [2, 3]))
    });
    table.answers("CoefficientLimit::apply", |a| {
        let (c, w) = (a.number(0.8), [a.number(1.0), a.number(2.0)]);
        let limits = [
            CoefficientLimit::Off,
            CoefficientLimit::Article,
            CoefficientLimit::NoOvershoot,
            CoefficientLimit::MassSplitting,
        ];
        limits.map(|limit| limit.apply(c, w, [2, 3]))
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

/// A surface around the four particles of the square.
pub(super) const TETRAHEDRON: [[u32; 3]; 4] = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];

fn networks(table: &mut Table) {
    for name in ["Network::add_particle", "Network::add_edge", "Network::fix", "Network::check"] {
        table.builds(name, |a| numbers(&square(a)));
    }
    table.builds("Network::connect", |a| {
        let mut net = square(a);
        net.connect(1, 2);
        numbers(&net)
    });
    table.builds("Network::add_long_range_attachments", |a| {
        let mut net = square(a);
        net.add_long_range_attachments();
        numbers(&net)
    });
    table.builds("Network::scale_masses", |a| {
        let mut net = square(a);
        net.scale_masses(a.number(0.2)).ok().and_then(|()| numbers(&net))
    });
    table.builds("Network::set_thickness", |a| {
        let mut net = square(a);
        net.set_thickness(a.number(0.1)).ok().and_then(|()| numbers(&net))
    });
    table.builds("Network::add_volume", |a| {
        let mut net = square(a);
        net.add_volume(&TETRAHEDRON).ok().and_then(|_| numbers(&net))
    });
    table.builds("Network::add_aero_surface", |a| {
        let mut net = square(a);
        net.add_aero_surface(&TETRAHEDRON).ok().and_then(|_| numbers(&net))
    });
    table.builds("Network::add_hinges", |a| {
        let mut net = square(a);
        let stiffness = Stiffness::Physical { stiffness: a.number(2.0), damping: a.number(0.1) };
        net.add_hinges(&TETRAHEDRON, stiffness).ok()?;
        let angles = net.hinges.iter().map(|hinge| hinge.rest_angle).collect();
        numbers(&net).map(|numbers| (numbers, All(angles)))
    });
    table.builds("Network::add_fabric", |a| {
        let mut net = square(a);
        let stiffness = Weave::membrane(a.number(20.0), a.number(0.01));
        let shear = Stiffness::from_frequency(3.0, 0.2).ok()?;
        let weave =
            Weave::new(stiffness, shear, stiffness).with_limits(a.number(0.9), a.number(1.1));
        net.add_fabric(&TETRAHEDRON, a.triple(0.3), weave).ok()?;
        let coordinates = net.fabrics[0].coordinates.iter().flatten().flatten().copied().collect();
        numbers(&net).map(|numbers| (numbers, All(coordinates)))
    });
    table.builds("Network::add_cells", |a| {
        let mut net = square(a);
        let stiffness = Stiffness::Physical { stiffness: a.number(9.0), damping: a.number(0.1) };
        net.add_cells(&[[0, 1, 2, 3]], stiffness).ok()?;
        numbers(&net).map(|numbers| (numbers, All(vec![net.cells[0].rest_volume])))
    });
    table.builds("Weave::new", |a| {
        let mut net = square(a);
        let [warp, weft, shear] = a.triple(9.0).map(|k| Weave::membrane(k, 0.1));
        net.add_fabric(&TETRAHEDRON, [0.2, 0.3, 0.4], Weave::new(warp, weft, shear)).ok()?;
        numbers(&net)
    });
    table.builds("Weave::membrane", |a| {
        let Stiffness::Physical { stiffness, damping } =
            Weave::membrane(a.number(9.0), a.number(0.1))
        else {
            return None;
        };
        let mut net = square(a);
        net.edges[0].stiffness = Stiffness::Physical { stiffness, damping };
        numbers(&net)
    });
    table.builds("Weave::with_limits", |a| {
        let mut net = square(a);
        let weave = Weave::new(Stiffness::RIGID, Stiffness::RIGID, Stiffness::RIGID);
        let weave = weave.with_limits(a.number(0.5), a.number(1.5));
        net.add_fabric(&TETRAHEDRON, [0.2, 0.3, 0.4], weave).ok()?;
        numbers(&net)
    });
    table.builds("Turbulence::new", |a| {
        let gusts = Turbulence::new(a.number(3.0), a.number(2.0), 1).ok()?;
        Some(gusts.velocity([0.5; 3], 0.1))
    });
    table.answers("Turbulence::velocity", |a| {
        let gusts = Turbulence::new(3.0, 2.0, 1).expect("good");
        All(gusts.velocity(a.triple(1.0), a.number(0.1)).to_vec())
    });
    table.builds("Network::append", |a| {
        let mut net = square(a);
        net.append(&net.clone());
        numbers(&net)
    });
    table.builds("VolumeContent::gas", |a| {
        let mut net = square(a);
        let content = VolumeContent::gas(a.number(0.2), a.number(1e5), a.number(1e5));
        net.volumes.push(Volume { triangles: TETRAHEDRON.to_vec(), content });
        numbers(&net)
    });
    table.answers("Network::reduced_mass", |a| One(square(a).reduced_mass(4)));
}

fn measures(table: &mut Table) {
    table.builds("Stretch::of", |a| {
        let net = square(a);
        let stretch = Stretch::of(&net.edges, |i| net.particles[i].position);
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
