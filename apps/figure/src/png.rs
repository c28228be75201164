//! A figure as a PNG picture.

use kuva::RasterBackend;
use kuva::render::render::{Primitive, Scene};

use super::heat::{Heat, color, encoded};
use super::palette::Theme;
use super::plot::{Figure, PIXELS};
use super::scene::{Drawn, Spot, draw};

/// The greatest number of pixels of a picture for one of the figure.
const SCALE: f64 = 2.0;

impl Figure {
    /// The bytes of a PNG file: at the default size with twice as many pixels, for sharp screens; at a size that was set
    /// with so many, its letters as large as in the default picture, or half as large in smaller pictures.
    ///
    /// # Errors
    ///
    /// Returns the error of the rasterizer if it cannot encode the picture.
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, String> {
        let (width, height) = self.pixels();
        let scale = match self.size {
            None => SCALE,
            Some(_) => (width / PIXELS.0).min(height / PIXELS.1).clamp(1.0, SCALE),
        };
        let layout = if self.size.is_none() { PIXELS } else { (width / scale, height / scale) };
        let Drawn { scene, heat } = draw(self, theme, layout);
        let (upright, rotated): (Vec<_>, Vec<_>) = scene
            .elements
            .into_iter()
            .partition(|element| !matches!(element, Primitive::Text { rotate: Some(_), .. }));
        let scene = Scene { elements: upright, ..scene };
        let mut picture = Picture::of(&dashed(scene), scale)?;
        if let Some((heat, spot)) = self.heat.as_ref().zip(heat) {
            picture.color(heat, &spot, scale);
        }
        for label in rotated {
            picture.write_upwards(label, theme, scale)?;
        }
        let Picture { size, pixels } = picture;
        encoded(size, png::ColorType::Rgba, &pixels).map_err(|error| cannot(&error))
    }
}

fn cannot(error: &dyn std::fmt::Display) -> String {
    format!("the figure cannot be drawn as PNG: {error}")
}

/// Pixels of four bytes.
struct Picture {
    size: [u32; 2],
    pixels: Vec<u8>,
}

impl Picture {
    fn of(scene: &Scene, scale: f64) -> Result<Self, String> {
        let bytes = RasterBackend::new()
            .with_scale(scale as f32)
            .render_scene(scene)
            .map_err(|error| cannot(&error))?;
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .map_err(|error| cannot(&error))?;
        let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
        let frame = reader.next_frame(&mut pixels).map_err(|error| cannot(&error))?;
        Ok(Picture { size: [frame.width, frame.height], pixels })
    }

    fn pixel(&mut self, x: f64, y: f64) -> Option<&mut [u8]> {
        let inside = x >= 0.0 && y >= 0.0 && x < f64::from(self.size[0]);
        let at = y as usize * self.size[0] as usize + x as usize;
        self.pixels.get_mut(4 * at..4 * at + 4).filter(|_| inside)
    }

    /// Colors a rectangle, within the lines of the axes.
    fn color(&mut self, heat: &Heat, spot: &Spot, scale: f64) {
        let [x, y, width, height] = spot.rectangle.map(|part| (part * scale).round());
        for down in 0..height as u32 {
            for across in 1..width as u32 {
                let (across, down) = (f64::from(across), f64::from(down));
                let value = heat.at(((across + 0.5) / width, (down + 0.5) / height));
                if let (false, Some(pixel)) =
                    (value.is_nan(), self.pixel(x + across, y + down - 1.0))
                {
                    pixel[..3].copy_from_slice(&color(value));
                }
            }
        }
    }

    /// Draws a label that reads upwards. The rasterizer would draw it without gray levels, as if it were bold.
    fn write_upwards(&mut self, label: Primitive, theme: Theme, scale: f64) -> Result<(), String> {
        let Primitive::Text { x, y, content, size, anchor, bold, color, .. } = label else {
            return Ok(());
        };
        if content.is_empty() {
            return Ok(());
        }
        // The label by itself, its anchor in the middle of a strip.
        let half = content.chars().count() as f64 * f64::from(size);
        let (width, height) = (2.0 * half, 2.0 * f64::from(size));
        let mut strip = Scene::new(width, height);
        strip.background_color = Some(super::palette::PAPER.on(theme).to_owned());
        strip.text_color = Some(super::palette::INK.on(theme).to_owned());
        let baseline = 1.5 * f64::from(size);
        strip.elements.push(Primitive::Text {
            x: half,
            y: baseline,
            content,
            size,
            anchor,
            rotate: None,
            bold,
            color,
        });
        let strip = Picture::of(&strip, scale)?;
        let paper: Vec<u8> = strip.pixels[..4].to_vec();
        for (at, pixel) in
            strip.pixels.chunks_exact(4).enumerate().filter(|(_, pixel)| *pixel != paper)
        {
            let columns = strip.size[0] as usize;
            let (across, down) = ((at % columns) as f64, (at / columns) as f64);
            // What lies to the right in the strip lies above in the picture.
            let to = (x * scale + down - baseline * scale, y * scale - (across - half * scale));
            if let Some(to) = self.pixel(to.0.round(), to.1.round()) {
                to.copy_from_slice(pixel);
            }
        }
        Ok(())
    }
}

/// The scene with every dashed curve cut into its dashes: the raster backend starts anew at each point of a line, and
/// so draws fine curves solid.
fn dashed(mut scene: Scene) -> Scene {
    let elements = std::mem::take(&mut scene.elements);
    for element in elements {
        match element {
            Primitive::PolyLine { points, stroke, stroke_width, stroke_dasharray: Some(_) } => {
                scene.elements.extend(dashes(&points).into_iter().map(|points| {
                    let stroke = stroke.clone();
                    Primitive::PolyLine { points, stroke, stroke_width, stroke_dasharray: None }
                }))
            }
            element => scene.elements.push(element),
        }
    }
    scene
}

/// The length of a dash and of the gap after it, in pixels.
const DASH: [f64; 2] = [8.0, 5.0];

/// The dashes along a line.
fn dashes(points: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    let mut dashes = vec![Vec::from_iter(points.first().copied())];
    // Even parts of the pattern are drawn, odd ones are not.
    let (mut part, mut left) = (0, DASH[0]);
    for pair in points.windows(2) {
        let [(x, y), (to_x, to_y)] = [pair[0], pair[1]];
        let length = (to_x - x).hypot(to_y - y);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let at = (x + (to_x - x) * done / length, y + (to_y - y) * done / length);
            match dashes.last_mut() {
                Some(dash) if part % 2 == 0 => dash.push(at),
                _ => dashes.push(vec![at]),
            }
            part += 1;
            left = DASH[part % 2];
        }
        left -= length - done;
        if let (Some(dash), 0) = (dashes.last_mut(), part % 2) {
            dash.push((to_x, to_y));
        }
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::super::Curve;
    use super::*;

    #[test]
    fn dashes_go_on_through_the_points_of_a_fine_line() {
        let fine: Vec<(f64, f64)> = (0..=260).map(|at| (f64::from(at) / 10.0, 0.0)).collect();
        for line in [&fine[..], &[(0.0, 0.0), (26.0, 0.0)]] {
            let dashes = dashes(line);
            let ends: Vec<(f64, f64)> =
                dashes.iter().map(|dash| (dash[0].0, dash[dash.len() - 1].0)).collect();
            for (end, expected) in ends.iter().zip([(0.0, 8.0), (13.0, 21.0)]) {
                assert!(
                    (end.0 - expected.0).abs() < 1e-9 && (end.1 - expected.1).abs() < 1e-9,
                    "{ends:?}"
                );
            }
        }
    }

    #[test]
    fn a_png_is_twice_as_large_as_its_figure() {
        let figure = Figure::new("").curve(Curve::new("", vec![(0.0, 0.0)]));
        let png = figure.png(Theme::Light).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(
            (&png[16..20], &png[20..24]),
            (&1440u32.to_be_bytes()[..], &840u32.to_be_bytes()[..])
        );
    }
}
