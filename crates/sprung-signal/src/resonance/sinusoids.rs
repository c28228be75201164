//! Sinusoids and a straight line fitted to a series by weighted least squares.

use std::f64::consts::TAU;

use super::series::Series;

/// Sweeps over all sinusoids at most; separate ones settle in four to six.
const MAX_SWEEPS: usize = 6;
/// A sinusoid has settled when a step moves it by less than this part of its amplitude, or of its standard error.
const SETTLED: f64 = 1e-13;
const SETTLED_ERROR: f64 = 0.01;
/// Samples that are summed side by side, and the sums of each.
const LANES: usize = 4;
const ROWS: usize = 22;
/// A fitted frequency stays within this many bins of where it was found, and one step goes half as far.
const MAX_BINS: f64 = 1.0;

/// `cos · cos(ωm) + sin · sin(ωm)` at the time `m`, in steps from the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sinusoid {
    /// Radians per step.
    pub(super) omega: f64,
    pub(super) cos: f64,
    pub(super) sin: f64,
    start: f64,
    is_settled: bool,
    is_frozen: bool,
}

impl Sinusoid {
    pub(super) fn amplitude(&self) -> f64 {
        (self.cos * self.cos + self.sin * self.sin).sqrt()
    }
}

/// A sum of sinusoids and a line, and what it leaves of a series.
///
/// The weights of the fit are the Hann window: the sinusoid then is the peak of the windowed Fourier transform, freed of
/// what its image at the negative frequency, the line and the other sinusoids add to it.
#[derive(Clone, Debug)]
pub(super) struct Model<'a> {
    series: &'a Series,
    pub(super) sinusoids: Vec<Sinusoid>,
    /// The series less the model.
    pub(super) residual: Vec<f64>,
}

impl<'a> Model<'a> {
    /// Fits the line alone.
    pub(super) fn new(series: &'a Series) -> Self {
        let residual = series.values.clone();
        let mut model = Model { series, sinusoids: Vec::new(), residual };
        // Twice: the second fit takes off what rounding left of the first.
        model.fit_line();
        model.fit_line();
        model
    }

    /// Adds sinusoids of these frequencies, in radians per step.
    pub(super) fn add(&mut self, omegas: impl IntoIterator<Item = f64>) {
        let fresh = |omega| Sinusoid {
            omega,
            cos: 0.0,
            sin: 0.0,
            start: omega,
            is_settled: false,
            is_frozen: false,
        };
        for sinusoid in &mut self.sinusoids {
            (sinusoid.is_settled, sinusoid.start) = (false, sinusoid.omega);
        }
        self.sinusoids.extend(omegas.into_iter().map(fresh));
    }

    /// Fits all sinusoids and the line together, one after the other in turn, until they settle.
    pub(super) fn fit(&mut self) {
        for _ in 0..MAX_SWEEPS {
            for index in 0..self.sinusoids.len() {
                if !self.sinusoids[index].is_settled {
                    self.step(index);
                }
            }
            if self.sinusoids.iter().all(|sinusoid| sinusoid.is_settled) {
                break;
            }
        }
    }

    /// One Gauss–Newton step of a sinusoid and the line.
    fn step(&mut self, index: usize) {
        let (series, old) = (self.series, self.sinusoids[index]);
        let half_span = 0.5 * series.len() as f64;
        let mut sums = LaneSums::default();
        let residual = &self.residual;
        series.phases(old.omega, |start, cos, sin| {
            let end = start + cos.len();
            let (at, window) = (&series.at[start..end], &series.window[start..end]);
            sums.add(window, at, 1.0 / half_span, &residual[start..end], cos, sin);
        });
        let (sums, energy) = sums.total();
        let moves_frequency = old.amplitude() > 0.0 && !old.is_frozen;
        let [d_cos, d_sin, d_omega, d_mean, d_slope] =
            solve(sums.matrix(old.cos, old.sin, moves_frequency), sums.right(old.cos, old.sin));
        let bin = TAU / series.len() as f64;
        let most = 0.5 * MAX_BINS * bin;
        let wanted = if moves_frequency { d_omega / half_span } else { 0.0 };
        let turn = wanted.clamp(-most, most);
        let mut new = old;
        (new.cos, new.sin) = (old.cos + d_cos, old.sin + d_sin);
        new.omega = old.omega + turn;
        let off = (new.omega - new.start).abs() > MAX_BINS * bin || new.omega <= 0.0;
        if off {
            (new.omega, new.is_frozen) = (new.start, true);
        }
        let moved = (d_cos.abs() + d_sin.abs()).max(turn.abs() * half_span * new.amplitude());
        let error = (2.0 * energy).sqrt() / series.len() as f64;
        let least = (SETTLED * new.amplitude()).max(SETTLED_ERROR * error);
        new.is_settled = !off && old.amplitude() > 0.0 && !(moved > least);
        self.sinusoids[index] = new;
        let residual = &mut self.residual;
        series.phases(old.omega, |start, cos, sin| {
            for ((residual, cos), sin) in residual[start..].iter_mut().zip(cos).zip(sin) {
                *residual += old.cos * cos + old.sin * sin;
            }
        });
        let slope = d_slope / half_span;
        series.phases(new.omega, |start, cos, sin| {
            let residual = residual[start..].iter_mut().zip(&series.at[start..]);
            for (((residual, at), cos), sin) in residual.zip(cos).zip(sin) {
                *residual -= new.cos * cos + new.sin * sin + (d_mean + slope * at);
            }
        });
    }

    /// The powers of the residual and one sinusoid at its frequency, faded and as they are, as in a periodogram.
    pub(super) fn powers(&self, of: &Sinusoid) -> (f64, f64) {
        let mut hann = [0.0; 3];
        let mut flat = [0.0; 2];
        self.series.phases(of.omega, |start, cos, sin| {
            for (index, (cos, sin)) in cos.iter().zip(sin).enumerate() {
                let value = self.residual[start + index] + of.cos * cos + of.sin * sin;
                let window = self.series.window[start + index];
                hann[0] += window * value * cos;
                hann[1] += window * value * sin;
                hann[2] += window * window;
                flat[0] += value * cos;
                flat[1] += value * sin;
            }
        });
        let hann = (hann[0] * hann[0] + hann[1] * hann[1]) / hann[2];
        (hann, (flat[0] * flat[0] + flat[1] * flat[1]) / self.residual.len() as f64)
    }

    fn fit_line(&mut self) {
        let half_span = 0.5 * self.series.len() as f64;
        let mut sums = LaneSums::default();
        let (at, window) = (&self.series.at, &self.series.window);
        let none = vec![0.0; at.len()];
        sums.add(window, at, 1.0 / half_span, &self.residual, &none, &none);
        let (sums, _) = sums.total();
        // The window is even but for uneven times, which couple the mean and the slope.
        let [w0, w1, w2] = sums.weight;
        let [r0, r1] = sums.plain;
        let determinant = w0 * w2 - w1 * w1;
        let slope = if determinant > 0.0 { (w0 * r1 - w1 * r0) / determinant } else { 0.0 };
        let mean = (r0 - slope * w1) / w0;
        for (residual, at) in self.residual.iter_mut().zip(&self.series.at) {
            *residual -= mean + slope * (at / half_span);
        }
    }
}

/// Weighted sums over the samples; the index is the power of the time, in half spans.
#[derive(Clone, Copy, Debug)]
struct Sums {
    weight: [f64; 3],
    cos: [f64; 3],
    sin: [f64; 3],
    cos_cos: [f64; 3],
    cos_sin: [f64; 3],
    // Of the residual.
    plain: [f64; 2],
    with_cos: [f64; 2],
    with_sin: [f64; 2],
}

/// Sums of every fourth sample side by side, so that additions do not wait for one another.
#[derive(Clone, Copy, Debug, Default)]
struct LaneSums {
    // The fields of `Sums` in their order, and the energy of the residual.
    rows: [[f64; LANES]; ROWS],
}

impl LaneSums {
    fn add(
        &mut self,
        window: &[f64],
        at: &[f64],
        per_half_span: f64,
        residual: &[f64],
        cos: &[f64],
        sin: &[f64],
    ) {
        let whole = window.len() / LANES * LANES;
        let rows = &mut self.rows;
        for start in (0..window.len()).step_by(LANES) {
            let padded = |values: &[f64]| {
                if start < whole {
                    return [0, 1, 2, 3].map(|lane| values[start + lane]);
                }
                [0, 1, 2, 3].map(|lane| values.get(start + lane).copied().unwrap_or_default())
            };
            let (w, at, r) = (padded(window), padded(at), padded(residual));
            let (c, s) = (padded(cos), padded(sin));
            for i in 0..LANES {
                let t = at[i] * per_half_span;
                let w = [w[i], w[i] * t, w[i] * t * t];
                let (cc, cs, rc, rs) = (c[i] * c[i], c[i] * s[i], r[i] * c[i], r[i] * s[i]);
                for power in 0..3 {
                    rows[power][i] += w[power];
                    rows[3 + power][i] += w[power] * c[i];
                    rows[6 + power][i] += w[power] * s[i];
                    rows[9 + power][i] += w[power] * cc;
                    rows[12 + power][i] += w[power] * cs;
                }
                for power in 0..2 {
                    rows[15 + power][i] += w[power] * r[i];
                    rows[17 + power][i] += w[power] * rc;
                    rows[19 + power][i] += w[power] * rs;
                }
                rows[21][i] += r[i] * r[i];
            }
        }
    }

    /// The sums, and the energy of the residual.
    fn total(&self) -> (Sums, f64) {
        let rows = self.rows.map(|row| (row[0] + row[1]) + (row[2] + row[3]));
        let three = |row: usize| [rows[row], rows[row + 1], rows[row + 2]];
        let two = |row: usize| [rows[row], rows[row + 1]];
        let sums = Sums {
            weight: three(0),
            cos: three(3),
            sin: three(6),
            cos_cos: three(9),
            cos_sin: three(12),
            plain: two(15),
            with_cos: two(17),
            with_sin: two(19),
        };
        (sums, rows[21])
    }
}

impl Sums {
    /// The normal matrix of cosine, sine, frequency, mean and slope for a sinusoid of amplitudes `a` and `b`.
    fn matrix(&self, a: f64, b: f64, moves_frequency: bool) -> [[f64; 5]; 5] {
        let (c, s, cc, cs) = (self.cos, self.sin, self.cos_cos, self.cos_sin);
        let ss = [0, 1, 2].map(|power| self.weight[power] - cc[power]);
        let cos_turn = b * cc[1] - a * cs[1];
        let sin_turn = b * cs[1] - a * ss[1];
        let turn_turn = a * a * ss[2] + b * b * cc[2] - 2.0 * a * b * cs[2];
        let turn_mean = b * c[1] - a * s[1];
        let turn_slope = b * c[2] - a * s[2];
        let [w0, w1, w2] = self.weight;
        let mut matrix = [
            [cc[0], cs[0], cos_turn, c[0], c[1]],
            [cs[0], ss[0], sin_turn, s[0], s[1]],
            [cos_turn, sin_turn, turn_turn, turn_mean, turn_slope],
            [c[0], s[0], turn_mean, w0, w1],
            [c[1], s[1], turn_slope, w1, w2],
        ];
        if !moves_frequency {
            for row in &mut matrix {
                row[2] = 0.0;
            }
            matrix[2] = [0.0, 0.0, 1.0, 0.0, 0.0];
        }
        matrix
    }

    fn right(&self, a: f64, b: f64) -> [f64; 5] {
        let turn = b * self.with_cos[1] - a * self.with_sin[1];
        [self.with_cos[0], self.with_sin[0], turn, self.plain[0], self.plain[1]]
    }
}

/// Solves a symmetric positive system by Cholesky's `L D Lᵀ`; a direction that the data do not determine stays 0.
fn solve(matrix: [[f64; 5]; 5], right: [f64; 5]) -> [f64; 5] {
    const SINGULAR: f64 = 1e-10;
    let mut lower = [[0.0; 5]; 5];
    let mut diagonal = [0.0; 5];
    for i in 0..5 {
        for j in 0..i {
            let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k] * diagonal[k]).sum();
            let rest = matrix[i][j] - known;
            lower[i][j] = if diagonal[j] > 0.0 { rest / diagonal[j] } else { 0.0 };
        }
        let known: f64 = (0..i).map(|k| lower[i][k] * lower[i][k] * diagonal[k]).sum();
        let rest = matrix[i][i] - known;
        diagonal[i] = if rest > SINGULAR * matrix[i][i] { rest } else { 0.0 };
    }
    let mut solution = right;
    for i in 0..5 {
        let known: f64 = (0..i).map(|k| lower[i][k] * solution[k]).sum();
        solution[i] -= known;
    }
    for i in 0..5 {
        solution[i] = if diagonal[i] > 0.0 { solution[i] / diagonal[i] } else { 0.0 };
    }
    for i in (0..5).rev() {
        let known: f64 = (i + 1..5).map(|k| lower[k][i] * solution[k]).sum();
        solution[i] -= known;
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tones_and_a_line_are_fitted_to_rounding() {
        let values: Vec<f64> = (0..400)
            .map(|i| {
                let t = f64::from(i);
                (0.31 * t + 1.0).sin() + 0.4 * (0.36 * t).cos() - 0.02 * t + 3.0
            })
            .collect();
        let series = Series::even(&values, 1.0);
        let mut model = Model::new(&series);
        model.add([0.313, 0.358]);
        model.fit();
        let [first, second] = model.sinusoids[..] else { panic!("{:?}", model.sinusoids) };
        assert!((first.omega / 0.31 - 1.0).abs() < 1e-12, "{first:?}");
        assert!((second.omega / 0.36 - 1.0).abs() < 1e-12, "{second:?}");
        assert!((first.amplitude() * series.scale - 1.0).abs() < 1e-11);
        assert!((second.amplitude() * series.scale - 0.4).abs() < 1e-11);
        assert!(model.residual.iter().all(|residual| residual.abs() < 1e-11));
    }

    #[test]
    fn a_sinusoid_that_is_not_there_stays_near_its_start() {
        let values: Vec<f64> = (0..64).map(|i| (0.2 * f64::from(i)).sin()).collect();
        let series = Series::even(&values, 1.0);
        let mut model = Model::new(&series);
        model.add([2.0]);
        model.fit();
        assert!((model.sinusoids[0].omega - 2.0).abs() <= TAU / 64.0);
    }

    #[test]
    fn a_singular_system_leaves_what_is_undetermined_at_zero() {
        let mut matrix = [[0.0; 5]; 5];
        (matrix[0][0], matrix[4][4]) = (2.0, 4.0);
        assert_eq!(solve(matrix, [2.0, 0.0, 0.0, 0.0, 2.0]), [1.0, 0.0, 0.0, 0.0, 0.5]);
    }
}
