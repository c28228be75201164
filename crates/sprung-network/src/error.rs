//! Errors of networks: element, field, value and rule.

use core::fmt;

/// The error of a network that cannot be simulated. Every variant names the element by its index.
///
/// ```
/// use sprung_network::{Network, Particle, Settings, Solver};
///
/// let mut net = Network::default();
/// net.add_particle(Particle::new([f32::NAN; 3], 1.0));
/// let error = Solver::new(&net, Settings::default()).err().expect("refused");
/// assert!(error.to_string().starts_with("particle 0"), "{error}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NetworkError {
    /// A number of one element is out of range.
    Value {
        /// The kind of element: `particle`, `edge`, `tether`, `collider`, `settings`.
        element: &'static str,
        /// Its index in the list it was given in.
        index: usize,
        /// The field.
        field: &'static str,
        /// The value that was given.
        value: f32,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// An edge, tether or face names a particle that does not exist.
    MissingParticle {
        /// The kind of element.
        element: &'static str,
        /// Its index.
        index: usize,
        /// The particle it names.
        particle: usize,
        /// The number of particles.
        particles: usize,
    },
    /// An edge or tether joins a particle to itself.
    SelfLoop {
        /// The kind of element.
        element: &'static str,
        /// Its index.
        index: usize,
        /// The particle.
        particle: usize,
    },
    /// Two edges join the same two particles.
    DuplicateEdge {
        /// The later edge.
        index: usize,
        /// The earlier one.
        first: usize,
    },
    /// A triangle names a point that does not exist.
    MissingPoint {
        /// The triangle.
        triangle: usize,
        /// The point it names.
        point: usize,
        /// The number of points.
        points: usize,
    },
    /// A mesh is open along an edge, or its triangles face different ways.
    OpenEdge {
        /// One end of the edge: the first point at its place.
        from: usize,
        /// The other end.
        to: usize,
        /// The number of triangles that run along it in this direction.
        forward: usize,
        /// The number that run in the other.
        back: usize,
    },
    /// The particles that could carry a vertex lie in one plane, or on a line.
    CoplanarSupport {
        /// The vertex.
        vertex: usize,
    },
    /// A builder was asked for fewer elements than the shape needs.
    TooFew {
        /// The builder's argument.
        field: &'static str,
        /// The count that was given.
        count: usize,
        /// The minimum.
        least: usize,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Value { element, index, field, value, rule } => {
                write!(f, "{element} {index}: {field} must be {rule}, got {value}")
            }
            Self::MissingParticle { element, index, particle, particles } => write!(
                f,
                "{element} {index}: particle must be < {particles}, the number of particles, got {particle}"
            ),
            Self::SelfLoop { element, index, particle } => {
                write!(
                    f,
                    "{element} {index}: must join two different particles, got {particle} twice"
                )
            }
            Self::DuplicateEdge { index, first } => {
                write!(f, "edge {index}: joins the same particles as edge {first}")
            }
            Self::MissingPoint { triangle, point, points } => write!(
                f,
                "triangle {triangle}: point must be < {points}, the number of points, got {point}"
            ),
            Self::OpenEdge { from, to, forward, back } => write!(
                f,
                "edge from point {from} to point {to}: a closed mesh runs along it as often forward as back, got {forward} forward and {back} back"
            ),
            Self::CoplanarSupport { vertex } => {
                write!(f, "vertex {vertex}: the particles it is bound to must not lie in one plane")
            }
            Self::TooFew { field, count, least } => {
                write!(f, "{field} must be >= {least}, got {count}")
            }
        }
    }
}

impl core::error::Error for NetworkError {}

/// The largest coordinate, m, and velocity, m/s: f32 holds the square of a difference of two.
pub(crate) const MAX_COORDINATE: f32 = 1e15;

/// The result of a check.
pub(crate) type Checked = Result<(), NetworkError>;

/// The element that is being checked, so that a rule reads as one line.
#[derive(Clone, Copy)]
pub(crate) struct Element {
    pub(crate) kind: &'static str,
    pub(crate) index: usize,
}

impl Element {
    pub(crate) fn require(
        self,
        holds: bool,
        field: &'static str,
        value: f32,
        rule: &'static str,
    ) -> Checked {
        let Self { kind: element, index } = self;
        if holds { Ok(()) } else { Err(NetworkError::Value { element, index, field, value, rule }) }
    }

    pub(crate) fn not_negative(self, field: &'static str, value: f32) -> Checked {
        self.require(value.is_finite() && value >= 0.0, field, value, "finite and >= 0")
    }

    pub(crate) fn positive(self, field: &'static str, value: f32) -> Checked {
        self.require(value.is_finite() && value > 0.0, field, value, "finite and > 0")
    }

    pub(crate) fn all_positive<const N: usize>(self, values: [(&'static str, f32); N]) -> Checked {
        values.into_iter().try_for_each(|(field, value)| self.positive(field, value))
    }

    /// Finite, and small enough that squares of differences stay finite.
    pub(crate) fn bounded(self, field: &'static str, vector: [f32; 3]) -> Checked {
        self.finite(field, vector)?;
        let holds =
            |c: f32| self.require(c.abs() <= MAX_COORDINATE, field, c, "within -1e15 and 1e15");
        vector.into_iter().try_for_each(holds)
    }

    pub(crate) fn bounded_positive(self, field: &'static str, value: f32) -> Checked {
        self.positive(field, value)?;
        self.require(value <= MAX_COORDINATE, field, value, "at most 1e15")
    }

    /// Checks that both ends are particles, and not the same.
    pub(crate) fn ends(self, ends: [usize; 2], particles: usize) -> Checked {
        let Self { kind: element, index } = self;
        if let Some(&particle) = ends.iter().find(|&&end| end >= particles) {
            return Err(NetworkError::MissingParticle { element, index, particle, particles });
        }
        if ends[0] == ends[1] {
            return Err(NetworkError::SelfLoop { element, index, particle: ends[0] });
        }
        Ok(())
    }

    /// Checks that the corners of a triangle are three different particles.
    pub(crate) fn corners(self, corners: [u32; 3], particles: usize) -> Checked {
        let [a, b, c] = corners.map(|p| p as usize);
        [[a, b], [b, c], [c, a]].into_iter().try_for_each(|ends| self.ends(ends, particles))
    }

    pub(crate) fn fraction(self, field: &'static str, value: f32) -> Checked {
        self.require((0.0..=1.0).contains(&value), field, value, "within 0 and 1")
    }

    pub(crate) fn finite(self, field: &'static str, vector: [f32; 3]) -> Checked {
        vector.into_iter().try_for_each(|c| self.require(c.is_finite(), field, c, "finite"))
    }
}

/// A builder's count against the least it takes.
pub(crate) fn at_least(field: &'static str, count: usize, least: usize) -> Checked {
    if count >= least { Ok(()) } else { Err(NetworkError::TooFew { field, count, least }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_names_element_index_field_value_and_rule() {
        let error = Element { kind: "edge", index: 7 }.not_negative("rest_length", -0.5);
        let message = error.map_err(|e| e.to_string());
        assert_eq!(
            message,
            Err("edge 7: rest_length must be finite and >= 0, got -0.5".to_owned())
        );
    }

    #[test]
    fn nan_is_no_fraction() {
        let element = Element { kind: "edge", index: 0 };
        assert!(element.fraction("c_s", f32::NAN).is_err());
        assert!(element.fraction("c_s", 1.0 + f32::EPSILON).is_err());
        assert!(element.fraction("c_s", 1.0).is_ok());
    }
}
