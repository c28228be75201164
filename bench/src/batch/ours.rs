//! sprung-batch, and a plain loop over the core.

use super::engine::{Columns, Engine, one_by_one, over_columns};
use super::springs::Springs;
use sprung::{Damper, Spring, SpringStep, State};
use sprung_batch::{Batch, Float, SpringParams};
use testkit::precision::Precision;

/// The step that all share, computed once, as for every engine of that race.
fn shared_step<T: Float + Precision>(springs: &Springs) -> SpringStep<T> {
    let [w, z, dt] = [springs.angular_frequency[0], springs.damping_ratio[0], springs.dt[0]];
    let spring = Spring::new(T::nearest(w), T::nearest(z)).expect("a spring of the bench");
    spring.step(T::nearest(dt))
}

pub(super) fn shared<T: Float + Precision>(springs: &Springs) -> Box<dyn Engine> {
    let step = shared_step::<T>(springs);
    let batch = Batch::new();
    over_columns(springs, move |c: &mut Columns<T>, goal| {
        batch.spring(&step, &mut c.position, &mut c.velocity, goal);
    })
}

pub(super) fn shared_on_two_threads<T: Float + Precision>(springs: &Springs) -> Box<dyn Engine> {
    let step = shared_step::<T>(springs);
    let batch = Batch::new().parallel();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    over_columns(springs, move |c: &mut Columns<T>, goal| {
        threads.install(|| batch.spring(&step, &mut c.position, &mut c.velocity, goal));
    })
}

pub(super) fn shared_core_loop<T: Float + Precision>(springs: &Springs) -> Box<dyn Engine> {
    let step = shared_step::<T>(springs);
    over_columns(springs, move |c: &mut Columns<T>, goal| {
        for ((x, v), &g) in c.position.iter_mut().zip(c.velocity.iter_mut()).zip(goal) {
            let state = step.apply(State::new(*x, *v), g);
            (*x, *v) = (state.position, state.velocity);
        }
    })
}

pub(super) fn mixed<T: Float + Precision>(springs: &Springs) -> Box<dyn Engine> {
    let batch = Batch::new();
    over_columns(springs, move |c: &mut Columns<T>, goal| {
        let (w, z) = (&c.angular_frequency[..], &c.damping_ratio[..]);
        batch.springs(
            SpringParams { angular_frequency: w, damping_ratio: z, dt: &c.dt[..] },
            &mut c.position,
            &mut c.velocity,
            goal,
        );
    })
}

pub(super) fn mixed_core_loop<T: Float + Precision>(springs: &Springs) -> Box<dyn Engine> {
    one_by_one(springs, |[w, z, dt]: [T; 3], (x, v), goal| {
        let Ok(spring) = Spring::new(w, z) else { return (x, v) };
        let state = spring.step(dt).apply(State::new(x, v), goal);
        (state.position, state.velocity)
    })
}

pub(super) fn critical<T: Float + Precision>(springs: &Springs) -> Box<dyn Engine> {
    let batch = Batch::new();
    over_columns(springs, move |c: &mut Columns<T>, goal| {
        batch.critical_springs(&c.halflife[..], c.dt[0], &mut c.position, &mut c.velocity, goal);
    })
}

pub(super) fn dampers<T: Float + Precision>(springs: &Springs) -> Box<dyn Engine> {
    let batch = Batch::new();
    over_columns(springs, move |c: &mut Columns<T>, goal| {
        batch.dampers(&c.halflife[..], c.dt[0], &mut c.position, goal);
    })
}

pub(super) fn dampers_core_loop<T: Float + Precision>(springs: &Springs) -> Box<dyn Engine> {
    over_columns(springs, move |c: &mut Columns<T>, goal| {
        for ((x, &halflife), &g) in c.position.iter_mut().zip(c.halflife.iter()).zip(goal) {
            let Ok(damper) = Damper::from_halflife(halflife) else { continue };
            *x = damper.step(c.dt[0]).apply(*x, g);
        }
    })
}
