//! A moving frame of reference, and motions that are carried over from one to another.

use crate::motion::rotation_state::RotationState;
use crate::motion::spring_value::SpringValue;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A frame of reference in its parent: origin, rotation and scale per axis, each with its rate of change.
///
/// A point `x` of the frame is at `p = o + R·(s∘x)` in the parent and moves at `p′ = o′ + ω × (p − o) + R·(s∘x′ + s′∘x)`.
/// When a motion changes its frame (a new layout, another parent, a shifted origin, another scale), [`carry`](Self::carry) gives
/// the state in the new frame that looks the same from outside at that moment: nothing jumps, position and velocity, and
/// the spring goes on in the new frame. Frames of several levels: carry out with `to_parent`, in with `to_local`.
///
/// Two-dimensional motions have `z = 0`, and rotate about z: see [`planar`](Self::planar). On an axis of scale 0 all points are seen at one place: the way
/// back gives 0 there, at rest.
///
/// Accuracy: to and fro within 1e-14 (`f64`) and 1e-6 (`f32`) of the size of the numbers over the smallest scale.
///
/// ```
/// use sprung::motion::{ReferenceFrame, SpringValue};
/// use sprung::State;
///
/// // A card on a list that scrolls by 300 per second is dragged over to a panel at rest, drawn at half size.
/// let list = ReferenceFrame {
///     origin: State::new([40.0f64, 200.0, 0.0], [0.0, -300.0, 0.0]),
///     ..ReferenceFrame::default()
/// };
/// let panel = ReferenceFrame { scale: State::at_rest([0.5; 3]), ..ReferenceFrame::default() };
/// let mut card = SpringValue::new([10.0, 20.0, 0.0]);
/// card.change_frame(&list, &panel);
/// assert_eq!((card.value(), card.velocity()), ([100.0, 440.0, 0.0], [0.0, -600.0, 0.0]));
/// ```
#[doc(alias("re-parent", "reparent", "FLIP", "floating origin", "layout", "coordinate space"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ReferenceFrame<R> {
    /// The origin in the parent, and its velocity.
    pub origin: State<[R; 3]>,
    /// The rotation in the parent, and its angular velocity in the frame of the parent.
    #[cfg_attr(feature = "serde", serde(bound = "R: crate::Real"))]
    pub rotation: RotationState<R>,
    /// The units of the parent per unit of the frame along each axis of the frame, and their rate of change.
    pub scale: State<[R; 3]>,
}

impl<R: Real> Default for ReferenceFrame<R> {
    /// Returns the frame of the parent itself.
    fn default() -> Self {
        ReferenceFrame {
            origin: State::at_rest([R::ZERO; 3]),
            rotation: RotationState::default(),
            scale: State::at_rest([R::ONE; 3]),
        }
    }
}

impl<R: Real> ReferenceFrame<R> {
    /// A frame in the plane: its origin, its angle (rad, from x to y) and its scale per axis, each with its rate of change.
    ///
    /// ```
    /// use core::f64::consts::FRAC_PI_2;
    /// use sprung::{State, motion::ReferenceFrame};
    ///
    /// let turned = State::new(FRAC_PI_2, 1.0);
    /// let frame = ReferenceFrame::planar(State::at_rest([5.0, 0.0]), turned, State::at_rest([2.0; 2]));
    /// let seen = frame.to_parent(State::at_rest([3.0, 0.0, 0.0]));
    /// assert!((seen.position[1] - 6.0).abs() < 1e-14 && (seen.velocity[0] + 6.0).abs() < 1e-14);
    /// ```
    pub fn planar(origin: State<[R; 2]>, angle: State<R>, scale: State<[R; 2]>) -> Self {
        let about_z = |angle| [R::ZERO, R::ZERO, angle];
        let turn = Rotation::from_rotation_vector(about_z(angle.position));
        let [sx, sy] = scale.position;
        let scale = State::new([sx, sy, R::ONE], lifted(scale).velocity);
        let rotation = RotationState::new(turn, about_z(angle.velocity));
        ReferenceFrame { origin: lifted(origin), rotation, scale }
    }

    /// Returns a point of the frame as the parent sees it.
    pub fn to_parent(&self, point: State<[R; 3]>) -> State<[R; 3]> {
        let scaled = self.scale_to_parent(point);
        let turn = &self.rotation.rotation;
        let arm = turn.rotate(scaled.position);
        let swept = cross(self.rotation.angular_velocity, arm);
        let relative = State::new(arm, turn.rotate(scaled.velocity).plus(swept));
        self.origin.plus(relative)
    }

    /// Returns a point of the parent as the frame sees it.
    pub fn to_local(&self, point: State<[R; 3]>) -> State<[R; 3]> {
        let State { position: arm, velocity } = point.minus(self.origin);
        let back = self.rotation.rotation.inverse();
        let swept = cross(self.rotation.angular_velocity, arm);
        self.scale_to_local(State::new(back.rotate(arm), back.rotate(velocity.minus(swept))))
    }

    /// Returns a rotation in the frame as the parent sees it. The scale, which would shear it, does not count.
    pub fn rotation_to_parent(&self, state: RotationState<R>) -> RotationState<R> {
        let turn = &self.rotation;
        let spin = turn.rotation.rotate(state.angular_velocity);
        let rotation = state.rotation.then(&turn.rotation);
        RotationState::new(rotation, turn.angular_velocity.plus(spin))
    }

    /// Returns a rotation in the parent as the frame sees it. The scale does not count.
    pub fn rotation_to_local(&self, state: RotationState<R>) -> RotationState<R> {
        let back = self.rotation.rotation.inverse();
        let spin = state.angular_velocity.minus(self.rotation.angular_velocity);
        RotationState::new(state.rotation.then(&back), back.rotate(spin))
    }

    /// Returns a scale per axis of the frame as the parent sees it, where both are along the same axes: the product.
    pub fn scale_to_parent(&self, state: State<[R; 3]>) -> State<[R; 3]> {
        let by = &self.scale;
        each_axis(|i| {
            let (x, v) = (state.position[i], state.velocity[i]);
            (by.position[i] * x, by.position[i] * v + by.velocity[i] * x)
        })
    }

    /// Returns a scale per axis of the parent as the frame sees it: the quotient.
    pub fn scale_to_local(&self, state: State<[R; 3]>) -> State<[R; 3]> {
        let by = &self.scale;
        each_axis(|i| {
            if by.position[i] == R::ZERO {
                return (R::ZERO, R::ZERO);
            }
            let x = state.position[i] / by.position[i];
            (x, (state.velocity[i] - by.velocity[i] * x) / by.position[i])
        })
    }

    /// Returns the state in another frame of the same parent that looks the same from the parent.
    pub fn carry(&self, point: State<[R; 3]>, to: &Self) -> State<[R; 3]> {
        to.to_local(self.to_parent(point))
    }

    /// Returns the rotation in another frame of the same parent that looks the same from the parent.
    pub fn carry_rotation(&self, state: RotationState<R>, to: &Self) -> RotationState<R> {
        to.rotation_to_local(self.rotation_to_parent(state))
    }

    /// Returns the scale per axis in another frame of the same parent that looks the same from the parent.
    pub fn carry_scale(&self, state: State<[R; 3]>, to: &Self) -> State<[R; 3]> {
        to.scale_to_local(self.scale_to_parent(state))
    }
}

impl<R: Real> SpringValue<[R; 3]> {
    /// Carries value, velocity and goal over to another frame of the same parent: see [`ReferenceFrame`]. The goal keeps
    /// its place in the parent; set another where it stays with the new frame.
    pub fn change_frame(&mut self, from: &ReferenceFrame<R>, to: &ReferenceFrame<R>) {
        let goal = from.carry(State::at_rest(self.goal()), to).position;
        self.set_state(from.carry(self.state(), to));
        self.set_goal(goal);
    }
}

impl<R: Real> SpringValue<[R; 2]> {
    /// Carries value, velocity and goal over to another frame of the same parent, as for three dimensions with `z = 0`; what
    /// a frame turns out of the plane is dropped.
    ///
    /// ```
    /// use sprung::motion::{ReferenceFrame, SpringValue};
    /// use sprung::State;
    ///
    /// // A layout moves a list 80 down while an entry slides in it: the entry stays where it is seen.
    /// let none = State::at_rest(0.0f64);
    /// let list = |y| ReferenceFrame::planar(State::at_rest([0.0, y]), none, State::at_rest([1.0; 2]));
    /// let mut entry = SpringValue::new([12.0, 300.0]);
    /// entry.change_frame(&list(100.0), &list(180.0));
    /// assert_eq!(entry.value(), [12.0, 220.0]);
    /// ```
    pub fn change_frame(&mut self, from: &ReferenceFrame<R>, to: &ReferenceFrame<R>) {
        let carried = |state| {
            let State { position: [x, y, _], velocity: [vx, vy, _] } =
                from.carry(lifted(state), to);
            State::new([x, y], [vx, vy])
        };
        let goal = carried(State::at_rest(self.goal())).position;
        self.set_state(carried(self.state()));
        self.set_goal(goal);
    }
}

impl<R: Real> SpringValue<Rotation<R>> {
    /// Carries rotation, angular velocity and goal over to another frame of the same parent, as for a point.
    pub fn change_frame(&mut self, from: &ReferenceFrame<R>, to: &ReferenceFrame<R>) {
        let goal = from.carry_rotation(RotationState::at_rest(self.goal()), to).rotation;
        self.set_state(from.carry_rotation(self.state(), to));
        self.set_goal(goal);
    }
}

/// A state of the plane in space.
fn lifted<R: Real>(State { position: [x, y], velocity: [vx, vy] }: State<[R; 2]>) -> State<[R; 3]> {
    State::new([x, y, R::ZERO], [vx, vy, R::ZERO])
}

fn each_axis<R: Real>(axis: impl Fn(usize) -> (R, R)) -> State<[R; 3]> {
    let [x, y, z] = [0, 1, 2].map(axis);
    State::new([x.0, y.0, z.0], [x.1, y.1, z.1])
}

fn cross<R: Real>(a: [R; 3], b: [R; 3]) -> [R; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
