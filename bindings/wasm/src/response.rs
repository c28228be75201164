//! A free response at many times, when it settles and crosses its goal, the `linear()` easing.

use sprung::State;
use sprung::analysis::FreeResponse;
use sprung::convert::css::LinearEasing;

use crate::exchange::{array, numbers, refuse};
use crate::parameters::{damper, spring};

/// Writes position, velocity and acceleration at `count` times into `out`, a column each. The times are those at
/// `times`, or where that is 0 they begin at `start` and are `dt` apart. `from` and `v` are the position and the velocity at
/// time 0.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a boundary of plain numbers")]
extern "C" fn response_sample(
    w: f64,
    z: f64,
    from: f64,
    v: f64,
    goal: f64,
    start: f64,
    dt: f64,
    times: usize,
    count: usize,
    out: usize,
) {
    let spring = spring(w, z);
    let response = FreeResponse::new(spring, from - goal, v);
    // SAFETY: the other side allocated `count` times and three columns.
    let (times, out) = unsafe {
        let given = if times == 0 { 0 } else { count };
        (array::<f64>(times, given), array::<f64>(out, 3 * count))
    };
    for index in 0..count {
        let time = times.get(index).copied().unwrap_or(start + dt * index as f64);
        let state = spring.step(time).apply(State::new(from, v), goal);
        out[index] = state.position;
        out[count + index] = state.velocity;
        // The differential equation, which is quicker; the closed form where a spring is infinitely stiff.
        let offset = state.position - goal;
        let force = -(spring.damping() * state.velocity + spring.stiffness() * offset);
        let acceleration = if force.is_finite() { force } else { response.acceleration(time) };
        out[2 * count + index] = acceleration;
    }
}

/// Writes the values of a damper at `count` times.
#[unsafe(no_mangle)]
extern "C" fn damper_sample(
    rate: f64,
    from: f64,
    goal: f64,
    times: usize,
    count: usize,
    out: usize,
) {
    let damper = damper(rate);
    // SAFETY: the other side allocated both.
    let (times, out) = unsafe { (array::<f64>(times, count), array::<f64>(out, count)) };
    for (value, time) in out.iter_mut().zip(times) {
        *value = damper.step(*time).apply(from, goal);
    }
}

/// Measures a free response: the settling time within `a`, the time of crossing `n` of the level `a`, or the time of
/// the overshoot, whose offset is left in the first number.
#[unsafe(no_mangle)]
extern "C" fn response_time(kind: u32, w: f64, z: f64, x: f64, v: f64, a: f64, n: u32) -> f64 {
    let response = FreeResponse::new(spring(w, z), x, v);
    match kind {
        0 => response.settling_time(a),
        1 => response.nth_crossing_time(a, n),
        _ => {
            let overshoot = response.overshoot();
            numbers()[0] = overshoot.map_or(0.0, |overshoot| overshoot.value);
            overshoot.map_or(f64::INFINITY, |overshoot| overshoot.time)
        }
    }
}

/// Writes the points of a `linear()` easing, percent and value, into `out`, at most `max` of them. Returns how many
/// points it has, the duration in the first number; −1 for an error.
#[unsafe(no_mangle)]
extern "C" fn linear_easing(w: f64, z: f64, max_error: f64, out: usize, max: usize) -> i32 {
    let easing = match LinearEasing::new(&spring(w, z), max_error) {
        Ok(easing) => easing,
        Err(error) => return -(refuse(error) as i32),
    };
    // SAFETY: the other side allocated `max` points.
    let out = unsafe { array::<[f64; 2]>(out, max) };
    let mut count = 0;
    for point in easing.points() {
        if let Some(place) = out.get_mut(count) {
            *place = [point.percent, point.value];
        }
        count += 1;
    }
    numbers()[0] = easing.duration();
    count as i32
}
