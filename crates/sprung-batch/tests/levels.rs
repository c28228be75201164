//! Every kernel on every SIMD level, at every length around the vectors' widths, on one thread and on many: one result.
//!
//! A level that this machine lacks fails the tests unless it is named in `SPRUNG_ABSENT_LEVELS`, such as `avx512`.

mod kernels;

use kernels::{Kernel, kernels};
use sprung_batch::{Batch, Float, SimdLevel};
use testkit::precision::Precision;

const LONGEST: usize = 260;

/// Around the widths of all vectors (4 to 16 lanes, unrolled), of a block and of two.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=36).chain(125..=146).chain(255..=LONGEST)
}

/// The levels to test: all of this target but those that are named as absent.
fn levels() -> Vec<SimdLevel> {
    let absent = std::env::var("SPRUNG_ABSENT_LEVELS").unwrap_or_default();
    let absent: Vec<&str> = absent.split(',').filter(|name| !name.is_empty()).collect();
    let available: Vec<SimdLevel> = SimdLevel::available().collect();
    for level in SimdLevel::OF_THIS_TARGET {
        assert!(
            available.contains(level) || absent.contains(&level.name()),
            "this machine lacks {level}: name it in SPRUNG_ABSENT_LEVELS if that is known"
        );
    }
    assert!(!available.is_empty(), "no level was tested");
    available
}

/// All springs one at a time, no vector and no block: the bits of each.
fn one_by_one<T: Float + Precision>(batch: &Batch<T>, kernel: Kernel<T>) -> Vec<Vec<u64>> {
    (0..LONGEST).map(|i| kernel(batch, i..i + 1)).collect()
}

fn levels_and_tails_agree<T: Float + Precision>() {
    let levels = levels();
    for (name, kernel) in kernels::<T>() {
        let batch = Batch::new().with_level(levels[0]).expect("an available level");
        let alone = one_by_one(&batch, kernel);
        for n in lengths() {
            let columns = 0..alone[0].len();
            let expected: Vec<u64> =
                columns.flat_map(|column| alone[..n].iter().map(move |one| one[column])).collect();
            for &level in &levels {
                let batch = Batch::new().with_level(level).expect("an available level");
                assert_eq!(kernel(&batch, 0..n), expected, "{name} of {n} {} on {level}", T::NAME);
            }
        }
    }
}

#[test]
fn every_level_and_every_length_gives_the_same_bits_in_single_precision() {
    levels_and_tails_agree::<f32>();
}

#[test]
fn every_level_and_every_length_gives_the_same_bits_in_double_precision() {
    levels_and_tails_agree::<f64>();
}

#[cfg(feature = "parallel")]
#[test]
fn one_thread_and_many_give_the_same_bits() {
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for (name, kernel) in kernels::<f32>() {
            for n in [1, 16_384, 32_767, 32_768, 100_001] {
                let expected = kernel(&Batch::new(), 0..n);
                let parallel = pool.install(|| kernel(&Batch::new().parallel(), 0..n));
                assert!(parallel == expected, "{name} of {n} on {threads} threads");
            }
        }
    }
}
