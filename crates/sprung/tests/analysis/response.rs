//! The frequency response against springs that chase a sine for long.

use core::f64::consts::TAU;

use sprung::{MovingGoalStep, Spring, State};
use testkit::random::Random;
use testkit::worst::Worst;

const STEPS: usize = 2000;

/// Gain and phase of a spring whose goal has swung as a sine for `cycles` before it is looked at.
fn measured(step: &MovingGoalStep<f64>, cycles: usize) -> (f64, f64) {
    let goal = |i: usize| (TAU * (i % STEPS) as f64 / STEPS as f64).sin();
    let mut state = State::at_rest(0.0);
    let (mut in_phase, mut ahead) = (0.0, 0.0);
    for i in 0..=cycles * STEPS {
        if i >= (cycles - 1) * STEPS {
            let angle = TAU * (i % STEPS) as f64 / STEPS as f64;
            // Trapezium: both ends of the last cycle count half.
            let weight = if i % STEPS == 0 { 1.0 } else { 2.0 } / STEPS as f64;
            in_phase += weight * state.position * angle.sin();
            ahead += weight * state.position * angle.cos();
        }
        state = step.apply(state, goal(i), goal(i + 1));
    }
    (in_phase.hypot(ahead), ahead.atan2(in_phase))
}

#[test]
fn springs_that_chase_a_sine_do_what_the_response_says() {
    let mut random = Random::new(8);
    let mut worst = Worst::new("frequency response");
    for _ in 0..30 {
        let natural = random.log_uniform(0.1, 10.0);
        let damping_ratio = random.log_uniform(0.1, 5.0);
        let frequency = natural * random.log_uniform(0.2, 4.0);
        let spring = Spring::from_frequency(natural, damping_ratio).unwrap();
        // The slow decay, in cycles of the goal: e⁻²⁰ of the start is left.
        let slow = if damping_ratio < 1.0 {
            spring.decay_rate()
        } else {
            spring.angular_frequency() / (2.0 * damping_ratio)
        };
        let cycles = (20.0 / slow * frequency).ceil() as usize + 2;
        let dt = 1.0 / frequency / STEPS as f64;
        let kinds = [
            (spring.follow_step(dt), spring.follow_response()),
            (spring.track_step(dt), spring.track_response()),
        ];
        for (step, response) in kinds {
            let (gain, phase) = measured(&step, cycles);
            // 2000 chords stand for the sine: (2π/2000)²/12 of its amplitude is missing, plus the rest of the start.
            let place = || format!("{response:?} at {frequency}");
            worst.check(response.gain(frequency) / gain - 1.0, 2e-6, place);
            worst.check(response.phase(frequency) - phase, 2e-6, place);
        }
    }
    worst.finish();
}
