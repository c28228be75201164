//! The gains of an edge: how much of its errors it removes in a sub-step.

use sprung::Real;

/// The gains of one edge in a sub-step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gains {
    /// Fraction of the length error to remove.
    pub(crate) position: f32,
    /// Fraction of the length rate to remove.
    pub(crate) velocity: f32,
    /// Reduced mass, kg; 0 between fixed particles.
    pub(crate) reduced_mass: f32,
    /// What lasting loads stretch is taken off the rest length.
    pub(crate) compensates: bool,
}

impl Gains {
    /// True if a sub-step removes all of both errors.
    pub(crate) fn is_rigid(self) -> bool {
        self.position == 1.0 && self.velocity == 1.0 && self.reduced_mass > 0.0
    }
}

/// Returns the fraction of an error that, taken twice, is the fraction `p` of it: of edges that are solved forward and
/// backward.
pub(crate) fn half_of(p: f32) -> f32 {
    p / (1.0 + Real::sqrt((1.0 - p).max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_rigid_that_moves_something_and_leaves_no_error() {
        let rigid = Gains { position: 1.0, velocity: 1.0, reduced_mass: 2.0, compensates: false };
        assert!(rigid.is_rigid());
        let others = [
            Gains { position: 0.5, ..rigid },
            Gains { velocity: 0.5, ..rigid },
            Gains { reduced_mass: 0.0, ..rigid },
        ];
        assert!(others.iter().all(|gains| !gains.is_rigid()));
    }

    #[test]
    fn half_of_a_fraction_taken_twice_is_the_whole() {
        for p in [0.0, 1e-6, 0.3, 0.99, 1.0] {
            let left = 1.0 - half_of(p);
            assert!((1.0 - left * left - p).abs() < 1e-6, "{p}");
        }
    }
}
