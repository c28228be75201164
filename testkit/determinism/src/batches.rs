//! Batches: every kind of spring over enough of them for threads and a remainder, in both precisions.
//!
//! Each target uses the best vector instructions that it has, so this also compares those with each other.

use sprung::{Damper, Spring};
use sprung_batch::{Batch, Float, SpringParams};

use crate::bits::{Bits, Outcome};

const SPRINGS: usize = 40_007;
const TIME_STEPS: [f64; 5] = [1.0 / 60.0, 0.004, 0.0, 0.11, 1.0 / 144.0];

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    compute_in::<f32>(bits)?;
    compute_in::<f64>(bits)?;
    Ok(())
}

fn compute_in<T: Float + Into<f64>>(bits: &mut Bits) -> Outcome {
    let column = |scale: f64, stride: usize| -> Vec<T> {
        let value = |at: usize| ((at * stride) % 1009) as f64 * scale;
        (0..SPRINGS).map(|at| T::from_f64(value(at))).collect()
    };
    let (angular_frequency, damping_ratio) = (column(0.08, 37), column(0.004, 401));
    let (halflife, goal, goal_velocity) = (column(0.003, 59), column(-0.5, 113), column(0.02, 7));
    let shared = Spring::new(T::from_f64(7.0), T::from_f64(0.4))?;
    let damper = Damper::from_halflife(T::from_f64(0.2))?;
    let batch = Batch::new().parallel();
    let (mut walked, mut blended, mut blended_velocity) =
        (column(0.0, 1), column(0.01, 5), column(-0.02, 3));
    let mut rotation = [column(0.0, 1), column(0.0, 1), column(0.0, 1), vec![T::ONE; SPRINGS]];
    let mut angular_velocity = [column(0.01, 3), column(-0.02, 7), column(0.005, 13)];

    let (mut position, mut velocity) = (column(0.1, 3), column(-0.3, 11));
    for dt in TIME_STEPS.map(T::from_f64) {
        let state = (&mut position, &mut velocity);
        batch.springs(
            SpringParams {
                angular_frequency: &angular_frequency,
                damping_ratio: &damping_ratio,
                dt,
            },
            state.0,
            state.1,
            &goal,
        );
        batch.critical_springs(&halflife, dt, state.0, state.1, &goal);
        batch.spring(&shared.step(dt), state.0, state.1, &goal);
        batch.spring_moving_goal(&shared.follow_step(dt), state.0, state.1, &goal, &halflife);
        batch.spring_moving_goal(&shared.track_step(dt), state.0, state.1, &halflife, &goal);
        batch.spring_goal_velocity(
            &shared.goal_velocity_step(dt),
            state.0,
            state.1,
            &goal,
            &goal_velocity,
        );
        batch.dampers(&halflife, dt, state.0, &goal);
        batch.damper(&damper.step(dt), state.0, &goal);
        batch.damper_moving_goal(&damper.follow_step(dt), state.0, &goal, &goal_velocity);
        batch.characters(&halflife, dt, &mut walked, state.0, state.1, &goal);
        batch.inertialize(&halflife, dt, state.0, state.1, &mut blended, &mut blended_velocity);
        batch.rotation_springs(
            SpringParams {
                angular_frequency: &angular_frequency,
                damping_ratio: &damping_ratio,
                dt,
            },
            rotation.each_mut().map(|component| &mut component[..]),
            angular_velocity.each_mut().map(|component| &mut component[..]),
            [0.0, 0.6, 0.0, 0.8].map(T::from_f64),
        );
        for column in [&walked, &blended, &blended_velocity].into_iter().chain(&rotation) {
            bits.add_all(column.iter().copied());
        }
        bits.add_all(angular_velocity.iter().flatten().copied());
        bits.add_all(position.iter().copied());
        bits.add_all(velocity.iter().copied());
    }
    Ok(())
}
