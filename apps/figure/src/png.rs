//! A figure as a PNG picture.

use kuva::RasterBackend;
use kuva::render::render::{Primitive, Scene};

use super::palette::Theme;
use super::plot::Figure;
use super::scene::{PIXELS, scene};

impl Figure {
    /// The bytes of a PNG file at twice the figure's size in pixels, for sharp screens.
    ///
    /// # Errors
    ///
    /// Returns the error of the rasterizer if it cannot encode the picture.
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, String> {
        RasterBackend::new()
            .with_scale(2.0)
            .render_scene(&dashed(scene(self, theme, PIXELS)))
            .map_err(|error| format!("the figure cannot be drawn as PNG: {error}"))
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
