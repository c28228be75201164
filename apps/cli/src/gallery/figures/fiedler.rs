//! Figures of Fiedler's Spring Physics.

use anyhow::Result;
use sprung::State;
use sprung::integrate::Method;

use super::sampling::{positions, sampled, stepped};
use crate::figure::{Curve, Figure};
use crate::gallery::catalogue::{Drawing, System, missing, works};

pub(crate) fn systems() -> Vec<System> {
    vec![
        works(
            "Hooke spring and spring-damper",
            "F = −k·x      F = −k·x − b·v",
            "Mass 2, k = 50: without damping it swings for ever, with b = 4 it comes to rest.",
            hooke,
        ),
        missing("Distance spring with rest length"),
        missing("Linear motor"),
        missing("Angular motor"),
        missing("Orientation spring and stay-upright constraint"),
        missing("Click and drag a point of a body"),
        missing("Collision response by springs"),
        works(
            "The limits of stiffness",
            "explicit 2ζ · semi-implicit 2(√(ζ²+1) − ζ) · RK4 2√2 … 2.785 · stable PD 2(√(ζ²+1) + ζ)",
            "The greatest phase ω·h at which each integrator stays stable; beyond its line it explodes. The exact step has no line.",
            limits,
        ),
    ]
}

fn hooke() -> Result<Drawing> {
    let mut figure = Figure::new("m = 2 kg, k = 50 N/m").axes("time, s", "offset, m");
    for (label, damping) in
        [("b = 0", 0.0), ("b = 4 N·s/m", 4.0), ("b = 20 N·s/m (critical)", 20.0)]
    {
        let spring = sprung::Spring::from_mass_stiffness_and_damping(2.0, 50.0, damping)?;
        let step = spring.step(1.0 / 120.0);
        let path =
            positions(&stepped(State::at_rest(1.0), 1.0 / 120.0, 4.0, |s, _| step.apply(s, 0.0)));
        figure = figure.curve(Curve::new(label, path));
    }
    Ok(figure.into())
}

fn limits() -> Result<Drawing> {
    let mut figure = Figure::new("Stable below the line")
        .axes("damping ratio ζ", "phase ω·h")
        .y_limits(0.0, 6.0);
    for method in Method::ALL.into_iter().filter(|method| *method != Method::Exact) {
        let line = sampled(2.0, 200, |ratio| method.stable_phase(ratio));
        figure = figure.curve(Curve::new(method.name(), line));
    }
    Ok(figure.into())
}
