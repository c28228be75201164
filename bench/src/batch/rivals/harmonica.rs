//! `charmed-harmonica`: coefficients for one time step, in `f64`.

use crate::batch::engine::{Columns, Engine, one_by_one, over_columns};
use crate::batch::springs::Springs;
use harmonica::Spring;

pub(in crate::batch) fn shared(springs: &Springs) -> Box<dyn Engine> {
    let (w, z, dt) = (springs.angular_frequency[0], springs.damping_ratio[0], springs.dt[0]);
    let spring = Spring::new(dt, w, z);
    over_columns(springs, move |c: &mut Columns<f64>, goal| {
        for ((x, v), &g) in c.position.iter_mut().zip(c.velocity.iter_mut()).zip(goal) {
            (*x, *v) = spring.update(*x, *v, g);
        }
    })
}

pub(in crate::batch) fn mixed(springs: &Springs) -> Box<dyn Engine> {
    one_by_one(springs, |[w, z, dt], (x, v), goal| Spring::new(dt, w, z).update(x, v, goal))
}
