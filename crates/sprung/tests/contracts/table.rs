//! The table of this crate, and its own types as arguments.

use sprung::{Damper, Real, Rotation, Spring, State};
use testkit::contracts;
use testkit::precision::Precision;

use super::numbers::Sprung;

pub(crate) use testkit::contracts::Args;

/// Both number types under test.
pub(crate) trait ParameterValue: Real + Precision {}
impl ParameterValue for f32 {}
impl ParameterValue for f64 {}

/// All public functions.
pub(crate) type Table<R> = contracts::Table<Sprung, R>;

/// Arguments of this crate's types.
pub(crate) trait Arguments<R> {
    /// A state of two components.
    fn state(&mut self) -> State<[R; 2]>;
    /// A state of one component.
    fn scalar_state(&mut self) -> State<R>;
    /// A spring; an ordinary one where the parameters make none.
    fn spring(&mut self) -> Spring<R>;
    /// A damper; an ordinary one where the rate makes none.
    fn damper(&mut self) -> Damper<R>;
    /// A rotation from its rotation vector.
    fn rotation(&mut self, ordinary: f64) -> Rotation<R>;
}

impl<R: ParameterValue> Arguments<R> for Args<R> {
    fn state(&mut self) -> State<[R; 2]> {
        State::new(self.pair(1.5), self.pair(-2.0))
    }

    fn scalar_state(&mut self) -> State<R> {
        State::new(self.number(1.5), self.number(-2.0))
    }

    fn spring(&mut self) -> Spring<R> {
        let spring = Spring::new(self.number(7.0), self.number(0.6));
        spring.unwrap_or(Spring::critical(R::ONE).unwrap())
    }

    fn damper(&mut self) -> Damper<R> {
        Damper::from_rate(self.number(3.0)).unwrap_or(Damper::from_rate(R::ONE).unwrap())
    }

    fn rotation(&mut self, ordinary: f64) -> Rotation<R> {
        Rotation::from_rotation_vector(self.triple(ordinary))
    }
}
