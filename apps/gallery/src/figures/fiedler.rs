//! Figures of Fiedler's Spring Physics.

use anyhow::Result;
use sprung::State;
use sprung::integrate::Method;
use sprung_figure::{Curve, Figure};

use super::fiedler_bodies;
use super::sampling::{integrated, positions, sampled, stepped};
use crate::system::{Drawing, Entry};

pub(crate) const FIGURES: &[Entry] = &[
    ("Hooke spring and spring-damper", hooke),
    ("Distance spring with rest length", fiedler_bodies::distance),
    ("Linear motor", fiedler_bodies::linear_motor),
    ("Angular motor", fiedler_bodies::angular_motor),
    ("Orientation spring and stay-upright constraint", fiedler_bodies::upright),
    ("Click and drag a point of a body", fiedler_bodies::drag),
    ("Collision response by springs", fiedler_bodies::collision),
    ("The limits of stiffness", limits),
];

fn hooke() -> Result<Drawing> {
    let mut figure = Figure::new("The same over time").axes("time, s", "offset, m");
    for (label, damping) in
        [("b = 0", 0.0), ("b = 4 N·s/m", 4.0), ("b = 20 N·s/m (critical)", 20.0)]
    {
        let spring = sprung::Spring::from_mass_stiffness_and_damping(2.0, 50.0, damping)?;
        let step = spring.step(1.0 / 120.0);
        let path =
            positions(&stepped(State::at_rest(1.0), 1.0 / 120.0, 4.0, |s, _| step.apply(s, 0.0)));
        figure = figure.curve(Curve::new(label, path));
    }
    Ok((figure.hanging_weights("m = 2 kg, k = 50 N/m", 4.0), figure).into())
}

fn limits() -> Result<Drawing> {
    let stiff = sprung::Spring::from_frequency(5.0, 0.2)?;
    let race = Method::ALL.into_iter().fold(Figure::new("").y_limits(-0.6, 2.6), |race, method| {
        race.curve(Curve::new(method.name(), integrated(method, stiff, 10.0, 3.0)))
    });
    let moving =
        race.hanging_weights("A spring of 5 Hz, ζ = 0.2, at 10 steps per second: ω·h = 3.1", 3.0);
    let mut figure = Figure::new("Stable below the line")
        .axes("damping ratio ζ", "phase ω·h")
        .y_limits(0.0, 6.0);
    // The colors of the masses above, of which the exact one is the first.
    let limited = |method: &Method| method.stability_limit(1.0f64).is_finite();
    for (index, method) in Method::ALL.into_iter().enumerate().filter(|(_, m)| limited(m)) {
        let line = sampled(2.0, 200, |ratio| method.stability_limit(ratio));
        figure = figure.curve(Curve::new(method.name(), line).color(index));
    }
    Ok((moving, figure).into())
}
