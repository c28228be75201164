//! The operations of one SIMD lane: [`Float`], implemented for `f32` and `f64`.

use sprung::Real;

/// The number type of a batch: `f32` or `f64`.
///
/// Nothing here branches or calls into the platform, so a loop over lanes becomes SIMD on every target and gives the
/// same bits on each.
///
/// ```
/// use sprung_batch::{Float, RestThreshold};
///
/// fn smallest_offset<T: Float>() -> T {
///     RestThreshold::default().distance
/// }
/// assert_eq!(smallest_offset::<f32>(), 2.0f32.powi(-80));
/// ```
pub trait Float: Real + Lane {}

/// What [`Real`] does not have: bits, and the polynomials of one precision. `e^(−x)`, sine and cosine are computed from its
/// own. Each was fitted by Remez exchange to the error that the rounding leaves visible.
#[doc(hidden)]
pub trait Lane: Sized + PartialOrd + 'static {
    /// Not a number.
    const NAN: Self;
    /// A small angle, 2⁻¹⁰ rad.
    const LITTLE: Self;
    /// Up to this number `x/ln 2` rounds to 0.
    const UNREDUCED_DECAY: Self;
    /// Beyond this decay the result is 0, long before it is subnormal.
    const LONGEST_DECAY: Self;
    /// `(cosh √D − 1)/D` and `(sinh √D/√D − 1)/D` in `D`, on the range of a short step's `D`.
    const COSH: &'static [Self];
    const SINH: &'static [Self];
    const MIN_SHORT_SQUARE: Self;
    const MAX_SHORT_SQUARE: Self;
    /// `(arctan t − t)/t³` in `t²`, on ±tan π/8.
    const ATAN: &'static [Self];
    /// `(1 − (1 + p)e^(−p))/p²` on 0 … [`LONGEST_SERIES`](Self::LONGEST_SERIES).
    const AREA: &'static [Self];
    const LONGEST_SERIES: Self;
    /// Angles beyond this have no correct fractional digit and are clamped to it.
    const LARGEST_ANGLE: Self;

    /// The bits of a number.
    type Bits: Copy + core::fmt::Debug + Send + Sync;
    /// The bits of the exponent of which one is set only in numbers whose magnitude is above `limit`.
    fn bits_above(limit: Self) -> Self::Bits;
    /// Returns whether any of the bits is set.
    fn has_any(self, bits: Self::Bits) -> bool;
    /// Returns whether no sign bit is set.
    fn none_negative(values: [Self; 3]) -> bool;
    /// The correctly rounded square root, as one instruction where there is one.
    fn root(self) -> Self;

    /// The smaller of two numbers; a NaN in `self` stays.
    #[inline(always)]
    fn at_most(self, limit: Self) -> Self {
        if self > limit { limit } else { self }
    }
}

macro_rules! lane {
    ($type:ident, $bits:ident, $mantissa:literal, $sqrt:ident) => {
        const NAN: Self = $type::NAN;
        const LITTLE: Self = 1.0 / 1024.0;
        const UNREDUCED_DECAY: Self = 0.34;
        const MIN_SHORT_SQUARE: Self = -4.0;
        const MAX_SHORT_SQUARE: Self = 9.0;
        const LONGEST_SERIES: Self = 1.6;

        type Bits = $bits;
        fn bits_above(limit: Self) -> $bits {
            let exponent = (1..$bits::BITS - $mantissa).rev().map(|bit| 1 << ($mantissa - 1 + bit));
            exponent.take_while(|&bit: &$bits| $type::from_bits(bit) > limit).sum()
        }
        #[inline(always)]
        fn has_any(self, bits: $bits) -> bool {
            self.to_bits() & bits != 0
        }
        #[inline(always)]
        fn none_negative([a, b, c]: [Self; 3]) -> bool {
            let sign: $bits = 1 << ($bits::BITS - 1);
            (a.to_bits() | b.to_bits() | c.to_bits()) & sign == 0
        }
        #[inline(always)]
        fn root(self) -> Self {
            #[cfg(feature = "std")]
            return $type::sqrt(self);
            #[cfg(not(feature = "std"))]
            return libm::$sqrt(self);
        }
    };
}

impl Float for f32 {}
impl Float for f64 {}

impl Lane for f32 {
    lane!(f32, u32, 23, sqrtf);
    const LONGEST_DECAY: Self = 80.0;
    const ATAN: &'static [Self] =
        &[-0.333_333_284, 0.199_992_925, -0.142_577_782, 0.106_913_373, -0.063_086_547];
    const AREA: &'static [Self] = &[
        0.499_999_97,
        -0.333_331_078,
        0.124_976_784,
        -0.033_243_298_5,
        0.006_776_129_36,
        -0.001_024_707_57,
        8.728_606_92e-5,
    ];
    const LARGEST_ANGLE: Self = 4_194_304.0;
    const COSH: &'static [Self] = &[
        0.5,
        0.041_666_697_7,
        0.001_388_887_99,
        2.479_736_94e-5,
        2.756_883_93e-7,
        2.229_501_03e-9,
    ];
    const SINH: &'static [Self] = &[
        0.166_666_672,
        0.008_333_335_63,
        1.984_126_28e-4,
        2.755_452_44e-6,
        2.505_995_06e-8,
        1.699_785_87e-10,
    ];
}

impl Lane for f64 {
    lane!(f64, u64, 52, sqrt);
    const LONGEST_DECAY: Self = 690.0;
    const ATAN: &'static [Self] = &[
        -0.333_333_333_333_333_26,
        0.199_999_999_999_916_69,
        -0.142_857_142_840_077_14,
        0.111_111_109_702_694_67,
        -0.090_909_029_882_516_063,
        0.076_921_504_849_101_444,
        -0.066_640_978_177_714_222,
        0.058_548_870_324_350_522,
        -0.050_698_141_862_322_126,
        0.038_814_783_796_058_093,
        -0.018_702_721_853_111_628,
    ];
    const AREA: &'static [Self] = &[
        0.5,
        -0.333_333_333_333_332_87,
        0.124_999_999_999_981_49,
        -0.033_333_333_333_034_78,
        0.006_944_444_441_931_077_8,
        -0.001_190_476_177_791_026_2,
        0.000_173_611_069_581_622_56,
        -2.204_576_291_749_881_2e-5,
        2.480_014_853_627_391_8e-6,
        -2.503_626_429_939_886_9e-7,
        2.284_105_776_079_030_3e-8,
        -1.860_199_494_961_871_9e-9,
        1.247_457_700_809_300_9e-10,
        -5.117_309_337_862_532_7e-12,
    ];
    const LARGEST_ANGLE: Self = 1_073_741_824.0;
    const COSH: &'static [Self] = &[
        0.5,
        0.041_666_666_666_666_664,
        0.001_388_888_888_888_888_5,
        2.480_158_730_158_877_9e-5,
        2.755_731_922_399_673_6e-7,
        2.087_675_698_576_402_6e-9,
        1.147_074_559_833_960_4e-11,
        4.779_478_584_624_396_1e-14,
        1.561_910_613_253_258e-16,
        4.107_866_390_246_430_3e-19,
        9.298_682_325_074_399e-22,
    ];
    const SINH: &'static [Self] = &[
        0.166_666_666_666_666_66,
        0.008_333_333_333_333_340_2,
        1.984_126_984_127_141_9e-4,
        2.755_731_922_397_310_2e-6,
        2.505_210_838_237_075_6e-8,
        1.605_904_386_146_127e-10,
        7.647_165_813_816_757_5e-13,
        2.811_431_083_926_096_6e-15,
        8.216_470_269_329_080_2e-18,
        2.044_003_911_248_288_8e-20,
    ];
}

/// The first state if the condition holds, otherwise the second.
#[inline(always)]
pub(crate) fn choose<T: Float, const STATE: usize>(
    first: bool,
    one: [T; STATE],
    other: [T; STATE],
) -> [T; STATE] {
    core::array::from_fn(|at| if first { one[at] } else { other[at] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiny<T: Float>() -> T {
        sprung::RestThreshold::default().distance
    }

    #[test]
    fn bits_above_a_limit_are_set_only_in_greater_numbers() {
        let mut above = 0;
        for limit in [tiny::<f32>(), 1e-9, 0.3, 1.9, 2.0, 1e9, f32::INFINITY, -1.0] {
            let bits = f32::bits_above(limit);
            for k in -126..=127 {
                for x in [1.0f32, -1.999].map(|m| m * (k as f32).exp2()) {
                    assert!(!x.has_any(bits) || x.abs() > limit, "{x} {limit} {bits:x}");
                    above += u32::from(x.has_any(bits));
                }
            }
        }
        assert!(above > 1000, "{above}");
        assert!(1e-18f32.has_any(f32::bits_above(tiny())));
        assert!(1e-150f64.has_any(f64::bits_above(tiny())));
    }

    #[test]
    fn tiny_is_the_documented_power_of_two() {
        assert_eq!(tiny::<f32>(), (-80f32).exp2());
        assert_eq!(tiny::<f64>(), (-918f64).exp2());
    }
}
