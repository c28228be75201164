//! Figures of Holden's Spring-Roll-Call: dampers, springs and their parameters.

use anyhow::Result;
use sprung::integrate::{euler_damper, semi_implicit_euler};
use sprung::motion::{DoubleSpring, TimedGoal, TimedSpring, VelocitySpring, simple_spring};
use sprung::{Damper, DoubleStep, Spring, State};
use sprung_figure::{Curve, Figure};

use super::holden_applications as applications;
use super::sampling::{positions, sampled, spring, staircase, stepped};
use crate::system::{Drawing, System, system};

pub(crate) fn systems() -> Vec<System> {
    vec![
        system(
            "Lerp damper",
            "x ← (1 − f)·x + f·g   in every frame",
            "Shown only, not in the library: the same factor moves twice as fast at twice the frame rate.",
            lerp_damper,
        ),
        system(
            "Lerp damper scaled by the time step",
            "x ← x + λ·dt·(g − x)",
            "Shown as unstable: it still depends on the frame rate, overshoots beyond λ·dt = 1 and diverges beyond 2, here at 6 steps per second.",
            euler_steps,
        ),
        system(
            "Damper from a rate and a reference step",
            "λ = −ln(1 − f)/Δt      x ← g + e^(−λ·dt)·(x − g)",
            "A factor of 0.15 tuned at 60 frames per second, converted exactly to other frame rates.",
            reference_damper,
        ),
        system(
            "Exact damper from its half-life",
            "x ← g + 2^(−dt/halflife)·(x − g)",
            "The offset halves in every half-life, at 8 and at 120 frames per second alike.",
            exact_damper,
        ),
        system(
            "Spring damper by semi-implicit Euler",
            "v ← v + h·(s·(g − x) − d·v)      x ← x + h·v",
            "Shown as unstable: beyond ω²h² + 4ζωh = 4 it diverges, here at 10 steps per second.",
            unstable_spring,
        ),
        system(
            "Exact spring damper",
            "C = e^(−d)·cos θ   X = e^(−d)·sin θ/θ   θ² = τ² − d²   τ = ω·dt   d = ζτ\nΦ = [C + dX, dt·X; −ωτX, C − dX]",
            "Under-damped, critical and over-damped by one formula. The steps are frames at 8 per second: each starts on the curve.",
            exact_spring,
        ),
        system(
            "Goal position and goal velocity",
            "x″ = ω²·(g − x) + 2ζω·(q − x′)      comes to rest at g + (2ζ/ω)·q",
            "A held goal with a goal velocity comes to rest off its goal; a goal that moves during the step is followed or tracked.",
            goal_velocity,
        ),
        system(
            "Half-life, frequency and damping ratio",
            "ω = 2πf = √s      d = 2ζω      true half-life: xx(t½) = 1/2, critical ω·t½ = 1.678347",
            "The half-life of a spring in units of 1/ω, true and Holden's (after which 59.7 % of a critical spring is left).",
            conversions,
        ),
        system(
            "Critical half-life and critical frequency",
            "f = 1.678347/(2π·t½)",
            "The one frequency at which a spring of this half-life is critically damped.",
            critical_frequency,
        ),
        system(
            "Critical, simple and decay spring",
            "x ← g + e^(−τ)·((1 + τ)·(x − g) + dt·v)",
            "The critical spring with a goal velocity, with none, and with its goal at the origin: one exponential each.",
            critical_springs,
        ),
        system(
            "Coefficients shared by many springs",
            "Φ(dt) once, then 4 multiplications per state",
            "Sixteen springs with one set of coefficients.",
            shared_coefficients,
        ),
        system(
            "Smoothing",
            "each sample is the goal of the next step, moving linearly",
            "An electrocardiogram (360 Hz) through a critical spring with a half-life of 8 ms, and forward and backward without lag.",
            applications::smoothing,
        ),
        system(
            "Filtering of jitter",
            "x″ = ω²·(g − x) − 2ζω·x′",
            "A steady motion with sudden jumps: the spring smooths them.",
            applications::jitter,
        ),
        system(
            "Character controller with trajectory prediction",
            "x(t) = x₀ + ∫u dt      ∫u dt = g·t + A(t)·(u − g) + B(t)·u′",
            "A path driven by a stick that turns; at five moments the next second is predicted, one exact step per sample (dashed).",
            applications::character,
        ),
        system(
            "Inertialization",
            "offset ← offset + from − to at the switch; then it fades by a decay spring",
            "Two animations; at each switch the new one plays immediately, and the offset fades: no jump in position or velocity.",
            applications::inertialization,
        ),
        system(
            "Interpolation along a parameter (spring spline)",
            "parameter as time: the goal runs along the polygon, a spring follows",
            "Through control points: one spring from the left (causal), and a blend of two from both ends (zero phase).",
            applications::spline,
        ),
        system(
            "Resonance",
            "energy = ½·|x′|² + ½·ω²·|x|²      maximum at w² = ω²·(2√(1 − ζ²) − 1)",
            "Springs with periods from 5 to 25 years, driven by the sunspot numbers of 1700 to 2008: the energy peaks near 11 years.",
            applications::resonance,
        ),
        system(
            "Double spring",
            "(D + y)⁴ x = 0",
            "A spring whose goal is a spring: a soft start as well as a soft end, exact by its four-fold pole.",
            double_spring,
        ),
        system(
            "Timed spring",
            "follows the straight line to the goal, ahead by the look-ahead, until it arrives",
            "Arrival time 1 s. At 10 and at 240 frames per second: the same motion.",
            timed_spring,
        ),
        system(
            "Velocity spring",
            "follows a point that moves towards the goal at a given speed",
            "At 3 units per second, with a goal that changes at 2 s.",
            velocity_spring,
        ),
        system(
            "Quaternion spring",
            "r = log(x·g⁻¹)      r″ + 2ζω·r′ + ω²·r = 0      angular velocity = J(r)·r′",
            "From 170° away with a spin that is not parallel to the offset: components of the rotation vector.",
            applications::quaternion,
        ),
        system(
            "Tracking spring",
            "(x − g)″ + 2ζω·(x − g)′ + ω²·(x − g) = 0",
            "An animation with a cut: followed without lag, only the discontinuity is smoothed. A plain spring lags throughout.",
            applications::tracking,
        ),
    ]
}

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
    let held = sampled(2.0, 200, |t| {
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
        .curve(Curve::new("goal velocity 1, goal held at 1", held).color(1))
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
