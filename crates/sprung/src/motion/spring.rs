//! The damped spring: a value that is pulled to its goal and keeps its velocity.

use crate::params::Spring;
use crate::state::State;
use crate::vector::Vector;

/// Moves a state towards a held goal by a damped spring, exactly, at every frame rate.
///
/// A `dt` that is 0, negative or NaN changes nothing; an infinite one ends at rest on the goal, or changes nothing where
/// there is no damping. One step for one state; for many states share a [`SpringStep`](crate::SpringStep), for a goal that moves take
/// [`Spring::follow_step`] or [`Spring::track_step`].
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*; R. Juckett, *Damped Springs*.
///
/// ```
/// use sprung::{Spring, State, motion::spring};
///
/// let bouncy = Spring::from_frequency(2.0, 0.3)?;
/// let mut door = State::at_rest(0.0f64);
/// for _ in 0..600 {
///     door = spring(door, 90.0, &bouncy, 1.0 / 60.0);
/// }
/// assert!((door.position - 90.0).abs() < 1e-6);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("spring_damper_exact_ratio", "FloatSpringInterp", "VectorSpringInterp"))]
#[doc(alias("SpringDamper", "damped harmonic oscillator", "spring_damper_exact"))]
#[inline]
pub fn spring<V: Vector>(
    state: State<V>,
    goal: V,
    spring: &Spring<V::Scalar>,
    dt: V::Scalar,
) -> State<V> {
    spring.step(dt).apply(state, goal)
}
