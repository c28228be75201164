//! Many series at once have the bits of each alone.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::num::NonZero;

use sprung::{Damper, Spring};
use sprung_signal::{Filter, Gaps, KeyedSmoother, smooth, smooth_grouped};
use testkit::random::Random;

/// Series of any length, one after another: times, values, offsets.
fn series(seed: u64, count: usize) -> (Vec<f64>, Vec<f64>, Vec<usize>) {
    let mut random = Random::new(seed);
    let (mut times, mut values, mut offsets) = (Vec::new(), Vec::new(), vec![0]);
    for index in 0..count {
        let mut time = random.uniform(-9.0, 9.0);
        for _ in 0..if index % 5 == 0 { 0 } else { random.index(90) } {
            time += if index % 2 == 0 { 0.01 } else { random.log_uniform(1e-4, 0.1) };
            times.push(time);
            values.push(if random.unit() < 0.1 { f64::NAN } else { random.uniform(-2.0, 2.0) });
        }
        offsets.push(times.len());
    }
    (times, values, offsets)
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Each series by itself.
fn alone(
    filter: &Filter,
    gaps: Gaps,
    (times, values, offsets): &(Vec<f64>, Vec<f64>, Vec<usize>),
) -> Vec<u64> {
    let mut alone = values.clone();
    for ends in offsets.windows(2) {
        smooth(filter, gaps, &times[ends[0]..ends[1]], &mut alone[ends[0]..ends[1]]).unwrap();
    }
    bits(&alone)
}

fn filters() -> [Filter; 3] {
    let spring = Spring::new(9.0, 0.6).unwrap();
    let damper = Damper::from_rate(7.0).unwrap();
    [Filter::Damper(damper), Filter::Follow(spring), Filter::Track(spring)]
}

#[test]
fn series_one_after_another_have_the_bits_of_each_alone_on_any_number_of_threads() {
    for (seed, count) in [(1, 0), (2, 1), (3, 2), (4, 7), (5, 200)] {
        let data = series(seed, count);
        for (filter, gaps) in filters().into_iter().zip([Gaps::Hold, Gaps::Skip, Gaps::Line]) {
            let alone = alone(&filter, gaps, &data);
            for threads in [1, 2, 3, 8, 1000].map(NonZero::new).into_iter().chain([None]) {
                let mut values = data.1.clone();
                smooth_grouped(&filter, gaps, &data.0, &mut values, &data.2, threads).unwrap();
                assert_eq!(bits(&values), alone);
            }
        }
    }
}

#[test]
fn rows_of_many_series_in_any_order_and_chunks_have_the_bits_of_each_alone() {
    for seed in 0..4 {
        let data = series(seed, 40);
        let (times, values, offsets) = &data;
        let key = |row: usize| offsets.partition_point(|offset| *offset <= row) - 1;
        // In the order of time, so that all series are mixed.
        let mut order: Vec<usize> = (0..times.len()).collect();
        order.sort_by(|a, b| times[*a].total_cmp(&times[*b]));
        for (filter, gaps) in filters().into_iter().zip([Gaps::Hold, Gaps::Skip, Gaps::Line]) {
            let mut smoother = KeyedSmoother::new(filter, gaps, 3);
            smoother.add_keys(37);
            assert_eq!(smoother.keys(), 40);
            let mut ours = vec![0.0; times.len()];
            for rows in order.chunks(17 + seed as usize * 30) {
                let keys: Vec<u32> = rows.iter().map(|row| key(*row) as u32).collect();
                let at: Vec<f64> = rows.iter().map(|row| times[*row]).collect();
                let mut smooth: Vec<f64> = rows.iter().map(|row| values[*row]).collect();
                smoother.advance(&keys, &at, &mut smooth).unwrap();
                rows.iter().zip(smooth).for_each(|(row, smooth)| ours[*row] = smooth);
            }
            assert_eq!(bits(&ours), alone(&filter, gaps, &data));
        }
    }
}

#[test]
fn the_first_bad_row_is_named_and_nothing_is_smoothed() {
    let filter = filters()[1];
    for threads in [1, 2, 5].map(NonZero::new) {
        let mut values = [5.0, 6.0, 7.0, 8.0, 9.0, 1.0];
        let mut message = |times: &[f64; 6], offsets: &[usize]| {
            let before = values;
            let error = smooth_grouped(&filter, Gaps::Hold, times, &mut values, offsets, threads);
            assert_eq!(values, before);
            error.unwrap_err().to_string()
        };
        let good = [0.0, 1.0, 0.0, 1.0, 0.0, 1.0];
        assert_eq!(message(&good, &[0, 3, 6]), "row 2: time must go forward, got 0 after 1");
        let endless = [0.0, 1.0, 0.0, f64::NAN, 0.0, 0.0];
        assert_eq!(message(&endless, &[0, 2, 4, 6]), "row 3: time must be finite, got NaN");
        let rule = "offsets must begin with 0, not go back and end with the number of rows";
        for (offsets, index, value) in [
            (&[][..], 0, 0),
            (&[0], 0, 0),
            (&[1, 6], 0, 1),
            (&[0, 4, 2, 6], 2, 2),
            (&[0, 4], 1, 4),
            (&[0, 7], 1, 7),
        ] {
            let expected = format!("offset {index}: {rule}, got {value}");
            assert_eq!(message(&good, offsets), expected);
        }
    }
}

#[test]
fn many_rows_at_once_have_the_same_bits() {
    let mut random = Random::new(11);
    let (keys, rows) = (700, 300_000);
    let (mut times, mut clock) = (Vec::new(), vec![0.0; keys]);
    let order: Vec<u32> = (0..rows).map(|_| random.index(keys) as u32).collect();
    for key in &order {
        clock[*key as usize] += random.log_uniform(1e-4, 0.1);
        times.push(clock[*key as usize]);
    }
    let values: Vec<f64> = (0..rows).map(|_| random.uniform(-2.0, 2.0)).collect();
    for filter in filters() {
        let (mut at_once, mut in_parts) = (values.clone(), values.clone());
        let mut smoother = KeyedSmoother::new(filter, Gaps::Hold, keys);
        smoother.advance(&order, &times, &mut at_once).unwrap();
        let mut smoother = KeyedSmoother::new(filter, Gaps::Hold, keys);
        let parts = order.chunks(999).zip(times.chunks(999)).zip(in_parts.chunks_mut(999));
        for ((keys, times), values) in parts {
            smoother.advance(keys, times, values).unwrap();
        }
        assert_eq!(bits(&at_once), bits(&in_parts));
        // The first row that is wrong is named, whichever thread has it, and nothing moves.
        let before = at_once.clone();
        let (mut late, mut strange) = (times.clone(), order.clone());
        for row in &mut late[200_000..] {
            *row = f64::NAN;
        }
        strange[250_000] = keys as u32;
        let later: Vec<f64> = late.iter().map(|time| time + 1e6).collect();
        for _ in 0..2 {
            let error = smoother.advance(&strange, &later, &mut at_once).unwrap_err();
            assert_eq!(error.to_string(), "row 200000: time must be finite, got NaN");
        }
        assert_eq!(bits(&at_once), bits(&before));
    }
}

#[test]
fn a_bad_key_or_time_changes_nothing() {
    let mut smoother = KeyedSmoother::new(filters()[0], Gaps::Hold, 2);
    let mut values = [1.0, 2.0, 3.0];
    let error = smoother.advance(&[0, 2, 0], &[0.0, 1.0, 1.0], &mut values).unwrap_err();
    assert_eq!(error.to_string(), "row 1: the key must be below 2, got 2");
    let error = smoother.advance(&[1, 0, 0], &[0.0; 3], &mut values).unwrap_err();
    assert_eq!(error.to_string(), "row 2: time must go forward, got 0 after 0");
    let error = smoother.advance(&[0], &[f64::INFINITY], &mut values[..1]).unwrap_err();
    assert_eq!(error.to_string(), "row 0: time must be finite, got inf");
    assert_eq!(values, [1.0, 2.0, 3.0]);
    smoother.advance(&[0, 1], &[0.0, -9.0], &mut values[..2]).unwrap();
}
