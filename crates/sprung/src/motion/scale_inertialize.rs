//! Inertialization of a scale: switch to the new animation at once, and fade out the ratio to the old one.

use crate::coefficients::SpringStep;
use crate::motion::scale_spring::{in_log, out_of_log};
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// A ratio between two animations' scales (> 0) that fades by a spring, each axis by itself.
///
/// The offset is the logarithm of the ratio and its rate, so that what is seen is the product and never passes 0.
/// A scale that is not above 0 has no logarithm and gives NaN on its axis alone.
/// Source: as [`Inertialization`](crate::motion::Inertialization), in the log space of
/// [`scale_spring`](crate::motion::scale_spring).
///
/// ```
/// use sprung::{SpringStep, State, motion::ScaleInertialization};
///
/// let (small, large) = (State::at_rest([1.0f64]), State::at_rest([4.0]));
/// let mut fade = ScaleInertialization::default();
/// fade.switch(small, large);
/// assert!((fade.over(large).position[0] - 1.0).abs() < 1e-15);
/// fade.update(&SpringStep::critical(1.678_346_990_016_660_6, 1.0));
/// assert!((fade.over(large).position[0] - 2.0).abs() < 1e-14);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaleInertialization<R, const N: usize> {
    /// What is added to the logarithm of the animation's scale.
    pub offset: State<[R; N]>,
}

impl<R: Real, const N: usize> Default for ScaleInertialization<R, N> {
    fn default() -> Self {
        ScaleInertialization { offset: State::at_rest([R::ZERO; N]) }
    }
}

impl<R: Real, const N: usize> ScaleInertialization<R, N> {
    /// Switches from one animation to another: their ratio joins what is left of the offset.
    pub fn switch(&mut self, from: State<[R; N]>, to: State<[R; N]>) {
        let (from, to) = (in_log(from), in_log(to));
        self.offset = State::new(
            self.offset.position.plus(from.position.minus(to.position)),
            self.offset.velocity.plus(from.velocity.minus(to.velocity)),
        );
    }

    /// Fades the offset by one step; share the step among all that fade alike.
    #[inline]
    pub fn update(&mut self, step: &SpringStep<R>) {
        self.offset = step.apply(self.offset, [R::ZERO; N]);
    }

    /// The animation with the offset over it.
    #[must_use]
    pub fn over(&self, animation: State<[R; N]>) -> State<[R; N]> {
        let State { position, velocity } = in_log(animation);
        out_of_log(State::new(
            position.plus(self.offset.position),
            velocity.plus(self.offset.velocity),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_scale_goes_on_with_its_speed() {
        let step = SpringStep::critical(9.0, 0.05);
        let (one, two) =
            (State::new([1.0f64, 3.0], [0.5, -1.0]), State::new([8.0, 0.1], [2.0, 0.3]));
        let mut fade = ScaleInertialization::default();
        fade.switch(one, two);
        fade.update(&step);
        let seen = fade.over(two);
        fade.switch(two, one);
        let after = fade.over(one);
        assert!(seen.position.minus(after.position).length() < 1e-14);
        assert!(seen.velocity.minus(after.velocity).length() < 1e-13);
    }

    #[test]
    fn a_scale_of_nothing_spoils_only_its_own_axis() {
        let mut fade = ScaleInertialization::default();
        fade.switch(State::at_rest([-1.0f64, 2.0]), State::at_rest([1.0, 4.0]));
        let seen = fade.over(State::at_rest([1.0, 4.0])).position;
        assert!(seen[0].is_nan() && (seen[1] - 2.0).abs() < 1e-15);
    }
}
