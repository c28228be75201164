//! Inertialization of a scale: switch to the new animation at once, and fade out the ratio to the old one.

use crate::coefficients::SpringStep;
use crate::math::log_scale::{scaled_by_log, within_range};
use crate::motion::scale_spring::in_log;
use crate::real::Real;
use crate::state::State;

/// An offset between two animations' scales that fades by a spring, each axis by itself.
///
/// Between scales of one sign it is the logarithm of their ratio and its rate: what is seen is the product and never
/// passes 0. Where a scale is 0 or the signs differ there is no ratio, and the offset is the difference; so it is where
/// the ratio changes by more than `e³²` per second, as a scale does that comes from 0.
/// Values that would overflow are the largest finite number. Without an offset the animation is unchanged bit for bit.
/// Source: as [`Inertialization`](crate::motion::Inertialization), in the log space of
/// [`scale_spring`](crate::motion::scale_spring).
///
/// ```
/// use sprung::{SpringStep, State, motion::ScaleInertialization};
///
/// let (small, large) = (State::at_rest([1.0f64]), State::at_rest([4.0]));
/// let mut fade = ScaleInertialization::default();
/// fade.transition(small, large);
/// assert!((fade.apply(large).position[0] - 1.0).abs() < 1e-15);
/// fade.update(&SpringStep::critical(1.678_346_990_016_660_6, 1.0));
/// assert!((fade.apply(large).position[0] - 2.0).abs() < 1e-14);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "[R; N]: serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "[R; N]: serde::Deserialize<'de>")))]
#[doc(alias("SpringInertializeApplyScale", "SpringInertializeTransitionScale"))]
pub struct ScaleInertialization<R, const N: usize> {
    /// The logarithm of the ratio that multiplies the animation's scale, and its rate.
    pub offset: State<[R; N]>,
    /// The difference that is added to the product, where there is no ratio.
    pub difference: State<[R; N]>,
}

impl<R: Real, const N: usize> Default for ScaleInertialization<R, N> {
    fn default() -> Self {
        let none = State::at_rest([R::ZERO; N]);
        ScaleInertialization { offset: none, difference: none }
    }
}

impl<R: Real, const N: usize> ScaleInertialization<R, N> {
    /// Starts a transition from one animation to another: the output stays continuous.
    pub fn transition(&mut self, from: State<[R; N]>, to: State<[R; N]>) {
        let seen = self.apply(from);
        let zero = State::at_rest(R::ZERO);
        for axis in 0..N {
            let (seen, to) = (seen.along(axis), to.along(axis));
            let ratio = in_log(seen, to.position)
                .map(|log| State::new(log.position, log.velocity - to.velocity / to.position))
                .filter(|log| log.velocity.abs() <= R::from_f64(MAX_LOG_RATE));
            let difference = seen.minus(to);
            let (ratio, difference) = ratio.map_or((zero, difference), |ratio| (ratio, zero));
            self.offset.set_along(axis, ratio);
            self.difference.set_along(axis, difference);
        }
    }

    /// Fades the offset by one step; share the step among all offsets with the same spring.
    #[inline]
    pub fn update(&mut self, step: &SpringStep<R>) {
        self.offset = step.apply(self.offset, [R::ZERO; N]);
        self.difference = step.apply(self.difference, [R::ZERO; N]);
    }

    /// Returns the animation plus the offset.
    pub fn apply(&self, animation: State<[R; N]>) -> State<[R; N]> {
        let mut seen = animation;
        for axis in 0..N {
            let scale = animation.along(axis);
            let (log, difference) = (self.offset.along(axis), self.difference.along(axis));
            let rate = scale.velocity + scale.position * log.velocity;
            let moved = State::new(
                scaled_by_log(scale.position, log.position) + difference.position,
                scaled_by_log(rate, log.position) + difference.velocity,
            );
            let moved = State::new(within_range(moved.position), within_range(moved.velocity));
            seen.set_along(axis, moved);
        }
        seen
    }
}

/// Logarithms per second: beyond this rate an offset is kept as a difference.
const MAX_LOG_RATE: f64 = 32.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::Vector;

    #[test]
    fn an_interrupted_scale_goes_on_with_its_speed() {
        let step = SpringStep::critical(9.0, 0.05);
        let (one, two) =
            (State::new([1.0f64, 3.0], [0.5, -1.0]), State::new([8.0, 0.1], [2.0, 0.3]));
        let mut fade = ScaleInertialization::default();
        fade.transition(one, two);
        fade.update(&step);
        let seen = fade.apply(two);
        fade.transition(two, one);
        let after = fade.apply(one);
        assert!(seen.position.minus(after.position).length() < 1e-14);
        assert!(seen.velocity.minus(after.velocity).length() < 1e-13);
    }

    #[test]
    fn mirrored_and_vanished_scales_go_on_with_their_speed_and_stay_finite() {
        let values = [-1.0f64, 2.0, 0.0, -0.0, 1e-300, 5e-324, -1e200];
        let step = SpringStep::critical(9.0, 1.0 / 60.0);
        for from in values {
            for to in values {
                let one = State::new([from], [0.5]);
                let two = State::new([to], [-0.25]);
                let mut fade = ScaleInertialization::default();
                fade.transition(one, two);
                let seen = fade.apply(two);
                let size = from.abs().max(to.abs()).max(1.0);
                let [apart, slower] =
                    [seen.position[0] - from, seen.velocity[0] - 0.5].map(|x| x.abs() / size);
                assert!(apart < 1e-13 && slower < 1e-13, "{from} {to}: {seen:?}");
                for _ in 0..600 {
                    fade.update(&step);
                    let seen = fade.apply(two);
                    assert!(seen.position[0].is_finite() && seen.velocity[0].is_finite());
                }
                assert!((fade.apply(two).position[0] - to).abs() <= 1e-12 * size);
            }
        }
        let mut mirrored = ScaleInertialization::default();
        mirrored.transition(State::at_rest([-1.0f64, 1.0]), State::at_rest([-4.0, 4.0]));
        mirrored.update(&SpringStep::critical(1.678_346_990_016_660_6, 1.0));
        let seen = mirrored.apply(State::at_rest([-4.0, 4.0])).position;
        assert!((seen[0] + 2.0).abs() < 1e-14 && (seen[1] - 2.0).abs() < 1e-14);
    }

    #[test]
    fn a_scale_that_is_nan_spoils_only_its_own_axis() {
        let mut fade = ScaleInertialization::default();
        fade.transition(State::at_rest([f64::NAN, 2.0]), State::at_rest([1.0, 4.0]));
        let seen = fade.apply(State::at_rest([1.0, 4.0])).position;
        assert!(seen[0].is_nan() && (seen[1] - 2.0).abs() < 1e-15);
    }
}
