//! The particles that hold up a shape.

use clap::ValueEnum;

/// The particles that are fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Pin {
    /// No particle: the shape falls
    None,
    /// All particles at the maximum height
    Top,
    /// One side of a cloth, the first end of a rope, one point at the side of a ring or wheel
    Edge,
    /// One end of one side of a cloth
    Corner,
    /// Both ends of one side of a cloth, or of a rope or bridge
    Corners,
    /// The four corners of a cloth
    All,
    /// The hub of a wheel
    Hub,
    /// The root of a tree, the roots of hair
    Root,
}
