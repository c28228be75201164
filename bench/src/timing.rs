//! Wall time on a noisy machine: many short runs, rivals taking turns, summed up as mean, 99th percentile and best.

use std::time::Instant;

/// Each timed run repeats its engine until it lasts about this long, in ns, so that the clock resolution is negligible.
const RUN: f64 = 2e6;

/// The times of many equal runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Times {
    /// The mean of all runs.
    pub(crate) mean: f64,
    /// The 99th percentile: 1 % of the runs took longer.
    pub(crate) p99: f64,
    /// The fastest run.
    pub(crate) best: f64,
}

impl Times {
    /// Sums up the times of all runs, in any unit.
    pub(crate) fn of(mut runs: Vec<f64>) -> Self {
        runs.sort_by(f64::total_cmp);
        let Some((&best, &slowest)) = runs.first().zip(runs.last()) else { return Self::default() };
        let rank = (0.99 * runs.len() as f64).ceil() as usize;
        let p99 = runs.get(rank.saturating_sub(1)).copied().unwrap_or(slowest);
        Times { mean: runs.iter().sum::<f64>() / runs.len() as f64, p99, best }
    }

    /// The difference from the `bare` times; that of the 99th percentile from their mean.
    pub(crate) fn minus(self, bare: Self) -> Self {
        let Times { mean, p99, best } = self;
        Times { mean: mean - bare.mean, p99: p99 - bare.mean, best: best - bare.best }
    }

    /// The same per item or in another unit.
    pub(crate) fn divided_by(self, divisor: f64) -> Self {
        let Times { mean, p99, best } = self;
        Times { mean: mean / divisor, p99: p99 / divisor, best: best / divisor }
    }
}

/// Nanoseconds per step of each engine, over `rounds` runs.
///
/// The engines take turns, so a disturbance hits all of them and the ratios stay fair.
pub(crate) fn race<E>(rounds: usize, engines: &mut [E], step: fn(&mut E)) -> Vec<Times> {
    let nanoseconds = |engine: &mut E, repeats: u32| {
        let start = Instant::now();
        for _ in 0..repeats {
            step(engine);
        }
        start.elapsed().as_nanos() as f64
    };
    // The steps that fill one run; this also warms the caches.
    let repeats: Vec<u32> = engines
        .iter_mut()
        .map(|engine| {
            let mut repeats = 1;
            while nanoseconds(engine, repeats) < RUN {
                repeats *= 2;
            }
            repeats
        })
        .collect();
    let mut runs = vec![Vec::with_capacity(rounds); engines.len()];
    for _ in 0..rounds {
        for ((engine, &repeats), runs) in engines.iter_mut().zip(&repeats).zip(&mut runs) {
            runs.push(nanoseconds(engine, repeats) / f64::from(repeats));
        }
    }
    runs.into_iter().map(Times::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_in_a_hundred_is_beyond_the_99th_percentile() {
        let times = Times::of((1..=100).rev().map(f64::from).collect());
        assert_eq!(times, Times { mean: 50.5, p99: 99.0, best: 1.0 });
        assert_eq!(Times::of(vec![3.0]), Times { mean: 3.0, p99: 3.0, best: 3.0 });
    }
}
