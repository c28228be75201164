//! One spring on one free body: its damping ratio, its overshoot, and its rest position under gravity.

use serde::Serialize;

use super::cost::{BODIES, Turn, beyond};
use super::engine::{Crowd, Engine, Setup};
use super::motion::Motion;
use super::scene::RATES;
use crate::timing::Times;

/// The result of one engine with one spring at one time step.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Alone {
    /// `body`.
    pub area: &'static str,
    /// The spring, such as `4 Hz/ratio 0.3`.
    pub case: String,
    /// The engine.
    pub engine: &'static str,
    /// The time step, s.
    pub dt: f64,
    /// The undamped frequency that was set, Hz.
    pub hertz: f64,
    /// The damping ratio that was set.
    pub ratio_set: f64,
    /// The damping ratio of the path: from its two decay factors, fitted over all steps.
    pub ratio_measured: f64,
    /// The damping ratio that the map of the engine's step has in closed form, where it is known.
    pub ratio_of_map: Option<f64>,
    /// The overshoot, as a fraction of the distance to the goal.
    pub overshoot: f64,
    /// The error of the rest position under gravity, as a fraction of `g/ω²`.
    pub steady_error: f64,
    /// The time that the spring adds to a step of the world, ns: the mean over 512 springs and all runs.
    pub ns_per_spring: f64,
    /// The same at the 99th percentile of the runs.
    pub ns_99: f64,
    /// The same in the fastest run.
    pub ns_best: f64,
}

/// All rows.
pub(super) fn rows() -> Vec<Alone> {
    let costs = costs();
    let mut rows = Vec::new();
    for (hertz, ratio) in [(1.0, 0.1), (1.0, 0.3), (1.0, 1.0), (4.0, 0.1), (4.0, 0.3), (4.0, 0.7)] {
        for rate in RATES {
            for (engine, times) in Engine::ALL.into_iter().zip(&costs) {
                let dt = 1.0 / rate;
                let motion = Motion::of(engine, hertz, ratio, dt);
                rows.push(Alone {
                    area: "body",
                    case: format!("{hertz} Hz/ratio {ratio}"),
                    engine: engine.name(),
                    dt,
                    hertz,
                    ratio_set: ratio,
                    ratio_measured: motion.ratio,
                    ratio_of_map: engine.ratio_of_map(hertz, ratio, dt),
                    overshoot: motion.overshoot,
                    steady_error: motion.steady_error,
                    ns_per_spring: times.mean,
                    ns_99: times.p99,
                    ns_best: times.best,
                });
            }
        }
    }
    rows
}

/// Returns the time that a spring of each engine adds to a step of a world of bodies.
fn costs() -> Vec<Times> {
    let setup = Setup { hertz: 2.0, ratio: 0.5, dt: 1.0 / 60.0, gravity: 0.0, springs: 1 };
    let mut bare = Crowd::new(None, BODIES, setup);
    let mut crowds = Engine::ALL.map(|engine| Crowd::new(Some(engine), BODIES, setup));
    let steps = crowds.iter_mut().map(|crowd| Box::new(|| crowd.step()) as Turn<'_>);
    beyond(Box::new(|| bare.step()), steps.collect(), BODIES)
}
