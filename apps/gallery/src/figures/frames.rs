//! Turns networks in motion into the lines of moving figures.

use std::iter;

use anyhow::Result;
use sprung_figure::Line;
use sprung_network::reference::JacobiSolver;
use sprung_network::{Environment, Network, Particle, Solver};

/// Frames per second of a moving figure; viewers interpolate between them.
const FRAME_RATE: u32 = 15;

pub(super) const DT: f32 = 1.0 / 60.0;

/// The particles of a network in motion at every step of 1/60 s, the start first; without end.
pub(super) type Steps = Box<dyn Iterator<Item = Vec<Particle>>>;

/// Air drag that damps a network within seconds.
pub(super) fn air() -> Environment {
    Environment { drag: 0.5, ..Environment::default() }
}

pub(super) fn solved(mut solver: Solver) -> Steps {
    Box::new(iter::from_fn(move || {
        let particles = solver.particles().collect();
        solver.step(DT);
        Some(particles)
    }))
}

/// The steps of the article's scheme, each made of a number of its own.
pub(super) fn jacobi(mut scheme: JacobiSolver, passes: u32) -> Steps {
    Box::new(iter::from_fn(move || {
        let particles = scheme.particles().to_vec();
        for _ in 0..passes {
            scheme.step(DT / passes as f32);
        }
        Some(particles)
    }))
}

/// A projection of space onto paper.
pub(super) type View = fn([f32; 3]) -> (f64, f64);

/// From the front: z goes into the paper.
pub(super) fn front([x, y, _]: [f32; 3]) -> (f64, f64) {
    (f64::from(x), f64::from(y))
}

/// From the front, right and above.
pub(super) fn oblique([x, y, z]: [f32; 3]) -> (f64, f64) {
    (f64::from(x + 0.45 * z), f64::from(y - 0.22 * z))
}

/// Returns the projected particles in every frame of `seconds`, the start first.
pub(super) fn film(
    steps: impl Iterator<Item = Vec<Particle>>,
    seconds: u32,
    view: View,
) -> Vec<Line> {
    let frames = steps.step_by(60 / FRAME_RATE as usize).take((seconds * FRAME_RATE) as usize + 1);
    frames.map(|particles| particles.iter().map(|p| view(p.position)).collect()).collect()
}

/// The lines of every frame of `seconds`, of what gives lines and then advances by 1/60 s; it is told the number of its call.
pub(super) fn lines_of_frames(
    seconds: u32,
    mut step: impl FnMut(u32) -> Result<Vec<Line>>,
) -> Result<Vec<Vec<Line>>> {
    let mut frames = Vec::new();
    for at in 0..=seconds * 60 {
        let lines = step(at)?;
        if at.is_multiple_of(60 / FRAME_RATE) {
            frames.push(lines);
        }
    }
    Ok(frames)
}

/// Lines through the particles of a solver: each path names its particles.
pub(super) fn along(solver: &Solver, paths: &[Vec<usize>], view: View) -> Vec<Line> {
    let line = |path: &Vec<usize>| path.iter().map(|&p| view(solver.position(p))).collect();
    paths.iter().map(line).collect()
}

/// Lines that join the particles of every frame: each line names its particles.
pub(super) fn joined(film: &[Line], lines: &[Vec<usize>]) -> Vec<Vec<Line>> {
    let frame =
        |at: &Line| lines.iter().map(|line| line.iter().map(|&i| at[i]).collect()).collect();
    film.iter().map(frame).collect()
}

/// Returns the named particles in every frame.
pub(super) fn picked(film: &[Line], particles: &[usize]) -> Vec<Line> {
    film.iter().map(|at| particles.iter().map(|&i| at[i]).collect()).collect()
}

/// Every spring of a network as a line.
pub(super) fn springs(net: &Network) -> Vec<Vec<usize>> {
    net.edges.iter().map(|spring| vec![spring.a, spring.b]).collect()
}

/// The springs of a lattice without its diagonals, which would hide it.
pub(super) fn springs_along_axes(net: &Network) -> Vec<Vec<usize>> {
    let shortest = net.edges.iter().map(|s| s.rest_length).fold(f32::INFINITY, f32::min);
    let mut lines = springs(net);
    let mut rest = net.edges.iter().map(|s| s.rest_length);
    lines.retain(|_| rest.next().is_some_and(|length| length < 1.1 * shortest));
    lines
}

/// The rows and columns of a grid of `n` by `n` particles.
pub(super) fn weave(n: usize) -> Vec<Vec<usize>> {
    let row = |j: usize| (0..n).map(|i| j * n + i).collect();
    let column = |i: usize| (0..n).map(|j| j * n + i).collect();
    (0..n).map(row).chain((0..n).map(column)).collect()
}

/// Returns the fixed particles.
pub(super) fn fixed(net: &Network) -> Vec<usize> {
    (0..net.particles.len()).filter(|&i| net.particles[i].is_fixed()).collect()
}
