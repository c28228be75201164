//! Systems of Holden's Spring-Roll-Call: applications of springs.

use sprung::motion::{Character, Inertialization, RotationState, SpringSpline};
use sprung::{Rotation, Spring, SpringStep, State};
use sprung_signal::{Filter, Gaps, ResonanceFinder, smooth, smooth_zero_phase};

use crate::picture::{Entry, Picture, Point, Points, Result, sliders};
use crate::sampling::{columns, followed, noise, path, sampled, stepped};

const HEART: &str = include_str!("../../../data/ecg.csv");
const SUNSPOTS: &str = include_str!("../../../data/sunspots.csv");

pub(crate) const SYSTEMS: &[Entry] = &[
    ("smoothing", smoothing),
    ("filtering-of-jitter", jitter),
    ("character-controller-with-trajectory-prediction", character),
    ("inertialization", inertialization),
    ("interpolation-along-a-parameter-spring-spline", spline),
    ("resonance", resonance),
    ("quaternion-spring", quaternion),
    ("tracking-spring", tracking),
];

fn smoothing(p: &[f64]) -> Result<Picture> {
    let [halflife, ratio] = sliders(p)?;
    let raw = columns(HEART)?;
    let (times, values): (Vec<f64>, Vec<f64>) = raw.iter().copied().unzip();
    let filter = Filter::Follow(Spring::from_halflife(halflife, ratio)?);
    let (mut once, mut both) = (values.clone(), values);
    smooth(&filter, Gaps::Hold, &times, &mut once)?;
    smooth_zero_phase(&filter, Gaps::Hold, &times, &mut both)?;
    let shown = |series: Points| -> Points {
        series.into_iter().filter(|(time, _)| (0.4..=1.4).contains(time)).collect()
    };
    let curve = |values: Vec<f64>| shown(times.iter().copied().zip(values).collect());
    let (once, both) = (curve(once), curve(both));
    Ok(Picture::new([shown(raw), once, both]))
}

fn jitter(p: &[f64]) -> Result<Picture> {
    let [halflife, share] = sliders(p)?;
    let rate = 60.0;
    let value = |i: u32| {
        let (time, i) = (f64::from(i) / rate, u64::from(i));
        let jump = if 0.5 + 0.5 * noise(i) < share { 1.2 * noise(i + 1000) } else { 0.0 };
        (time, (1.5 * time).sin() + jump)
    };
    let raw: Points = (0..240).map(value).collect();
    let step = Spring::from_halflife(halflife, 1.0)?.follow_step(1.0 / rate);
    let filtered = followed(&step, &raw);
    let clean = sampled(239.0 / rate, 240, |t| (1.5 * t).sin());
    Ok(Picture::new([raw, filtered, clean]))
}

fn character(p: &[f64]) -> Result<Picture> {
    let [halflife, speed, ahead, moment] = sliders(p)?;
    let spring = Spring::from_halflife(halflife, 1.0)?;
    let step = spring.character_step(1.0 / 60.0);
    let stick = |time: f64| match time {
        t if t < 1.0 => [speed, 0.0],
        t if t < 2.0 => [0.0, speed],
        t if t < 3.0 => [speed, 0.3 * speed],
        _ => [0.0, 0.0],
    };
    let walked = stepped(Character::at_rest([0.0, 0.0]), 1.0 / 60.0, 4.0, |mut hero, time| {
        hero.update(stick(time), &step);
        hero
    });
    let ground = |hero: &Character<[f64; 2]>| (hero.position[0], hero.position[1]);
    let times: Vec<f64> = (0..=20).map(|i| f64::from(i) * 0.05 * ahead).collect();
    let predicted = |moment: f64| -> Points {
        let index = ((moment * 60.0) as usize).min(walked.len() - 1);
        let (time, hero) = walked[index];
        let mut future = vec![hero; times.len()];
        hero.predict(stick(time), &spring, &times, &mut future);
        future.iter().map(ground).collect()
    };
    let path = walked.iter().map(|(_, hero)| ground(hero)).collect();
    Ok(Picture::new([path, predicted(moment)]))
}

fn inertialization(p: &[f64]) -> Result<Picture> {
    let [halflife, first, second] = sliders(p)?;
    let waves: [fn(f64) -> State<f64>; 2] = [
        |t| State::new((9.0 * t).sin(), 9.0 * (9.0 * t).cos()),
        |t| State::new(2.5 + 0.5 * (4.0 * t).sin(), 2.0 * (4.0 * t).cos()),
    ];
    let dt = 1.0 / 240.0;
    let step = SpringStep::critical(Spring::from_halflife(halflife, 1.0)?.angular_frequency(), dt);
    let (mut fade, mut playing) = (Inertialization::default(), 0);
    let switches = [first, second].map(|time| (time / dt) as u32);
    let mut output = Vec::new();
    for i in 0..720u32 {
        let time = f64::from(i) * dt;
        if switches.contains(&i) {
            fade.transition(waves[playing](time), waves[1 - playing](time));
            playing = 1 - playing;
        }
        output.push((time, fade.apply(waves[playing](time)).position));
        fade.update(&step);
    }
    let wave = |index: usize| -> Points {
        output.iter().map(|(t, _)| (*t, waves[index](*t).position)).collect()
    };
    Ok(Picture::new([wave(0), wave(1), output.clone()]).marked([first, second]))
}

fn quaternion(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, degrees, spin] = sliders(p)?;
    let step = Spring::new(omega, ratio)?.step(1.0 / 120.0);
    let start = RotationState::new(
        Rotation::from_rotation_vector([degrees.to_radians(), 0.0, 0.0]),
        [0.0, spin, -0.75 * spin],
    );
    let states =
        stepped(start, 1.0 / 120.0, 3.0, |s, _| step.apply_rotation(s, Rotation::IDENTITY));
    let along = |axis: usize| -> Points {
        let angle = |state: &RotationState<f64>| state.rotation.to_rotation_vector()[axis];
        states.iter().map(|(time, state)| (*time, angle(state).to_degrees())).collect()
    };
    // The quaternion itself, x and y, z and w, for what turns.
    let parts: Vec<[f64; 4]> = states.iter().map(|(_, s)| s.rotation.xyzw()).collect();
    let (first, second): (Vec<Point>, Vec<Point>) =
        parts.iter().map(|[x, y, z, w]| ((*x, *y), (*z, *w))).unzip();
    Ok(Picture::new([along(0), along(1), along(2), first, second]))
}

fn tracking(p: &[f64]) -> Result<Picture> {
    let [halflife, cut] = sliders(p)?;
    let animation = |t: f64| {
        let after = if t < 1.5 { 0.0 } else { cut };
        (State::new((5.0 * t).sin() + after, 5.0 * (5.0 * t).cos()), -25.0 * (5.0 * t).sin())
    };
    let (dt, start) = (1.0 / 120.0, animation(0.0).0);
    let spring = Spring::from_halflife(halflife, 1.0)?;
    let (step, follow) = (spring.step(dt), spring.follow_step(dt));
    let tracked = path(start, dt, 3.0, |state, time| {
        let (goal, acceleration) = animation(time + dt);
        step.apply_tracking(state, goal, acceleration)
    });
    let plain = path(start, dt, 3.0, |state, time| {
        follow.apply(state, animation(time).0.position, animation(time + dt).0.position)
    });
    let goal = tracked.iter().map(|(t, _)| (*t, animation(*t).0.position)).collect();
    Ok(Picture::new([goal, tracked, plain]))
}

fn resonance(p: &[f64]) -> Result<Picture> {
    let [ratio, longest] = sliders(p)?;
    let mut numbers: Vec<f64> = columns(SUNSPOTS)?.into_iter().map(|(_, number)| number).collect();
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    numbers.iter_mut().for_each(|number| *number -= mean);
    let energy = |period: f64| {
        let Ok(spring) = Spring::new(core::f64::consts::TAU / period, ratio) else {
            return f64::NAN;
        };
        let step = spring.follow_step(1.0);
        let mut state = State::at_rest(0.0);
        let energies = numbers.windows(2).map(|pair| {
            state = step.apply(state, pair[0], pair[1]);
            spring.energy(state, 0.0) / spring.stiffness()
        });
        energies.sum::<f64>() / numbers.len() as f64
    };
    let found = ResonanceFinder::default().run(&numbers, 1.0)?;
    let found = found.first().ok_or("sunspots without a cycle")?.period();
    let energies = sampled(longest - 5.0, 300, |period| energy(5.0 + period));
    let energies = energies.into_iter().map(|(period, energy)| (period + 5.0, energy)).collect();
    Ok(Picture::new([energies]).marked([found]))
}

fn spline(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, lift] = sliders(p)?;
    let points = [[0.0, 0.0], [1.0, 2.0], [2.5, lift], [3.0, 0.4], [4.5, 0.2], [5.0, 2.0]];
    let spring = Spring::new(omega, ratio)?;
    let rounding = SpringSpline::approximating(&points, &spring)?;
    let tracing = SpringSpline::interpolating(&points, &spring)?;
    let along = |f: &dyn Fn(f64) -> State<[f64; 2]>| -> Points {
        let at = |i: u32| f(f64::from(i) / 400.0 * rounding.max_parameter()).position;
        (0..=400).map(at).map(|[x, y]| (x, y)).collect()
    };
    Ok(Picture::new([
        points.map(|[x, y]| (x, y)).to_vec(),
        along(&|u| rounding.causal(u)),
        along(&|u| rounding.zero_phase(u)),
        along(&|u| tracing.zero_phase(u)),
    ]))
}
