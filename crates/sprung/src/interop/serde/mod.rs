//! `serde`: parameters and states as saved, checked again when read.
//!
//! Every type round-trips through self-describing formats (JSON) and positional ones (postcard, bincode). Unknown and
//! missing fields are refused. Values that break the rule of a constructor are refused with its error: field, rule and
//! value. A human-readable format gets an infinite parameter as the text `"inf"`, because JSON has no such number.

pub mod float;
pub(crate) mod motion_limits;
pub(crate) mod rotation;
mod rules;
mod spring;

pub(crate) use rules::{decay_rate, duration, fastest, missed, rate, speed, step};
