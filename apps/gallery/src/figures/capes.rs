//! Cloth on a character: a cape that follows a skin.

use std::iter;

use anyhow::Result;
use sprung_figure::Panel;
use sprung_network::shapes::Cloth;
use sprung_network::{Settings, SkinConstraint, SkinTarget, Solver};

use super::frames::{DT, film, joined};
use crate::system::{Drawing, Words};

const SIZE: [usize; 2] = [9, 13];

/// The skin of a back that turns about y by `angle` rad: the place and the normal of a point of it.
fn turned([x, y, z]: [f32; 3], angle: f32) -> SkinTarget {
    let (sin, cos) = angle.sin_cos();
    let position = [cos * x + sin * z, y, cos * z - sin * x];
    SkinTarget { position, normal: [-sin, 0.0, -cos] }
}

/// From behind, the left and above.
fn behind([x, y, z]: [f32; 3]) -> (f64, f64) {
    (f64::from(-x - 0.45 * z), f64::from(y + 0.22 * z))
}

/// Capes on the same back, with distances that grow toward the hem.
pub(super) fn capes(words: &Words) -> Result<Drawing> {
    let mut moving = words.moving(5.0);
    for (label, growth, has_backstop, color) in [
        ("at most 5 cm from the skin", 0.05, true, 0),
        ("at most 40 cm", 0.4, true, 1),
        ("without a backstop", 0.4, false, 2),
    ] {
        let cape = Cloth::new(SIZE[0], SIZE[1], 0.06, 0.3);
        let mut net = cape.build()?;
        for particle in &mut net.particles {
            let [x, _, z] = particle.position;
            particle.position = [x - 0.24, -z, -0.1];
        }
        net.rest_shape = net.particles.iter().map(|p| p.position).collect();
        net.fix((0..SIZE[0]).map(|column| cape.at(column, 0)));
        let rest = net.rest_shape.clone();
        for p in 0..rest.len() {
            let part = (p / SIZE[0]) as f32 / (SIZE[1] - 1) as f32;
            let constraint = SkinConstraint::new(p, growth * part);
            net.skin_constraints.push(if has_backstop {
                constraint.with_backstop(0.005, 0.5)
            } else {
                constraint
            });
        }
        let settings = Settings { substeps: 16, ..Settings::default() };
        let (mut solver, mut frame) = (Solver::new(&net, settings)?, 0);
        let steps = iter::from_fn(move || {
            let particles = solver.particles().collect();
            frame += 1;
            let angle = 1.3 * (3.0 * DT * frame as f32).sin();
            let skin: Vec<SkinTarget> = rest.iter().map(|&at| turned(at, angle)).collect();
            solver.set_skin_targets(&skin).ok()?;
            solver.step(DT);
            Some(particles)
        });
        let row = |row: usize| (0..SIZE[0]).map(|column| cape.at(column, row)).collect();
        let column = |column: usize| (0..SIZE[1]).map(|row| cape.at(column, row)).collect();
        let lines: Vec<Vec<usize>> =
            (0..SIZE[1]).map(row).chain((0..SIZE[0]).map(column)).collect();
        moving = moving.panel(
            Panel::new(label, (-0.6, 0.6), (-1.0, 0.2))
                .lines(color, joined(&film(steps, 5, behind), &lines)),
        );
    }
    Ok(moving.into())
}
