//! Figures of Fiedler's Spring Physics.

use anyhow::Result;
use sprung::integrate::Method;
use sprung::{Spring, State};
use sprung_figure::Curve;

use super::fiedler_bodies;
use super::sampling::{path, race, sampled};
use crate::system::{Drawing, Entry, Points, Words};

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

fn hooke(words: &Words) -> Result<Drawing> {
    let curves = [0.0, 4.0, 20.0].map(|damping| {
        let spring = Spring::from_mass_stiffness_and_damping(2.0, 50.0, damping)?;
        let step = spring.step(1.0 / 120.0);
        Ok(path(State::at_rest(1.0), 1.0 / 120.0, 4.0, |s, _| step.apply(s, 0.0)))
    });
    let curves: Result<Vec<Points>> = curves.into_iter().collect();
    Ok(Drawing::hanging_weights(words.figure(curves?)?, 4.0))
}

fn limits(words: &Words) -> Result<Drawing> {
    let stiff = Spring::from_frequency(5.0, 0.2)?;
    let title = "A spring of 5 Hz, ζ = 0.2, at 10 steps per second: ω·h = 3.1";
    let moving = race(title, stiff, 10.0, 3.0).y_limits(-0.6, 2.6).hanging_weights(3.0);
    // The colors of the masses above, of which the exact one is the first.
    let limited = |method: &Method| method.stability_limit(1.0f64).is_finite();
    let limited = Method::ALL.into_iter().enumerate().filter(|(_, method)| limited(method));
    let figure = words.blank().y_limits(0.0, 6.0).curves(limited.map(|(index, method)| {
        let line = sampled(2.0, 200, |ratio| method.stability_limit(ratio));
        Curve::new(method.name(), line).color(index)
    }));
    Ok((moving, figure).into())
}
