//! A series made ready for the fit: times from 0 to 1, values from −1 to 1.

/// Samples at ascending times.
#[derive(Clone, Debug)]
pub(super) struct Series {
    /// From 0 to 1.
    pub(super) times: Vec<f64>,
    /// From −1 to 1.
    pub(super) values: Vec<f64>,
    /// The duration, seconds.
    pub(super) span: f64,
    /// The middle of the values and half of their range.
    pub(super) middle: f64,
    pub(super) half_range: f64,
}

impl Series {
    /// The series in these units; none if all values are the same.
    pub(super) fn new(times: &[f64], values: &[f64]) -> Option<Self> {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Halved first: the range may be infinite.
        let (middle, half_range) = (0.5 * least + 0.5 * most, 0.5 * most - 0.5 * least);
        if !(half_range > 0.0) {
            return None;
        }
        let (start, span) = (times[0], times[times.len() - 1] - times[0]);
        let scaled = |value: &f64| ((value - middle) / half_range).clamp(-1.0, 1.0);
        Some(Series {
            times: times.iter().map(|time| (time - start) / span).collect(),
            values: values.iter().map(scaled).collect(),
            span,
            middle,
            half_range,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.times.len()
    }

    /// Some of the samples: half of them evenly, half where the values change, so that a short motion in a long recording
    /// keeps its samples.
    pub(super) fn thinned(&self, most: usize) -> Series {
        let count = self.len();
        if count <= most {
            return self.clone();
        }
        // The change of means over blocks, in which noise is averaged out.
        let block = count.div_ceil(most);
        let means: Vec<f64> = self
            .values
            .chunks(block)
            .map(|chunk| chunk.iter().sum::<f64>() / chunk.len() as f64)
            .collect();
        let changes: Vec<f64> = (0..means.len())
            .map(|at| {
                let next = means[(at + 1).min(means.len() - 1)];
                (means[at] - means[at.saturating_sub(1)]).abs() + (next - means[at]).abs()
            })
            .collect();
        let total = changes.iter().sum::<f64>() * block as f64;
        let part = |at: usize| {
            let changed = if total > 0.0 { changes[at / block] / total } else { 0.0 };
            0.5 / count as f64 + 0.5 * changed
        };
        let (mut times, mut values) = (Vec::new(), Vec::new());
        // The first sample is taken, then one for each part of the total weight.
        let mut due = 1.0;
        for at in 0..count {
            if due >= 1.0 || at + 1 == count {
                times.push(self.times[at]);
                values.push(self.values[at]);
                due %= 1.0;
            }
            due += part(at) * most as f64;
        }
        Series { times, values, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinned_series_keep_their_ends_and_the_samples_on_both_sides_of_a_step() {
        let (count, most, step) = (10_000, 100, 5_000);
        let times: Vec<f64> = (0..count).map(f64::from).collect();
        let values: Vec<f64> =
            times.iter().map(|&time| f64::from(time >= f64::from(step))).collect();
        let thinned = Series::new(&times, &values).expect("values differ").thinned(most);
        assert!((95..=105).contains(&thinned.len()), "{}", thinned.len());
        assert_eq!([thinned.times[0], thinned.times[thinned.len() - 1]], [0.0, 1.0]);
        // Blocks have 100 samples: a quarter of all that are kept is in the block before the step, and one after it.
        let near = |from: i32| {
            let block = f64::from(from) / 9999.0..f64::from(from + 100) / 9999.0;
            thinned.times.iter().filter(|time| block.contains(time)).count()
        };
        for from in [step - 100, step] {
            assert!((24..=27).contains(&near(from)), "{from}: {}", near(from));
        }
        assert!(near(1000) <= 1);
    }
}
