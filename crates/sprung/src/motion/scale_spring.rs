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
    let mut moved = state;
    for (axis, &goal) in goal.iter().enumerate() {
        let scale = state.position[axis];
        let in_log = State::new(to_log(scale), state.velocity[axis] / scale);
        let next = step.apply(in_log, to_log(goal));
        moved.position[axis] = from_log(next.position);
        moved.velocity[axis] = next.velocity * moved.position[axis];
    }
    moved
}
