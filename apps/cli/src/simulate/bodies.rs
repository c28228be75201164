//! Rigid bodies that springs join, turn upright, bring to a place, and that motors drive.

use sprung::motion::{PiecewiseLinear, RotationState};
use sprung::{Damper, Real, Rotation, Spring, State, Vector};
use sprung_body::{
    AngularMotor, Body, DampedMotion, Discretization, DistanceSpring, LinearMotor, PoseSpring,
    SwingSpring,
};

use super::body::{Heavy, Load, UP, parts};
use super::motion::{Motion, rounded};

/// A cube of 1 m.
const CUBE: [f64; 3] = [1.0; 3];

/// The rotation vector of a body.
fn turn<R: Real>(body: &Body<R>) -> [R; 3] {
    body.rotation.to_rotation_vector()
}

/// A body that a spring brings to its goal and turns upright.
pub(super) fn posed<R: Real>(
    spring: Spring<R>,
    load: Load,
    goals: PiecewiseLinear<'_, [f64; 3]>,
    start: State<[R; 3]>,
    turned: [f64; 3],
) -> Motion<'_, R> {
    let mut heavy = Heavy::<R>::new(load.mass, CUBE, load.gravity);
    (heavy.body.position, heavy.body.velocity) = (start.position, start.velocity);
    heavy.body.rotation = Rotation::from_rotation_vector(rounded(turned));
    let mut driver = PoseSpring::new(spring, [R::ZERO; 3], Rotation::IDENTITY);
    let numbers = |body: &Body<R>| {
        let ([x, y, z], [a, b, c]) = (body.position, turn(body));
        [x, y, z, a, b, c]
    };
    let columns = ["x_m", "y_m", "z_m", "turn_x_rad", "turn_y_rad", "turn_z_rad"];
    Motion::of_numbers(columns, 6, numbers(&heavy.body), move |from, to| {
        for [from, to] in parts(from, to, load.engine_step) {
            let dt = R::from_f64(to - from);
            let [before, after] = [from, to].map(|time| goals.at(time));
            driver.goal = rounded(before);
            driver.goal_velocity = rounded(after.minus(before).map(|way| way / (to - from)));
            driver.prepare(&heavy.body, Discretization::Exact, dt);
            driver.solve(&mut heavy.body);
            heavy.advance(dt);
        }
        numbers(&heavy.body)
    })
}

/// Two bodies and the spring between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Position and velocity of each.
    pub(super) starts: [[[f64; 3]; 2]; 2],
    /// kg; that of the first is its load's.
    pub(super) other_mass: f64,
    /// m.
    pub(super) rest_length: f64,
    pub(super) damped: DampedMotion,
}

/// Two bodies that a spring keeps at a distance.
pub(super) fn joined<R: Real>(spring: Spring<R>, load: Load, pair: Pair) -> Motion<'static, R> {
    let masses = [load.mass, pair.other_mass];
    let mut both = [0, 1].map(|index| {
        let mut heavy = Heavy::<R>::new(masses[index], CUBE, load.gravity);
        let [position, velocity] = pair.starts[index];
        (heavy.body.position, heavy.body.velocity) = (rounded(position), rounded(velocity));
        heavy
    });
    let rest_length = R::from_f64(pair.rest_length);
    let mut rod = DistanceSpring::new(spring, [R::ZERO; 3], [R::ZERO; 3], rest_length);
    rod.damped = pair.damped;
    let numbers = |both: &[Heavy<R>; 2], force: R| {
        let [[a, b, c], [d, e, f]] = [both[0].body.position, both[1].body.position];
        [a, b, c, d, e, f, force]
    };
    let columns = ["x_m", "y_m", "z_m", "other_x_m", "other_y_m", "other_z_m", "force_n"];
    Motion::of_numbers(columns, 6, numbers(&both, R::ZERO), move |from, to| {
        let mut force = R::ZERO;
        for [from, to] in parts(from, to, load.engine_step) {
            let dt = R::from_f64(to - from);
            let [a, b] = &mut both;
            rod.prepare(&a.body, &b.body, Discretization::Exact, dt);
            rod.solve(&mut a.body, &mut b.body);
            a.advance(dt);
            b.advance(dt);
            force = rod.impulse / dt;
        }
        numbers(&both, force)
    })
}

/// A body that a motor drives to a velocity.
pub(super) fn driven<R: Real>(
    damper: Damper<R>,
    load: Load,
    goals: PiecewiseLinear<'_, [f64; 3]>,
    start: State<[R; 3]>,
    max_force: f64,
) -> Motion<'_, R> {
    let mut heavy = Heavy::<R>::new(load.mass, CUBE, load.gravity);
    (heavy.body.position, heavy.body.velocity) = (start.position, start.velocity);
    let mut motor = LinearMotor::new(damper, [R::ZERO; 3]);
    motor.max_force = R::from_f64(max_force);
    let numbers = |body: &Body<R>, force: R| {
        let ([x, y, z], [a, b, c]) = (body.position, body.velocity);
        [x, y, z, a, b, c, force]
    };
    let columns = [
        "x_m",
        "y_m",
        "z_m",
        "velocity_x_m_per_s",
        "velocity_y_m_per_s",
        "velocity_z_m_per_s",
        "force_n",
    ];
    motored(heavy, load, goals, columns, numbers, move |body, target, dt| {
        let mut room = Body::fixed();
        motor.target = target;
        motor.prepare(body, &room, dt);
        motor.solve(body, &mut room);
        motor.impulse
    })
}

/// A body that a motor drives to an angular velocity.
pub(super) fn spun<R: Real>(
    damper: Damper<R>,
    load: Load,
    inertia: f64,
    goals: PiecewiseLinear<'_, [f64; 3]>,
    spin: [R; 3],
    max_torque: f64,
) -> Motion<'_, R> {
    let mut heavy = Heavy::<R>::new(1.0, CUBE, 0.0);
    heavy.body = Body::new(R::ONE, rounded([inertia; 3]));
    heavy.body.angular_velocity = spin;
    let mut motor = AngularMotor::new(damper, [R::ZERO; 3]);
    motor.max_torque = R::from_f64(max_torque);
    let numbers = |body: &Body<R>, torque: R| {
        let [x, y, z] = body.angular_velocity;
        [x, y, z, torque]
    };
    let columns = ["spin_x_rad_per_s", "spin_y_rad_per_s", "spin_z_rad_per_s", "torque_nm"];
    motored(heavy, load, goals, columns, numbers, move |body, target, dt| {
        let mut room = Body::fixed();
        motor.target = target;
        motor.prepare(body, &room, dt);
        motor.solve(body, &mut room);
        motor.impulse
    })
}

/// A body that a motor drives after goals. `drive` takes the body, the goal and a step of the engine, and returns the
/// motor's impulse; `numbers` takes the body and the force or torque.
fn motored<'a, R: Real, const N: usize>(
    mut heavy: Heavy<R>,
    load: Load,
    goals: PiecewiseLinear<'a, [f64; 3]>,
    columns: [&'static str; N],
    numbers: impl Fn(&Body<R>, R) -> [R; N] + 'a,
    mut drive: impl FnMut(&mut Body<R>, [R; 3], R) -> [R; 3] + 'a,
) -> Motion<'a, R> {
    Motion::of_numbers(columns, 3, numbers(&heavy.body, R::ZERO), move |from, to| {
        let mut strength = R::ZERO;
        for [from, to] in parts(from, to, load.engine_step) {
            let dt = R::from_f64(to - from);
            let impulse = drive(&mut heavy.body, rounded(goals.at(to)), dt);
            heavy.advance(dt);
            strength = impulse.length() / dt;
        }
        numbers(&heavy.body, strength)
    })
}

/// A body that a spring turns upright.
pub(super) fn upright<R: Real>(
    spring: Spring<R>,
    load: Load,
    start: RotationState<R>,
) -> Motion<'static, R> {
    let mut heavy = Heavy::<R>::new(1.0, CUBE, 0.0);
    heavy.body.rotation = start.rotation;
    heavy.body.angular_velocity = start.angular_velocity;
    let up = rounded(UP);
    let mut swing = SwingSpring::new(spring, up, up);
    let numbers = |body: &Body<R>| {
        let ([a, b, c], [x, y, z]) = (turn(body), body.rotation.rotate(rounded(UP)));
        let tilt = (x * x + z * z).sqrt().atan2(y);
        [tilt, a, b, c]
    };
    let columns = ["tilt_rad", "turn_x_rad", "turn_y_rad", "turn_z_rad"];
    Motion::of_numbers(columns, 1, numbers(&heavy.body), move |from, to| {
        for [from, to] in parts(from, to, load.engine_step) {
            let dt = R::from_f64(to - from);
            swing.prepare(&heavy.body, Discretization::Exact, dt);
            swing.solve(&mut heavy.body);
            heavy.advance(dt);
        }
        numbers(&heavy.body)
    })
}
