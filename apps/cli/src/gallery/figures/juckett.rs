//! Figures of Juckett's Damped Springs.

use anyhow::Result;
use sprung::State;

use super::sampling::{positions, sampled, spring, stepped};
use crate::figure::{Curve, Figure};
use crate::gallery::catalogue::{Drawing, System, missing, works};

pub(crate) fn systems() -> Vec<System> {
    vec![
        works(
            "Cached motion coefficients",
            "(e, v) ← Φ(dt)·(e, v)      Φ from ω, ζ and dt",
            "The four coefficients of a step of 1/60 s against the damping ratio: smooth through the critical one.",
            coefficients,
        ),
        works(
            "Simple harmonic motion",
            "ζ = 0:   x(t) = x₀·cos ωt + v₀/ω·sin ωt",
            "Without damping: after a thousand frames the swing is as wide as at first.",
            harmonic,
        ),
        missing("Third-person camera"),
    ]
}

fn coefficients() -> Result<Drawing> {
    let entry = |row: usize, column: usize, scale: f64| {
        sampled(3.0, 300, move |ratio| {
            spring(30.0, ratio).step(1.0 / 15.0).matrix()[row][column] * scale
        })
    };
    Ok(Figure::new("ω = 30 rad/s, dt = 1/15 s")
        .axes("damping ratio ζ", "coefficient")
        .curve(Curve::new("position from position", entry(0, 0, 1.0)))
        .curve(Curve::new("position from velocity · ω", entry(0, 1, 30.0)))
        .curve(Curve::new("velocity from position / ω", entry(1, 0, 1.0 / 30.0)))
        .curve(Curve::new("velocity from velocity", entry(1, 1, 1.0)))
        .moment("critical", 1.0)
        .into())
}

fn harmonic() -> Result<Drawing> {
    let step = spring(6.0, 0.0).step(1.0 / 60.0);
    let path =
        positions(&stepped(State::new(1.0, 3.0), 1.0 / 60.0, 16.0, |s, _| step.apply(s, 0.0)));
    Ok(Figure::new("ω = 6 rad/s, no damping")
        .axes("time, s", "position")
        .curve(Curve::new("", path))
        .into())
}
