//! Figures of systems that are in none of the articles.

use anyhow::Result;
use sprung::motion::{
    DeadBlend, FadeCurve, Inertialization, PiecewiseLinear, Pose, PoseInertialization, PoseMut,
    TimedOffset, Timeline, TimelineKey, bounce_within, clamp_overshoot, limit_acceleration,
    limit_speed,
};
use sprung::{Spring, State};
use sprung_figure::{Curve, Figure};
use sprung_signal::{Filter, Gaps, smooth, smooth_zero_phase};

use super::recorded::walk;
use super::sampling::{positions, sampled, spring, stepped};
use crate::system::{Drawing, Entry};

pub(crate) const FIGURES: &[Entry] = &[
    ("Moving goals at any frame rate", uneven_frames),
    ("A motion as data", timeline),
    ("When does it settle?", settling),
    ("Frequency response", frequency_response),
    ("Motion capture, smoothed", motion_capture),
    ("Timed fades and dead blending", fades),
    ("Whole poses with a half-life per bone", pose),
    ("Scales in log space", scales),
    ("Limits of speed, acceleration and place", limits),
    ("Angles along the shortest path", angles),
    ("No overshoot", no_overshoot),
];

fn uneven_frames() -> Result<Drawing> {
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
    Ok(Figure::new("ω = 9 rad/s, ζ = 0.5")
        .axes("time, s", "position")
        .curve(
            Curve::new("goal", even.iter().map(|&t| (t, goal.at(t))).collect()).dashed().color(7),
        )
        .curve(Curve::new("120 frames/s", run(&even)).color(0))
        .curve(Curve::new("fifteen uneven frames, joined by lines", run(&uneven)).color(1))
        .into())
}

fn timeline() -> Result<Drawing> {
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
    Ok(Figure::new("Four keys, read in any order")
        .axes("time, s", "position")
        .curve(Curve::new("goal", goals).dashed().color(7))
        .curve(Curve::new("the motion", path).color(0))
        .curve(Curve::new("six times, in no order", asked.collect()).marked().color(1))
        .moment("90 % there", keys[3].time_of_progress(0.9))
        .into())
}

fn settling() -> Result<Drawing> {
    let mut figure = Figure::new("ω = 10 rad/s, to 2 %").axes("time, s", "position").band(
        "2 %",
        7,
        &[(0.0, 0.98, 1.02), (2.5, 0.98, 1.02)],
    );
    for (index, ratio) in [0.2, 0.5, 1.5].into_iter().enumerate() {
        let spring = spring(10.0, ratio);
        let path = sampled(2.5, 400, |t| spring.step(t).apply(State::at_rest(0.0), 1.0).position);
        figure = figure
            .curve(Curve::new(format!("ζ = {ratio}"), path).color(index))
            .moment(format!("ζ = {ratio}"), spring.settling_time(0.02));
    }
    Ok(figure.into())
}

fn frequency_response() -> Result<Drawing> {
    let mut figure = Figure::new("A spring of 1 Hz, goal followed")
        .axes("frequency of the goal, Hz", "gain")
        .log_x()
        .log_y();
    for ratio in [0.1, 0.4, 1.0, 3.0] {
        let response = Spring::from_frequency(1.0, ratio)?.follow_response();
        let gain = (0..=300)
            .map(|i| 0.05 * 400f64.powf(f64::from(i) / 300.0))
            .map(|hertz| (hertz, response.gain(hertz)))
            .collect();
        figure = figure.curve(Curve::new(format!("ζ = {ratio}"), gain));
    }
    Ok(figure.into())
}

fn motion_capture() -> Result<Drawing> {
    let (times, raw): (Vec<f64>, Vec<f64>) = walk("LeftKnee.Xrotation")?.into_iter().unzip();
    let filter = Filter::Follow(Spring::from_halflife(0.05, 1.0)?);
    let (mut once, mut both) = (raw.clone(), raw.clone());
    smooth(&filter, Gaps::Hold, &times, &mut once)?;
    smooth_zero_phase(&filter, Gaps::Hold, &times, &mut both)?;
    let curve = |label, values: &[f64]| {
        Curve::new(label, times.iter().copied().zip(values.iter().copied()).collect())
    };
    Ok(Figure::new("walk.bvh, left knee")
        .axes("time, s", "angle, °")
        .curve(curve("recording", &raw).thin().color(7))
        .curve(curve("one pass", &once).color(1))
        .curve(curve("forward and backward", &both).color(0))
        .x_limits(2.0, 6.0)
        .into())
}

fn fades() -> Result<Drawing> {
    let offset = State::new(1.0, 12.0);
    let spring = Spring::from_halflife(0.1, 1.0)?;
    let cubic = TimedOffset::new(offset, 0.5, FadeCurve::Cubic)?;
    let soft = TimedOffset::new(offset, 0.5, FadeCurve::SmoothStep)?;
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
            sampled(0.8, 200, |t| dead.apply(State::at_rest(0.0), t).position),
        ))
        .into())
}

fn angles() -> Result<Drawing> {
    let step = Spring::critical(6.0)?.step(1.0 / 60.0);
    let start = State::at_rest(300f64.to_radians());
    let states = stepped(start, 1.0 / 60.0, 1.5, |s, _| step.apply_angle(s, 30f64.to_radians()));
    let plain = stepped(start, 1.0 / 60.0, 1.5, |s, _| step.apply(s, 30f64.to_radians()));
    let degrees = |states: &[(f64, State<f64>)]| -> Vec<(f64, f64)> {
        states.iter().map(|(t, s)| (*t, s.position.to_degrees())).collect()
    };
    Ok(Figure::new("From 300° to 30°")
        .axes("time, s", "angle, °")
        .curve(Curve::new("the shorter arc", degrees(&states)))
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

fn pose() -> Result<Drawing> {
    let names = ["hips, 0.05 s", "spine, 0.15 s", "hand, 0.4 s"];
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
    let mut paths: [Vec<(f64, f64)>; 3] = Default::default();
    for frame in 0..150u32 {
        let mut blended = to;
        fade.apply(
            pose(&to),
            PoseMut { translations: &mut blended, rotations: &mut [], scales: &mut [] },
        );
        for (path, bone) in paths.iter_mut().zip(blended) {
            path.push((f64::from(frame) * dt, bone.position[1]));
        }
        fade.update_each(&halflives, dt);
    }
    let mut figure = Figure::new("Three bones after a switch at 0 s").axes("time, s", "height, m");
    for (name, path) in names.into_iter().zip(paths) {
        figure = figure.curve(Curve::new(name, path));
    }
    Ok(figure.into())
}

fn scales() -> Result<Drawing> {
    let spring = spring(8.0, 0.35);
    let in_log = sampled(2.0, 300, |t| {
        spring.step(t).apply_scale(State::at_rest([0.1]), [10.0]).position[0]
    });
    let plain = sampled(2.0, 300, |t| spring.step(t).apply(State::at_rest(0.1), 10.0).position);
    Ok(Figure::new("ω = 8 rad/s, ζ = 0.35")
        .axes("time, s", "scale")
        .log_y()
        .curve(Curve::new("in log space", in_log))
        .curve(Curve::new("as a plain number", plain).dashed())
        .level("goal", 10.0)
        .into())
}

fn limits() -> Result<Drawing> {
    let dt = 1.0 / 240.0;
    let step = spring(9.0, 0.3).step(dt);
    let run = |advance: &dyn Fn(State<f64>) -> State<f64>| {
        positions(&stepped(State::at_rest(0.0), dt, 2.0, |s, _| advance(s)))
    };
    Ok(Figure::new("ω = 9 rad/s, ζ = 0.3")
        .axes("time, s", "position")
        .curve(Curve::new("free", run(&|s| step.apply(s, 1.0))).thin())
        .curve(Curve::new("at most 2 per second", run(&|s| limit_speed(s, 1.0, &step, 2.0))))
        .curve(Curve::new(
            "at most 20 per second²",
            run(&|s| limit_acceleration(s, 1.0, &step, 20.0)),
        ))
        .curve(Curve::new(
            "walls at 0 and 1.2",
            run(&|s| bounce_within(step.apply(s, 1.0), 0.0, 1.2, 0.8)),
        ))
        .into())
}
