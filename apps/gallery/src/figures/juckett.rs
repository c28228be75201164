//! Figures of Juckett's Damped Springs.

use anyhow::Result;
use sprung::motion::{CameraGoal, CameraRig, CameraSprings, Orbit};
use sprung::{Spring, State};
use sprung_figure::{Curve, Figure};

use super::sampling::{path, sampled, spring};
use crate::system::{Drawing, Entry, Words};

pub(crate) const FIGURES: &[Entry] = &[
    ("Cached motion coefficients", coefficients),
    ("Damped springs with a starting velocity", starting_velocity),
    ("Simple harmonic motion", harmonic),
    ("Third-person camera", camera),
];

fn coefficients(words: &Words) -> Result<Drawing> {
    let entry = |row: usize, column: usize, scale: f64| {
        sampled(3.0, 300, move |ratio| {
            spring(30.0, ratio).step(1.0 / 15.0).matrix()[row][column] * scale
        })
    };
    let entries = [entry(0, 0, 1.0), entry(0, 1, 30.0), entry(1, 0, 1.0 / 30.0), entry(1, 1, 1.0)];
    Ok(words.figure(entries)?.moment("critical", 1.0).into())
}

fn starting_velocity(words: &Words) -> Result<Drawing> {
    let thrown = |ratio: f64| {
        let spring = spring(6.0, ratio);
        sampled(2.5, 300, |t| spring.step(t).apply(State::new(1.0, -14.0), 0.0).position)
    };
    words.draw([2.0, 1.0, 0.25].map(thrown))
}

fn harmonic(words: &Words) -> Result<Drawing> {
    let step = spring(6.0, 0.0).step(1.0 / 60.0);
    let undamped = path(State::new(1.0, 3.0), 1.0 / 60.0, 16.0, |s, _| step.apply(s, 0.0));
    // Damped springs that are struck: at their goal, with a velocity.
    let struck = |ratio: f64| {
        let spring = spring(6.0, ratio);
        move |time: f64| (spring, spring.step(time).apply(State::new(0.0, 12.0), 0.0))
    };
    let over_time = |title: &str, axis: &str, value: fn((Spring<f64>, State<f64>)) -> f64| {
        let curve = |ratio: f64| {
            let state = struck(ratio);
            Curve::new(format!("ζ = {ratio}"), sampled(2.0, 300, move |time| value(state(time))))
        };
        Figure::new(title).axes("time, s", axis).curves([0.2, 1.0, 3.0].map(curve))
    };
    let position = over_time("Started at the goal with 12 m/s", "position, m", |(_, s)| s.position);
    let energy = over_time("The energy of the same", "energy per mass, J/kg", |(spring, state)| {
        spring.energy(state, 0.0)
    });
    let figures = [words.figure([undamped])?, position, energy];
    Ok(Drawing(figures.map(|figure| figure.inline_svg()).into()))
}

fn camera(words: &Words) -> Result<Drawing> {
    let spring = Spring::from_halflife(0.2, 1.0)?;
    let springs =
        CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: spring.lag() };
    let dt = 1.0 / 60.0;
    // The player walks a square; the goal of the camera is behind the player.
    let heading = |time: f64| -> f64 { (time / 1.5).floor() * core::f64::consts::FRAC_PI_2 };
    let behind = |time: f64| Orbit { radius: 3.0, yaw: -heading(time), pitch: 0.4 };
    let mut rig = CameraRig::new([0.0; 3], behind(0.0));
    let (mut player, mut walked, mut filmed) = ([0.0f64; 3], vec![], vec![]);
    for frame in 0..360u32 {
        let time = f64::from(frame) * dt;
        let (sin, cos) = heading(time).sin_cos();
        let velocity = [4.0 * sin, 0.0, -4.0 * cos];
        player[0] += velocity[0] * dt;
        player[2] += velocity[2] * dt;
        let clearance = if (4.0..4.6).contains(&time) { 1.2 } else { f64::INFINITY };
        let goal = CameraGoal::new(State::new(player, velocity), behind(time + dt));
        rig.update(CameraGoal { clearance, ..goal }, &springs.step(dt));
        walked.push((player[0], -player[2]));
        filmed.push((rig.position()[0], -rig.position()[2]));
    }
    Ok(words.figure([walked, filmed])?.equal_aspect().into())
}
