//! Weighted sums over the samples of a series, which the fit of a sinusoid needs.
//!
//! Each sum is computed about the reference of a block and then moved to the middle of the series: the angles of a
//! block serve all blocks of an even series. Times are counted in half spans; the index of a sum is their power.

use super::series::{Block, Series};

/// Samples that are summed side by side, so that additions do not wait for one another.
const LANES: usize = 2;

/// Sums of the window with a wave: `Σ w tᵏ cos(ωt)` and `Σ w tᵏ sin(ωt)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WindowSums {
    pub(super) cos: [f64; 3],
    pub(super) sin: [f64; 3],
}

/// Sums of the windowed residual `r`: `Σ w tᵏ r`, the same with a cosine and a sine, and its energy `Σ r²`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ResidualSums {
    pub(super) plain: [f64; 2],
    pub(super) cos: [f64; 2],
    pub(super) sin: [f64; 2],
    pub(super) energy: f64,
}

impl WindowSums {
    /// Returns the sums for `omega` radians per step.
    pub(super) fn new(series: &Series, omega: f64) -> Self {
        let half_span = 0.5 * series.len() as f64;
        let mut sums = WindowSums::default();
        series.blocks(omega, |block| {
            let window = &series.window[block.range()];
            let about = |[w, o, c, s]: [f64; 4]| {
                let (wo, woo) = (w * o, w * o * o);
                [w * c, wo * c, woo * c, w * s, wo * s, woo * s]
            };
            let lanes = lanes([window, block.offsets, block.cosines, block.sines], about);
            let cos = moved_twice(&lanes[..3], block.reference);
            let sin = moved_twice(&lanes[3..], block.reference);
            let mut per = 1.0;
            for power in 0..3 {
                let (cos, sin) = block.global(cos[power], sin[power]);
                sums.cos[power] += cos * per;
                sums.sin[power] += sin * per;
                per /= half_span;
            }
        });
        sums
    }
}

impl ResidualSums {
    /// Returns the sums for `omega` radians per step.
    pub(super) fn new(series: &Series, residual: &[f64], omega: f64) -> Self {
        let half_span = 0.5 * series.len() as f64;
        let mut sums = ResidualSums::default();
        series.blocks(omega, |block| {
            let (window, residual) = (&series.window[block.range()], &residual[block.range()]);
            let about = |[w, r, o, c, s]: [f64; 5]| {
                let wr = w * r;
                let wro = wr * o;
                [wr, wro, wr * c, wro * c, wr * s, wro * s, r * r]
            };
            let [plain, plain_1, cos, cos_1, sin, sin_1, energy] =
                lanes([window, residual, block.offsets, block.cosines, block.sines], about);
            let moved = |sum: f64, first: f64| first + block.reference * sum;
            let (cos_1, sin_1) = block.global(moved(cos, cos_1), moved(sin, sin_1));
            let (cos_0, sin_0) = block.global(cos, sin);
            let rows = [
                (&mut sums.plain, plain, moved(plain, plain_1)),
                (&mut sums.cos, cos_0, cos_1),
                (&mut sums.sin, sin_0, sin_1),
            ];
            for (sum, zeroth, first) in rows {
                sum[0] += zeroth;
                sum[1] += first / half_span;
            }
            sums.energy += energy;
        });
        sums
    }
}

/// Returns the powers of a residual and one sinusoid at its frequency, faded and as they are, as in a periodogram.
pub(super) fn powers(
    series: &Series,
    residual: &[f64],
    omega: f64,
    (cos, sin): (f64, f64),
) -> (f64, f64) {
    let (mut hann, mut flat, mut energy) = ([0.0; 2], [0.0; 2], 0.0);
    series.blocks(omega, |block: &Block| {
        let (window, residual) = (&series.window[block.range()], &residual[block.range()]);
        let (a, b) = block.local(cos, sin);
        let about = |[w, r, c, s]: [f64; 4]| {
            let value = r + (a * c + b * s);
            [w * value * c, w * value * s, value * c, value * s, w * w]
        };
        let [hann_cos, hann_sin, flat_cos, flat_sin, squares] =
            lanes([window, residual, block.cosines, block.sines], about);
        for (sums, cos, sin) in [(&mut hann, hann_cos, hann_sin), (&mut flat, flat_cos, flat_sin)] {
            let (cos, sin) = block.global(cos, sin);
            sums[0] += cos;
            sums[1] += sin;
        }
        energy += squares;
    });
    let power = |sums: [f64; 2]| sums[0] * sums[0] + sums[1] * sums[1];
    (power(hann) / energy, power(flat) / residual.len() as f64)
}

/// Moments of the powers 0 to 2 about 0, from those about a time.
fn moved_twice(about: &[f64], time: f64) -> [f64; 3] {
    let [zeroth, first, second] = [about[0], about[1], about[2]];
    [zeroth, first + time * zeroth, second + time * (2.0 * first + time * zeroth)]
}

/// Sums what `row` makes of one value of each column.
#[inline(always)]
fn lanes<const COLUMNS: usize, const ROWS: usize>(
    columns: [&[f64]; COLUMNS],
    row: impl Fn([f64; COLUMNS]) -> [f64; ROWS],
) -> [f64; ROWS] {
    let mut sums = [[0.0; LANES]; ROWS];
    let mut add = |chunks: [[f64; LANES]; COLUMNS]| {
        for lane in 0..LANES {
            let values = row(chunks.map(|chunk| chunk[lane]));
            for (sum, value) in sums.iter_mut().zip(values) {
                sum[lane] += value;
            }
        }
    };
    let count = columns[0].len();
    let columns = columns.map(|column| column[..count].as_chunks::<LANES>());
    for index in 0..count / LANES {
        add(columns.map(|(whole, _)| whole[index]));
    }
    if !count.is_multiple_of(LANES) {
        let padded =
            |rest: &[f64]| [0, 1].map(|lane: usize| rest.get(lane).copied().unwrap_or_default());
        add(columns.map(|(_, rest)| padded(rest)));
    }
    sums.map(|lanes| lanes[0] + lanes[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;

    #[test]
    fn sums_by_blocks_equal_direct_sums() {
        let mut random = Random::new(17);
        for count in [8, 9, 11, 100, 1001] {
            let values: Vec<f64> = (0..count).map(|_| random.uniform(-1.0, 1.0)).collect();
            let times: Vec<f64> =
                (0..count).map(|i| f64::from(i) + random.uniform(-0.4, 0.4)).collect();
            let uneven = Series::at_times(&times, &values).unwrap();
            for series in [Series::even(&values, 1.0), uneven] {
                let (omega, half) = (random.uniform(0.0, 3.1), 0.5 * f64::from(count));
                let (mut window, mut sums) = (WindowSums::default(), ResidualSums::default());
                let (mut hann, mut flat, mut squares) = ([0.0; 2], [0.0; 2], 0.0);
                for ((at, w), r) in series.at.iter().zip(&series.window).zip(&values) {
                    let (sin, cos) = (omega * at).sin_cos();
                    for power in 0..3 {
                        let w = w * (at / half).powi(power as i32);
                        window.cos[power] += w * cos;
                        window.sin[power] += w * sin;
                        if power < 2 {
                            sums.plain[power] += w * r;
                            sums.cos[power] += w * r * cos;
                            sums.sin[power] += w * r * sin;
                        }
                    }
                    sums.energy += r * r;
                    let value = r + 0.4 * cos - 0.2 * sin;
                    hann = [hann[0] + w * value * cos, hann[1] + w * value * sin];
                    flat = [flat[0] + value * cos, flat[1] + value * sin];
                    squares += w * w;
                }
                let near = |a: f64, b: f64| {
                    assert!((a - b).abs() < 1e-12 * f64::from(count), "{count}: {a} {b}");
                };
                let ours = WindowSums::new(&series, omega);
                (0..3).for_each(|i| near(ours.cos[i], window.cos[i]));
                (0..3).for_each(|i| near(ours.sin[i], window.sin[i]));
                let ours = ResidualSums::new(&series, &values, omega);
                (0..2).for_each(|i| near(ours.plain[i], sums.plain[i]));
                (0..2).for_each(|i| near(ours.cos[i], sums.cos[i]));
                (0..2).for_each(|i| near(ours.sin[i], sums.sin[i]));
                near(ours.energy, sums.energy);
                let (faded, plain) = powers(&series, &values, omega, (0.4, -0.2));
                near(faded, (hann[0].powi(2) + hann[1].powi(2)) / squares);
                near(plain, (flat[0].powi(2) + flat[1].powi(2)) / f64::from(count));
            }
        }
    }
}
