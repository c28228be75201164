//! Sheets with air on their triangles and springs on their angles.

use anyhow::Result;
use sprung_figure::Panel;
use sprung_network::shapes::Cloth;
use sprung_network::{Environment, Network, Settings, Solver, Stiffness, Weave};

use super::frames::{film, front, joined, oblique, solved};
use crate::system::{Drawing, Words};

/// The rows and columns of a sheet as lines.
fn lines(sheet: &Cloth, [columns, rows]: [usize; 2]) -> Vec<Vec<usize>> {
    let row = |row: usize| (0..columns).map(|column| sheet.at(column, row)).collect();
    let column = |column: usize| (0..rows).map(|row| sheet.at(column, row)).collect();
    (0..rows).map(row).chain((0..columns).map(column)).collect()
}

/// Takes the places as the rest shape.
fn at_rest_here(net: &mut Network) {
    net.rest_shape = net.particles.iter().map(|p| p.position).collect();
}

pub(super) fn flags(words: &Words) -> Result<Drawing> {
    const SIZE: [usize; 2] = [21, 13];
    let flag = Cloth::new(SIZE[0], SIZE[1], 0.05, 0.06);
    let mut moving = words.moving(5.0);
    for (label, speed, color) in [("2 m/s", 2.0, 0), ("5 m/s", 5.0, 1), ("12 m/s", 12.0, 2)] {
        let mut net = flag.build()?;
        for (i, particle) in net.particles.iter_mut().enumerate() {
            let [x, _, z] = particle.position;
            // Upright, a little off the plane.
            particle.position = [x, -z, if i % 2 == 0 { 0.002 } else { -0.002 } * x];
        }
        at_rest_here(&mut net);
        net.fix((0..SIZE[1]).map(|row| flag.at(0, row)));
        net.add_aero_surface(&flag.triangles())?;
        let environment = Environment { wind: [speed, 0.0, 0.0], ..Environment::default() };
        let settings = Settings { substeps: 16, environment, ..Settings::default() };
        let frames = film(solved(Solver::new(&net, settings)?), 5, oblique);
        moving = moving.panel(
            Panel::new(label, (-0.4, 1.4), (-1.5, 0.4))
                .lines(color, joined(&frames, &lines(&flag, SIZE))),
        );
    }
    Ok(moving.into())
}

pub(super) fn creases(words: &Words) -> Result<Drawing> {
    let mut moving = words.moving(3.0);
    let paper = Cloth::new(9, 7, 0.05, 0.02).with_shear(Stiffness::RIGID);
    let mut net = paper.build()?;
    net.add_hinges(&paper.triangles(), Stiffness::from_frequency(6.0, 0.6)?)?;
    for hinge in &mut net.hinges {
        if hinge.edge.iter().all(|particle| particle % 9 == 4) {
            hinge.rest_angle = 100_f32.to_radians();
        }
    }
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    let frames = film(solved(Solver::new(&net, settings)?), 3, oblique);
    moving = moving.panel(
        Panel::new("a crease of 100°", (-0.2, 0.8), (-0.5, 0.5))
            .lines(0, joined(&frames, &lines(&paper, [9, 7]))),
    );
    for (label, curl, color) in [("a flat leaf", 0.0, 1), ("a curled leaf", 0.15, 2)] {
        let leaf = Cloth::new(7, 9, 0.04, 1e-3).with_shear(Stiffness::RIGID);
        let mut net = leaf.build()?;
        let (cos, sin) = (0.94, 0.34);
        for particle in &mut net.particles {
            let [x, _, z] = particle.position;
            particle.position = [x * cos, x * sin, z];
        }
        at_rest_here(&mut net);
        net.add_hinges(&leaf.triangles(), Stiffness::from_frequency(20.0, 0.5)?)?;
        for hinge in &mut net.hinges {
            let [a, b] = hinge.edge;
            if a / 7 == b / 7 {
                hinge.rest_angle = curl;
            }
        }
        net.add_aero_surface(&leaf.triangles())?;
        let settings = Settings { substeps: 16, ..Settings::default() };
        // A third of the speed.
        let frames = film(solved(Solver::new(&net, settings)?), 1, front);
        moving = moving.panel(
            Panel::new(label, (-1.5, 0.5), (-1.9, 0.1))
                .lines(color, joined(&frames, &lines(&leaf, [7, 9]))),
        );
    }
    Ok(moving.into())
}

/// Cloth of 0.8 m that hangs with ten times its weight at its lower edge.
pub(super) fn fabrics(words: &Words) -> Result<Drawing> {
    const SIZE: [usize; 2] = [9, 9];
    let mut moving = words.moving(4.0);
    let thread = Weave::membrane(60.0, 0.02);
    let woven = Weave::new(thread, thread, Weave::membrane(8.0, 0.02));
    let soft = Weave::membrane(10.0, 0.02);
    let limited = Weave::new(soft, soft, soft).with_limits(0.8, 1.1);
    for (label, warp, weave, color) in [
        ("along the threads", [1.0, 0.0, 0.0], woven, 0),
        ("on the bias", [1.0, 1.0, 0.0], woven, 1),
        ("soft, at most 10 % longer", [1.0, 0.0, 0.0], limited, 2),
    ] {
        let sheet = Cloth::new(SIZE[0], SIZE[1], 0.1, 0.1);
        let mut net = sheet.build()?;
        net.edges.clear();
        for particle in &mut net.particles {
            let [x, _, z] = particle.position;
            particle.position = [x, -z, 0.0];
        }
        at_rest_here(&mut net);
        net.add_fabric(&sheet.triangles(), warp, weave)?;
        for column in 0..SIZE[0] {
            net.fix([sheet.at(column, 0)]);
            net.particles[sheet.at(column, SIZE[1] - 1)].inverse_mass = 9.0;
        }
        let environment = Environment { drag: 0.5, ..Environment::default() };
        let settings = Settings { substeps: 32, environment, ..Settings::default() };
        let frames = film(solved(Solver::new(&net, settings)?), 4, front);
        moving = moving.panel(
            Panel::new(label, (-0.4, 1.2), (-1.45, 0.15))
                .lines(color, joined(&frames, &lines(&sheet, SIZE))),
        );
    }
    Ok(moving.into())
}
