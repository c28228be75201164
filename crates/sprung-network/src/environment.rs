//! What acts on every particle alike: gravity, drag and wind.

use crate::error::{Element, NetworkError};

/// Gravity, and air that slows particles down to its own velocity.
///
/// Over a step `h` the velocity becomes `(v + h (gravity + drag · wind)) / (1 + h · drag)`: the implicit step of
/// `v' = gravity − drag (v − wind)`, so that no drag is too strong for any step.
///
/// ```
/// use sprung_network::Environment;
/// let still = Environment::default();
/// assert_eq!(still.gravity, [0.0, -9.81, 0.0]);
/// assert_eq!(still.drag, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Environment {
    /// Acceleration of every free particle, m/s².
    pub gravity: [f32; 3],
    /// Rate at which the velocity relative to the air decays, 1/s, finite and >= 0.
    pub drag: f32,
    /// Velocity of the air, m/s.
    pub wind: [f32; 3],
}

impl Default for Environment {
    fn default() -> Self {
        Self { gravity: [0.0, -9.81, 0.0], drag: 0.0, wind: [0.0; 3] }
    }
}

impl Environment {
    /// No gravity, no air.
    pub const SPACE: Self = Self { gravity: [0.0; 3], drag: 0.0, wind: [0.0; 3] };

    /// The step of one velocity as `v · keep + add`: (keep, add).
    pub(crate) fn step(&self, h: f32) -> (f32, [f32; 3]) {
        let (keep, add) = self.step_f64(h);
        (keep as f32, add.map(|c| c as f32))
    }

    /// The same, for sums over many steps.
    pub(crate) fn step_f64(&self, h: f32) -> (f64, [f64; 3]) {
        let (h, drag) = (f64::from(h), f64::from(self.drag));
        let keep = 1.0 / (1.0 + h * drag);
        let add =
            |c: usize| h * (f64::from(self.gravity[c]) + drag * f64::from(self.wind[c])) * keep;
        (keep, [add(0), add(1), add(2)])
    }

    pub(crate) fn check(&self) -> Result<(), NetworkError> {
        let element = Element { kind: "environment", index: 0 };
        element.finite("gravity", self.gravity)?;
        element.finite("wind", self.wind)?;
        element.not_negative("drag", self.drag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_drag_is_too_strong() {
        let gale = Environment { gravity: [0.0; 3], drag: 1e30, wind: [3.0, 0.0, 0.0] };
        let (keep, add) = gale.step(1.0);
        assert!(keep < 1e-29);
        assert!((add[0] - 3.0).abs() < 1e-6);
    }
}
