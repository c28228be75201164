//! Analysis of a spring's motion, in closed form or to a stated accuracy.
//!
//! A [`FreeResponse`] is a spring released at some offset from its goal with some velocity. Its methods return when it
//! settles, crosses a level and turns, its path length and its maximum speed. The methods of the same names on
//! [`Spring`](crate::Spring) are for the unit step: released at rest, one unit away from the goal.
//!
//! Times are in seconds after the release. The time of an event that never happens is infinite; a NaN argument gives a
//! NaN result.

mod crossing_time;
mod energy;
mod extremum;
mod free_response;
mod frequency_response;
mod halflife;
mod lookahead;
mod settling;
mod solve;
mod swings;
mod totals;

pub use extremum::Extremum;
pub use free_response::FreeResponse;
pub use frequency_response::{FrequencyResponse, ResonantPeak};
pub(crate) use swings::phase_from_rest;
