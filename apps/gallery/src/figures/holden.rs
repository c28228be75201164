//! Figures of Holden's Spring-Roll-Call: dampers, springs and their parameters.

use anyhow::Result;
use sprung::integrate::{euler_damper, semi_implicit_euler};
use sprung::motion::{
    DoubleSpring, TimedGoal, TimedSpring, VelocitySpring, critical_spring, decay_spring,
    simple_spring,
};
use sprung::{Damper, DoubleStep, Spring, State};
use sprung_figure::Curve;

use super::holden_applications as applications;
use super::sampling::{path, response, sampled, spring, staircase, stepped};
use crate::system::{Drawing, Entry, Points, Words};

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

fn lerp_damper(words: &Words) -> Result<Drawing> {
    let blended = |rate: f64| stepped(1.0, 1.0 / rate, 1.0, |x, _| x * 0.9);
    words.draw([120.0, 60.0, 30.0].map(blended))
}

fn euler_steps(words: &Words) -> Result<Drawing> {
    let damper = Damper::from_rate(14.0)?;
    let exact = sampled(1.5, 300, |t| damper.step(t).apply(1.0, 0.0));
    let [fast, slow, slowest] = [60.0, 10.0, 6.0].map(|rate| {
        stepped(1.0, 1.0 / rate, 1.5, |x, _| euler_damper(x, 0.0, damper.rate(), 1.0 / rate))
    });
    Ok(words.figure([exact, fast, slow, slowest])?.y_limits(-2.0, 2.0).into())
}

fn reference_damper(words: &Words) -> Result<Drawing> {
    let damper = Damper::from_smoothing_factor(0.15, 1.0 / 60.0)?;
    let at = |rate: f64| {
        let step = damper.step(1.0 / rate);
        stepped(1.0, 1.0 / rate, 0.5, |x, _| step.apply(x, 0.0))
    };
    words.draw([at(240.0), staircase(&at(20.0))])
}

fn exact_damper(words: &Words) -> Result<Drawing> {
    let damper = Damper::from_halflife(0.25)?;
    let exact = sampled(1.5, 200, |t| damper.step(t).apply(1.0, 0.0));
    let step = damper.step(0.125);
    let coarse = stepped(1.0, 0.125, 1.5, |x, _| step.apply(x, 0.0));
    let figure = words.figure([exact, staircase(&coarse)])?;
    Ok(figure.moment("0.25 s", 0.25).level("1/2", 0.5).into())
}

fn unstable_spring(words: &Words) -> Result<Drawing> {
    let stiff = spring(18.0, 0.2);
    let at = |rate: f64| {
        path(State::at_rest(1.0), 1.0 / rate, 1.2, |s, _| {
            semi_implicit_euler(s, 1.0 / rate, |s| stiff.acceleration(s, 0.0, 0.0))
        })
    };
    let exact = sampled(1.2, 400, |t| stiff.step(t).apply(State::at_rest(1.0), 0.0).position);
    Ok(words.figure([exact, at(60.0), at(10.0)])?.y_limits(-4.0, 4.0).into())
}

fn exact_spring(words: &Words) -> Result<Drawing> {
    let curves = [0.2, 1.0, 3.0].into_iter().flat_map(|ratio| {
        let spring = spring(8.0, ratio);
        let step = spring.step(0.125);
        let coarse = path(State::at_rest(0.0), 0.125, 2.0, |s, _| step.apply(s, 1.0));
        [response(&spring, 2.0, 300), staircase(&coarse)]
    });
    Ok(words.figure(curves)?.level("goal", 1.0).into())
}

fn goal_velocity(words: &Words) -> Result<Drawing> {
    let (spring, rest) = (spring(6.0, 0.7), State::at_rest(0.0));
    let goal = |t: f64| 1.0 + t;
    let over_time =
        |position: &dyn Fn(f64) -> State<f64>| sampled(2.0, 200, |time| position(time).position);
    words.draw([
        sampled(2.0, 1, goal),
        over_time(&|t| spring.follow_step(t).apply(rest, goal(0.0), goal(t))),
        over_time(&|t| spring.track_step(t).apply(rest, goal(0.0), goal(t))),
        over_time(&|t| spring.goal_velocity_step(t).apply(rest, 1.0, 1.0)),
    ])
}

fn conversions(words: &Words) -> Result<Drawing> {
    let of = |half: fn(&Spring<f64>) -> f64| {
        sampled(3.0, 300, move |ratio| half(&spring(1.0, ratio.max(1e-6))))
    };
    let holden = |spring: &Spring<f64>| 2.0 * core::f64::consts::LN_2 / spring.decay_rate();
    Ok(words.figure([of(|s| s.halflife()), of(holden)])?.y_limits(0.0, 6.0).into())
}

fn critical_frequency(words: &Words) -> Result<Drawing> {
    let halflives = (2..=100).map(|i| f64::from(i) * 0.01);
    let curve: Result<Points> = halflives
        .map(|halflife| Ok((halflife, Spring::from_halflife(halflife, 1.0)?.frequency())))
        .collect();
    Ok(words.figure([curve?])?.log_y().into())
}

fn critical_springs(words: &Words) -> Result<Drawing> {
    let (halflife, rest) = (0.2, State::at_rest(0.0));
    let over_time =
        |position: &dyn Fn(f64) -> State<f64>| sampled(1.5, 200, |time| position(time).position);
    let figure = words.figure([
        over_time(&|t| critical_spring(rest, 1.0, 1.0, halflife, t)),
        over_time(&|t| simple_spring(rest, 1.0, halflife, t)),
        over_time(&|t| decay_spring(State::new(0.8, 3.0), halflife, t)),
    ])?;
    Ok(figure.moment("0.2 s", 0.2).into())
}

fn shared_coefficients(words: &Words) -> Result<Drawing> {
    let step = spring(7.0, 0.35).step(1.0 / 60.0);
    let curve = |i: u32| {
        let start = State::new(f64::from(i) / 7.5 - 1.0, f64::from(i % 4) * 6.0 - 9.0);
        let path = path(start, 1.0 / 60.0, 1.6, |s, _| step.apply(s, 0.0));
        Curve::new("", path).color(i as usize % 8).thin()
    };
    Ok(words.blank().curves((0..16).map(curve)).into())
}

fn double_spring(words: &Words) -> Result<Drawing> {
    let double = |t: f64| {
        let mut spring = DoubleSpring::at_rest(0.0);
        if let Ok(step) = DoubleStep::from_halflife(0.3, t) {
            spring.update(1.0, &step);
        }
        spring
    };
    let simple = |t| simple_spring(State::at_rest(0.0), 1.0, 0.3, t).position;
    let figure = words.figure([
        sampled(1.2, 200, |t| double(t).state.position),
        sampled(1.2, 200, |t| double(t).intermediate.position),
        sampled(1.2, 200, simple),
    ])?;
    Ok(figure.level("1/2", 0.5).into())
}

fn timed_spring(words: &Words) -> Result<Drawing> {
    let spring = Spring::critical(16.0)?;
    let lookahead = spring.default_lookahead();
    let at = |rate: f64| {
        let step = spring.timed_step(lookahead, 1.0 / rate);
        stepped(TimedSpring::at_rest(0.0), 1.0 / rate, 1.5, |mut timed, time| {
            timed.update(TimedGoal { position: 1.0, time_left: 1.0 - time }, &step);
            timed
        })
    };
    let path = |states: &[(f64, TimedSpring<f64>)]| -> Points {
        states.iter().map(|(time, timed)| (*time, timed.state.position)).collect()
    };
    let fine = at(240.0);
    let line = fine.iter().map(|(time, timed)| (*time, timed.intermediate)).collect();
    let figure = words.figure([path(&fine), staircase(&path(&at(10.0))), line])?;
    Ok(figure.moment("", 1.0).into())
}

fn velocity_spring(words: &Words) -> Result<Drawing> {
    let step = Spring::critical(12.0)?.velocity_step(3.0, 0.15, 1.0 / 240.0);
    let states = stepped(VelocitySpring::at_rest(0.0), 1.0 / 240.0, 4.0, |mut moving, time| {
        moving.update(if time < 2.0 { 4.0 } else { 1.5 }, &step);
        moving
    });
    let of = |pick: fn(&VelocitySpring<f64>) -> f64| {
        states.iter().map(|(time, moving)| (*time, pick(moving))).collect()
    };
    words.draw([of(|m| m.state.position), of(|m| m.intermediate)])
}
