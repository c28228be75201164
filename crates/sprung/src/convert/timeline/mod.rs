//! Timelines for other systems: cubic splines (glTF), straight lines (Web Animations), and CSS easings, each within a given
//! error.
//!
//! Each piece is the longest that stays within the error at the samples looked at, less a part for what is between them and
//! for rounding. Pieces end at the keys of the timeline, and at times that the other system can write: times that are rounded
//! afterwards would move a fast motion.

mod cubic_spline;
mod eased_segments;
mod keyframes;
mod polyline;
mod spline_value;
mod walk;

pub use cubic_spline::{CubicKey, CubicSpline};
pub use eased_segments::{EasedSegment, EasedSegments};
pub use keyframes::Keyframes;
pub use polyline::Polyline;
pub use spline_value::SplineValue;
