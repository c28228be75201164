//! Figures of springs on rigid bodies, Fiedler's cases: each in a separate small world.

use std::f64::consts::TAU;

use anyhow::Result;
use sprung::{Damper, Rotation, Spring, Vector};
use sprung_body::{
    AngularMotor, Body, Contact, ContactMaterial, DampedMotion, Discretization, DistanceSpring,
    ExternalAcceleration, LinearMotor, PointSpring, Stiffness, SwingSpring,
};
use sprung_figure::{Line, Moving, Panel, coil, disc, upright_box};

use crate::system::{Drawing, Words};

const DT: f64 = 1.0 / 60.0;

/// m/s², added to the velocity before the springs are prepared; `Body::load` declares it to them.
const GRAVITY: [f64; 3] = [0.0, -9.81, 0.0];

/// Steps to a frame: 15 frames per second.
const STEPS: usize = 4;

/// Moves a body by its velocities, as an engine does after its solver.
fn advance(body: &mut Body<f64>) {
    body.position = body.position.plus(body.velocity.times(DT));
    let turn = Rotation::from_rotation_vector(body.angular_velocity.times(DT));
    body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
}

/// The frames of a scene: what `view` shows of `world` after every few steps.
fn filmed<W, T>(
    mut world: W,
    frames: usize,
    mut step: impl FnMut(&mut W, f64),
    view: impl Fn(&W) -> T,
) -> Vec<T> {
    (0..frames)
        .map(|frame| {
            let shown = view(&world);
            for part in 0..STEPS {
                step(&mut world, (frame * STEPS + part) as f64 * DT);
            }
            shown
        })
        .collect()
}

/// The outline of a body of the plane, from its own coordinates.
fn outline(body: &Body<f64>, shape: &[(f64, f64)]) -> Line {
    shape.iter().map(|&(x, y)| in_plane(body.point([x, y, 0.0]))).collect()
}

fn in_plane([x, y, _]: [f64; 3]) -> (f64, f64) {
    (x, y)
}

pub(super) fn distance(words: &Words) -> Result<Drawing> {
    let panel = |label: &str, ratio: f64, damped: DampedMotion| -> Result<Panel> {
        let (mut a, mut b) = (Body::planar(1.0, 0.1), Body::planar(3.0, 0.3));
        (a.position, b.position) = ([-0.4, 0.2, 0.0], [0.2, 0.0, 0.0]);
        a.velocity = [0.0, 1.2, 0.0];
        b.velocity = [0.0, -0.4, 0.0];
        let mut rod =
            DistanceSpring::new(Spring::from_frequency(1.5, ratio)?, [0.0; 3], [0.0; 3], 1.2);
        rod.damped = damped;
        let frames = filmed(
            (a, b),
            60,
            |(a, b), _| {
                rod.prepare(a, b, Discretization::Exact, DT);
                rod.solve(a, b);
                advance(a);
                advance(b);
            },
            |(a, b)| vec![in_plane(a.position), in_plane(b.position)],
        );
        let coils = frames.iter().map(|ends| vec![coil(ends[0], ends[1], 0.06)]).collect();
        // Discs of the same material: three times the mass on 1.7 times the radius.
        let ball = |which: usize, radius: f64| {
            frames.iter().map(|ends| vec![disc(ends[which], radius)]).collect()
        };
        Ok(Panel::new(label, (-1.5, 1.5), (-1.3, 1.3))
            .lines(7, coils)
            .shapes(0, ball(0, 0.13))
            .shapes(1, ball(1, 0.225)))
    };
    Ok(words
        .moving(4.0)
        .panel(panel("ζ = 0.05", 0.05, DampedMotion::Along)?)
        .panel(panel("ζ = 0.5", 0.5, DampedMotion::Along)?)
        .panel(panel("ζ = 0.5, all motion damped", 0.5, DampedMotion::All)?)
        .into())
}

pub(super) fn linear_motor(words: &Words) -> Result<Drawing> {
    const SECONDS: f64 = 5.0;
    /// A cart's outline, and how high the wheels' centers are over the road.
    const CART: (f64, f64) = (0.3, 0.12);
    const WHEEL: f64 = 0.09;
    // Time, position and speed after every step.
    let drive = |max_force: f64| -> Result<Vec<[f64; 3]>> {
        let (mut cart, mut road) = (Body::new(10.0, [1.0; 3]), Body::fixed());
        let mut motor = LinearMotor::new(Damper::from_halflife(0.5)?, [2.0, 0.0, 0.0]);
        motor.max_force = max_force;
        Ok((0..=(SECONDS / DT) as u32)
            .map(|i| {
                let now = [f64::from(i) * DT, cart.position[0], cart.velocity[0]];
                motor.prepare(&cart, &road, DT);
                motor.solve(&mut cart, &mut road);
                advance(&mut cart);
                now
            })
            .collect())
    };
    let mut speeds = Vec::new();
    let mut panel = Panel::new("any force · at most 12 N · at most 5 N", (-0.6, 10.0), (-2.1, 0.7));
    for (index, force) in [f64::INFINITY, 12.0, 5.0].into_iter().enumerate() {
        let states = drive(force)?;
        let road = -0.9 * index as f64;
        let frames = || states.iter().step_by(STEPS).map(|[_, x, _]| *x);
        let cart = |x: f64| upright_box((x, road + WHEEL + CART.1), CART.0, CART.1);
        let wheels = |x: f64| [-0.17, 0.17].map(|at| disc((x + at, road + WHEEL), WHEEL)).to_vec();
        panel = panel
            .lines(7, frames().map(|_| vec![vec![(-0.6, road), (10.0, road)]]).collect())
            .shapes(index, frames().map(|x| vec![cart(x)]).collect())
            .shapes(7, frames().map(wheels).collect());
        speeds.push(states.iter().map(|[time, _, speed]| (*time, *speed)).collect());
    }
    let moving = Moving::new("Carts of 10 kg to 2 m/s, half-life 0.5 s", SECONDS).panel(panel);
    Ok((moving, words.figure(speeds)?).into())
}

pub(super) fn angular_motor(words: &Words) -> Result<Drawing> {
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
                [0.0, 1.0, 2.0].map(|third: f64| outline(fan, &blade(third * TAU / 3.0))).to_vec()
            },
        );
        // One blade is marked, so that the turns can be counted.
        let marked = frames.iter().map(|blades| vec![blades[0].clone()]).collect();
        Ok(Panel::new(label, (-1.45, 1.45), (-1.1, 1.1)).shapes(0, frames).shapes(1, marked))
    };
    Ok(words
        .moving(6.0)
        .panel(panel("any torque", f64::INFINITY)?)
        .panel(panel("at most 0.6 N·m", 0.6)?)
        .into())
}

/// A blade of a fan, at an angle from the hub.
fn blade(angle: f64) -> Line {
    let (sin, cos) = angle.sin_cos();
    [(0.0, 0.0), (0.35, -0.13), (0.9, -0.16), (1.0, 0.0), (0.9, 0.08), (0.35, 0.03), (0.0, 0.0)]
        .map(|(x, y)| (x * cos - y * sin, x * sin + y * cos))
        .to_vec()
}

/// A hovering car in its own coordinates: hull, cabin.
const CAR: [&[(f64, f64)]; 2] = [
    &[(-0.8, 0.05), (-0.65, -0.2), (0.65, -0.2), (0.8, 0.05), (-0.8, 0.05)],
    &[(-0.4, 0.05), (-0.25, 0.35), (0.15, 0.35), (0.4, 0.05), (-0.4, 0.05)],
];

pub(super) fn upright(words: &Words) -> Result<Drawing> {
    let panel = |label: &str, ratio: f64| -> Result<Panel> {
        let mut car = Body::planar(5.0, 1.0);
        car.rotation = Rotation::from_rotation_vector([0.0, 0.0, 2.6]);
        car.angular_velocity = [0.0, 0.0, -1.0];
        let up = [0.0, 1.0, 0.0];
        let mut upright = SwingSpring::new(Spring::from_frequency(0.7, ratio)?, up, up);
        let frames = filmed(
            car,
            75,
            |car, _| {
                upright.prepare(car, Discretization::Exact, DT);
                upright.solve(car);
                advance(car);
            },
            |car| CAR.map(|part| outline(car, part)).to_vec(),
        );
        Ok(Panel::new(label, (-1.4, 1.4), (-0.95, 0.95)).shapes(0, frames))
    };
    Ok(words.moving(5.0).panel(panel("ζ = 0.2", 0.2)?).panel(panel("ζ = 1", 1.0)?).into())
}

pub(super) fn drag(words: &Words) -> Result<Drawing> {
    let hand = |time: f64| [1.2 * (1.3 * time).sin(), 0.7 * (2.6 * time).sin(), 0.0];
    let corner = [0.4, 0.4, 0.0];
    let panel = |label: &str, stiffness: Stiffness<f64>| {
        let mut drag = PointSpring::new(stiffness, corner, [0.0; 3]);
        let mut cube = Body::planar(2.0, 2.0 * 0.64 / 6.0);
        cube.position = [-0.4, -0.4, 0.0];
        cube.load = ExternalAcceleration::new(GRAVITY).already_applied();
        let frames = filmed(
            (cube, 0.0),
            120,
            |(cube, now), time| {
                drag.point_b = hand(time);
                cube.velocity = cube.velocity.plus(GRAVITY.times(DT));
                // Air drag, so that its spin fades.
                cube.angular_velocity = cube.angular_velocity.times(0.99);
                drag.prepare(cube, &Body::fixed(), Discretization::Exact, DT);
                drag.solve(cube, &mut Body::fixed());
                advance(cube);
                *now = time + DT;
            },
            |(cube, now)| {
                let faces = outline(cube, &upright_box((0.0, 0.0), 0.4, 0.4));
                (faces, in_plane(hand(*now)), in_plane(cube.point(corner)))
            },
        );
        let boxes = frames.iter().map(|(cube, ..)| vec![cube.clone()]).collect();
        let coils =
            frames.iter().map(|(_, hand, corner)| vec![coil(*hand, *corner, 0.06)]).collect();
        let hands = frames.iter().map(|(_, hand, _)| vec![*hand]).collect();
        Panel::new(label, (-2.4, 2.4), (-2.1, 0.9)).shapes(0, boxes).lines(7, coils).dots(1, hands)
    };
    // The force of 1.2 Hz and ζ = 0.4 on a free mass of 2 kg.
    let force = Stiffness::physical(113.7, 12.06)?;
    Ok(words
        .moving(8.0)
        .panel(panel("1.2 Hz, ζ = 0.4, of the point", Spring::from_frequency(1.2, 0.4)?.into()))
        .panel(panel("force of 114 N/m, 12 N·s/m", force))
        .into())
}

pub(super) fn collision(words: &Words) -> Result<Drawing> {
    let panel = |label: &str, ground: ContactMaterial<f64>| {
        const RADIUS: f64 = 0.18;
        let mut ball = Body::planar(1.0, 0.1);
        ball.position = [0.0, 2.0, 0.0];
        ball.load = ExternalAcceleration::new(GRAVITY).already_applied();
        let mut contact = Contact::new(ground);
        let frames = filmed(
            ball,
            75,
            |ball, _| {
                ball.velocity = ball.velocity.plus(GRAVITY.times(DT));
                let (depth, up) = (RADIUS - ball.position[1], [0.0, 1.0, 0.0]);
                let at = ball.position.minus(up.times(RADIUS));
                contact.prepare(ball, &Body::fixed(), at, up, depth, Discretization::Exact, DT);
                contact.solve(ball, &mut Body::fixed());
                advance(ball);
            },
            |ball| vec![disc(in_plane(ball.position), RADIUS)],
        );
        let ground = vec![vec![upright_box((0.0, -0.5), 1.5, 0.5)]; frames.len()];
        Panel::new(label, (-1.4, 1.4), (-0.75, 2.3)).shapes(6, ground).shapes(0, frames)
    };
    Ok(words
        .moving(5.0)
        .panel(panel("trampoline", ContactMaterial::trampoline()))
        .panel(panel("quicksand", ContactMaterial::quicksand()))
        .panel(panel("concrete", ContactMaterial::concrete()))
        .into())
}
