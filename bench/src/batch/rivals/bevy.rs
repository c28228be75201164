//! `bevy_math`: `smooth_nudge`, a first-order damper. It takes a decay rate, which is prepared here.

use crate::batch::engine::{Columns, Engine, over_columns};
use crate::batch::springs::Springs;
use bevy_math::StableInterpolate;

pub(in crate::batch) fn dampers(springs: &Springs) -> Box<dyn Engine> {
    let rate = |halflife: &f64| (std::f64::consts::LN_2 / halflife) as f32;
    let rates: Vec<f32> = springs.halflife.iter().map(rate).collect();
    over_columns(springs, move |c: &mut Columns<f32>, goal| {
        for ((x, g), &rate) in c.position.iter_mut().zip(goal).zip(&rates) {
            x.smooth_nudge(g, rate, c.dt[0]);
        }
    })
}
