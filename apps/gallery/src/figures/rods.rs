//! Rods that bend and twist: hair, grass, a pole.

use anyhow::Result;
use sprung::Rotation;
use sprung_figure::{Line, Panel, disc};
use sprung_rods::{Pose, RestShape, Rod, RodCollider, RodMaterial, RodSettings, Rods};

use super::frames::{DT, View, front, lines_of_frames, oblique};
use crate::system::{Drawing, Words};

const SECONDS: u32 = 5;

fn line(rods: &Rods, rod: usize, view: View) -> Line {
    rods.positions(rod).map(view).collect()
}

pub(super) fn strands(words: &Words) -> Result<Drawing> {
    let mut head = Panel::new("straight, wavy and curled hair", (-0.14, 0.18), (-0.3, 0.02));
    for (at, curvature, twist) in [(-1, 0.0, 0.0), (0, 25.0, 60.0), (1, 70.0, 60.0)] {
        head = head.lines((at + 1) as usize, hair(0.1 * at as f32, curvature, twist)?);
    }
    let grass = Panel::new("grass in gusts", (-0.29, 0.43), (-0.2, 0.52)).lines(2, grass()?);
    let (pole, load) = pole()?;
    let pole = Panel::new("a pole, let go after 2 s", (-4.3, 4.5), (-1.9, 6.9))
        .lines(1, pole)
        .dots(7, load);
    let [ball, strands] = on_head()?;
    let on_head = Panel::new("hair on a head that shakes", (-0.3, 0.4), (-0.36, 0.34))
        .lines(7, ball)
        .lines(0, strands);
    Ok(words.moving(f64::from(SECONDS)).panel(head).panel(on_head).panel(grass).panel(pole).into())
}

/// Three hairs of one kind on a head that moves to and fro, from when they have come to rest on it.
fn hair(x: f32, curvature: f32, twist: f32) -> Result<Vec<Vec<Line>>> {
    let material = RodMaterial::from_young_modulus(4e9, 1.5e9, 1300.0, 50e-6);
    let strand = |at: i8| {
        let x = x + 0.012 * f32::from(at);
        Rod::straight([x, 0.0, 0.0], [x, -0.25, 0.0], 60, material)
            .with_normal([1.0, 0.0, f32::from(at)])
            .with_rest(RestShape::Helix { curvature: [curvature, 0.0], twist })
            .with_damping_ratio(0.3)
            .with_drag_halflife(0.15)
    };
    let mut rods = Rods::new(&[-1, 0, 1].map(strand), RodSettings::default())?;
    for _ in 0..240 {
        rods.step(DT)?;
    }
    lines_of_frames(SECONDS, |frame| {
        let lines = (0..rods.len()).map(|rod| line(&rods, rod, front)).collect();
        // Two periods, with a start and an end at rest.
        let angle = 2.0 * std::f32::consts::TAU * frame as f32 / (SECONDS * 60) as f32;
        rods.set_starts(Pose::at([0.02 * (1.0 - angle.cos()), 0.0, 0.0]))?;
        rods.step(DT)?;
        Ok(lines)
    })
}

/// A ball that moves to and fro while it turns, and strands from its upper half, which have come to rest on it before.
fn on_head() -> Result<[Vec<Vec<Line>>; 2]> {
    const RADIUS: f32 = 0.12;
    // Thin and soft, so that it lies on the ball.
    let material = RodMaterial::from_young_modulus(1e9, 4e8, 1300.0, 20e-6);
    let strand = |at: u8| {
        let (angle, height) = (2.4 * f32::from(at), 0.3 + 0.7 * f32::from(at) / 40.0);
        let out = (1.0 - height * height).sqrt();
        let normal = [out * angle.cos(), height, out * angle.sin()];
        let [root, tip] = [RADIUS, RADIUS + 0.25].map(|far| normal.map(|part| far * part));
        Rod::straight(root, tip, 32, material).with_damping_ratio(0.3).with_drag_halflife(0.15)
    };
    let strands: Vec<Rod> = (0..40).map(strand).collect();
    let mut rods = Rods::new(&strands, RodSettings { substeps: 2, ..RodSettings::default() })?;
    rods.set_colliders(&[RodCollider::sphere([0.0; 3], RADIUS).with_friction(0.3)])?;
    for _ in 0..240 {
        rods.step(DT)?;
    }
    let mut ball = Pose::IDENTITY;
    let mut strands = lines_of_frames(SECONDS, |frame| {
        let [x, y, _] = ball.position.map(f64::from);
        let mut lines = vec![disc((x, y), f64::from(RADIUS))];
        lines.extend((0..rods.len()).map(|rod| line(&rods, rod, front)));
        // Five periods, with a start and an end at rest.
        let angle = 5.0 * std::f32::consts::TAU * frame as f32 / (SECONDS * 60) as f32;
        let rotation = Rotation::from_rotation_vector([0.0, 0.4 * angle.sin(), 0.0]);
        ball = Pose { position: [0.05 * (1.0 - angle.cos()), 0.0, 0.0], rotation };
        rods.set_starts(ball)?;
        rods.set_collider(0, ball)?;
        rods.step(DT)?;
        Ok(lines)
    })?;
    let balls = strands.iter_mut().map(|lines| vec![lines.remove(0)]).collect();
    Ok([balls, strands])
}

/// Blades in rows, over which gusts run at 1 m/s.
fn grass() -> Result<Vec<Vec<Line>>> {
    let material = RodMaterial::from_young_modulus(5e8, 2e8, 500.0, 8e-4);
    let blade = |at: usize| {
        let number = at as f32;
        let [x, z] = [0.06 * (number % 7.0) - 0.2, 0.1 * (at / 7) as f32];
        let height = 0.28 + 0.02 * ((5 * at) % 7) as f32;
        Rod::straight([x, 0.0, z], [x, height, z], 16, material)
            .with_normal([(2.4 * number).sin(), 0.0, (2.4 * number).cos()])
            .with_rest(RestShape::Helix { curvature: [2.0, 0.0], twist: 0.0 })
            .with_taper(0.3)
            .with_damping_ratio(0.15)
            .with_drag_halflife(0.1)
    };
    let blades: Vec<Rod> = (0..21).map(blade).collect();
    // The wind is the same for all rods of one set.
    let mut sets = Vec::new();
    for blade in &blades {
        let mut rods = Rods::new(std::slice::from_ref(blade), RodSettings::default())?;
        for _ in 0..120 {
            rods.step(DT)?;
        }
        sets.push(rods);
    }
    lines_of_frames(SECONDS, |frame| {
        let lines = sets.iter().map(|rods| line(rods, 0, oblique)).collect();
        for (rods, blade) in sets.iter_mut().zip(&blades) {
            let phase = 0.8 * std::f32::consts::TAU * (frame as f32 * DT - blade.points[0][0]);
            let wind = [1.5 * (1.0 - phase.cos()), 0.0, 0.0];
            rods.set_settings(RodSettings { wind, ..rods.settings() })?;
            rods.step(DT)?;
        }
        Ok(lines)
    })
}

/// A pole of 5 m that is bent by a force at its tip, and the place of the force.
fn pole() -> Result<(Vec<Vec<Line>>, Vec<Line>)> {
    let material = RodMaterial::new(1500.0, 1000.0, 0.5, 0.018);
    let rod = Rod::straight([0.0; 3], [0.0, 5.0, 0.0], 32, material).with_damping_ratio(0.05);
    let mut rods = Rods::new(&[rod], RodSettings::default())?;
    let frames = lines_of_frames(SECONDS, |frame| {
        let lines = vec![line(&rods, 0, front)];
        let part = if frame < 120 { (frame as f32 / 90.0).min(1.0) } else { 0.0 };
        rods.set_load(0, 32, [200.0 * part, -200.0 * part, 0.0])?;
        rods.step(DT)?;
        Ok(lines)
    })?;
    let tips = frames.iter().map(|lines| vec![lines[0][32]]).collect();
    Ok((frames, tips))
}
