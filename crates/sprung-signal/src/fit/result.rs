//! The result of a fit: parameters with standard errors, and whether they explain the series.

use sprung::{Spring, State};

use super::evidence::{Evidence, Explanation};
use super::model::{DELAY, FREQUENCY, GOAL, RATIO, START, VELOCITY, up_to};
use super::normal::PARAMETERS;
use super::profile::profiled;
use super::refine::{Solution, rounding};
use super::series::Series;

/// A parameter and its standard error: in at least two of three recordings the true one is nearer than that.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Estimate {
    /// The value of least squares.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub value: f64,
    /// The standard error, in the unit of the value; 0 for a parameter that was not free, infinite or very large for one that
    /// the samples do not determine.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub standard_error: f64,
}

/// The spring of least squares for a recorded motion: the result of [`SpringFitter`](super::SpringFitter).
///
/// Standard errors come from the derivatives of the motion and from what it leaves: `σ²(JᵀJ)⁻¹` with
/// `σ² = Σr²/(n − parameters)`, times `(1 + ρ)/(1 − ρ)` where neighboring errors are correlated by `ρ > 0`.
/// For damping ratios from about 1 on, those of angular frequency, damping ratio and delay are at least what the sums of squares
/// at other damping ratios ask for: a change of a parameter that raises the least sum of squares by `k²σ²` is at most `k`
/// standard errors, for `k` from 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct SpringFit {
    /// The angular frequency, rad/s.
    pub angular_frequency: Estimate,
    /// The damping ratio.
    pub damping_ratio: Estimate,
    /// The position before the release, in the unit of the values.
    pub start: Estimate,
    /// The goal after it.
    pub goal: Estimate,
    /// The velocity at the release, per second; 0 if it was not free.
    pub velocity: Estimate,
    /// The time from the first sample to the release, seconds; 0 if it was not free.
    pub delay: Estimate,
    /// The root of the mean square of what the spring leaves, in the unit of the values.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub residual: f64,
    /// The correlation of what is left in neighboring samples: about 0 for noise, towards 1 for a pattern.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub correlation: f64,
    /// The number of samples with a value.
    pub samples: usize,
    /// Whether the spring explains the series.
    pub explanation: Explanation,
}

impl SpringFit {
    /// The fit in the units of the series.
    pub(super) fn new(series: &Series, solution: &Solution, evidence: &Evidence) -> Self {
        let Solution { shape, linear, free, squares, samples } = *solution;
        let freedom = samples.saturating_sub(free.count()).max(1) as f64;
        let correlation = up_to(evidence.correlation, 0.999);
        let variance = squares / freedom * (1.0 + correlation) / (1.0 - correlation);
        // The search ends anywhere within rounding errors: that is one standard error at least.
        let variance = variance.max(rounding(samples));
        let inverse = shape.normal(&linear, series).inverse_diagonal(free.all());
        // An infinite inverse of a clean series is no number.
        let linear_errors = inverse
            .map(|part| (variance * part).sqrt())
            .map(|error| if error.is_nan() { f64::INFINITY } else { error });
        let errors = profiled(series, solution, variance, linear_errors);
        let rate = |value: f64| (value / series.span).min(f64::MAX);
        let estimate = |value: f64, at: usize, unit: f64| Estimate {
            value,
            standard_error: errors[at] * unit,
        };
        let at = |value: f64| finite(series.middle + series.half_range * value);
        let velocity_unit = rate(shape.frequency * series.half_range);
        SpringFit {
            angular_frequency: estimate(rate(shape.frequency), FREQUENCY, rate(1.0)),
            damping_ratio: estimate(shape.ratio, RATIO, 1.0),
            start: estimate(at(linear.start), START, series.half_range),
            goal: estimate(at(linear.goal), GOAL, series.half_range),
            velocity: estimate(finite(linear.velocity * velocity_unit), VELOCITY, velocity_unit),
            delay: estimate(shape.delay * series.span, DELAY, series.span),
            residual: (squares / samples as f64).sqrt() * series.half_range,
            correlation: evidence.correlation,
            samples,
            explanation: evidence.explanation,
        }
    }

    /// The fit of a series whose values are all the same.
    pub(super) fn of_a_constant(span: f64, value: f64, samples: usize) -> Self {
        let unknown = |value| Estimate { value, standard_error: f64::INFINITY };
        let known = |value| Estimate { value, standard_error: 0.0 };
        SpringFit {
            angular_frequency: unknown((1.0 / span).min(f64::MAX)),
            damping_ratio: unknown(1.0),
            start: known(value),
            goal: known(value),
            velocity: known(0.0),
            delay: unknown(0.0),
            residual: 0.0,
            correlation: 0.0,
            samples,
            explanation: Explanation::Polynomial { degree: 0 },
        }
    }

    /// Returns whether the spring explains the series.
    pub fn is_explained(&self) -> bool {
        self.explanation == Explanation::Spring
    }

    /// Returns the spring.
    ///
    /// # Panics
    /// If the public numbers were changed to ones that are no spring.
    pub fn spring(&self) -> Spring<f64> {
        Spring::new(self.angular_frequency.value, self.damping_ratio.value)
            .expect("the fit is within the range of springs")
    }

    /// Returns the state of the fitted motion at a time (seconds) from the first sample.
    pub fn state_at(&self, time: f64) -> State<f64> {
        let seconds = time - self.delay.value;
        if !(seconds > 0.0) {
            let velocity = if seconds == 0.0 { self.velocity.value } else { 0.0 };
            return State::new(self.start.value, velocity);
        }
        let [start, goal, velocity] = [self.start, self.goal, self.velocity].map(|of| of.value);
        // The difference of start and goal may be beyond the largest number.
        let is_huge = [start, goal, velocity].iter().any(|number| number.abs() > 1e300);
        let scale = if is_huge { 0.25 } else { 1.0 };
        let released = State::new(scale * start, scale * velocity);
        let State { position, velocity } =
            self.spring().step(seconds).apply(released, scale * goal);
        State::new(position / scale, velocity / scale)
    }

    /// The names of the parameters that the samples do not determine, by their standard errors: above 10 % of the angular
    /// frequency, `0.02 + ζ/10` for the damping ratio, a tenth of the way for start and goal, a tenth of the way times `ω` for
    /// the velocity, `0.1/ω` for the delay.
    pub fn undetermined(&self) -> impl Iterator<Item = &'static str> {
        let (frequency, ratio) = (self.angular_frequency.value, self.damping_ratio.value);
        let way = (self.goal.value - self.start.value).abs();
        let way = way.max((self.velocity.value / frequency).abs());
        let limits: [(&'static str, Estimate, f64); PARAMETERS] = [
            ("angular_frequency", self.angular_frequency, 0.1 * frequency),
            ("damping_ratio", self.damping_ratio, 0.02 + 0.1 * ratio),
            ("start", self.start, 0.1 * way),
            ("goal", self.goal, 0.1 * way),
            ("velocity", self.velocity, 0.1 * way * frequency),
            ("delay", self.delay, 0.1 / frequency),
        ];
        limits
            .into_iter()
            .filter(|(_, estimate, limit)| !(estimate.standard_error <= *limit))
            .map(|(name, ..)| name)
    }
}

/// The nearest number that is not infinite.
fn finite(number: f64) -> f64 {
    number.clamp(f64::MIN, f64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: f64) -> Estimate {
        Estimate { value, standard_error: 0.0 }
    }

    /// A spring of 4 rad/s and 0.5 from 1 to 3, released after half a second with 2 per second.
    fn fit() -> SpringFit {
        SpringFit {
            angular_frequency: known(4.0),
            damping_ratio: known(0.5),
            start: known(1.0),
            goal: known(3.0),
            velocity: known(2.0),
            delay: known(0.5),
            residual: 0.01,
            correlation: 0.0,
            samples: 100,
            explanation: Explanation::Spring,
        }
    }

    #[test]
    fn the_state_is_that_of_the_start_until_the_release_then_that_of_the_spring() {
        let fit = fit();
        for time in [f64::NEG_INFINITY, -1.0, 0.0, 0.49] {
            assert_eq!(fit.state_at(time), State::new(1.0, 0.0));
        }
        assert_eq!(fit.state_at(0.5), State::new(1.0, 2.0));
        // x = g + e^(−ζωt) (a cos ω't + b sin ω't)
        let (decay, turn) = (2.0_f64, 12.0_f64.sqrt());
        for seconds in [0.1, 0.4, 2.0] {
            let (a, b) = (-2.0, (2.0 - 2.0 * decay) / turn);
            let (sin, cos) = (turn * seconds).sin_cos();
            let shrink = (-decay * seconds).exp();
            let position = 3.0 + shrink * (a * cos + b * sin);
            let velocity = shrink * ((turn * b - decay * a) * cos - (turn * a + decay * b) * sin);
            let state = fit.state_at(0.5 + seconds);
            assert!((state.position - position).abs() < 1e-12, "{seconds}");
            assert!((state.velocity - velocity).abs() < 1e-12, "{seconds}");
        }
    }

    #[test]
    fn the_state_of_huge_numbers_is_that_of_small_ones_multiplied() {
        let scaled = |by: f64| SpringFit {
            start: known(-by),
            goal: known(by),
            velocity: known(0.1 * by),
            angular_frequency: known(0.5),
            ..fit()
        };
        for huge in [1e300, 1.1e300, 1.2e308] {
            for seconds in [0.2, 1.0, 9.0] {
                let [one, other] = [1.0, huge].map(|by| scaled(by).state_at(0.5 + seconds));
                assert!((other.position / huge - one.position).abs() < 1e-12, "{huge} {seconds}");
                assert!((other.velocity / huge - one.velocity).abs() < 1e-11, "{huge} {seconds}");
            }
        }
    }

    #[test]
    fn what_the_samples_do_not_determine_is_named_from_its_limit_on() {
        let names = |fit: &SpringFit| fit.undetermined().collect::<Vec<_>>();
        assert!(names(&fit()).is_empty() && fit().is_explained());
        // The way is 2, ω is 4.
        type At = fn(&mut SpringFit) -> &mut Estimate;
        let all: [(&str, At, f64); 6] = [
            ("angular_frequency", |fit| &mut fit.angular_frequency, 0.4),
            ("damping_ratio", |fit| &mut fit.damping_ratio, 0.07),
            ("start", |fit| &mut fit.start, 0.2),
            ("goal", |fit| &mut fit.goal, 0.2),
            ("velocity", |fit| &mut fit.velocity, 0.8),
            ("delay", |fit| &mut fit.delay, 0.025),
        ];
        for (name, of, limit) in all {
            for (error, expected) in
                [(0.999 * limit, &[][..]), (1.001 * limit, &[name]), (f64::NAN, &[name])]
            {
                let mut fit = fit();
                of(&mut fit).standard_error = error;
                assert_eq!(names(&fit), expected, "{error}");
            }
        }
        // A kick from the goal: the way is v/ω.
        let mut kicked = SpringFit { goal: known(1.0), velocity: known(-8.0), ..fit() };
        kicked.start.standard_error = 0.199;
        assert!(names(&kicked).is_empty());
        kicked.start.standard_error = 0.201;
        assert_eq!(names(&kicked), ["start"]);
    }

    #[test]
    fn a_constant_determines_no_spring() {
        let fit = SpringFit::of_a_constant(4.0, 7.0, 9);
        assert_eq!((fit.start.value, fit.goal.value, fit.samples), (7.0, 7.0, 9));
        assert_eq!(fit.angular_frequency.value, 0.25);
        assert_eq!(fit.undetermined().count(), 3);
        assert!(!fit.is_explained());
        assert_eq!(SpringFit::of_a_constant(1e-320, 7.0, 9).angular_frequency.value, f64::MAX);
    }
}
