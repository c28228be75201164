//! Constraints of one body to the world.

use sprung::Rotation;
use sprung_body::{Impulse, PoseSpring, Stiffness, SwingSpring};
use testkit::contracts::Args;

use super::{DISCRETIZATIONS, Number, Table, ordinary, other, spring, velocities};

type Velocities<R> = Vec<([R; 3], [R; 3])>;

pub(super) fn add<R: Number>(table: &mut Table<R>) {
    for name in [
        "SwingSpring::new",
        "SwingSpring::prepare",
        "SwingSpring::warm_start",
        "SwingSpring::solve",
    ] {
        table.survives(name, swing);
    }
    for name in
        ["PoseSpring::new", "PoseSpring::prepare", "PoseSpring::warm_start", "PoseSpring::solve"]
    {
        table.survives(name, pose);
    }
    table.answers("SwingSpring::look_at", |a| {
        let mut swing = SwingSpring::new(spring(a), a.triple(0.3), a.triple(0.6));
        swing.look_at(&other(a), a.triple(2.0));
        swing.goal
    });
    table.answers("PoseSpring::impulse", |a| {
        let mut pose = PoseSpring::new(spring(a), a.triple(0.3), Rotation::IDENTITY);
        let mut body = ordinary();
        pose.prepare(&body, DISCRETIZATIONS[0], a.dt());
        pose.solve(&mut body);
        (pose.impulse().linear, pose.impulse().angular)
    });
}

/// The velocities of an ordinary body before and after, by frequency and by force, in every discretization.
fn swing<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let strengths = strengths(a);
    let (axis, goal, impulse) = (a.triple(0.3), a.triple(0.6), [a.number(0.1), a.number(-0.2)]);
    let (most, dt) = (a.number(50.0), a.dt());
    let mut seen = (Vec::new(), Vec::new());
    for (strength, discretization) in
        strengths.into_iter().flat_map(|s| DISCRETIZATIONS.map(|b| (s, b)))
    {
        let mut body = ordinary();
        seen.0.push(velocities(&body));
        let mut swing = SwingSpring::new(strength, axis, goal);
        swing.max_torque = most;
        swing.prepare(&body, discretization, dt);
        swing.warm_start(&mut body, impulse);
        swing.solve(&mut body);
        seen.1.push(velocities(&body));
    }
    seen
}

fn pose<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let strengths = strengths(a);
    let (goal, rotation) = (a.triple(0.6), Rotation::from_rotation_vector(a.triple(0.2)));
    let impulse = Impulse { linear: a.triple(0.1), angular: a.triple(-0.2) };
    let (velocity, most, dt) = (a.triple(0.4), a.number(50.0), a.dt());
    let mut seen = (Vec::new(), Vec::new());
    for (strength, discretization) in
        strengths.into_iter().flat_map(|s| DISCRETIZATIONS.map(|b| (s, b)))
    {
        let mut body = ordinary();
        seen.0.push(velocities(&body));
        let mut pose = PoseSpring::new(strength, goal, rotation);
        (pose.max_force, pose.goal_velocity) = (most, velocity);
        pose.prepare(&body, discretization, dt);
        pose.warm_start(&mut body, impulse);
        pose.solve(&mut body);
        seen.1.push(velocities(&body));
    }
    seen
}

/// A strength by frequency and one by force.
pub(super) fn strengths<R: Number>(a: &mut Args<R>) -> [Stiffness<R>; 2] {
    let physical = Stiffness::Physical { stiffness: a.number(40.0), damping: a.number(3.0) };
    [spring(a).into(), physical]
}
