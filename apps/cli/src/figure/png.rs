//! A figure as a PNG picture.

use anyhow::{Result, anyhow};
use kuva::RasterBackend;

use super::palette::Theme;
use super::plot::Figure;
use super::scene::scene;

impl Figure {
    /// The bytes of a PNG file at twice the figure's size in pixels, for sharp screens.
    pub(crate) fn png(&self, theme: Theme) -> Result<Vec<u8>> {
        RasterBackend::new()
            .with_scale(2.0)
            .render_scene(&scene(self, theme, self.pixels()))
            .map_err(|error| anyhow!("the figure cannot be drawn as PNG: {error}"))
    }
}
