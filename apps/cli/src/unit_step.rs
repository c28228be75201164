//! The way from rest at 0 to a goal at 1: what figures show of a spring or damper.

use sprung::{Spec, State};

/// Where it is `time` seconds after the release.
pub(crate) fn position(spec: &Spec<f64>, time: f64) -> f64 {
    match spec {
        Spec::Spring(spring) => spring.step(time).apply(State::at_rest(0.0), 1.0).position,
        Spec::Damper(damper) => damper.step(time).apply(0.0, 1.0),
    }
}

/// How long to look, in seconds: a little more than until 0.1 % is left, ten swings where it never settles.
pub(crate) fn duration(spec: &Spec<f64>) -> f64 {
    let seconds = match spec {
        Spec::Spring(spring) if spring.damping_ratio() > 0.0 => 1.1 * spring.settling_time(1e-3),
        Spec::Spring(spring) => 10.0 / spring.frequency(),
        Spec::Damper(damper) => 11.0 * damper.halflife(),
    };
    if seconds.is_finite() && seconds > 0.0 { seconds } else { 1.0 }
}

/// Time and position over the first `seconds`, close enough to look smooth.
pub(crate) fn curve(spec: &Spec<f64>, seconds: f64) -> Vec<(f64, f64)> {
    let times = (0..=600).map(|at| seconds * f64::from(at) / 600.0);
    times.map(|time| (time, position(spec, time))).collect()
}
