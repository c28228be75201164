//! Figures of springs on rigid bodies, Fiedler's cases: each a small world of its own.

use std::f64::consts::TAU;

use anyhow::Result;
use sprung::{Damper, Rotation, Spring, Vector};
use sprung_body::{
    AngularMotor, Attachment, Body, Bridge, Contact, Distance, Ground, LinearMotor, Swing,
};

use crate::figure::{Curve, Figure, Line, Moving, Panel};
use crate::gallery::catalogue::Drawing;

const DT: f64 = 1.0 / 60.0;

/// Steps to a frame: 15 frames per second.
const STEPS: usize = 4;

/// Moves a body by its velocities, as an engine does after its solver.
fn advance(body: &mut Body<f64>) {
    body.position = body.position.plus(body.velocity.times(DT));
    let turn = Rotation::from_rotation_vector(body.angular_velocity.times(DT));
    body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
}

/// The frames of a scene: what `see` shows of `world` after every few steps.
fn filmed<W, T>(
    mut world: W,
    frames: usize,
    mut step: impl FnMut(&mut W, f64),
    see: impl Fn(&W) -> T,
) -> Vec<T> {
    (0..frames)
        .map(|frame| {
            let seen = see(&world);
            for part in 0..STEPS {
                step(&mut world, (frame * STEPS + part) as f64 * DT);
            }
            seen
        })
        .collect()
}

/// The outline of a box of the plane, closed.
fn outline(body: &Body<f64>, [width, height]: [f64; 2]) -> Line {
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]]
        .map(|[x, y]| seen(body.point([x * width, y * height, 0.0])))
        .to_vec()
}

fn seen([x, y, _]: [f64; 3]) -> (f64, f64) {
    (x, y)
}

pub(super) fn distance() -> Result<Drawing> {
    let panel = |label: &str, ratio: f64| -> Result<Panel> {
        let (mut a, mut b) = (Body::planar(1.0, 0.1), Body::planar(3.0, 0.3));
        (a.position, b.position) = ([-0.4, 0.2, 0.0], [0.2, 0.0, 0.0]);
        a.velocity = [0.0, 1.2, 0.0];
        b.velocity = [0.0, -0.4, 0.0];
        let mut rod = Distance::new(Spring::from_frequency(1.5, ratio)?, [0.0; 3], [0.0; 3], 1.2);
        let frames = filmed(
            (a, b),
            60,
            |(a, b), _| {
                rod.prepare(a, b, Bridge::Exact, DT);
                rod.solve(a, b);
                advance(a);
                advance(b);
            },
            |(a, b)| vec![seen(a.position), seen(b.position)],
        );
        let rods = frames.iter().map(|ends| vec![ends.clone()]).collect();
        Ok(Panel::new(label, (-1.5, 1.5), (-1.2, 1.2)).lines(7, rods).dots(0, frames))
    };
    Ok(Moving::new("1 kg and 3 kg, pressed together and let go, 1.2 m at rest", 4.0)
        .panel(panel("1.5 Hz, ζ = 0.05", 0.05)?)
        .panel(panel("1.5 Hz, ζ = 0.5", 0.5)?)
        .into())
}

pub(super) fn linear_motor() -> Result<Drawing> {
    let speeds = |max_force: f64| -> Result<Vec<(f64, f64)>> {
        let (mut car, mut road) = (Body::new(1000.0, [1.0; 3]), Body::fixed());
        let mut drive = LinearMotor::new(Damper::from_halflife(0.5)?, [20.0, 0.0, 0.0]);
        drive.max_force = max_force;
        Ok((0..480)
            .map(|i| {
                let speed = car.velocity[0];
                drive.prepare(&car, &road, DT);
                drive.solve(&mut car, &mut road);
                advance(&mut car);
                (f64::from(i) * DT, speed)
            })
            .collect())
    };
    Ok(Figure::new("1000 kg to 20 m/s, half-life 0.5 s")
        .axes("time, s", "speed, m/s")
        .curve(Curve::new("any force", speeds(f64::INFINITY)?))
        .curve(Curve::new("at most 8 kN", speeds(8000.0)?))
        .curve(Curve::new("at most 4 kN", speeds(4000.0)?))
        .into())
}

pub(super) fn angular_motor() -> Result<Drawing> {
    let panel = |label: &str, max_torque: f64| -> Result<Panel> {
        let mut spin = AngularMotor::new(Damper::from_halflife(0.4)?, [0.0, 0.0, TAU / 2.0]);
        spin.max_torque = max_torque;
        let frames = filmed(
            Body::planar(2.0, 0.5),
            90,
            |fan, _| {
                spin.prepare(fan, &Body::fixed(), DT);
                spin.solve(fan, &mut Body::fixed());
                advance(fan);
            },
            |fan| {
                [0.0, 1.0, 2.0]
                    .map(|blade: f64| {
                        let (sin, cos) = (blade * TAU / 3.0).sin_cos();
                        vec![(0.0, 0.0), seen(fan.point([cos, sin, 0.0]))]
                    })
                    .to_vec()
            },
        );
        Ok(Panel::new(label, (-1.2, 1.2), (-1.2, 1.2)).lines(0, frames))
    };
    Ok(Moving::new("0.5 kg·m² to half a turn per second, half-life 0.4 s", 6.0)
        .panel(panel("any torque", f64::INFINITY)?)
        .panel(panel("at most 0.6 N·m", 0.6)?)
        .into())
}

pub(super) fn upright() -> Result<Drawing> {
    let panel = |label: &str, ratio: f64| -> Result<Panel> {
        let mut car = Body::planar(5.0, 1.0);
        car.rotation = Rotation::from_rotation_vector([0.0, 0.0, 2.6]);
        car.angular_velocity = [0.0, 0.0, -1.0];
        let up = [0.0, 1.0, 0.0];
        let mut upright = Swing::new(Spring::from_frequency(0.7, ratio)?, up, up);
        let frames = filmed(
            car,
            75,
            |car, _| {
                upright.prepare(car, Bridge::Exact, DT);
                upright.solve(car);
                advance(car);
            },
            |car| {
                let mast = vec![seen(car.point([0.0; 3])), seen(car.point([0.0, 0.9, 0.0]))];
                vec![outline(car, [0.7, 0.25]), mast]
            },
        );
        Ok(Panel::new(label, (-1.3, 1.3), (-1.1, 1.1)).lines(0, frames))
    };
    Ok(Moving::new("Stay upright: 0.7 Hz, nearly upside down at first", 5.0)
        .panel(panel("ζ = 0.2", 0.2)?)
        .panel(panel("ζ = 1", 1.0)?)
        .into())
}

pub(super) fn drag() -> Result<Drawing> {
    let hand = |time: f64| [1.2 * (1.3 * time).sin(), 0.7 * (2.6 * time).sin(), 0.0];
    let corner = [0.4, 0.4, 0.0];
    let spring = Spring::from_frequency(2.5, 0.6)?;
    let mut drag = Attachment::new(spring, corner, [0.0; 3]);
    let mut cube = Body::planar(2.0, 2.0 * 0.64 / 6.0);
    cube.position = [-0.4, -0.4, 0.0];
    let frames = filmed(
        (cube, 0.0),
        120,
        |(cube, now), time| {
            drag.point_b = hand(time);
            cube.velocity[1] -= 9.81 * DT;
            // Some drag of the air, so that it does not spin for ever.
            cube.angular_velocity = cube.angular_velocity.times(0.99);
            drag.prepare(cube, &Body::fixed(), Bridge::Exact, DT);
            drag.solve(cube, &mut Body::fixed());
            advance(cube);
            *now = time + DT;
        },
        |(cube, now)| (outline(cube, [0.4, 0.4]), seen(hand(*now)), seen(cube.point(corner))),
    );
    let boxes = frames.iter().map(|(cube, ..)| vec![cube.clone()]).collect();
    let bands = frames.iter().map(|(_, hand, corner)| vec![vec![*hand, *corner]]).collect();
    let hands = frames.iter().map(|(_, hand, _)| vec![*hand]).collect();
    Ok(Moving::new("A cube, picked up at a corner: 2.5 Hz, ζ = 0.6", 8.0)
        .panel(
            Panel::new("the hand, the spring and the cube", (-3.2, 3.2), (-2.2, 1.2))
                .lines(0, boxes)
                .lines(7, bands)
                .dots(1, hands),
        )
        .into())
}

pub(super) fn collision() -> Result<Drawing> {
    let panel = |label: &str, ground: Ground<f64>| {
        let mut ball = Body::planar(1.0, 0.1);
        ball.position = [0.0, 2.0, 0.0];
        let mut contact = Contact::new(ground);
        let frames = filmed(
            ball,
            75,
            |ball, _| {
                ball.velocity[1] -= 9.81 * DT;
                let (depth, up) = (-ball.position[1], [0.0, 1.0, 0.0]);
                let at = ball.position;
                contact.prepare(ball, &Body::fixed(), at, up, depth, Bridge::Exact, DT);
                contact.solve(ball, &mut Body::fixed());
                advance(ball);
            },
            |ball| vec![seen(ball.position)],
        );
        let surface = vec![vec![vec![(-0.8, 0.0), (0.8, 0.0)]]; frames.len()];
        Panel::new(label, (-0.8, 0.8), (-0.9, 2.1)).lines(7, surface).dots(0, frames)
    };
    Ok(Moving::new("A ball dropped from 2 m", 5.0)
        .panel(panel("trampoline", Ground::trampoline()))
        .panel(panel("quicksand", Ground::quicksand()))
        .panel(panel("concrete", Ground::concrete()))
        .into())
}
