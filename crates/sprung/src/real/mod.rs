//! The scalar trait [`Real`], implemented for `f32` and `f64`.
//!
//! Every transcendental function of the crate enters here, one implementation on all targets, so that x86-64, Arm and
//! WebAssembly give the same bits: the exponential and the sine of a step are polynomials of this module, the others
//! come from `libm`. Nothing is taken from the platform.

pub(crate) mod decayed;
pub(crate) mod functions;
pub(crate) mod polynomials;
pub(crate) mod turned;

use core::fmt::{Debug, Display, LowerExp};
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};
use core::time::Duration;

use crate::error::ParameterValue;
use crate::vector::Vector;
use polynomials::Polynomials;

/// The scalar type of springs: `f32` or `f64`.
///
/// Results are computed in the type that is given. In an optimized build, for speed or for size, parameters, steps, motions,
/// integrators, analysis and the generic conversions of `f32` link no routine of double precision on a microcontroller
/// that has none in hardware. Not so text (parsing and printing), the formats of `serde`, the conversions that are not generic (those
/// of strings of CSS and of [`Convention`](crate::convert::Convention)), [`to_f64`](Real::to_f64), and [`from_f64`](Real::from_f64)
/// of a number that is not a constant. An unoptimized build converts its constants at run time.
///
/// ```
/// use sprung::{Damper, Real, motion};
///
/// // Generic over the precision.
/// fn halfway<R: Real>(goal: R) -> R {
///     let damper = Damper::from_halflife(R::ONE).expect("above 0");
///     motion::damper(R::ZERO, goal, &damper, R::ONE)
/// }
/// assert_eq!((halfway(4.0f32), halfway(4.0f64)), (2.0, 2.0));
/// ```
#[doc(alias("fast_negexp", "fast_atan", "squaref"))]
pub trait Real:
    Vector<Scalar = Self>
    + PartialOrd
    + Debug
    + Display
    + LowerExp
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + Into<ParameterValue>
    + Send
    + Sync
    + 'static
    + sealed::Sealed
    + Polynomials
{
    /// One.
    const ONE: Self;
    /// Two.
    const TWO: Self;
    /// One half.
    const HALF: Self;
    /// The circle constant π.
    const PI: Self;
    /// The natural logarithm of two.
    const LN_2: Self;
    /// The gap between one and the next number.
    const EPSILON: Self;
    /// The smallest positive normal number.
    const MIN_POSITIVE: Self;
    /// The largest finite number.
    const MAX: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// Half the width of the significand plus one, as a power of two: splits a product exactly (Dekker).
    const SPLITTER: Self;
    /// A power of two whose square is still far below [`MAX`](Self::MAX).
    const HUGE: Self;

    /// The nearest number to `value`.
    fn from_f64(value: f64) -> Self;
    /// The same number in double precision.
    fn to_f64(self) -> f64;
    /// The nearest number of seconds to a duration; see [`seconds`].
    fn from_duration(duration: Duration) -> Self;
    /// Returns `true` if the number is neither infinite nor NaN.
    fn is_finite(self) -> bool;
    /// Not a number.
    fn is_nan(self) -> bool;
    /// The magnitude.
    fn abs(self) -> Self;
    /// The magnitude of `self` with the sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// The largest integer that is not above.
    fn floor(self) -> Self;
    /// The square root, correctly rounded; NaN below zero.
    fn sqrt(self) -> Self;
    /// e to the power of `self`.
    fn exp(self) -> Self;
    /// e to the power of `self`, minus one, without cancellation near zero.
    fn exp_m1(self) -> Self;
    /// The natural logarithm.
    fn ln(self) -> Self;
    /// The natural logarithm of one plus `self`, without cancellation near zero.
    fn ln_1p(self) -> Self;
    /// Sine and cosine of an angle in radians.
    fn sin_cos(self) -> (Self, Self);
    /// Returns the angle of the point (`x`, `self`), in radians, −π to π.
    fn atan2(self, x: Self) -> Self;
    /// The angle in 0 … π whose cosine is `self`.
    fn acos(self) -> Self;

    /// The smaller of two numbers; if one is NaN, the other.
    #[inline]
    fn min(self, other: Self) -> Self {
        if self < other || other.is_nan() { self } else { other }
    }

    /// Returns the larger of two numbers; if one is NaN, the other.
    #[inline]
    fn max(self, other: Self) -> Self {
        if self > other || other.is_nan() { self } else { other }
    }
}

/// Returns a duration in seconds, as every `dt` and every time of this crate is given.
///
/// Accuracy: within two units in the last place. The longest duration is finite.
///
/// ```
/// use core::time::Duration;
/// use sprung::{Spring, State, seconds};
///
/// let (spring, frame) = (Spring::from_halflife(0.2f32, 1.0)?, Duration::from_millis(200));
/// let door = spring.step(seconds(frame)).apply(State::at_rest(0.0f32), 1.0);
/// assert!((door.position - 0.5).abs() < 1e-6);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
pub fn seconds<R: Real>(duration: Duration) -> R {
    R::from_duration(duration)
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

macro_rules! real {
    ($type:ident, $splitter_bits:literal, $huge:literal, $seconds:ident, $atan2:ident,
     $($function:ident = $libm:ident)+) => {
        impl Real for $type {
            const ONE: Self = 1.0;
            const TWO: Self = 2.0;
            const HALF: Self = 0.5;
            const PI: Self = core::$type::consts::PI;
            const LN_2: Self = core::$type::consts::LN_2;
            const EPSILON: Self = $type::EPSILON;
            const MIN_POSITIVE: Self = $type::MIN_POSITIVE;
            const MAX: Self = $type::MAX;
            const INFINITY: Self = $type::INFINITY;
            const SPLITTER: Self = (1u64 << $splitter_bits) as $type + 1.0;
            const HUGE: Self = $huge;
            // Always, so that no constant is converted at run time at any optimization level.
            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as $type
            }
            #[inline]
            fn to_f64(self) -> f64 {
                self.into()
            }
            #[inline]
            fn from_duration(duration: Duration) -> Self {
                duration.$seconds()
            }
            #[inline]
            fn is_finite(self) -> bool {
                $type::is_finite(self)
            }
            #[inline]
            fn is_nan(self) -> bool {
                $type::is_nan(self)
            }
            #[inline]
            fn abs(self) -> Self {
                $type::abs(self)
            }
            #[inline]
            fn copysign(self, sign: Self) -> Self {
                $type::copysign(self, sign)
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                self.sine_and_cosine()
            }
            #[inline]
            fn atan2(self, x: Self) -> Self {
                libm::$atan2(self, x)
            }
            $(
                #[inline]
                fn $function(self) -> Self {
                    functions::$libm(self)
                }
            )+
        }
    };
}
real!(f32, 12, 1.152_921_5e18, as_secs_f32, atan2f, floor = floorf sqrt = sqrtf exp = expf
      exp_m1 = expm1f ln = logf ln_1p = log1pf acos = acosf);
real!(f64, 27, 3.273_390_607_896_142e150, as_secs_f64, atan2, floor = floor sqrt = sqrt exp = exp
      exp_m1 = expm1 ln = log ln_1p = log1p acos = acos);
