//! The motion of a spring or damper to a goal that stays, and its step response from rest at 0 to 1.

use sprung::{Spec, State};

/// Returns the position `time` seconds after the release from `start`.
pub(crate) fn position(spec: &Spec<f64>, start: State<f64>, goal: f64, time: f64) -> f64 {
    match spec {
        Spec::Spring(spring) => spring.step(time).apply(start, goal).position,
        Spec::Damper(damper) => damper.step(time).apply(start.position, goal),
    }
}

/// Returns the duration to draw, in seconds: 1.1 times the settling time to 0.1 %, ten periods where it never settles.
pub(crate) fn duration(spec: &Spec<f64>) -> f64 {
    let seconds = match spec {
        Spec::Spring(spring) if spring.damping_ratio() > 0.0 => 1.1 * spring.settling_time(1e-3),
        Spec::Spring(spring) => 10.0 / spring.frequency(),
        Spec::Damper(damper) => 11.0 * damper.halflife(),
    };
    if seconds.is_finite() && seconds > 0.0 { seconds } else { 1.0 }
}

/// Returns time and position over the first `seconds`, sampled densely enough for a smooth curve.
pub(crate) fn curve(spec: &Spec<f64>, seconds: f64) -> Vec<(f64, f64)> {
    let times = (0..=600).map(|at| seconds * f64::from(at) / 600.0);
    times.map(|time| (time, position(spec, State::at_rest(0.0), 1.0, time))).collect()
}
