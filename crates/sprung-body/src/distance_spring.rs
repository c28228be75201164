//! The distance spring: two points at a rest length, as a rod, a rope or a bumper.

use sprung::{Real, SpringMode, Vector};

use crate::anchors::Anchors;
use crate::body::Body;
use crate::discretization::{Course, Discretization};
use crate::matrix::{Matrix3, across, cross, direction, length};
use crate::row::Row;
use crate::softness::Soft;
use crate::stiffness::{Damping, Stiffness};

/// The part of the relative velocity that a distance spring damps.
///
/// ```
/// assert_eq!(sprung_body::DampedMotion::default(), sprung_body::DampedMotion::Along);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DampedMotion {
    /// The part along the line: a pair that turns goes on turning, and keeps its angular momentum.
    #[default]
    Along,
    /// All of it, as in Fiedler's formula: a pair that turns comes to rest.
    All,
}

/// A spring along the line between two points: `F = −k·(|x| − d)·x/|x| − b·v`.
///
/// In Fiedler's formula `v` is the whole relative velocity ([`DampedMotion::All`]): two forces `∓b·v` across the line turn
/// the pair, whose angular momentum is lost. By default only the part along the line is damped.
///
/// A rope that is slack, or a bumper that is not reached, acts from the moment within a step at which it would be; no
/// impulse before that step. Points that coincide have no line between them: without rest length there is nothing to do,
/// with one they are parted along the world's x. Source: G. Fiedler, *Spring Physics*.
///
/// ```
/// use sprung::Spring;
/// use sprung_body::{Body, Discretization, DistanceSpring, SpringMode};
///
/// // A rope of 1 m, taut at 2 m.
/// let (mut body, mut world) = (Body::new(1.0f64, [0.4; 3]), Body::fixed());
/// body.position = [2.0, 0.0, 0.0];
/// let spring = Spring::from_frequency(2.0, 1.0)?;
/// let mut rope = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], 1.0);
/// rope.mode = SpringMode::TensionOnly;
/// rope.prepare(&body, &world, Discretization::Auto, 1.0 / 60.0);
/// rope.solve(&mut body, &mut world);
/// assert!(body.velocity[0] < 0.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "distance constraint")]
#[doc(alias = "distance joint")]
#[doc(alias = "attachment")]
#[doc(alias = "rod")]
#[doc(alias = "rope")]
#[doc(alias = "F = -k(|x|-d)(x/|x|) - bv")]
#[derive(Clone, Copy, Debug)]
pub struct DistanceSpring<R> {
    /// Frequency and damping ratio along the line, or stiffness and damping of the force.
    pub spring: Stiffness<R>,
    /// The point of A, in A's frame, m.
    pub point_a: [R; 3],
    /// The point of B, in B's frame, m.
    pub point_b: [R; 3],
    /// The distance at rest, m, ≥ 0.
    pub rest_length: R,
    /// The direction in which the spring acts.
    pub mode: SpringMode,
    /// The motion that is damped.
    pub damped: DampedMotion,
    /// The maximum force along the line, N; infinite by default.
    pub max_force: R,
    /// The impulse that parts the points in this step, N·s; kept for a warm start.
    pub impulse: R,
    /// The impulse on A across the line in this step, N·s; zero unless all motion is damped.
    pub impulse_across: [R; 3],
    /// Along the line.
    pub(crate) row: Row<R, R, R>,
    /// Across the line.
    drag: Drag<R>,
    /// The points of the last step, and the rest length.
    pub(crate) last: ([[R; 3]; 2], R),
}

/// A damper and its velocity per impulse.
type Drag<R> = (Soft<R>, Matrix3<R>);

impl<R: Real> DistanceSpring<R> {
    /// A spring between a point of A and a point of B, each in its body's frame, at a rest length.
    pub fn new(
        spring: impl Into<Stiffness<R>>,
        point_a: [R; 3],
        point_b: [R; 3],
        rest_length: R,
    ) -> Self {
        DistanceSpring {
            spring: spring.into(),
            point_a,
            point_b,
            rest_length,
            mode: SpringMode::TwoWay,
            damped: DampedMotion::Along,
            max_force: R::INFINITY,
            impulse: R::ZERO,
            impulse_across: [R::ZERO; 3],
            row: Row::NONE,
            drag: (Soft::NONE, Matrix3::ZERO),
            last: ([point_a, point_b], rest_length),
        }
    }

    /// Reads the bodies for a step of `dt` seconds.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, discretization: Discretization, dt: R) {
        let at = [a.point(self.point_a), b.point(self.point_b)];
        let sideways = [R::ONE, R::ZERO, R::ZERO];
        let (along, distance) = direction(at[0].minus(at[1])).unwrap_or((sideways, R::ZERO));
        let anchors = Anchors::Points(at);
        self.row.begin(anchors, along);
        let error = distance - self.rest_length;
        let mobility = if distance == R::ZERO && self.rest_length == R::ZERO {
            R::ZERO
        } else {
            anchors.mobility_along(a, b, along)
        };
        let turn = self.turn([a, b], at, mobility, [distance, error], dt);
        let mut course = Course::new(discretization, self.max_force, turn, dt);
        course.one_sided = self.mode != SpringMode::TwoWay;
        self.row.soft = Soft::along(&self.spring, mobility, course);
        self.row.mobility = mobility;
        let acting = |error: R| match self.mode {
            SpringMode::TwoWay => error,
            SpringMode::TensionOnly => error.max(R::ZERO),
            SpringMode::CompressionOnly => error.min(R::ZERO),
        };
        let gap = acting(error) != error;
        let ([last_a, last_b], last_rest) = self.last;
        let before = length(a.point(last_a).minus(b.point(last_b))) - last_rest;
        let (offsets, errors) = ([error, before].map(acting), [error, R::ZERO]);
        self.row.prepare([a, b], &self.spring, offsets, errors, course);
        match self.mode {
            SpringMode::TwoWay => {}
            SpringMode::TensionOnly => self.row.range[1] = R::ZERO,
            SpringMode::CompressionOnly => self.row.range[0] = R::ZERO,
        }
        self.last = ([self.point_a, self.point_b], self.rest_length);
        self.drag = if gap || self.damped == DampedMotion::Along {
            (Soft::NONE, Matrix3::ZERO)
        } else {
            self.drag_across([a, b], at, dt)
        };
        if gap {
            self.row.cross_a_gap(a, b, error, dt);
        }
        (self.impulse, self.impulse_across) = (R::ZERO, [R::ZERO; 3]);
    }

    /// The angle by which the line or a lever turns in the step, rad.
    fn turn(
        &self,
        [a, b]: [&Body<R>; 2],
        at: [[R; 3]; 2],
        mobility: R,
        [distance, error]: [R; 2],
        dt: R,
    ) -> R {
        let Row { anchors, axes: [unit, _], .. } = self.row;
        let velocity = anchors.velocity(a, b);
        let along = velocity.dot(unit);
        let aside = length(across(velocity, unit)) * dt;
        // Points that pass each other turn their line by half a turn.
        let nearest = (distance + (along * dt).min(R::ZERO)).max(R::ZERO);
        let line = if aside > R::ZERO { aside.atan2(nearest) } else { R::ZERO };
        let motion = [error * self.spring.reach(mobility, dt), along * dt];
        let turns = anchors.turns(a, b, motion.map(|way| unit.times(way)), dt);
        let lost = eased(a, at[0], unit, line + turns[0]) + eased(b, at[1], unit, line + turns[1]);
        let left = mobility - lost;
        let heavier = match self.spring {
            Stiffness::Frequency(_) if left > R::ZERO => R::HALF * lost / left,
            _ => R::ZERO,
        };
        line.max(turns[0]).max(turns[1]).max(heavier)
    }

    /// The damper of the spring in the plane across the line.
    fn drag_across(&self, [a, b]: [&Body<R>; 2], at: [[R; 3]; 2], dt: R) -> Drag<R> {
        let line = self.row.axes[0];
        let whole = a.mobility_at(at[0]).plus(&b.mobility_at(at[1]));
        let aside = Matrix3::diagonal([R::ONE; 3]).rows.map(|unit| across(unit, line));
        // Without a term along the line the matrix would have no inverse.
        let line = [0, 1, 2].map(|i| line.times(line[i] * whole.trace()));
        let mobility = whole.conjugated(aside).plus(&Matrix3 { rows: line });
        let soft = match self.spring {
            Stiffness::Frequency(spring) => {
                let rate = R::TWO * spring.decay_rate();
                sprung::Damper::from_rate(rate)
                    .map_or(Soft::NONE, |damper| Soft::of_damping(&Damping::Rate(damper), dt))
            }
            Stiffness::Physical { damping, .. } => {
                Soft::of_damping(&Damping::Physical(damping), dt)
            }
        };
        (soft, mobility)
    }

    /// Starts with a part of an earlier step's impulse along the line.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: R) {
        self.row.warm_start(a, b, impulse, &mut self.impulse);
    }

    /// Changes the velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        if self.damped == DampedMotion::All {
            let (line, (soft, mobility)) = (self.row.axes[0], self.drag);
            let velocity = across(self.row.anchors.velocity(a, b), line);
            let change = soft.change(&mobility, [R::ZERO; 3], velocity, self.impulse_across);
            let change = across(change, line);
            self.impulse_across = self.impulse_across.plus(change);
            self.row.give(a, b, change);
        }
        self.row.solve(a, b, R::ZERO, &mut self.impulse);
    }
}

/// The part of a point's velocity per impulse along a line that is lost as its lever turns by `turn` towards the line.
///
/// A lever of length `l` at the angle `θ` to the line gives `l²·sin²θ/I`: near the line, where it is all but lost within
/// `θ`, the effective mass grows by many times in a turn of few degrees.
fn eased<R: Real>(body: &Body<R>, at: [R; 3], along: [R; 3], turn: R) -> R {
    let arm = at.minus(body.position);
    let torque = cross(arm, along);
    let turning = torque.dot(body.inverse_inertia.apply(torque));
    let kept = (R::ONE - turn * length(arm) / length(torque)).max(R::ZERO);
    let lost = turning * (R::ONE - kept * kept);
    if lost > R::ZERO { lost } else { R::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::Spring;

    #[test]
    fn a_lever_that_turns_to_the_line_loses_mobility() {
        let mut body = Body::new(3.0f64, [0.5; 3]);
        body.position = [0.0, 1.0, 0.0];
        for (degrees, turn) in [(30.0f64, 0.01), (60.0, 0.001), (10.0, 0.02)] {
            let (angle, length) = (degrees.to_radians(), 2.0);
            let at = body.position.plus([length * angle.cos(), length * angle.sin(), 0.0]);
            let left = |angle: f64| (length * angle.sin()).powi(2) / 0.5;
            let exact = left(angle) - left(angle - turn);
            let lost = eased(&body, at, [1.0, 0.0, 0.0], turn);
            assert!(lost >= exact && lost <= 1.1 * exact / angle.cos(), "{lost} {exact}");
            // A turn to the line and beyond loses all of it.
            let all = eased(&body, at, [1.0, 0.0, 0.0], 2.0 * angle);
            assert!((all - left(angle)).abs() < 1e-12, "{all}");
        }
        // A point on the line through the center has none to lose.
        assert_eq!(eased(&body, [5.0, 1.0, 0.0], [1.0, 0.0, 0.0], 0.1), 0.0);
    }

    /// A point without levers on another that is fixed, after the step of a spring that damps all motion.
    fn dragged(mode: SpringMode, rest_length: f64, velocity: [f64; 3], dt: f64) -> Body<f64> {
        let spring = Spring::new(3.0, 0.4).unwrap();
        let mut spring = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], rest_length);
        (spring.mode, spring.damped) = (mode, DampedMotion::All);
        let (mut body, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
        (body.position, body.velocity) = ([1.0, 0.0, 0.0], velocity);
        spring.prepare(&body, &world, Discretization::Auto, dt);
        spring.solve(&mut body, &mut world);
        body
    }

    #[test]
    fn damping_of_all_motion_brakes_across_the_line_as_in_the_closed_form() {
        let body = dragged(SpringMode::TwoWay, 1.0, [0.0, 0.5, 0.0], 0.1);
        // 2ζω for 0.1 s.
        let left = 0.5 * (-2.0 * 0.4 * 3.0 * 0.1f64).exp();
        assert!((body.velocity[1] - left).abs() < 1e-12, "{:?}", body.velocity);
    }

    #[test]
    fn a_warm_start_is_an_impulse_along_the_line() {
        let spring = Spring::new(3.0, 0.4).unwrap();
        let mut spring = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], 1.0);
        let (mut body, mut world) = (Body::new(2.0f64, [0.5; 3]), Body::fixed());
        body.position = [0.0, 3.0, 4.0];
        spring.prepare(&body, &world, Discretization::Auto, 0.1);
        spring.warm_start(&mut body, &mut world, -10.0);
        assert_eq!(spring.impulse, -10.0);
        assert!(body.velocity.plus([0.0, 3.0, 4.0]).length() < 1e-14, "{:?}", body.velocity);
    }

    #[test]
    fn a_slack_spring_damps_nothing() {
        let body = dragged(SpringMode::TensionOnly, 2.0, [0.0, 0.5, 0.0], 0.1);
        assert_eq!(body.velocity, [0.0, 0.5, 0.0]);
    }

    #[test]
    fn points_at_one_place_are_pushed_apart_unless_that_is_their_length() {
        let spring = Spring::new(3.0, 0.4).unwrap();
        for (rest_length, moves) in [(1.0f64, true), (0.0, false)] {
            let mut spring = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], rest_length);
            let (mut body, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
            spring.prepare(&body, &world, Discretization::Auto, 0.1);
            spring.solve(&mut body, &mut world);
            assert_eq!(body.velocity[0] > 0.0, moves, "{:?}", body.velocity);
            assert_eq!(body.velocity[1..], [0.0; 2]);
        }
    }

    /// The angle of a step of a spring with points at the ends of levers: position, lever, velocity and angular velocity of
    /// each body.
    fn turn_of(bodies: [[[f64; 3]; 4]; 2], inertia: f64, error: f64, dt: f64) -> f64 {
        let [a, b] = bodies.map(|[position, _, velocity, spin]| {
            let mut body = Body::new(2.0, [inertia; 3]);
            (body.position, body.velocity, body.angular_velocity) = (position, velocity, spin);
            body
        });
        let [lever_a, lever_b] = bodies.map(|[_, lever, ..]| lever);
        let at = [a.point(lever_a), b.point(lever_b)];
        let (along, distance) = direction(at[0].minus(at[1])).unwrap();
        let spring = Spring::new(3.0, 0.4).unwrap();
        let mut spring = DistanceSpring::new(spring, lever_a, lever_b, distance);
        spring.row.begin(Anchors::Points(at), along);
        let mobility = Anchors::Points(at).mobility_along(&a, &b, along);
        spring.turn([&a, &b], at, mobility, [distance, error], dt)
    }

    #[test]
    fn a_line_turns_by_the_angle_at_which_its_points_are_nearest() {
        let dt = 1.0 / 60.0;
        let moving = |velocity| [[1.0, 0.0, 0.0], [0.0; 3], velocity, [0.0; 3]];
        let resting = [[0.0; 3]; 4];
        // 0.5 m nearer and 0.5 m aside: an eighth of a turn.
        let turn = turn_of([moving([-30.0, 30.0, 0.0]), resting], 1.0, 0.0, dt);
        assert!((turn - std::f64::consts::FRAC_PI_4).abs() < 1e-12, "{turn}");
        // Beyond each other.
        let turn = turn_of([moving([-90.0, 30.0, 0.0]), resting], 1.0, 0.0, dt);
        assert!((turn - std::f64::consts::FRAC_PI_2).abs() < 1e-12, "{turn}");
    }

    #[test]
    fn a_lever_across_the_line_turns_by_the_part_of_the_offset_that_a_step_removes() {
        let (inertia, offset, dt) = (0.5, 0.4, 1.0f64 / 60.0);
        let pulled = [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3], [0.0; 3]];
        let held = [[5.0, 0.0, 0.0], [0.0; 3], [0.0; 3], [0.0; 3]];
        // Of the mobility of a point 1 m from the center, 3/I of all directions turns it; the mass is 2 kg.
        let turning = 3.0 / inertia / (0.5 + 3.0 / inertia);
        let expected = turning * offset * (3.0 * dt).powi(2);
        let turn = turn_of([pulled, held], inertia, offset, dt);
        assert!((turn / expected - 1.0).abs() < 1e-9, "{turn} {expected}");
    }

    /// The effective mass of a light lever near the line grows as `sin⁻²` of its angle to the line.
    #[test]
    fn a_lever_that_turns_to_the_line_turns_the_effective_mass() {
        let (inertia, angle, way, dt) = (1e-4, 0.2f64, 0.05, 1.0 / 60.0);
        // As long as the line is: both turn by the same angle.
        let lever = [angle.cos(), angle.sin(), 0.0];
        let spinning = |end: [f64; 3], lever: [f64; 3]| {
            [end.minus(lever), lever, [0.0; 3], [0.0, 0.0, way / dt]]
        };
        let resting = |at: [f64; 3]| [at, [0.0; 3], [0.0; 3], [0.0; 3]];
        let (near, far) = ([0.0; 3], [1.0, 0.0, 0.0]);
        let expected = 0.5 * ((angle.sin() / (angle - 2.0 * way).sin()).powi(2) - 1.0);
        for bodies in [[spinning(far, lever), resting(near)], [resting(far), spinning(near, lever)]]
        {
            let turn = turn_of(bodies, inertia, 0.0, dt);
            assert!((turn / expected - 1.0).abs() < 0.1, "{turn} {expected}");
        }
    }
}
