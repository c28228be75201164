//! The stitcher of rotations: plays chunks of motion one after another without a jump at the seams.

use crate::coefficients::SpringStep;
use crate::motion::rotation_inertialize::RotationInertialization;
use crate::motion::rotation_state::RotationState;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::vector::Vector;

/// Chunks of planned rotations played as one.
///
/// As [`Stitcher`](crate::motion::Stitcher), with the fade of [`RotationInertialization`] and the angle of a step in place
/// of its way.
///
/// ```
/// use sprung::motion::{RotationState, RotationStitcher};
/// use sprung::{Rotation, Spring};
///
/// let about_y = |angle: f64| RotationState::at_rest(Rotation::from_rotation_vector([0.0, angle, 0.0]));
/// let step = Spring::from_halflife(0.1, 1.0)?.step(1.0 / 60.0);
/// let mut head = RotationStitcher::new(about_y(0.0));
/// head.update(about_y(0.02), &step);
/// head.switch(about_y(0.5));
/// assert!((head.shown().rotation.to_rotation_vector()[1] - 0.02).abs() < 1e-12);
/// let shown = head.update(about_y(0.5), &step).rotation.to_rotation_vector()[1];
/// assert!(shown > 0.02 && shown <= 0.04 + 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, bound(serialize = "R: Real + serde::Serialize"))
)]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: Real + serde::Deserialize<'de>")))]
pub struct RotationStitcher<R> {
    fade: RotationInertialization<R>,
    shown: RotationState<R>,
    chunk: Rotation<R>,
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::fastest"))]
    fastest: R,
}

impl<R: Real> RotationStitcher<R> {
    /// Begins with the first state of the first chunk.
    pub fn new(chunk: RotationState<R>) -> Self {
        let fade = RotationInertialization::default();
        RotationStitcher { fade, shown: chunk, chunk: chunk.rotation, fastest: R::ZERO }
    }

    /// Returns what was shown last.
    pub const fn shown(&self) -> RotationState<R> {
        self.shown
    }

    /// Goes over to another chunk, given by its state now, at the time of the last step.
    pub fn switch(&mut self, chunk: RotationState<R>) {
        (self.fade.offset, _) = self.shown.offset_from(&chunk);
        self.chunk = chunk.rotation;
    }

    /// Moves on by one step to the chunk's state at its end, and returns what is shown.
    ///
    /// A step of no time changes nothing; an infinite one shows the chunk.
    pub fn update(&mut self, chunk: RotationState<R>, step: &SpringStep<R>) -> RotationState<R> {
        let dt = step.dt();
        if !(dt > R::ZERO) {
            return self.shown;
        }
        let turn = |to: &Rotation<R>, from: &Rotation<R>| to.relative_to(from).to_rotation_vector();
        let speed = turn(&chunk.rotation, &self.chunk).length() / dt;
        if speed.is_finite() {
            self.fastest = self.fastest.max(speed);
        }
        self.chunk = chunk.rotation;
        self.fade.update(step);
        let free = self.fade.apply(chunk);
        let (from, most) = (self.shown.rotation, self.fastest * dt);
        let way = turn(&free.rotation, &from);
        self.shown = free;
        let angle = way.length();
        if dt < R::MAX && angle > most {
            let part = Rotation::from_rotation_vector(way.times(most / angle));
            let spin = free.angular_velocity;
            let fraction = (self.fastest / spin.length()).min(R::ONE);
            self.shown = RotationState::new(from.then(&part).normalized(), spin.times(fraction));
            (self.fade.offset, _) = self.shown.offset_from(&chunk);
        }
        self.shown
    }
}
