//! The directions in which a spring between two points acts.

/// The sign of the extension at which a spring between two points acts.
///
/// The extension is the length minus the rest length.
///
/// ```
/// assert_eq!(sprung::SpringMode::default(), sprung::SpringMode::TwoWay);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "unilateral")]
pub enum SpringMode {
    /// Acts at any extension: pulls when longer than the rest length, pushes when shorter.
    #[default]
    TwoWay,
    /// Acts only when longer than the rest length: a rope, which may be slack.
    TensionOnly,
    /// Acts only when shorter than the rest length: a bumper, which may separate.
    CompressionOnly,
}
