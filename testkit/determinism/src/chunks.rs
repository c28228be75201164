//! One series in chunks, and many series at once.

use std::num::NonZero;

use sprung::{Damper, Spring};
use sprung_signal::{
    ChunkSmoother, ChunkSummary, Filter, Gaps, KeyedSmoother, smooth_grouped, smooth_in_chunks,
};

use crate::bits::{Bits, Outcome};

const SAMPLES: usize = 20_000;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    let times: Vec<f64> =
        (0..SAMPLES).map(|at| at as f64 * 0.01 + (at % 3) as f64 * 0.002).collect();
    let recorded = (0..SAMPLES).map(|at| match at % 4999 {
        11..400 => f64::NAN,
        _ => ((at * 7919) % 101) as f64 * 0.01 + (at / 500) as f64,
    });
    let recorded: Vec<f64> = recorded.collect();
    let spring = Spring::from_halflife(0.08, 0.7)?;
    let filters = [
        Filter::Damper(Damper::from_halflife(90.0)?),
        Filter::Follow(spring),
        Filter::Track(spring),
    ];
    for filter in filters {
        for gaps in [Gaps::Hold, Gaps::Skip] {
            let mut whole = recorded.clone();
            smooth_in_chunks(&filter, gaps, &times, &mut whole, NonZero::new(2))?;
            bits.add_all(whole);
            let mut before = ChunkSummary::new(filter, gaps, 0);
            before.extend(&times[..9001], &recorded[..9001])?;
            let mut rest = recorded[9001..].to_vec();
            ChunkSmoother::after(&before)?.smooth(&times[9001..], &mut rest)?;
            bits.add_all(rest);
            let mut grouped = recorded.clone();
            smooth_grouped(&filter, gaps, &times, &mut grouped, &[0, 7000, SAMPLES], None)?;
            bits.add_all(grouped);
            let (mut keyed, keys) = (recorded.clone(), [0, 1, 1, 0].repeat(SAMPLES / 4));
            KeyedSmoother::new(filter, gaps, 2).advance(&keys, &times, &mut keyed)?;
            bits.add_all(keyed);
        }
    }
    Ok(())
}
