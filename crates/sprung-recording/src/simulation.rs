//! The trait of what can be recorded.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A simulation whose future depends on its saved state and on the calls alone.
///
/// The saved form must hold the whole state: a simulation that is read continues with the same bits as the one that was
/// saved.
pub trait Simulation: Serialize + DeserializeOwned {
    /// The kind of simulation that a file says it holds.
    const KIND: &'static str;
    /// The name of one row of the state, as a message calls it: `particle`.
    const ROW: &'static str;
    /// The names of the numbers of a row.
    const COMPONENTS: &'static [&'static str];

    /// A call: all that changes the simulation.
    type Call: Serialize + DeserializeOwned;

    /// Makes a call.
    ///
    /// # Errors
    /// The text of the error of the call, which then changed nothing.
    fn apply(&mut self, call: &Self::Call) -> Result<(), String>;

    /// Returns true for a call that is a step in time; the states are compared after these.
    fn is_step(call: &Self::Call) -> bool;

    /// Appends the bits of the state, row by row, each of [`COMPONENTS`](Self::COMPONENTS) as an `f32`.
    fn write_state(&self, bits: &mut Vec<u32>);
}
