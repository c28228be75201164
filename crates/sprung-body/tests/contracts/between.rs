//! Constraints between two bodies.

use sprung::Rotation;
use sprung_body::{
    AngularMotor, AngularServo, Body, Contact, ContactMaterial, DampedMotion, Damping,
    Discretization, DistanceSpring, LinearMotor, LinearServo, OrientationSpring, PointSpring,
    SpringMode, Suspension,
};
use testkit::contracts::{Args, One};

use super::single::strengths;
use super::{DISCRETIZATIONS, Number, Table, damper, ordinary, other, spring, velocities};

type Velocities<R> = Vec<([R; 3], [R; 3])>;
/// Prepares, starts and solves a constraint between two bodies.
type Solve<'a, R> = &'a dyn Fn(&mut Body<R>, &mut Body<R>, Discretization);

pub(super) fn add<R: Number>(table: &mut Table<R>) {
    type Row<R> = fn(&mut Args<R>) -> (Velocities<R>, Velocities<R>);
    let rows: [([&'static str; 4], Row<R>); 7] = [
        (
            [
                "PointSpring::new",
                "PointSpring::prepare",
                "PointSpring::warm_start",
                "PointSpring::solve",
            ],
            attachment,
        ),
        (
            [
                "DistanceSpring::new",
                "DistanceSpring::prepare",
                "DistanceSpring::warm_start",
                "DistanceSpring::solve",
            ],
            distance,
        ),
        (
            [
                "OrientationSpring::new",
                "OrientationSpring::prepare",
                "OrientationSpring::warm_start",
                "OrientationSpring::solve",
            ],
            orientation,
        ),
        (
            [
                "LinearServo::new",
                "LinearServo::prepare",
                "LinearServo::warm_start",
                "LinearServo::solve",
            ],
            linear_servo,
        ),
        (
            [
                "AngularServo::new",
                "AngularServo::prepare",
                "AngularServo::warm_start",
                "AngularServo::solve",
            ],
            angular_servo,
        ),
        (
            [
                "Suspension::new",
                "Suspension::prepare",
                "Suspension::warm_start",
                "Suspension::solve",
            ],
            suspension,
        ),
        (["Contact::new", "Contact::prepare", "Contact::warm_start", "Contact::solve"], contact),
    ];
    for (names, row) in rows {
        for name in names {
            table.survives(name, row);
        }
    }
    for name in [
        "LinearMotor::new",
        "LinearMotor::with_drag",
        "LinearMotor::prepare",
        "LinearMotor::warm_start",
        "LinearMotor::solve",
    ] {
        table.survives(name, linear_motor);
    }
    for name in [
        "AngularMotor::new",
        "AngularMotor::with_drag",
        "AngularMotor::prepare",
        "AngularMotor::warm_start",
        "AngularMotor::solve",
    ] {
        table.survives(name, angular_motor);
    }
    table.answers("AngularServo::angle", |a| {
        let servo = AngularServo::new(spring(a), a.triple(0.4), a.number(0.3));
        One(servo.angle(&ordinary(), &other(a)))
    });
}

/// The velocities of an ordinary body before and after, on either end of the constraint, in every discretization.
fn seen<R: Number>(other: &Body<R>, solves: &[Solve<'_, R>]) -> (Velocities<R>, Velocities<R>) {
    let mut seen = (Vec::new(), Vec::new());
    for (solve, discretization) in solves
        .iter()
        .flat_map(|solve| DISCRETIZATIONS.map(|discretization| (solve, discretization)))
    {
        let (mut first, mut second) = (ordinary(), *other);
        seen.0.push(velocities(&first));
        solve(&mut first, &mut second, discretization);
        seen.1.push(velocities(&first));
        let (mut first, mut second) = (*other, ordinary());
        seen.0.push(velocities(&second));
        solve(&mut first, &mut second, discretization);
        seen.1.push(velocities(&second));
    }
    seen
}

fn attachment<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let (strengths, points, other) = (strengths(a), [a.triple(0.3), a.triple(-0.2)], other(a));
    let (velocity, most, impulse, dt) = (a.triple(0.4), a.number(50.0), a.triple(0.1), a.dt());
    let [first, second] = strengths.map(|strength| {
        move |a: &mut Body<R>, b: &mut Body<R>, discretization: Discretization| {
            let mut hold = PointSpring::new(strength, points[0], points[1]);
            (hold.goal_velocity, hold.max_force) = (velocity, most);
            hold.prepare(a, b, discretization, dt);
            hold.warm_start(a, b, impulse);
            hold.solve(a, b);
        }
    });
    seen(&other, &[&first, &second])
}

fn distance<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let (strengths, points, other) = (strengths(a), [a.triple(0.3), a.triple(-0.2)], other(a));
    let (length, most, impulse, dt) = (a.number(0.8), a.number(50.0), a.number(0.1), a.dt());
    let kinds = [
        (SpringMode::TwoWay, DampedMotion::Along),
        (SpringMode::TensionOnly, DampedMotion::All),
        (SpringMode::CompressionOnly, DampedMotion::Along),
    ];
    let solve = |a: &mut Body<R>, b: &mut Body<R>, discretization: Discretization, at: usize| {
        let mut link = DistanceSpring::new(strengths[at % 2], points[0], points[1], length);
        (link.max_force, (link.mode, link.damped)) = (most, kinds[at / 2]);
        link.prepare(a, b, discretization, dt);
        link.warm_start(a, b, impulse);
        link.solve(a, b);
    };
    let solves = [0, 1, 2, 3, 4, 5].map(|at| {
        move |a: &mut Body<R>, b: &mut Body<R>, discretization: Discretization| {
            solve(a, b, discretization, at)
        }
    });
    let solves: Vec<Solve<'_, R>> = solves.iter().map(|solve| solve as Solve<'_, R>).collect();
    seen(&other, &solves)
}

fn orientation<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let (strengths, other) = (strengths(a), other(a));
    let goal = Rotation::from_rotation_vector(a.triple(0.3));
    let (velocity, most, impulse, dt) = (a.triple(0.4), a.number(50.0), a.triple(0.1), a.dt());
    let [first, second] = strengths.map(|strength| {
        move |a: &mut Body<R>, b: &mut Body<R>, discretization: Discretization| {
            let mut turn = OrientationSpring::new(strength, goal);
            (turn.goal_velocity, turn.max_torque) = (velocity, most);
            turn.prepare(a, b, discretization, dt);
            turn.warm_start(a, b, impulse);
            turn.solve(a, b);
        }
    });
    seen(&other, &[&first, &second])
}

fn linear_servo<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let (strengths, axis, other) = (strengths(a), a.triple(0.3), other(a));
    let (target, velocity, most) = (a.number(0.8), a.number(0.2), a.number(50.0));
    let (impulse, dt) = (a.number(0.1), a.dt());
    let [first, second] = strengths.map(|strength| {
        move |a: &mut Body<R>, b: &mut Body<R>, discretization: Discretization| {
            let mut servo = LinearServo::new(strength, axis, target);
            (servo.target_velocity, servo.max_force) = (velocity, most);
            servo.prepare(a, b, discretization, dt);
            servo.warm_start(a, b, impulse);
            servo.solve(a, b);
        }
    });
    seen(&other, &[&first, &second])
}

fn angular_servo<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let (strengths, axis, other) = (strengths(a), a.triple(0.3), other(a));
    let (target, velocity, most) = (a.number(0.8), a.number(0.2), a.number(50.0));
    let (impulse, dt) = (a.number(0.1), a.dt());
    let [first, second] = strengths.map(|strength| {
        move |a: &mut Body<R>, b: &mut Body<R>, discretization: Discretization| {
            let mut servo = AngularServo::new(strength, axis, target);
            (servo.target_velocity, servo.max_torque) = (velocity, most);
            servo.prepare(a, b, discretization, dt);
            servo.warm_start(a, b, impulse);
            servo.solve(a, b);
        }
    });
    seen(&other, &[&first, &second])
}

fn suspension<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let (strengths, point, other) = (strengths(a), a.triple(0.3), other(a));
    let (rest, length, direction) = (a.number(0.8), a.number(0.6), a.triple(-0.9));
    let (most, impulse, dt) = (a.number(50.0), a.number(0.1), a.dt());
    let [first, second] = strengths.map(|strength| {
        move |a: &mut Body<R>, b: &mut Body<R>, discretization: Discretization| {
            let mut leg = Suspension::new(strength, point, rest);
            leg.max_force = most;
            leg.prepare(a, b, direction, Some(length), discretization, dt);
            leg.warm_start(a, b, impulse);
            leg.solve(a, b);
        }
    });
    seen(&other, &[&first, &second])
}

fn contact<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let (ground, other) = (ContactMaterial { spring: spring(a) }, other(a));
    let (point, normal, depth) = (a.triple(0.3), a.triple(0.6), a.number(0.01));
    let (impulse, dt) = (a.number(0.1), a.dt());
    let solve = move |a: &mut Body<R>, b: &mut Body<R>, discretization: Discretization| {
        let mut contact = Contact::new(ground);
        contact.prepare(a, b, point, normal, depth, discretization, dt);
        contact.warm_start(a, b, impulse);
        contact.solve(a, b);
    };
    seen(&other, &[&solve])
}

/// The strengths of a motor: by a rate, by a force, and the drag of a body in a stream.
fn dampings<R: Number>(a: &mut Args<R>) -> [Damping<R>; 2] {
    [damper(a).into(), Damping::Physical(a.number(3.0))]
}

fn linear_motor<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let (dampings, target, other) = (dampings(a), a.triple(0.3), other(a));
    let (axis, most, impulse, dt) = (a.triple(0.6), a.number(50.0), a.triple(0.1), a.dt());
    let drag = LinearMotor::with_drag(a.number(2.0), a.number(3.0), a.triple(0.5));
    let [first, second] = dampings.map(|damping| LinearMotor::new(damping, target));
    let mut along = first;
    (along.axis, along.max_force) = (Some(axis), most);
    let solves = [drag, first, second, along].map(|motor| {
        move |a: &mut Body<R>, b: &mut Body<R>, _: Discretization| {
            let mut motor = motor;
            motor.prepare(a, b, dt);
            motor.warm_start(a, b, impulse);
            motor.solve(a, b);
        }
    });
    let solves: Vec<Solve<'_, R>> = solves.iter().map(|solve| solve as Solve<'_, R>).collect();
    seen(&other, &solves)
}

fn angular_motor<R: Number>(a: &mut Args<R>) -> (Velocities<R>, Velocities<R>) {
    let (dampings, target, other) = (dampings(a), a.triple(0.3), other(a));
    let (axis, most, impulse, dt) = (a.triple(0.6), a.number(50.0), a.triple(0.1), a.dt());
    let drag = AngularMotor::with_drag(a.number(2.0), a.number(3.0), a.triple(0.5));
    let [first, second] = dampings.map(|damping| AngularMotor::new(damping, target));
    let mut about = first;
    (about.axis, about.max_torque) = (Some(axis), most);
    let solves = [drag, first, second, about].map(|motor| {
        move |a: &mut Body<R>, b: &mut Body<R>, _: Discretization| {
            let mut motor = motor;
            motor.prepare(a, b, dt);
            motor.warm_start(a, b, impulse);
            motor.solve(a, b);
        }
    });
    let solves: Vec<Solve<'_, R>> = solves.iter().map(|solve| solve as Solve<'_, R>).collect();
    seen(&other, &solves)
}
