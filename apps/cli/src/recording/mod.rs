//! Recordings as files: tables (CSV and its relatives), motion capture (BVH) and sound (WAV).
//!
//! A recording is read line by line; lines that are not rows, such as comments, are copied unchanged.

mod bvh;
mod delimiter;
mod dialect;
mod digits;
mod gap_policy;
mod head;
mod line;
mod lines;
mod notes;
mod number;
mod open;
mod plan;
mod row;
mod signature;
mod source;
mod table;
mod time;
mod time_unit;
mod timer;
mod units;
mod wav;

pub(crate) use bvh::retimed;
pub(crate) use gap_policy::GapPolicy;
pub(crate) use head::{Clock, Column, Kind, Recording, column};
pub(crate) use notes::Notes;
pub(crate) use number::Decimal;
pub(crate) use open::{Opened, open};
pub(crate) use plan::{Choice, Plan, refuse_rate};
pub(crate) use row::{Row, Taken};
pub(crate) use table::TableOptions;
pub(crate) use time_unit::Unit;
pub(crate) use timer::Timer;
pub(crate) use wav::Sound;
