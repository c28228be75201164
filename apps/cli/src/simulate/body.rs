//! Rigid bodies on springs: a cube that is pulled, a ball that bounces, a car that hovers.
//!
//! Around the springs is the least of a physics engine, in which a body without springs falls exactly. As an engine it has a
//! step of its own: a longer one is taken in parts. Velocities and forces are the means of the last part.

use sprung::motion::PiecewiseLinear;
use sprung::{Real, Rotation, Spring, Vector};
use sprung_body::{
    Body, Contact, ContactMaterial, Discretization, ExternalAcceleration, PointSpring, Suspension,
    SwingSpring,
};

use super::motion::{Motion, rounded};

/// The times at the start and at the end of each part of a step, none longer than `longest` seconds.
pub(super) fn parts(from: f64, to: f64, longest: f64) -> impl Iterator<Item = [f64; 2]> {
    // A step of so many whole parts is not one more by rounding.
    let count = ((to - from) / longest - 1e-6).ceil().max(1.0);
    let at = move |part: u64| {
        if part as f64 == count { to } else { from + (to - from) * part as f64 / count }
    };
    (0..count as u64).map(move |part| [at(part), at(part + 1)])
}

pub(super) const UP: [f64; 3] = [0.0, 1.0, 0.0];
const DOWN: [f64; 3] = [0.0, -1.0, 0.0];

/// A body with the moments of inertia of a box, and gravity (m/s² downwards).
pub(super) struct Heavy<R> {
    pub(super) body: Body<R>,
    gravity: [R; 3],
}

impl<R: Real> Heavy<R> {
    /// A solid box from its mass (kg) and its sides (m).
    pub(super) fn new(mass: f64, sides: [f64; 3], gravity: f64) -> Self {
        let [x, y, z] = sides.map(|side| side * side * mass / 12.0);
        let mut body = Body::new(R::from_f64(mass), rounded([y + z, z + x, x + y]));
        let gravity = rounded([0.0, -gravity, 0.0]);
        // Of its displacement in a step, `g·dt²/2` is beyond the velocity before.
        body.load = ExternalAcceleration {
            pending_fraction: R::HALF,
            ..ExternalAcceleration::new(gravity)
        };
        Heavy { body, gravity }
    }

    /// Moves the body by its velocities and by gravity, and returns its mean velocity.
    pub(super) fn advance(&mut self, dt: R) -> [R; 3] {
        let body = &mut self.body;
        let gained = self.gravity.times(dt);
        let mean = body.velocity.plus(gained.times(R::HALF));
        body.position = body.position.plus(mean.times(dt));
        body.velocity = body.velocity.plus(gained);
        let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
        body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
        mean
    }
}

/// What pulls or carries a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    /// kg.
    pub(super) mass: f64,
    /// m/s² downwards.
    pub(super) gravity: f64,
    /// The longest step of the engine, s.
    pub(super) engine_step: f64,
}

/// A cube of 1 m that a spring at a point of it, `lever` from its center, pulls to the goal.
pub(super) fn pulled<R: Real>(
    spring: Spring<R>,
    load: Load,
    lever: [f64; 3],
    goals: PiecewiseLinear<'_, [f64; 3]>,
    start: [R; 3],
    velocity: [R; 3],
) -> Motion<'_, R> {
    let mut cube = Heavy::<R>::new(load.mass, [1.0; 3], load.gravity);
    (cube.body.position, cube.body.velocity) = (start, velocity);
    let mut pull = PointSpring::new(spring, rounded(lever), [R::ZERO; 3]);
    let numbers = |body: &Body<R>, [a, b, c]: [R; 3], force: R| {
        let [x, y, z] = body.position;
        [x, y, z, a, b, c, body.angular_velocity.length(), force]
    };
    let columns = [
        "x_m",
        "y_m",
        "z_m",
        "velocity_x_m_per_s",
        "velocity_y_m_per_s",
        "velocity_z_m_per_s",
        "spin_rad_per_s",
        "force_n",
    ];
    let (mut mean, mut force) = (velocity, R::ZERO);
    Motion::of_numbers(columns, 3, numbers(&cube.body, mean, force), move |from, to| {
        for [from, to] in parts(from, to, load.engine_step) {
            let (dt, mut room) = (R::from_f64(to - from), Body::fixed());
            let [before, after] = [from, to].map(|time| goals.at(time));
            pull.point_b = rounded(before);
            pull.goal_velocity = rounded(after.minus(before).map(|way| way / (to - from)));
            pull.prepare(&cube.body, &room, Discretization::Exact, dt);
            pull.solve(&mut cube.body, &mut room);
            mean = cube.advance(dt);
            force = pull.impulse.length() / dt;
        }
        numbers(&cube.body, mean, force)
    })
}

/// A ball that falls from a height (m) onto a ground with this spring.
pub(super) fn dropped<R: Real>(
    spring: Spring<R>,
    load: Load,
    [height, velocity]: [R; 2],
) -> Motion<'static, R> {
    let mut ball = Heavy::<R>::new(load.mass, [1.0; 3], load.gravity);
    (ball.body.position[1], ball.body.velocity[1]) = (height, velocity);
    let mut contact = Contact::new(ContactMaterial { spring });
    let columns = ["height_m", "velocity_m_per_s", "force_n"];
    let mut now = [height, velocity, R::ZERO];
    Motion::of_numbers(columns, 1, now, move |from, to| {
        for [from, to] in parts(from, to, load.engine_step) {
            let (dt, mut ground) = (R::from_f64(to - from), Body::fixed());
            let (place, up) = (ball.body.position, rounded(UP));
            contact.prepare(&ball.body, &ground, place, up, -place[1], Discretization::Auto, dt);
            contact.solve(&mut ball.body, &mut ground);
            let mean = ball.advance(dt);
            now = [ball.body.position[1], mean[1], contact.impulse / dt];
        }
        now
    })
}

/// The sides of a car and the length of a ray that does not push, m.
const CAR: [f64; 3] = [4.0, 0.6, 2.0];
const REST_LENGTH: f64 = 1.2;
/// The passes over springs that share a body.
const PASSES: usize = 8;

/// A car on a spring at each corner, kept upright by another, over a road of a height over time.
pub(super) fn hovering<R: Real>(
    spring: Spring<R>,
    load: Load,
    road: PiecewiseLinear<'_, [f64; 1]>,
    [height, velocity]: [R; 2],
) -> Motion<'_, R> {
    let mut car = Heavy::<R>::new(load.mass, CAR, load.gravity);
    (car.body.position[1], car.body.velocity[1]) = (height, velocity);
    let [x, _, z] = CAR.map(|side| 0.5 * side);
    let corners = [[x, 0.0, z], [x, 0.0, -z], [-x, 0.0, z], [-x, 0.0, -z]];
    let rest = R::from_f64(REST_LENGTH);
    let mut wheels = corners.map(|corner| Suspension::new(spring, rounded(corner), rest));
    let mut upright = SwingSpring::new(spring, rounded(UP), rounded(UP));
    let columns = ["height_m", "velocity_m_per_s", "force_n"];
    let mut now = [height, velocity, R::ZERO];
    Motion::of_numbers(columns, 1, now, move |from, to| {
        for [from, to] in parts(from, to, load.engine_step) {
            let (dt, mut ground) = (R::from_f64(to - from), Body::fixed());
            let [before, after] = [from, to].map(|time| road.at(time)[0]);
            ground.velocity[1] = R::from_f64((after - before) / (to - from));
            let body = &mut car.body;
            for wheel in &mut wheels {
                let length = Some(body.point(wheel.point)[1] - R::from_f64(before));
                let law = Discretization::BackwardEuler;
                wheel.prepare(body, &ground, rounded(DOWN), length, law, dt);
            }
            upright.prepare(body, Discretization::BackwardEuler, dt);
            for _ in 0..PASSES {
                wheels.iter_mut().for_each(|wheel| wheel.solve(body, &mut ground));
                upright.solve(body);
            }
            let mean = car.advance(dt);
            let carried = wheels.iter().fold(R::ZERO, |sum, wheel| sum + wheel.impulse);
            now = [car.body.position[1], mean[1], carried / dt];
        }
        now
    })
}
