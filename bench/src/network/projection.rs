//! Position-based dynamics with small steps, in a plain form: one sweep over the springs per sub-step, sixteen of one
//! color at a time (Macklin et al., *Small Steps in Physics Simulation*, 2019).

use anyhow::Result;
use fearless_simd::{Level, Simd, f32x16, prelude::*};
use sprung_network::Environment;

use super::engine::{Engine, SmallSteps};
use super::lanes::{
    Bundle, Record, Wide, add_scaled, bundles, dot, gather, records, row, scatter, sub,
};
use super::scene::{Ball, Scene};

struct Projection {
    at: Vec<Record>,
    before: Vec<Record>,
    velocity: Vec<Record>,
    bundles: Vec<Bundle>,
    /// Particle, anchor, length.
    tethers: Vec<(usize, usize, f32)>,
    ball: Option<Ball>,
    environment: Environment,
    substeps: usize,
    level: Level,
}

pub(super) fn small_steps(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(Projection::new(scene, substeps)))
}

/// The same with long-range attachments.
pub(super) fn with_tethers(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    let mut projection = Projection::new(scene, substeps);
    let tethers = scene.attached().tethers;
    projection.tethers = tethers.iter().map(|t| (t.particle, t.anchor, t.length)).collect();
    projection.tethers.sort_by_key(|&(particle, ..)| particle);
    Ok(Box::new(projection))
}

impl Projection {
    fn new(scene: &Scene, substeps: usize) -> Self {
        let at = records(&scene.net);
        Self {
            before: at.clone(),
            velocity: vec![[0.0; 4]; at.len()],
            at,
            bundles: bundles(&scene.net),
            tethers: Vec::new(),
            ball: scene.ball,
            environment: scene.environment,
            substeps,
            level: Level::new(),
        }
    }
}

impl SmallSteps for Projection {
    fn plan(&self) -> (usize, Level) {
        (self.substeps, self.level)
    }

    #[inline(always)]
    fn substep<S: Simd>(&mut self, s: S, h: f32) {
        drift(&mut self.at, &mut self.before, &mut self.velocity, self.environment, h);
        for bundle in &self.bundles {
            project(s, bundle, &mut self.at);
        }
        for &(particle, anchor, length) in &self.tethers {
            pull_back(&mut self.at, particle, anchor, length);
        }
        if let Some(ball) = self.ball {
            self.at.iter_mut().for_each(|at| ball.push_out(at));
        }
        set_velocities(&self.at, &self.before, &mut self.velocity, h);
    }

    fn records(&self) -> (&[Record], &[Record]) {
        (&self.at, &self.velocity)
    }
}

/// Gravity, drag and free motion.
#[inline(always)]
pub(super) fn drift(
    at: &mut [Record],
    before: &mut [Record],
    velocity: &mut [Record],
    Environment { gravity, drag, .. }: Environment,
    h: f32,
) {
    let keep = 1.0 / (1.0 + h * drag);
    for ((at, before), v) in at.iter_mut().zip(before).zip(velocity) {
        *before = *at;
        let moves = if at[3] > 0.0 { 1.0 } else { 0.0 };
        for c in 0..3 {
            v[c] = (v[c] + h * gravity[c]) * (keep * moves);
            at[c] += h * v[c];
        }
    }
}

#[inline(always)]
pub(super) fn set_velocities(at: &[Record], before: &[Record], velocity: &mut [Record], h: f32) {
    let rate = 1.0 / h;
    for ((at, before), v) in at.iter().zip(before).zip(velocity) {
        for c in 0..3 {
            v[c] = (at[c] - before[c]) * rate;
        }
    }
}

#[inline(always)]
fn project<S: Simd>(s: S, bundle: &Bundle, at: &mut [Record]) {
    let (a, b) = (gather(s, at, &bundle.a), gather(s, at, &bundle.b));
    let d = sub(b.xyz, a.xyz);
    let inverse_length = 1.0 / dot(d, d).max(1e-24).sqrt();
    let error = 1.0 - row(s, &bundle.rest) * inverse_length;
    let pull = error / (a.w + b.w).max(1e-30);
    let moved = add_scaled(a.xyz, pull * a.w, d);
    scatter(at, &bundle.a, Wide { xyz: moved, w: a.w });
    let moved = add_scaled(b.xyz, f32x16::splat(s, 0.0) - pull * b.w, d);
    scatter(at, &bundle.b, Wide { xyz: moved, w: b.w });
}

fn pull_back(at: &mut [Record], particle: usize, anchor: usize, length: f32) {
    let ([x, y, z, _], here) = (at[anchor], &mut at[particle]);
    let d = [here[0] - x, here[1] - y, here[2] - z];
    let squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if squared > length * length {
        let back = 1.0 - length / squared.sqrt();
        for c in 0..3 {
            here[c] -= back * d[c];
        }
    }
}
