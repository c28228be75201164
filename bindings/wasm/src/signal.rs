//! Recordings: smoothing, resonances, spectrograms, the spring that explains a motion.

use sprung::{Rotation, Spec};
use sprung_signal::{
    EulerOrder, Filter, Gaps, ResonanceFinder, RotationSmoother, SpringFitter, smooth,
    smooth_rotations_zero_phase, smooth_zero_phase,
};

use crate::exchange::{array, numbers, refuse, status};
use crate::parameters::{pair, spec};
use sprung::ParameterError;

/// Smooths `count` values in place. Kinds: 0 as they come, 1 both ways. A spring follows (0) or tracks (1) its goal.
#[unsafe(no_mangle)]
extern "C" fn signal_smooth(
    kind: u32,
    track: u32,
    first: f64,
    second: f64,
    times: usize,
    values: usize,
    count: usize,
) -> u32 {
    // SAFETY: the other side allocated both.
    let (times, values) = unsafe { (array::<f64>(times, count), array::<f64>(values, count)) };
    let filter = match spec(first, second) {
        Spec::Damper(damper) => Filter::Damper(damper),
        Spec::Spring(spring) if track == 1 => Filter::Track(spring),
        Spec::Spring(spring) => Filter::Follow(spring),
    };
    let result = if kind == 1 {
        smooth_zero_phase(&filter, Gaps::Hold, times, values).map(|_| ())
    } else {
        smooth(&filter, Gaps::Hold, times, values)
    };
    let refused = |time| ParameterError::new("times", time, "finite and ascending");
    status(result.map_err(|error| refused(error.time)), |()| ())
}

/// Reads the range and the resolution of a search from the first three numbers; NaN for none.
fn finder() -> ResonanceFinder {
    let [from, to, resolution, ..] = *numbers();
    let given = |number: f64| (!number.is_nan()).then_some(number);
    let mut finder = ResonanceFinder::default();
    (finder.from, finder.to) = (given(from), given(to));
    finder.resolution = given(resolution).unwrap_or(finder.resolution);
    finder.threads = core::num::NonZero::new(1);
    finder
}

/// Finds the frequencies in a signal of even steps: leaves their number and, for each, frequency, strength and signal-to-noise
/// ratio.
#[unsafe(no_mangle)]
extern "C" fn signal_resonances(values: usize, count: usize, dt: f64) -> u32 {
    // SAFETY: the other side allocated the values.
    let values = unsafe { array::<f64>(values, count) };
    status(finder().run(values, dt), |found| {
        let all = numbers();
        all[0] = found.len() as f64;
        for (place, one) in all[1..].chunks_exact_mut(3).zip(found) {
            place.copy_from_slice(&[one.frequency, one.strength, one.signal_to_noise]);
        }
    })
}

/// Writes how strongly a signal shakes springs of these frequencies.
#[unsafe(no_mangle)]
extern "C" fn signal_spectrum(
    values: usize,
    count: usize,
    dt: f64,
    frequencies: usize,
    springs: usize,
    out: usize,
) -> u32 {
    // SAFETY: the other side allocated all three.
    let (values, frequencies, out) = unsafe {
        (
            array::<f64>(values, count),
            array::<f64>(frequencies, springs),
            array::<f64>(out, springs),
        )
    };
    status(finder().spectrum_at(values, dt, frequencies), |found| {
        for (place, one) in out.iter_mut().zip(found) {
            *place = one.strength;
        }
    })
}

/// Writes a spectrogram: `columns` times, then for each time the strengths of all frequencies. Leaves the number of columns.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a boundary of plain numbers")]
extern "C" fn signal_spectrogram(
    values: usize,
    count: usize,
    dt: f64,
    frequencies: usize,
    springs: usize,
    columns: usize,
    out: usize,
) -> u32 {
    // SAFETY: the other side allocated all three.
    let (values, frequencies, out) = unsafe {
        let room = columns * (1 + springs);
        (array::<f64>(values, count), array::<f64>(frequencies, springs), array::<f64>(out, room))
    };
    status(finder().spectrogram(values, dt, frequencies, columns), |found| {
        let shown = found.times.len().min(columns);
        out[..shown].copy_from_slice(&found.times[..shown]);
        for (spring, strengths) in found.strengths.iter().enumerate() {
            for (column, strength) in strengths.iter().take(shown).enumerate() {
                out[columns + column * springs + spring] = *strength;
            }
        }
        numbers()[0] = shown as f64;
    })
}

/// Finds the spring that explains a recorded motion: leaves its two numbers, start, goal, velocity, delay, residual, then
/// 1 if a spring explains it, and the standard errors of `ω` and `ζ`.
#[unsafe(no_mangle)]
extern "C" fn signal_fit(times: usize, values: usize, count: usize) -> u32 {
    // SAFETY: the other side allocated both.
    let (times, values) = unsafe { (array::<f64>(times, count), array::<f64>(values, count)) };
    status(SpringFitter::default().run(times, values), |fit| {
        let [first, second] = pair(&fit.spring());
        let errors = [fit.angular_frequency.standard_error, fit.damping_ratio.standard_error];
        let explained = f64::from(u8::from(fit.is_explained()));
        let values = [fit.start.value, fit.goal.value, fit.velocity.value, fit.delay.value];
        let all = numbers();
        all[..2].copy_from_slice(&[first, second]);
        all[2..6].copy_from_slice(&values);
        all[6..10].copy_from_slice(&[fit.residual, explained, errors[0], errors[1]]);
    })
}

/// Smooths rotations in place, given as Euler angles (rad) in three columns of `count`; kinds as in [`signal_smooth`]. The
/// angles of a frame are those nearest to the given ones.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a boundary of plain numbers")]
extern "C" fn signal_smooth_euler(
    kind: u32,
    first: f64,
    second: f64,
    axes: u32,
    times: usize,
    angles: usize,
    count: usize,
) -> u32 {
    // SAFETY: the other side allocated both.
    let (times, angles) = unsafe { (array::<f64>(times, count), array::<f64>(angles, 3 * count)) };
    let filter = match spec(first, second) {
        Spec::Damper(damper) => Filter::Damper(damper),
        Spec::Spring(spring) => Filter::Follow(spring),
    };
    let axes = [axes / 9, axes / 3 % 3, axes % 3].map(|axis| axis as usize);
    let order = EulerOrder::from_axes(axes).unwrap_or(EulerOrder::Xyz);
    let given = |row: usize| [0, 1, 2].map(|column| angles[column * count + row]);
    let mut rotations: Vec<Option<Rotation<f64>>> =
        (0..count).map(|row| Some(order.rotation(given(row)))).collect();
    let refused = |time| refuse(ParameterError::new("times", time, "finite and ascending"));
    if kind == 1 {
        if let Err(error) = smooth_rotations_zero_phase(&filter, Gaps::Hold, times, &mut rotations)
        {
            return refused(error.time);
        }
    } else {
        let mut smoother = RotationSmoother::new(filter, Gaps::Hold);
        for (time, rotation) in times.iter().zip(&mut rotations) {
            *rotation = match smoother.advance(*time, *rotation) {
                Ok(rotation) => rotation,
                Err(error) => return refused(error.time),
            };
        }
    }
    for (row, rotation) in rotations.iter().enumerate() {
        let near = [0, 1, 2].map(|column| angles[column * count + row]);
        let smooth = rotation.as_ref().map_or([f64::NAN; 3], |one| order.angles_near(one, near));
        for (column, angle) in smooth.into_iter().enumerate() {
            angles[column * count + row] = angle;
        }
    }
    0
}
