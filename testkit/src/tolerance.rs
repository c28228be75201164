//! The table of tolerances: every numeric test takes its bar from here.
//!
//! A bar is an error divided by the natural scale of the compared quantity, so that one number covers
//! springs of any speed. In addition, an oscillation may be off by the rounding of its phase:
//! [`phase_rounding`].

use crate::precision::Precision;

/// The maximum permitted error, in each precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// The name of the constant, to be found in this file.
    pub name: &'static str,
    /// The quantity that is compared.
    pub what: &'static str,
    /// The natural scale, by which the error is divided.
    pub scale: &'static str,
    /// The bar in double precision.
    pub f64_bar: f64,
    /// The bar in single precision.
    pub f32_bar: f64,
}

impl Tolerance {
    /// The bar in the precision `P`.
    ///
    /// ```
    /// use testkit::tolerance::SPRING_STEP;
    /// assert_eq!(SPRING_STEP.bar::<f64>(), 1e-14);
    /// assert_eq!(SPRING_STEP.bar::<f32>(), 6e-7);
    /// ```
    pub fn bar<P: Precision>(&self) -> f64 {
        if P::EPSILON == f64::EPSILON { self.f64_bar } else { self.f32_bar }
    }
}

macro_rules! tolerances {
    ($($name:ident: $what:literal, per $scale:literal, f64 $double:literal, f32 $single:literal;)*) => {
        $(
            #[doc = concat!("The error of ", $what, ", per ", $scale, ".")]
            pub const $name: Tolerance = Tolerance {
                name: stringify!($name),
                what: $what,
                scale: $scale,
                f64_bar: $double,
                f32_bar: $single,
            };
        )*
        /// All tolerances.
        pub const TABLE: &[Tolerance] = &[$($name),*];
    };
}

tolerances! {
    SPRING_STEP: "an element of the exact step", per "1, min(t, 1/ω), min(ω, ω²t), 1 (xx, xv, vx, vv)", f64 1e-14, f32 6e-7;
    INCREMENT: "the distance covered from rest toward a goal in one step", per "min(1, ωt)²", f64 1e-14, f32 6e-7;
    STEP_DERIVATIVES: "ω·∂/∂ω and max(1, ζ)·∂/∂ζ of an element of the exact step", per "1, min(t, 1/ω), min(ω, ω²t), 1 (xx, xv, vx, vv)", f64 2e-14, f32 9e-6;
    DETERMINANT: "the determinant of the exact step", per "1", f64 1e-14, f32 6e-7;
    ENERGY: "the energy gained in one step, which should be none", per "the energy", f64 2e-15, f32 1e-6;
    SPRING_INTEGRAL: "the integral of the position over a step", per "t and t²", f64 1e-14, f32 6e-7;
    MOVING_GOAL: "a step toward a goal of speed 1", per "t and 1", f64 1e-14, f32 6e-7;
    FOLLOW: "how far a resting spring follows a goal of speed 1", per "t·min(1, ωt)²", f64 1e-14, f32 2e-6;
    FRACTION: "the stiffness and damping fractions", per "min(1, ωt)² for C_s, min(1, ζωt) for C_d", f64 1e-14, f32 6e-7;
    DRAG: "drag over a step", per "t and 1", f64 1e-15, f32 3e-7;
    BATCH_STEP: "an element of the exact step of a batch", per "1, t, ω, 1 (xx, xv, vx, vv)", f64 1e-14, f32 1e-6;
    BATCH_ROTATION: "a rotation and its angular velocity after a step of a batch", per "1 and max(1, ω)", f64 1e-14, f32 1e-6;
    DAMPER: "the first-order damper over a step", per "1, t for a ramp", f64 1e-15, f32 3e-7;
    ANSWERS: "half-life, overshoot, lag", per "the answer, 1 for overshoot", f64 1e-14, f32 6e-7;
    EVENT_TIME: "crossing and peak times", per "the time", f64 1e-12, f32 1e-5;
    SETTLING_TIME: "a settling time, which is rounded up", per "the time", f64 4e-12, f32 2e-5;
    FRAME_RATES: "four seconds of a motion at 15 to 144 frames a second, uneven, or with a hitch", per "the motion's maximum reading", f64 1e-12, f32 2e-6;
    MANY_FRAMES: "four seconds of a motion at 1000 frames a second", per "the motion's maximum reading", f64 1e-12, f32 1e-5;
    ROTATION: "a rotation spring against its differential equation", per "the larger of angle and spin/ω, at most 1", f64 1e-10, f32 2e-6;
    ROTATION_SPLIT: "a rotation spring's step against parts of it", per "1, ω", f64 1e-13, f32 2e-6;
    FILTER_RESPONSE: "a smoothed series beside SciPy's `lsim`", per "the greatest sample", f64 1e-12, f32 1e-12;
    ZERO_PHASE: "a series smoothed forwards and backwards beside SciPy's `filtfilt`, of which each keeps 1e-9 of its start", per "the greatest sample", f64 2e-8, f32 2e-8;
    PERIODOGRAM_PEAK: "a frequency beside a parabola through SciPy's periodogram", per "the frequency", f64 1e-7, f32 1e-7;
    PERIODOGRAM_STRENGTH: "a strength beside SciPy's greatest power", per "the strength", f64 5e-6, f32 5e-6;
    LOMB_PEAK: "a frequency beside SciPy's Lomb–Scargle periodogram, which other tones move", per "1/T", f64 0.2, f32 0.2;
    REFERENCE_ODE: "the reference integrator", per "the largest component", f64 1e-12, f32 1e-12;
}

/// Returns the change by rounding the phase `ωt` to the precision `P`: one unit in its last place,
/// times `e^(-ζωt)`, the remaining fraction of the oscillation.
///
/// ```
/// use testkit::tolerance::phase_rounding;
/// assert_eq!(phase_rounding::<f64>(3.0, 0.0, 1.0), 2.0 * f64::EPSILON);
/// assert!(phase_rounding::<f64>(3.0, 1.0, 1.0) < 0.1 * f64::EPSILON);
/// ```
pub fn phase_rounding<P: Precision>(angular_frequency: f64, damping_ratio: f64, dt: f64) -> f64 {
    let phase = angular_frequency * dt;
    if phase == 0.0 {
        return 0.0;
    }
    let last_place = phase.log2().floor().exp2() * P::EPSILON;
    last_place * (-damping_ratio * phase).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tolerance_is_named_once_and_within_reach_of_its_precision() {
        for (i, entry) in TABLE.iter().enumerate() {
            assert!(TABLE[..i].iter().all(|other| other.name != entry.name), "{}", entry.name);
            assert!(entry.f64_bar >= f64::EPSILON, "{}", entry.name);
            assert!(entry.f32_bar >= entry.f64_bar, "{}", entry.name);
        }
    }
}
