//! Figures of Fiedler's Spring Physics.

use anyhow::Result;
use sprung::State;
use sprung::integrate::Method;
use sprung_figure::{Curve, Figure};

use super::fiedler_bodies;
use super::sampling::{integrated, positions, sampled, stepped};
use crate::system::{Drawing, System, system};

pub(crate) fn systems() -> Vec<System> {
    vec![
        system(
            "Hooke spring and spring-damper",
            "F = −k·x      F = −k·x − b·v",
            "A mass of 2 kg on a spring of 50 N/m: without damping it oscillates indefinitely, with damping it comes to rest; b = 20 N·s/m is critical.",
            hooke,
        ),
        system(
            "Distance spring with rest length",
            "F = −k·(|x| − d)·n − b·(v·n)·n      n = x/|x|      article: − b·v (`DampedMotion::All`)",
            "Two bodies, pushed together and turning: the spring separates them to its rest length. Damped along the line they keep turning, since their angular momentum is conserved; the article's form, which damps the whole relative velocity, stops the turn.",
            fiedler_bodies::distance,
        ),
        system(
            "Linear motor",
            "(v − v₀)(t)/(v − v₀)(0) = e^(−λt), as long as the force suffices",
            "A car driven to its target speed: the difference halves in every half-life, independent of the mass; where the force is limited, the speed is linear in time first.",
            fiedler_bodies::linear_motor,
        ),
        system(
            "Angular motor",
            "(w − w₀)(t)/(w − w₀)(0) = e^(−λt), as long as the torque suffices",
            "A fan driven to its target speed, with unlimited and with limited torque.",
            fiedler_bodies::angular_motor,
        ),
        system(
            "Orientation spring and stay-upright constraint",
            "torque = −I·(ω²·r + 2ζω·w)      r: the rotation from upright, as a vector",
            "A hovering car that starts nearly upside down is turned upright, with overshoot and without.",
            fiedler_bodies::upright,
        ),
        system(
            "Click and drag a point of a body",
            "J = −K⁻¹·(C_s·x/h + C_d·v) by frequency      F = −k·x − b·v in newtons      v = v₀ + w × (p − x₀)",
            "The hand holds a corner by a spring; the cube is pulled and turned, and hangs below. Given by frequency, the point moves alike at every mass and lever arm; the article's force is along the offset.",
            fiedler_bodies::drag,
        ),
        system(
            "Collision response by springs",
            "J = n·max(0, k·d − b·(n·v))·h      e = e^(−2ζ·acos ζ/√(1−ζ²))",
            "The same ball on three grounds: soft and lively, soft and dead, hard and dead. A contact only pushes.",
            fiedler_bodies::collision,
        ),
        system(
            "The limits of stiffness",
            "explicit 2ζ, and 2(ζ − √(ζ²−1)) beyond 1 · semi-implicit 2(√(ζ²+1) − ζ) · RK4 2√2 undamped, 2.785 at ζ = 1 · stable PD 2(√(ζ²+1) + ζ)",
            "The maximum phase ω·h at which each integrator is stable; beyond its line it diverges. Explicit Euler without damping is unstable at every stiffness; RK4 only moves the line. The exact step has no limit. Above, at ω·h = 3.1, all but the exact one leave the picture.",
            limits,
        ),
    ]
}

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
    Ok((figure.hung("m = 2 kg, k = 50 N/m", 4.0), figure).into())
}

fn limits() -> Result<Drawing> {
    let stiff = sprung::Spring::from_frequency(5.0, 0.2)?;
    let race = Method::ALL.into_iter().fold(Figure::new("").y_limits(-0.6, 2.6), |race, method| {
        race.curve(Curve::new(method.name(), integrated(method, stiff, 10.0, 3.0)))
    });
    let moving = race.hung("A spring of 5 Hz, ζ = 0.2, at 10 steps per second: ω·h = 3.1", 3.0);
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
