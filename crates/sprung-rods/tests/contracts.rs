//! The contract of every public function with 0, −0, negative, infinite and NaN numbers, in one table.
//!
//! What is accepted must stay a number. A public function without a row fails `every_public_function_has_a_row`.

use sprung::Rotation;
use sprung_rods::{Pose, RestShape, Rod, RodCollider, RodEnd, RodMaterial, RodSettings, Rods};
use testkit::contracts::{All, Args, One, check_names, check_promises};

type Table = testkit::contracts::Table<(), f32>;
type Arguments = Args<f32>;

testkit::fuzz_contracts! { "rods", 5_000, add, Table }

#[test]
fn every_public_function_has_a_row() {
    check_names(env!("CARGO_MANIFEST_DIR"), &[], &Table::of(add));
}

#[test]
fn every_function_keeps_its_contract() {
    check_promises(|| Table::of(add));
}

fn pose(a: &mut Arguments) -> Pose {
    let rotation = Rotation::from_rotation_vector([0.1, a.number(0.3), 0.0]);
    Pose { position: a.triple(0.5), rotation }
}

fn material(a: &mut Arguments) -> RodMaterial {
    RodMaterial::new(a.number(0.3), a.number(0.2), a.number(0.1), a.number(0.01))
}

fn rod(a: &mut Arguments) -> Rod {
    Rod::straight([0.0; 3], a.triple(0.7), 3, material(a))
}

fn rods(a: &mut Arguments) -> Option<Rods> {
    Rods::new(&[rod(a)], RodSettings::default()).ok()
}

/// Positions, velocities, frames, energy and momentum after a step, if the rods are accepted.
fn numbers(rods: Option<Rods>) -> Option<All<f32>> {
    let mut rods = rods?;
    rods.step(0.05).ok()?;
    let mut all: Vec<f32> = rods.positions(0).flatten().collect();
    all.extend((0..=rods.segments(0)).flat_map(|vertex| rods.velocity(0, vertex)));
    all.extend((0..rods.segments(0)).flat_map(|segment| rods.frame(0, segment).xyzw()));
    let energy = rods.energy(0).total();
    let moments = rods.momentum(0).into_iter().chain(rods.angular_momentum(0));
    let large = moments.chain([energy]);
    // Of velocities up to 1e15 m/s the energy is a number in double precision.
    all.extend(large.map(|number| if number.is_finite() { 0.0 } else { f32::NAN }));
    Some(All(all))
}

/// The numbers of a single rod, if it is accepted.
fn alone(rod: Rod) -> Option<All<f32>> {
    numbers(Rods::new(&[rod], RodSettings::default()).ok())
}

/// The numbers of a rod that meets a collider, which moves.
fn meeting(a: &mut Arguments, collider: RodCollider, pose: Pose) -> Option<All<f32>> {
    let mut rods = rods(a)?;
    let _ = rods.set_colliders(&[collider]);
    for _ in 0..3 {
        let _ = rods.set_collider(0, pose);
        rods.step(0.02).ok()?;
    }
    let forces: Vec<f32> = (0..=3).flat_map(|vertex| rods.contact_force(0, vertex)).collect();
    let mut all = numbers(Some(rods))?;
    all.0.extend(forces);
    Some(all)
}

fn add(table: &mut Table) {
    table.builds("RodCollider::sphere", |a| {
        let ball = RodCollider::sphere(a.triple(0.2), a.number(0.3));
        meeting(a, ball, Pose::IDENTITY)
    });
    table.builds("RodCollider::capsule", |a| {
        let capsule = RodCollider::capsule([a.triple(0.3), a.triple(-0.2)], a.number(0.2));
        meeting(a, capsule, Pose::IDENTITY)
    });
    table.builds("RodCollider::plane", |a| {
        let plane = RodCollider::plane(a.triple(-0.1), a.triple(0.5));
        meeting(a, plane, Pose::IDENTITY)
    });
    for name in ["RodCollider::with_friction", "Rods::set_colliders", "Rods::contact_force"] {
        table.builds(name, |a| {
            let ball = RodCollider::sphere([0.2, -0.1, 0.0], 0.3).with_friction(a.number(0.4));
            meeting(a, ball, Pose::IDENTITY)
        });
    }
    table.builds("Rods::set_collider", |a| {
        let ball = RodCollider::sphere([0.2, -0.1, 0.0], 0.3).with_friction(0.4);
        let pose = pose(a);
        meeting(a, ball, pose)
    });
    table.builds("Rod::with_contact_radius", |a| {
        let rod = rod(a).with_contact_radius(a.number(0.02));
        let mut rods = Rods::new(&[rod], RodSettings::default()).ok()?;
        rods.set_colliders(&[RodCollider::sphere([0.2, -0.1, 0.0], 0.3)]).ok()?;
        numbers(Some(rods))
    });
    table.builds("RodMaterial::new", |a| alone(rod(a)));
    table.builds("RodMaterial::from_young_modulus", |a| {
        let numbers = (a.number(4e6), a.number(2e6), a.number(900.0), a.number(0.01));
        let material = RodMaterial::from_young_modulus(numbers.0, numbers.1, numbers.2, numbers.3);
        alone(Rod::straight([0.0; 3], [1.0, 0.0, 0.0], 3, material))
    });
    table.builds("Rod::new", |a| {
        let points = vec![a.triple(0.1), a.triple(0.6), a.triple(-0.4)];
        alone(Rod::new(points, material(a)))
    });
    table.builds("Rod::straight", |a| alone(rod(a)));
    table.builds("Rod::with_ends", |a| alone(rod(a).with_ends(RodEnd::Free, RodEnd::Free)));
    table.builds("Rod::with_taper", |a| alone(rod(a).with_taper(a.number(0.5))));
    table.builds("Rod::with_normal", |a| alone(rod(a).with_normal(a.triple(0.5))));
    table.builds("Rod::with_rest", |a| {
        let [x, y, twist] = a.triple(3.0);
        alone(rod(a).with_rest(RestShape::Helix { curvature: [x, y], twist }))
    });
    table.builds("Rod::with_damping_ratio", |a| alone(rod(a).with_damping_ratio(a.number(0.2))));
    table.builds("Rod::with_drag_halflife", |a| alone(rod(a).with_drag_halflife(a.number(0.2))));
    for name in [
        "Rods::new",
        "Rods::positions",
        "Rods::position",
        "Rods::segments",
        "Rods::velocity",
        "Rods::frame",
        "Rods::energy",
        "Rods::momentum",
        "Rods::angular_momentum",
        "RodEnergy::total",
    ] {
        table.builds(name, |a| numbers(rods(a)));
    }
    table.builds("Rods::step", |a| {
        let mut rods = rods(a)?;
        for _ in 0..3 {
            // A refused step leaves the rods as they are.
            let _ = rods.step(a.number(0.02));
        }
        numbers(Some(rods))
    });
    table.builds("Pose::at", |a| {
        let mut rods = rods(a)?;
        let _ = rods.set_start(0, Pose::at(a.triple(0.2)));
        numbers(Some(rods))
    });
    table.builds("Rods::set_start", |a| {
        let mut rods = rods(a)?;
        let _ = rods.set_start(0, pose(a));
        numbers(Some(rods))
    });
    table.builds("Rods::set_starts", |a| {
        let mut rods = rods(a)?;
        let _ = rods.set_starts(pose(a));
        numbers(Some(rods))
    });
    table.builds("Rods::set_end", |a| {
        let rod = rod(a).with_ends(RodEnd::Clamped, RodEnd::Clamped);
        let mut rods = Rods::new(&[rod], RodSettings::default()).ok()?;
        let _ = rods.set_end(0, pose(a));
        numbers(Some(rods))
    });
    table.builds("Rods::set_load", |a| {
        let mut rods = rods(a)?;
        let _ = rods.set_load(0, 2, a.triple(0.2));
        numbers(Some(rods))
    });
    table.builds("Rods::set_velocity", |a| {
        let mut rods = rods(a)?;
        let _ = rods.set_velocity(0, 2, a.triple(0.2));
        numbers(Some(rods))
    });
    for name in ["Rods::settings", "Rods::set_settings"] {
        table.builds(name, |a| {
            let mut rods = rods(a)?;
            let wind = a.triple(2.0);
            let settings = RodSettings {
                gravity: a.triple(9.0),
                wind,
                spectral_radius: a.number(0.3),
                ..rods.settings()
            };
            let _ = rods.set_settings(settings);
            numbers(Some(rods))
        });
    }
    for name in ["Rods::len", "Rods::is_empty"] {
        table.answers(name, |a| {
            let agrees = rods(a).is_none_or(|rods| rods.len() == 1 && !rods.is_empty());
            One(f32::from(u8::from(agrees)))
        });
    }
}
