//! The parameters of a spring or a damper: the value of a spec.

use crate::params::{Damper, Spring};
use crate::real::Real;

/// A spring or a first-order damper, as read from text such as `halflife=0.2` or `damper:halflife=0.2`.
///
/// ```
/// use sprung::{Spec, Spring};
///
/// let spec: Spec<f64> = "stiffness=170,damping=26".parse()?;
/// assert_eq!(spec, Spec::Spring(Spring::from_stiffness_and_damping(170.0, 26.0)?));
/// assert!(matches!("damper:halflife=0.2".parse()?, Spec::<f64>::Damper(_)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "R: crate::Real"))]
pub enum Spec<R> {
    /// A damped spring.
    Spring(Spring<R>),
    /// A first-order damper.
    Damper(Damper<R>),
}

impl<R> From<Spring<R>> for Spec<R> {
    fn from(spring: Spring<R>) -> Self {
        Spec::Spring(spring)
    }
}

impl<R> From<Damper<R>> for Spec<R> {
    fn from(damper: Damper<R>) -> Self {
        Spec::Damper(damper)
    }
}

impl<R, T: Copy + Into<Spec<R>>> From<&T> for Spec<R> {
    fn from(parameters: &T) -> Self {
        (*parameters).into()
    }
}

impl<R: Real> Spec<R> {
    /// The spring, unless it is a damper.
    pub fn spring(&self) -> Option<Spring<R>> {
        if let Spec::Spring(spring) = self { Some(*spring) } else { None }
    }

    /// The damper, unless it is a spring.
    pub fn damper(&self) -> Option<Damper<R>> {
        if let Spec::Damper(damper) = self { Some(*damper) } else { None }
    }
}
