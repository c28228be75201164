//! Springs for scales: in log space, where doubling and halving are equally far.

use crate::coefficients::SpringStep;
use crate::math::log_scale::{from_log, to_log};
use crate::real::Real;
use crate::state::State;

/// Moves a scale (> 0) to its goal by a spring on its logarithm: never passes through 0, however far it overshoots.
///
/// Position is the scale, velocity its rate per second. A uniform scale is `[s]`, one per axis `[sx, sy, sz]`: axes do
/// not mix. A scale that is not above 0 has no logarithm and gives NaN on its axis alone.
///
/// ```
/// use sprung::{Spring, State, motion::scale_spring};
///
/// let step = Spring::from_halflife(0.1, 1.0)?.step(0.1);
/// let half = scale_spring(State::at_rest([1.0, 4.0f64]), [4.0, 1.0], &step);
/// assert!((half.position[0] - 2.0).abs() < 1e-13 && (half.position[1] - 2.0).abs() < 1e-13);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[must_use]
pub fn scale_spring<R: Real, const N: usize>(
    state: State<[R; N]>,
    goal: [R; N],
    step: &SpringStep<R>,
) -> State<[R; N]> {
    let goal = in_log(State::at_rest(goal)).position;
    out_of_log(step.apply(in_log(state), goal))
}

/// The logarithm of a scale and its rate, axis by axis.
pub(super) fn in_log<R: Real, const N: usize>(scale: State<[R; N]>) -> State<[R; N]> {
    let rate = |axis| scale.velocity[axis] / scale.position[axis];
    State::new(scale.position.map(to_log), core::array::from_fn(rate))
}

/// The scale and its rate that a logarithm and its rate mean, axis by axis.
pub(super) fn out_of_log<R: Real, const N: usize>(log: State<[R; N]>) -> State<[R; N]> {
    let position = log.position.map(from_log);
    State::new(position, core::array::from_fn(|axis| log.velocity[axis] * position[axis]))
}
