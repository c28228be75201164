//! Turns networks in motion into the lines of moving figures.

use sprung_figure::Line;
use sprung_network::reference::JacobiSolver;
use sprung_network::{Network, Particle, Solver};

/// Frames per second of a moving figure; viewers interpolate between them.
pub(super) const FRAME_RATE: u32 = 15;

/// Steps per frame of a moving figure, of 1/60 s.
const STEPS: u32 = 60 / FRAME_RATE;

pub(super) const DT: f32 = 1.0 / 60.0;

/// Something that moves a network.
pub(super) trait Mover {
    fn step(&mut self, dt: f32);
    fn particles(&self) -> Vec<Particle>;
}

impl Mover for Solver {
    fn step(&mut self, dt: f32) {
        Solver::step(self, dt);
    }

    fn particles(&self) -> Vec<Particle> {
        Solver::particles(self).collect()
    }
}

impl<M: Mover + ?Sized> Mover for &mut M {
    fn step(&mut self, dt: f32) {
        (**self).step(dt);
    }

    fn particles(&self) -> Vec<Particle> {
        (**self).particles()
    }
}

/// The article's scheme, with a number of its steps per frame step.
pub(super) struct Passes(pub(super) JacobiSolver, pub(super) u32);

impl Mover for Passes {
    fn step(&mut self, dt: f32) {
        for _ in 0..self.1 {
            self.0.step(dt / self.1 as f32);
        }
    }

    fn particles(&self) -> Vec<Particle> {
        self.0.particles().to_vec()
    }
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
pub(super) fn film(mut mover: impl Mover, seconds: u32, view: View) -> Vec<Line> {
    let seen = |mover: &dyn Mover| mover.particles().iter().map(|p| view(p.position)).collect();
    let mut frames = vec![seen(&mover)];
    for _ in 0..seconds * FRAME_RATE {
        for _ in 0..STEPS {
            mover.step(DT);
        }
        frames.push(seen(&mover));
    }
    frames
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
