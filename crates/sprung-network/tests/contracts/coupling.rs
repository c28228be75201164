//! Coupling with rigid bodies.

use sprung_network::{
    Attachment, Body, BodyCollider, BodyCoupling, Cuboid, Environment, Settings, Solver,
};
use testkit::contracts::All;

use super::{Arguments, Table, particles, square};

type Made = (Solver, BodyCoupling, Body<f32>);

fn body(a: &mut Arguments) -> Body<f32> {
    let mut body = Body::new(a.number(2.0), [a.number(0.3), 0.4, 0.5]);
    body.position = a.triple(1.0);
    body.velocity = a.triple(0.5);
    body.angular_velocity = a.triple(0.7);
    body.load.acceleration = a.triple(1.0);
    body
}

fn collider(a: &mut Arguments) -> BodyCollider {
    let half_extents = [a.number(0.3), 0.4, 0.2];
    BodyCollider::new(0, Cuboid { half_extents })
        .with_friction(a.number(0.4))
        .with_restitution(a.number(0.5))
        .with_pose(a.triple(0.1), sprung::Rotation::from_rotation_vector(a.triple(0.4)))
}

/// A square that is attached to a body at a corner, and touches it, if all take the numbers.
fn made(a: &mut Arguments) -> Option<Made> {
    let net = square(a);
    let environment =
        Environment { gravity: a.triple(1.0), drag: a.number(0.1), wind: a.triple(0.2) };
    let settings = Settings { substeps: 4, environment, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).ok()?;
    let body = body(a);
    let tie = Attachment { particle: 3, body: 0, point: a.triple(0.2) };
    let sides = vec![collider(a)];
    let coupling = BodyCoupling::new(&mut solver, &[body], &[tie], sides).ok()?;
    let coupling = coupling.with_particle_radius(a.number(0.05)).ok()?;
    Some((solver, coupling, body))
}

/// After three steps.
fn stepped(a: &mut Arguments) -> Option<Made> {
    let (mut solver, mut coupling, body) = made(a)?;
    (0..3).for_each(|_| coupling.step(&mut solver, &[body], 0.02));
    Some((solver, coupling, body))
}

pub(super) fn add(table: &mut Table) {
    table.survives("BodyCoupling::step", |a| {
        let Some((mut solver, mut coupling, body)) = made(a) else { return (None, None) };
        let before = particles(solver.particles());
        coupling.step(&mut solver, &[body], a.dt());
        (Some(before), Some(particles(solver.particles())))
    });
    for name in ["BodyCoupling::new", "BodyCoupling::with_particle_radius"] {
        table.builds(name, |a| stepped(a).map(|(solver, ..)| particles(solver.particles())));
    }
    table.builds("BodyCoupling::impulse", |a| {
        let impulse = stepped(a)?.1.impulse(0);
        Some(All([impulse.linear, impulse.angular].concat()))
    });
    table.builds("BodyCoupling::attachment_impulse", |a| Some(stepped(a)?.1.attachment_impulse(0)));
    table.builds("BodyCoupling::contacts", |a| {
        let (_, coupling, _) = stepped(a)?;
        let numbers = coupling.contacts().map(|(_, point)| [point.position, point.normal].concat());
        Some(All(numbers.flatten().collect()))
    });
    table.builds("BodyCoupling::body_at_end", |a| {
        let body = stepped(a)?.1.body_at_end(0);
        Some(All([body.position, body.velocity, body.angular_velocity].concat()))
    });
    for name in [
        "BodyCollider::new",
        "BodyCollider::with_friction",
        "BodyCollider::with_restitution",
        "BodyCollider::with_pose",
    ] {
        table.answers(name, |a| {
            let side = collider(a);
            let numbers = [side.position, [side.friction, side.restitution, 0.0]];
            All(numbers.concat())
        });
    }
}
