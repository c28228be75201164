//! Svelte's `Spring`: stiffness and damping in 0 … 1, the fractions of offset and velocity removed in each 1/60 s.
//!
//! At 60 frames per second its update is the symplectic Euler step of Nissen's coefficients, `C_s = stiffness`,
//! `C_d = damping`, so the exact discretization of [`SoftCoefficients`] gives the spring that it follows there.
//! What differs from the spring: at any other frame rate it is another one; the first step from rest goes about twice as far.
//!
//! Source: the public documentation and source of Svelte 5.

use crate::coefficients::SoftCoefficients;
use crate::error::{Result, require};
use crate::params::Spring;
use crate::real::Real;

/// The spring that Svelte's follows at 60 frames per second, from stiffness and damping in 0 … 1.
///
/// ```
/// let spring = sprung::convert::svelte::from_stiffness_and_damping(0.1, 0.25)?;
/// assert!(spring.damping_ratio() < 1.0f64);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A stiffness outside 0 … 1, a damping that is not at least 0 and below 1 (unless both are 1: at rest in one frame).
pub fn from_stiffness_and_damping<R: Real>(stiffness: R, damping: R) -> Result<Spring<R>> {
    require(stiffness >= R::ZERO && stiffness <= R::ONE, "stiffness", stiffness, "in 0 to 1")?;
    let ends = stiffness == R::ONE && damping == R::ONE;
    let in_range = damping >= R::ZERO && (damping < R::ONE || ends);
    require(in_range, "damping", damping, ">= 0 and < 1, or 1 with stiffness 1")?;
    SoftCoefficients { c_s: stiffness, c_d: damping }.to_spring(frame())
}

/// Svelte's stiffness and damping for a spring at 60 frames per second.
pub fn stiffness_and_damping<R: Real>(spring: &Spring<R>) -> (R, R) {
    let fraction = SoftCoefficients::exact(spring, frame());
    (fraction.c_s, fraction.c_d)
}

fn frame<R: Real>() -> R {
    R::ONE / R::from_f64(60.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    #[test]
    fn sixty_frames_per_second_of_its_update_fall_as_the_spring_does() {
        // Its update: velocity is the last move, acceleration (stiffness·offset − damping·velocity), per frame.
        let (stiffness, damping) = (0.1, 0.25);
        let spring = from_stiffness_and_damping(stiffness, damping).unwrap();
        let (mut last, mut now) = (0.0f64, 0.0f64);
        let mut samples = std::vec::Vec::new();
        for _ in 0..60 {
            let velocity = now - last;
            let next = now + velocity + stiffness * (1.0 - now) - damping * velocity;
            (last, now) = (now, next);
            samples.push(1.0 - now);
        }
        // From any two samples on, the exact spring goes through all the others.
        let step = spring.step(1.0 / 60.0);
        let [[xx, xv], _] = step.matrix();
        let mut state = State::new(samples[0], (samples[1] - xx * samples[0]) / xv);
        for sample in &samples {
            assert!((state.position - sample).abs() < 1e-13, "{} {sample}", state.position);
            state = step.apply(state, 0.0);
        }
    }

    #[test]
    fn stiffness_and_damping_read_back() {
        let spring = from_stiffness_and_damping(0.15f64, 0.8).unwrap();
        let (stiffness, damping) = stiffness_and_damping(&spring);
        assert!((stiffness - 0.15).abs() < 1e-14 && (damping - 0.8).abs() < 1e-14);
    }
}
