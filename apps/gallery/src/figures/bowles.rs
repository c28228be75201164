//! Figures of Bowles' Spring dynamics for production.

use anyhow::Result;
use sprung::integrate::{FixedTimestep, Method, substep_capped, substep_uniform};
use sprung::{Rotation, Spring, State, Vector};
use sprung_body::{Body, Discretization, PoseSpring, stable_pd_velocity_change};
use sprung_figure::{Curve, Figure, Line, Moving, Panel, upright_box};

use super::sampling::{integrated, path, race, sampled, spring, stepped};
use crate::system::{Drawing, Entry, Points, Words};

pub(crate) const FIGURES: &[Entry] = &[
    ("Explicit Euler spring", explicit),
    ("Energy over time", energy),
    ("Target velocity", target_velocity),
    ("Undamped angular frequency and damping ratio", parameters),
    ("Implicit update (stable PD)", stable_pd),
    ("Implicit against explicit, under-damped", under_damped),
    ("Sub-stepping three ways", substepping),
    ("Explicit, implicit and closed form", comparison),
    ("Springs that drive a rigid body by velocity change", body),
];

/// The step response by three methods, each with its number of steps per second.
fn methods(
    words: &Words,
    spring: Spring<f64>,
    end: f64,
    methods: [(Method, f64); 3],
) -> Result<Figure> {
    words.figure(methods.map(|(method, rate)| integrated(method, spring, rate, end)))
}

fn explicit(words: &Words) -> Result<Drawing> {
    let runs = [(Method::Exact, 240.0), (Method::Explicit, 60.0), (Method::Explicit, 20.0)];
    let figure = methods(words, spring(10.0, 0.2), 2.0, runs)?;
    Ok(Drawing::hanging_weights(figure.y_limits(-2.0, 4.0), 2.0))
}

fn energy(words: &Words) -> Result<Drawing> {
    let (spring, start, dt) = (spring(10.0, 0.05), State::at_rest(1.0), 1.0 / 30.0);
    let share = |s: State<f64>| spring.energy(s, 0.0) / spring.energy(start, 0.0);
    let run = |method: Method| -> Points {
        let states = stepped(start, dt, 2.0, |s, _| method.step(s, 0.0, 0.0, &spring, dt));
        states.into_iter().map(|(time, s)| (time, share(s))).collect()
    };
    let exact = sampled(2.0, 300, |t| share(spring.step(t).apply(start, 0.0)));
    let others = [Method::Explicit, Method::SemiImplicit, Method::StablePd, Method::BackwardEuler];
    let figure = words.figure([exact].into_iter().chain(others.map(run)))?;
    Ok(figure.y_limits(0.0, 2.0).into())
}

fn target_velocity(words: &Words) -> Result<Drawing> {
    let spring = spring(5.0, 1.0);
    let goal = |t: f64| (1.2 * t).sin();
    let dt = 1.0 / 60.0;
    let run = |step: sprung::MovingGoalStep<f64>| {
        path(State::at_rest(0.0), dt, 6.0, |s, t| step.apply(s, goal(t), goal(t + dt)))
    };
    let curves = [sampled(6.0, 200, goal), run(spring.follow_step(dt)), run(spring.track_step(dt))];
    Ok(Drawing::hanging_weights(words.figure(curves)?, 6.0))
}

fn parameters(words: &Words) -> Result<Drawing> {
    let springs = [(2.0, 0.3), (1.0, 0.3), (1.0, 0.7), (1.0, 1.5)].map(|(frequency, ratio)| {
        let spring = Spring::from_frequency(frequency, ratio)?;
        Ok(integrated(Method::Exact, spring, 120.0, 2.0))
    });
    let curves: Result<Vec<Points>> = springs.into_iter().collect();
    Ok(Drawing::hanging_weights(words.figure(curves?)?, 2.0))
}

fn stable_pd(words: &Words) -> Result<Drawing> {
    let runs = [(Method::Exact, 120.0), (Method::Explicit, 12.0), (Method::StablePd, 12.0)];
    let figure = methods(words, spring(20.0, 1.5), 1.5, runs)?;
    Ok(Drawing::hanging_weights(figure.y_limits(-1.0, 3.0), 1.5))
}

fn under_damped(words: &Words) -> Result<Drawing> {
    let runs = [(Method::Exact, 240.0), (Method::Explicit, 20.0), (Method::StablePd, 20.0)];
    Ok(Drawing::hanging_weights(methods(words, spring(10.0, 0.3), 2.0, runs)?, 2.0))
}

fn substepping(words: &Words) -> Result<Drawing> {
    let spring = spring(9.0, 0.25);
    let advance = |s: State<f64>, h: f64| Method::StablePd.step(s, 1.0, 0.0, &spring, h);
    // 12 frames a second, of different lengths.
    let frame = |i: u32| if i.is_multiple_of(2) { 0.06 } else { 0.107 };
    let mut fixed = FixedTimestep::keeping_debt(State::at_rest(0.0), 1.0 / 60.0, 16)?;
    let (mut capped, mut uniform) = (State::at_rest(0.0), State::at_rest(0.0));
    let mut curves = [const { [(0.0, 0.0)] }; 3].map(Vec::from);
    let mut time = 0.0;
    for i in 0..24 {
        capped = substep_capped(capped, frame(i), 1.0 / 60.0, 16, advance).state;
        uniform = substep_uniform(uniform, frame(i), 1.0 / 60.0, 16, advance).state;
        fixed.update(frame(i), advance);
        time += frame(i);
        for (curve, state) in curves.iter_mut().zip([capped, uniform, fixed.state()]) {
            curve.push((time, state.position));
        }
    }
    let exact = integrated(Method::Exact, spring, 120.0, 2.0);
    let figure = words.figure([exact].into_iter().chain(curves))?;
    Ok(Drawing::hanging_weights(figure, 2.0))
}

fn comparison(words: &Words) -> Result<Drawing> {
    let spring = spring(10.0, 0.5);
    let exact = Method::Exact.step(State::at_rest(0.0), 1.0, 0.0, &spring, 1.0).position;
    let race = race("ω = 10 rad/s, ζ = 0.5, 9 steps per second", spring, 9.0, 2.0);
    let errors = |method: Method| {
        let error = |i| {
            let steps = 1.15f64.powi(i).round().max(3.0);
            let end = integrated(method, spring, steps, 1.0).last().map_or(f64::NAN, |p| p.1);
            let limit = method.stability_limit(spring.damping_ratio());
            let stable = spring.angular_frequency() / steps < limit;
            // Errors below rounding cannot be drawn on this axis.
            (1.0 / steps, if stable { (end - exact).abs().max(1e-16) } else { f64::NAN })
        };
        Curve::new(method.name(), (2..=60).map(error).collect())
    };
    let figure = words.blank().log_x().log_y().curves(Method::ALL.map(errors));
    Ok((race.y_limits(-0.5, 2.5).hanging_weights(2.0), figure).into())
}

fn body(words: &Words) -> Result<Drawing> {
    const SECONDS: f64 = 0.25;
    const SLOWED: f64 = 20.0;
    let (dt, spring) = (1.0 / 60.0, Spring::from_frequency(25.0, 1.0)?);
    // 1 m up and upright: in the plane, place and angle are three numbers.
    let goal = [0.0, 1.0, 0.0];
    let start = [0.0, 0.0, 0.9];
    let published = stepped([start, [0.0; 3]], dt, SECONDS, |[place, velocity], _| {
        let change = stable_pd_velocity_change(&spring, [place, velocity], [goal, [0.0; 3]], dt);
        let velocity: [f64; 3] = velocity.plus(change);
        [place.plus(velocity.times(dt)), velocity]
    });
    let mut pose_spring = PoseSpring::new(spring, goal, Rotation::IDENTITY);
    let mut driven = |mass: f64| {
        let mut body = Body::planar(mass, mass * 0.64 / 6.0);
        body.rotation = Rotation::from_rotation_vector([0.0, 0.0, start[2]]);
        stepped(body, dt, SECONDS, |mut body, _| {
            pose_spring.prepare(&body, Discretization::Exact, dt);
            pose_spring.solve(&mut body);
            body.position = body.position.plus(body.velocity.times(dt));
            let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
            body.rotation = body.rotation.then(&turn);
            body
        })
    };
    let [light, heavy] = [driven(1.0), driven(1000.0)].map(|states| {
        let place =
            |body: &Body<f64>| [0.0, body.position[1], body.rotation.to_rotation_vector()[2]];
        states.iter().map(|(time, body)| (*time, place(body))).collect::<Vec<_>>()
    });
    let published = published.iter().map(|(time, [place, _])| (*time, *place)).collect();
    let mut moving = Moving::new("25 Hz, ζ = 1, twenty times slower", SLOWED * SECONDS);
    let mut heights = Vec::new();
    for (index, (name, places)) in words.labels().zip([published, light, heavy]).enumerate() {
        let crates = places.iter().map(|(_, place)| vec![crate_at(*place)]).collect();
        let goals = vec![vec![crate_at(goal)]; places.len()];
        moving = moving.panel(
            Panel::new(name, (-1.6, 1.6), (-1.2, 2.8)).lines(7, goals).shapes(index, crates),
        );
        heights.push(places.iter().map(|(time, place)| (*time, place[1])).collect());
    }
    Ok((moving, words.figure(heights)?.y_limits(-1.0, 3.0)).into())
}

/// The outline of a crate of 0.8 m at a position in the plane.
fn crate_at([x, y, angle]: [f64; 3]) -> Line {
    let (sin, cos) = angle.sin_cos();
    let turned = |(right, up): (f64, f64)| (x + right * cos - up * sin, y + right * sin + up * cos);
    upright_box((0.0, 0.0), 0.4, 0.4).into_iter().map(turned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frequency and the decay rate as fractions of the spring's, from the recurrence `x₂ = T·x₁ − D·x₀` of the
    /// offsets.
    fn swing(method: Method) -> (f64, f64) {
        let (spring, dt) = (spring(10.0, 0.3), 0.05);
        let offsets: Vec<f64> =
            integrated(method, spring, 20.0, 1.0).iter().map(|(_, x)| x - 1.0).collect();
        let [a, b, c, d] = [offsets[2], offsets[3], offsets[4], offsets[5]];
        let determinant = (b * d - c * c) / (a * c - b * b);
        let trace = (c + determinant * a) / b;
        let angle = (trace / (2.0 * determinant.sqrt())).acos();
        let (frequency, decay) = (10.0 * 0.91f64.sqrt(), 3.0);
        (angle / dt / frequency, -determinant.sqrt().ln() / dt / decay)
    }

    #[test]
    fn the_caption_of_the_under_damped_spring_is_what_the_figure_shows() {
        for (method, frequency, decay) in [
            (Method::Exact, 1.0, 1.0),
            (Method::Explicit, 1.07, 0.17),
            (Method::StablePd, 0.95, 0.87),
        ] {
            let seen = swing(method);
            assert!((seen.0 - frequency).abs() < 0.005, "{method:?} {seen:?}");
            assert!((seen.1 - decay).abs() < 0.005, "{method:?} {seen:?}");
        }
    }
}
