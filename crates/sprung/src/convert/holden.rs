//! Holden's half-life: `y = ζω = 2 ln 2/h`, the decay of the envelope rather than of the offset.
//!
//! His damping coefficient is `d = 4 ln 2/h`, so the envelope falls by 4 in each `h`. A critical spring from rest has
//! 59.7 % of its offset left after one such half-life, not 50 %: [`Spring::from_halflife`] is the true one, and at
//! damping ratio 1 his is 1.2107 times shorter.
//!
//! His code also adds 1e-5 to the half-life, replaces `e^(−x)` by a rational function (0.019 off at worst; that puts the
//! position of a critical spring from rest off by up to 8.9 % of the distance, and more with a velocity) and, for a
//! goal that moves, balances at `goal + d·goal_velocity/s`: see [`Spring::goal_velocity_step`].
//!
//! Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*.

use crate::error::{Result, require};
use crate::motion::double_spring::DOUBLE_HALF_PHASE;
use crate::params::{Spring, finite_positive, zero_or_more};
use crate::real::Real;

/// The spring of Holden's half-life in seconds and a damping ratio (> 0): `ω = 2 ln 2/(h·ζ)`.
///
/// ```
/// use sprung::{State, convert::holden};
///
/// let spring = holden::from_halflife(0.2, 1.0)?;
/// let left = spring.step(0.2).apply(State::at_rest(1.0f64), 0.0).position;
/// assert!((left - 0.5966).abs() < 1e-4);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A half-life that is negative or NaN, a damping ratio that is not above 0 and finite.
#[doc(alias = "halflife_to_damping")]
pub fn from_halflife<R: Real>(halflife: R, damping_ratio: R) -> Result<Spring<R>> {
    let halflife = zero_or_more(halflife, "halflife")?;
    let damping_ratio = finite_positive(damping_ratio, "damping_ratio")?;
    Spring::new(R::TWO * R::LN_2 / halflife / damping_ratio, damping_ratio)
}

/// The spring of a frequency in hertz (undamped, > 0) and Holden's half-life: `ζ = 2 ln 2/(h·2πf)`.
///
/// # Errors
/// A frequency that is not above 0 and finite, a half-life that is not above 0 (it may be infinite: no damping).
pub fn from_frequency_and_halflife<R: Real>(frequency: R, halflife: R) -> Result<Spring<R>> {
    let frequency = finite_positive(frequency, "frequency")?;
    require(halflife > R::ZERO, "halflife", halflife, "> 0")?;
    Spring::from_frequency(frequency, R::LN_2 / (R::PI * frequency) / halflife)
}

/// Holden's `critical_halflife`: the half-life, in his sense, at which a frequency in hertz is critical, `ln 2/(πf)` s.
///
/// ```
/// use sprung::convert::holden;
///
/// let halflife = holden::critical_halflife(2.0f64);
/// let spring = holden::from_frequency_and_halflife(2.0, halflife)?;
/// assert!((spring.damping_ratio() - 1.0).abs() < 1e-15);
/// assert!((holden::critical_frequency(halflife) - 2.0).abs() < 1e-15);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// Infinite for a frequency of 0, 0 for an infinite one; NaN stays NaN.
pub fn critical_halflife<R: Real>(frequency: R) -> R {
    // −0 is 0.
    R::LN_2 / (R::PI * frequency + R::ZERO)
}

/// Holden's `critical_frequency`: the frequency in hertz that is critical at a half-life in his sense, `ln 2/(πh)`.
///
/// Infinite for a half-life of 0, 0 for an infinite one; NaN stays NaN.
pub fn critical_frequency<R: Real>(halflife: R) -> R {
    // −0 is 0.
    R::LN_2 / (R::PI * halflife + R::ZERO)
}

/// The true half-life of the double spring that Holden's half-life means, `1.3245 h`, in seconds.
///
/// His double spring is two critical springs of half of his half-life in a row, each with `y = 4 ln 2/h`; half of the
/// offset is left after `3.672061/y = 1.3245 h`. [`DoubleStep::from_halflife`](crate::DoubleStep::from_halflife) takes
/// the result. In the limit of small steps the two are the same motion; his is two steps in a row.
///
/// ```
/// use sprung::{DoubleStep, convert::holden};
///
/// let halflife = holden::double_spring_halflife(0.2f64);
/// assert!((halflife - 0.2649).abs() < 1e-4);
/// let step = DoubleStep::from_halflife(halflife, 1.0 / 60.0)?;
/// # Ok::<(), sprung::ParameterError>(())
/// ```
pub fn double_spring_halflife<R: Real>(halflife: R) -> R {
    R::from_f64(DOUBLE_HALF_PHASE) / (R::TWO * R::TWO * R::LN_2) * halflife
}

/// Holden's half-life of a spring: `2 ln 2/(ζω)` seconds; infinite without damping.
#[doc(alias = "damping_to_halflife")]
pub fn halflife<R: Real>(spring: &Spring<R>) -> R {
    R::TWO * R::LN_2 / spring.decay_rate()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DoubleStep, State};

    #[test]
    fn the_critical_half_life_leaves_59_7_percent() {
        let spring = from_halflife(0.3f64, 1.0).unwrap();
        let left = spring.step(0.3).apply(State::at_rest(1.0), 0.0).position;
        // (1 + y)·e^(−y) at y = 2 ln 2.
        let y = 2.0 * core::f64::consts::LN_2;
        assert!((left - (1.0 + y) / 4.0).abs() < 1e-15);
        assert!((left - 0.597).abs() < 5e-4);
        assert!((spring.halflife() / 0.3 - 1.21067).abs() < 1e-5);
    }

    #[test]
    fn his_double_spring_converges_to_ours_of_the_converted_half_life() {
        use crate::motion::DoubleSpring;
        // His listing: two critical springs of half the half-life, one after the other in each step, with exact exp.
        let (halflife, end) = (0.2f64, 0.3);
        let error = |steps: i32| {
            let dt = end / f64::from(steps);
            let spring = from_halflife(halflife / 2.0, 1.0).unwrap().step(dt);
            let (mut middle, mut state) = (State::at_rest(0.0), State::at_rest(0.0));
            for _ in 0..steps {
                middle = spring.apply(middle, 1.0);
                state = spring.apply(state, middle.position);
            }
            let mut ours = DoubleSpring::at_rest(0.0);
            ours.update(
                1.0,
                &DoubleStep::from_halflife(double_spring_halflife(halflife), end).unwrap(),
            );
            (ours.state.position - state.position).abs()
        };
        let (coarse, fine) = (error(1000), error(2000));
        assert!(fine < 2e-3 && (coarse / fine - 2.0).abs() < 0.01, "{coarse} {fine}");
    }

    #[test]
    fn critical_half_life_and_frequency_undo_each_other() {
        for frequency in [1e-3, 0.5, 7.0, 1e9] {
            let back = critical_frequency(critical_halflife(frequency));
            assert!((back / frequency - 1.0f64).abs() < 1e-15);
        }
        assert_eq!(critical_halflife(0.0f64), f64::INFINITY);
        assert_eq!(critical_frequency(f64::INFINITY), 0.0);
    }

    #[test]
    fn the_envelope_falls_by_four_whatever_the_ratio() {
        for ratio in [0.1, 0.5, 1.0] {
            let spring = from_halflife(0.3f64, ratio).unwrap();
            assert!(((-spring.decay_rate() * 0.3).exp() - 0.25).abs() < 1e-15);
            assert!((halflife(&spring) - 0.3).abs() < 1e-15);
        }
    }

    #[test]
    fn frequency_and_half_life_read_back_even_without_damping() {
        let spring = from_frequency_and_halflife(2.0f64, 0.4).unwrap();
        assert!((spring.frequency() - 2.0).abs() < 1e-15);
        assert!((halflife(&spring) - 0.4).abs() < 1e-15);
        let undamped = Spring::new(3.0, 0.0).unwrap();
        let words = crate::convert::convention("holden").unwrap().convert(undamped).unwrap();
        assert!(words.is_exact());
        assert_eq!(words.values().nth(1), Some(("halflife", f64::INFINITY)));
    }

    #[test]
    fn limits_are_named() {
        assert!(from_halflife(-1.0f32, 1.0).unwrap_err().field == "halflife");
        assert!(from_halflife(1.0f32, 0.0).unwrap_err().field == "damping_ratio");
        assert_eq!(from_halflife(0.0f64, 1.0).unwrap().angular_frequency(), f64::INFINITY);
    }
}
