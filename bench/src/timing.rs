//! Wall time on a noisy machine: the least of many short runs, rivals taking turns.

use std::time::{Duration, Instant};

/// Each timed run repeats its engine until it lasts about this long, so that the clock's grain is lost.
const RUN: Duration = Duration::from_millis(2);

/// How many nanoseconds one call of each engine takes: the least of `rounds` runs.
///
/// The engines take turns, so a disturbance hits all of them and the ratios stay fair.
pub(crate) fn race(rounds: usize, engines: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let repeats: Vec<u32> = engines.iter_mut().map(|engine| repeats(engine)).collect();
    let mut least = vec![f64::INFINITY; engines.len()];
    for _ in 0..rounds {
        for ((engine, &repeats), least) in engines.iter_mut().zip(&repeats).zip(&mut least) {
            let start = Instant::now();
            for _ in 0..repeats {
                engine();
            }
            *least = least.min(start.elapsed().as_nanos() as f64 / f64::from(repeats));
        }
    }
    least
}

/// Calls that fill one run; this also warms the caches.
fn repeats(engine: &mut dyn FnMut()) -> u32 {
    let mut repeats = 1;
    loop {
        let start = Instant::now();
        for _ in 0..repeats {
            engine();
        }
        if start.elapsed() >= RUN {
            return repeats;
        }
        repeats *= 2;
    }
}
