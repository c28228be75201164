//! One spring on one free body: its damping ratio, its overshoot, and its rest position under gravity.

use serde::Serialize;

use super::cost::{BODIES, Cost, costs};
use super::engine::{Engine, Setup};
use super::motion::Motion;
use super::scene::RATES;
use super::world::World;

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
    /// The time of a spring.
    #[serde(flatten)]
    pub cost: Cost,
}

/// All rows.
pub(super) fn rows() -> Vec<Alone> {
    let setup = Setup { hertz: 2.0, ratio: 0.5, dt: 1.0 / 60.0, gravity: 0.0, springs: 1 };
    let world = |engine| World::on_springs(engine, BODIES, setup);
    let costs = costs(&Engine::ALL, BODIES, world);
    let mut rows = Vec::new();
    for (hertz, ratio) in [(1.0, 0.1), (1.0, 0.3), (1.0, 1.0), (4.0, 0.1), (4.0, 0.3), (4.0, 0.7)] {
        for dt in RATES.map(|rate| 1.0 / rate) {
            for (engine, &cost) in Engine::ALL.into_iter().zip(&costs) {
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
                    cost,
                });
            }
        }
    }
    rows
}
