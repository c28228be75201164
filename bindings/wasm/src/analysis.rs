//! Analysis: measures of a free response, the frequency response.

use sprung::analysis::{Extremum, FreeResponse};

use crate::exchange::{array, numbers};
use crate::parameters::spring;

/// Measures a free response: a number, or a time and a value.
#[unsafe(no_mangle)]
extern "C" fn response_measure(kind: u32, w: f64, z: f64, x: f64, v: f64, a: f64, n: u32) -> f64 {
    let response = FreeResponse::new(spring(w, z), x, v);
    let extremum = |found: Option<Extremum<f64>>| {
        let Extremum { time, value } =
            found.unwrap_or(Extremum { time: f64::INFINITY, value: 0.0 });
        numbers()[0] = value;
        time
    };
    match kind {
        0 => response.integral(),
        1 => response.integral_abs(),
        2 => response.path_length(),
        3 => response.energy(a),
        4 => extremum(response.extremum(n)),
        5 => extremum(Some(response.max_offset())),
        6 => extremum(Some(response.max_speed())),
        _ => extremum(Some(response.max_acceleration())),
    }
}

/// Writes gain, phase (rad) and group delay (s) at `count` frequencies (Hz), a column each; `track` is 1 for damping relative to
/// the goal. Returns the frequency of the resonant peak, its gain in the first number; NaN without one.
#[unsafe(no_mangle)]
extern "C" fn response_frequency(
    w: f64,
    z: f64,
    track: u32,
    frequencies: usize,
    count: usize,
    out: usize,
) -> f64 {
    let spring = spring(w, z);
    let response = if track == 1 { spring.track_response() } else { spring.follow_response() };
    // SAFETY: the other side allocated `count` frequencies and three columns.
    let (frequencies, out) =
        unsafe { (array::<f64>(frequencies, count), array::<f64>(out, 3 * count)) };
    for (index, frequency) in frequencies.iter().enumerate() {
        out[index] = response.gain(*frequency);
        out[count + index] = response.phase(*frequency);
        out[2 * count + index] = response.group_delay(*frequency);
    }
    numbers()[1] = response.bandwidth();
    let peak = response.resonance();
    numbers()[0] = peak.map_or(f64::NAN, |peak| peak.gain);
    peak.map_or(f64::NAN, |peak| peak.frequency)
}
