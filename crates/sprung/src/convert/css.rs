//! CSS: a spring's step response as a `linear()` easing with a given maximum error.
//!
//! The curve is followed by the longest straight pieces that stay within the error. Their ends lie off the curve, on
//! its outer side by 0.95 of the error, which needs a quarter fewer points than ends on the curve. Numbers are rounded first
//! and checked as they are written, so the stated error holds for the text.

use core::fmt;

use crate::error::{Result, require};
use crate::params::Spring;
use crate::real::functions;

/// A spring as a CSS easing: its text is `linear(0, 0.0518 5.793%, …, 1)`, to be used with [`duration`](Self::duration).
///
/// Released at rest, from 0 to 1. An easing cannot keep its velocity when it is interrupted; a spring can.
///
/// Accuracy: nowhere, until the end or after it, further than [`max_error`](Self::max_error) from the spring.
/// 13 points at bounce 0, 16 at 0.3 and 31 at 0.7 for an error of 0.002; never more than 5,000.
///
/// ```
/// use sprung::{Spring, convert::css::LinearEasing};
///
/// let easing = LinearEasing::new(&Spring::from_duration_and_bounce(0.5, 0.3)?, 0.01)?;
/// let css = format!("transition: transform {}s {easing}", easing.duration());
/// assert!(css.starts_with("transition: transform 0.527s linear(0, "), "{css}");
/// assert!(easing.points().count() < 10);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LinearEasing {
    spring: Spring<f64>,
    duration: f64,
    max_error: f64,
    decimals: i32,
}

/// A point of a [`LinearEasing`].
///
/// ```
/// use sprung::{Spring, convert::css::LinearEasing};
///
/// let easing = LinearEasing::new(&Spring::critical(12.0)?, 0.01)?;
/// let last = easing.points().last().expect("at least two points");
/// assert_eq!((last.percent, last.value), (100.0, 1.0));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Time, percent of the duration.
    pub percent: f64,
    /// Progress, as a fraction of the distance from start to goal.
    pub value: f64,
}

/// Distance from the curve at which pieces end, as a part of the maximum error.
const OUTSIDE: f64 = 0.95;

impl LinearEasing {
    /// An easing that stays within `max_error` (a fraction of the distance, 1e-4 … 0.1) of a spring.
    ///
    /// # Errors
    /// A `max_error` out of range; a spring whose damping ratio is not in 0.01 … 100, or whose angular frequency is not
    /// above 0 and finite: it would hardly end, or not begin.
    pub fn new(spring: &Spring<f64>, max_error: f64) -> Result<Self> {
        require((1e-4..=0.1).contains(&max_error), "max_error", max_error, "in 1e-4 to 0.1")?;
        let (omega, ratio) = (spring.angular_frequency(), spring.damping_ratio());
        require((0.01..=100.0).contains(&ratio), "damping_ratio", ratio, "in 0.01 to 100")?;
        let moves = omega > 0.0 && omega.is_finite();
        require(moves, "angular_frequency", omega, "finite and > 0")?;
        // Whole milliseconds, so that the duration in a style sheet is exactly this one.
        let settled = spring.settling_time(OUTSIDE * max_error);
        let duration = (functions::floor(settled * 1000.0) + 1.0) / 1000.0;
        require(duration.is_finite(), "angular_frequency", omega, "enough to settle in 1e300 s")?;
        Ok(LinearEasing { spring: *spring, duration, max_error, decimals: decimals(max_error) })
    }

    /// Returns the duration of the easing, in seconds (whole milliseconds): the time to stay within the error of 1.
    pub fn duration(&self) -> f64 {
        self.duration
    }

    /// Returns the maximum difference from the spring, as a fraction of the distance.
    pub fn max_error(&self) -> f64 {
        self.max_error
    }

    /// The points, from (0 %, 0) to (100 %, 1), rounded as they are written.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let start = Point { percent: 0.0, value: 0.0 };
        core::iter::successors(Some(start), |point| {
            (point.percent < 100.0).then(|| self.furthest_from(*point))
        })
    }

    /// The end of the longest piece that starts at a point and stays within the error.
    fn furthest_from(&self, start: Point) -> Point {
        const SHORTER: f64 = 0.98;
        let mut end = Point { percent: 100.0, value: 1.0 };
        let mut length = 100.0 - start.percent;
        if self.fits(start, end) {
            return end;
        }
        let longest = self.longest_from(start);
        while length * SHORTER > longest {
            length *= SHORTER;
        }
        while !self.fits(start, end) {
            length *= SHORTER;
            let percent = round(start.percent + length, self.decimals - 1);
            if percent <= start.percent {
                // Finer than the text can represent; reached by no spring that `new` accepts.
                break;
            }
            end = Point { percent, value: self.beside(percent) };
        }
        end
    }

    /// A length in percent that no piece from a point exceeds: beyond it no slope stays within the error.
    fn longest_from(&self, start: Point) -> f64 {
        let (rest, allowed) = (100.0 - start.percent, 1.01 * self.max_error);
        let finest = 1.0 / power_of_ten(self.decimals - 1);
        let phase = 0.01 * self.duration * self.spring.angular_frequency();
        let mut length = (0.5 * functions::sqrt(self.max_error) / phase).max(finest);
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        while length < rest {
            let curve = 1.0 - self.spring.transition(self.time(start.percent + length)).xx();
            low = low.max((curve - allowed - start.value) / length);
            high = high.min((curve + allowed - start.value) / length);
            if low > high {
                return length + finest;
            }
            length *= 1.1;
        }
        rest
    }

    /// Returns the value just within the error, on the outer side of the curve.
    fn beside(&self, percent: f64) -> f64 {
        let after = self.spring.transition(self.time(percent));
        // In units of ω, which may be too small to be squared.
        let velocity = after.phase * after.reach;
        let acceleration = after.xx() - 2.0 * self.spring.damping_ratio() * velocity;
        let outwards = if acceleration > 0.0 { -OUTSIDE } else { OUTSIDE };
        round(1.0 - after.xx() + outwards * self.max_error, self.decimals)
    }

    fn fits(&self, start: Point, end: Point) -> bool {
        let (from, to) = (self.time(start.percent), self.time(end.percent));
        let phase = self.spring.angular_frequency() * (to - from);
        // A piece as long as fits bends by twice the error; between n samples it hides 2/n² of that.
        let samples = 32 + (8.0 * phase.min(1e5)) as u32;
        (0..=samples).all(|sample| {
            let share = f64::from(sample) / f64::from(samples);
            let line = start.value + share * (end.value - start.value);
            let curve = 1.0 - self.spring.transition(from + share * (to - from)).xx();
            (line - curve).abs() <= 0.995 * self.max_error
        })
    }

    fn time(&self, percent: f64) -> f64 {
        percent / 100.0 * self.duration
    }
}

impl fmt::Display for LinearEasing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("linear(0")?;
        for Point { percent, value } in self.points().skip(1) {
            if percent < 100.0 {
                write!(f, ", {value} {percent}%")?;
            } else {
                write!(f, ", {value}")?;
            }
        }
        f.write_str(")")
    }
}

/// Decimals whose rounding is at most a fiftieth of the error.
/// Returns `10^n`, for the few `n` of a percentage: exact.
fn power_of_ten(n: i32) -> f64 {
    (0..n).fold(1.0, |power, _| 10.0 * power)
}

fn decimals(max_error: f64) -> i32 {
    let mut decimals = 2;
    while max_error * power_of_ten(decimals) < 25.0 {
        decimals += 1;
    }
    decimals
}

fn round(value: f64, decimals: i32) -> f64 {
    let scale = power_of_ten(decimals);
    libm::round(value * scale) / scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;
    use std::string::{String, ToString};
    use std::vec::Vec;

    /// Points as a browser reads them from the text.
    fn parse(text: &str) -> Vec<(f64, f64)> {
        let inside = text.strip_prefix("linear(").unwrap().strip_suffix(')').unwrap();
        let parts: Vec<&str> = inside.split(", ").collect();
        let last = parts.len() - 1;
        let point = |(index, part): (usize, &&str)| match part.split_once(' ') {
            Some((value, percent)) => {
                let percent: f64 = percent.strip_suffix('%').unwrap().parse().unwrap();
                (percent / 100.0, value.parse().unwrap())
            }
            None => (if index == last { 1.0 } else { 0.0 }, part.parse().unwrap()),
        };
        parts.iter().enumerate().map(point).collect()
    }

    fn worst_error(spring: Spring<f64>, text: &str, duration: f64) -> f64 {
        let points = parse(text);
        let mut worst = 0.0f64;
        for pair in points.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{text}");
        }
        for sample in 0..20_000 {
            let share = f64::from(sample) / 10_000.0;
            let line = match points.windows(2).find(|pair| share <= pair[1].0) {
                Some(pair) => {
                    let part = (share - pair[0].0) / (pair[1].0 - pair[0].0);
                    pair[0].1 + part * (pair[1].1 - pair[0].1)
                }
                None => 1.0,
            };
            let state = spring.step(share * duration).apply(State::at_rest(0.0), 1.0);
            worst = worst.max((line - state.position).abs());
        }
        worst
    }

    #[test]
    fn the_text_is_nowhere_further_from_the_spring_than_it_says() {
        for ratio in [0.05, 0.3, 0.7, 1.0, 1.5, 10.0] {
            for max_error in [1e-4, 2e-3, 0.05] {
                let spring = Spring::new(12.0, ratio).unwrap();
                let easing = LinearEasing::new(&spring, max_error).unwrap();
                assert_eq!(easing.max_error(), max_error);
                let text: String = easing.to_string();
                let worst = worst_error(spring, &text, easing.duration());
                assert!(
                    worst <= max_error && worst > 0.8 * max_error,
                    "{ratio} {max_error}: {worst}"
                );
            }
        }
    }

    #[test]
    fn easings_of_common_springs_have_few_points() {
        for (bounce, most) in [(0.0, 13), (0.15, 13), (0.3, 16), (0.5, 18), (0.7, 31)] {
            let spring = Spring::from_duration_and_bounce(0.5, bounce).unwrap();
            let points = LinearEasing::new(&spring, 0.002).unwrap().points().count();
            assert!(points <= most, "{bounce}: {points}");
        }
    }

    #[test]
    fn springs_without_a_finite_settling_time_are_refused() {
        let refuse = |spring: Spring<f64>| LinearEasing::new(&spring, 0.01).unwrap_err().field;
        assert_eq!(refuse(Spring::new(5.0, 0.0).unwrap()), "damping_ratio");
        assert_eq!(refuse(Spring::critical(0.0).unwrap()), "angular_frequency");
        assert_eq!(refuse(Spring::critical(f64::INFINITY).unwrap()), "angular_frequency");
        let spring = Spring::critical(5.0).unwrap();
        assert_eq!(LinearEasing::new(&spring, 0.0).unwrap_err().field, "max_error");
    }
}
