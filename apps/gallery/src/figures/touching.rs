//! Networks that touch themselves and each other, change and tear, and the spring bones of a tail.

use anyhow::Result;
use sprung::Spring;
use sprung_bones::{Bone, BoneChain, Pose, SpringBones};
use sprung_figure::{Line, Panel};
use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{Collider, Drag, Network, Settings, Shape, Solver, Stiffness};

use super::coupled::layers;
use super::frames::{
    DT, air, along, film, front, joined, lines_of_frames, oblique, solved, springs_along_axes,
    weave,
};
use crate::system::{Drawing, Words};

fn in_air(net: &Network) -> Result<Solver> {
    let settings = Settings { substeps: 16, environment: air(), ..Settings::default() };
    Ok(Solver::new(net, settings)?)
}

/// A network over a floor at the height 0.
fn over_a_floor(net: &Network) -> Result<Solver> {
    let floor = Collider::new(Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] });
    let mut solver = in_air(net)?;
    solver.set_colliders(&[floor.with_friction(0.5)])?;
    Ok(solver)
}

/// A ribbon that falls on its end, with and without a thickness, and a rope.
pub(super) fn heaps(words: &Words) -> Result<Drawing> {
    const SECONDS: u32 = 4;
    let mut moving = words.moving(f64::from(SECONDS));
    for (label, thickness, color) in [("ribbon, passing through", 0.0, 1), ("touching", 0.04, 0)] {
        let ribbon = Cloth::new(5, 41, 0.05, 0.2).with_shear(Stiffness::RIGID);
        let mut net = ribbon.build()?;
        for particle in &mut net.particles {
            let [x, _, z] = particle.position;
            particle.position = [0.01 * (5.0 * z).sin(), 2.1 - z, x];
        }
        net.rest_shape = net.particles.iter().map(|p| p.position).collect();
        net.set_thickness(thickness)?;
        let lines = springs_along_axes(&net);
        let frames = film(solved(over_a_floor(&net)?), SECONDS, oblique);
        let panel = Panel::new(label, (-0.6, 0.8), (-0.2, 1.2));
        moving = moving.panel(panel.lines(color, joined(&frames, &lines)));
    }
    let mut net = rope([0.0, 0.1, 0.0], [0.02, 3.1, 0.01], 120, 0.3)?;
    for (i, particle) in net.particles.iter_mut().enumerate() {
        particle.position[0] += 0.004 * (0.7 * i as f32).sin();
        particle.position[2] += 0.004 * (0.4 * i as f32).cos();
    }
    net.set_thickness(0.02)?;
    let line = vec![(0..net.particles.len()).collect()];
    let frames = film(solved(over_a_floor(&net)?), SECONDS, oblique);
    let panel = Panel::new("rope, touching", (-0.35, 0.35), (-0.1, 0.6));
    Ok(moving.panel(panel.lines(2, joined(&frames, &line))).into())
}

/// Cubes of jelly that fall on each other, and a rope that falls over them.
pub(super) fn pile(words: &Words) -> Result<Drawing> {
    const SECONDS: u32 = 4;
    let mut net = Network::default();
    let mut cubes: Vec<Vec<Vec<usize>>> = Vec::new();
    for (x, y) in [(0.0, 0.2), (0.3, 0.9), (0.05, 1.6)] {
        let mut cube = lattice([3, 3, 3], 0.2, 1.0)?;
        for edge in &mut cube.edges {
            edge.stiffness = Stiffness::from_frequency(8.0, 0.1)?;
        }
        for particle in &mut cube.particles {
            particle.position[0] += x;
            particle.position[1] += y;
        }
        let first = net.append(&cube);
        let lines = springs_along_axes(&cube);
        cubes.push(lines.iter().map(|line| line.iter().map(|p| p + first).collect()).collect());
    }
    let rope = rope([-0.6, 2.3, 0.21], [1.4, 2.3, 0.24], 40, 0.4)?;
    let first = net.append(&rope);
    net.set_thickness(0.06)?;
    net.surface.friction = 0.4;
    let frames = film(solved(over_a_floor(&net)?), SECONDS, oblique);
    let line = vec![(first..net.particles.len()).collect()];
    let mut panel = Panel::new("a thickness of 6 cm", (-1.0, 1.9), (-0.3, 2.6));
    for (color, lines) in cubes.iter().chain([&line]).enumerate() {
        panel = panel.lines(color, joined(&frames, lines));
    }
    Ok(words.moving(f64::from(SECONDS)).panel(panel).into())
}

/// A cloth that is dragged, released at a corner, and held again, while it moves.
pub(super) fn changed(words: &Words) -> Result<Drawing> {
    const SECONDS: u32 = 5;
    const SIZE: usize = 15;
    let cloth = Cloth::new(SIZE, SIZE, 0.1, 1.0);
    let mut net = cloth.build_pleated(0.9)?;
    net.fix(cloth.corners());
    let mut solver = in_air(&net)?;
    let [left, right] = cloth.corners();
    let dragged = cloth.at(SIZE / 2, SIZE - 1);
    let weave = weave(SIZE);
    let frames = lines_of_frames(SECONDS, |step| {
        let at = |particle: usize| oblique(solver.position(particle));
        let mut lines = along(&solver, &weave, oblique);
        let turn = 3.0 * DT * step as f32;
        let goal = [0.7 + 0.7 * turn.sin(), -0.9, 0.3 + 0.5 * turn.cos()];
        let is_dragged = (60..150).contains(&step);
        // The pointer's spring; a point where nothing is dragged.
        lines.push(vec![at(dragged), if is_dragged { oblique(goal) } else { at(dragged) }]);
        match step {
            60..150 => solver.set_drags(&[Drag::new(dragged, goal, 3.0, 1.0)?])?,
            150 => solver.set_drags(&[])?,
            180 => solver.release(right, 1.0 / (SIZE * SIZE) as f32)?,
            240 => solver.pin(right),
            _ => {}
        }
        solver.step(DT);
        Ok(lines)
    })?;
    let (cloth, pointer) = layers(frames, weave.len());
    let held =
        vec![[left, right].map(|p| oblique(net.particles[p].position)).to_vec(); cloth.len()];
    let panel = Panel::new("dragged, released, held", (-1.2, 2.8), (-2.8, 1.2));
    let panel = panel.lines(0, cloth).lines(1, pointer).dots(7, held);
    Ok(words.moving(f64::from(SECONDS)).panel(panel).into())
}

/// A cloth whose springs tear, with three weights at its lower edge.
pub(super) fn torn(words: &Words) -> Result<Drawing> {
    const SECONDS: u32 = 4;
    const SIZE: usize = 17;
    let mut moving = words.moving(f64::from(SECONDS));
    for (label, force, color) in [("up to 12 N", 12.0, 0), ("up to 8 N", 8.0, 1)] {
        let cloth = Cloth::new(SIZE, SIZE, 0.1, 1.0);
        let mut net = cloth.build_pleated(0.9)?;
        net.fix(cloth.edge());
        for column in 7..10 {
            net.particles[cloth.at(column, SIZE - 1)].inverse_mass /= 60.0;
        }
        let mut solver = in_air(&net)?;
        for edge in 0..net.edges.len() {
            solver.set_tear_force(edge, force)?;
        }
        let frames = lines_of_frames(SECONDS, |_| {
            let end = |p: usize| oblique(solver.position(p));
            // A spring that has torn is a point: every frame has as many lines.
            let line = |edge: usize| {
                let [a, b] = [net.edges[edge].a, net.edges[edge].b];
                vec![end(a), if solver.is_torn(edge) { end(a) } else { end(b) }]
            };
            let lines: Vec<Line> = (0..net.edges.len()).map(line).collect();
            solver.step(DT);
            Ok(lines)
        })?;
        moving = moving.panel(Panel::new(label, (-0.5, 2.7), (-2.7, 0.5)).lines(color, frames));
    }
    Ok(moving.into())
}

/// The same tail on a node that moves, at two frame rates.
pub(super) fn tails(words: &Words) -> Result<Drawing> {
    const SECONDS: u32 = 4;
    let bone = Bone::new([0.0, -0.1, 0.0])
        .with_spring(Spring::from_frequency(4.0, 0.6)?)
        .with_acceleration([0.0, -9.81, 0.0]);
    let bones: Vec<Bone> =
        (0..8).map(|i| if i == 0 { bone } else { bone.with_head(bone.tail) }).collect();
    let mut moving = words.moving(f64::from(SECONDS));
    for (label, steps, color) in [("60 frames/s", 1, 0), ("30 frames/s", 2, 1)] {
        let root = |at: u32| {
            let x = 0.2 * (1.0 - (5.0 * DT * at as f32).cos()) - 0.2;
            Pose { position: [x, 0.0, 0.0], ..Pose::IDENTITY }
        };
        let chain = BoneChain::new(0, bones.clone());
        let mut tail = SpringBones::new(&[chain], &[], &[root(0)])?;
        let frames = lines_of_frames(SECONDS, |at| {
            if at > 0 && at.is_multiple_of(steps) {
                tail.step(DT * steps as f32, &[root(at)])?;
            }
            let tails = (0..tail.len()).map(|bone| tail.tail(bone));
            Ok(vec![std::iter::once(root(at).position).chain(tails).map(front).collect()])
        })?;
        moving = moving.panel(Panel::new(label, (-0.6, 0.6), (-1.0, 0.2)).lines(color, frames));
    }
    Ok(moving.into())
}
