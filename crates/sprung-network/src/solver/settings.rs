//! How a solver works.

use crate::environment::Environment;
use crate::error::{NetworkError, at_least};

/// Sub-steps per step and what acts on all particles.
///
/// ```
/// use sprung_network::Settings;
/// let settings = Settings { substeps: 16, ..Settings::default() };
/// assert!(settings.relax);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Sub-steps per step, >= 1. The stretch of a stiff network falls with the square of this number; cost grows with it.
    pub substeps: usize,
    /// Take the length rates out of the velocities after every sub-step. Without it some orders of springs gain energy
    /// without bound; it is a setting only to show that.
    pub relax: bool,
    /// Gravity, drag and wind.
    pub environment: Environment,
}

impl Default for Settings {
    /// Eight sub-steps, relaxed, on earth.
    fn default() -> Self {
        Self { substeps: 8, relax: true, environment: Environment::default() }
    }
}

impl Settings {
    pub(crate) fn check(&self) -> Result<(), NetworkError> {
        at_least("substeps", self.substeps, 1)?;
        self.environment.check()
    }
}
