//! Systems of Holden's Spring-Roll-Call: dampers, springs and their parameters.

use sprung::integrate::{euler_damper, semi_implicit_euler};
use sprung::motion::{
    DoubleSpring, TimedGoal, TimedSpring, VelocitySpring, critical_spring, decay_spring,
    simple_spring,
};
use sprung::{Damper, DoubleStep, Spring, State};

use crate::picture::{Entry, Picture, Points, Result, sliders};
use crate::sampling::{exact, path, sampled, staircase, stepped};

pub(crate) const SYSTEMS: &[Entry] = &[
    ("lerp-damper", lerp_damper),
    ("lerp-damper-scaled-by-the-time-step", damper_bad),
    ("damper-from-a-rate-and-a-reference-step", reference_damper),
    ("exact-damper-from-its-half-life", exact_damper),
    ("spring-damper-by-semi-implicit-euler", unstable_spring),
    ("exact-spring-damper", exact_spring),
    ("goal-position-and-goal-velocity", goal_velocity),
    ("half-life-frequency-and-damping-ratio", conversions),
    ("critical-half-life-and-critical-frequency", critical_frequency),
    ("critical-simple-and-decay-spring", critical_springs),
    ("coefficients-shared-by-many-springs", shared_coefficients),
    ("double-spring", double_spring),
    ("timed-spring", timed_spring),
    ("velocity-spring", velocity_spring),
];

fn lerp_damper(p: &[f64]) -> Result<Picture> {
    let [factor, seconds] = sliders(p)?;
    let blended = |rate: f64| stepped(1.0, 1.0 / rate, seconds, |x, _| x * (1.0 - factor));
    let curves = [120.0, 60.0, 30.0].map(blended);
    let at = |curve: &Points| curve.get(curve.len() / 4).map_or(f64::NAN, |point| point.1);
    let ratio = at(&curves[2]) / at(&curves[0]);
    Ok(Picture::new(curves).marked([ratio]))
}

fn damper_bad(p: &[f64]) -> Result<Picture> {
    let [rate, frames] = sliders(p)?;
    let damper = Damper::from_rate(rate)?;
    let exact = sampled(1.5, 300, |t| damper.step(t).apply(1.0, 0.0));
    let [fast, slow] = [60.0, frames].map(|frames: f64| {
        stepped(1.0, 1.0 / frames, 1.5, |x, _| euler_damper(x, 0.0, rate, 1.0 / frames))
    });
    Ok(Picture::new([exact, fast, slow]).marked([rate / frames]))
}

fn reference_damper(p: &[f64]) -> Result<Picture> {
    let [factor, reference, frames] = sliders(p)?;
    let damper = Damper::from_smoothing_factor(factor, 1.0 / reference)?;
    let end = 8.0 / damper.rate();
    let at = |rate: f64| {
        let step = damper.step(1.0 / rate);
        stepped(1.0, 1.0 / rate, end, |x, _| step.apply(x, 0.0))
    };
    let exact = sampled(end, 300, |t| damper.step(t).apply(1.0, 0.0));
    Ok(Picture::new([exact, staircase(&at(frames))])
        .marked([damper.rate(), damper.smoothing_factor(1.0 / frames)]))
}

fn exact_damper(p: &[f64]) -> Result<Picture> {
    let [halflife, frames] = sliders(p)?;
    let damper = Damper::from_halflife(halflife)?;
    let exact = sampled(1.5, 300, |t| damper.step(t).apply(1.0, 0.0));
    let step = damper.step(1.0 / frames);
    let coarse = stepped(1.0, 1.0 / frames, 1.5, |x, _| step.apply(x, 0.0));
    Ok(Picture::new([exact, staircase(&coarse)]).marked([halflife]))
}

fn unstable_spring(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, frames] = sliders(p)?;
    let stiff = Spring::new(omega, ratio)?;
    let at = |rate: f64| {
        path(State::at_rest(1.0), 1.0 / rate, 1.2, |s, _| {
            semi_implicit_euler(s, 1.0 / rate, |s| stiff.acceleration(s, 0.0, 0.0))
        })
    };
    let limit = sprung::integrate::Method::SemiImplicit.stability_limit(ratio) / omega;
    Ok(Picture::new([exact(&stiff, State::at_rest(1.0), 0.0, 1.2), at(60.0), at(frames)])
        .marked([1.0 / limit]))
}

fn exact_spring(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, velocity, frames] = sliders(p)?;
    let (spring, start, end) =
        (Spring::new(omega, ratio)?, State::new(0.0, velocity), 16.0 / omega);
    let step = spring.step(1.0 / frames);
    let coarse = path(start, 1.0 / frames, end, |s, _| step.apply(s, 1.0));
    let energy = sampled(end, 300, |t| {
        spring.energy(spring.step(t).apply(start, 1.0), 1.0) / spring.stiffness()
    });
    Ok(Picture::new([exact(&spring, start, 1.0, end), staircase(&coarse), energy]).marked([1.0]))
}

fn goal_velocity(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, speed] = sliders(p)?;
    let (spring, rest) = (Spring::new(omega, ratio)?, State::at_rest(0.0));
    let goal = |t: f64| 1.0 + speed * t;
    let over_time = |at: &dyn Fn(f64) -> State<f64>| sampled(2.0, 240, |time| at(time).position);
    Ok(Picture::new([
        sampled(2.0, 1, goal),
        over_time(&|t| spring.follow_step(t).apply(rest, goal(0.0), goal(t))),
        over_time(&|t| spring.track_step(t).apply(rest, goal(0.0), goal(t))),
        over_time(&|t| spring.goal_velocity_step(t).apply(rest, 1.0, speed)),
    ])
    .marked([1.0 + speed * spring.lag()]))
}

fn conversions(p: &[f64]) -> Result<Picture> {
    let [omega, ratio] = sliders(p)?;
    let halflife =
        |ratio: f64| Spring::new(omega, ratio.max(1e-6)).map_or(f64::NAN, |s| s.halflife());
    let holden = |ratio: f64| {
        let halflife = 2.0 * core::f64::consts::LN_2 / (ratio * omega);
        if halflife * omega < 8.0 { halflife } else { f64::NAN }
    };
    Ok(Picture::new([sampled(3.0, 300, halflife), sampled(3.0, 300, holden)]).marked([
        ratio,
        halflife(ratio),
        holden(ratio),
    ]))
}

fn critical_frequency(p: &[f64]) -> Result<Picture> {
    let [chosen] = sliders(p)?;
    let of =
        |halflife: f64| Spring::from_halflife(halflife, 1.0).map_or(f64::NAN, |s| s.frequency());
    let curve = (2..=100).map(|i| f64::from(i) * 0.01).map(|halflife| (halflife, of(halflife)));
    Ok(Picture::new([curve.collect()]).marked([chosen, of(chosen)]))
}

fn critical_springs(p: &[f64]) -> Result<Picture> {
    let [halflife, goal_velocity, velocity] = sliders(p)?;
    Spring::from_halflife(halflife, 1.0)?;
    let start = State::new(0.0, velocity);
    let end = 7.0 * halflife;
    let over_time = |at: &dyn Fn(f64) -> State<f64>| sampled(end, 240, |time| at(time).position);
    Ok(Picture::new([
        over_time(&|t| critical_spring(start, 1.0, goal_velocity, halflife, t)),
        over_time(&|t| simple_spring(start, 1.0, halflife, t)),
        over_time(&|t| decay_spring(State::new(0.8, velocity), halflife, t)),
    ])
    .marked([halflife]))
}

fn shared_coefficients(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, count] = sliders(p)?;
    let step = Spring::new(omega, ratio)?.step(1.0 / 60.0);
    let curve = |i: u32| {
        let place = 2.0 * f64::from(i) / count.max(2.0) - 1.0;
        let start = State::new(place, f64::from(i % 4) * 6.0 - 9.0);
        path(start, 1.0 / 60.0, 1.6, |s, _| step.apply(s, 0.0))
    };
    let [[a, b], [c, d]] = step.matrix();
    Ok(Picture::new((0..count.clamp(1.0, 64.0) as u32).map(curve)).marked([a, b, c, d]))
}

fn double_spring(p: &[f64]) -> Result<Picture> {
    let [halflife] = sliders(p)?;
    Spring::from_halflife(halflife, 1.0)?;
    let double = |t: f64| {
        let mut spring = DoubleSpring::at_rest(0.0);
        if let Ok(step) = DoubleStep::from_halflife(halflife, t) {
            spring.update(1.0, &step);
        }
        spring
    };
    let end = 4.0 * halflife;
    Ok(Picture::new([
        sampled(end, 200, |t| double(t).state.position),
        sampled(end, 200, |t| double(t).intermediate.position),
        sampled(end, 200, |t| simple_spring(State::at_rest(0.0), 1.0, halflife, t).position),
    ])
    .marked([halflife]))
}

fn timed_spring(p: &[f64]) -> Result<Picture> {
    let [omega, arrival, frames] = sliders(p)?;
    let spring = Spring::critical(omega)?;
    let lookahead = spring.default_lookahead();
    let at = |rate: f64| {
        let step = spring.timed_step(lookahead, 1.0 / rate);
        stepped(TimedSpring::at_rest(0.0), 1.0 / rate, 1.5 * arrival, |mut timed, time| {
            timed.update(TimedGoal { position: 1.0, time_left: arrival - time }, &step);
            timed
        })
    };
    let path = |states: &[(f64, TimedSpring<f64>)]| -> Points {
        states.iter().map(|(time, timed)| (*time, timed.state.position)).collect()
    };
    let fine = at(240.0);
    let line = fine.iter().map(|(time, timed)| (*time, timed.intermediate)).collect();
    let landing = sampled(1.5 * arrival, 300, |t| {
        spring.landing_step(arrival, t).apply(State::at_rest(0.0), 1.0).position
    });
    Ok(Picture::new([path(&fine), staircase(&path(&at(frames))), line, landing]).marked([arrival]))
}

fn velocity_spring(p: &[f64]) -> Result<Picture> {
    let [omega, speed, lookahead] = sliders(p)?;
    let step = Spring::critical(omega)?.velocity_step(speed, lookahead, 1.0 / 240.0);
    let states = stepped(VelocitySpring::at_rest(0.0), 1.0 / 240.0, 4.0, |mut moving, time| {
        moving.update(if time < 2.0 { 4.0 } else { 1.5 }, &step);
        moving
    });
    let of = |pick: fn(&VelocitySpring<f64>) -> f64| -> Points {
        states.iter().map(|(time, moving)| (*time, pick(moving))).collect()
    };
    Ok(Picture::new([of(|m| m.state.position), of(|m| m.intermediate)]))
}
