//! Springs and dampers as two numbers.

use sprung::{Damper, Spec, Spring};

/// A spring from its two numbers: `ω` and `ζ`; drag without a pull has minus its decay rate for `ω`.
pub(crate) fn spring(w: f64, z: f64) -> Spring<f64> {
    let read =
        if w < 0.0 { Spring::from_stiffness_and_damping(0.0, -2.0 * w) } else { Spring::new(w, z) };
    read.unwrap_or_else(|_| Spring::clamped(w, z))
}

/// The two numbers of a spring.
pub(crate) fn pair(spring: &Spring<f64>) -> [f64; 2] {
    let is_drag = spring.angular_frequency() == 0.0 && spring.decay_rate() > 0.0;
    let first = if is_drag { -spring.decay_rate() } else { spring.angular_frequency() };
    [first, spring.damping_ratio()]
}

/// A damper from its rate.
pub(crate) fn damper(rate: f64) -> Damper<f64> {
    Damper::from_rate(rate).unwrap_or_else(|_| Damper::clamped_halflife(0.0))
}

/// A spring, or a damper where the second number is NaN: then the first is its rate.
pub(crate) fn spec(first: f64, second: f64) -> Spec<f64> {
    if second.is_nan() { damper(first).into() } else { spring(first, second).into() }
}

/// The two numbers of a spring or a damper.
pub(crate) fn spec_pair(spec: &Spec<f64>) -> [f64; 2] {
    match spec {
        Spec::Spring(spring) => pair(spring),
        Spec::Damper(damper) => [damper.rate(), f64::NAN],
    }
}
