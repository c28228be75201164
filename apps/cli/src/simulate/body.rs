//! Rigid bodies on springs: a cube that is pulled, a ball that bounces, a car that hovers.
//!
//! Around the springs is the least of a physics engine: gravity is added to the velocity, then the body is moved by it.

use sprung::motion::PiecewiseLinear;
use sprung::{Real, Rotation, Spring, Vector};
use sprung_body::{
    Body, Contact, ContactMaterial, Discretization, ExternalAcceleration, PointSpring, Suspension,
    SwingSpring,
};

use super::motion::Motion;
use super::motions::rounded;

const UP: [f64; 3] = [0.0, 1.0, 0.0];
const DOWN: [f64; 3] = [0.0, -1.0, 0.0];

/// A body with the moments of inertia of a box, and gravity (m/s² downwards).
struct Heavy<R> {
    body: Body<R>,
    gravity: [R; 3],
}

impl<R: Real> Heavy<R> {
    /// A solid box from its mass (kg) and its sides (m).
    fn new(mass: f64, sides: [f64; 3], gravity: f64) -> Self {
        let [x, y, z] = sides.map(|side| side * side * mass / 12.0);
        let mut body = Body::new(R::from_f64(mass), rounded([y + z, z + x, x + y]));
        let gravity = rounded([0.0, -gravity, 0.0]);
        body.load = ExternalAcceleration::new(gravity);
        Heavy { body, gravity }
    }

    /// Adds gravity and moves the body by its velocities.
    fn advance(&mut self, dt: R) {
        let body = &mut self.body;
        body.velocity = body.velocity.plus(self.gravity.times(dt));
        body.position = body.position.plus(body.velocity.times(dt));
        let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
        body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
    }
}

/// What pulls or carries a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    /// kg.
    pub(super) mass: f64,
    /// m/s² downwards.
    pub(super) gravity: f64,
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
    let numbers = |body: &Body<R>, impulse: [R; 3], dt: R| {
        let ([x, y, z], [a, b, c]) = (body.position, body.velocity);
        let force = if dt > R::ZERO { impulse.length() / dt } else { R::ZERO };
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
    let first = numbers(&cube.body, [R::ZERO; 3], R::ZERO);
    Motion::of_numbers(columns, 3, first, move |from, to| {
        let (dt, mut room) = (R::from_f64(to - from), Body::fixed());
        let [before, after] = [from, to].map(|time| goals.at(time));
        pull.point_b = rounded(before);
        pull.goal_velocity = rounded(after.minus(before).map(|way| way / (to - from)));
        pull.prepare(&cube.body, &room, Discretization::Exact, dt);
        pull.solve(&mut cube.body, &mut room);
        cube.advance(dt);
        numbers(&cube.body, pull.impulse, dt)
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
    Motion::of_numbers(columns, 1, [height, velocity, R::ZERO], move |from, to| {
        let (dt, mut ground) = (R::from_f64(to - from), Body::fixed());
        let (place, depth) = (ball.body.position, -ball.body.position[1]);
        contact.prepare(&ball.body, &ground, place, rounded(UP), depth, Discretization::Auto, dt);
        contact.solve(&mut ball.body, &mut ground);
        ball.advance(dt);
        [ball.body.position[1], ball.body.velocity[1], contact.impulse / dt]
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
    Motion::of_numbers(columns, 1, [height, velocity, R::ZERO], move |from, to| {
        let (dt, mut ground) = (R::from_f64(to - from), Body::fixed());
        let [before, after] = [from, to].map(|time| road.at(time)[0]);
        let road = R::from_f64(before);
        ground.velocity[1] = R::from_f64((after - before) / (to - from));
        let body = &mut car.body;
        for wheel in &mut wheels {
            let length = Some(body.point(wheel.point)[1] - road);
            let law = Discretization::BackwardEuler;
            wheel.prepare(body, &ground, rounded(DOWN), length, law, dt);
        }
        upright.prepare(body, Discretization::BackwardEuler, dt);
        for _ in 0..PASSES {
            wheels.iter_mut().for_each(|wheel| wheel.solve(body, &mut ground));
            upright.solve(body);
        }
        car.advance(dt);
        let carried = wheels.iter().fold(R::ZERO, |sum, wheel| sum + wheel.impulse);
        [car.body.position[1], car.body.velocity[1], carried / dt]
    })
}
