//! Figures of Bowles' Spring dynamics for production.

use anyhow::Result;
use sprung::integrate::{FixedSteps, Method, substep_capped, substep_uniform};
use sprung::{Rotation, Spring, State, Vector};
use sprung_body::{Body, Bridge, Pose, stable_pd_velocity_change};

use super::sampling::{positions, sampled, spring, stepped};
use crate::figure::{Curve, Figure};
use crate::gallery::catalogue::{Drawing, System, works};

pub(crate) fn systems() -> Vec<System> {
    vec![
        works(
            "Explicit Euler spring",
            "x ← x + h·v      v ← v + h·(k_p·(g − x) − k_d·v)",
            "It adds energy in every step: at 20 steps per second this spring grows, at 60 it is off.",
            explicit,
        ),
        works(
            "Target velocity",
            "F = k_p·(g − x) + k_d·(g′ − v)",
            "A goal that moves: without its velocity the spring lags by 2ζ/ω, with it there is no lag.",
            target_velocity,
        ),
        works(
            "Undamped angular frequency and damping ratio",
            "k_p = ω²      k_d = 2ζω",
            "The frequency changes the pace and leaves the shape; the damping ratio changes the shape.",
            parameters,
        ),
        works(
            "Implicit update (stable PD)",
            "v ← v + h·(ω²·(g − x − h·v) + 2ζω·(g′ − v))/(1 + 2ζωh)",
            "Far sturdier than explicit Euler, but not without limit: it explodes beyond ω²h² = 4 + 4ζωh.",
            stable_pd,
        ),
        works(
            "Sub-stepping three ways",
            "capped · uniform capped · fixed with interpolated read-out",
            "Stable PD at 12 frames per second, sub-stepped to at most 1/60 s in three ways, beside the exact spring.",
            substepping,
        ),
        works(
            "Explicit, implicit and closed form",
            "error after one second, as a fraction of the way",
            "The error of each integrator against the step: the exact spring has none. Lines end where a method explodes.",
            comparison,
        ),
        works(
            "Springs that drive a rigid body by velocity change",
            "Δv from the body's offset and velocity alone, whatever its mass; published form stable while 3a² < 4 + 4ζa, a = ωh",
            "A crate brought 1 m up at 25 Hz, ζ = 1, 60 steps per second: above 19 Hz the published update explodes, the pose spring arrives.",
            body,
        ),
    ]
}

fn path(method: Method, spring: Spring<f64>, rate: f64, end: f64) -> Vec<(f64, f64)> {
    positions(&stepped(State::at_rest(0.0), 1.0 / rate, end, |s, _| {
        method.step(&spring, s, 1.0, 0.0, 1.0 / rate)
    }))
}

fn explicit() -> Result<Drawing> {
    let spring = spring(10.0, 0.2);
    Ok(Figure::new("ω = 10 rad/s, ζ = 0.2")
        .axes("time, s", "position")
        .curve(Curve::new("exact", path(Method::Exact, spring, 240.0, 2.0)))
        .curve(Curve::new("explicit, 60 steps/s", path(Method::Explicit, spring, 60.0, 2.0)))
        .curve(Curve::new("explicit, 20 steps/s", path(Method::Explicit, spring, 20.0, 2.0)))
        .y_limits(-2.0, 4.0)
        .into())
}

fn target_velocity() -> Result<Drawing> {
    let spring = spring(5.0, 1.0);
    let goal = |t: f64| (1.2 * t).sin();
    let dt = 1.0 / 60.0;
    let run = |step: sprung::MovingGoalStep<f64>| {
        positions(&stepped(State::at_rest(0.0), dt, 6.0, |s, t| {
            step.apply(s, goal(t), goal(t + dt))
        }))
    };
    Ok(Figure::new("A goal that swings")
        .axes("time, s", "position")
        .curve(Curve::new("goal", sampled(6.0, 200, goal)).dashed().colour(7))
        .curve(Curve::new("without its velocity", run(spring.follow_step(dt))).colour(1))
        .curve(Curve::new("with its velocity", run(spring.track_step(dt))).colour(0))
        .into())
}

fn parameters() -> Result<Drawing> {
    let mut figure = Figure::new("Frequency and damping ratio").axes("time, s", "position");
    for (label, frequency, ratio) in [
        ("2 Hz, ζ = 0.3", 2.0, 0.3),
        ("1 Hz, ζ = 0.3", 1.0, 0.3),
        ("1 Hz, ζ = 0.7", 1.0, 0.7),
        ("1 Hz, ζ = 1.5", 1.0, 1.5),
    ] {
        let spring = Spring::from_frequency(frequency, ratio)?;
        figure = figure.curve(Curve::new(label, path(Method::Exact, spring, 120.0, 2.0)));
    }
    Ok(figure.into())
}

fn stable_pd() -> Result<Drawing> {
    let spring = spring(20.0, 1.5);
    Ok(Figure::new("ω = 20 rad/s, ζ = 1.5, 12 steps per second")
        .axes("time, s", "position")
        .curve(Curve::new("exact", path(Method::Exact, spring, 120.0, 1.5)))
        .curve(Curve::new("explicit", path(Method::Explicit, spring, 12.0, 1.5)))
        .curve(Curve::new("stable PD", path(Method::Implicit, spring, 12.0, 1.5)))
        .y_limits(-1.0, 3.0)
        .into())
}

fn substepping() -> Result<Drawing> {
    let spring = spring(9.0, 0.25);
    let advance = |s: State<f64>, h: f64| Method::Implicit.step(&spring, s, 1.0, 0.0, h);
    // 12 frames a second, each of another length.
    let frame = |i: u32| if i.is_multiple_of(2) { 0.06 } else { 0.107 };
    let mut fixed = FixedSteps::new(State::at_rest(0.0), 1.0 / 60.0, 16);
    let (mut capped, mut uniform) = (State::at_rest(0.0), State::at_rest(0.0));
    let mut curves: [Vec<(f64, f64)>; 3] = Default::default();
    let mut time = 0.0;
    for i in 0..24 {
        capped = substep_capped(capped, frame(i), 1.0 / 60.0, 16, advance).state;
        uniform = substep_uniform(uniform, frame(i), 1.0 / 60.0, 16, advance).state;
        fixed.update(frame(i), advance);
        time += frame(i);
        for (curve, state) in curves.iter_mut().zip([capped, uniform, fixed.state()]) {
            curve.push((time, state.position));
        }
    }
    let [capped, uniform, fixed] = curves;
    Ok(Figure::new("ω = 9 rad/s, ζ = 0.25")
        .axes("time, s", "position")
        .curve(Curve::new("exact", path(Method::Exact, spring, 120.0, 2.0)))
        .curve(Curve::new("capped", capped))
        .curve(Curve::new("uniform capped", uniform))
        .curve(Curve::new("fixed, interpolated", fixed))
        .into())
}

fn comparison() -> Result<Drawing> {
    let spring = spring(10.0, 0.5);
    let exact = Method::Exact.step(&spring, State::at_rest(0.0), 1.0, 0.0, 1.0).position;
    let mut figure =
        Figure::new("ω = 10 rad/s, ζ = 0.5").axes("step, s", "error after 1 s").log_x().log_y();
    for method in Method::ALL {
        let errors = (2..=60)
            .map(|i| {
                let steps = 1.15f64.powi(i).round().max(3.0);
                let end = path(method, spring, steps, 1.0).last().map_or(f64::NAN, |p| p.1);
                let stable = spring.angular_frequency() / steps
                    < method.stable_phase(spring.damping_ratio());
                // Nothing below rounding can be drawn on this axis.
                (1.0 / steps, if stable { (end - exact).abs().max(1e-16) } else { f64::NAN })
            })
            .collect();
        figure = figure.curve(Curve::new(method.name(), errors));
    }
    Ok(figure.into())
}

fn body() -> Result<Drawing> {
    let (dt, spring) = (1.0 / 60.0, Spring::from_frequency(25.0, 1.0)?);
    let goal = [0.0, 1.0, 0.0];
    let published = stepped([[0.0; 3]; 2], dt, 0.25, |[position, velocity], _| {
        let state = [position, velocity];
        let change = stable_pd_velocity_change(&spring, state, [goal, [0.0; 3]], dt);
        let velocity: [f64; 3] = velocity.plus(change);
        [position.plus(velocity.times(dt)), velocity]
    });
    let mut hold = Pose::new(spring, goal, Rotation::IDENTITY);
    let crate_of = |mass: f64| Body::new(mass, [mass; 3]);
    let mut held = |mass: f64| {
        stepped(crate_of(mass), dt, 0.25, |mut body, _| {
            hold.prepare(&body, Bridge::Exact, dt);
            hold.solve(&mut body);
            body.position = body.position.plus(body.velocity.times(dt));
            body
        })
    };
    let [light, heavy] = [held(1.0), held(1000.0)].map(|states| {
        states.iter().map(|(time, body)| (*time, body.position[1])).collect::<Vec<_>>()
    });
    let published = published.iter().map(|(time, [position, _])| (*time, position[1])).collect();
    Ok(Figure::new("To a height of 1 m at 25 Hz, ζ = 1")
        .axes("time, s", "height, m")
        .y_limits(-1.0, 3.0)
        .curve(Curve::new("as published", published))
        .curve(Curve::new("pose spring, 1 kg", light))
        .curve(Curve::new("pose spring, 1000 kg", heavy).dashed())
        .into())
}
