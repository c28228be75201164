//! One series in chunks: the bits do not depend on the division, and the result is that of one pass.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::num::NonZero;

use sprung::{Damper, Spring};
use sprung_signal::{
    ChunkSmoother, ChunkSummary, Filter, Gaps, smooth, smooth_in_chunks, smooth_zero_phase,
};
use testkit::random::Random;

const ROWS: usize = 60_000;
const GAPS: [Gaps; 3] = [Gaps::Hold, Gaps::Skip, Gaps::Line];

fn filters() -> Vec<Filter> {
    let spring = |frequency, ratio| Spring::new(frequency, ratio).unwrap();
    vec![
        Filter::Damper(Damper::from_rate(6.0).unwrap()),
        // It remembers the whole series.
        Filter::Damper(Damper::from_rate(1e-3).unwrap()),
        Filter::Follow(spring(9.0, 1.0)),
        Filter::Follow(spring(0.02, 0.1)),
        Filter::Follow(spring(30.0, 0.1)),
        Filter::Track(spring(9.0, 0.7)),
        Filter::Track(spring(0.05, 0.1)),
        Filter::Track(spring(40.0, 3.0)),
    ]
}

/// Noise and a wave; even or uneven times from `start` on; gaps of any length, one of them longer than two blocks.
fn series(seed: u64, start: f64, has_gaps: bool) -> (Vec<f64>, Vec<f64>) {
    let mut random = Random::new(seed);
    let (mut time, mut missing) = (0.0, if seed.is_multiple_of(2) { 5000 } else { 0 });
    let (mut times, mut values) = (Vec::new(), Vec::new());
    for row in 0..ROWS {
        time += if seed.is_multiple_of(3) { 0.01 } else { random.log_uniform(1e-4, 0.05) };
        let mut value: f64 = 5.0 * (time * 0.7).sin() + random.uniform(-5.0, 5.0);
        if has_gaps && missing == 0 && random.unit() < 0.01 {
            missing = random.index(80);
        }
        if row == 20_000 {
            missing = 9000;
        }
        if has_gaps && missing > 0 {
            (value, missing) = (f64::NAN, missing - 1);
        }
        times.push(start + time);
        values.push(value);
    }
    (times, values)
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

fn on_one_machine(filter: &Filter, gaps: Gaps, times: &[f64], values: &[f64]) -> Vec<f64> {
    let mut result = values.to_vec();
    smooth_in_chunks(filter, gaps, times, &mut result, NonZero::new(1)).unwrap();
    result
}

#[test]
fn the_result_is_that_of_one_pass_within_the_stated_error() {
    let mut largest = 0.0f64;
    for (seed, start) in [(1, 0.0), (2, -40.0), (3, 1.7e9)] {
        for has_gaps in [false, true] {
            let (times, values) = series(seed, start, has_gaps);
            for filter in filters() {
                for gaps in GAPS {
                    let ours = on_one_machine(&filter, gaps, &times, &values);
                    let mut expected = values.clone();
                    smooth(&filter, gaps, &times, &mut expected).unwrap();
                    let most = values.iter().fold(0.0f64, |most, value| most.max(value.abs()));
                    for (row, (ours, expected)) in ours.iter().zip(&expected).enumerate() {
                        assert_eq!(ours.is_nan(), expected.is_nan());
                        let apart = (ours - expected).abs() / most;
                        assert!(!(apart > 3e-14), "{filter:?} {gaps:?} {start} {row}: {apart:e}");
                        largest = largest.max(apart);
                    }
                }
            }
        }
    }
    // The chunks are no copy of one pass: they round differently.
    assert!(largest > 1e-16, "{largest:e}");
}

#[test]
fn no_bit_depends_on_the_number_of_threads() {
    let (times, values) = series(4, 0.0, true);
    for (filter, gaps) in filters().into_iter().zip(GAPS.into_iter().cycle()) {
        let expected = bits(&on_one_machine(&filter, gaps, &times, &values));
        for threads in [2, 3, 7, 1000].map(NonZero::new).into_iter().chain([None]) {
            for rows in [0, 1, 4095, 4096, 4097, ROWS] {
                let mut ours = values[..rows].to_vec();
                smooth_in_chunks(&filter, gaps, &times[..rows], &mut ours, threads).unwrap();
                assert_eq!(bits(&ours), expected[..rows]);
            }
        }
    }
}

/// Ends of chunks, in order.
fn division(random: &mut Random, kind: usize) -> Vec<usize> {
    let mut ends = match kind {
        0 => vec![1],
        1 => vec![4096, 8192, 8192],
        2 => vec![4095, 4097, 4098, 40_000],
        3 => (0..ROWS).step_by(977).collect(),
        _ => (0..random.index(12)).map(|_| random.index(ROWS)).collect(),
    };
    ends.extend([0, ROWS]);
    ends.sort_unstable();
    ends
}

#[test]
fn no_bit_depends_on_the_chunks_or_on_the_order_in_which_they_are_merged() {
    let mut random = Random::new(7);
    for (seed, filter) in filters().into_iter().enumerate() {
        let (times, values) = series(seed as u64, 0.0, true);
        let gaps = GAPS[seed % 3];
        let expected = bits(&on_one_machine(&filter, gaps, &times, &values));
        for kind in 0..8 {
            let ends = division(&mut random, kind);
            let chunks: Vec<_> = ends.windows(2).map(|ends| ends[0]..ends[1]).collect();
            let summaries = chunks.iter().map(|rows| {
                let mut summary = ChunkSummary::new(filter, gaps, rows.start as u64);
                // A chunk comes in parts, too.
                let cut = rows.start + random.index(rows.len() + 1);
                for part in [rows.start..cut, cut..rows.end] {
                    summary.extend(&times[part.clone()], &values[part]).unwrap();
                }
                assert_eq!(
                    (summary.first_row(), summary.end_row()),
                    (rows.start as u64, rows.end as u64)
                );
                // It travels as bytes.
                let bytes = summary.save();
                let restored = ChunkSummary::restore(filter, gaps, &bytes).unwrap();
                assert_eq!(restored.save(), bytes);
                assert!(bytes.len() < 140_000);
                restored
            });
            let summaries: Vec<ChunkSummary> = summaries.collect();
            let mut ours = values.clone();
            for (index, rows) in chunks.iter().enumerate() {
                let before = merged(&mut random, &summaries[..index], filter, gaps);
                let mut smoother = ChunkSmoother::after(&before).unwrap();
                let cut = rows.start + random.index(rows.len() + 1);
                for part in [rows.start..cut, cut..rows.end] {
                    smoother.smooth(&times[part.clone()], &mut ours[part]).unwrap();
                }
            }
            assert_eq!(bits(&ours), expected, "{filter:?} {gaps:?} {ends:?}");
        }
    }
}

/// The summary of consecutive chunks, merged from any two parts.
fn merged(
    random: &mut Random,
    summaries: &[ChunkSummary],
    filter: Filter,
    gaps: Gaps,
) -> ChunkSummary {
    match summaries {
        [] => ChunkSummary::new(filter, gaps, 0),
        [one] => one.clone(),
        _ => {
            let (first, second) = summaries.split_at(1 + random.index(summaries.len() - 1));
            let mut first = merged(random, first, filter, gaps);
            first.merge(&merged(random, second, filter, gaps)).unwrap();
            first
        }
    }
}

#[test]
fn a_summary_is_small_however_long_the_series() {
    let filter = filters()[2];
    let mut summary = ChunkSummary::new(filter, Gaps::Hold, 0);
    let values = vec![1.0; 4096 * 64];
    for part in 0..15 {
        let times: Vec<f64> = (0..values.len()).map(|i| (part * values.len() + i) as f64).collect();
        summary.extend(&times, &values).unwrap();
    }
    // 960 blocks: 512 + 256 + 128 + 64.
    assert_eq!(summary.save().len(), 57 + 4 * 64);
}

#[test]
fn two_directions_leave_no_lag_and_no_trace_of_the_chunks() {
    let filter = filters()[2];
    let (times, values) = series(3, 0.0, false);
    let mut expected = values.clone();
    smooth_zero_phase(&filter, Gaps::Hold, &times, &mut expected).unwrap();
    let mut bits_of_first = None;
    for chunk in [ROWS, 10_000, 4096, 7001] {
        let once = in_chunks(&filter, &times, &values, chunk);
        let backward_times: Vec<f64> = times.iter().rev().map(|time| -time).collect();
        let reversed: Vec<f64> = once.into_iter().rev().collect();
        let twice = in_chunks(&filter, &backward_times, &reversed, chunk);
        let ours: Vec<f64> = twice.into_iter().rev().collect();
        // Within 32/rate seconds of the ends they differ: there is no reflection here.
        for row in 1000..ROWS - 1000 {
            assert!((ours[row] - expected[row]).abs() < 1e-12, "{row}");
        }
        assert_eq!(bits(&ours), *bits_of_first.get_or_insert(bits(&ours)));
    }
}

/// Both passes over all chunks.
fn in_chunks(filter: &Filter, times: &[f64], values: &[f64], chunk: usize) -> Vec<f64> {
    let mut before = ChunkSummary::new(*filter, Gaps::Hold, 0);
    let mut result = values.to_vec();
    for (times, values) in times.chunks(chunk).zip(result.chunks_mut(chunk)) {
        let mut next = ChunkSummary::new(*filter, Gaps::Hold, before.end_row());
        next.extend(times, values).unwrap();
        ChunkSmoother::after(&before).unwrap().smooth(times, values).unwrap();
        before.merge(&next).unwrap();
    }
    result
}

#[test]
fn chunks_that_do_not_fit_are_refused_and_change_nothing() {
    let filter = filters()[0];
    let (times, values) = series(3, 0.0, false);
    let chunk = |filter, gaps, first_row: u64, rows: std::ops::Range<usize>| {
        let mut summary = ChunkSummary::new(filter, gaps, first_row);
        summary.extend(&times[rows.clone()], &values[rows]).unwrap();
        summary
    };
    let mut first = chunk(filter, Gaps::Hold, 0, 0..5000);
    let before = first.save();
    let mut message = |next: &ChunkSummary| {
        let message = first.merge(next).unwrap_err().to_string();
        assert_eq!(first.save(), before);
        message
    };
    let row = "the next chunk must begin with row 5000, got row 5001";
    assert_eq!(message(&chunk(filter, Gaps::Hold, 5001, 5001..6000)), row);
    let differ = "chunks must have the same filter and gaps";
    assert_eq!(message(&chunk(filter, Gaps::Skip, 5000, 5000..6000)), differ);
    assert_eq!(message(&chunk(filters()[1], Gaps::Hold, 5000, 5000..6000)), differ);
    let late = message(&chunk(filter, Gaps::Hold, 5000, 4999..6000));
    assert!(late.starts_with("time must go forward, got "), "{late}");
    assert!(ChunkSmoother::after(&chunk(filter, Gaps::Hold, 5000, 5000..6000)).is_err());

    let mut smoother = ChunkSmoother::new(filter, Gaps::Hold);
    let mut row = [1.0, 2.0];
    for times in [[0.0, 0.0], [0.0, f64::NAN], [f64::INFINITY, 1.0]] {
        assert!(smoother.smooth(&times, &mut row).is_err());
        assert!(first.extend(&times.map(|time| 1e9 + time), &row).is_err());
    }
    assert_eq!((row, first.save()), ([1.0, 2.0], before));
    smoother.smooth(&[0.0, 1.0], &mut row).unwrap();
}

#[test]
fn bytes_of_no_summary_are_refused_and_none_panics() {
    let filter = filters()[2];
    let (times, values) = series(2, 0.0, true);
    let mut summary = ChunkSummary::new(filter, Gaps::Hold, 4090);
    summary.extend(&times[..14_000], &values[..14_000]).unwrap();
    let bytes = summary.save();
    for length in (0..bytes.len()).step_by(11) {
        assert!(ChunkSummary::restore(filter, Gaps::Hold, &bytes[..length]).is_err(), "{length}");
    }
    let text = |filter, gaps, bytes: &[u8]| {
        ChunkSummary::restore(filter, gaps, bytes).unwrap_err().to_string()
    };
    let differs = "saved state: it must have been saved with the same filter and gaps";
    assert_eq!(text(filters()[3], Gaps::Hold, &bytes), differs);
    assert_eq!(text(filter, Gaps::Line, &bytes), differs);
    let other = "saved state: it must begin with the bytes of a chunk, `sc`";
    assert_eq!(text(filter, Gaps::Hold, b"sm"), other);
    // Bytes that are wrong are refused, or they are the state of another series, which goes on.
    let mut random = Random::new(9);
    let mut refused = 0;
    let mut first = ChunkSummary::new(filter, Gaps::Hold, 0);
    first.extend(&times[..14_000], &values[..14_000]).unwrap();
    let first = first.save();
    for round in 0..20_000 {
        let mut wrong = [&bytes, &first][round % 2].clone();
        // The header, the rows or the nodes.
        let from = [0, 21, 57, wrong.len() - 64 * 2][random.index(4)];
        let at = from + random.index(40);
        wrong[at] = [0, 1, 127, 128, 240, 255, random.index(256) as u8][random.index(7)];
        match ChunkSummary::restore(filter, Gaps::Hold, &wrong) {
            Ok(mut summary) => {
                let (times, values) = ([1e9, 2e9], [1.0, 2.0]);
                let _ = summary.extend(&times, &values);
                let mut before = ChunkSummary::new(filter, Gaps::Hold, 0);
                if before.merge(&summary).is_ok() {
                    let mut row = [1.0];
                    let mut smoother = ChunkSmoother::after(&before).unwrap();
                    let _ = smoother.smooth(&[3e9], &mut row);
                    assert!(row[0].is_finite());
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 2000, "{refused}");
}
