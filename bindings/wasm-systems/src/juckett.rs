//! Systems of Juckett's Damped Springs.

use sprung::motion::{CameraGoal, CameraRig, CameraSprings, Orbit};
use sprung::{Spring, State};

use crate::picture::{Entry, Picture, Points, Result, sliders};
use crate::sampling::{exact, path, sampled};

pub(crate) const SYSTEMS: &[Entry] = &[
    ("cached-motion-coefficients", coefficients),
    ("starting-velocity", starting_velocity),
    ("simple-harmonic-motion", harmonic),
    ("third-person-camera", camera),
];

fn coefficients(p: &[f64]) -> Result<Picture> {
    let [omega, frames] = sliders(p)?;
    Spring::new(omega, 1.0)?;
    let entry = |row: usize, column: usize, scale: f64| -> Points {
        sampled(3.0, 300, move |ratio| {
            let spring = Spring::new(omega, ratio);
            spring.map_or(f64::NAN, |s| s.step(1.0 / frames).matrix()[row][column] * scale)
        })
    };
    Ok(Picture::new([
        entry(0, 0, 1.0),
        entry(0, 1, omega),
        entry(1, 0, 1.0 / omega),
        entry(1, 1, 1.0),
    ])
    .marked([1.0]))
}

/// Juckett's plots: over-, critically and under-damped, from the same state.
fn starting_velocity(p: &[f64]) -> Result<Picture> {
    let [omega, over, under, velocity] = sliders(p)?;
    let start = State::new(1.0, velocity);
    let end = 16.0 / omega;
    let curve =
        |ratio: f64| -> Result<Points> { Ok(exact(&Spring::new(omega, ratio)?, start, 0.0, end)) };
    Ok(Picture::new([curve(over)?, curve(1.0)?, curve(under)?]))
}

fn harmonic(p: &[f64]) -> Result<Picture> {
    let [omega, velocity, frames] = sliders(p)?;
    let spring = Spring::new(omega, 0.0)?;
    let (step, start) = (spring.step(1.0 / frames), State::new(1.0, velocity));
    let coarse = path(start, 1.0 / frames, 16.0, |s, _| step.apply(s, 0.0));
    let states = crate::sampling::stepped(start, 1.0 / frames, 16.0, |s, _| step.apply(s, 0.0));
    let first = spring.energy(start, 0.0);
    let last = states.last().map_or(first, |(_, state)| spring.energy(*state, 0.0));
    Ok(Picture::new([exact(&spring, start, 0.0, 16.0), coarse]).marked([last / first - 1.0]))
}

fn camera(p: &[f64]) -> Result<Picture> {
    let [halflife, speed, wall] = sliders(p)?;
    let spring = Spring::from_halflife(halflife, 1.0)?;
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
        let velocity = [speed * sin, 0.0, -speed * cos];
        player[0] += velocity[0] * dt;
        player[2] += velocity[2] * dt;
        let clearance = if (4.0..4.6).contains(&time) { wall } else { f64::INFINITY };
        let goal = CameraGoal::new(State::new(player, velocity), behind(time + dt));
        rig.update(CameraGoal { clearance, ..goal }, &springs.step(dt));
        walked.push((player[0], -player[2]));
        filmed.push((rig.position()[0], -rig.position()[2]));
    }
    Ok(Picture::new([walked, filmed]))
}
