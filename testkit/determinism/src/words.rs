//! Springs as text: specs in every convention, and back.

use sprung::Spec;
use sprung::convert::CONVENTIONS;

use crate::bits::{Bits, Outcome};

const TEXTS: [&str; 9] = [
    "halflife=0.2",
    "frequency=2,damping_ratio=0.5",
    "stiffness=170,damping=26,mass=1",
    "duration=0.5,bounce=0.3",
    "damper:halflife=0.07",
    "holden:halflife=0.2",
    "swiftui:duration=0.5,bounce=0.3",
    "react-spring:tension=170,friction=26",
    "unity:smooth_time=0.3",
];

/// The first keys of the parameter sets in `compute_later`, which came later.
const LATER: [&str; 2] = ["rise_time", "bandwidth"];

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for text in TEXTS {
        add(bits, text.parse::<Spec<f32>>().map_err(|error| error.to_string())?);
        let spec: Spec<f64> = text.parse().map_err(|error: sprung::SpecError| error.to_string())?;
        add(bits, spec);
        add_conversions(bits, spec, false);
    }
    Ok(())
}

/// The parameter sets that springs were not typed by at first.
pub(crate) fn compute_later(bits: &mut Bits) -> Outcome {
    for text in TEXTS {
        let spec = text.parse().map_err(|error: sprung::SpecError| error.to_string())?;
        add_conversions(bits, spec, true);
    }
    for text in ["rise_time=0.2", "bandwidth=2,damping_ratio=0.3"] {
        let spec: Spec<f64> = text.parse().map_err(|error: sprung::SpecError| error.to_string())?;
        add(bits, spec);
    }
    Ok(())
}

fn add_conversions(bits: &mut Bits, spec: Spec<f64>, later: bool) {
    for conversion in CONVENTIONS.iter().flat_map(|convention| convention.convert_all(spec)) {
        if conversion.values().any(|(key, _)| LATER.contains(&key)) != later {
            continue;
        }
        bits.add_all(conversion.values().map(|(_, value)| value));
        bits.add(conversion.residual());
        add(bits, conversion.parameters());
    }
}

fn add<R: sprung::Real + Into<f64>>(bits: &mut Bits, spec: Spec<R>) {
    match spec {
        Spec::Spring(spring) => bits.add_all([spring.angular_frequency(), spring.decay_rate()]),
        Spec::Damper(damper) => bits.add(damper.rate()),
    }
}
