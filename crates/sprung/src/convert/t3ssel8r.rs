//! t3ssel8r's second-order dynamics: frequency `f`, damping ratio `z` and initial response `r`.
//!
//! `y + k₁y′ + k₂y″ = x + k₃x′` with `k₁ = ζ/(πf)`, `k₂ = 1/(2πf)²`, `k₃ = rζ/(2πf)`: the spring of `f` and `ζ` whose goal
//! counts with `r/2` of its velocity. `r = 0` is [`Spring::follow_step`] (a goal that moves is lagged behind), `r = 2` is
//! [`Spring::track_step`] (no lag); a goal that jumps by `Δ` kicks the spring by the velocity `r·ζ·ω·Δ`
//! ([`kick`]), so above 0 it reacts at once, below 0 it moves away first. A spec is the spring alone, with `r = 0`.
//! What differs from the spring: semi-implicit Euler with `k₂` raised where the frame is too long for it.
//!
//! Source: t3ssel8r, *Giving Personality to Procedural Animations using Math*.

use crate::error::{Result, require};
use crate::params::{Spring, zero_or_more};
use crate::real::Real;

/// The velocity that a spring gains when its goal jumps by 1, at initial response `r`: `r·ζ·ω`.
///
/// ```
/// use sprung::{Spring, State, convert::t3ssel8r};
///
/// let spring = Spring::from_frequency(2.0f64, 0.5)?;
/// let mut state = State::at_rest(0.0);
/// state.velocity += t3ssel8r::kick(&spring, 1.0) * 3.0; // the goal jumps from 0 to 3
/// let soon = spring.step(0.01).apply(state, 3.0);
/// assert!(soon.position > spring.step(0.01).apply(State::at_rest(0.0), 3.0).position);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
pub fn kick<R: Real>(spring: &Spring<R>, r: R) -> R {
    r * spring.decay_rate()
}

const FOLLOWS: &str =
    "0: a spring has no goal velocity (follow the goal for r = 0, track it for r = 2)";

/// The spring of a specification, whose `r` is 0.
pub(super) fn spring(f: f64, z: f64, r: f64) -> Result<Spring<f64>> {
    let (f, z) = (zero_or_more(f, "f")?, zero_or_more(z, "z")?);
    require(r == 0.0, "r", r, FOLLOWS)?;
    Spring::from_frequency(f, z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    /// `y + k₁y′ + k₂y″ = x + k₃x′` with a goal that rises to 1 within `rise` seconds, by tiny steps.
    fn reference(f: f64, z: f64, r: f64, rise: f64, until: f64) -> f64 {
        let w = 2.0 * core::f64::consts::PI * f;
        let (k1, k2, k3) = (2.0 * z / w, 1.0 / (w * w), r * z / w);
        let (mut y, mut v, dt) = (0.0, 0.0, 1e-6);
        for step in 0..(until / dt) as u32 {
            let t = f64::from(step) * dt;
            let (x, slope) = if t < rise - 0.5 * dt { (t / rise, 1.0 / rise) } else { (1.0, 0.0) };
            v += dt * (x + k3 * slope - y - k1 * v) / k2;
            y += dt * v;
        }
        y
    }

    #[test]
    fn the_initial_response_is_a_kick() {
        for r in [-1.0, 0.0, 1.0, 2.0] {
            let spring = Spring::from_frequency(2.0f64, 0.5).unwrap();
            let start = State::new(0.0, kick(&spring, r));
            let y = spring.step(0.1).apply(start, 1.0).position;
            let expected = reference(2.0, 0.5, r, 1e-5, 0.1);
            assert!((y - expected).abs() < 3e-4, "{r}: {y} {expected}");
        }
    }

    #[test]
    fn initial_response_0_follows_and_2_tracks_a_goal_that_moves() {
        let spring = Spring::from_frequency(2.0f64, 0.5).unwrap();
        let still = State::at_rest(0.0);
        let follows = spring.follow_step(0.1).apply(still, 0.0, 1.0).position;
        assert!((follows - reference(2.0, 0.5, 0.0, 0.1, 0.1)).abs() < 1e-4);
        let tracks = spring.track_step(0.1).apply(still, 0.0, 1.0).position;
        assert!((tracks - reference(2.0, 0.5, 2.0, 0.1, 0.1)).abs() < 1e-4);
    }
}
