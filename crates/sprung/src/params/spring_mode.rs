//! The directions in which a spring between two points acts.

/// The sign of the extension at which a spring between two points acts.
///
/// The extension is the length minus the rest length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "unilateral")]
pub enum SpringMode {
    /// Acts at any extension: pulls when it is longer than at rest, pushes when it is shorter.
    #[default]
    TwoWay,
    /// Acts only when it is longer than at rest: a rope, which may hang slack.
    TensionOnly,
    /// Acts only when it is shorter than at rest: a bumper, which may come off.
    CompressionOnly,
}
