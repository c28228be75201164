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
            // 2000 chords approximate the sine: (2π/2000)²/12 of its amplitude is missing, plus the rest of the start.
            let place = || format!("{response:?} at {frequency}");
            worst.check(response.gain(frequency) / gain - 1.0, 2e-6, place);
            worst.check(response.phase(frequency) - phase, 2e-6, place);
        }
    }
    worst.finish();
}

/// The transfer function by complex division, as the textbook has it.
fn textbook(natural: f64, damping_ratio: f64, frequency: f64, tracks: bool) -> (f64, f64) {
    let ratio = frequency / natural;
    let damping = 2.0 * damping_ratio * ratio;
    let (above_re, above_im) = (1.0, if tracks { damping } else { 0.0 });
    let (below_re, below_im) = (1.0 - ratio * ratio, damping);
    let square = below_re * below_re + below_im * below_im;
    let re = (above_re * below_re + above_im * below_im) / square;
    let im = (above_im * below_re - above_re * below_im) / square;
    (re.hypot(im), im.atan2(re))
}

#[test]
fn gain_and_phase_are_those_of_the_transfer_function() {
    let mut random = Random::new(14);
    let mut worst = Worst::new("gain and phase");
    for _ in 0..5000 {
        let natural = random.log_uniform(0.01, 100.0);
        let damping_ratio = random.log_uniform(1e-3, 1e3);
        let frequency = natural * random.log_uniform(1e-3, 1e3);
        let double = Spring::from_frequency(natural, damping_ratio).unwrap();
        let single = Spring::from_frequency(natural as f32, damping_ratio as f32).unwrap();
        let hertz = frequency as f32;
        for tracks in [false, true] {
            let (gain, phase) = textbook(natural, damping_ratio, frequency, tracks);
            let response = if tracks { double.track_response() } else { double.follow_response() };
            let small = if tracks { single.track_response() } else { single.follow_response() };
            // Next to a sharp resonance the last digit of the frequency counts 1/ζ times.
            let sharp = 1.0 + 1.0 / damping_ratio;
            let place = || format!("{response:?} at {frequency}");
            worst.check(response.gain(frequency) / gain - 1.0, 1e-14 * sharp, place);
            worst.check(response.phase(frequency) - phase, 1e-14 * sharp, place);
            worst.check(f64::from(small.gain(hertz)) / gain - 1.0, 2e-6 * sharp, place);
            worst.check(f64::from(small.phase(hertz)) - phase, 2e-6 * sharp, place);
        }
    }
    worst.finish();
}
