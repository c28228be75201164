//! Springs fitted to recordings of known springs, in all regimes, beside the truth and beside their own standard errors; and
//! recordings of no spring.

use sprung::{Spring, State};
use sprung_signal::{Estimate, Explanation, Release, SpringFit, SpringFitter};
use testkit::audit::{cases, measured};
use testkit::random::Random;

use super::normal;

/// A recorded motion and its truth.
struct Recording {
    times: Vec<f64>,
    values: Vec<f64>,
    frequency: f64,
    ratio: f64,
    start: f64,
    goal: f64,
    velocity: f64,
    delay: f64,
    /// The time from release to end, in half-lives of the spring.
    halflives: f64,
}

impl Recording {
    /// A spring of one of the regimes, released after a delay; sampled 60 to 300 times, evenly or not.
    fn random(random: &mut Random, noise: f64) -> Self {
        let ratio = match random.index(5) {
            0 => random.uniform(0.02, 0.3),
            1 => random.uniform(0.3, 0.95),
            2 => 1.0 + random.uniform(-0.02, 0.02),
            3 => random.uniform(1.05, 2.0),
            _ => random.uniform(2.0, 6.0),
        };
        let frequency = random.log_uniform(0.5, 50.0);
        let spring = Spring::new(frequency, ratio).unwrap();
        // From a motion that is cut off early to one with a long rest behind it.
        let halflives = random.log_uniform(2.0, 20.0);
        let duration = halflives * spring.halflife();
        let delay = random.uniform(0.0, 0.5) * duration;
        let (start, goal) = (random.uniform(-50.0, 50.0), random.uniform(-50.0, 50.0));
        let recording = Recording {
            times: Vec::new(),
            values: Vec::new(),
            frequency,
            ratio,
            start,
            goal,
            velocity: 0.0,
            delay,
            halflives,
        };
        recording.sampled(random, delay + duration, noise)
    }

    fn sampled(self, random: &mut Random, duration: f64, noise: f64) -> Self {
        let count = 60 + random.index(240);
        self.sampled_at(random, duration, noise, count)
    }

    fn sampled_at(mut self, random: &mut Random, duration: f64, noise: f64, count: usize) -> Self {
        let step = duration / count as f64;
        let uneven = if random.index(2) == 0 { 0.0 } else { 0.9 };
        let began = random.uniform(-1e3, 1e3);
        let spring = Spring::new(self.frequency, self.ratio).unwrap();
        let way = (self.goal - self.start).abs();
        // Times are counted from the first sample.
        for i in 0..count {
            let shifted = if i == 0 { 0.0 } else { random.uniform(-0.5, 0.5) * uneven };
            let time = (i as f64 + shifted) * step;
            let state = State::new(self.start, self.velocity);
            let seconds = time - self.delay;
            let moved =
                if seconds > 0.0 { spring.step(seconds).apply(state, self.goal) } else { state };
            self.times.push(began + time);
            self.values.push(moved.position + noise * way * normal(random));
        }
        self
    }

    fn fit(&self, release: Release) -> SpringFit {
        SpringFitter { release }.run(&self.times, &self.values).unwrap()
    }

    /// Each error as a part of its limit of 2 %, and in standard errors.
    fn errors(&self, fit: &SpringFit) -> [[f64; 2]; 5] {
        let way = 0.02 * (self.goal - self.start).abs();
        let error = |found: Estimate, truth: f64, limit: f64| {
            let error = (found.value - truth).abs();
            [error / limit, error / found.standard_error.max(1e-300)]
        };
        [
            error(fit.angular_frequency, self.frequency, 0.02 * self.frequency),
            error(fit.damping_ratio, self.ratio, 0.02 * (1.0 + self.ratio)),
            error(fit.start, self.start, way),
            error(fit.goal, self.goal, way),
            error(fit.delay, self.delay, 0.02 / self.frequency),
        ]
    }

    /// The sum of squares that a motion leaves, and that the true one leaves.
    fn squares(&self, fit: &SpringFit) -> [f64; 2] {
        let mut truth = *fit;
        truth.angular_frequency.value = self.frequency;
        truth.damping_ratio.value = self.ratio;
        truth.start.value = self.start;
        truth.goal.value = self.goal;
        truth.velocity.value = self.velocity;
        truth.delay.value = self.delay;
        [*fit, truth].map(|motion| {
            let samples = self.times.iter().zip(&self.values);
            let left = samples.map(|(time, x)| x - motion.state_at(time - self.times[0]).position);
            left.map(|x| x * x).sum()
        })
    }

    fn describe(&self) -> String {
        let Recording { frequency, ratio, start, goal, velocity, delay, halflives, .. } = self;
        format!("ω {frequency} ζ {ratio} {start} → {goal} v {velocity} delay {delay} T {halflives}")
    }
}

#[test]
fn noisy_motions_of_all_regimes_are_found_as_far_as_their_standard_errors_say() {
    let mut random = Random::new(41);
    let seeds = cases(40, 4000);
    let (mut worst, mut near, mut determined, mut explained) = (0.0f64, 0, 0, 0);
    for _ in 0..seeds {
        let recording = Recording::random(&mut random, 0.01);
        let fit = recording.fit(Release::FromRest);
        let text = || format!("{}: {fit:?}", recording.describe());
        // The search ends in the least squares: never above those of the truth.
        let [found, truth] = recording.squares(&fit);
        assert!(found <= truth * (1.0 + 1e-9), "{found} {truth} {}", text());
        let errors = recording.errors(&fit);
        let standard = errors.iter().map(|error| error[1]).fold(0.0, f64::max);
        assert!(standard < 6.0, "{standard} {}", text());
        worst = worst.max(standard);
        near += usize::from(standard < 2.5);
        // Three standard errors are within 2 %: so is the fit.
        for [error, sigmas] in errors {
            let sigma = error / sigmas.max(1e-300);
            assert!(error < 1.0 || sigma > 0.2, "{error} {sigmas} {}", text());
            determined += usize::from(sigma < 0.33);
        }
        // A short beginning of a motion is a polynomial too.
        assert!(fit.is_explained() || recording.halflives < 4.0, "{}", text());
        explained += usize::from(fit.is_explained());
    }
    let result = format!(
        "at most {worst:.1} standard errors, all five within 2.5 in {near}, {determined} of {} determined to 2 %, explained {explained}",
        5 * seeds
    );
    measured("springs fitted to motions with 1 % noise", seeds, result);
    assert!(near * 100 > seeds * 90, "{near} of {seeds}");
}

#[test]
fn a_whole_motion_with_one_percent_of_noise_gives_its_spring_within_two_percent() {
    let mut random = Random::new(42);
    let seeds = cases(40, 4000);
    let mut worst = [0.0f64; 5];
    for _ in 0..seeds {
        let (frequency, ratio) = (random.log_uniform(1.0, 30.0), random.uniform(0.1, 0.7));
        let spring = Spring::new(frequency, ratio).unwrap();
        let duration = 1.2 * spring.settling_time(0.02);
        let recording = Recording {
            times: Vec::new(),
            values: Vec::new(),
            frequency,
            ratio,
            start: random.uniform(-1.0, 1.0),
            goal: random.uniform(2.0, 9.0),
            velocity: 0.0,
            delay: random.uniform(0.0, 0.3) * duration,
            halflives: duration / spring.halflife(),
        };
        let recording = recording.sampled_at(&mut random, duration, 0.01, 600);
        let fit = recording.fit(Release::Any);
        assert!(fit.is_explained() && fit.undetermined().count() == 0, "{fit:?}");
        let errors = recording.errors(&fit);
        for (worst, [error, _]) in worst.iter_mut().zip(errors) {
            *worst = worst.max(0.02 * error);
        }
        let [.., [delay, _]] = errors;
        let all = errors[..4].iter().all(|e| e[0] < 1.0) && delay < 2.0;
        assert!(all, "{errors:?} {} {fit:?}", recording.describe());
    }
    let [frequency, ratio, start, goal, delay] = worst;
    let result = format!(
        "angular frequency {frequency:.4}, damping ratio {ratio:.4}, start {start:.4}, goal {goal:.4}, delay {delay:.4}/ω"
    );
    measured("a spring of ζ 0.1 to 0.7 fitted to 600 samples with 1 % noise", seeds, result);
}

#[test]
fn clean_motions_are_found_to_their_digits() {
    let mut random = Random::new(43);
    let seeds = cases(25, 2000);
    let mut worst = 0.0f64;
    for _ in 0..seeds {
        let recording = Recording::random(&mut random, 0.0);
        let fit = recording.fit(Release::FromRest);
        let error = recording.errors(&fit).iter().map(|e| 0.02 * e[0]).fold(0.0, f64::max);
        assert!(fit.is_explained(), "{} {fit:?}", recording.describe());
        assert!(error < 1e-6, "{error} {} {fit:?}", recording.describe());
        worst = worst.max(error);
    }
    measured("springs fitted to clean motions", seeds, format!("{worst:.1e}"));
}

#[test]
fn recordings_that_begin_late_and_kicks_are_told_from_releases() {
    let mut random = Random::new(44);
    let seeds = cases(25, 1500);
    for _ in 0..seeds {
        let (frequency, ratio) = (random.log_uniform(1.0, 30.0), random.uniform(0.1, 1.0));
        let spring = Spring::new(frequency, ratio).unwrap();
        let kicked = random.index(2) == 0;
        let duration = 1.5 * spring.settling_time(0.02);
        let (start, goal) = (random.uniform(-1.0, 1.0), random.uniform(2.0, 9.0));
        let velocity = random.uniform(0.5, 2.0) * frequency * (goal - start);
        let recording = Recording {
            times: Vec::new(),
            values: Vec::new(),
            frequency,
            ratio,
            start,
            goal,
            velocity: if random.index(2) == 0 { velocity } else { -velocity },
            delay: if kicked { 0.2 * duration } else { 0.0 },
            halflives: 0.0,
        };
        let recording = recording.sampled_at(&mut random, duration, 0.002, 300);
        let fit = recording.fit(Release::Any);
        let error = (fit.velocity.value - recording.velocity).abs() / velocity;
        assert!(fit.is_explained() && error < 0.05, "{error} {} {fit:?}", recording.describe());
        assert_eq!(fit.delay.value > 0.1 * duration, kicked, "{} {fit:?}", recording.describe());
        let [found, truth] = recording.squares(&fit);
        assert!(found <= truth * (1.0 + 0.1), "{found} {truth} {}", recording.describe());
        let errors = recording.errors(&fit);
        assert!(errors.iter().all(|e| e[0] < 2.0), "{errors:?} {} {fit:?}", recording.describe());
    }
    measured("late recordings and kicks fitted", seeds, "velocity within 5 %, the rest within 4 %");
}

#[test]
fn what_is_no_spring_is_said_not_to_be_one() {
    let mut random = Random::new(45);
    let seeds = cases(6, 400);
    let count = 200;
    let times: Vec<f64> = (0..count).map(|i| f64::from(i) / 60.0).collect();
    let end = times[times.len() - 1];
    type Curve = fn(f64) -> f64;
    // Parts of the duration to parts of the way, without a spring.
    let curves: [(&str, Curve); 7] = [
        ("a constant", |_| 0.0),
        ("a line", |t| t),
        ("a parabola", |t| t * t),
        ("a ramp and a rest", |t| (2.0 * t).min(1.0)),
        ("smoothstep", |t| t * t * (3.0 - 2.0 * t)),
        ("two steps", |t| {
            if t < 0.3 {
                0.0
            } else if t < 0.6 {
                1.0
            } else {
                0.4
            }
        }),
        ("a chirp", |t| (40.0 * t * t).sin()),
    ];
    for (name, curve) in curves {
        let mut wrong = 0;
        for _ in 0..seeds {
            let noise = random.log_uniform(1e-4, 0.01);
            let values: Vec<f64> =
                times.iter().map(|time| curve(time / end) + noise * normal(&mut random)).collect();
            let fit = SpringFitter::default().run(&times, &values).unwrap();
            wrong += usize::from(fit.is_explained());
        }
        assert!(wrong * 20 <= seeds, "{name}: {wrong} of {seeds} explained by a spring");
        measured(format!("{name}, taken for a spring"), seeds, wrong);
    }
    let mut walks = 0;
    for _ in 0..seeds {
        let mut at = 0.0;
        let values: Vec<f64> = times
            .iter()
            .map(|_| {
                at += normal(&mut random);
                at
            })
            .collect();
        walks += usize::from(SpringFitter::default().run(&times, &values).unwrap().is_explained());
    }
    measured("random walks taken for a spring", seeds, walks);
    assert_eq!(walks, 0);
    let straight: Vec<f64> = times.iter().map(|time| 3.0 - 2.0 * time).collect();
    let line = SpringFitter::default().run(&times, &straight).unwrap();
    assert_eq!(line.explanation, Explanation::Polynomial { degree: 1 });
    let still = SpringFitter::default().run(&times, &vec![7.0; times.len()]).unwrap();
    assert_eq!(still.explanation, Explanation::Polynomial { degree: 0 });
    assert!(still.undetermined().eq(["angular_frequency", "damping_ratio", "delay"]));
}
