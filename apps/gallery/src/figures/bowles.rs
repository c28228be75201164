//! Figures of Bowles' Spring dynamics for production.

use anyhow::Result;
use sprung::integrate::{FixedTimestep, Method, substep_capped, substep_uniform};
use sprung::{Rotation, Spring, State, Vector};
use sprung_body::{Body, Discretization, PoseSpring, stable_pd_velocity_change};
use sprung_figure::{Curve, Figure, Line, Moving, Panel, upright_box};

use super::sampling::{integrated, positions, sampled, spring, stepped};
use crate::system::{Drawing, Entry};

pub(crate) const FIGURES: &[Entry] = &[
    ("Explicit Euler spring", explicit),
    ("Target velocity", target_velocity),
    ("Undamped angular frequency and damping ratio", parameters),
    ("Implicit update (stable PD)", stable_pd),
    ("Implicit against explicit, under-damped", under_damped),
    ("Sub-stepping three ways", substepping),
    ("Explicit, implicit and closed form", comparison),
    ("Springs that drive a rigid body by velocity change", body),
];

fn explicit() -> Result<Drawing> {
    let spring = spring(10.0, 0.2);
    let figure = Figure::new("The same over time")
        .axes("time, s", "position")
        .curve(Curve::new("exact", integrated(Method::Exact, spring, 240.0, 2.0)))
        .curve(Curve::new("explicit, 60 steps/s", integrated(Method::Explicit, spring, 60.0, 2.0)))
        .curve(Curve::new("explicit, 20 steps/s", integrated(Method::Explicit, spring, 20.0, 2.0)))
        .y_limits(-2.0, 4.0);
    Ok((figure.hanging_weights("ω = 10 rad/s, ζ = 0.2", 2.0), figure).into())
}

fn target_velocity() -> Result<Drawing> {
    let spring = spring(5.0, 1.0);
    let goal = |t: f64| (1.2 * t).sin();
    let dt = 1.0 / 60.0;
    let run = |step: sprung::MovingGoalStep<f64>| {
        positions(&stepped(State::at_rest(0.0), dt, 6.0, |s, t| {
            step.apply(s, goal(t), goal(t + dt))
        }))
    };
    let figure = Figure::new("The same over time")
        .axes("time, s", "position")
        .curve(Curve::new("goal", sampled(6.0, 200, goal)).dashed().color(7))
        .curve(Curve::new("without its velocity", run(spring.follow_step(dt))).color(1))
        .curve(Curve::new("with its velocity", run(spring.track_step(dt))).color(0));
    Ok((figure.hanging_weights("A goal that oscillates: the dots", 6.0), figure).into())
}

fn parameters() -> Result<Drawing> {
    let mut figure = Figure::new("The same over time").axes("time, s", "position");
    for (label, frequency, ratio) in [
        ("2 Hz, ζ = 0.3", 2.0, 0.3),
        ("1 Hz, ζ = 0.3", 1.0, 0.3),
        ("1 Hz, ζ = 0.7", 1.0, 0.7),
        ("1 Hz, ζ = 1.5", 1.0, 1.5),
    ] {
        let spring = Spring::from_frequency(frequency, ratio)?;
        figure = figure.curve(Curve::new(label, integrated(Method::Exact, spring, 120.0, 2.0)));
    }
    Ok((figure.hanging_weights("Frequency and damping ratio", 2.0), figure).into())
}

fn stable_pd() -> Result<Drawing> {
    let spring = spring(20.0, 1.5);
    let figure = Figure::new("The same over time")
        .axes("time, s", "position")
        .curve(Curve::new("exact", integrated(Method::Exact, spring, 120.0, 1.5)))
        .curve(Curve::new("explicit", integrated(Method::Explicit, spring, 12.0, 1.5)))
        .curve(Curve::new("stable PD", integrated(Method::StablePd, spring, 12.0, 1.5)))
        .y_limits(-1.0, 3.0);
    Ok((figure.hanging_weights("ω = 20 rad/s, ζ = 1.5, 12 steps per second", 1.5), figure).into())
}

fn under_damped() -> Result<Drawing> {
    let spring = spring(10.0, 0.3);
    let figure = Figure::new("The same over time")
        .axes("time, s", "position")
        .curve(Curve::new("exact", integrated(Method::Exact, spring, 240.0, 2.0)))
        .curve(Curve::new("explicit", integrated(Method::Explicit, spring, 20.0, 2.0)))
        .curve(Curve::new("stable PD", integrated(Method::StablePd, spring, 20.0, 2.0)));
    Ok((figure.hanging_weights("ω = 10 rad/s, ζ = 0.3, 20 steps per second", 2.0), figure).into())
}

fn substepping() -> Result<Drawing> {
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
    let [capped, uniform, fixed] = curves;
    let figure = Figure::new("The same over time")
        .axes("time, s", "position")
        .curve(Curve::new("exact", integrated(Method::Exact, spring, 120.0, 2.0)))
        .curve(Curve::new("capped", capped))
        .curve(Curve::new("uniform capped", uniform))
        .curve(Curve::new("fixed, interpolated", fixed));
    Ok((figure.hanging_weights("ω = 9 rad/s, ζ = 0.25", 2.0), figure).into())
}

fn comparison() -> Result<Drawing> {
    let spring = spring(10.0, 0.5);
    let exact = Method::Exact.step(State::at_rest(0.0), 1.0, 0.0, &spring, 1.0).position;
    let race = Method::ALL.into_iter().fold(Figure::new(""), |race, method| {
        race.curve(Curve::new(method.name(), integrated(method, spring, 9.0, 2.0)))
    });
    let race =
        race.y_limits(-0.5, 2.5).hanging_weights("ω = 10 rad/s, ζ = 0.5, 9 steps per second", 2.0);
    let mut figure =
        Figure::new("Error after 1 s").axes("step, s", "error / initial offset").log_x().log_y();
    for method in Method::ALL {
        let errors = (2..=60)
            .map(|i| {
                let steps = 1.15f64.powi(i).round().max(3.0);
                let end = integrated(method, spring, steps, 1.0).last().map_or(f64::NAN, |p| p.1);
                let stable = spring.angular_frequency() / steps
                    < method.stability_limit(spring.damping_ratio());
                // Errors below rounding cannot be drawn on this axis.
                (1.0 / steps, if stable { (end - exact).abs().max(1e-16) } else { f64::NAN })
            })
            .collect();
        figure = figure.curve(Curve::new(method.name(), errors));
    }
    Ok((race, figure).into())
}

fn body() -> Result<Drawing> {
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
    let names = ["as published", "pose spring, 1 kg", "pose spring, 1000 kg"];
    let mut moving = Moving::new("25 Hz, ζ = 1, twenty times slower", SLOWED * SECONDS);
    let mut figure = Figure::new("The same over time").axes("time, s", "height, m");
    for (index, (name, places)) in names.into_iter().zip([published, light, heavy]).enumerate() {
        let crates = places.iter().map(|(_, place)| vec![crate_at(*place)]).collect();
        let goals = vec![vec![crate_at(goal)]; places.len()];
        moving = moving.panel(
            Panel::new(name, (-1.6, 1.6), (-1.2, 2.8)).lines(7, goals).shapes(index, crates),
        );
        let heights = places.iter().map(|(time, place)| (*time, place[1])).collect();
        let curve = Curve::new(name, heights).color(index);
        figure = figure.curve(if index == 2 { curve.marked() } else { curve });
    }
    Ok((moving, figure.y_limits(-1.0, 3.0)).into())
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
