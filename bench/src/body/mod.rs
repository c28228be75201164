//! `body`: one spring on one body, by ours and by rapier's own joints, in rapier's world.
//!
//! Every engine moves a body of 1 kg by a metre, with the same set frequency and damping ratio, at four rates; what it
//! then did is read from its path. Under gravity the body must rest at `g/ω²` below its goal.
//!
//! Our implicit bridge is made for company; alone it is backward Euler, which damps more than was set the longer the step.
//! The damping ratio that this map has is known in closed form and printed beside the measured one: what is measured is
//! the method, not an error in it. Rapier's joints are implicit too, and take the step in four parts.

mod engine;
mod motion;
mod table;

use engine::{Crowd, Engine};
use motion::Motion;
use serde::Serialize;

use crate::timing::{Times, race};

/// What one engine did with one spring at one step.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// `body`.
    pub area: &'static str,
    /// What was asked, such as `4 Hz/ratio 0.3`.
    pub case: String,
    /// Who did it.
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
    /// How far it went past the goal, as a fraction of the way.
    pub overshoot: f64,
    /// How far it rested from `g/ω²` below its goal under gravity, as a fraction of that.
    pub steady_error: f64,
    /// The time that the spring adds to a step of the world, ns: the mean over 512 springs and all runs.
    pub ns_per_spring: f64,
    /// The same at the 99th percentile of the runs.
    pub ns_99: f64,
    /// The same in the fastest run.
    pub ns_best: f64,
}

pub(crate) use table::{bars, table};

const RATES: [f64; 4] = [30.0, 60.0, 120.0, 240.0];

/// All rows.
pub(crate) fn rows() -> Vec<Row> {
    let costs = costs();
    let mut rows = Vec::new();
    for (hertz, ratio) in [(1.0, 0.1), (1.0, 0.3), (1.0, 1.0), (4.0, 0.1), (4.0, 0.3), (4.0, 0.7)] {
        for rate in RATES {
            for (engine, times) in Engine::ALL.into_iter().zip(&costs) {
                let dt = 1.0 / rate;
                let motion = Motion::of(engine, hertz, ratio, dt);
                rows.push(Row {
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

/// What a spring of each engine adds to a step of a world of bodies.
fn costs() -> Vec<Times> {
    const BODIES: usize = 512;
    let mut bare = Crowd::new(None, BODIES);
    let mut crowds = Engine::ALL.map(|engine| Crowd::new(Some(engine), BODIES));
    let mut steps: Vec<Box<dyn FnMut() + '_>> = vec![Box::new(|| bare.step())];
    steps.extend(crowds.iter_mut().map(|crowd| Box::new(|| crowd.step()) as Box<dyn FnMut()>));
    let mut turns: Vec<&mut dyn FnMut()> =
        steps.iter_mut().map(|step| step.as_mut() as &mut dyn FnMut()).collect();
    let times = race(100, &mut turns);
    let bare_times = times[0];
    times[1..].iter().map(|times| times.beyond(bare_times).over(BODIES as f64)).collect()
}
