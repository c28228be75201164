//! The stitcher: plays chunks of motion one after another without a jump at the seams.

use crate::coefficients::SpringStep;
use crate::motion::inertialize::Inertialization;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// Chunks of planned motion played as one: clips, snapshots from a network, predictions of a policy.
///
/// A chunk may end, be replaced or be planned again at any time: [`switch`](Self::switch) takes the new chunk's state at
/// that moment, and what is shown goes on from where it is with the velocity it has. The offset from the chunk fades by a
/// spring, as in [`Inertialization`]; unlike there the old chunk is needed no more. And what is shown is never faster than
/// the chunks themselves have been: where chunk and offset move in the same direction the fade waits.
///
/// Position and velocity go on unbroken through every seam, to rounding. In each step what is shown covers at most the
/// greatest speed of the chunks until then (way over time, per step) times `dt`. While the fade waits it depends on the
/// frame rate to first order, otherwise it is exact. For rotations see [`RotationStitcher`](crate::motion::RotationStitcher).
/// Source of the fade: D. Bollo, *Inertialization: High-Performance Animation Transitions*.
///
/// ```
/// use sprung::{Spring, State, motion::Stitcher};
///
/// // Two plans of 1 unit/s, the second 0.3 ahead of the first.
/// let plan = |ahead: f64, frame: i32| State::new(ahead + f64::from(frame) / 60.0, 1.0);
/// let step = Spring::from_halflife(0.1, 1.0)?.step(1.0 / 60.0);
/// let mut arm = Stitcher::new(plan(0.0, 0));
/// for frame in 1..300 {
///     let before = arm.shown().position;
///     if frame == 30 {
///         arm.switch(plan(0.3, 29));
///     }
///     let ahead = if frame < 30 { 0.0 } else { 0.3 };
///     let shown = arm.update(plan(ahead, frame), &step);
///     assert!(shown.position - before <= 1.0 / 60.0 + 1e-12);
/// }
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("action chunking", "blend chunks", "motion stitching"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stitcher<V: Vector> {
    fade: Inertialization<V>,
    shown: State<V>,
    /// The chunk at the last step or seam.
    chunk: V,
    /// The greatest speed of the chunks until now.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::fastest"))]
    fastest: V::Scalar,
}

impl<V: Vector> Stitcher<V> {
    /// Begins with the first state of the first chunk.
    pub fn new(chunk: State<V>) -> Self {
        let fade = Inertialization { offset: State::at_rest(V::ZERO) };
        Stitcher { fade, shown: chunk, chunk: chunk.position, fastest: V::Scalar::ZERO }
    }

    /// Returns what was shown last.
    pub const fn shown(&self) -> State<V> {
        self.shown
    }

    /// Returns the offset of what is shown from the chunk.
    pub const fn offset(&self) -> State<V> {
        self.fade.offset
    }

    /// Goes over to another chunk, given by its state now, at the time of the last step.
    pub fn switch(&mut self, chunk: State<V>) {
        self.fade.offset = self.shown.minus(chunk);
        self.chunk = chunk.position;
    }

    /// Moves on by one step to the chunk's state at its end, and returns what is shown.
    ///
    /// A step of no time changes nothing; an infinite one shows the chunk.
    pub fn update(&mut self, chunk: State<V>, step: &SpringStep<V::Scalar>) -> State<V> {
        let dt = step.dt();
        if !(dt > V::Scalar::ZERO) {
            return self.shown;
        }
        let speed = chunk.position.minus(self.chunk).length() / dt;
        if speed.is_finite() {
            self.fastest = self.fastest.max(speed);
        }
        self.chunk = chunk.position;
        self.fade.update(step);
        let free = self.fade.apply(chunk);
        let (from, most) = (self.shown.position, self.fastest * dt);
        let way = free.position.minus(from);
        self.shown = free;
        if dt < V::Scalar::MAX && way.length() > most {
            let velocity = within(free.velocity, self.fastest);
            self.shown = State::new(from.plus(within(way, most)), velocity);
            self.fade.offset = self.shown.minus(chunk);
        }
        self.shown
    }
}

/// A vector at most this long.
fn within<V: Vector>(vector: V, most: V::Scalar) -> V {
    let length = vector.length();
    if length > most { vector.times(most / length) } else { vector }
}
