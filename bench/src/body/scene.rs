//! A row of the scenes with several springs, a contact or a lever arm.

use serde::Serialize;

use super::cost::Cost;

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
    /// Its values.
    #[serde(flatten)]
    pub finding: Finding,
    /// The time of a spring or contact.
    #[serde(flatten)]
    pub cost: Cost,
}

/// The quantity that was compared in a scene.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Finding {
    /// Its closed form.
    pub expected: f64,
    /// The measured value.
    pub measured: f64,
    /// The maximum energy over the initial energy.
    pub energy: f64,
}

/// The rows of a scene: each engine at each rate, with its cost.
pub(super) fn rows<E: Copy>(
    [case, quantity]: [&'static str; 2],
    engines: &[E],
    name: fn(E) -> &'static str,
    costs: &[Cost],
    measured: impl Fn(E, f64) -> Finding,
) -> Vec<Scene> {
    let mut rows = Vec::new();
    for dt in RATES.map(|rate| 1.0 / rate) {
        for (&engine, &cost) in engines.iter().zip(costs) {
            let (finding, engine) = (measured(engine, dt), name(engine));
            rows.push(Scene { area: "body", case, engine, dt, quantity, finding, cost });
        }
    }
    rows
}

impl Scene {
    /// Returns the relative error against the closed form; infinite where the path has no value.
    pub(super) fn error(&self) -> f64 {
        let error = (self.finding.measured / self.finding.expected - 1.0).abs();
        if error.is_nan() { f64::INFINITY } else { error }
    }
}

/// Returns the maximum of all energies over the first one; infinite where one is NaN.
pub(super) fn max_energy(energies: &[f64]) -> f64 {
    let start = energies.first().copied().unwrap_or(f64::NAN);
    let gained = |energy: &f64| if energy.is_nan() { f64::INFINITY } else { energy / start };
    energies.iter().map(gained).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nan_energy_counts_as_infinite() {
        assert_eq!(max_energy(&[2.0, 3.0, 1.0]), 1.5);
        assert_eq!(max_energy(&[2.0, f64::NAN, 1.0]), f64::INFINITY);
        assert_eq!(max_energy(&[2.0, f64::INFINITY]), f64::INFINITY);
    }
}
