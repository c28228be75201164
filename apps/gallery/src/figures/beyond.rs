//! Figures of systems that are in none of the articles.

use anyhow::Result;
use sprung::motion::{
    DeadBlend, FadeCurve, Inertialization, PiecewiseLinear, Pose, PoseInertialization, PoseMut,
    TimedOffset, Timeline, TimelineKey, bounce_within, clamp_overshoot, limit_acceleration,
    limit_speed,
};
use sprung::{Spring, State};
use sprung_signal::{Filter, Gaps, smooth, smooth_zero_phase};

use super::filters;
use super::recorded::walk;
use super::sampling::{path, response, sampled, spring};
use crate::system::{Drawing, Entry, Points, Words};

pub(crate) const FIGURES: &[Entry] = &[
    ("Moving goals at any frame rate", uneven_frames),
    ("A motion as data", timeline),
    ("When does it settle?", settling),
    ("Frequency response", frequency_response),
    ("Motion capture, smoothed", motion_capture),
    ("Filters compared", filters::lag_against_jitter),
    ("Timed fades and dead blending", fades),
    ("Whole poses with a half-life per bone", pose),
    ("Scales in log space", scales),
    ("Limits of speed, acceleration and place", limits),
    ("Angles along the shortest path", angles),
    ("No overshoot", no_overshoot),
];

fn uneven_frames(words: &Words) -> Result<Drawing> {
    let spring = spring(9.0, 0.5);
    let goal = PiecewiseLinear::new(&[0.0, 1.0, 2.0], &[0.0, 1.0, 0.0])?;
    let run = |times: &[f64]| {
        let mut state = State::at_rest(0.0);
        let mut path = vec![(times[0], 0.0)];
        for pair in times.windows(2) {
            state = goal.segments(pair[0], pair[1]).fold(state, |state, segment| {
                spring.follow_step(segment.duration).apply(state, segment.from, segment.to)
            });
            path.push((pair[1], state.position));
        }
        path
    };
    let even: Vec<f64> = (0..=360).map(|i| f64::from(i) / 120.0).collect();
    let uneven =
        [0.0, 0.05, 0.21, 0.3, 0.55, 0.6, 1.0, 1.02, 1.2, 1.22, 1.5, 2.0, 2.1, 2.15, 2.9, 3.0];
    words.draw([even.iter().map(|&t| (t, goal.at(t))).collect(), run(&even), run(&uneven)])
}

fn timeline(words: &Words) -> Result<Drawing> {
    let bouncy = Spring::from_duration_and_bounce(0.5, 0.4)?;
    let mut keys = vec![TimelineKey::new(0.0, State::at_rest(0.0), 1.0, bouncy)];
    for (time, goal) in [(0.25, -0.5), (0.45, 0.8), (1.5, 0.0)] {
        let last = keys[keys.len() - 1];
        keys.push(last.key_at(time).with_goal(goal));
    }
    keys[3] = keys[3].with_spring(spring(12.0, 1.0)).with_added_velocity(10.0);
    let timeline = Timeline::new(&keys)?;
    let goals = sampled(2.5, 1000, |time| timeline.key_before(time).goal());
    let path = sampled(2.5, 400, |time| timeline.state_at(time).position);
    // No line joins the times: each is followed by a gap.
    let asked = [0.95, 0.1, 1.65, 0.35, 2.1, 1.2]
        .into_iter()
        .flat_map(|time| [(time, timeline.state_at(time).position), (time, f64::NAN)]);
    let figure = words.figure([goals, path, asked.collect()])?;
    Ok(figure.moment("90 % there", keys[3].time_of_progress(0.9)).into())
}

fn settling(words: &Words) -> Result<Drawing> {
    let springs = [0.2, 0.5, 1.5].map(|ratio| spring(10.0, ratio));
    let figure = words.figure(springs.map(|spring| response(&spring, 2.5, 400)))?;
    let figure = figure.band("2 %", 7, &[(0.0, 0.98, 1.02), (2.5, 0.98, 1.02)]);
    let moments = words.labels().zip(springs);
    let moments = moments.map(|(label, spring)| (label, spring.settling_time(0.02)));
    Ok(moments.fold(figure, |figure, (label, time)| figure.moment(label, time)).into())
}

fn frequency_response(words: &Words) -> Result<Drawing> {
    let curves = [0.1, 0.4, 1.0, 3.0].map(|ratio| {
        let response = Spring::from_frequency(1.0, ratio)?.follow_response();
        let frequencies = (0..=300).map(|i| 0.05 * 400f64.powf(f64::from(i) / 300.0));
        Ok(frequencies.map(|hertz| (hertz, response.gain(hertz))).collect())
    });
    let curves: Result<Vec<Points>> = curves.into_iter().collect();
    Ok(words.figure(curves?)?.log_x().log_y().into())
}

fn motion_capture(words: &Words) -> Result<Drawing> {
    let (times, raw): (Vec<f64>, Vec<f64>) = walk("LeftKnee.Xrotation")?.into_iter().unzip();
    let filter = Filter::Follow(Spring::from_halflife(0.05, 1.0)?);
    let (mut once, mut both) = (raw.clone(), raw.clone());
    smooth(&filter, Gaps::Hold, &times, &mut once)?;
    smooth_zero_phase(&filter, Gaps::Hold, &times, &mut both)?;
    let curves = [raw, once, both].map(|values| times.iter().copied().zip(values).collect());
    Ok(words.figure(curves)?.x_limits(2.0, 6.0).into())
}

fn fades(words: &Words) -> Result<Drawing> {
    let offset = State::new(1.0, 12.0);
    let spring = Spring::from_halflife(0.1, 1.0)?;
    let cubic = TimedOffset::new(offset, 0.5, FadeCurve::Cubic)?;
    let soft = TimedOffset::new(offset, 0.5, FadeCurve::SmoothStep)?;
    let dead = DeadBlend::new(offset, 0.08, 0.5)?;
    let fade = |offset: &dyn Fn(f64) -> State<f64>| sampled(0.8, 200, |t| offset(t).position);
    words.draw([
        fade(&|t| spring.step(t).apply(offset, 0.0)),
        fade(&|t| cubic.at(t)),
        fade(&|t| soft.at(t)),
        fade(&|t| dead.apply(State::at_rest(0.0), t)),
    ])
}

fn angles(words: &Words) -> Result<Drawing> {
    let (step, goal) = (Spring::critical(6.0)?.step(1.0 / 60.0), 30f64.to_radians());
    let start = State::at_rest(300f64.to_radians());
    let shorter = path(start, 1.0 / 60.0, 1.5, |s, _| step.apply_angle(s, goal));
    let plain = path(start, 1.0 / 60.0, 1.5, |s, _| step.apply(s, goal));
    let degrees = |path: Points| path.into_iter().map(|(t, angle)| (t, angle.to_degrees()));
    let figure = words.figure([shorter, plain].map(|path| degrees(path).collect()))?;
    Ok(figure.level("390° = 30°", 390.0).into())
}

fn no_overshoot(words: &Words) -> Result<Drawing> {
    let step = spring(12.0, 0.15).step(1.0 / 240.0);
    let run = |advance: &dyn Fn(State<f64>) -> State<f64>| {
        path(State::at_rest(0.0), 1.0 / 240.0, 1.5, |s, _| advance(s))
    };
    words.draw([run(&|s| step.apply(s, 1.0)), run(&|s| clamp_overshoot(s, 1.0, &step))])
}

fn pose(words: &Words) -> Result<Drawing> {
    let halflives = [0.05, 0.15, 0.4];
    let (walk, reach) = ([0.0, 1.0, 2.0], [0.6, 1.4, 3.2]);
    let standing = |heights: [f64; 3]| heights.map(|height| State::at_rest([0.0, height, 0.0]));
    let (from, to) = (standing(walk), standing(reach));
    let mut translations = [Inertialization::default(); 3];
    let mut fade = PoseInertialization {
        translations: &mut translations,
        rotations: &mut [],
        scales: &mut [],
    };
    let pose = |translations| Pose { translations, rotations: &[], scales: &[] };
    fade.transition(pose(&from), pose(&to));
    let dt = 1.0 / 120.0;
    let mut paths: [Points; 3] = Default::default();
    for frame in 0..150u32 {
        let mut blended = to;
        let seen = PoseMut { translations: &mut blended, rotations: &mut [], scales: &mut [] };
        fade.apply(pose(&to), seen);
        for (path, bone) in paths.iter_mut().zip(blended) {
            path.push((f64::from(frame) * dt, bone.position[1]));
        }
        fade.update_each(&halflives, dt);
    }
    words.draw(paths)
}

fn scales(words: &Words) -> Result<Drawing> {
    let spring = spring(8.0, 0.35);
    let in_log = |t| spring.step(t).apply_scale(State::at_rest([0.1]), [10.0]).position[0];
    let plain = |t| spring.step(t).apply(State::at_rest(0.1), 10.0).position;
    let figure = words.figure([sampled(2.0, 300, in_log), sampled(2.0, 300, plain)])?;
    Ok(figure.log_y().level("goal", 10.0).into())
}

fn limits(words: &Words) -> Result<Drawing> {
    let dt = 1.0 / 240.0;
    let step = spring(9.0, 0.3).step(dt);
    let run = |advance: &dyn Fn(State<f64>) -> State<f64>| {
        path(State::at_rest(0.0), dt, 2.0, |s, _| advance(s))
    };
    words.draw([
        run(&|s| step.apply(s, 1.0)),
        run(&|s| limit_speed(s, 1.0, &step, 2.0)),
        run(&|s| limit_acceleration(s, 1.0, &step, 20.0)),
        run(&|s| bounce_within(step.apply(s, 1.0), 0.0, 1.2, 0.8)),
    ])
}
