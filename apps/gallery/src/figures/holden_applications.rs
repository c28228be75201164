//! Figures of Holden's Spring-Roll-Call: applications of springs.

use anyhow::{Context, Result};
use sprung::motion::{Character, Inertialization, RotationState, SpringSpline};
use sprung::{Rotation, Spring, SpringStep, State};
use sprung_signal::ResonanceFinder;

use super::recorded::{electrocardiogram, sunspots};
use super::sampling::{followed, noise, path, sampled, spring, stepped};
use crate::system::{Drawing, Points, Words};

const ECG_RATE: f64 = 360.0;

pub(super) fn smoothing(words: &Words) -> Result<Drawing> {
    let raw = electrocardiogram()?;
    let step = Spring::from_halflife(0.008, 1.0)?.follow_step(1.0 / ECG_RATE);
    let smooth =
        |series: &[(f64, f64)]| [&series[..1], &followed(&step, series[0].1, series)].concat();
    let reversed = |series: &[(f64, f64)]| series.iter().rev().copied().collect::<Points>();
    let both = smooth(&reversed(&smooth(&reversed(&raw))));
    let once = smooth(&raw);
    Ok(words.figure([raw, once, both])?.x_limits(0.4, 1.4).into())
}

pub(super) fn jitter(words: &Words) -> Result<Drawing> {
    let rate = 60.0;
    let value = |i: u32| {
        let (time, i) = (f64::from(i) / rate, u64::from(i));
        let jump = if noise(i) > 0.9 { 1.2 * noise(i + 1000) } else { 0.0 };
        (time, (1.5 * time).sin() + jump)
    };
    let raw: Points = (0..240).map(value).collect();
    let step = Spring::from_halflife(0.08, 1.0)?.follow_step(1.0 / rate);
    let filtered = followed(&step, 0.0, &raw);
    words.draw([raw, filtered])
}

pub(super) fn character(words: &Words) -> Result<Drawing> {
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
    let ground = |hero: &Character<[f64; 2]>| (hero.position[0], hero.position[1]);
    let times: Vec<f64> = (0..=20).map(|i| f64::from(i) * 0.05).collect();
    let predicted = |moment: f64| {
        let (time, hero) = path[(moment * 60.0) as usize];
        let mut future = vec![hero; times.len()];
        hero.predict(stick(time), &spring, &times, &mut future);
        future.iter().map(ground).collect()
    };
    let walked = path.iter().map(|(_, hero)| ground(hero)).collect();
    let curves = [walked].into_iter().chain([0.5, 1.1, 1.6, 2.1, 3.1].map(predicted));
    Ok(words.figure(curves)?.equal_aspect().into())
}

pub(super) fn inertialization(words: &Words) -> Result<Drawing> {
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
    words.draw([wave(0), wave(1), output.clone()])
}

pub(super) fn quaternion(words: &Words) -> Result<Drawing> {
    let step = spring(5.0, 0.4).step(1.0 / 240.0);
    let start = RotationState::new(
        Rotation::from_rotation_vector([170f64.to_radians(), 0.0, 0.0]),
        [0.0, 4.0, -3.0],
    );
    let states =
        stepped(start, 1.0 / 240.0, 3.0, |s, _| step.apply_rotation(s, Rotation::IDENTITY));
    words.draw([0, 1, 2].map(|axis| {
        let angle = |state: &RotationState<f64>| state.rotation.to_rotation_vector()[axis];
        states.iter().map(|(time, state)| (*time, angle(state).to_degrees())).collect()
    }))
}

pub(super) fn tracking(words: &Words) -> Result<Drawing> {
    let animation = |t: f64| {
        let cut = if t < 1.5 { 0.0 } else { 1.0 };
        (State::new((5.0 * t).sin() + cut, 5.0 * (5.0 * t).cos()), -25.0 * (5.0 * t).sin())
    };
    let (dt, start) = (1.0 / 120.0, animation(0.0).0);
    let spring = Spring::from_halflife(0.1, 1.0)?;
    let (step, follow) = (spring.step(dt), spring.follow_step(dt));
    let tracked = path(start, dt, 3.0, |state, time| {
        let (goal, acceleration) = animation(time + dt);
        step.apply_tracking(state, goal, acceleration)
    });
    let plain = path(start, dt, 3.0, |state, time| {
        follow.apply(state, animation(time).0.position, animation(time + dt).0.position)
    });
    let goal = tracked.iter().map(|(t, _)| (*t, animation(*t).0.position)).collect();
    words.draw([goal, tracked, plain])
}

pub(super) fn resonance(words: &Words) -> Result<Drawing> {
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
    let energies = sampled(20.0, 400, |period| energy(5.0 + period));
    let energies = energies.into_iter().map(|(period, energy)| (period + 5.0, energy)).collect();
    Ok(words.figure([energies])?.moment(format!("{found:.2} years"), found).into())
}

pub(super) fn spline(words: &Words) -> Result<Drawing> {
    let points = [[0.0, 0.0], [1.0, 2.0], [2.5, 2.2], [3.0, 0.4], [4.5, 0.2], [5.0, 2.0]];
    let spring = spring(7.0, 0.7);
    let rounding = SpringSpline::approximating(&points, &spring)?;
    let tracing = SpringSpline::interpolating(&points, &spring)?;
    let along = |f: &dyn Fn(f64) -> State<[f64; 2]>| -> Points {
        let at = |i: u32| f(f64::from(i) / 400.0 * rounding.max_parameter()).position;
        (0..=400).map(at).map(|[x, y]| (x, y)).collect()
    };
    let figure = words.figure([
        points.map(|[x, y]| (x, y)).to_vec(),
        along(&|u| rounding.causal(u)),
        along(&|u| rounding.zero_phase(u)),
        along(&|u| tracing.zero_phase(u)),
    ])?;
    Ok(figure.equal_aspect().into())
}
