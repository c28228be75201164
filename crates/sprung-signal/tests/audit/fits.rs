//! Springs fitted to recordings of known springs, in all regimes, beside the truth and beside their own standard errors; and
//! recordings of no spring.

use sprung::{Spring, State};
use sprung_signal::{Estimate, Explanation, Release, SpringFit, SpringFitter};
use testkit::audit::{cases, measured};
use testkit::random::Random;

use super::calibration::Calibration;
use super::normal;
use super::polynomials;

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
        let way = (self.goal - self.start).abs();
        // Times are counted from the first sample.
        for i in 0..count {
            let shifted = if i == 0 { 0.0 } else { random.uniform(-0.5, 0.5) * uneven };
            let time = (i as f64 + shifted) * step;
            self.times.push(began + time);
            self.values.push(self.position(time) + noise * way * normal(random));
        }
        self
    }

    /// The true position, a time after the first sample.
    fn position(&self, time: f64) -> f64 {
        let seconds = time - self.delay;
        if !(seconds > 0.0) {
            return self.start;
        }
        let spring = Spring::new(self.frequency, self.ratio).unwrap();
        spring.step(seconds).apply(State::new(self.start, self.velocity), self.goal).position
    }

    fn fit(&self, release: Release) -> SpringFit {
        SpringFitter { release }.run(&self.times, &self.values).unwrap()
    }

    /// The mean time from sample to sample, in time constants of the fast decay.
    fn fast_decays_per_sample(&self) -> f64 {
        let fast = self.ratio + (self.ratio * self.ratio - 1.0).max(0.0).sqrt();
        let duration = self.times[self.times.len() - 1] - self.times[0];
        self.frequency * fast * duration / self.times.len() as f64
    }

    /// Each error as a part of its limit of 2 %, and in standard errors: NaN for what was not free.
    fn errors(&self, fit: &SpringFit) -> [[f64; 2]; 6] {
        let way = 0.02 * (self.goal - self.start).abs();
        let error = |found: Estimate, truth: f64, limit: f64| {
            let error = (found.value - truth).abs();
            let is_free = found.standard_error > 0.0;
            [error / limit, if is_free { error / found.standard_error } else { f64::NAN }]
        };
        [
            error(fit.angular_frequency, self.frequency, 0.02 * self.frequency),
            error(fit.damping_ratio, self.ratio, 0.02 * (1.0 + self.ratio)),
            error(fit.start, self.start, way),
            error(fit.goal, self.goal, way),
            error(fit.delay, self.delay, 0.02 / self.frequency),
            error(fit.velocity, self.velocity, way * self.frequency),
        ]
    }

    /// Whether the motion is farther from each polynomial than noise can hide: by five standard deviations more than the
    /// evidence that a spring is asked for beside it.
    fn is_no_polynomial(&self, noise: f64) -> bool {
        let truth: Vec<f64> = self.times.iter().map(|t| self.position(t - self.times[0])).collect();
        let deviation = noise * (self.goal - self.start).abs();
        let samples = truth.len() as f64;
        let left = polynomials::left(&self.times, &truth, deviation);
        left.into_iter().enumerate().all(|(degree, squares)| {
            let evidence = samples * (1.0 + squares / samples).ln();
            let asked = 2.0 * (4 - degree) as f64 * samples.ln();
            evidence.sqrt() > asked.sqrt() + 5.0
        })
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
        let Recording { times, frequency, ratio, start, goal, velocity, delay, .. } = self;
        let (count, duration) = (times.len(), times[times.len() - 1] - times[0]);
        format!(
            "ω {frequency} ζ {ratio} {start} → {goal} v {velocity} delay {delay}, {count} in {duration}"
        )
    }
}

#[test]
fn noisy_motions_of_all_regimes_are_found_as_far_as_their_standard_errors_say() {
    let mut random = Random::new(41);
    let seeds = cases(40, 4000);
    let (mut near, mut determined, mut explained) = (0, 0, 0);
    // Below a damping ratio of 0.95 the motion is nearly linear in its parameters; from there on the errors are those of a profile.
    let (mut swinging, mut creeping) = (Calibration::default(), Calibration::default());
    for seed in 0..seeds {
        let recording = Recording::random(&mut random, 0.01);
        let fit = recording.fit(Release::FromRest);
        let text = || format!("{seed}: {}: {fit:?}", recording.describe());
        // The search ends in the least squares: never above those of the truth.
        let [found, truth] = recording.squares(&fit);
        assert!(found <= truth * (1.0 + 1e-9), "{found} {truth} {}", text());
        let errors = recording.errors(&fit);
        let standard = errors.iter().map(|error| error[1]).fold(0.0, f64::max);
        // Of 20,000 normal errors 0.01 are beyond five standard errors.
        assert!(standard < 6.0, "{standard} {}", text());
        near += usize::from(standard < 2.5);
        let calibration = if recording.ratio < 0.95 { &mut swinging } else { &mut creeping };
        calibration.add(errors.map(|error| error[1]));
        // Five standard errors are within 2 %: so is the fit.
        for [error, sigmas] in errors {
            let sigma = error / sigmas.max(1e-300);
            assert!(error < 1.0 || sigma > 0.2, "{error} {sigmas} {}", text());
            determined += usize::from(sigma < 0.33);
        }
        assert!(fit.is_explained() || !recording.is_no_polynomial(0.01), "{}", text());
        explained += usize::from(fit.is_explained());
    }
    let result = format!(
        "{swinging}; from a damping ratio of 0.95 on {creeping}; all five within 2.5 in {near}, {determined} of {} determined to 2 %, explained {explained}",
        5 * seeds
    );
    measured("springs fitted to motions with 1 % noise", seeds, result);
    assert!(near * 100 > seeds * 90, "{near} of {seeds}");
    assert!(swinging.is_right(), "{swinging}");
}

#[test]
fn motions_whose_fast_decay_is_nearly_hidden_are_within_their_standard_errors() {
    // Cases of the two long tests of all regimes where damping ratios far above the best one fit nearly as well, or where the
    // search takes more than a hundred steps.
    let cases = [(41, 0.01, &[864, 1335, 1369, 1686, 2112, 2247][..]), (43, 0.0, &[1167])];
    for (stream, noise, seeds) in cases {
        let mut random = Random::new(stream);
        for seed in 0..=seeds[seeds.len() - 1] {
            let recording = Recording::random(&mut random, noise);
            if !seeds.contains(&seed) {
                continue;
            }
            let fit = recording.fit(Release::FromRest);
            let errors = recording.errors(&fit);
            let is_within = errors.iter().all(|e| e[1].is_nan() || e[1] < 4.0);
            assert!(is_within, "{seed}: {errors:?} {} {fit:?}", recording.describe());
            let is_exact = errors.iter().all(|e| 0.02 * e[0] < 1e-6);
            assert!(noise > 0.0 || is_exact, "{seed}: {errors:?} {}", recording.describe());
        }
    }
}

#[test]
fn a_whole_motion_with_one_percent_of_noise_gives_its_spring_within_two_percent() {
    let mut random = Random::new(42);
    let seeds = cases(40, 4000);
    let mut worst = [0.0f64; 5];
    let mut calibration = Calibration::default();
    for seed in 0..seeds {
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
        };
        let recording = recording.sampled_at(&mut random, duration, 0.01, 600);
        let fit = recording.fit(Release::Any);
        assert!(fit.is_explained() && fit.undetermined().count() == 0, "{seed}: {fit:?}");
        let errors = recording.errors(&fit);
        for (worst, [error, _]) in worst.iter_mut().zip(errors) {
            *worst = worst.max(0.02 * error);
        }
        calibration.add(errors.map(|error| error[1]));
        let [.., [delay, _], _] = errors;
        let all = errors[..4].iter().all(|e| e[0] < 1.0) && delay < 2.0;
        assert!(all, "{seed}: {errors:?} {} {fit:?}", recording.describe());
    }
    let [frequency, ratio, start, goal, delay] = worst;
    let result = format!(
        "angular frequency {frequency:.4}, damping ratio {ratio:.4}, start {start:.4}, goal {goal:.4}, delay {delay:.4}/ω; {calibration}"
    );
    measured("a spring of ζ 0.1 to 0.7 fitted to 600 samples with 1 % noise", seeds, result);
    assert!(calibration.is_right(), "{calibration}");
}

#[test]
fn clean_motions_are_found_to_their_digits() {
    let mut random = Random::new(43);
    let seeds = cases(25, 2000);
    let (mut worst, mut hidden) = (0.0f64, 0);
    for seed in 0..seeds {
        let recording = Recording::random(&mut random, 0.0);
        let fit = recording.fit(Release::FromRest);
        let text = || format!("{seed}: {} {fit:?}", recording.describe());
        assert!(fit.is_explained(), "{}", text());
        let errors = recording.errors(&fit);
        let error = errors.iter().map(|e| 0.02 * e[0]).fold(0.0, f64::max);
        // What is gone by the next sample but for 6e-6 is hidden by rounding, and the standard errors tell.
        let is_hidden = recording.fast_decays_per_sample() > 12.0;
        let is_told = errors.iter().all(|e| e[1].is_nan() || e[1] < 5.0);
        assert!(error < 1e-6 || is_hidden && is_told, "{error} {errors:?} {}", text());
        if is_hidden {
            hidden += 1;
        } else {
            worst = worst.max(error);
        }
    }
    let result = format!("{worst:.1e}, but for {hidden} whose fast decay is over within a sample");
    measured("springs fitted to clean motions", seeds, result);
    assert!(hidden * 50 <= seeds, "{hidden} of {seeds}");
}

#[test]
fn recordings_that_begin_late_and_kicks_are_told_from_releases() {
    let mut random = Random::new(44);
    let seeds = cases(25, 1500);
    let mut calibration = Calibration::default();
    for seed in 0..seeds {
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
        };
        let recording = recording.sampled_at(&mut random, duration, 0.002, 300);
        let fit = recording.fit(Release::Any);
        let text = || format!("{seed}: {} {fit:?}", recording.describe());
        assert!(fit.is_explained(), "{}", text());
        assert!((fit.delay.value > 0.1 * duration) == kicked, "{}", text());
        let [found, truth] = recording.squares(&fit);
        assert!(found <= truth * (1.0 + 0.1), "{found} {truth} {}", text());
        let errors = recording.errors(&fit);
        calibration.add(errors.map(|error| error[1]));
        let error = (fit.velocity.value - recording.velocity).abs() / velocity;
        let [.., [_, sigmas]] = errors;
        // A kick of `v = ω·distance` on a critically damped spring gives the pure decay of an over-damped spring released from
        // rest. Without clear evidence against rest, the fit stays with it and says that the frequency is not determined.
        let is_pure_decay = fit.velocity.value == 0.0
            && (found / truth).ln() * (recording.values.len() as f64) < 16.0
            && fit.angular_frequency.standard_error > fit.angular_frequency.value;
        assert!(error < 0.05 || sigmas < 5.0 || is_pure_decay, "{error} {sigmas} {}", text());
        assert!(errors[..5].iter().all(|e| e[0] < 2.0 || e[1] < 5.0), "{errors:?} {}", text());
        // Where it swings, all is determined.
        assert!(ratio > 0.7 || error < 0.05, "v {error} {sigmas} {}", text());
        assert!(ratio > 0.7 || errors[..5].iter().all(|e| e[0] < 2.0), "2 % {errors:?} {}", text());
    }
    let result = format!(
        "velocity within 5 %, the rest within 4 %, or within five standard errors; {calibration}"
    );
    measured("late recordings and kicks fitted", seeds, result);
    assert!(calibration.is_right(), "{calibration}");
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
