//! The time of one question to a timeline of a thousand interruptions, forwards, backwards and in any order.

use serde::Serialize;
use sprung::motion::{Timeline, TimelineKey};
use sprung::{Spring, State};
use testkit::random::Random;

use crate::table;
use crate::timing::{Times, race};
use crate::verdict::Verdicts;

const KEYS: usize = 1000;
const QUESTIONS: usize = 4096;
const ROUNDS: usize = 60;
/// The promise, ns.
const LIMIT: f64 = 100.0;

/// The time of a question.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Row {
    order: &'static str,
    ns: f64,
    ns_99: f64,
    ns_best: f64,
    /// The greatest difference from a walk through all keys.
    error: f64,
}

/// Questions at given times.
struct Questions {
    keys: Vec<TimelineKey<f64>>,
    times: Vec<f64>,
    sum: f64,
}

impl Questions {
    fn ask(&mut self) {
        let timeline = Timeline::new(&self.keys).expect("keys in order");
        self.sum += self.times.iter().map(|&time| timeline.state_at(time).position).sum::<f64>();
    }

    /// The greatest difference from a walk through all keys, in order.
    fn error(&self) -> f64 {
        let timeline = Timeline::new(&self.keys).expect("keys in order");
        let mut worst = 0.0f64;
        for &time in &self.times {
            let walked = self.keys.iter().rev().find(|key| key.time() <= time);
            let Some(key) = walked else { continue };
            let step = key.spring().step(time - key.time());
            let expected = step.apply(key.state(), key.goal()).position;
            worst = worst.max((timeline.state_at(time).position - expected).abs());
        }
        worst
    }
}

/// A motion with a new goal, and sometimes a new spring, a thousand times.
fn keys() -> Vec<TimelineKey<f64>> {
    let mut random = Random::new(71);
    let mut spring = move || {
        let (frequency, ratio) = (random.log_uniform(2.0, 40.0), random.log_uniform(0.1, 4.0));
        (Spring::new(frequency, ratio).expect("a spring"), random.uniform(-1.0, 1.0))
    };
    let mut keys = vec![TimelineKey::new(0.0, State::at_rest(0.0), 1.0, spring().0)];
    while keys.len() < KEYS {
        let last = keys[keys.len() - 1];
        let (spring, goal) = spring();
        keys.push(last.key_at(last.time() + 0.1).with_goal(goal).with_spring(spring));
    }
    keys
}

pub(crate) fn rows() -> Vec<Row> {
    let keys = keys();
    let end = keys[KEYS - 1].time() + 0.1;
    let mut random = Random::new(72);
    let any: Vec<f64> = (0..QUESTIONS).map(|_| random.uniform(0.0, end)).collect();
    let mut forwards = any.clone();
    forwards.sort_by(f64::total_cmp);
    let backwards: Vec<f64> = forwards.iter().rev().copied().collect();
    let orders = [("in any order", any), ("forwards", forwards), ("backwards", backwards)];
    let (names, times): (Vec<&str>, Vec<Vec<f64>>) = orders.into_iter().unzip();
    let mut questions: Vec<Questions> =
        times.into_iter().map(|times| Questions { keys: keys.clone(), times, sum: 0.0 }).collect();
    let measured = race(ROUNDS, &mut questions, Questions::ask);
    assert!(questions.iter().all(|questions| questions.sum.is_finite()));
    let rows = names.into_iter().zip(measured).zip(&questions).map(|((order, times), asked)| {
        let Times { mean, p99, best } = times.divided_by(QUESTIONS as f64);
        Row { order, ns: mean, ns_99: p99, ns_best: best, error: asked.error() }
    });
    rows.collect()
}

pub(crate) fn table(rows: &[Row]) -> String {
    let heading = |_: &Row| format!("a question to a timeline of {KEYS} keys, ns");
    table::table(
        rows,
        heading,
        |row| row.order,
        &[
            ("mean", 8, |row| format!("{:.1}", row.ns)),
            ("99 %", 8, |row| format!("{:.1}", row.ns_99)),
            ("best", 8, |row| format!("{:.1}", row.ns_best)),
            ("error", 8, |row| format!("{:.1e}", row.error)),
        ],
    )
}

pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    for row in rows {
        let claim = format!("a question {} to a timeline of {KEYS} keys, fastest run", row.order);
        verdicts.at_most(claim, row.ns_best, LIMIT, " ns");
    }
    let worst = rows.iter().map(|row| row.error).fold(0.0, f64::max);
    verdicts.at_most("difference from a walk through all keys", worst, 0.0, "");
    verdicts
}
