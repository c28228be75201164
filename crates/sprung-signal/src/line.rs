//! The straight line of least squares through samples at any times.

/// A line through the middle of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Line {
    time: f64,
    value: f64,
    slope: f64,
}

impl Line {
    /// The line at 0.
    pub(crate) const ZERO: Line = Line { time: 0.0, value: 0.0, slope: 0.0 };

    /// The line through (time, value) samples; through none it is 0. A slope that overflows is 0.
    pub(crate) fn through(samples: &[(f64, f64)]) -> Self {
        let count = samples.len() as f64;
        if samples.is_empty() {
            return Line::ZERO;
        }
        let time: f64 = samples.iter().map(|sample| sample.0 / count).sum();
        let value: f64 = samples.iter().map(|sample| sample.1 / count).sum();
        let span = samples.iter().fold(0.0, |span: f64, sample| span.max((sample.0 - time).abs()));
        let (mut moment, mut spread) = (0.0, 0.0);
        for sample in samples {
            let at = (sample.0 - time) / span;
            moment += at * (sample.1 / count - value / count);
            spread += at * at / count;
        }
        let slope = moment / spread / span;
        Line { time, value, slope: if slope.is_finite() { slope } else { 0.0 } }
    }

    /// The value at a time.
    pub(crate) fn at(&self, time: f64) -> f64 {
        let value = self.value + self.slope * (time - self.time);
        if value.is_finite() { value } else { self.value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_whatever_its_times_and_size() {
        for (first, step, value, slope) in
            [(0.0, 0.1, 3.0, -2.0), (1.7e9, 0.01, 1e6, 0.5), (-5.0, 1e6, 1e250, 1e240)]
        {
            let at = |i: i32| first + step * f64::from(i + i % 3);
            let line = |t: f64| value + slope * (t - first);
            let samples: Vec<(f64, f64)> = (0..90).map(|i| (at(i), line(at(i)))).collect();
            let found = Line::through(&samples);
            let scale = samples.iter().fold(0.0, |a: f64, b| a.max(b.1.abs()));
            for (time, value) in samples {
                assert!((found.at(time) - value).abs() < 1e-12 * scale);
            }
        }
        assert_eq!(Line::through(&[]).at(3.0), 0.0);
        assert_eq!(Line::through(&[(1.0, 4.0)]).at(9.0), 4.0);
        let spanned = Line::through(&[(-1.7e308, 1e300), (1.7e308, -1e300)]);
        assert!(spanned.at(0.0).is_finite());
    }
    #[test]
    fn a_line_leaves_nothing_and_a_wave_stays() {
        let residual = |samples: &[(f64, f64)]| -> Vec<f64> {
            let line = Line::through(samples);
            samples.iter().map(|(time, value)| value - line.at(*time)).collect()
        };
        let line: Vec<(f64, f64)> =
            (0..100).map(|i| (f64::from(i), 5.0 - 0.3 * f64::from(i))).collect();
        assert!(residual(&line).iter().all(|x| x.abs() < 1e-12));
        let wave = |i: i32| (f64::from(i) * 0.7).sin();
        let drifts = |i: i32| (f64::from(i), wave(i) + 4.0 + 0.1 * f64::from(i));
        let values: Vec<(f64, f64)> = (0..1000).map(drifts).collect();
        assert!(residual(&values).iter().zip(0..).all(|(x, i)| (x - wave(i)).abs() < 0.02));
        assert_eq!(residual(&[(7.0, 3.0)]), [0.0]);
    }
}
