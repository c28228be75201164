//! Particles dragged by springs, as by a pointer.

use sprung::Spring;

use crate::error::{Element, NetworkError};

/// A spring from a particle to a goal, as of a pointer that drags it.
///
/// Its force is that of a mass on the spring, `mass (ω² (goal − x) + 2ζω (v_goal − v))`: it bears a load of `mass ω²` N per
/// meter of offset. The goal moves from where it was to where it is in a straight line during a step. Every sub-step
/// takes the backward Euler step of the spring, so that no stiffness is too much, at any frame rate.
///
/// ```
/// use sprung_network::{Drag, Settings, Solver, shapes::Cloth};
/// let sheet = Cloth::new(16, 16, 0.05, 0.3);
/// let mut net = sheet.build()?;
/// net.fix(sheet.corners());
/// let mut solver = Solver::new(&net, Settings::default())?;
/// let [ray, down] = [[0.4, 1.0, 0.4], [0.0, -1.0, 0.0]];
/// let (particle, _) = solver.pick(ray, down, 0.05).expect("the sheet is under the ray");
/// let [x, _, z] = solver.position(particle);
/// for frame in 1..=30 {
///     let goal = [x, 0.005 * frame as f32, z];
///     solver.set_drags(&[Drag::new(particle, goal, 5.0, 0.3)?])?;
///     solver.step(1.0 / 60.0);
/// }
/// assert!((solver.position(particle)[1] - 0.15).abs() < 0.05, "it follows");
/// solver.set_drags(&[])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "mouse spring")]
#[doc(alias = "mouse joint")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// The index of the particle. A fixed one is not dragged.
    pub particle: usize,
    /// Where it is dragged to at the end of the next step, m, each component within ±1e15.
    pub goal: [f32; 3],
    /// Frequency and damping of the spring.
    pub spring: Spring<f32>,
    /// The mass that the spring is made to drag, kg, > 0: that of the particle and of what hangs on it.
    pub mass: f32,
}

impl Drag {
    /// A critically damped spring of a frequency in Hz for a mass in kg.
    ///
    /// # Errors
    /// A frequency that is negative or NaN.
    pub fn new(
        particle: usize,
        goal: [f32; 3],
        frequency: f32,
        mass: f32,
    ) -> Result<Self, sprung::ParameterError> {
        Ok(Self { particle, goal, spring: Spring::from_frequency(frequency, 1.0)?, mass })
    }

    pub(crate) fn check(&self, index: usize, particles: usize) -> Result<(), NetworkError> {
        let element = Element { kind: "drag", index };
        if self.particle >= particles {
            let (element, particle) = ("drag", self.particle);
            return Err(NetworkError::MissingParticle { element, index, particle, particles });
        }
        element.bounded("goal", self.goal)?;
        element.positive("mass", self.mass)
    }
}

/// A drag on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dragged {
    pub(super) drag: Drag,
    /// The goal at the start of the next step.
    pub(super) from: [f32; 3],
}
