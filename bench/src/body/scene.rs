//! A row of the scenes with several springs, a contact or a lever arm.

use serde::Serialize;

use crate::timing::Times;

/// Steps per second.
pub(super) const RATES: [f64; 4] = [30.0, 60.0, 120.0, 240.0];

/// The result of one engine in one scene at one time step.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Scene {
    /// `body`.
    pub area: &'static str,
    /// The scene.
    pub case: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// The time step, s.
    pub dt: f64,
    /// The quantity that is compared with its closed form.
    pub quantity: &'static str,
    /// Its closed form.
    pub expected: f64,
    /// The measured value.
    pub measured: f64,
    /// The maximum energy over the initial energy.
    pub energy: f64,
    /// The time that a spring or contact adds to a step of the world, ns: the mean over 512 bodies and all runs.
    pub ns_per_spring: f64,
    /// The same at the 99th percentile of the runs.
    pub ns_99: f64,
    /// The same in the fastest run.
    pub ns_best: f64,
}

/// The quantity that was compared in a scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) expected: f64,
    pub(super) measured: f64,
    /// The maximum energy over the initial energy.
    pub(super) energy: f64,
}

impl Scene {
    pub(super) fn new(
        [case, quantity, engine]: [&'static str; 3],
        dt: f64,
        finding: Finding,
        times: &Times,
    ) -> Self {
        let Finding { expected, measured, energy } = finding;
        Scene {
            area: "body",
            case,
            engine,
            dt,
            quantity,
            expected,
            measured,
            energy,
            ns_per_spring: times.mean,
            ns_99: times.p99,
            ns_best: times.best,
        }
    }

    /// Returns the relative error against the closed form; infinite where the path has no value.
    pub(super) fn error(&self) -> f64 {
        let error = (self.measured / self.expected - 1.0).abs();
        if error.is_nan() { f64::INFINITY } else { error }
    }
}

/// Returns the maximum of all energies over the first one; infinite where one is NaN.
pub(super) fn greatest(energies: &[f64]) -> f64 {
    let start = energies.first().copied().unwrap_or(f64::NAN);
    energies.iter().fold(0.0, |most: f64, energy| {
        if energy.is_nan() { f64::INFINITY } else { most.max(energy / start) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_energy_that_is_not_a_number_is_the_greatest() {
        assert_eq!(greatest(&[2.0, 3.0, 1.0]), 1.5);
        assert_eq!(greatest(&[2.0, f64::NAN, 1.0]), f64::INFINITY);
        assert_eq!(greatest(&[2.0, f64::INFINITY]), f64::INFINITY);
    }
}
