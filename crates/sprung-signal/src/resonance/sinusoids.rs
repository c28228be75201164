//! Sinusoids and a straight line fitted to a series by weighted least squares.

use std::f64::consts::{PI, TAU};

use super::normal::{Normal, solve};
use super::series::Series;
use super::sums::{ResidualSums, WindowSums, powers};

/// Sweeps over all sinusoids at most; separate ones settle in four to six.
const MAX_SWEEPS: usize = 6;
/// A sinusoid has settled when a step moves it by less than this part of its amplitude, or of its standard error.
const SETTLED: f64 = 1e-13;
const SETTLED_ERROR: f64 = 0.01;
/// A frequency that moves by less than this many bins keeps its normal matrix.
const SAME_MATRIX: f64 = 0.01;
/// This many bins from 0 and from half of the sampling rate, the image and the line change the matrix of even times by
/// less than 1e-4: they are left out of it. The residual decides what is fitted, the matrix only how fast.
const FAR_FROM_IMAGE: f64 = 16.0;
/// A fitted frequency stays within this many bins of where it was found, and one step goes half as far.
const MAX_BINS: f64 = 1.0;

/// `cos · cos(ωm) + sin · sin(ωm)` at the time `m`, in steps from the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sinusoid {
    /// Radians per step.
    pub(super) omega: f64,
    pub(super) cos: f64,
    pub(super) sin: f64,
    start: f64,
    is_settled: bool,
    // A step below this has settled, and how far steps of the others have moved it since its own.
    least: f64,
    disturbed: f64,
    is_frozen: bool,
    normal: Option<Normal>,
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
    // The sums of the window and of its first two moments.
    weight: [f64; 3],
}

impl<'a> Model<'a> {
    /// Fits the line alone.
    pub(super) fn new(series: &'a Series) -> Self {
        let residual = series.values.clone();
        let weight = WindowSums::new(series, 0.0).cos;
        let mut model = Model { series, sinusoids: Vec::new(), residual, weight };
        // Twice: the second fit takes off what rounding left of the first.
        model.fit_line();
        model.fit_line();
        model
    }

    /// Adds sinusoids of these frequencies, in radians per step.
    pub(super) fn add(&mut self, omegas: impl IntoIterator<Item = f64>) {
        let fresh = |omega| Sinusoid { omega, start: omega, ..Sinusoid::default() };
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
        let bin = TAU / series.len() as f64;
        let far = FAR_FROM_IMAGE * bin;
        let normal = if series.is_even && (far..PI - far).contains(&old.omega) {
            Normal::far_from_image(self.weight, old.omega)
        } else {
            let is_near = |normal: &Normal| (normal.omega - old.omega).abs() <= SAME_MATRIX * bin;
            let fresh = || Normal::new(series, self.weight, old.omega);
            old.normal.filter(is_near).unwrap_or_else(fresh)
        };
        let sums = ResidualSums::new(series, &self.residual, old.omega);
        let moves_frequency = old.amplitude() > 0.0 && !old.is_frozen;
        let [d_cos, d_sin, d_omega, d_mean, d_slope] =
            solve(normal.matrix(old.cos, old.sin, moves_frequency), sums.right(old.cos, old.sin));
        let most = 0.5 * MAX_BINS * bin;
        let wanted = if moves_frequency { d_omega / half_span } else { 0.0 };
        let turn = wanted.clamp(-most, most);
        let mut new = Sinusoid { normal: Some(normal), ..old };
        (new.cos, new.sin) = (old.cos + d_cos, old.sin + d_sin);
        new.omega = old.omega + turn;
        let off = (new.omega - new.start).abs() > MAX_BINS * bin || new.omega <= 0.0;
        if off {
            (new.omega, new.is_frozen) = (new.start, true);
        }
        let moved = (d_cos.abs() + d_sin.abs()).max(turn.abs() * half_span * new.amplitude());
        let error = (2.0 * sums.energy).sqrt() / series.len() as f64;
        let least = (SETTLED * new.amplitude()).max(SETTLED_ERROR * error);
        new.is_settled = !off && old.amplitude() > 0.0 && !(moved > least);
        (new.least, new.disturbed) = (least, 0.0);
        self.sinusoids[index] = new;
        self.disturb_others(index, moved);
        if old.amplitude() > 0.0 {
            self.add_to_residual(old.omega, [old.cos, old.sin], [0.0; 2]);
        }
        self.add_to_residual(new.omega, [-new.cos, -new.sin], [-d_mean, -d_slope / half_span]);
    }

    /// Adds `a·cos ωt + b·sin ωt + mean + slope·t` to the residual.
    fn add_to_residual(&mut self, omega: f64, [a, b]: [f64; 2], [mean, slope]: [f64; 2]) {
        let residual = &mut self.residual;
        self.series.blocks(omega, |block| {
            let (a, b) = block.local(a, b);
            let mean = mean + slope * block.reference;
            let waves = block.cosines.iter().zip(block.sines).zip(block.offsets);
            for (residual, ((cos, sin), offset)) in residual[block.range()].iter_mut().zip(waves) {
                *residual += a * cos + b * sin + (mean + slope * offset);
            }
        });
    }

    /// Takes up the fit of the sinusoids that the step of one has moved.
    fn disturb_others(&mut self, index: usize, moved: f64) {
        let (count, is_even) = (self.series.len() as f64, self.series.is_even);
        let omega = self.sinusoids[index].omega;
        for (other, sinusoid) in self.sinusoids.iter_mut().enumerate() {
            if other == index {
                continue;
            }
            let sum = omega + sinusoid.omega;
            let distance = (omega - sinusoid.omega).abs().min(sum).min(TAU - sum);
            // The window leaks as the third power of the distance; uneven times leak everywhere.
            let bins = distance * count / TAU;
            let leakage =
                if is_even && bins > 2.0 { 1.0 / (bins * (bins * bins - 1.0)) } else { 1.0 };
            sinusoid.disturbed += moved * leakage;
            sinusoid.is_settled &= sinusoid.disturbed <= sinusoid.least;
        }
    }

    /// The powers of the residual and one sinusoid at its frequency, faded and as they are, as in a periodogram.
    pub(super) fn powers(&self, of: &Sinusoid) -> (f64, f64) {
        powers(self.series, &self.residual, of.omega, (of.cos, of.sin))
    }

    fn fit_line(&mut self) {
        let half_span = 0.5 * self.series.len() as f64;
        // The window is even except for uneven times, which couple the mean and the slope.
        let [w0, w1, w2] = self.weight;
        let [r0, r1] = ResidualSums::new(self.series, &self.residual, 0.0).plain;
        let determinant = w0 * w2 - w1 * w1;
        let slope = if determinant > 0.0 { (w0 * r1 - w1 * r0) / determinant } else { 0.0 };
        let mean = (r0 - slope * w1) / w0;
        for (residual, at) in self.residual.iter_mut().zip(&self.series.at) {
            *residual -= mean + slope * (at / half_span);
        }
    }
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
    fn a_step_takes_up_the_sinusoids_into_which_it_leaks() {
        let series = Series::even(&[0.0; 400], 1.0);
        let mut model = Model::new(&series);
        // The window leaks by 1/24 over 3 bins, and by 1e-6 over 100.
        model.add([20.0, 23.0, 120.0].map(|bin| bin * TAU / 400.0));
        for sinusoid in &mut model.sinusoids {
            (sinusoid.is_settled, sinusoid.least) = (true, 1e-6);
        }
        model.disturb_others(0, 1e-4);
        let settled: Vec<bool> =
            model.sinusoids.iter().map(|sinusoid| sinusoid.is_settled).collect();
        assert_eq!(settled, [true, false, true]);
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
}
