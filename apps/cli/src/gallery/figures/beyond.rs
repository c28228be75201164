//! Figures of what the articles do not have.

use anyhow::Result;
use sprung::motion::{DeadBlend, Fade, TimedFade, angle_spring, clamp_overshoot};
use sprung::{Spring, State};

use super::sampling::{positions, sampled, spring, stepped};
use crate::figure::{Curve, Figure};
use crate::gallery::catalogue::{Drawing, System, works};

pub(crate) fn systems() -> Vec<System> {
    vec![
        works(
            "Moving goals at any frame rate",
            "Φ on (e + 2ζ/ω·ġ, v − ġ)",
            "A piecewise linear goal, followed at 120 frames per second and in uneven frames with a hitch: the same motion.",
            uneven_frames,
        ),
        works(
            "Timed fades and dead blending",
            "cubic: Hermite to nothing · soft: (1 − s²(3 − 2s))·coasting offset",
            "An offset of 1 that moves away at 12 per second, faded by a spring and within 0.5 s; and a dead blend.",
            fades,
        ),
        works(
            "Angles the short way",
            "goal ← x + wrap(goal − x)",
            "From 300° to 30°: onwards through 360°, not back through 180°.",
            angles,
        ),
        works(
            "No overshoot",
            "stops at the goal instead of passing it",
            "A bouncy spring that must not pass its goal.",
            no_overshoot,
        ),
    ]
}

fn uneven_frames() -> Result<Drawing> {
    let spring = spring(9.0, 0.5);
    // A goal of straight lines, whose knots every frame sequence below also has.
    let goal = |t: f64| if t < 1.0 { t } else { (2.0 - t).max(0.0) };
    let run = |times: &[f64]| {
        let mut state = State::at_rest(0.0);
        let mut path = vec![(times[0], 0.0)];
        for pair in times.windows(2) {
            let step = spring.follow_step(pair[1] - pair[0]);
            state = step.apply(state, goal(pair[0]), goal(pair[1]));
            path.push((pair[1], state.position));
        }
        path
    };
    let even: Vec<f64> = (0..=360).map(|i| f64::from(i) / 120.0).collect();
    let uneven =
        [0.0, 0.05, 0.21, 0.3, 0.55, 0.6, 1.0, 1.02, 1.2, 1.22, 1.5, 2.0, 2.1, 2.15, 2.9, 3.0];
    Ok(Figure::new("ω = 9 rad/s, ζ = 0.5")
        .axes("time, s", "position")
        .curve(Curve::new("goal", even.iter().map(|t| (*t, goal(*t))).collect()).dashed().colour(7))
        .curve(Curve::new("120 frames/s", run(&even)).colour(0))
        .curve(Curve::new("fifteen uneven frames, joined by lines", run(&uneven)).colour(1))
        .into())
}

fn fades() -> Result<Drawing> {
    let offset = State::new(1.0, 12.0);
    let spring = Spring::from_halflife(0.1, 1.0)?;
    let cubic = TimedFade::new(offset, 0.5, Fade::Cubic)?;
    let soft = TimedFade::new(offset, 0.5, Fade::Soft)?;
    let dead = DeadBlend::new(offset, 0.08, 0.5)?;
    Ok(Figure::new("Fading an offset")
        .axes("time, s", "offset")
        .curve(Curve::new(
            "spring",
            sampled(0.8, 200, |t| spring.step(t).apply(offset, 0.0).position),
        ))
        .curve(Curve::new("cubic", sampled(0.8, 200, |t| cubic.at(t).position)))
        .curve(Curve::new("soft", sampled(0.8, 200, |t| soft.at(t).position)))
        .curve(Curve::new(
            "dead blend",
            sampled(0.8, 200, |t| dead.over(State::at_rest(0.0), t).position),
        ))
        .into())
}

fn angles() -> Result<Drawing> {
    let step = Spring::critical(6.0)?.step(1.0 / 60.0);
    let start = State::at_rest(300f64.to_radians());
    let states = stepped(start, 1.0 / 60.0, 1.5, |s, _| angle_spring(s, 30f64.to_radians(), &step));
    let plain = stepped(start, 1.0 / 60.0, 1.5, |s, _| step.apply(s, 30f64.to_radians()));
    let degrees = |states: &[(f64, State<f64>)]| -> Vec<(f64, f64)> {
        states.iter().map(|(t, s)| (*t, s.position.to_degrees())).collect()
    };
    Ok(Figure::new("From 300° to 30°")
        .axes("time, s", "angle, °")
        .curve(Curve::new("the short way", degrees(&states)))
        .curve(Curve::new("as a plain number", degrees(&plain)).dashed())
        .level("390° = 30°", 390.0)
        .into())
}

fn no_overshoot() -> Result<Drawing> {
    let step = spring(12.0, 0.15).step(1.0 / 240.0);
    let free = stepped(State::at_rest(0.0), 1.0 / 240.0, 1.5, |s, _| step.apply(s, 1.0));
    let clamped =
        stepped(State::at_rest(0.0), 1.0 / 240.0, 1.5, |s, _| clamp_overshoot(s, 1.0, &step));
    Ok(Figure::new("ω = 12 rad/s, ζ = 0.15")
        .axes("time, s", "position")
        .curve(Curve::new("free", positions(&free)).thin())
        .curve(Curve::new("clamped", positions(&clamped)))
        .into())
}
