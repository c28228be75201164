//! Plates between which a network lies.

/// A plate below, and one above that comes down within a second.
#[derive(Clone, Copy)]
pub(super) struct Plates {
    pub(super) low: f32,
    pub(super) high: Option<[f32; 2]>,
}

impl Plates {
    /// The height of the plate above at a time, m.
    pub(super) fn high(self, time: f32) -> Option<f32> {
        self.high.map(|[from, to]| from + (to - from) * time.min(1.0))
    }
}
