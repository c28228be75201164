//! Questions about a spring's motion, answered in closed form or to a stated accuracy.
//!
//! A [`FreeMotion`] is a spring, released at some offset from its goal with some velocity. Ask it when it
//! settles, crosses a level, turns, how far it travels and how fast it gets. The same words on
//! [`Spring`](crate::Spring) ask about the unit step: released at rest, one unit away from the goal.
//!
//! Times are in seconds after the release. What never happens is infinitely late; a NaN in the question is a NaN in
//! the answer.

mod area;
mod crossing;
mod energy;
mod extremes;
mod free_motion;
mod frequency_response;
mod halflife;
mod overshoot;
mod settling;
mod solve;
mod swings;
mod travel;

pub use free_motion::FreeMotion;
pub use frequency_response::{FrequencyResponse, Resonance};
pub use overshoot::Extreme;
