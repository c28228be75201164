//! Figures of motions within limits, of smoothing that adapts, and of springs in a frame that moves.

use anyhow::Result;
use sprung::motion::{
    AdaptiveSmoothing, Inertialization, JointLimits, JointSpring, LimitedTracker, ReferenceFrame,
    RotationState, Stitcher,
};
use sprung::{AdaptiveDamper, Damper, MotionLimits, Rotation, State};

use super::sampling::{sampled, spring};
use crate::system::{Drawing, Entry, Points, Words};

pub(crate) const FIGURES: &[Entry] = &[
    ("A frame that moves", reference_frame),
    ("As fast as limits allow", limited),
    ("Little jitter at rest, little lag in motion", adaptive),
    ("Joint limits", joint),
    ("Chunks of motion played as one", chunks),
];

/// A wheel that rolls along x, 1 unit per second.
fn wheel(time: f64) -> ReferenceFrame<f64> {
    let origin = State::new([time, 0.0], [1.0, 0.0]);
    ReferenceFrame::planar(origin, State::new(-2.0 * time, -2.0), State::at_rest([1.0, 1.0]))
}

fn reference_frame(words: &Words) -> Result<Drawing> {
    let by = spring(5.0, 0.5);
    let place = [0.0, 1.0, 0.0];
    let rim = |time: f64| wheel(time).to_parent(State::at_rest(place)).position;
    let start = State::at_rest([0.0, 2.0, 0.0]);
    let dt = 1.0 / 60.0;
    let (step, follow) = (by.step(dt), by.follow_step(dt));
    let (mut inside, mut outside) = (start, start);
    let mut paths = [vec![(0.0, 2.0)], vec![(0.0, 2.0)]];
    for frame in 0..300u32 {
        let (now, then) = (f64::from(frame) * dt, f64::from(frame + 1) * dt);
        inside = wheel(then).to_parent(step.apply(wheel(now).to_local(inside), place));
        outside = follow.apply(outside, rim(now), rim(then));
        for (path, state) in paths.iter_mut().zip([inside, outside]) {
            path.push((state.position[0], state.position[1]));
        }
    }
    let [inside, outside] = paths;
    let rolled = (0..=300u32).map(|i| {
        let [x, y, _] = rim(f64::from(i) * dt);
        (x, y)
    });
    Ok(words.figure([rolled.collect(), inside, outside])?.equal_aspect().into())
}

fn limited(words: &Words) -> Result<Drawing> {
    let limits = MotionLimits::new(2.0, 5.0, 30.0)?;
    let goal = |time: f64| match time {
        t if t < 0.2 => State::at_rest(0.0),
        t if t < 2.0 => State::at_rest(2.5),
        t => State::new(0.5 + 0.6 * (t - 2.0), 0.6),
    };
    let dt = 1.0 / 120.0;
    let mut tracker = LimitedTracker::at_rest(0.0);
    let mut curves: [Points; 3] = Default::default();
    for frame in 0..=480u32 {
        let time = f64::from(frame) * dt;
        tracker.update(goal(time), &limits.step(dt));
        let State { position, velocity } = tracker.state();
        let shown = [position, velocity / 2.0, tracker.acceleration() / 5.0];
        curves.iter_mut().zip(shown).for_each(|(curve, value)| curve.push((time, value)));
    }
    let [position, velocity, acceleration] = curves;
    let goals = sampled(4.0, 480, |time| goal(time).position);
    let figure = words.figure([goals, position, velocity, acceleration])?;
    Ok(figure.level("limit", 1.0).level("−limit", -1.0).into())
}

fn adaptive(words: &Words) -> Result<Drawing> {
    // A reach of 200 pixels within 0.4 s, seen with noise.
    let place = |time: f64| {
        let s = ((time - 0.8) / 0.4).clamp(0.0, 1.0);
        20.0 + 200.0 * s * s * s * (10.0 + s * (6.0 * s - 15.0))
    };
    let mut noise = 0.7;
    let samples: Points = (0..=240u32)
        .map(|i| {
            // Chaotic, in place of noise of a standard deviation of 4.
            noise = 1.0 - 2.0 * noise * noise;
            let time = f64::from(i) / 120.0;
            (time, place(time) + 5.6 * noise)
        })
        .collect();
    let dt = 1.0 / 120.0;
    let damper = AdaptiveDamper::new(0.25, 60.0)?;
    let plain = Damper::from_halflife(0.25)?.step(dt);
    let mut smoothing = AdaptiveSmoothing::new(20.0);
    let mut value = 20.0;
    let (mut ours, mut lagging) = (Points::new(), Points::new());
    for &(time, sample) in &samples {
        value = plain.apply(value, sample);
        ours.push((time, smoothing.update(sample, &damper.step(dt))));
        lagging.push((time, value));
    }
    words.draw([samples, lagging, ours])
}

fn joint(words: &Words) -> Result<Drawing> {
    let by = spring(9.0, 0.4);
    let limits = JointLimits::new([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.7, 0.5], [-1.0, 1.2])?;
    let dt = 1.0 / 120.0;
    let step = by.step(dt);
    let about_y = |angle: f64| Rotation::from_rotation_vector([0.0, angle, 0.0]);
    let goal = |time: f64| match time {
        t if t < 0.3 => 0.0,
        t if t < 1.8 => 2.2,
        t if t < 3.2 => -0.5,
        _ => -1.6,
    };
    let mut neck = JointSpring::new(RotationState::default(), limits);
    let mut free = RotationState::default();
    let (mut kept, mut beyond) = (Points::new(), Points::new());
    for frame in 0..=540u32 {
        let time = f64::from(frame) * dt;
        let turn = |state: RotationState<f64>| state.rotation.to_rotation_vector()[1].to_degrees();
        neck.update(about_y(goal(time)), &step);
        free = step.apply_rotation(free, about_y(goal(time)));
        kept.push((time, turn(neck.state())));
        beyond.push((time, turn(free)));
    }
    let goals = sampled(4.5, 900, |time| goal(time).to_degrees());
    let figure = words.figure([goals, beyond, kept])?;
    Ok(figure.level("greatest", 1.2f64.to_degrees()).level("least", -1f64.to_degrees()).into())
}

fn chunks(words: &Words) -> Result<Drawing> {
    // A path planned again each 0.8 s, each plan somewhat off the one before.
    let plan = |chunk: u32, time: f64| {
        let off = [0.0, 0.5, -0.2, 0.3][chunk as usize];
        State::new(off + time + 0.3 * (2.0 * time).sin(), 1.0 + 0.6 * (2.0 * time).cos())
    };
    let dt = 1.0 / 120.0;
    let step = spring(11.0, 1.0).step(dt);
    let mut stitcher = Stitcher::new(plan(0, 0.0));
    let mut fade = Inertialization::default();
    let [mut plans, mut faded, mut stitched]: [Points; 3] = Default::default();
    for frame in 1..=384u32 {
        let (chunk, time) = ((frame - 1) / 96, f64::from(frame) * dt);
        if chunk > 0 && (frame - 1).is_multiple_of(96) {
            let seam = time - dt;
            stitcher.switch(plan(chunk, seam));
            fade.transition(plan(chunk - 1, seam), plan(chunk, seam));
            plans.push((time, f64::NAN));
        }
        let now = plan(chunk, time);
        fade.update(&step);
        plans.push((time, now.position));
        faded.push((time, fade.apply(now).position));
        stitched.push((time, stitcher.update(now, &step).position));
    }
    words.draw([plans, faded, stitched])
}
