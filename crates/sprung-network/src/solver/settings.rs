//! Settings of a solver.

use crate::environment::Environment;
use crate::error::{Checked, Element, at_least};

/// Sub-steps per step, the environment, sleep.
///
/// ```
/// use sprung_network::Settings;
/// let settings = Settings { substeps: 16, ..Settings::default() };
/// assert!(settings.line_solver);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Sub-steps per step, 1 to [`MAX_SUBSTEPS`](Self::MAX_SUBSTEPS). The stretch of a stiff network falls with the square of this number; cost grows with it.
    /// [`Solver::within_stretch`](crate::Solver::within_stretch) takes it as the most.
    pub substeps: usize,
    /// Solve branching trees, and straight lines of edges as in woven cloth, directly: far stiffer at the same number of
    /// sub-steps. Lines are used where at least half of the edges lie on lines of eight or more, on one thread. Without
    /// it every edge is solved by itself, but for ropes.
    pub line_solver: bool,
    /// Gravity, drag and wind.
    pub environment: Environment,
    /// An [island](crate::Solver::is_particle_asleep) of the network sleeps when no particle of it has been faster than this
    /// for half a second, m/s; 0 never.
    pub sleep_speed: f32,
}

impl Default for Settings {
    /// Eight sub-steps, on earth, always awake.
    fn default() -> Self {
        let environment = Environment::default();
        Self { substeps: 8, line_solver: true, environment, sleep_speed: 0.0 }
    }
}

impl Settings {
    /// The most sub-steps of a step.
    pub const MAX_SUBSTEPS: usize = 65_536;

    pub(crate) fn check(&self) -> Checked {
        at_least("substeps", self.substeps, 1)?;
        let element = Element { kind: "settings", index: 0 };
        let is_within = self.substeps <= Self::MAX_SUBSTEPS;
        element.require(is_within, "substeps", self.substeps as f32, "<= 65536")?;
        element.not_negative("sleep_speed", self.sleep_speed)?;
        self.environment.check()
    }
}
