//! Recorded series: smoothed in one pass and in both directions, with gaps and uneven times.

use sprung_signal::{Gaps, smooth, smooth_zero_phase};

use crate::bits::{Bits, Outcome};
use crate::signals::filters;

const SAMPLES: usize = 3000;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    let times: Vec<f64> =
        (0..SAMPLES).map(|at| at as f64 * 0.01 + (at % 3) as f64 * 0.002).collect();
    let recorded = (0..SAMPLES).map(|at| match at % 97 {
        11..15 => f64::NAN,
        _ => ((at * 7919) % 101) as f64 * 0.01 + (at / 500) as f64,
    });
    let recorded: Vec<f64> = recorded.collect();
    for filter in filters()? {
        for gaps in [Gaps::Hold, Gaps::Skip] {
            let (mut once, mut both_ways) = (recorded.clone(), recorded.clone());
            smooth(&filter, gaps, &times, &mut once)?;
            smooth_zero_phase(&filter, gaps, &times, &mut both_ways)?;
            bits.add_all(once);
            bits.add_all(both_ways);
        }
    }
    Ok(())
}
