//! Systems of Bowles' Spring dynamics for production.

use sprung::integrate::{FixedTimestep, Method, substep_capped, substep_uniform};
use sprung::{Spring, State};

use crate::picture::{Entry, Picture, Points, Result, sliders};
use crate::sampling::{exact, integrated, path, sampled, stepped};

pub(crate) const SYSTEMS: &[Entry] = &[
    ("explicit-euler-spring", explicit),
    ("energy-over-time", energy),
    ("target-velocity", target_velocity),
    ("undamped-angular-frequency-and-damping-ratio", parameters),
    ("implicit-update-stable-pd", stable_pd),
    ("implicit-against-explicit-under-damped", under_damped),
    ("sub-stepping-three-ways", substepping),
    ("explicit-implicit-and-closed-form", comparison),
];

const REST: State<f64> = State { position: 0.0, velocity: 0.0 };

fn explicit(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, frames] = sliders(p)?;
    let spring = Spring::new(omega, ratio)?;
    let run = |rate| integrated(Method::Explicit, spring, rate, 2.0);
    let limit = Method::Explicit.stability_limit(ratio) / omega;
    Ok(Picture::new([exact(&spring, REST, 1.0, 2.0), run(60.0), run(frames)]).marked([1.0 / limit]))
}

fn energy(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, frames] = sliders(p)?;
    let (spring, dt, start) = (Spring::new(omega, ratio)?, 1.0 / frames, State::at_rest(1.0));
    let first = spring.energy(start, 0.0);
    let run = |method: Method| -> Points {
        let states = stepped(start, dt, 2.0, |s, _| method.step(s, 0.0, 0.0, &spring, dt));
        states.iter().map(|(time, s)| (*time, spring.energy(*s, 0.0) / first)).collect()
    };
    let exact = sampled(2.0, 300, |t| spring.energy(spring.step(t).apply(start, 0.0), 0.0) / first);
    Ok(Picture::new([
        exact,
        run(Method::Explicit),
        run(Method::SemiImplicit),
        run(Method::RungeKutta4),
        run(Method::StablePd),
        run(Method::BackwardEuler),
    ]))
}

fn target_velocity(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, speed] = sliders(p)?;
    let spring = Spring::new(omega, ratio)?;
    let goal = |t: f64| (speed * t).sin();
    let dt = 1.0 / 60.0;
    let run = |step: sprung::MovingGoalStep<f64>| {
        path(State::at_rest(0.0), dt, 6.0, |s, t| step.apply(s, goal(t), goal(t + dt)))
    };
    Ok(Picture::new([
        sampled(6.0, 200, goal),
        run(spring.follow_step(dt)),
        run(spring.track_step(dt)),
    ])
    .marked([spring.lag()]))
}

fn parameters(p: &[f64]) -> Result<Picture> {
    let [frequency, ratio] = sliders(p)?;
    let chosen = Spring::from_frequency(frequency, ratio)?;
    let others = [(2.0, 0.3), (1.0, 0.3), (1.0, 1.5)].map(|(frequency, ratio)| {
        Ok(exact(&Spring::from_frequency(frequency, ratio)?, REST, 1.0, 2.0))
    });
    let others: Result<Vec<Points>> = others.into_iter().collect();
    Ok(Picture::new([vec![exact(&chosen, REST, 1.0, 2.0)], others?].concat())
        .marked([chosen.stiffness(), chosen.damping()]))
}

fn stable_pd(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, frames] = sliders(p)?;
    let spring = Spring::new(omega, ratio)?;
    let run = |method| integrated(method, spring, frames, 1.5);
    let limit = Method::StablePd.stability_limit(ratio) / omega;
    Ok(Picture::new([
        exact(&spring, REST, 1.0, 1.5),
        run(Method::Explicit),
        run(Method::StablePd),
        run(Method::BackwardEuler),
    ])
    .marked([1.0 / limit]))
}

fn under_damped(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, frames] = sliders(p)?;
    let spring = Spring::new(omega, ratio)?;
    let run = |method| integrated(method, spring, frames, 2.0);
    Ok(Picture::new([exact(&spring, REST, 1.0, 2.0), run(Method::Explicit), run(Method::StablePd)]))
}

fn substepping(p: &[f64]) -> Result<Picture> {
    let [omega, ratio, step, limit] = sliders(p)?;
    let spring = Spring::new(omega, ratio)?;
    let advance = |s: State<f64>, h: f64| Method::StablePd.step(s, 1.0, 0.0, &spring, h);
    // 12 frames a second, of different lengths.
    let frame = |i: u32| if i.is_multiple_of(2) { 0.06 } else { 0.107 };
    let limit = limit.clamp(1.0, 64.0) as u32;
    let mut fixed = FixedTimestep::keeping_debt(REST, step, limit)?;
    let (mut capped, mut uniform) = (REST, REST);
    let mut curves = [const { [(0.0, 0.0)] }; 3].map(Vec::from);
    let mut time = 0.0;
    for i in 0..24 {
        capped = substep_capped(capped, frame(i), step, limit, advance).state;
        uniform = substep_uniform(uniform, frame(i), step, limit, advance).state;
        fixed.update(frame(i), advance);
        time += frame(i);
        for (curve, state) in curves.iter_mut().zip([capped, uniform, fixed.state()]) {
            curve.push((time, state.position));
        }
    }
    let exact = |time: f64| spring.step(time).apply(REST, 1.0).position;
    // The three curves lie on each other: their distance from the exact motion, a hundred times enlarged, does not.
    let errors: Vec<Points> = curves
        .iter()
        .map(|curve| curve.iter().map(|&(time, x)| (time, 10.0 * (x - exact(time)))).collect())
        .collect();
    Ok(Picture::new([vec![sampled(2.0, 300, exact)], curves.into(), errors].concat()))
}

fn comparison(p: &[f64]) -> Result<Picture> {
    let [omega, ratio] = sliders(p)?;
    let spring = Spring::new(omega, ratio)?;
    let exact = Method::Exact.step(REST, 1.0, 0.0, &spring, 1.0).position;
    let errors = |method: Method| -> Points {
        let error = |i| {
            let steps = 1.15f64.powi(i).round().max(3.0);
            let end = integrated(method, spring, steps, 1.0).last().map_or(f64::NAN, |p| p.1);
            let limit = method.stability_limit(spring.damping_ratio());
            let stable = spring.angular_frequency() / steps < limit;
            // Errors below rounding cannot be drawn on this axis.
            (1.0 / steps, if stable { (end - exact).abs().max(1e-16) } else { f64::NAN })
        };
        (8..=52).map(error).collect()
    };
    Ok(Picture::new(Method::ALL.map(errors)))
}
