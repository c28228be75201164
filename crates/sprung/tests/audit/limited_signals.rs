//! Limited tracking of random signals: no limit is exceeded, and nothing jumps.

use sprung::motion::LimitedTracker;
use sprung::{MotionLimits, Real, State};
use testkit::audit::{cases, measured};
use testkit::in_both_precisions;
use testkit::inputs::hostile;
use testkit::precision::Precision;
use testkit::random::Random;

in_both_precisions! { no_signal_exceeds_the_limits }

/// A signal with its velocity, as it is told: right, wrong or not at all.
enum Signal {
    Steps(f64),
    Ramp(f64),
    Sine(f64, f64),
    Chirp(f64, f64),
    Noise(f64),
    Hostile,
}

impl Signal {
    fn random(random: &mut Random) -> Self {
        let size = random.log_uniform(1e-6, 1e6);
        match random.index(12) {
            0..=2 => Signal::Steps(size),
            3 | 4 => Signal::Ramp(random.uniform(-2.0, 2.0) * size),
            5 | 6 => Signal::Sine(size, random.log_uniform(0.1, 100.0)),
            7 | 8 => Signal::Chirp(size, random.log_uniform(0.1, 30.0)),
            9 | 10 => Signal::Noise(size),
            _ => Signal::Hostile,
        }
    }

    fn at(&self, time: f64, random: &mut Random) -> (f64, f64) {
        match *self {
            Signal::Steps(size) => (size * (time * 7.0).floor().sin(), 0.0),
            Signal::Ramp(slope) => (slope * time, slope),
            Signal::Sine(size, w) => (size * (w * time).sin(), size * w * (w * time).cos()),
            Signal::Chirp(size, w) => (size * (w * time * time).sin(), 0.0),
            Signal::Noise(size) => {
                (size * random.uniform(-1.0, 1.0), size * random.uniform(-9.0, 9.0))
            }
            Signal::Hostile => {
                let values = hostile::<f64>();
                (values[random.index(values.len())], values[random.index(values.len())])
            }
        }
    }
}

fn no_signal_exceeds_the_limits<R: Real + Precision>() {
    let count = cases(5_000, 500_000);
    let mut random = Random::new(16);
    let epsilon = <R as Precision>::EPSILON;
    let mut steps = 0u64;
    for case in 0..count {
        let mut limit = || R::from_f64(random.log_uniform(1e-2, 1e2));
        let limits = MotionLimits::new(limit(), limit(), limit()).unwrap();
        let [v, a, j] = [limits.velocity(), limits.acceleration(), limits.jerk()].map(Real::to_f64);
        let signal = Signal::random(&mut random);
        let even = random.log_uniform(1e-4, 0.3);
        let (mut tracker, mut time) = (LimitedTracker::at_rest(R::ZERO), 0.0);
        for _ in 0..30 {
            let dt = match random.index(10) {
                0 => even * random.uniform(0.0, 10.0),
                _ => even,
            };
            time += dt;
            let (goal, slope) = signal.at(time, &mut random);
            let goal = State::new(R::from_f64(goal), R::from_f64(slope));
            let before = tracker;
            tracker.update(goal, &limits.step(R::from_f64(dt)));
            let [now, last] = [tracker, before].map(|tracker| {
                [tracker.state().position, tracker.state().velocity, tracker.acceleration()]
                    .map(Real::to_f64)
            });
            let told = || format!("case {case}: {before:?} to {goal:?} in {dt} with {limits:?}");
            assert!(now[1].abs() <= v && now[2].abs() <= a, "{now:?}: {}", told());
            // Rounding of the numbers themselves, and of the time.
            let dt = Real::to_f64(R::from_f64(dt));
            let jerk = (now[2] - last[2]).abs();
            assert!(jerk <= j * dt * (1.0 + 1e-3) + 64.0 * epsilon * a, "{jerk}: {}", told());
            let change = (now[1] - last[1]).abs();
            assert!(change <= a * dt * (1.0 + 64.0 * epsilon) + 64.0 * epsilon * v, "{}", told());
            let way = (now[0] - last[0]).abs();
            let size = now[0].abs().max(last[0].abs());
            assert!(way <= v * dt * (1.0 + 64.0 * epsilon) + 64.0 * epsilon * size, "{}", told());
            steps += 1;
        }
    }
    measured(
        format!("limits exceeded by tracking random signals, {}, {steps} steps", R::NAME),
        count,
        "never",
    );
}
