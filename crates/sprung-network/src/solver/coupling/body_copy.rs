//! The copy of a rigid body that the network moves in its sub-steps.

use sprung::Rotation;
use sprung_body::{Body, Impulse, Matrix3};

use crate::geometry::vector::{add, cross, dot, scale, sub};
use crate::kernel::body_candidates::Frame;

type V3 = [f64; 3];

/// A gap beyond what a body moves in a step that is still closed evenly, m, and the same of a turn, rad.
const MAX_GAP: f64 = 0.01;
const MAX_TURN: f64 = 0.5;

/// A pose: center of mass and rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pose {
    pub(super) position: V3,
    pub(super) rotation: Rotation<f64>,
}

impl Pose {
    /// The world position of a point of the body's frame.
    pub(super) fn apply(&self, local: V3) -> V3 {
        add(self.position, self.rotation.rotate(local))
    }

    /// The pose moved by a translation and a rotation vector.
    fn moved(&self, by: V3, turn: V3) -> Self {
        let rotation = self.rotation.then(&Rotation::from_rotation_vector(turn));
        Self { position: add(self.position, by), rotation: rotation.normalized() }
    }
}

impl Frame {
    /// The frame `place` of a body in a pose.
    pub(super) fn new(body: &Pose, place: &Pose) -> Self {
        let unit = |c: usize| core::array::from_fn::<f64, 3, _>(|i| f64::from(u8::from(i == c)));
        let axis = |c: usize| body.rotation.rotate(place.rotation.rotate(unit(c)));
        Self { axes: [axis(0), axis(1), axis(2)], origin: body.apply(place.position) }
    }
}

/// A rigid body in f64, moved by the network within a step of the engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyCopy {
    pub(super) pose: Pose,
    pub(super) velocity: V3,
    pub(super) angular_velocity: V3,
    /// 1/kg and 1/(kg·m²), in the world frame as it is at the start of the step; 0 for a body that nothing moves.
    pub(super) inverse_mass: f64,
    pub(super) inverse_inertia: [V3; 3],
    pub(super) acceleration: V3,
    pub(super) angular_acceleration: V3,
    /// The translation and rotation vector from here to where the engine has it, over a step: see
    /// [`follow`](Self::follow).
    lag: [V3; 2],
    /// At the end of the free motion of this sub-step.
    pub(super) predicted: Pose,
    /// The displacement and rotation vector by which impulses on positions have moved it in this sub-step.
    pub(super) moved: V3,
    pub(super) turned: V3,
    /// How it gave way to its contacts in the sub-step before, for the search in this one.
    pub(super) gave_way: [f64; 6],
    /// The impulse and, about the center of mass, the angular impulse of this step.
    pub(super) impulse: V3,
    pub(super) angular_impulse: V3,
}

impl BodyCopy {
    /// The copy of a body; `None` if a number of it is not finite or a mass is negative.
    pub(super) fn new(body: &Body<f32>) -> Option<Self> {
        let body = body.validate().ok()?;
        let wide = |v: [f32; 3]| v.map(f64::from);
        let pose = Pose {
            position: wide(body.position),
            rotation: Rotation::from_xyzw(body.rotation.xyzw().map(f64::from)),
        };
        Some(Self {
            pose,
            velocity: wide(body.velocity),
            angular_velocity: wide(body.angular_velocity),
            inverse_mass: f64::from(body.inverse_mass),
            inverse_inertia: body.inverse_inertia.rows.map(wide),
            acceleration: wide(body.load.acceleration),
            angular_acceleration: wide(body.load.angular_acceleration),
            lag: [[0.0; 3]; 2],
            predicted: pose,
            moved: [0.0; 3],
            turned: [0.0; 3],
            gave_way: [0.0; 6],
            impulse: [0.0; 3],
            angular_impulse: [0.0; 3],
        })
    }

    /// The same body standing still, which nothing moves.
    pub(super) fn frozen(self) -> Self {
        let zero = [0.0; 3];
        Self {
            velocity: zero,
            angular_velocity: zero,
            inverse_mass: 0.0,
            inverse_inertia: [zero; 3],
            acceleration: zero,
            angular_acceleration: zero,
            impulse: zero,
            angular_impulse: zero,
            lag: [zero; 2],
            ..self
        }
    }

    /// True if no impulse moves it.
    pub(super) fn is_fixed(&self) -> bool {
        self.inverse_mass == 0.0 && self.inverse_inertia == [[0.0; 3]; 3]
    }

    fn turn_by(&self, angular: V3) -> V3 {
        self.inverse_inertia.map(|row| dot(row, angular))
    }

    /// Starts where the copy `before` has ended. The engine has the body elsewhere if something else acts on it, or if it
    /// spreads impulses over its step in another way; [`catch_up`](Self::catch_up) closes the gap evenly in the next
    /// step of `dt` seconds, without a velocity. A gap of more than the body moves in a step is a jump.
    pub(super) fn follow(&mut self, before: &Self, dt: f64) {
        let gap = sub(self.pose.position, before.pose.position);
        let size = |v: V3| sprung::Real::sqrt(dot(v, v));
        let way = dt * (size(self.velocity) + size(before.velocity)) + MAX_GAP;
        let turn = self.pose.rotation.relative_to(&before.pose.rotation).to_rotation_vector();
        if size(gap) <= way && size(turn) <= MAX_TURN {
            self.pose = before.pose;
            self.lag = [gap, turn];
        }
    }

    /// Closes the part `part` of the gap to the body of the engine.
    pub(super) fn catch_up(&mut self, part: f64) {
        let [gap, turn] = self.lag;
        self.pose = self.pose.moved(scale(gap, part), scale(turn, part));
    }

    /// Free motion over `h` seconds: gravity and other loads, then the predicted pose.
    pub(super) fn predict(&mut self, h: f64) {
        self.velocity = add(self.velocity, scale(self.acceleration, h));
        self.angular_velocity = add(self.angular_velocity, scale(self.angular_acceleration, h));
        self.predicted = self.pose.moved(scale(self.velocity, h), scale(self.angular_velocity, h));
        (self.moved, self.turned) = ([0.0; 3], [0.0; 3]);
    }

    /// The velocity of a point at `arm` from the center of mass.
    pub(super) fn velocity_at(&self, arm: V3) -> V3 {
        add(self.velocity, cross(self.angular_velocity, arm))
    }

    /// By how much impulses on positions have moved the point at `arm` in this sub-step.
    #[inline(always)]
    pub(super) fn moved_at(&self, arm: V3) -> V3 {
        add(self.moved, cross(self.turned, arm))
    }

    /// The displacement and rotation vector by which impulses on positions have moved it in this sub-step.
    pub(super) fn moved_so_far(&self) -> [f64; 6] {
        let ([x, y, z], [u, v, w]) = (self.moved, self.turned);
        [x, y, z, u, v, w]
    }

    /// The inverse effective mass of the point at `arm` along a unit vector, 1/kg.
    pub(super) fn mobility(&self, arm: V3, direction: V3) -> f64 {
        let turning = cross(arm, direction);
        self.inverse_mass + dot(turning, self.turn_by(turning))
    }

    /// Moves the predicted pose by a push, kg·m, and its moment about the center of mass, kg·m², and changes the velocities
    /// by what they are in a sub-step of `h` seconds.
    pub(super) fn push_by(&mut self, push: V3, moment: V3, h: f64) {
        self.move_about_center(push, moment);
        self.push_about_center(scale(push, 1.0 / h), scale(moment, 1.0 / h));
    }

    /// Moves the predicted pose by an impulse times the sub-step, N·s².
    pub(super) fn push_position(&mut self, arm: V3, push: V3) {
        self.move_about_center(push, cross(arm, push));
    }

    fn move_about_center(&mut self, push: V3, moment: V3) {
        self.moved = add(self.moved, scale(push, self.inverse_mass));
        self.turned = add(self.turned, self.turn_by(moment));
    }

    /// Changes the velocities by an impulse at `arm`, N·s, and counts it.
    pub(super) fn push(&mut self, arm: V3, impulse: V3) {
        self.push_about_center(impulse, cross(arm, impulse));
    }

    fn push_about_center(&mut self, impulse: V3, angular: V3) {
        self.velocity = add(self.velocity, scale(impulse, self.inverse_mass));
        self.angular_velocity = add(self.angular_velocity, self.turn_by(angular));
        self.impulse = add(self.impulse, impulse);
        self.angular_impulse = add(self.angular_impulse, angular);
    }

    /// Takes over the pose of the end of the sub-step.
    pub(super) fn advance(&mut self) {
        self.pose = self.predicted.moved(self.moved, self.turned);
    }

    /// An upper bound of the largest eigenvalue of the inverse effective mass of a point in the body's frame, 1/kg: mean
    /// plus `√2` standard deviations, which no eigenvalue of a symmetric 3×3 matrix exceeds.
    pub(super) fn largest_mobility(&self, point: V3) -> f64 {
        let arm = self.pose.rotation.rotate(point);
        let unit = |c: usize| core::array::from_fn::<f64, 3, _>(|i| f64::from(u8::from(i == c)));
        let columns = [0, 1, 2].map(|c| {
            let turned = self.turn_by(cross(arm, unit(c)));
            add(cross(turned, arm), scale(unit(c), self.inverse_mass))
        });
        let mean = (columns[0][0] + columns[1][1] + columns[2][2]) / 3.0;
        let squares: f64 = columns.iter().map(|column| dot(*column, *column)).sum();
        let variance = (squares / 3.0 - mean * mean).max(0.0);
        mean + sprung::Real::sqrt(2.0 * variance)
    }

    /// What the network has given the body in this step.
    pub(super) fn total(&self) -> Impulse<f32> {
        Impulse { linear: narrow(self.impulse), angular: narrow(self.angular_impulse) }
    }

    /// The body where it is at the end of the step, with its inertia turned along.
    pub(super) fn body(&self, at_start: &Body<f32>) -> Body<f32> {
        let start = Rotation::from_xyzw(at_start.rotation.xyzw().map(f64::from));
        // Row by row, then column by column: R · I⁻¹ · Rᵀ.
        let turn = self.pose.rotation.relative_to(&start);
        let half = self.inverse_inertia.map(|row| turn.rotate(row));
        let columns = [0, 1, 2].map(|c| turn.rotate([half[0][c], half[1][c], half[2][c]]));
        Body {
            position: narrow(self.pose.position),
            rotation: Rotation::from_xyzw(self.pose.rotation.xyzw().map(|c| c as f32)),
            velocity: narrow(self.velocity),
            angular_velocity: narrow(self.angular_velocity),
            inverse_inertia: Matrix3 { rows: columns.map(narrow) },
            ..*at_start
        }
    }
}

/// The numbers of a vector in f32, the largest that it has where they are beyond.
fn narrow(v: V3) -> [f32; 3] {
    v.map(|c| (c as f32).clamp(f32::MIN, f32::MAX))
}
