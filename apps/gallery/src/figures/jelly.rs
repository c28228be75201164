//! Jelly whose cells keep their volume.

use anyhow::Result;
use sprung_figure::Panel;
use sprung_network::shapes::lattice_with_cells;
use sprung_network::{Collider, Environment, Settings, Shape, Solver, Stiffness};

use super::frames::{DT, film, joined, oblique, springs_along_axes};
use crate::system::{Drawing, Words};

/// Cubes of soft springs under a plate that comes down to half of their height and goes up again.
pub(super) fn pressed(words: &Words) -> Result<Drawing> {
    const SIDE: f32 = 0.5;
    let mut moving = words.moving(4.0);
    let soft = Stiffness::from_frequency(3.0, 0.3)?;
    for (label, color) in [("edges alone", 7), ("cells that keep their volume", 0)] {
        let mut net = lattice_with_cells([6, 6, 6], 0.2 * SIDE, 1.0)?;
        net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
        if color == 7 {
            net.cells.clear();
        }
        let settings = Settings {
            substeps: 16,
            environment: Environment { drag: 0.5, ..Environment::default() },
            ..Settings::default()
        };
        let mut solver = Solver::new(&net, settings)?;
        let plate = |height: f32, normal: f32| Shape::Plane {
            point: [0.0, height, 0.0],
            normal: [0.0, normal, 0.0],
        };
        solver
            .set_colliders(&[Collider::new(plate(0.0, 1.0)), Collider::new(plate(SIDE, -1.0))])?;
        // Down for a second, up after two.
        let height = |step: i32| {
            SIDE * (1.0
                - 0.5 * (step as f32 / 60.0).min((3.0 - step as f32 / 60.0).max(0.0)).min(1.0))
        };
        let mut step = 0;
        let steps = std::iter::from_fn(move || {
            let particles = solver.particles().collect();
            step += 1;
            solver.move_collider(1, plate(height(step), -1.0)).ok()?;
            solver.step(DT);
            Some(particles)
        });
        let frames = film(steps, 4, oblique);
        let edge = |y: f32| {
            let corners =
                [[-0.3, y, 0.0], [0.8, y, 0.0], [0.8, y, SIDE], [-0.3, y, SIDE], [-0.3, y, 0.0]];
            corners.map(oblique).to_vec()
        };
        let plates = (0..frames.len()).map(|frame| vec![edge(0.0), edge(height(4 * frame as i32))]);
        moving = moving.panel(
            Panel::new(label, (-0.6, 1.4), (-0.3, 0.7))
                .lines(color, joined(&frames, &springs_along_axes(&net)))
                .lines(7, plates.collect()),
        );
    }
    Ok(moving.into())
}
