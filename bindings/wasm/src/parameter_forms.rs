//! The usual parameter sets of springs and dampers.

use sprung::{Damper, ParameterError, Spec, Spring};

use crate::exchange::{numbers, status};
use crate::parameters::{damper, spec_pair, spring};

fn build(kind: u32, [a, b, c]: [f64; 3]) -> Result<Spec<f64>, ParameterError> {
    Ok(match kind {
        0 => Spring::new(a, b)?.into(),
        1 => Spring::from_frequency(a, b)?.into(),
        2 => Spring::from_halflife(a, b)?.into(),
        3 => Spring::from_lag(a, b)?.into(),
        4 => Spring::from_duration_and_bounce(a, b)?.into(),
        5 => Spring::from_mass_stiffness_and_damping(c, a, b)?.into(),
        6 => Damper::from_rate(a)?.into(),
        7 => Damper::from_halflife(a)?.into(),
        _ => Damper::from_time_constant(a)?.into(),
    })
}

/// Builds a spring or a damper of the parameter set `kind` from the first three numbers; leaves its two numbers.
#[unsafe(no_mangle)]
extern "C" fn parameters_build(kind: u32) -> u32 {
    let [a, b, c, ..] = *numbers();
    status(build(kind, [a, b, c]), |spec| numbers()[..2].copy_from_slice(&spec_pair(&spec)))
}

/// A parameter or property of a spring.
#[unsafe(no_mangle)]
extern "C" fn parameters_read(kind: u32, w: f64, z: f64) -> f64 {
    let spring = spring(w, z);
    match kind {
        0 => spring.frequency(),
        1 => spring.halflife(),
        2 => spring.lag(),
        3 => spring.duration(),
        4 => spring.bounce(),
        5 => spring.stiffness(),
        6 => spring.damping(),
        7 => spring.decay_rate(),
        8 => spring.damped_angular_frequency(),
        9 => f64::from(spring.regime() as u8),
        _ => f64::NAN,
    }
}

/// The half-life of a damper.
#[unsafe(no_mangle)]
extern "C" fn damper_halflife(rate: f64) -> f64 {
    damper(rate).halflife()
}
