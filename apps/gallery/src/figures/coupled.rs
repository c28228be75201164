//! Networks that bear rigid bodies: a crate on a cloth, a hammock, a heavy weight on a rope.

use anyhow::Result;
use sprung_body::Body;
use sprung_figure::{Line, Panel};
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{
    Attachment, BodyCollider, BodyCoupling, Cuboid, Network, Particle, Settings, Solver, SpringMode,
};

use super::frames::{DT, View, air, along, front, lines_of_frames, oblique, weave};
use crate::system::{Drawing, Words};

const SECONDS: u32 = 5;
const GRAVITY: [f32; 3] = [0.0, -9.81, 0.0];

pub(super) fn bodies(words: &Words) -> Result<Drawing> {
    let (cloth, crates) = trampoline()?;
    let cloth = Panel::new("20 kg on 1 kg of cloth", (-0.1, 3.0), (-1.6, 1.5))
        .lines(0, cloth)
        .lines(7, crates);
    let (ropes, lying) = hammock()?;
    let hammock = Panel::new("80 kg in 2 kg of cloth", (-1.9, 1.9), (-1.9, 1.9))
        .lines(3, ropes)
        .lines(7, lying);
    let (line, weights) = weight_on_a_rope()?;
    let weight = Panel::new("1000 kg on a rope of 1 kg", (-2.7, 2.7), (-3.4, 2.0))
        .lines(1, line)
        .lines(7, weights);
    Ok(words.moving(f64::from(SECONDS)).panel(cloth).panel(hammock).panel(weight).into())
}

/// A body of uniform density with these half extents, under gravity.
fn cuboid(mass: f32, [x, y, z]: [f32; 3], position: [f32; 3]) -> Body<f32> {
    let inertia = [y * y + z * z, x * x + z * z, x * x + y * y].map(|sum| mass * sum / 3.0);
    let mut body = Body { position, ..Body::new(mass, inertia) };
    body.load.acceleration = GRAVITY;
    body
}

/// The edges of a cuboid, as one face, the other, and the sides between them.
pub(super) fn outline(body: &Body<f32>, half: [f32; 3], view: View) -> Vec<Line> {
    let corner = |[x, y, z]: [f32; 3]| {
        let at = body.rotation.rotate([x * half[0], y * half[1], z * half[2]]);
        view([0, 1, 2].map(|c| body.position[c] + at[c]))
    };
    const FACE: [[f32; 2]; 5] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]];
    let face = |z: f32| FACE.map(|[x, y]| corner([x, y, z])).to_vec();
    let side = |[x, y]: [f32; 2]| vec![corner([x, y, -1.0]), corner([x, y, 1.0])];
    [face(-1.0), face(1.0)].into_iter().chain(FACE[1..].iter().map(|&at| side(at))).collect()
}

/// Two layers of lines: of the network and of the bodies.
pub(super) type Layers = (Vec<Vec<Line>>, Vec<Vec<Line>>);

/// The film of a network, drawn along `paths`, and of its bodies, which nothing but the network and gravity moves.
fn play(
    net: &Network,
    substeps: usize,
    paths: &[Vec<usize>],
    (mut bodies, half): (Vec<Body<f32>>, [f32; 3]),
    (ties, colliders): (&[Attachment], Vec<BodyCollider>),
    view: View,
) -> Result<Layers> {
    let mut solver =
        Solver::new(net, Settings { substeps, environment: air(), ..Settings::default() })?;
    let mut coupling = BodyCoupling::new(&mut solver, &bodies, ties, colliders)?;
    let frames = lines_of_frames(SECONDS, |_| {
        let mut lines = along(&solver, paths, view);
        lines.extend(bodies.iter().flat_map(|body| outline(body, half, view)));
        coupling.step(&mut solver, &bodies, DT);
        for (i, body) in bodies.iter_mut().enumerate() {
            *body = coupling.body_at_end(i);
        }
        Ok(lines)
    })?;
    Ok(layers(frames, paths.len()))
}

/// Splits the lines of each frame: the first ones are of the network.
pub(super) fn layers(frames: Vec<Vec<Line>>, of_network: usize) -> Layers {
    let split = |mut lines: Vec<Line>| {
        let bodies = lines.split_off(of_network);
        (lines, bodies)
    };
    frames.into_iter().map(split).unzip()
}

/// A crate falls on a cloth that is held all around.
fn trampoline() -> Result<Layers> {
    const N: usize = 21;
    const HALF: [f32; 3] = [0.3; 3];
    let sheet = Cloth::new(N, N, 0.1, 1.0);
    let mut net = sheet.build()?;
    let border = |i: usize| i == 0 || i == N - 1;
    let all = (0..N).flat_map(|j| (0..N).map(move |i| (i, j)));
    net.fix(all.filter(|&(i, j)| border(i) || border(j)).map(|(i, j)| sheet.at(i, j)));
    let body = cuboid(20.0, HALF, [1.0, HALF[1] + 0.2, 1.0]);
    let collider = BodyCollider::new(0, Cuboid { half_extents: HALF }).with_friction(0.5);
    let bodies = (vec![body], HALF);
    // Every second row and column.
    let paths = weave(N).into_iter().enumerate().filter(|(i, _)| (i % N).is_multiple_of(2));
    let paths: Vec<Vec<usize>> = paths.map(|(_, path)| path).collect();
    play(&net, 16, &paths, bodies, (&[], vec![collider]), oblique)
}

/// Someone falls into a hammock between two trees, with a push to the side.
fn hammock() -> Result<Layers> {
    const SIZE: [usize; 2] = [21, 11];
    const HALF: [f32; 3] = [0.75, 0.12, 0.2];
    const TREE: f32 = 1.7;
    const LOW: f32 = -0.6;
    let sheet = Cloth::new(SIZE[0], SIZE[1], 0.1, 2.0);
    let mut net = sheet.build()?;
    net.rest_shape = net.particles.iter().map(|p| p.position).collect();
    // A half pipe of the width of the cloth.
    for particle in &mut net.particles {
        let [x, _, z] = particle.position;
        let (sin, cos) = (std::f32::consts::PI * (z - 0.5)).sin_cos();
        let radius = std::f32::consts::FRAC_1_PI;
        particle.position = [x - 1.0, LOW + radius * (1.0 - cos), radius * sin];
    }
    let row = |j: usize| (0..SIZE[0]).map(|i| sheet.at(i, j)).collect();
    let column = |i: usize| (0..SIZE[1]).map(|j| sheet.at(i, j)).collect();
    let mut paths: Vec<Vec<usize>> = (0..SIZE[1]).step_by(2).map(row).collect();
    paths.extend((0..SIZE[0]).step_by(4).map(column));
    for (x, column) in [(-TREE, 0), (TREE, SIZE[0] - 1)] {
        let tree = net.add_particle(Particle::fixed([x, 0.0, 0.0]));
        net.rest_shape.push([x + 1.0, 0.0, 0.5]);
        for row in 0..SIZE[1] {
            let rope = net.connect(tree, sheet.at(column, row));
            // Tighter at the borders, so that the cloth folds around who lies in it.
            let part = row as f32 / 5.0 - 1.0;
            net.edges[rope].rest_length = (TREE - 1.0).hypot(LOW) - 0.05 * part * part;
            net.edges[rope].mode = SpringMode::TensionOnly;
            if row.is_multiple_of(2) {
                paths.push(vec![tree, sheet.at(column, row)]);
            }
        }
    }
    let body = Body { velocity: [0.0, 0.0, 0.7], ..cuboid(80.0, HALF, [0.0, LOW + 0.2, 0.0]) };
    let collider = BodyCollider::new(0, Cuboid { half_extents: HALF }).with_friction(0.8);
    play(&net, 64, &paths, (vec![body], HALF), (&[], vec![collider]), oblique)
}

/// A weight a thousand times as heavy as its rope, let go from the side.
fn weight_on_a_rope() -> Result<Layers> {
    const HALF: [f32; 3] = [0.3; 3];
    let mut net = rope([0.0; 3], [-2.0, 0.0, 0.0], 30, 1.0)?;
    net.fix([0]);
    let tie = Attachment { particle: 30, body: 0, point: [HALF[0], 0.0, 0.0] };
    let bodies = (vec![cuboid(1000.0, HALF, [-2.3, 0.0, 0.0])], HALF);
    play(&net, 8, &[(0..=30).collect()], bodies, (&[tie], Vec::new()), front)
}
