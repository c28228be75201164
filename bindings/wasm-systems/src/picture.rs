//! The curves and numbers of a system, and the shape of the function that computes them.

/// A failure, in words.
pub type Result<T> = core::result::Result<T, Box<dyn std::error::Error>>;

/// A point of a curve.
pub(crate) type Point = (f64, f64);

/// The points of a curve.
pub(crate) type Points = Vec<Point>;

/// The data of a system's picture: its curves, in the order of the legend, and the numbers of its marks, in their order.
#[derive(Debug, Default)]
pub struct Picture {
    /// The curves.
    pub curves: Vec<Points>,
    /// Moments, levels and read-outs.
    pub marks: Vec<f64>,
}

impl Picture {
    pub(crate) fn new(curves: impl IntoIterator<Item = Points>) -> Self {
        Picture { curves: curves.into_iter().collect(), marks: Vec::new() }
    }

    pub(crate) fn marked(mut self, marks: impl IntoIterator<Item = f64>) -> Self {
        self.marks.extend(marks);
        self
    }
}

/// A system: its name in addresses, and the function of its sliders.
pub(crate) type Entry = (&'static str, fn(&[f64]) -> Result<Picture>);

/// The sliders of a system as an array.
pub(crate) fn sliders<const N: usize>(values: &[f64]) -> Result<[f64; N]> {
    let first = values.get(..N).and_then(|first| first.try_into().ok());
    Ok(first.ok_or_else(|| format!("{N} sliders are needed, got {}", values.len()))?)
}
