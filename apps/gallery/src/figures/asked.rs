//! Figures of what issue trackers of animation libraries ask for.

use anyhow::Result;
use sprung::convert::timeline::{CubicSpline, Polyline};
use sprung::motion::{
    CameraSprings, FixedCamera, PointerTracker, ReducedMotion, RotationState, SpringSpline,
    SpringValue, Timeline, TimelineKey,
};
use sprung::{Rotation, Spring, State};
use sprung_signal::SpringFitter;

use super::sampling::{path, response, sampled, spring};
use crate::system::{Drawing, Entry, Points, Words};

pub(crate) const FIGURES: &[Entry] = &[
    ("Landing at a time", landing),
    ("The spring of a recorded motion", fit),
    ("A timeline for glTF and the web", exported),
    ("A fixed camera", fixed_camera),
    ("Hand-off from a finger", pointer),
    ("Closed curves at a constant speed", closed_curve),
    ("Landing on pixels", pixels),
    ("Reduced motion", reduced_motion),
    ("Rotations towards a goal that turns", rotations),
    ("Derivatives of a step", derivatives),
];

fn landing(words: &Words) -> Result<Drawing> {
    let by = spring(8.0, 0.4);
    let dt = 1.0 / 240.0;
    let landed = |arrival: f64| {
        path(State::at_rest(0.0), dt, 1.5, |state, time| {
            by.landing_step(arrival - time, dt).apply(state, 1.0)
        })
    };
    let figure = words.figure([response(&by, 1.5, 360), landed(0.5), landed(1.0)])?;
    Ok(figure.moment("0.5 s", 0.5).moment("1 s", 1.0).into())
}

fn fit(words: &Words) -> Result<Drawing> {
    let truth = spring(9.0, 0.35);
    let moved = |time: f64| truth.step(time - 0.3).apply(State::at_rest(20.0), 120.0).position;
    // Chaotic, in place of noise of a standard deviation of 4.
    let mut noise = 0.7;
    let recorded: Points = (0..100u32)
        .map(|i| {
            noise = 1.0 - 2.0 * noise * noise;
            let time = 0.02 * f64::from(i);
            (time, moved(time) + 5.6 * noise)
        })
        .collect();
    let (times, values): (Vec<f64>, Vec<f64>) = recorded.iter().copied().unzip();
    let fit = SpringFitter::default().run(&times, &values)?;
    let fitted = sampled(1.98, 300, |time| fit.state_at(time).position);
    let dots = recorded.into_iter().flat_map(|(time, value)| [(time, value), (time, f64::NAN)]);
    let figure = words.figure([dots.collect(), sampled(1.98, 300, moved), fitted])?;
    Ok(figure.moment("delay", fit.delay.value).into())
}

fn exported(words: &Words) -> Result<Drawing> {
    let start = TimelineKey::new(0.0, State::at_rest(0.0), 1.0, spring(12.0, 0.3));
    let back = start.key_at(0.7).with_goal(-0.5);
    let keys = [start, back, back.key_at(1.1).with_goal(0.5).with_spring(spring(8.0, 1.0))];
    let timeline = Timeline::new(&keys)?;
    let cubic: Points = CubicSpline::new(timeline, 2.0, 0.01)?
        .flat_map(|key| [(key.time, key.value), (key.time, f64::NAN)])
        .collect();
    let line = Polyline::new(timeline, 2.0, 0.05)?.collect();
    words.draw([sampled(2.0, 400, |time| timeline.state_at(time).position), cubic, line])
}

fn fixed_camera(words: &Words) -> Result<Drawing> {
    let angles = spring(6.0, 1.0);
    let springs = CameraSprings { focus: angles, angles, radius: angles, lookahead: 0.0 };
    let player = |time: f64| {
        let place = 6.0 * (time - 1.5) + if time > 2.0 { 10.0 } else { 0.0 };
        [place, 0.0, 0.0]
    };
    let run = |frames: u32| -> Points {
        let dt = 1.0 / f64::from(frames);
        let mut camera = FixedCamera::new([0.0, 3.0, 8.0], player(0.0));
        let mut seen = vec![(0.0, camera.yaw.position.to_degrees())];
        for frame in 1..=3 * frames {
            let time = f64::from(frame) * dt;
            camera.update(State::new(player(time), [6.0, 0.0, 0.0]), &springs.step(dt));
            seen.push((time, camera.yaw.position.to_degrees()));
        }
        seen
    };
    let direction = sampled(3.0, 1200, |time| -player(time)[0].atan2(8.0).to_degrees());
    words.draw([direction, run(240), run(15)])
}

fn pointer(words: &Words) -> Result<Drawing> {
    // Uneven events of a drag that speeds up, the last at the release.
    let dragged = |time: f64| 900.0 * time * time;
    let events = [0.0, 0.016, 0.035, 0.049, 0.08, 0.095, 0.128, 0.146, 0.16, 0.19, 0.2];
    let mut tracker = PointerTracker::new(events[0], dragged(events[0]));
    for &time in &events[1..] {
        tracker.push(time, dragged(time));
    }
    let release = tracker.state_at(0.2);
    let by = spring(14.0, 0.6);
    let sprung = |start: State<f64>| -> Points {
        let moved = |time: f64| (0.2 + time, by.step(time).apply(start, 80.0).position);
        (0..=200).map(|i| moved(0.003 * f64::from(i))).collect()
    };
    let dots = events.iter().flat_map(|&time| [(time, dragged(time)), (time, f64::NAN)]);
    let figure =
        words.figure([dots.collect(), sprung(release), sprung(State::at_rest(dragged(0.2)))])?;
    Ok(figure.moment("release", 0.2).into())
}

fn closed_curve(words: &Words) -> Result<Drawing> {
    let points = [[0.0, 0.0], [2.0, 0.2], [2.6, 1.4], [1.6, 1.9], [1.2, 1.2], [0.2, 1.6]];
    let curve = SpringSpline::interpolating(&points, &spring(4.0, 1.0))?.closed()?;
    let end = curve.max_parameter();
    let all: Points = (0..=400)
        .map(|i| {
            let [x, y] = curve.zero_phase(end * f64::from(i) / 400.0).position;
            (x, y)
        })
        .collect();
    let length = curve.length();
    let even = (0..24).flat_map(|i| {
        let u = curve.parameter_at_length(length * f64::from(i) / 24.0);
        let [x, y] = curve.zero_phase(u).position;
        [(x, y), (f64::NAN, f64::NAN)]
    });
    let corners = points.into_iter().flat_map(|[x, y]| [(x, y), (f64::NAN, f64::NAN)]);
    Ok(words.figure([all, even.collect(), corners.collect()])?.equal_aspect().into())
}

fn pixels(words: &Words) -> Result<Drawing> {
    let dt = 1.0 / 120.0;
    let run = |grid: Option<f64>| -> Points {
        let mut value = SpringValue::new(0.0).with_spring(spring(10.0, 0.5));
        value.set_goal(7.4);
        if let Some(grid) = grid {
            value.land_on(grid);
        }
        let mut seen = vec![(0.0, 0.0)];
        for frame in 1..=180u32 {
            value.advance(dt);
            seen.push((f64::from(frame) * dt, value.value()));
        }
        seen
    };
    let figure = words.figure([run(None), run(Some(1.0))])?;
    Ok(figure.level("pixel 7", 7.0).into())
}

fn reduced_motion(words: &Words) -> Result<Drawing> {
    let full = Spring::from_duration_and_bounce(0.5, 0.5)?;
    let policy = ReducedMotion { max_travel: 40.0 };
    let calm = policy.spring(&full);
    let start = State::at_rest(300.0);
    let moved = |spring: Spring<f64>, start: State<f64>| {
        sampled(1.4, 300, move |time| spring.step(time).apply(start, 0.0).position)
    };
    let figure =
        words.figure([moved(full, start), moved(calm, policy.start(start, 0.0, &calm))])?;
    Ok(figure.moment("settled, both", full.settling_time(0.02)).into())
}

fn rotations(words: &Words) -> Result<Drawing> {
    let by = spring(6.0, 0.6);
    let about_y = |angle: f64| Rotation::from_rotation_vector([0.0, angle, 0.0]);
    let goal = |time: f64| 1.4 * (1.8 * time).sin();
    let dt = 1.0 / 120.0;
    let run = |tracks: bool| -> Points {
        let step = if tracks { by.track_step(dt) } else { by.follow_step(dt) };
        let mut state = RotationState::at_rest(about_y(-0.8));
        (0..=480u32)
            .map(|frame| {
                let time = f64::from(frame) * dt;
                let angle = state.rotation.to_rotation_vector()[1].to_degrees();
                state = step.apply_rotation(state, about_y(goal(time)), about_y(goal(time + dt)));
                (time, angle)
            })
            .collect()
    };
    words.draw([sampled(4.0, 400, |time| goal(time).to_degrees()), run(false), run(true)])
}

fn derivatives(words: &Words) -> Result<Drawing> {
    let by = spring(8.0, 0.4);
    let start = State::at_rest(0.0);
    let position = |time: f64| by.step(time).apply(start, 1.0).position;
    let frequency =
        |time: f64| 8.0 * by.step_derivatives(time).by_angular_frequency(start, 1.0).position;
    let ratio = |time: f64| by.step_derivatives(time).by_damping_ratio(start, 1.0).position;
    words.draw([
        sampled(1.5, 300, position),
        sampled(1.5, 300, frequency),
        sampled(1.5, 300, ratio),
    ])
}
