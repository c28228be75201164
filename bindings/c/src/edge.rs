//! Particles and edges of networks.

use sprung::SoftCoefficients;
use sprung_network::{Edge, Particle, Stiffness};

use crate::choices::{mode, mode_number, refused};
use crate::failure::Result;
use crate::single::spring::SprungSpringF32;
use crate::single::state::SprungVector3F32;

/// A particle of a network.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungParticle {
    /// The position, m.
    pub position: SprungVector3F32,
    /// The velocity, m/s.
    pub velocity: SprungVector3F32,
    /// The inverse mass, 1/kg; 0 is fixed.
    pub inverse_mass: f32,
}

/// The stiffness is a pair of coefficients per step: `stiffness` and `damping` are the parts removed in each.
pub const SPRUNG_EDGE_PER_STEP: u32 = 0;
/// The stiffness is a spring, kept for every mass.
pub const SPRUNG_EDGE_SPRING: u32 = 1;
/// The stiffness is in N/m, the damping in N*s/m.
pub const SPRUNG_EDGE_PHYSICAL: u32 = 2;
/// The stiffness is a compliance, m/N; the damping in N*s/m.
pub const SPRUNG_EDGE_COMPLIANCE: u32 = 3;

/// The stiffness of an edge; all 0 but `stiffness` and `damping` of 1 is rigid.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungEdgeStiffness {
    /// One of SPRUNG_EDGE_...
    pub kind: u32,
    /// The stiffness, of every kind but the spring.
    pub stiffness: f32,
    /// The damping, of every kind but the spring.
    pub damping: f32,
    /// The spring of that kind.
    pub spring: SprungSpringF32,
}

/// An edge of a network: a spring between two particles.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungEdge {
    /// The first particle.
    pub a: usize,
    /// The second particle.
    pub b: usize,
    /// The length at rest, m.
    pub rest_length: f32,
    /// The stiffness.
    pub stiffness: SprungEdgeStiffness,
    /// One of SPRUNG_MODE_...
    pub mode: u32,
    /// The part of its length by which it may be longer before it tears; infinite: it never does.
    pub tear_strain: f32,
}

const RIGID: SprungEdgeStiffness = SprungEdgeStiffness {
    kind: SPRUNG_EDGE_PER_STEP,
    stiffness: 1.0,
    damping: 1.0,
    spring: SprungSpringF32 { angular_frequency: 0.0, damping_ratio: 0.0, decay_rate: 0.0 },
};

impl SprungEdgeStiffness {
    pub(crate) fn stiffness(self) -> Result<Stiffness> {
        let SprungEdgeStiffness { kind, stiffness, damping, spring } = self;
        Ok(match kind {
            SPRUNG_EDGE_PER_STEP => Stiffness::per_step(stiffness, damping),
            SPRUNG_EDGE_SPRING => Stiffness::Spring(spring.spring()?),
            SPRUNG_EDGE_PHYSICAL => Stiffness::Physical { stiffness, damping },
            SPRUNG_EDGE_COMPLIANCE => Stiffness::Compliance { compliance: stiffness, damping },
            _ => return refused("kind of the stiffness", SPRUNG_EDGE_COMPLIANCE, kind),
        })
    }
}

impl From<Stiffness> for SprungEdgeStiffness {
    fn from(of: Stiffness) -> Self {
        let (kind, stiffness, damping) = match of {
            Stiffness::PerStep(SoftCoefficients { c_s, c_d }) => (SPRUNG_EDGE_PER_STEP, c_s, c_d),
            Stiffness::Spring(spring) => {
                return SprungEdgeStiffness {
                    kind: SPRUNG_EDGE_SPRING,
                    spring: spring.into(),
                    ..RIGID
                };
            }
            Stiffness::Physical { stiffness, damping } => {
                (SPRUNG_EDGE_PHYSICAL, stiffness, damping)
            }
            Stiffness::Compliance { compliance, damping } => {
                (SPRUNG_EDGE_COMPLIANCE, compliance, damping)
            }
        };
        SprungEdgeStiffness { kind, stiffness, damping, ..RIGID }
    }
}

impl SprungParticle {
    pub(crate) fn particle(self) -> Particle {
        Particle {
            position: self.position.into(),
            velocity: self.velocity.into(),
            inverse_mass: self.inverse_mass,
        }
    }
}

impl From<Particle> for SprungParticle {
    fn from(particle: Particle) -> Self {
        SprungParticle {
            position: particle.position.into(),
            velocity: particle.velocity.into(),
            inverse_mass: particle.inverse_mass,
        }
    }
}

impl SprungEdge {
    pub(crate) fn edge(self) -> Result<Edge> {
        let SprungEdge { a, b, rest_length, stiffness, mode: number, tear_strain } = self;
        let (stiffness, mode) = (stiffness.stiffness()?, mode(number)?);
        Ok(Edge { a, b, rest_length, stiffness, mode, tear_strain })
    }
}

impl From<Edge> for SprungEdge {
    fn from(edge: Edge) -> Self {
        let Edge { a, b, rest_length, stiffness, mode, tear_strain } = edge;
        let (stiffness, mode) = (stiffness.into(), mode_number(mode));
        SprungEdge { a, b, rest_length, stiffness, mode, tear_strain }
    }
}

/// The stiffness of an edge that does not stretch: the default.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_edge_stiffness_rigid() -> SprungEdgeStiffness {
    RIGID
}

/// The stiffness of an edge that is a spring, kept for every mass.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_edge_stiffness_of_spring(spring: SprungSpringF32) -> SprungEdgeStiffness {
    SprungEdgeStiffness { kind: SPRUNG_EDGE_SPRING, spring, ..RIGID }
}

/// A rigid edge of two particles that never tears; its fields may be set.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_edge_new(a: usize, b: usize, rest_length: f32) -> SprungEdge {
    Edge::new(a, b, rest_length).into()
}
