//! Figures of Holden's Spring-Roll-Call: applications of springs.

use anyhow::{Context, Result};
use sprung::motion::{Character, Inertialization, RotationState, SpringSpline};
use sprung::{Rotation, Spring, SpringStep, State};
use sprung_figure::{Curve, Figure};
use sprung_signal::ResonanceFinder;

use super::recorded::{electrocardiogram, sunspots};
use super::sampling::{noise, positions, sampled, spring, stepped};
use crate::system::Drawing;

const ECG_RATE: f64 = 360.0;

pub(super) fn smoothing() -> Result<Drawing> {
    let raw = electrocardiogram()?;
    let step = Spring::from_halflife(0.008, 1.0)?.follow_step(1.0 / ECG_RATE);
    let smooth = |series: &[(f64, f64)]| {
        let mut state = State::at_rest(series[0].1);
        let mut out = vec![series[0]];
        for pair in series.windows(2) {
            state = step.apply(state, pair[0].1, pair[1].1);
            out.push((pair[1].0, state.position));
        }
        out
    };
    let once = smooth(&raw);
    let mut both = smooth(&raw.iter().rev().copied().collect::<Vec<_>>());
    both.reverse();
    let both = smooth(&both);
    Ok(Figure::new("Electrocardiogram")
        .axes("time, s", "raw units")
        .curve(Curve::new("recording", raw).thin().color(7))
        .curve(Curve::new("one pass", once).color(1))
        .curve(Curve::new("forward and backward, no lag", both).color(0))
        .x_limits(0.4, 1.4)
        .into())
}

pub(super) fn jitter() -> Result<Drawing> {
    let rate = 60.0;
    let raw: Vec<(f64, f64)> = (0..240u32)
        .map(|i| {
            let time = f64::from(i) / rate;
            let jump =
                if noise(u64::from(i)) > 0.9 { 1.2 * noise(u64::from(i) + 1000) } else { 0.0 };
            (time, (1.5 * time).sin() + jump)
        })
        .collect();
    let step = Spring::from_halflife(0.08, 1.0)?.follow_step(1.0 / rate);
    let mut state = State::at_rest(0.0);
    let mut filtered = Vec::new();
    for pair in raw.windows(2) {
        state = step.apply(state, pair[0].1, pair[1].1);
        filtered.push((pair[1].0, state.position));
    }
    Ok(Figure::new("Half-life 0.08 s")
        .axes("time, s", "value")
        .curve(Curve::new("with jumps", raw).thin().color(7))
        .curve(Curve::new("filtered", filtered).color(0))
        .into())
}

pub(super) fn character() -> Result<Drawing> {
    let spring = Spring::from_halflife(0.25, 1.0)?;
    let step = spring.character_step(1.0 / 60.0);
    let stick = |time: f64| match time {
        t if t < 1.0 => [3.0, 0.0],
        t if t < 2.0 => [0.0, 3.0],
        t if t < 3.0 => [3.0, 1.0],
        _ => [0.0, 0.0],
    };
    let path = stepped(Character::at_rest([0.0, 0.0]), 1.0 / 60.0, 4.0, |mut hero, time| {
        hero.update(stick(time), &step);
        hero
    });
    let ground = |position: [f64; 2]| (position[0], position[1]);
    let mut figure = Figure::new("A character and its predicted future")
        .axes("x, m", "y, m")
        .equal_aspect()
        .curve(Curve::new("path", path.iter().map(|(_, hero)| ground(hero.position)).collect()));
    let times: Vec<f64> = (0..=20).map(|i| f64::from(i) * 0.05).collect();
    for (index, moment) in [0.5, 1.1, 1.6, 2.1, 3.1].into_iter().enumerate() {
        let (time, hero) = path[(moment * 60.0) as usize];
        let mut future = vec![hero; times.len()];
        hero.predict(stick(time), &spring, &times, &mut future);
        let label = if index == 0 { "prediction of the next second" } else { "" };
        let curve = Curve::new(label, future.iter().map(|hero| ground(hero.position)).collect());
        figure = figure.curve(curve.dashed().color(1));
    }
    Ok(figure.into())
}

pub(super) fn inertialization() -> Result<Drawing> {
    let waves: [fn(f64) -> State<f64>; 2] = [
        |t| State::new((9.0 * t).sin(), 9.0 * (9.0 * t).cos()),
        |t| State::new(2.5 + 0.5 * (4.0 * t).sin(), 2.0 * (4.0 * t).cos()),
    ];
    let (dt, step) = (1.0 / 240.0, SpringStep::critical(12.0, 1.0 / 240.0));
    let (mut fade, mut playing) = (Inertialization::default(), 0);
    let mut output = Vec::new();
    for i in 0..720u32 {
        let time = f64::from(i) * dt;
        if [240, 340, 560].contains(&i) {
            fade.transition(waves[playing](time), waves[1 - playing](time));
            playing = 1 - playing;
        }
        output.push((time, fade.apply(waves[playing](time)).position));
        fade.update(&step);
    }
    let wave = |index: usize| output.iter().map(|(t, _)| (*t, waves[index](*t).position)).collect();
    Ok(Figure::new("Switches at 1.0, 1.42 and 2.33 s")
        .axes("time, s", "joint")
        .curve(Curve::new("first animation", wave(0)).thin().color(1))
        .curve(Curve::new("second animation", wave(1)).thin().color(2))
        .curve(Curve::new("what is seen", output.clone()).color(0))
        .into())
}

pub(super) fn quaternion() -> Result<Drawing> {
    let step = spring(5.0, 0.4).step(1.0 / 240.0);
    let start = RotationState::new(
        Rotation::from_rotation_vector([170f64.to_radians(), 0.0, 0.0]),
        [0.0, 4.0, -3.0],
    );
    let states =
        stepped(start, 1.0 / 240.0, 3.0, |s, _| step.apply_rotation(s, Rotation::IDENTITY));
    let component = |axis: usize| {
        states
            .iter()
            .map(|(t, s)| (*t, s.rotation.to_rotation_vector()[axis].to_degrees()))
            .collect()
    };
    Ok(Figure::new("Rotation to its goal")
        .axes("time, s", "rotation vector, °")
        .curve(Curve::new("x", component(0)))
        .curve(Curve::new("y", component(1)))
        .curve(Curve::new("z", component(2)))
        .into())
}

pub(super) fn tracking() -> Result<Drawing> {
    let animation = |t: f64| {
        let cut = if t < 1.5 { 0.0 } else { 1.0 };
        (State::new((5.0 * t).sin() + cut, 5.0 * (5.0 * t).cos()), -25.0 * (5.0 * t).sin())
    };
    let dt = 1.0 / 120.0;
    let spring = Spring::from_halflife(0.1, 1.0)?;
    let (step, follow) = (spring.step(dt), spring.follow_step(dt));
    let tracked = stepped(animation(0.0).0, dt, 3.0, |state, time| {
        let (goal, acceleration) = animation(time + dt);
        step.apply_tracking(state, goal, acceleration)
    });
    let plain = stepped(animation(0.0).0, dt, 3.0, |state, time| {
        follow.apply(state, animation(time).0.position, animation(time + dt).0.position)
    });
    let goal = tracked.iter().map(|(t, _)| (*t, animation(*t).0.position)).collect();
    Ok(Figure::new("An animation with a cut at 1.5 s")
        .axes("time, s", "joint")
        .curve(Curve::new("animation", goal).dashed().color(7))
        .curve(Curve::new("tracking spring", positions(&tracked)).color(0))
        .curve(Curve::new("plain spring", positions(&plain)).thin().color(1))
        .into())
}

pub(super) fn resonance() -> Result<Drawing> {
    let mut numbers: Vec<f64> = sunspots()?.into_iter().map(|(_, number)| number).collect();
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    numbers.iter_mut().for_each(|number| *number -= mean);
    let energy = |period: f64| {
        let spring = spring(core::f64::consts::TAU / period, 0.02);
        let step = spring.follow_step(1.0);
        let mut state = State::at_rest(0.0);
        let energies = numbers.windows(2).map(|pair| {
            state = step.apply(state, pair[0], pair[1]);
            spring.energy(state, 0.0) / spring.stiffness()
        });
        energies.sum::<f64>() / numbers.len() as f64
    };
    let strongest = ResonanceFinder::default().run(&numbers, 1.0)?;
    let found = strongest.first().context("sunspots without a cycle")?.period();
    Ok(Figure::new("Energy of springs shaken by the sunspots")
        .axes("period of the spring, years", "energy held / ω²")
        .curve(Curve::new(
            "",
            sampled(20.0, 400, |p| energy(5.0 + p))
                .into_iter()
                .map(|(p, e)| (p + 5.0, e))
                .collect(),
        ))
        .moment(format!("{found:.2} years"), found)
        .into())
}

pub(super) fn spline() -> Result<Drawing> {
    let points = [[0.0, 0.0], [1.0, 2.0], [2.5, 2.2], [3.0, 0.4], [4.5, 0.2], [5.0, 2.0]];
    let spring = spring(7.0, 0.7);
    let (rounding, tracing) = (
        SpringSpline::approximating(&points, &spring)?,
        SpringSpline::interpolating(&points, &spring)?,
    );
    let along = |f: &dyn Fn(f64) -> State<[f64; 2]>| -> Vec<(f64, f64)> {
        let at = |i: u32| f(f64::from(i) / 400.0 * rounding.max_parameter()).position;
        (0..=400).map(at).map(|[x, y]| (x, y)).collect()
    };
    Ok(Figure::new("ω = 7 rad per segment, ζ = 0.7")
        .axes("x", "y")
        .equal_aspect()
        .curve(
            Curve::new("control points", points.iter().map(|p| (p[0], p[1])).collect())
                .dashed()
                .color(7),
        )
        .curve(Curve::new("one-sided", along(&|u| rounding.causal(u))).thin().color(1))
        .curve(Curve::new("symmetric, rounding", along(&|u| rounding.zero_phase(u))).color(0))
        .curve(Curve::new("symmetric, tracing", along(&|u| tracing.zero_phase(u))).color(2))
        .into())
}
