//! The spring that explains a recorded motion, with standard errors.

mod evidence;
mod model;
mod normal;
mod polynomial;
mod profile;
mod refine;
mod result;
mod search;
mod series;

use sprung::ParameterError;

use crate::error::{Result, TimeError, require};
use evidence::{CLEAR, Evidence};
use model::Free;
use refine::{Solution, refine};
use search::Ends;
use series::Series;

pub use evidence::Explanation;
pub use result::{Estimate, SpringFit};

/// A spring that rests, is released and has a velocity has six parameters; fewer samples would fit anything.
const MIN_SAMPLES: usize = 8;
/// Samples of a longer series that the search looks at; all of them are used in the end.
const SEARCHED: usize = 256;
/// Solutions of the search that are refined, first on the samples of the search, then on all.
const REFINED: usize = 8;
const REFINED_ON_ALL: usize = 2;

/// The beginning of a motion that is fitted by [`SpringFitter`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Release {
    /// The first of the others, unless a later one explains the series clearly better: by 16 in the Bayesian information
    /// criterion, a ratio of likelihoods of 3000. Noise alone makes a motion from rest a moving one in 3 of 100,000 recordings
    /// at most; a motion that differs from one from rest by less than that is told as one from rest.
    #[default]
    Any,
    /// At rest at the start until a delay has passed, then released: five parameters.
    FromRest,
    /// In motion at the first sample, with a velocity: five parameters. For a recording that begins late.
    Moving,
    /// At rest until a delay has passed, then released with a velocity: six parameters.
    Kicked,
}

impl Release {
    /// The parameters that it leaves free, one row for each way to begin.
    fn free(self) -> &'static [Free] {
        const WAYS: [Free; 3] = [
            Free { delay: true, velocity: false },
            Free { delay: false, velocity: true },
            Free { delay: true, velocity: true },
        ];
        match self {
            Release::Any => &WAYS,
            Release::FromRest => &WAYS[..1],
            Release::Moving => &WAYS[1..2],
            Release::Kicked => &WAYS[2..],
        }
    }
}

/// Finds the spring that explains a recorded motion: the least squares of
///
/// ```text
/// x(t) = start                                             t ≤ delay
/// x(t) = goal + (start − goal)·xx(t − delay) + velocity·xv(t − delay)
/// ```
///
/// with the exact step `xx`, `xv` of a spring towards a held goal.
///
/// Start, goal and velocity are linear and solved for; angular frequency, damping ratio and delay are found by a search over
/// all frequencies and regimes that the samples can show, and by Levenberg–Marquardt with the derivatives of
/// [`StepDerivatives`](sprung::StepDerivatives) from the best of them (variable projection).
///
/// - Each sample counts alike; times may be uneven. Values that are NaN or infinite are missing.
/// - Frequencies up to half of the mean sampling rate; damping ratios from 0 to 100.
/// - Accuracy: without noise 1e-6 of each parameter, if the fast decay takes more than a twelfth of a sample.
///   With noise of 1 % of the way in 600 samples over a whole motion of a damping ratio from 0.1 to 0.7, within 2 %:
///   angular frequency, damping ratio (of `1 + ζ`), start and goal (of the way); the
///   delay within `0.04/ω`. From `ζ = 1` on damping ratio, frequency and delay can stand for each other: the same noise leaves
///   5 to 10 % open at `ζ = 1.7`. The standard errors say how far in each case. There the true
///   damping ratio may be far above the one that fits best, and the standard errors cover both sides: for `k` up to 4, no
///   motion farther away than `k` standard errors has a sum of squares less than `k²σ²` above the least.
/// - Of a spring with a damping ratio of far above 1 the series often shows the slow decay alone, `ω/2ζ`; of a motion that was
///   cut off long before its end neither goal nor frequency. Then the standard errors are large, and
///   [`undetermined`](SpringFit::undetermined) names the parameters.
///
/// Source: G. Golub, V. Pereyra, *The differentiation of pseudo-inverses and nonlinear least squares problems whose variables
/// separate* (1973), in the form of L. Kaufman (1975).
///
/// ```
/// use sprung::{Spring, State};
/// use sprung_signal::SpringFitter;
///
/// let spring = Spring::new(9.0, 0.4)?;
/// let times: Vec<f64> = (0..90).map(|i| f64::from(i) / 60.0).collect();
/// let moved = |time: f64| spring.step(time - 0.25).apply(State::at_rest(20.0), 120.0).position;
/// let values: Vec<f64> = times.iter().map(|&time| moved(time)).collect();
///
/// let fit = SpringFitter::default().run(&times, &values)?;
/// assert!(fit.is_explained());
/// assert!((fit.angular_frequency.value - 9.0).abs() < 1e-6);
/// assert!((fit.damping_ratio.value - 0.4).abs() < 1e-6);
/// assert!((fit.goal.value - 120.0).abs() < 1e-6 && (fit.delay.value - 0.25).abs() < 1e-6);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("system identification", "parameter estimation", "curve fit", "least squares"))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SpringFitter {
    /// The beginning of the motion.
    pub release: Release,
}

impl SpringFitter {
    /// Returns the spring that explains values at ascending times (seconds) best, and how well.
    ///
    /// The result is a fit in any case: [`SpringFit::explanation`] says whether it explains the series. The time goes with the
    /// number of samples: 300 take some 30 ms, 1e5 a second.
    ///
    /// # Errors
    /// Fewer than eight samples with a value; a time that is not finite or not after the one before; a span of infinite
    /// duration.
    ///
    /// # Panics
    /// If there are not as many times as values.
    pub fn run(&self, times: &[f64], values: &[f64]) -> Result<SpringFit> {
        assert!(times.len() == values.len(), "{} times for {} values", times.len(), values.len());
        TimeError::check_all(times)
            .map_err(|error| ParameterError::new("times", error.time, "finite and ascending"))?;
        let known = times.iter().zip(values).filter(|(_, value)| value.is_finite());
        let (times, values): (Vec<f64>, Vec<f64>) = known.unzip();
        let count = values.len();
        require(count >= MIN_SAMPLES, "samples", count as f64, "at least 8 to fit a spring")?;
        let span = times[count - 1] - times[0];
        require(span.is_finite(), "times", span, "of a finite span")?;
        let Some(series) = Series::new(&times, &values) else {
            return Ok(SpringFit::of_a_constant(span, values[0], count));
        };
        let few = series.thinned(SEARCHED);
        let ways = self.release.free();
        let ends = Ends::of(&few, ways.iter().any(|free| free.delay));
        let solutions = ways.iter().filter_map(|free| best(&series, &few, &ends, *free));
        // The first way is kept unless another one is told from it.
        let is_better = |new: &Solution, old: &Solution| new.criterion() + CLEAR < old.criterion();
        let solution = solutions.reduce(|a, b| if is_better(&b, &a) { b } else { a });
        Ok(match solution {
            Some(solution) => {
                let evidence = Evidence::of(&series, &solution);
                SpringFit::new(&series, &solution, &evidence)
            }
            None => SpringFit::of_a_constant(span, values[0], count),
        })
    }
}

/// The solution of least squares with these parameters free.
fn best(series: &Series, few: &Series, ends: &Ends, free: Free) -> Option<Solution> {
    let mut found = ends.candidates(few, free);
    found.truncate(REFINED);
    let mut found: Vec<Solution> = found.iter().map(|start| refine(few, *start, free)).collect();
    found.sort_by(|a, b| a.squares.total_cmp(&b.squares));
    if few.len() < series.len() {
        found.truncate(REFINED_ON_ALL);
        found = found.iter().map(|start| refine(series, start.shape, free)).collect();
        found.sort_by(|a, b| a.squares.total_cmp(&b.squares));
    }
    found.into_iter().next()
}
