//! The swing spring: turns one axis of a body to a direction, and leaves the turn about it free.

use sprung::{Real, Vector};

use crate::body::Body;
use crate::discretization::{Course, Discretization};
use crate::matrix::{cross, direction, length, perpendicular};
use crate::orientation_spring::bend;
use crate::row::Row;
use crate::softness::Soft;
use crate::stiffness::Stiffness;

/// A spring that turns an axis of a body to a direction of the world: stay upright with free yaw, or look at a point.
///
/// The turn about the direction itself is neither braked nor driven. A body in exactly the opposite direction is turned
/// about a fixed axis across it, so that it never stays there.
/// Source: G. Fiedler, *Spring Physics* (stay upright).
///
/// ```
/// use sprung::Spring;
/// use sprung_body::{Body, Discretization, SwingSpring};
///
/// let mut car = Body::new(800.0f64, [300.0, 900.0, 1000.0]);
/// car.angular_velocity = [0.5, 2.0, 0.0];
/// let mut upright = SwingSpring::new(Spring::from_frequency(1.0, 1.0)?, [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]);
/// upright.prepare(&car, Discretization::Auto, 1.0 / 60.0);
/// upright.solve(&mut car);
/// assert!(car.angular_velocity[0] < 0.5 && (car.angular_velocity[1] - 2.0).abs() < 1e-15);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "stay upright")]
#[doc(alias = "upright")]
#[derive(Clone, Copy, Debug)]
pub struct SwingSpring<R> {
    /// Frequency and damping ratio of the turn, or stiffness and damping of the torque.
    pub spring: Stiffness<R>,
    /// The axis, in the body's frame, of length 1.
    pub axis: [R; 3],
    /// The direction that it is turned to, in the world, of length 1.
    pub goal: [R; 3],
    /// The maximum torque, N·m; infinite by default.
    pub max_torque: R,
    /// The turning impulse in this step, N·m·s, along two axes across the goal.
    pub impulse: [R; 2],
    pub(crate) row: Row<R, [R; 2], [[R; 2]; 2]>,
    /// The axis and the goal of the last step.
    pub(crate) last: [[R; 3]; 2],
}

impl<R: Real> SwingSpring<R> {
    /// A spring that turns `axis` (body frame) to `goal` (world frame), both of length 1.
    pub fn new(spring: impl Into<Stiffness<R>>, axis: [R; 3], goal: [R; 3]) -> Self {
        SwingSpring {
            spring: spring.into(),
            axis,
            goal,
            max_torque: R::INFINITY,
            impulse: [R::ZERO; 2],
            row: Row::NONE,
            last: [axis, goal],
        }
    }

    /// Turns the goal towards a point of the world, from the body's center; a point at the center changes nothing.
    pub fn look_at(&mut self, body: &Body<R>, point: [R; 3]) {
        if let Some((goal, _)) = direction(point.minus(body.position)) {
            self.goal = goal;
        }
    }

    /// Reads the body for a step of `dt` seconds.
    pub fn prepare(&mut self, body: &Body<R>, discretization: Discretization, dt: R) {
        let first = perpendicular(self.goal);
        let axes = [first, cross(self.goal, first)];
        self.row.axes = axes;
        let along = |vector: [R; 3]| axes.map(|axis| vector.dot(axis));
        let axis = body.rotation.rotate(self.axis);
        let error = turn_between(self.goal, axis, first);
        self.row.mobility = axes.map(|axis| along(body.inverse_inertia.apply(axis)));
        let trace = self.row.mobility[0][0] + self.row.mobility[1][1];
        let turn = bend(error, body.angular_velocity, dt);
        let course = Course::new(discretization, self.max_torque, turn, dt);
        self.row.soft = Soft::new(&self.spring, trace, course);
        let [last_axis, last_goal] = self.last;
        let before = length(turn_between(last_goal, body.rotation.rotate(last_axis), first));
        let (bodies, error) = ([body, &Body::fixed()], along(error));
        let (offsets, error) = ([length(error), before], [error, [R::ZERO; 2]]);
        self.row.prepare(bodies, &self.spring, offsets, error, course);
        self.last = [self.axis, self.goal];
        self.impulse = [R::ZERO; 2];
    }

    /// Starts with a part of an earlier step's impulse, along the same two axes.
    pub fn warm_start(&mut self, body: &mut Body<R>, impulse: [R; 2]) {
        self.row.warm_start(body, &mut Body::fixed(), impulse, &mut self.impulse);
    }

    /// Changes the angular velocity.
    pub fn solve(&mut self, body: &mut Body<R>) {
        self.row.solve(body, &mut Body::fixed(), [R::ZERO; 2], &mut self.impulse);
    }
}

/// Returns the shortest rotation vector from one unit vector to another; about `fallback` if they are opposite.
fn turn_between<R: Real>(from: [R; 3], to: [R; 3], fallback: [R; 3]) -> [R; 3] {
    let across = cross(from, to);
    let (cosine, sine) = (from.dot(to), across.length());
    let angle = sine.atan2(cosine);
    match direction(across) {
        Some((axis, _)) => axis.times(angle),
        None => fallback.times(angle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::{Rotation, Spring};

    #[test]
    fn a_body_of_the_plane_is_brought_upright_as_one_of_space_is() {
        let (dt, up) = (1.0 / 60.0, [0.0, 1.0, 0.0]);
        let spring = Spring::from_frequency(0.7, 0.2).unwrap();
        let angles = |mut car: Body<f64>| -> [f64; 600] {
            car.rotation = Rotation::from_rotation_vector([0.0, 0.0, 2.6]);
            let mut upright = SwingSpring::new(spring, up, up);
            let turn = |_| {
                upright.prepare(&car, Discretization::Exact, dt);
                upright.solve(&mut car);
                let turn = Rotation::from_rotation_vector(car.angular_velocity.times(dt));
                car.rotation = car.rotation.then(&turn);
                car.rotation.to_rotation_vector()[2]
            };
            core::array::from_fn(turn)
        };
        let (plane, space) = (angles(Body::planar(5.0, 1.0)), angles(Body::new(5.0, [1.0; 3])));
        for (plane, space) in plane.iter().zip(&space) {
            assert!((plane - space).abs() < 1e-12, "{plane} {space}");
        }
        assert!(plane[0] > 2.5 && plane[599].abs() < 1e-3, "{plane:?}");
    }

    #[test]
    fn looking_at_a_point_turns_the_goal_to_it_from_the_center() {
        let mut body = Body::new(2.0f64, [0.5; 3]);
        body.position = [1.0, 2.0, 3.0];
        let spring = sprung::Spring::new(3.0, 0.4).unwrap();
        let mut swing = SwingSpring::new(spring, [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]);
        swing.look_at(&body, [4.0, 2.0, -1.0]);
        assert!(swing.goal.minus([0.6, 0.0, -0.8]).length() < 1e-15, "{:?}", swing.goal);
        swing.look_at(&body, body.position);
        assert!(swing.goal.minus([0.6, 0.0, -0.8]).length() < 1e-15, "{:?}", swing.goal);
    }
}
