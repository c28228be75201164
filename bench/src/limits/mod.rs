//! Limited tracking beside Ruckig: the time to the goal, the cost, and the limits.

use std::hint::black_box;

use anyhow::{Result, ensure};
use rsruckig::daov_stack;
use rsruckig::prelude::{InputParameter, Ruckig, ThrowErrorHandler, Trajectory};
use serde::Serialize;
use sprung::motion::LimitedTracker;
use sprung::{LimitedStep, MotionLimits, State};
use testkit::random::Random;

use crate::table;
use crate::timing::{Times, race};
use crate::verdict::Verdicts;

/// Random motions of each kind.
const MOTIONS: usize = 100_000;
/// Motions that are timed, so that they stay in the cache.
const TIMED: usize = 1_000;
/// The period of a controller, s.
const DT: f64 = 0.005;

/// One kind of goals.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    goals: &'static str,
    engine: &'static str,
    /// Nanoseconds from a new goal to the state one period later.
    mean: f64,
    p99: f64,
    /// The time to the goal over Ruckig's.
    lag_mean: f64,
    lag_p99: f64,
    lag_worst: f64,
    /// Steps beyond a limit, of this many.
    violations: usize,
    steps: usize,
}

/// A motion as in Ruckig's own random tests: normal positions and velocities, even limits.
#[derive(Clone, Copy, Debug)]
struct Motion {
    start: State<f64>,
    acceleration: f64,
    goal: State<f64>,
    limits: MotionLimits<f64>,
}

impl Motion {
    /// Within the limits now, and able to stay there.
    fn random(random: &mut Random, moving: bool) -> Result<Self> {
        loop {
            let normal = |random: &mut Random, size: f64| {
                // The sum of twelve is nearly normal.
                size * (0..12).map(|_| random.uniform(-0.5, 0.5)).sum::<f64>()
            };
            let start = State::new(normal(random, 4.0), normal(random, 0.8));
            let acceleration = normal(random, 0.8);
            let speed = if moving { normal(random, 0.8) } else { 0.0 };
            let goal = State::new(normal(random, 4.0), speed);
            let mut limit = |more: f64| more.abs() + random.uniform(0.08, 16.0);
            let (v, a, j) = (limit(speed), limit(0.0), limit(0.0));
            let coming = start.velocity + acceleration * acceleration.abs() / (2.0 * j);
            if start.velocity.abs() <= v && acceleration.abs() <= a && coming.abs() <= v {
                let limits = MotionLimits::new(v, a, j)?;
                return Ok(Motion { start, acceleration, goal, limits });
            }
        }
    }

    fn input(&self) -> InputParameter<1> {
        let mut input = InputParameter::new(None);
        input.current_position = daov_stack![self.start.position];
        input.current_velocity = daov_stack![self.start.velocity];
        input.current_acceleration = daov_stack![self.acceleration];
        input.target_position = daov_stack![self.goal.position];
        input.target_velocity = daov_stack![self.goal.velocity];
        input.target_acceleration = daov_stack![0.0];
        input.max_velocity = daov_stack![self.limits.velocity()];
        input.max_acceleration = daov_stack![self.limits.acceleration()];
        input.max_jerk = daov_stack![self.limits.jerk()];
        input
    }

    fn tracker(&self) -> LimitedTracker<f64> {
        LimitedTracker::new(self.start, self.acceleration)
    }

    /// The goal on a line that passes Ruckig's target when Ruckig does.
    fn goal_at(&self, time: f64, duration: f64) -> State<f64> {
        let State { position, velocity } = self.goal;
        State::new(position + velocity * (time - duration), velocity)
    }
}

/// Ruckig's time-optimal duration, s.
fn duration(ruckig: &mut Ruckig<1, ThrowErrorHandler>, input: &InputParameter<1>) -> Result<f64> {
    let mut trajectory = Trajectory::new(None);
    let result = ruckig.calculate(input, &mut trajectory);
    ensure!(result.is_ok(), "Ruckig fails: {input:?}");
    Ok(trajectory.get_duration())
}

/// The time to the goal over Ruckig's, and the steps beyond a limit in a hundred steps on the way.
fn follow(motion: &Motion, duration: f64) -> (f64, usize) {
    let limits = &motion.limits;
    let mut tracker = motion.tracker();
    let dt = duration / 100.0;
    let (mut arrival, mut violations) = (0.0, 0);
    for step in 1..=101 {
        let before = tracker.acceleration();
        let time = f64::from(step) * dt;
        tracker.update(motion.goal_at(time, duration), &limits.step(dt));
        if step == 1 {
            arrival = time + tracker.time_left();
        }
        let fast = tracker.state().velocity.abs() > limits.velocity();
        let hard = tracker.acceleration().abs() > limits.acceleration();
        let change = (tracker.acceleration() - before).abs();
        let rounding = 1e-12 * limits.acceleration();
        let sudden = change > limits.jerk() * dt * (1.0 + 1e-9) + rounding;
        violations += usize::from(fast || hard || sudden);
    }
    (arrival / duration, violations)
}

struct Engine {
    motions: Vec<(Motion, State<f64>, LimitedStep<f64>)>,
    inputs: Vec<InputParameter<1>>,
    ruckig: Ruckig<1, ThrowErrorHandler>,
    ours: bool,
}

impl Engine {
    fn run(&mut self) {
        if self.ours {
            for (motion, goal, step) in &self.motions {
                let mut tracker = motion.tracker();
                tracker.update(*goal, step);
                let _ = black_box(tracker.state());
            }
            return;
        }
        for input in &self.inputs {
            let mut trajectory = Trajectory::new(None);
            let result = self.ruckig.calculate(input, &mut trajectory);
            let (mut position, mut velocity, mut acceleration) =
                (daov_stack![0.0], daov_stack![0.0], daov_stack![0.0]);
            trajectory.at_time(
                DT,
                &mut Some(&mut position),
                &mut Some(&mut velocity),
                &mut Some(&mut acceleration),
                &mut None,
                &mut None,
            );
            let _ = black_box((result.is_ok(), position));
        }
    }
}

pub(crate) fn rows() -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (goals, moving) in [("goals at rest", false), ("goals that move", true)] {
        let mut random = Random::new(42);
        let motions: Vec<_> =
            (0..MOTIONS).map(|_| Motion::random(&mut random, moving)).collect::<Result<_>>()?;
        let mut ruckig = Ruckig::<1, ThrowErrorHandler>::new(None, DT);
        let (mut lags, mut violations) = (Vec::with_capacity(MOTIONS), 0);
        let (mut timed, mut inputs) = (Vec::new(), Vec::new());
        for motion in &motions {
            let input = motion.input();
            let duration = duration(&mut ruckig, &input)?;
            let (lag, beyond) = follow(motion, duration);
            lags.push(lag);
            violations += beyond;
            if timed.len() < TIMED {
                let goal = motion.goal_at(DT, duration);
                timed.push((*motion, goal, motion.limits.step(DT)));
                inputs.push(input);
            }
        }
        let worst = lags.iter().copied().fold(0.0, f64::max);
        let lag = Times::of(lags);
        let engine = |ours| Engine {
            motions: timed.clone(),
            inputs: inputs.clone(),
            ruckig: Ruckig::new(None, DT),
            ours,
        };
        let times = race(100, &mut [engine(false), engine(true)], Engine::run);
        for (name, times, ours) in [("rsruckig", times[0], false), ("sprung", times[1], true)] {
            let Times { mean, p99, .. } = times.divided_by(TIMED as f64);
            let lag = if ours { lag } else { Times { mean: 1.0, p99: 1.0, best: 1.0 } };
            rows.push(Row {
                goals,
                engine: name,
                mean,
                p99,
                lag_mean: lag.mean,
                lag_p99: lag.p99,
                lag_worst: if ours { worst } else { 1.0 },
                violations: if ours { violations } else { 0 },
                steps: if ours { MOTIONS * 101 } else { 0 },
            });
        }
    }
    Ok(rows)
}

pub(crate) fn table(rows: &[Row]) -> String {
    table::table(
        rows,
        |row| format!("One degree of freedom, {}: ns from a new goal to the next state", row.goals),
        |row| row.engine,
        &[
            ("mean", 8, |row| format!("{:.0}", row.mean)),
            ("99 %", 8, |row| format!("{:.0}", row.p99)),
            ("lag", 10, |row| format!("{:.6}", row.lag_mean)),
            ("99 %", 10, |row| format!("{:.6}", row.lag_p99)),
            ("worst", 10, |row| format!("{:.6}", row.lag_worst)),
            ("violations", 10, |row| format!("{}", row.violations)),
        ],
    )
}

pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    for pair in rows.chunks_exact(2) {
        let [theirs, ours] = pair else { continue };
        let goals = ours.goals;
        let cost = ours.mean / theirs.mean;
        verdicts.at_most(format!("cost over that of rsruckig, {goals}"), cost, 0.1, "");
        verdicts.at_most(format!("lag over Ruckig's, mean, {goals}"), ours.lag_mean, 1.1, "");
        verdicts.at_most(format!("lag over Ruckig's, 99 %, {goals}"), ours.lag_p99, 1.1, "");
        let beyond = ours.violations as f64;
        verdicts.at_most(format!("steps beyond a limit, of {}", ours.steps), beyond, 0.0, "");
    }
    verdicts
}
