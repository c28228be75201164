//! Suspension: a spring along a ray that carries a body, like a wheel or a hover engine.

use sprung::{Real, Vector};

use crate::anchors::Anchors;
use crate::body::Body;
use crate::discretization::{Course, Discretization};
use crate::row::Row;
use crate::softness::Soft;
use crate::stiffness::Stiffness;

/// A spring along a ray from the body: the engine casts the ray and passes its length, the spring pushes back.
///
/// It only pushes, never pulls the ground. Four of them, one at each corner, make a hovering vehicle; the effective mass
/// is that of the corner, so frequency and damping ratio hold for each alone. With [`Stiffness::Physical`] a loaded truck
/// sits lower: four springs of `k` carry `m` with a sag of `m·g/4k`.
///
/// ```
/// use sprung::Spring;
/// use sprung_body::{Body, Discretization, Suspension};
///
/// // The ray straight down is 0.1 m shorter than at rest.
/// let (mut car, mut road) = (Body::new(800.0f64, [500.0; 3]), Body::fixed());
/// let mut wheel = Suspension::new(Spring::from_frequency(1.5, 0.4)?, [0.0; 3], 0.5);
/// wheel.prepare(&car, &road, [0.0, -1.0, 0.0], Some(0.4), Discretization::Auto, 1.0 / 60.0);
/// wheel.solve(&mut car, &mut road);
/// assert!(car.velocity[1] > 0.0 && wheel.impulse > 0.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "wheel")]
#[doc(alias = "raycast vehicle")]
#[doc(alias = "hover")]
#[derive(Clone, Copy, Debug)]
pub struct Suspension<R> {
    /// Frequency and damping ratio of the corner, or stiffness and damping of the force.
    pub spring: Stiffness<R>,
    /// The origin of the ray, in the body's frame, m.
    pub point: [R; 3],
    /// The length at which it does not push, m.
    pub rest_length: R,
    /// The maximum force, N; infinite by default.
    pub max_force: R,
    /// The impulse against the ray in this step, N·s.
    pub impulse: R,
    /// Against the ray.
    pub(crate) row: Row<R, R, R>,
    /// The length in the last step as it was cast, m; infinite where the ray met nothing.
    pub(crate) last_length: R,
    pub(crate) last_rest: R,
}

impl<R: Real> Suspension<R> {
    /// A suspension from a point of the body, in its frame.
    pub fn new(spring: impl Into<Stiffness<R>>, point: [R; 3], rest_length: R) -> Self {
        Suspension {
            spring: spring.into(),
            point,
            rest_length,
            max_force: R::INFINITY,
            impulse: R::ZERO,
            row: Row::NONE,
            last_length: R::INFINITY,
            last_rest: rest_length,
        }
    }

    /// Reads the bodies for a step of `dt` seconds.
    ///
    /// `direction` is the ray's, of length 1, in the world; `length` how far it went, none if it met nothing. A length below 0
    /// counts as 0: a body that is under the ground is pushed as one whose ray starts on it. A ray that is
    /// cast further than the rest length lets the spring act from the moment within the step at which it is reached; without
    /// that, a fast body is first seen as deep as it got in one step. `ground` is the body that was hit, [`Body::fixed`] for
    /// the world.
    pub fn prepare(
        &mut self,
        body: &Body<R>,
        ground: &Body<R>,
        direction: [R; 3],
        length: Option<R>,
        discretization: Discretization,
        dt: R,
    ) {
        let start = body.point(self.point);
        let reached = length.is_some_and(|length| length.is_finite());
        let cast = length.filter(|_| reached).unwrap_or(self.rest_length);
        let length = if reached { cast.max(R::ZERO) } else { cast };
        let end = start.plus(direction.times(length));
        let up = direction.times(-R::ONE);
        let anchors = Anchors::Points([start, end]);
        self.row.begin(anchors, up);
        let mobility = if reached { anchors.mobility_along(body, ground, up) } else { R::ZERO };
        let error = length - self.rest_length;
        let velocity = self.row.velocity(body, ground);
        let motion = [error * self.spring.reach(mobility, dt), velocity * dt];
        let [first, second] = anchors.turns(body, ground, motion.map(|way| up.times(way)), dt);
        let course = Course::new(discretization, self.max_force, first.max(second), dt);
        let course = Course { one_sided: true, ..course };
        self.row.soft = Soft::along(&self.spring, mobility, course);
        self.row.mobility = mobility;
        // What the bodies' own motion explains of the length is theirs to pay; the rest is the caller's.
        let account = &self.row.account;
        let moved = account.motion_of(body, self.point).minus(account.motion(ground, end));
        let explained = self.last_length + moved.dot(up);
        let offset = energetic(cast, self.rest_length);
        let offsets = [offset, energetic(explained, self.last_rest)];
        let (bodies, errors) = ([body, ground], [error, R::ZERO]);
        self.row.prepare(bodies, &self.spring, offsets, errors, course);
        self.row.range[0] = R::ZERO;
        if length > self.rest_length {
            self.row.cross_a_gap(body, ground, error, dt);
        }
        self.last_length = if reached { cast } else { R::INFINITY };
        self.last_rest = self.rest_length;
        self.impulse = R::ZERO;
    }

    /// Starts with a part of an earlier step's impulse; a ray that met nothing starts with none.
    pub fn warm_start(&mut self, body: &mut Body<R>, ground: &mut Body<R>, impulse: R) {
        if self.row.mobility > R::ZERO {
            self.row.warm_start(body, ground, impulse, &mut self.impulse);
        }
    }

    /// Changes the velocities of body and ground.
    pub fn solve(&mut self, body: &mut Body<R>, ground: &mut Body<R>) {
        self.row.solve(body, ground, R::ZERO, &mut self.impulse);
    }
}

/// Returns the offset whose square measures the elastic energy, m, ≤ 0: below a length of 0 the force stays as it is there.
fn energetic<R: Real>(length: R, rest_length: R) -> R {
    let offset = (length.max(R::ZERO) - rest_length).min(R::ZERO);
    let under = (-length).max(R::ZERO);
    if under > R::ZERO { -(offset * (offset - R::TWO * under)).sqrt() } else { offset }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::{SoftCoefficients, Spring};

    #[test]
    fn a_wheel_pushes_by_backward_euler_and_starts_with_the_last_impulse_on_the_ground_alone() {
        let (spring, dt) = (Spring::from_frequency(3.0f64, 0.1).unwrap(), 1.0 / 60.0);
        let (mut body, mut ground) = (Body::new(2.0, [0.5; 3]), Body::fixed());
        let down = [0.0, -1.0, 0.0];
        let mut wheel = Suspension::new(spring, [0.0; 3], 1.0);
        wheel.prepare(&body, &ground, down, Some(0.9), Discretization::Exact, dt);
        let implicit = SoftCoefficients::backward_euler(&spring, dt);
        assert_eq!(wheel.row.soft.change(&1.0, 0.0, 1.0, 0.0), -implicit.c_d);
        assert_ne!(SoftCoefficients::exact(&spring, dt).c_d, implicit.c_d);
        wheel.warm_start(&mut body, &mut ground, 6.0);
        assert_eq!((wheel.impulse, body.velocity), (6.0, [0.0, 3.0, 0.0]));
        // In the air.
        wheel.prepare(&body, &ground, down, None, Discretization::Exact, dt);
        wheel.warm_start(&mut body, &mut ground, 6.0);
        assert_eq!((wheel.impulse, body.velocity), (0.0, [0.0, 3.0, 0.0]));
    }

    #[test]
    fn the_energetic_offset_has_the_work_of_the_force() {
        let rest = 0.8f64;
        for length in [1.0, 0.8, 0.5, 0.0, -0.1, -3.0] {
            let count = 100_000;
            let way = (rest - length) / f64::from(count);
            // Per stiffness: the force is that of the length, and that of length 0 below it.
            let force = |i| (rest - f64::max(length + (f64::from(i) + 0.5) * way, 0.0)).max(0.0);
            let work: f64 = (0..count).map(|i| force(i) * way.max(0.0)).sum();
            let offset = energetic(length, rest);
            assert!(offset <= 0.0 && (0.5 * offset * offset - work).abs() < 1e-8, "{length}");
        }
    }
}
