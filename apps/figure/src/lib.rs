//! Figures: curves, bands and colors over two axes, drawn as SVG, PNG, PDF or terminal text.
//!
//! [`Figure`] is a still picture, [`Moving`] an animated one; `scene` is the only file that depends on the plotting
//! crate. An SVG follows the reader's light or dark preference; a PNG is drawn for one of the two; the terminal's colors
//! are readable on both. The crate writes no files: every form is returned.

mod curve;
mod equal;
mod hanging_weights;
mod heat;
mod helvetica;
mod moving;
mod outline;
mod palette;
mod pdf;
mod plot;
mod png;
mod scene;
mod svg;
mod terminal;
mod thin;
mod words;

pub use curve::Curve;
pub use heat::Heat;
pub use moving::{Line, Moving, Panel, STYLE as MOVING_STYLE};
pub use outline::{coil, disc, upright_box};
pub use palette::{Theme, dark_rules};
pub use plot::Figure;
pub use svg::escaped;
pub use terminal::Colors;

/// The README's example, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
