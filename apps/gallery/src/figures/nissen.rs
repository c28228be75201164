//! Figures of Nissen's article: springs by their dimensionless stiffness and damping coefficients.

use anyhow::Result;
use sprung::{SoftCoefficients, State};
use sprung_figure::{Curve, Figure};

use super::nissen_networks::{
    forms, limits, reduced_mass, rope_mesh_body, symplectic_euler, warm_starting,
};
use super::sampling::{positions, sampled, spring, stepped};
use crate::system::{Drawing, System, system};

pub(crate) fn systems() -> Vec<System> {
    vec![
        system(
            "The stiffest stable spring",
            "F = −(m/h²)·x − (m/h)·v",
            "Reaches the goal after one step and is at rest after two, for any mass and time step; with half of both coefficients it takes a few steps.",
            stiffest,
        ),
        system(
            "Stiffness and damping as fractions",
            "J = −(C_s·x/h + C_d·v)·m      0 ≤ C_s, C_d ≤ 1",
            "The coefficients of the exact spring over its phase ω·h: as the phase grows, every damped spring approaches the stiffest one.",
            fractions,
        ),
        system(
            "Reduced mass",
            "m = 1/(1/m_A + 1/m_B)",
            "Two free particles of 1 kg and 4 kg: with the reduced mass the stiffest spring has its length after one step, and the center of mass stays.",
            reduced_mass,
        ),
        system(
            "Force and impulse forms",
            "F = −(C_s·x/h² + C_d·v/h)·m      J = −(C_s·x/h + C_d·v)·m",
            "The length error of a soft spring between two particles, and the difference between the two forms in single precision: they are equal up to rounding.",
            forms,
        ),
        system(
            "Symplectic Euler particles and springs",
            "v' = v + ΣJ/m      x' = x + h·v'",
            "An undamped spring of C_s = 0.02 for 200 steps: with the new velocity it stays on its ellipse, with the old one it spirals out.",
            symplectic_euler,
        ),
        system(
            "The limit 1/(n + 1) for n springs on a particle",
            "article 1/(n + 1) · no overshoot 1/n · stable below 4/(3n) · mass splitting (w_A + w_B)/(n_A·w_A + n_B·w_B)",
            "A light hub with n heavy arms is the worst case: its measured limit lies on 4/(3n). Where the hub is heavy, mass splitting allows far more than any limit that only counts springs.",
            limits,
        ),
        system(
            "Rope, mesh and squishy body",
            "every spring at once, C ≤ 1/(n + 1), 10 steps per frame",
            "The article's scheme as written, at its limit.",
            rope_mesh_body,
        ),
        system(
            "Iterations with warm starting",
            "published J = (r − v)·m, r = (1 − C_d)·v − C_s·x/h      passive J = −(C_d·v + C_s·x/h)·m − (1 − C_d)·J",
            "The energy of a cloth on two corners, 16 steps per frame and one sweep each, every step warm started from the impulses of the one before. As published, the impulse of the position error is kept too and the energy grows. In the passive form every spring takes its implicit step and releases no more energy than the motion has stored in it: no network gains energy, as the star shows, whose springs have different damping coefficients.",
            warm_starting,
        ),
    ]
}

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
