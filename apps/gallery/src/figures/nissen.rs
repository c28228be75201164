//! Figures of Nissen's article: springs by their dimensionless stiffness and damping coefficients.

use anyhow::Result;
use sprung::{SoftCoefficients, State};
use sprung_figure::{Curve, Figure};

use super::nissen_networks::{
    forms, limits, reduced_mass, rope_mesh_body, symplectic_euler, warm_starting,
};
use super::sampling::{positions, sampled, spring, stepped};
use crate::system::{Drawing, Entry};

pub(crate) const FIGURES: &[Entry] = &[
    ("The stiffest stable spring", stiffest),
    ("Stiffness and damping as fractions", fractions),
    ("Reduced mass", reduced_mass),
    ("Force and impulse forms", forms),
    ("Symplectic Euler particles and springs", symplectic_euler),
    ("The limit 1/(n + 1) for n springs on a particle", limits),
    ("Rope, mesh and squishy body", rope_mesh_body),
    ("Iterations with warm starting", warm_starting),
];

fn stiffest() -> Result<Drawing> {
    let h = 1.0 / 60.0;
    let run = |c_s: f64, c_d: f64| {
        positions(&stepped(State::new(1.0, -20.0), h, 0.5, |s: State<f64>, _| {
            let velocity = s.velocity - (c_s * s.position / h + c_d * s.velocity);
            State::new(s.position + h * velocity, velocity)
        }))
    };
    Ok(Figure::new("Symplectic Euler, 60 steps per second")
        .axes("time, s", "offset")
        .curve(Curve::new("C_s = C_d = 1", run(1.0, 1.0)))
        .curve(Curve::new("C_s = C_d = 0.5", run(0.5, 0.5)))
        .curve(Curve::new("C_s = 0.05, C_d = 0.1", run(0.05, 0.1)))
        .into())
}

fn fractions() -> Result<Drawing> {
    let of = |ratio: f64, pick: fn(&SoftCoefficients<f64>) -> f64| {
        sampled(8.0, 200, move |phase| pick(&SoftCoefficients::exact(&spring(phase, ratio), 1.0)))
    };
    let implicit = |pick: fn(&SoftCoefficients<f64>) -> f64| {
        sampled(8.0, 200, move |phase| {
            pick(&SoftCoefficients::backward_euler(&spring(phase, 1.0), 1.0))
        })
    };
    Ok(Figure::new("The bridge from ω and ζ")
        .axes("phase ω·h", "fraction")
        .curve(Curve::new("C_s, ζ = 1", of(1.0, |f| f.c_s)).color(0))
        .curve(Curve::new("C_d, ζ = 1", of(1.0, |f| f.c_d)).color(1))
        .curve(Curve::new("C_s, ζ = 0.3", of(0.3, |f| f.c_s)).color(2))
        .curve(Curve::new("C_d, ζ = 0.3", of(0.3, |f| f.c_d)).color(3))
        .curve(Curve::new("C_s, ζ = 1, implicit", implicit(|f| f.c_s)).color(0).dashed())
        .curve(Curve::new("C_d, ζ = 1, implicit", implicit(|f| f.c_d)).color(1).dashed())
        .into())
}
