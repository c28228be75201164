//! Bodies, matrices, loads, grounds, strengths and the published forces.

use sprung::Rotation;
use sprung_body::{
    Body, ContactMaterial, ExternalAcceleration, Impulse, Matrix3, Stiffness, contact_force,
    contact_force_unclipped, stable_pd_frequency, stable_pd_impulse, stable_pd_velocity_change,
};
use testkit::contracts::{Args, One};

use super::{Number, Table, ordinary, other, spring, velocities};

pub(super) fn add<R: Number>(table: &mut Table<R>) {
    bodies(table);
    impulses(table);
    grounds(table);
    published(table);
}

/// Both velocities, the rotation and the inverse inertia of a body.
type Numbers<R> = (([R; 3], [R; 3]), [R; 4], Vec<[R; 3]>);

fn numbers<R: Number>(body: &Body<R>) -> Numbers<R> {
    (velocities(body), body.rotation.xyzw(), body.inverse_inertia.rows.to_vec())
}

fn bodies<R: Number>(table: &mut Table<R>) {
    table.builds("Body::new", |a| numbers(&Body::new(a.number(3.0), a.triple(0.8))));
    table.builds("Body::planar", |a| numbers(&Body::planar(a.number(3.0), a.number(0.8))));
    table.builds("Body::fixed", |_| numbers(&Body::<R>::fixed()));
    table.builds("Body::validate", |a| other(a).validate().map(|body| numbers(&body)));
    table.answers("Body::with_inertia", |a| {
        let mut body = ordinary::<R>();
        body.rotation = Rotation::from_rotation_vector(a.triple(0.4));
        numbers(&body.with_inertia(a.triple(0.8)))
    });
    table.answers("Body::point", |a| other(a).point(a.triple(0.3)));
    table.answers("Body::velocity_at", |a| other(a).velocity_at(a.triple(0.3)));
    table.answers("Matrix3::diagonal", |a| Matrix3::diagonal(a.triple(2.0)).rows.to_vec());
    table.answers("Matrix3::apply", |a| matrix(a).apply(a.triple(0.3)));
    table.answers("Matrix3::plus", |a| matrix(a).plus(&matrix(a)).rows.to_vec());
    table.answers("ExternalAcceleration::new", |a| {
        ExternalAcceleration::new(a.triple(1.0)).acceleration
    });
    table.answers("ExternalAcceleration::in_substeps", |a| {
        [0, 1, 4, usize::MAX]
            .map(|n| ExternalAcceleration::new(a.triple(1.0)).in_substeps(n).pending_fraction)
    });
    table.answers("ExternalAcceleration::already_applied", |a| {
        One(ExternalAcceleration::new(a.triple(1.0)).already_applied().pending_fraction)
    });
}

fn matrix<R: Number>(a: &mut Args<R>) -> Matrix3<R> {
    Matrix3 { rows: [a.triple(2.0), a.triple(0.3), a.triple(-0.4)] }
}

fn impulses<R: Number>(table: &mut Table<R>) {
    // An impulse that is no number, or leaves a velocity that is none, is not applied.
    table.builds("Body::apply", |a| {
        let mut body = ordinary::<R>();
        body.apply(Impulse { linear: a.triple(0.4), angular: a.triple(-0.2) });
        velocities(&body)
    });
    table.builds("Body::apply_at", |a| {
        let mut body = ordinary::<R>();
        body.apply_at(a.triple(0.4), a.triple(-0.2));
        velocities(&body)
    });
}

fn grounds<R: Number>(table: &mut Table<R>) {
    let numbers = |ground: &ContactMaterial<R>| [ground.restitution(), ground.duration()];
    table.answers("ContactMaterial::from_restitution", move |a| {
        ContactMaterial::from_restitution(a.number(0.6), a.number(0.05))
            .map(|ground| numbers(&ground))
    });
    table.builds("ContactMaterial::trampoline", move |_| numbers(&ContactMaterial::trampoline()));
    table.builds("ContactMaterial::quicksand", move |_| numbers(&ContactMaterial::quicksand()));
    table.builds("ContactMaterial::concrete", move |_| numbers(&ContactMaterial::concrete()));
    table.builds("ContactMaterial::restitution", |a| {
        One(ContactMaterial { spring: spring(a) }.restitution())
    });
    table.builds("ContactMaterial::duration", |a| {
        One(ContactMaterial { spring: spring(a) }.duration())
    });
    table.builds("Stiffness::physical", |a| {
        let strength = Stiffness::physical(a.number(40.0), a.number(3.0));
        strength.map(|strength| strength.spring(R::HALF).map(|spring| One(spring.stiffness())))
    });
    table.builds("Stiffness::spring", |a| {
        let strength = Stiffness::Physical { stiffness: a.number(40.0), damping: a.number(3.0) };
        let spring = strength.spring(a.number(0.5));
        spring.map(|spring| [spring.angular_frequency(), spring.damping_ratio()])
    });
}

fn published<R: Number>(table: &mut Table<R>) {
    let zero = [R::ZERO; 3];
    table.answers("contact_force", |a| {
        let states = [a.triple(0.6), a.triple(-1.0)];
        contact_force(states, a.number(0.01), a.number(500.0), a.number(8.0))
    });
    table.answers("contact_force_unclipped", |a| {
        let states = [a.triple(0.6), a.triple(-1.0)];
        contact_force_unclipped(states, a.number(0.01), a.number(500.0), a.number(8.0))
    });
    table.drifts("stable_pd_velocity_change", move |a| {
        let (state, goal) = ([a.triple(0.3), a.triple(1.0)], [a.triple(0.1), a.triple(0.0)]);
        (zero, stable_pd_velocity_change(&spring(a), state, goal, a.dt()))
    });
    table.drifts("stable_pd_impulse", move |a| {
        let (state, goal) = ([a.triple(0.3), a.triple(1.0)], [a.triple(0.1), a.triple(0.0)]);
        let strength = [a.number(40.0), a.number(3.0)];
        (zero, stable_pd_impulse(strength, a.number(0.5), state, goal, a.dt()))
    });
    table.answers("stable_pd_frequency", |a| One(stable_pd_frequency(a.number(0.6), a.dt())));
}
