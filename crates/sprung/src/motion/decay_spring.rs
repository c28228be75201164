//! The decay spring: an offset that decays to zero, for inertialization.

use crate::coefficients::SpringStep;
use crate::motion::critical_spring::critical_frequency;
use crate::state::State;
use crate::vector::Vector;

/// Fades an offset and its velocity to zero by a critical spring: the simple spring with its goal at the origin.
///
/// `halflife` is the true one; half-life and `dt` as in [`simple_spring`](crate::motion::simple_spring). Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*.
///
/// ```
/// use sprung::{State, motion::decay_spring};
///
/// let offset = State::new([1.0f64, -2.0], [0.0, 3.0]);
/// let gone = decay_spring(offset, 0.1, 3.0);
/// assert!(gone.position[0].abs() < 1e-15 && gone.velocity[1].abs() < 1e-15);
/// ```
#[doc(alias = "decay_spring_damper_exact")]
#[inline]
#[must_use]
pub fn decay_spring<V: Vector>(offset: State<V>, halflife: V::Scalar, dt: V::Scalar) -> State<V> {
    SpringStep::critical(critical_frequency(halflife), dt).apply(offset, V::ZERO)
}
