//! The polynomials of one precision and the bit operations that go with them.

use crate::real::Real;
use crate::real::turned::{far_sine_and_cosine_single, sine_and_cosine};

/// The constants of the exponential, sine and cosine of a step. Each polynomial was fitted by Remez exchange to the
/// error that the rounding leaves visible.
pub trait Polynomials: Sized + 'static {
    /// A sum with this number is rounded to an integer, which its lowest bits then hold.
    const INTEGER_ROUNDER: Self;
    /// `1/ln 2`, and `ln 2` in two parts whose first has trailing zeros.
    const INVERSE_LN_2: Self;
    const LN_2_SPLIT: [Self; 2];
    /// `(e^(−s) − 1 + s)/s²` on ±ln 2/2.
    const EXP_POLYNOMIAL: &'static [Self];
    /// The same on 0 … [`SHORT_DECAY`](Self::SHORT_DECAY).
    const SHORT_EXP_POLYNOMIAL: &'static [Self];
    const SHORT_DECAY: Self;
    /// Beyond this decay nothing is left: `e^(−x)` is 0 shortly before it is subnormal.
    const MAX_DECAY: Self;
    /// `2/π`, and `π/2` in three parts whose first two have trailing zeros.
    const QUARTERS_PER_RADIAN: Self;
    const HALF_PI_SPLIT: [Self; 3];
    /// Up to this angle the first two parts times the number of quarter turns are exact.
    const NEAR_ANGLE: Self;
    /// `(sin r − r)/r³` in `r²`, on ±π/4.
    const SIN_POLYNOMIAL: &'static [Self];
    /// `(cos r − 1 + r²/2)/r⁴` in `r²`, on ±π/4.
    const COS_POLYNOMIAL: &'static [Self];
    /// `(asin s/s − 1)/s²` in `s²`, up to [`SHORT_SINE_SQUARE`](Self::SHORT_SINE_SQUARE).
    const ARCSINE_SERIES: &'static [Self];
    const SHORT_SINE_SQUARE: Self;
    /// `(cosh √D − 1)/D` and `(sinh √D/√D − 1)/D` in `D`, on ± [`NEAR_SQUARE`](Self::NEAR_SQUARE).
    const COSH_POLYNOMIAL: &'static [Self];
    const SINH_POLYNOMIAL: &'static [Self];
    /// `(sinh √D/√D − 1)/D` in `D`, on 0 … [`WIDE_SQUARE`](Self::WIDE_SQUARE).
    const WIDE_SINH_POLYNOMIAL: &'static [Self];
    const NEAR_SQUARE: Self;
    const WIDE_SQUARE: Self;
    /// `1/3!`, `1/4!`, … as far as the series of a ramp is visible, see `Transition::follow`.
    const RAMP_SERIES: &'static [Self];

    /// The nearest number to a count, without a detour through `f64`.
    fn from_count(count: u32) -> Self;
    /// The nearest number to an index, without a detour through `f64`.
    fn from_index(index: usize) -> Self;
    /// The integer part as an index; 0 for a negative number and NaN, the largest index for one beyond it.
    fn to_index(self) -> usize;
    /// 2 to the power of the integer in the lowest bits of `rounded`.
    fn integer_power_of_two(rounded: Self) -> Self;
    /// Returns whether a bit of `rounded` is set.
    fn has_integer_bit(rounded: Self, bit: u32) -> bool;
    /// Sine and cosine of any angle.
    fn sine_and_cosine(self) -> (Self, Self);
    /// Sine and cosine of an angle above [`NEAR_ANGLE`](Self::NEAR_ANGLE); NaN for an infinite one.
    fn far_sine_and_cosine(self) -> (Self, Self);
}

/// A polynomial of at most 16 terms, lowest coefficient first: four terms at a time (G. Estrin), else each operation would wait
/// for the last.
///
/// Without a loop, which a build for size would keep: of coefficients that are constants only the operations are left.
#[inline(always)]
pub fn polynomial<R: Real>(coefficients: &[R], x: R) -> R {
    debug_assert!(coefficients.len() <= 16, "{} terms", coefficients.len());
    let square = x * x;
    let fourth = square * square;
    let group = |first| group(coefficients.get(first..).unwrap_or_default(), x, square);
    match coefficients.len().div_ceil(4) {
        0 | 1 => group(0),
        2 => group(4) * fourth + group(0),
        3 => (group(8) * fourth + group(4)) * fourth + group(0),
        _ => ((group(12) * fourth + group(8)) * fourth + group(4)) * fourth + group(0),
    }
}

/// The first four terms of a polynomial.
#[inline(always)]
fn group<R: Real>(coefficients: &[R], x: R, square: R) -> R {
    match *coefficients {
        [] => R::ZERO,
        [a] => a,
        [a, b] => a + b * x,
        [a, b, c] => (a + b * x) + c * square,
        [a, b, c, d, ..] => (a + b * x) + (c + d * x) * square,
    }
}

/// `1/3!`, `1/4!`, …
const fn inverse_factorials<const N: usize>() -> [f64; N] {
    let mut terms = [0.0; N];
    let (mut n, mut factorial) = (0, 2.0);
    while n < N {
        factorial *= (n + 3) as f64;
        terms[n] = 1.0 / factorial;
        n += 1;
    }
    terms
}

/// `1/6`, `3/40`, `5/112`, … `(2n)!/(4ⁿ·n!²·(2n + 1))`
const fn arcsine<const N: usize>() -> [f64; N] {
    let mut terms = [0.0; N];
    let (mut n, mut central) = (1.0, 0.5);
    let mut place = 0;
    while place < N {
        terms[place] = central / (2.0 * n + 1.0);
        n += 1.0;
        central *= (2.0 * n - 1.0) / (2.0 * n);
        place += 1;
    }
    terms
}

const fn single<const N: usize>(terms: [f64; N]) -> [f32; N] {
    let mut rounded = [0.0; N];
    let mut n = 0;
    while n < N {
        rounded[n] = terms[n] as f32;
        n += 1;
    }
    rounded
}

macro_rules! bits {
    ($type:ident, $bits:ident, $mantissa:literal) => {
        const INTEGER_ROUNDER: Self = 1.5 * (1u64 << $mantissa) as $type;
        const INVERSE_LN_2: Self = core::$type::consts::LOG2_E;
        const QUARTERS_PER_RADIAN: Self = core::$type::consts::FRAC_2_PI;
        const SHORT_DECAY: Self = 1.0;
        const SHORT_SINE_SQUARE: Self = 0.01;
        const NEAR_SQUARE: Self = 2.25;
        const WIDE_SQUARE: Self = 9.0;

        #[inline(always)]
        fn from_count(count: u32) -> Self {
            count as $type
        }
        #[inline]
        fn from_index(index: usize) -> Self {
            index as $type
        }
        #[inline]
        fn to_index(self) -> usize {
            self as usize
        }
        #[inline(always)]
        fn integer_power_of_two(rounded: Self) -> Self {
            const BIAS: $bits = ($type::MAX_EXP - 1) as $bits;
            $type::from_bits((rounded.to_bits() << $mantissa).wrapping_add(BIAS << $mantissa))
        }
        #[inline(always)]
        fn has_integer_bit(rounded: Self, bit: u32) -> bool {
            rounded.to_bits() & (1 << bit) != 0
        }
    };
}

impl Polynomials for f32 {
    bits!(f32, u32, 23);
    const LN_2_SPLIT: [Self; 2] = [0.693_145_75, 1.428_606_8e-6];
    const EXP_POLYNOMIAL: &'static [Self] =
        &[0.5, -0.166_665_301, 0.041_666_254_4, -0.008_367_843_93, 0.001_394_814_11];
    const SHORT_EXP_POLYNOMIAL: &'static [Self] = &[
        0.499_999_992,
        -0.166_666_059,
        0.041_659_437_9,
        -0.008_301_680_48,
        0.001_325_400_02,
        -0.000_137_656_75,
    ];
    const MAX_DECAY: Self = 86.0;
    const HALF_PI_SPLIT: [Self; 3] = [1.570_312_5, 4.837_513e-4, 7.549_79e-8];
    const NEAR_ANGLE: Self = 8192.0;
    const SIN_POLYNOMIAL: &'static [Self] = &[-0.166_666_582, 0.008_332_307_45, -1.953_135_36e-4];
    const COS_POLYNOMIAL: &'static [Self] = &[0.041_666_656_7, -0.001_388_778_1, 2.448_008_49e-5];
    const ARCSINE_SERIES: &'static [Self] = &single(arcsine::<4>());
    const COSH_POLYNOMIAL: &'static [Self] =
        &[0.5, 0.041_666_649_3, 0.001_388_890_9, 2.481_476_08e-5, 2.752_341e-7];
    const SINH_POLYNOMIAL: &'static [Self] =
        &[0.166_666_672, 0.008_333_331_91, 0.000_198_412_788, 2.756_747_11e-6, 2.503_859_7e-8];
    const WIDE_SINH_POLYNOMIAL: &'static [Self] =
        &[0.166_666_687, 0.008_333_233_19, 0.000_198_505_877, 2.725_995_73e-6, 2.884_607_22e-8];
    const RAMP_SERIES: &'static [Self] = &single(inverse_factorials::<8>());

    #[inline]
    fn sine_and_cosine(self) -> (Self, Self) {
        sine_and_cosine(self)
    }
    fn far_sine_and_cosine(self) -> (Self, Self) {
        far_sine_and_cosine_single(self)
    }
}

impl Polynomials for f64 {
    bits!(f64, u64, 52);
    const LN_2_SPLIT: [Self; 2] = [0.693_147_180_559_208_21, 7.371_002_565_167_798_9e-13];
    const EXP_POLYNOMIAL: &'static [Self] = &[
        0.500_000_000_000_000_33,
        -0.166_666_666_666_666_85,
        0.041_666_666_666_585_271,
        -0.008_333_333_333_314_924_3,
        0.001_388_888_893_037_266_3,
        -1.984_126_990_295_798_8e-4,
        2.480_150_574_438_821_7e-5,
        -2.755_722_763_254_951_2e-6,
        2.762_607_067_353_327_3e-7,
        -2.511_466_053_753_314_4e-8,
    ];
    const SHORT_EXP_POLYNOMIAL: &'static [Self] = &[
        0.5,
        -0.166_666_666_666_666_41,
        0.041_666_666_666_654_298,
        -0.008_333_333_333_101_040_9,
        0.001_388_888_886_633_688_3,
        -0.000_198_412_685_481_889_94,
        0.000_024_801_540_225_478_593,
        -0.000_002_755_618_811_936_107_9,
        0.000_000_275_391_115_378_096_96,
        -0.000_000_024_857_025_046_428_935,
        0.000_000_001_953_056_319_561_507,
        -0.000_000_000_105_156_519_054_691_9,
    ];
    const MAX_DECAY: Self = 707.0;
    const HALF_PI_SPLIT: [Self; 3] =
        [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];
    const NEAR_ANGLE: Self = 1e6;
    const SIN_POLYNOMIAL: &'static [Self] = &[
        -0.166_666_666_666_666_55,
        0.008_333_333_333_327_223_5,
        -1.984_126_983_311_373_3e-4,
        2.755_731_470_370_201_4e-6,
        -2.505_090_050_181_960_6e-8,
        1.590_431_564_814_362_4e-10,
    ];
    const COS_POLYNOMIAL: &'static [Self] = &[
        0.041_666_666_666_666_657,
        -0.001_388_888_888_888_446_2,
        2.480_158_729_571_317_9e-5,
        -2.755_731_608_083_328_6e-7,
        2.087_594_858_162_245_8e-9,
        -1.137_083_807_135_796_1e-11,
    ];
    const ARCSINE_SERIES: &'static [Self] = &arcsine::<8>();
    const COSH_POLYNOMIAL: &'static [Self] = &[
        0.5,
        0.041_666_666_666_666_657,
        0.001_388_888_888_888_891_5,
        2.480_158_730_161_211_6e-5,
        2.755_731_922_372_141_3e-7,
        2.087_675_681_082_347e-9,
        1.147_074_641_279_217e-11,
        4.779_944_715_139_086_5e-14,
        1.561_178_633_458_876_6e-16,
    ];
    const SINH_POLYNOMIAL: &'static [Self] = &[
        0.166_666_666_666_666_63,
        0.008_333_333_333_333_347_1,
        0.000_198_412_698_412_964_15,
        2.755_731_922_376_948e-6,
        2.505_210_812_256_705_3e-8,
        1.605_904_465_489_940_6e-10,
        7.647_995_447_949_607_2e-13,
        2.810_660_750_153_095_1e-15,
    ];
    const WIDE_SINH_POLYNOMIAL: &'static [Self] = &[
        0.166_666_666_666_666_71,
        0.008_333_333_333_332_382_6,
        0.000_198_412_698_415_618_98,
        2.755_731_918_971_186_9e-6,
        2.505_211_038_922_169_8e-8,
        1.605_897_834_000_255_2e-10,
        7.648_415_599_993_308_2e-13,
        2.797_588_327_471_256e-15,
        9.041_231_595_290_541e-18,
    ];
    const RAMP_SERIES: &'static [Self] = &inverse_factorials::<14>();

    #[inline]
    fn sine_and_cosine(self) -> (Self, Self) {
        libm::sincos(self)
    }
    fn far_sine_and_cosine(self) -> (Self, Self) {
        libm::sincos(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_has_all_of_its_terms() {
        // Whole numbers below 2⁵³: term by term in integers is the oracle.
        let coefficients: [f64; 16] = core::array::from_fn(|i| ((i * 7) % 5) as f64 - 2.0);
        for terms in 0..=16 {
            for x in [-3i64, -1, 0, 2, 5] {
                let exact: i64 =
                    (0..terms).map(|i| coefficients[i as usize] as i64 * x.pow(i)).sum();
                let got = polynomial(&coefficients[..terms as usize], x as f64);
                assert_eq!(got, exact as f64, "{terms} terms at {x}");
            }
        }
    }

    #[test]
    fn powers_of_two_are_exact() {
        for k in -125..=0 {
            assert_eq!(
                f32::integer_power_of_two(f32::INTEGER_ROUNDER + k as f32),
                (k as f32).exp2()
            );
        }
        for k in -1021..=0 {
            assert_eq!(
                f64::integer_power_of_two(f64::INTEGER_ROUNDER + f64::from(k)),
                f64::from(k).exp2()
            );
        }
    }

    #[test]
    fn the_first_parts_multiply_without_rounding() {
        let [a, b, _] = f32::HALF_PI_SPLIT;
        for turns in [8191.0f32, 8190.0, 4097.0] {
            assert_eq!(f64::from(a * turns), f64::from(a) * f64::from(turns));
            assert_eq!(f64::from(b * turns), f64::from(b) * f64::from(turns));
        }
        for part in &f64::HALF_PI_SPLIT[..2] {
            assert_eq!(part.to_bits() & ((1 << 20) - 1), 0);
        }
        assert_eq!(f32::LN_2_SPLIT[0].to_bits() & ((1 << 9) - 1), 0);
        assert_eq!(f64::LN_2_SPLIT[0].to_bits() & ((1 << 13) - 1), 0);
    }

    #[test]
    fn the_terms_of_a_ramp_are_inverse_factorials() {
        assert_eq!(f64::RAMP_SERIES[..3], [1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0]);
        assert_eq!(f32::RAMP_SERIES[1], 1.0 / 24.0);
    }
}
