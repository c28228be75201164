//! Figures of Holden's Spring-Roll-Call: dampers, springs and their parameters.

use anyhow::Result;
use sprung::integrate::{euler_damper, semi_implicit_euler};
use sprung::motion::{DoubleSpring, TimedGoal, TimedSpring, VelocitySpring, simple_spring};
use sprung::{Damper, DoubleStep, Spring, State};
use sprung_figure::{Curve, Figure};

use super::holden_applications as applications;
use super::sampling::{positions, sampled, spring, staircase, stepped};
use crate::system::{Drawing, Entry};

pub(crate) const FIGURES: &[Entry] = &[
    ("Lerp damper", lerp_damper),
    ("Lerp damper scaled by the time step", euler_steps),
    ("Damper from a rate and a reference step", reference_damper),
    ("Exact damper from its half-life", exact_damper),
    ("Spring damper by semi-implicit Euler", unstable_spring),
    ("Exact spring damper", exact_spring),
    ("Goal position and goal velocity", goal_velocity),
    ("Half-life, frequency and damping ratio", conversions),
    ("Critical half-life and critical frequency", critical_frequency),
    ("Critical, simple and decay spring", critical_springs),
    ("Coefficients shared by many springs", shared_coefficients),
    ("Smoothing", applications::smoothing),
    ("Filtering of jitter", applications::jitter),
    ("Character controller with trajectory prediction", applications::character),
    ("Inertialization", applications::inertialization),
    ("Interpolation along a parameter (spring spline)", applications::spline),
    ("Resonance", applications::resonance),
    ("Double spring", double_spring),
    ("Timed spring", timed_spring),
    ("Velocity spring", velocity_spring),
    ("Quaternion spring", applications::quaternion),
    ("Tracking spring", applications::tracking),
];

fn lerp_damper() -> Result<Drawing> {
    let blended = |rate: f64| {
        positions(&stepped(State::at_rest(1.0), 1.0 / rate, 1.0, |s: State<f64>, _| {
            State::at_rest(s.position * 0.9)
        }))
    };
    Ok(Figure::new("Blending by 0.1 in every frame")
        .axes("time, s", "offset left")
        .curve(Curve::new("120 frames/s", blended(120.0)))
        .curve(Curve::new("60 frames/s", blended(60.0)))
        .curve(Curve::new("30 frames/s", blended(30.0)))
        .into())
}

fn euler_steps() -> Result<Drawing> {
    let damper = Damper::from_rate(14.0)?;
    let exact = sampled(1.5, 300, |t| damper.step(t).apply(1.0, 0.0));
    let mut figure = Figure::new("λ = 14/s")
        .axes("time, s", "offset left")
        .y_limits(-2.0, 2.0)
        .curve(Curve::new("exact, every frame rate", exact));
    for (rate, label) in [
        (60.0, "60 steps/s, λ·dt = 0.23"),
        (10.0, "10 steps/s, λ·dt = 1.4"),
        (6.0, "6 steps/s, λ·dt = 2.33"),
    ] {
        let path =
            stepped(1.0, 1.0 / rate, 1.5, |x, _| euler_damper(x, 0.0, damper.rate(), 1.0 / rate));
        figure = figure.curve(Curve::new(label, path));
    }
    Ok(figure.into())
}

fn reference_damper() -> Result<Drawing> {
    let damper = Damper::from_smoothing_factor(0.15, 1.0 / 60.0)?;
    let at = |rate: f64| {
        let step = damper.step(1.0 / rate);
        stepped(1.0, 1.0 / rate, 0.5, |x, _| step.apply(x, 0.0))
    };
    Ok(Figure::new("A factor of 0.15 at 60 frames/s")
        .axes("time, s", "offset left")
        .curve(Curve::new("240 frames/s", at(240.0)))
        .curve(Curve::new("20 frames/s, held between frames", staircase(&at(20.0))).dashed())
        .into())
}

fn exact_damper() -> Result<Drawing> {
    let damper = Damper::from_halflife(0.25)?;
    let exact = sampled(1.5, 200, |t| damper.step(t).apply(1.0, 0.0));
    let step = damper.step(0.125);
    let coarse = stepped(1.0, 0.125, 1.5, |x, _| step.apply(x, 0.0));
    Ok(Figure::new("Half-life 0.25 s")
        .axes("time, s", "offset left")
        .curve(Curve::new("exact", exact))
        .curve(Curve::new("8 frames/s, held between frames", staircase(&coarse)).dashed())
        .moment("0.25 s", 0.25)
        .level("1/2", 0.5)
        .into())
}

fn unstable_spring() -> Result<Drawing> {
    let stiff = spring(18.0, 0.2);
    let at = |rate: f64| {
        positions(&stepped(State::at_rest(1.0), 1.0 / rate, 1.2, |s, _| {
            semi_implicit_euler(s, 1.0 / rate, |s| stiff.acceleration(s, 0.0, 0.0))
        }))
    };
    let exact = sampled(1.2, 400, |t| stiff.step(t).apply(State::at_rest(1.0), 0.0).position);
    Ok(Figure::new("ω = 18 rad/s, ζ = 0.2")
        .axes("time, s", "offset")
        .curve(Curve::new("exact", exact))
        .curve(Curve::new("semi-implicit, 60 steps/s", at(60.0)))
        .curve(Curve::new("semi-implicit, 10 steps/s", at(10.0)))
        .y_limits(-4.0, 4.0)
        .into())
}

fn exact_spring() -> Result<Drawing> {
    let mut figure = Figure::new("ω = 8 rad/s, from rest").axes("time, s", "position");
    for (index, (name, ratio)) in
        [("ζ = 0.2", 0.2), ("ζ = 1", 1.0), ("ζ = 3", 3.0)].into_iter().enumerate()
    {
        let spring = spring(8.0, ratio);
        let exact = sampled(2.0, 300, |t| spring.step(t).apply(State::at_rest(0.0), 1.0).position);
        let step = spring.step(0.125);
        let coarse =
            positions(&stepped(State::at_rest(0.0), 0.125, 2.0, |s, _| step.apply(s, 1.0)));
        figure = figure
            .curve(Curve::new(name, exact).color(index))
            .curve(Curve::new("", staircase(&coarse)).color(index).thin());
    }
    Ok(figure.level("goal", 1.0).into())
}

fn goal_velocity() -> Result<Drawing> {
    let spring = spring(6.0, 0.7);
    let constant = sampled(2.0, 200, |t| {
        spring.goal_velocity_step(t).apply(State::at_rest(0.0), 1.0, 1.0).position
    });
    let goal = |t: f64| 1.0 + t;
    let follow = sampled(2.0, 200, |t| {
        spring.follow_step(t).apply(State::at_rest(0.0), goal(0.0), goal(t)).position
    });
    let track = sampled(2.0, 200, |t| {
        spring.track_step(t).apply(State::at_rest(0.0), goal(0.0), goal(t)).position
    });
    Ok(Figure::new("Three readings of a goal's velocity")
        .axes("time, s", "position")
        .curve(Curve::new("goal that moves", sampled(2.0, 1, goal)).dashed().color(7))
        .curve(Curve::new("follow: lags by 2ζ/ω", follow).color(0))
        .curve(Curve::new("track: no lag", track).color(2))
        .curve(Curve::new("goal velocity 1, goal held at 1", constant).color(1))
        .into())
}

fn conversions() -> Result<Drawing> {
    let of = |half: fn(&Spring<f64>) -> f64| {
        sampled(3.0, 300, move |ratio| half(&spring(1.0, ratio.max(1e-6))))
    };
    Ok(Figure::new("Half-life at ω = 1 rad/s")
        .axes("damping ratio ζ", "half-life, s")
        .curve(Curve::new("true", of(|s| s.halflife())))
        .curve(Curve::new(
            "Holden: 2 ln 2/(ζω)",
            of(|s| 2.0 * core::f64::consts::LN_2 / s.decay_rate()),
        ))
        .y_limits(0.0, 6.0)
        .into())
}

fn critical_frequency() -> Result<Drawing> {
    let curve = (2..=100)
        .map(|i| {
            let halflife = f64::from(i) * 0.01;
            Ok((halflife, Spring::from_halflife(halflife, 1.0)?.frequency()))
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(Figure::new("Critical frequency of a half-life")
        .axes("half-life, s", "frequency, Hz")
        .curve(Curve::new("", curve))
        .log_y()
        .into())
}

fn critical_springs() -> Result<Drawing> {
    let halflife = 0.2;
    let goal_velocity = sampled(1.5, 200, |t| {
        sprung::motion::critical_spring(State::at_rest(0.0), 1.0, 1.0, halflife, t).position
    });
    let simple =
        sampled(1.5, 200, |t| simple_spring(State::at_rest(0.0), 1.0, halflife, t).position);
    let decay = sampled(1.5, 200, |t| {
        sprung::motion::decay_spring(State::new(0.8, 3.0), halflife, t).position
    });
    Ok(Figure::new("Half-life 0.2 s")
        .axes("time, s", "position")
        .curve(Curve::new("critical, goal velocity 1", goal_velocity))
        .curve(Curve::new("simple", simple))
        .curve(Curve::new("decay", decay))
        .moment("0.2 s", 0.2)
        .into())
}

fn shared_coefficients() -> Result<Drawing> {
    let step = spring(7.0, 0.35).step(1.0 / 60.0);
    let mut figure = Figure::new("One step, sixteen states").axes("time, s", "position");
    for i in 0..16 {
        let start = State::new(f64::from(i) / 7.5 - 1.0, f64::from(i % 4) * 6.0 - 9.0);
        let path = positions(&stepped(start, 1.0 / 60.0, 1.6, |s, _| step.apply(s, 0.0)));
        figure = figure.curve(Curve::new("", path).color(i as usize % 8).thin());
    }
    Ok(figure.into())
}

fn double_spring() -> Result<Drawing> {
    let double = |t: f64| {
        let mut spring = DoubleSpring::at_rest(0.0);
        if let Ok(step) = DoubleStep::from_halflife(0.3, t) {
            spring.update(1.0, &step);
        }
        spring
    };
    Ok(Figure::new("Half-life 0.3 s, simple and double")
        .axes("time, s", "position")
        .curve(Curve::new("double spring", sampled(1.2, 200, |t| double(t).state.position)))
        .curve(
            Curve::new(
                "its intermediate goal",
                sampled(1.2, 200, |t| double(t).intermediate.position),
            )
            .dashed(),
        )
        .curve(Curve::new(
            "simple spring",
            sampled(1.2, 200, |t| simple_spring(State::at_rest(0.0), 1.0, 0.3, t).position),
        ))
        .level("1/2", 0.5)
        .into())
}

fn timed_spring() -> Result<Drawing> {
    let spring = Spring::critical(16.0)?;
    let lookahead = spring.default_lookahead();
    let at = |rate: f64| {
        stepped(TimedSpring::at_rest(0.0), 1.0 / rate, 1.5, |mut timed, time| {
            timed.update(
                TimedGoal { position: 1.0, time_left: 1.0 - time },
                &spring.timed_step(lookahead, 1.0 / rate),
            );
            timed
        })
    };
    let path = |states: &[(f64, TimedSpring<f64>)]| -> Vec<(f64, f64)> {
        states.iter().map(|(time, timed)| (*time, timed.state.position)).collect()
    };
    let fine = at(240.0);
    let line = fine.iter().map(|(time, timed)| (*time, timed.intermediate)).collect();
    Ok(Figure::new("At the goal after 1 s")
        .axes("time, s", "position")
        .curve(Curve::new("240 frames/s", path(&fine)))
        .curve(Curve::new("10 frames/s, held between frames", staircase(&path(&at(10.0)))).thin())
        .curve(Curve::new("straight line to the goal", line).dashed().color(7))
        .moment("", 1.0)
        .into())
}

fn velocity_spring() -> Result<Drawing> {
    let spring = Spring::critical(12.0)?;
    let states = stepped(VelocitySpring::at_rest(0.0), 1.0 / 240.0, 4.0, |mut moving, time| {
        let goal = if time < 2.0 { 4.0 } else { 1.5 };
        moving.update(goal, &spring.velocity_step(3.0, 0.15, 1.0 / 240.0));
        moving
    });
    let of = |pick: fn(&VelocitySpring<f64>) -> f64| {
        states.iter().map(|(time, moving)| (*time, pick(moving))).collect::<Vec<_>>()
    };
    Ok(Figure::new("3 units per second")
        .axes("time, s", "position")
        .curve(Curve::new("velocity spring", of(|m| m.state.position)))
        .curve(Curve::new("point of constant velocity", of(|m| m.intermediate)).dashed().color(7))
        .into())
}
