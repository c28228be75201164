//! Edges: two particles kept at a distance.

use sprung::{SoftCoefficients, SpringMode};

use crate::error::{Checked, Element, MAX_COORDINATE};
use crate::stiffness::Stiffness;

/// A spring between the particles `a` and `b`.
///
/// ```
/// use sprung_network::{Edge, SpringMode, Stiffness};
/// let strut = Edge::new(0, 1, 0.5).with_stiffness(sprung::Spring::from_frequency(8.0, 1.0)?);
/// assert_eq!(strut.stiffness, Stiffness::from_frequency(8.0, 1.0)?);
/// let rope = Edge::new(1, 2, 0.5).with_mode(SpringMode::TensionOnly).with_tear_strain(0.3);
/// assert_eq!((rope.stiffness, rope.tear_strain), (Stiffness::RIGID, 0.3));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "distance constraint")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "DistanceConstraint")]
pub struct Edge {
    /// The index of one particle.
    pub a: usize,
    /// The index of the other particle.
    pub b: usize,
    /// Rest length, m, within 0 and 1e15. Coincident ends have no direction: an edge with a rest length leaves them
    /// together until something else parts them.
    pub rest_length: f32,
    /// Stiffness and damping.
    pub stiffness: Stiffness,
    /// The sign of the extension at which it acts.
    pub mode: SpringMode,
    /// The strain, `length / rest length − 1`, beyond which it breaks; infinite never.
    ///
    /// [`Solver`](crate::Solver) compares it with the length at the end of every step. An edge of stiffness k and rest
    /// length L breaks under the force `k L tear_strain`, for any number of sub-steps.
    ///
    /// A rigid edge has no strain under a load, but by the error of the solver and by goals that leave it no room. A rope,
    /// which is solved directly, bears any load. A rigid curtain of 32 × 32, let go flat between two corners with a limit
    /// of 5 %, loses about 70 edges at 8 sub-steps, while it swings down, 5 to 70 at 16, 0 to 26 at 32, depending on how it
    /// folds, and none at 64. Edges that are to tear by their load need a finite stiffness, or a limit of force:
    /// [`Solver::set_tear_force`](crate::Solver::set_tear_force).
    #[doc(alias = "tear_stretch")]
    pub tear_strain: f32,
}

impl Edge {
    /// A rigid edge that acts both ways and never breaks.
    pub fn new(a: usize, b: usize, rest_length: f32) -> Self {
        Self {
            a,
            b,
            rest_length,
            stiffness: Stiffness::RIGID,
            mode: SpringMode::TwoWay,
            tear_strain: f32::INFINITY,
        }
    }

    /// Returns the edge with another stiffness: a [`Stiffness`], a [`sprung::Spring`] or its coefficients per step.
    pub fn with_stiffness(self, stiffness: impl Into<Stiffness>) -> Self {
        Self { stiffness: stiffness.into(), ..self }
    }

    /// Returns the edge acting at another sign of the extension.
    pub fn with_mode(self, mode: SpringMode) -> Self {
        Self { mode, ..self }
    }

    /// Returns the edge breaking at a strain: 0.2 is one fifth longer than at rest.
    pub fn with_tear_strain(self, tear_strain: f32) -> Self {
        Self { tear_strain, ..self }
    }

    /// True if it acts both ways and removes all of both errors at any sub-step.
    pub(crate) fn is_rigid(&self) -> bool {
        let SoftCoefficients { c_s, c_d } = self.stiffness.coefficients(1e-6, 1.0);
        self.mode == SpringMode::TwoWay && c_s == 1.0 && c_d == 1.0
    }

    pub(crate) fn check(&self, index: usize, particles: usize) -> Checked {
        let element = Element { kind: "edge", index };
        element.ends([self.a, self.b], particles)?;
        element.not_negative("rest_length", self.rest_length)?;
        let holds = self.rest_length <= MAX_COORDINATE;
        element.require(holds, "rest_length", self.rest_length, "at most 1e15")?;
        element.require(self.tear_strain > 0.0, "tear_strain", self.tear_strain, "> 0")?;
        self.stiffness.check(element)
    }
}

/// True if an edge of an extension (m, length less rest length) exerts no force.
pub(crate) fn is_slack(mode: SpringMode, extension: f32) -> bool {
    sense(mode) * extension < 0.0
}

/// +1 for an edge that only pulls, −1 for one that only pushes, 0 for one that does both.
pub(crate) fn sense(mode: SpringMode) -> f32 {
    match mode {
        SpringMode::TwoWay => 0.0,
        SpringMode::TensionOnly => 1.0,
        SpringMode::CompressionOnly => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rigid_edge_acts_both_ways_and_removes_both_errors() {
        let edge = Edge::new(0, 1, 1.0);
        assert!(edge.is_rigid());
        for mode in [SpringMode::TensionOnly, SpringMode::CompressionOnly] {
            assert!(!edge.with_mode(mode).is_rigid());
        }
        for [c_s, c_d] in [[0.5, 1.0], [1.0, 0.5]] {
            let stiffness = Stiffness::PerStep(SoftCoefficients { c_s, c_d });
            assert!(!edge.with_stiffness(stiffness).is_rigid());
        }
    }

    #[test]
    fn an_edge_that_only_pulls_is_slack_where_it_is_short() {
        for extension in [-3.0, -0.5, 0.0, 0.5, 3.0] {
            assert_eq!(is_slack(SpringMode::TensionOnly, extension), extension < 0.0);
            assert_eq!(is_slack(SpringMode::CompressionOnly, extension), extension > 0.0);
            assert!(!is_slack(SpringMode::TwoWay, extension));
        }
    }
}
