//! Constructors that cannot fail: parameters outside their range become its nearest end.
//!
//! For literals and sliders. The `const` ones exist for `f32` and `f64` each, because arithmetic on a generic number
//! cannot be `const`.

use crate::params::{Damper, Spring};
use crate::real::Real;

/// The phase at which a critical spring has half of its offset left: `(1 + τ)·e^(−τ) = 1/2`.
pub(crate) const CRITICAL_HALF_PHASE: f64 = 1.678_346_990_016_660_6;

impl<R: Real> Spring<R> {
    /// Returns the spring of an angular frequency (rad/s) and a damping ratio, each clamped to 0 … ∞; NaN counts as 0.
    ///
    /// Where the angular frequency is infinite, or it is 0 and the damping ratio infinite, [`Spring::new`] refuses damping
    /// ratios that leave the damping undetermined: they count as 1.
    ///
    /// ```
    /// use sprung::Spring;
    ///
    /// assert_eq!(Spring::clamped(12.0, 0.5), Spring::new(12.0, 0.5)?);
    /// assert_eq!(Spring::clamped(12.0, -0.5).damping_ratio(), 0.0);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn clamped(angular_frequency: R, damping_ratio: R) -> Self {
        let (frequency, ratio) = (zero_or_more(angular_frequency), zero_or_more(damping_ratio));
        let undetermined = ratio == R::INFINITY && frequency == R::ZERO
            || (ratio == R::ZERO || ratio == R::INFINITY) && frequency == R::INFINITY;
        let ratio = if undetermined { R::ONE } else { ratio };
        Spring::from_parts(frequency, ratio, ratio * frequency)
    }

    /// Returns the spring of an undamped frequency in hertz and a damping ratio, both clamped as in
    /// [`clamped`](Self::clamped).
    pub fn clamped_frequency(frequency: R, damping_ratio: R) -> Self {
        Spring::clamped(R::TWO * R::PI * frequency, damping_ratio)
    }

    /// Returns the spring of SwiftUI's duration (seconds, clamped to 0 … ∞) and bounce (clamped to −1 … 1); NaN counts
    /// as 0.
    ///
    /// A duration of 0 is at the goal at once, a bounce of −1 does not move.
    pub fn clamped_duration_and_bounce(duration: R, bounce: R) -> Self {
        let bounce = if bounce.is_nan() { R::ZERO } else { bounce.max(-R::ONE).min(R::ONE) };
        let damping_ratio =
            if bounce < R::ZERO { R::ONE / (R::ONE + bounce) } else { R::ONE - bounce };
        Spring::clamped(R::TWO * R::PI / zero_or_more(duration), damping_ratio)
    }
}

impl<R: Real> Damper<R> {
    /// Returns the damper of a half-life in seconds, clamped to 0 … ∞; NaN counts as 0.
    ///
    /// A half-life of 0 is at the goal at once, an infinite one never moves.
    ///
    /// ```
    /// use sprung::Damper;
    ///
    /// assert_eq!(Damper::clamped_halflife(0.2), Damper::from_halflife(0.2)?);
    /// assert_eq!(Damper::clamped_halflife(-0.2).halflife(), 0.0);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn clamped_halflife(halflife: R) -> Self {
        Damper::from_valid_rate(R::LN_2 / zero_or_more(halflife))
    }
}

/// Clamps to 0 … ∞: NaN and −0 are 0.
pub(crate) fn zero_or_more<R: Real>(value: R) -> R {
    if value > R::ZERO { value } else { R::ZERO }
}

macro_rules! constants {
    ($($type:ident)*) => {$(
        impl Spring<$type> {
            /// Returns [`Spring::clamped`] in a `const`: the spring of an angular frequency (rad/s) and a damping ratio.
            ///
            /// ```
            /// use sprung::Spring;
            ///
            #[doc = concat!("const DOOR: Spring<", stringify!($type), "> = Spring::<", stringify!($type), ">::const_new(12.0, 0.5);")]
            /// assert_eq!(DOOR, Spring::new(12.0, 0.5)?);
            /// # Ok::<(), sprung::ParameterError>(())
            /// ```
            pub const fn const_new(angular_frequency: $type, damping_ratio: $type) -> Self {
                const INFINITY: $type = $type::INFINITY;
                let frequency = if angular_frequency > 0.0 { angular_frequency } else { 0.0 };
                let ratio = if damping_ratio > 0.0 { damping_ratio } else { 0.0 };
                let undetermined = ratio == INFINITY && frequency == 0.0
                    || (ratio == 0.0 || ratio == INFINITY) && frequency == INFINITY;
                let ratio = if undetermined { 1.0 } else { ratio };
                Spring::from_parts(frequency, ratio, ratio * frequency)
            }

            /// Returns [`Spring::clamped_frequency`] in a `const`: the spring of a frequency (hertz) and a damping ratio.
            pub const fn const_from_frequency(frequency: $type, damping_ratio: $type) -> Self {
                Self::const_new(2.0 * core::$type::consts::PI * frequency, damping_ratio)
            }

            /// Returns the critically damped spring of a true half-life (seconds, clamped to 0 … ∞) in a `const`.
            pub const fn const_critical_from_halflife(halflife: $type) -> Self {
                let halflife = if halflife > 0.0 { halflife } else { 0.0 };
                Self::const_new(CRITICAL_HALF_PHASE as $type / halflife, 1.0)
            }

            /// Returns [`Spring::clamped_duration_and_bounce`] in a `const`: the spring of a duration (seconds) and a bounce.
            pub const fn const_from_duration_and_bounce(duration: $type, bounce: $type) -> Self {
                let duration = if duration > 0.0 { duration } else { 0.0 };
                let bounce = if bounce.is_nan() { 0.0 } else { bounce.clamp(-1.0, 1.0) };
                let damping_ratio = if bounce < 0.0 { 1.0 / (1.0 + bounce) } else { 1.0 - bounce };
                Self::const_new(2.0 * core::$type::consts::PI / duration, damping_ratio)
            }
        }

        impl Damper<$type> {
            /// Returns [`Damper::clamped_halflife`] in a `const`: the damper of a half-life (seconds).
            ///
            /// ```
            /// use sprung::Damper;
            ///
            #[doc = concat!("const FOLLOW: Damper<", stringify!($type), "> = Damper::<", stringify!($type), ">::const_from_halflife(0.2);")]
            /// assert_eq!(FOLLOW, Damper::from_halflife(0.2)?);
            /// # Ok::<(), sprung::ParameterError>(())
            /// ```
            pub const fn const_from_halflife(halflife: $type) -> Self {
                let halflife = if halflife > 0.0 { halflife } else { 0.0 };
                Damper::from_valid_rate(core::$type::consts::LN_2 / halflife)
            }
        }
    )*};
}
constants!(f32 f64);

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::inputs::hostile;
    use testkit::precision::Precision;

    fn values<R: Real + Precision>() -> std::vec::Vec<R> {
        let mut values = hostile::<R>();
        values.extend([-2.0, -0.5, 0.3, 0.7, 1.0, 12.0].map(R::from_f64));
        values
    }

    macro_rules! const_is_clamped {
        ($name:ident $type:ident) => {
            #[test]
            fn $name() {
                for a in values::<$type>() {
                    for b in values::<$type>() {
                        let pairs = [
                            (Spring::<$type>::const_new(a, b), Spring::clamped(a, b)),
                            (
                                Spring::<$type>::const_from_frequency(a, b),
                                Spring::clamped_frequency(a, b),
                            ),
                            (
                                Spring::<$type>::const_from_duration_and_bounce(a, b),
                                Spring::clamped_duration_and_bounce(a, b),
                            ),
                        ];
                        for (constant, clamped) in pairs {
                            assert_eq!(constant, clamped, "{a} {b}");
                            let (w, z) = (clamped.angular_frequency(), clamped.damping_ratio());
                            assert_eq!(Spring::new(w, z).unwrap(), clamped, "{a} {b}");
                        }
                        if let Ok(spring) = Spring::new(a, b) {
                            assert_eq!(Spring::clamped(a, b), spring);
                        }
                        if let Ok(spring) = Spring::from_frequency(a, b) {
                            assert_eq!(Spring::clamped_frequency(a, b), spring);
                        }
                        if let Ok(spring) = Spring::from_duration_and_bounce(a, b) {
                            assert_eq!(Spring::clamped_duration_and_bounce(a, b), spring);
                        }
                    }
                    let damper = Damper::<$type>::const_from_halflife(a);
                    assert_eq!(damper, Damper::clamped_halflife(a));
                    assert!(Damper::from_halflife(a).map_or(true, |exact| exact == damper));
                    if a > 0.0 {
                        let critical = Spring::<$type>::const_critical_from_halflife(a);
                        let exact = Spring::from_halflife(a, 1.0).unwrap();
                        let error = critical.angular_frequency() / exact.angular_frequency() - 1.0;
                        let same = critical.angular_frequency() == exact.angular_frequency();
                        assert!(same || error.abs() <= 4.0 * $type::EPSILON, "{a}: {error}");
                    }
                }
            }
        };
    }
    const_is_clamped!(const_constructors_clamp_in_single_precision f32);
    const_is_clamped!(const_constructors_clamp_in_double_precision f64);

    #[test]
    fn const_constructors_work_in_constants() {
        const SPRING: Spring<f32> = Spring::<f32>::const_from_frequency(2.0, 0.5);
        const DAMPER: Damper<f64> = Damper::<f64>::const_from_halflife(0.1);
        assert_eq!(SPRING, Spring::from_frequency(2.0, 0.5).unwrap());
        assert_eq!(DAMPER, Damper::from_halflife(0.1).unwrap());
    }
}
