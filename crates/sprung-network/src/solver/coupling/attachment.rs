//! Attachments, as data.

/// A particle tied to a point of a body.
///
/// ```
/// use sprung_network::Attachment;
/// let hook = Attachment { particle: 30, body: 0, point: [0.0, 0.5, 0.0] };
/// assert_eq!(hook.body, 0);
/// ```
#[doc(alias = "pin")]
#[doc(alias = "anchor")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attachment {
    /// The index of the particle, which must be dynamic. It takes its mass from the body.
    pub particle: usize,
    /// The index of the body.
    pub body: usize,
    /// The point in the frame of the body, from its center of mass, m.
    pub point: [f32; 3],
}
