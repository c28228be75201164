//! Rods that bend: a cantilever at rest, in its modes, and at the load that buckles it.

use std::f64::consts::{PI, TAU};

use sprung_rods::{Rod, RodMaterial, RodSettings, Rods};

use crate::{Case, Outcome, last_true, oscillation_period};

const SEGMENTS: usize = 32;
/// Bending stiffness, N·m².
const BENDING: f64 = 1.0;
/// Mass of a meter, kg.
const DENSITY: f64 = 0.1;

pub(crate) fn cases() -> Outcome<Vec<Case>> {
    let (load, gravity) = (3e-3, 0.1);
    let mut cases = vec![
        Case {
            quantity: format!(
                "cantilever of 1 m, 0.1 kg and B = 1 N·m², {SEGMENTS} segments: tip deflection under 3 mN, m"
            ),
            formula: "PL³/(3B)",
            exact: load / (3.0 * BENDING),
            computed: tip(load, 0.0)?,
            bound: 2e-3,
        },
        Case {
            quantity: "the same cantilever under its own weight, 10 mN/m: tip deflection, m".into(),
            formula: "qL⁴/(8B)",
            exact: DENSITY * gravity / (8.0 * BENDING),
            computed: tip(0.0, gravity)?,
            bound: 3e-3,
        },
    ];
    for mode in [1, 2, 3] {
        let beta = beta(mode);
        cases.push(Case {
            quantity: format!("the same cantilever, mode {mode}: period, s"),
            formula: "2π√(μL⁴/B)/β², cosh β·cos β = −1 (L. Euler, D. Bernoulli)",
            exact: TAU * (DENSITY / BENDING).sqrt() / (beta * beta),
            computed: period(beta)?,
            bound: 5e-3,
        });
    }
    let load = PI * PI * BENDING / 4.0;
    cases.push(Case {
        quantity: "the same cantilever in axial compression: critical load, N".into(),
        formula: "π²B/(4L²) (L. Euler)",
        exact: load,
        computed: buckling_load(load)?,
        bound: 3e-3,
    });
    Ok(cases)
}

/// A rod of 1 m along x, clamped at its start.
fn straight() -> Rod {
    let material = RodMaterial::new(BENDING as f32, 0.8, DENSITY as f32, 0.01);
    Rod::straight([0.0; 3], [1.0, 0.0, 0.0], SEGMENTS, material)
}

/// The settings of rods that come to rest.
fn at_rest(gravity: f64) -> RodSettings {
    let gravity = [0.0, -gravity as f32, 0.0];
    RodSettings { gravity, spectral_radius: 0.0, ..RodSettings::default() }
}

fn height(rods: &Rods, rod: usize) -> f64 {
    f64::from(rods.position(rod, SEGMENTS)[1])
}

/// The downward deflection of the tip of a cantilever at rest, m.
fn tip(load: f64, gravity: f64) -> Outcome<f64> {
    let mut rods = Rods::new(&[straight()], at_rest(gravity))?;
    rods.set_load(0, SEGMENTS, [0.0, -load as f32, 0.0])?;
    for _ in 0..300 {
        rods.step(0.5)?;
    }
    Ok(-height(&rods, 0))
}

/// The wave number of a mode of a cantilever of unit length.
fn beta(mode: u32) -> f64 {
    let characteristic = |beta: f64| beta.cosh() * beta.cos() + 1.0;
    let low = PI * f64::from(mode - 1);
    let sign = characteristic(low).signum();
    last_true(low, low + PI, |beta| characteristic(beta) * sign > 0.0)
}

/// The period of a cantilever that starts with the velocities of a mode.
fn period(beta: f64) -> Outcome<f64> {
    let settings =
        RodSettings { gravity: [0.0; 3], spectral_radius: 1.0, ..RodSettings::default() };
    let mut rods = Rods::new(&[straight()], settings)?;
    let ratio = (beta.cosh() + beta.cos()) / (beta.sinh() + beta.sin());
    for vertex in 1..=SEGMENTS {
        let x = beta * vertex as f64 / SEGMENTS as f64;
        let shape = x.cosh() - x.cos() - ratio * (x.sinh() - x.sin());
        let speed = 1e-3 * beta * beta * shape;
        rods.set_velocity(0, vertex, [0.0, speed as f32, 0.0])?;
    }
    let dt = 1.0 / 4000.0;
    oscillation_period(dt, || {
        rods.step(dt as f32)?;
        Ok(height(&rods, 0))
    })
}

/// The critical load, N, extrapolated from two loads below it: near the critical load `P_c`, the lateral deflection of the tip
/// is proportional to `1/(P_c − P)` (Southwell's method).
fn buckling_load(near: f64) -> Outcome<f64> {
    let loads = [0.98 * near, 0.985 * near];
    let mut rods = Rods::new(&[straight(), straight()], at_rest(0.0))?;
    for (rod, load) in loads.into_iter().enumerate() {
        rods.set_load(rod, SEGMENTS, [-load as f32, 1e-4, 0.0])?;
    }
    for _ in 0..1000 {
        rods.step(0.5)?;
    }
    let [first, second] = [0, 1].map(|rod| height(&rods, rod));
    Ok((loads[1] * second - loads[0] * first) / (second - first))
}
