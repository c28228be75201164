//! The formulas of D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*, in `f32` as published there: with
//! its fast exponential and arctangent, its small constants in denominators, its half-life (59.7 % left, not half).
//!
//! The loops are plain, over columns, so that a compiler can vectorize them. `_dispatched` runs
//! the same loop on the same SIMD level as ours; an ordinary build has the baseline of its target.

use super::engine::{Columns, Engine, one_by_one, over_columns};
use super::springs::Springs;
use fearless_simd::{Level, Simd, dispatch};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, LN_2};

const SMALL: f32 = 1e-5;

#[inline(always)]
fn fast_negexp(x: f32) -> f32 {
    1.0 / (1.0 + x + 0.48 * x * x + 0.235 * x * x * x)
}

#[inline(always)]
fn fast_atan(x: f32) -> f32 {
    let z = x.abs();
    let w = if z > 1.0 { 1.0 / z } else { z };
    let y = FRAC_PI_4 * w - w * (w - 1.0) * (0.2447 + 0.0663 * w);
    (if z > 1.0 { FRAC_PI_2 - y } else { y }).copysign(x)
}

#[inline(always)]
fn halflife_to_damping(halflife: f32) -> f32 {
    (4.0 * LN_2) / (halflife + SMALL)
}

/// One half-life for all: the factors that depend only on it and on the time step are computed once.
pub(super) fn shared(springs: &Springs) -> Box<dyn Engine> {
    let y = halflife_to_damping(springs.halflife[0] as f32) / 2.0;
    over_columns(springs, move |c: &mut Columns<f32>, goal| {
        let dt = c.dt[0];
        let decay = fast_negexp(y * dt);
        for ((x, v), &g) in c.position.iter_mut().zip(c.velocity.iter_mut()).zip(goal) {
            let j0 = *x - g;
            let j1 = *v + j0 * y;
            *x = decay * (j0 + j1 * dt) + g;
            *v = decay * (*v - j1 * y * dt);
        }
    })
}

#[inline(always)]
fn critical_loop(x: &mut [f32], v: &mut [f32], goal: &[f32], halflife: &[f32], dt: f32) {
    for (((x, v), &g), &h) in x.iter_mut().zip(v).zip(goal).zip(halflife) {
        let y = halflife_to_damping(h) / 2.0;
        let j0 = *x - g;
        let j1 = *v + j0 * y;
        let decay = fast_negexp(y * dt);
        *x = decay * (j0 + j1 * dt) + g;
        *v = decay * (*v - j1 * y * dt);
    }
}

/// A half-life for each.
pub(super) fn critical(springs: &Springs) -> Box<dyn Engine> {
    over_columns(springs, |c: &mut Columns<f32>, goal| {
        critical_loop(&mut c.position, &mut c.velocity, goal, &c.halflife, c.dt[0]);
    })
}

/// A half-life for each, on our SIMD level.
pub(super) fn critical_dispatched(springs: &Springs) -> Box<dyn Engine> {
    #[inline(always)]
    fn on<S: Simd>(_: S, c: &mut Columns<f32>, goal: &[f32]) {
        critical_loop(&mut c.position, &mut c.velocity, goal, &c.halflife, c.dt[0]);
    }
    over_columns(springs, |c: &mut Columns<f32>, goal| {
        dispatch!(Level::new(), simd => on(simd, c, goal));
    })
}

/// Stiffness and damping for each, three regimes by branches.
pub(super) fn mixed(springs: &Springs) -> Box<dyn Engine> {
    one_by_one(springs, |[w, z, dt], state, goal| {
        spring_damper_exact(state, goal, [w * w, 2.0 * z * w], dt)
    })
}

fn spring_damper_exact((x, v): (f32, f32), goal: f32, law: [f32; 2], dt: f32) -> (f32, f32) {
    let ([s, d], c) = (law, goal);
    let y = d / 2.0;
    let discriminant = s - d * d / 4.0;
    if discriminant.abs() < SMALL {
        let (j0, j1) = (x - c, v + (x - c) * y);
        let decay = fast_negexp(y * dt);
        (j0 * decay + dt * j1 * decay + c, -y * j0 * decay - y * dt * j1 * decay + j1 * decay)
    } else if discriminant > 0.0 {
        let w = discriminant.sqrt();
        let amplitude = ((v + y * (x - c)).powi(2) / (w * w + SMALL) + (x - c).powi(2)).sqrt();
        let phase = fast_atan((v + (x - c) * y) / (-(x - c) * w + SMALL));
        let j = if x - c > 0.0 { amplitude } else { -amplitude };
        let decay = fast_negexp(y * dt);
        let (sin, cos) = (w * dt + phase).sin_cos();
        (j * decay * cos + c, -y * j * decay * cos - w * j * decay * sin)
    } else {
        let root = (d * d - 4.0 * s).sqrt();
        let (y0, y1) = ((d + root) / 2.0, (d - root) / 2.0);
        let j1 = (c * y0 - x * y0 - v) / (y1 - y0);
        let j0 = x - j1 - c;
        let (e0, e1) = (fast_negexp(y0 * dt), fast_negexp(y1 * dt));
        (j0 * e0 + j1 * e1 + c, -y0 * j0 * e0 - y1 * j1 * e1)
    }
}

/// First-order dampers, a half-life for each.
pub(super) fn dampers(springs: &Springs) -> Box<dyn Engine> {
    over_columns(springs, |c: &mut Columns<f32>, goal| {
        for ((x, &g), &h) in c.position.iter_mut().zip(goal).zip(c.halflife.iter()) {
            let left = fast_negexp((LN_2 * c.dt[0]) / (h + SMALL));
            let blend = 1.0 - left;
            *x = (1.0 - blend) * *x + blend * g;
        }
    })
}
