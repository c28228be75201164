//! Smoothing of rotations without lag: a pass forwards, then a pass backwards over its result.

use sprung::{Rotation, Vector};

use super::channel::{RelativeMotion, offset_from};
use super::smoother::is_known;
use crate::error::TimeError;
use crate::filter::Filter;
use crate::gaps::Gaps;
use crate::step_cache::StepCache;

/// Residual of the padding transient at the first sample.
const START_LEFT: f64 = 1e-9;

/// Each doubles the series at an end at most: 1, 3 and 7 times its length.
const REFLECTIONS: usize = 3;

/// Time and rotation.
type Sample = (f64, Rotation<f64>);

/// Smooths a whole series of rotations forwards and backwards, in place: no lag, see
/// [`smooth_zero_phase`](crate::smooth_zero_phase) and [`RotationSmoother`](crate::RotationSmoother).
///
/// Ends: the series is continued beyond each end by its own reflection through it (`x₀·x⁻¹·x₀`), again and again until the
/// filter has forgotten its start (to 1e-9), by seven times its length at most. Each pass starts as if the series had always
/// turned from its first rotation to its last: a steady turn of less than half a turn in all is kept to 1e-9 rad by every
/// filter.
///
/// A rotation that is `None` or NaN is missing, see [`Gaps`]; the result has `None` there. Returns how many missing ones
/// were filled.
///
/// ```
/// use sprung::{Rotation, Spring};
/// use sprung_signal::{Filter, Gaps, smooth_rotations_zero_phase};
///
/// let times: Vec<f64> = (0..100).map(|i| f64::from(i) * 0.01).collect();
/// let turning = |t: &f64| Some(Rotation::from_rotation_vector([0.0, 2.0 * t, t - 0.3]));
/// let mut rotations: Vec<_> = times.iter().map(turning).collect();
/// let filter = Filter::Follow(Spring::critical(30.0)?);
/// smooth_rotations_zero_phase(&filter, Gaps::Hold, &times, &mut rotations)?;
/// let middle = rotations[50].and_then(|r| Some(r.relative_to(&turning(&0.5)?).to_rotation_vector()));
/// assert!(middle.is_some_and(|off| off.iter().all(|c| c.abs() < 2e-3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A time that is not finite or not after the one before; the series is then as before.
///
/// # Panics
/// If there are not as many times as rotations.
#[doc(alias("filtfilt", "offline smoothing", "quaternion"))]
pub fn smooth_rotations_zero_phase(
    filter: &Filter,
    gaps: Gaps,
    times: &[f64],
    rotations: &mut [Option<Rotation<f64>>],
) -> Result<usize, TimeError> {
    let (count, expected) = (times.len(), rotations.len());
    assert!(count == expected, "{count} times for {expected} rotations");
    TimeError::check_all(times)?;
    rotations.iter_mut().for_each(|rotation| *rotation = rotation.filter(is_known));
    let missing = rotations.iter().filter(|rotation| rotation.is_none()).count();
    match gaps {
        Gaps::Hold => hold(rotations),
        Gaps::Line => fill(times, rotations),
        Gaps::Skip => {}
    }
    let filled = missing - rotations.iter().filter(|rotation| rotation.is_none()).count();
    let samples = times.iter().zip(rotations.iter()).filter_map(|(&t, r)| r.map(|r| (t, r)));
    let mut samples: Vec<Sample> = samples.collect();
    let (Some(&first), Some(&last)) = (samples.first(), samples.last()) else { return Ok(filled) };
    let known = samples.len();
    let memory = filter.memory(START_LEFT);
    extend(&mut samples, memory);
    samples.reverse();
    let after = samples.len() - known;
    extend(&mut samples, memory);
    samples.reverse();
    let turn = last.1.relative_to(&first.1).to_rotation_vector();
    let spin = if known > 1 { turn.times(1.0 / (last.0 - first.0)) } else { [0.0; 3] };
    let mut offsets = Vec::with_capacity(samples.len());
    pass(filter, &mut samples, spin, &mut offsets);
    samples.reverse();
    samples.truncate(after + known);
    pass(filter, &mut samples, spin.times(-1.0), &mut offsets);
    let smooth = samples[after..].iter().map(|sample| sample.1);
    let known = rotations.iter_mut().rev().flatten();
    known.zip(smooth).for_each(|(rotation, smooth)| *rotation = smooth);
    Ok(filled)
}

/// Appends the reflection of the series through its end, again and again, until the series goes on for `duration`.
fn extend(samples: &mut Vec<Sample>, duration: f64) {
    let Some(&(start, _)) = samples.last() else { return };
    for _ in 0..REFLECTIONS {
        let end = samples.len() - 1;
        let (time, through) = samples[end];
        for index in (0..end).rev() {
            let (before, rotation) = samples[index];
            let after = 2.0 * time - before;
            let reflected = through.then(&rotation.inverse()).then(&through);
            samples.push((after, reflected.normalized()));
            if !((after - start).abs() < duration) {
                return;
            }
        }
    }
}

/// One pass over samples, behind a signal that has turned with an angular velocity before.
///
/// In three loops: only the motion needs what is before it, so that logarithms and exponentials of several samples are
/// computed side by side.
fn pass(
    filter: &Filter,
    samples: &mut [Sample],
    angular_velocity: [f64; 3],
    offsets: &mut Vec<[f64; 3]>,
) {
    let mut motion = RelativeMotion::turning(filter, angular_velocity);
    let mut steps = StepCache::new(*filter);
    offsets.clear();
    offsets.push(motion.offset());
    let turn = |pair: &[Sample]| pair[1].1.relative_to(&pair[0].1).to_rotation_vector();
    offsets.extend(samples.windows(2).map(turn));
    for (pair, offset) in samples.windows(2).zip(&mut offsets[1..]) {
        motion.advance(&mut steps, (pair[1].0 - pair[0].0).abs(), *offset);
        *offset = motion.offset();
    }
    for (sample, offset) in samples.iter_mut().zip(offsets) {
        sample.1 = offset_from(sample.1, *offset);
    }
}

/// Fills each gap with the rotation before it.
fn hold(rotations: &mut [Option<Rotation<f64>>]) {
    let mut held = None;
    for rotation in rotations {
        held = rotation.or(held);
        *rotation = held;
    }
}

/// Fills each gap between two rotations with the steady turn from one to the other.
fn fill(times: &[f64], rotations: &mut [Option<Rotation<f64>>]) {
    let mut last: Option<(usize, Rotation<f64>)> = None;
    for index in 0..rotations.len() {
        let Some(rotation) = rotations[index] else { continue };
        if let Some((from, start)) = last {
            let turn = rotation.relative_to(&start).to_rotation_vector();
            for gap in from + 1..index {
                let part = (times[gap] - times[from]) / (times[index] - times[from]);
                let turned = Rotation::from_rotation_vector(turn.times(part));
                rotations[gap] = Some(start.then(&turned).normalized());
            }
        }
        last = Some((index, rotation));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_goes_on_with_its_reflection_through_its_end_for_the_duration() {
        let about_x = |angle: f64| Rotation::from_rotation_vector([angle, 0.0, 0.0]);
        let extended = |duration: f64| {
            let mut samples = vec![(3.0, about_x(0.0)), (3.1, about_x(0.1)), (3.3, about_x(0.5))];
            extend(&mut samples, duration);
            samples.split_off(3)
        };
        // Times and angles of the end twice, less those before it; then once more through the new end.
        let expected = [(3.5, 0.9), (3.6, 1.0), (3.7, 1.1), (3.9, 1.5), (4.1, 1.9), (4.2, 2.0)];
        for (duration, count) in [(0.1, 1), (0.25, 2), (0.35, 3), (0.85, 6)] {
            let added = extended(duration);
            assert_eq!(added.len(), count, "{duration}");
            for ((time, rotation), (at, angle)) in added.iter().zip(expected) {
                assert!((time - at).abs() < 1e-12, "{duration}: {time}, not {at}");
                let [x, y, z] = rotation.to_rotation_vector();
                assert!((x - angle).abs() < 1e-12 && y == 0.0 && z == 0.0, "{duration}: {x}");
            }
        }
    }
}
