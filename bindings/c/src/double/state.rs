//! The plain values that every function takes and returns.

use sprung::State;

use crate::failure::Nothing;

/// A position and its velocity, in the unit of the caller and that unit per second.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungStateF64 {
    /// The position.
    pub position: f64,
    /// The velocity, per second.
    pub velocity: f64,
}

/// A vector in space.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungVector3F64 {
    /// The first coordinate.
    pub x: f64,
    /// The second coordinate.
    pub y: f64,
    /// The third coordinate.
    pub z: f64,
}

/// A time and the value there.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungExtremumF64 {
    /// The time, s.
    pub time: f64,
    /// The value.
    pub value: f64,
}

impl SprungStateF64 {
    pub(crate) fn state(self) -> State<f64> {
        State::new(self.position, self.velocity)
    }
}

impl From<State<f64>> for SprungStateF64 {
    fn from(state: State<f64>) -> Self {
        SprungStateF64 { position: state.position, velocity: state.velocity }
    }
}

impl From<[f64; 3]> for SprungVector3F64 {
    fn from([x, y, z]: [f64; 3]) -> Self {
        SprungVector3F64 { x, y, z }
    }
}

impl From<SprungVector3F64> for [f64; 3] {
    fn from(vector: SprungVector3F64) -> Self {
        [vector.x, vector.y, vector.z]
    }
}

impl Nothing for SprungStateF64 {
    const NOTHING: Self = SprungStateF64 { position: f64::NAN, velocity: f64::NAN };
}

impl Nothing for SprungVector3F64 {
    const NOTHING: Self = SprungVector3F64 { x: f64::NAN, y: f64::NAN, z: f64::NAN };
}

impl Nothing for SprungExtremumF64 {
    const NOTHING: Self = SprungExtremumF64 { time: f64::NAN, value: f64::NAN };
}
