//! Figures of Nissen's article: springs by their dimensionless stiffness and damping coefficients.

use anyhow::Result;
use sprung::{SoftCoefficients, State};

use super::nissen_networks::{
    forms, limits, reduced_mass, rope_mesh_body, symplectic_euler, warm_starting,
};
use super::sampling::{path, sampled, spring};
use crate::system::{Drawing, Entry, Words};

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

fn stiffest(words: &Words) -> Result<Drawing> {
    let h = 1.0 / 60.0;
    let run = |c_s: f64, c_d: f64| {
        path(State::new(1.0, -20.0), h, 0.5, |s, _| {
            let velocity = s.velocity - (c_s * s.position / h + c_d * s.velocity);
            State::new(s.position + h * velocity, velocity)
        })
    };
    words.draw([run(1.0, 1.0), run(0.5, 0.5), run(0.05, 0.1)])
}

fn fractions(words: &Words) -> Result<Drawing> {
    let of = |ratio: f64, pick: fn(&SoftCoefficients<f64>) -> f64| {
        sampled(8.0, 200, move |phase| pick(&SoftCoefficients::exact(&spring(phase, ratio), 1.0)))
    };
    let implicit = |pick: fn(&SoftCoefficients<f64>) -> f64| {
        sampled(8.0, 200, move |phase| {
            pick(&SoftCoefficients::backward_euler(&spring(phase, 1.0), 1.0))
        })
    };
    words.draw([
        of(1.0, |f| f.c_s),
        of(1.0, |f| f.c_d),
        of(0.3, |f| f.c_s),
        of(0.3, |f| f.c_d),
        implicit(|f| f.c_s),
        implicit(|f| f.c_d),
    ])
}
