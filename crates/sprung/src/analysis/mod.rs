//! Questions about a spring's motion, answered in closed form or to a stated accuracy.
//!
//! A [`FreeResponse`] is a spring, released at some offset from its goal with some velocity. Ask it when it
//! settles, crosses a level, turns, how far it travels and how fast it gets. The same words on
//! [`Spring`](crate::Spring) ask about the unit step: released at rest, one unit away from the goal.
//!
//! Times are in seconds after the release. What never happens is infinitely late; a NaN in the question is a NaN in
//! the answer.

mod crossing_time;
mod energy;
mod extremum;
mod free_response;
mod frequency_response;
mod halflife;
mod integral;
mod overshoot;
mod path_length;
mod settling;
mod solve;
mod swings;

pub use free_response::FreeResponse;
pub use frequency_response::{FrequencyResponse, Resonance};
pub use overshoot::Extremum;
