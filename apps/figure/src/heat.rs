//! Values over an area as colors: time against frequency, for one.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use kuva::plot::ColorMap;

/// Values between 0 and 1 at even places over an area, drawn in colors that are perceptually even (viridis).
#[derive(Clone, Debug)]
pub struct Heat {
    /// The range of x that the columns cover, in units of the axis.
    pub x: (f64, f64),
    /// The range of y that the rows cover.
    pub y: (f64, f64),
    /// The values row by row from the lowest, each 0 to 1; NaN has no color. Places are even along a logarithmic axis too.
    pub rows: Vec<Vec<f64>>,
    /// The names of the values 0 and 1.
    pub ends: [String; 2],
}

/// The color of a value between 0 and 1.
pub(crate) fn color(value: f64) -> [u8; 3] {
    let (red, green, blue) = ColorMap::Viridis.map_rgb(value).unwrap_or_default();
    [red, green, blue]
}

impl Heat {
    pub(crate) fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The value at parts of the width and of the height, from the left and from the top: that of the nearest place.
    pub(crate) fn at(&self, (across, down): (f64, f64)) -> f64 {
        let place =
            |part: f64, count: usize| ((part * count as f64) as usize).min(count.saturating_sub(1));
        let row = self.rows.get(place(1.0 - down, self.rows.len()));
        row.and_then(|row| row.get(place(across, row.len()))).copied().unwrap_or(f64::NAN)
    }

    /// The greatest value in one of a number of equal cells, which holds a place given as in [`at`](Self::at).
    pub(crate) fn greatest(&self, (across, down): (f64, f64), [columns, rows]: [usize; 2]) -> f64 {
        const SAMPLES: u32 = 8;
        let place = |middle: f64, count: usize, sample: u32| {
            middle + ((f64::from(sample) + 0.5) / f64::from(SAMPLES) - 0.5) / count as f64
        };
        let samples = (0..SAMPLES * SAMPLES).map(|at| (at % SAMPLES, at / SAMPLES));
        let values =
            samples.map(|(x, y)| self.at((place(across, columns, x), place(down, rows, y))));
        values.fold(f64::NAN, f64::max)
    }

    /// The colors from the top left on, three bytes each; black without a value.
    pub(crate) fn pixels(&self) -> Vec<u8> {
        let values = self.rows.iter().rev().flatten();
        values.flat_map(|&value| if value.is_nan() { [0; 3] } else { color(value) }).collect()
    }

    /// An SVG element in a rectangle.
    pub(crate) fn element(&self, [x, y, width, height]: [f64; 4]) -> String {
        let size = [self.columns(), self.rows.len()].map(|side| side as u32);
        let Ok(png) = encoded(size, png::ColorType::Rgb, &self.pixels()) else {
            return String::new();
        };
        let data = BASE64_STANDARD.encode(png);
        format!(
            "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
             href=\"data:image/png;base64,{data}\"/>"
        )
    }
}

/// The bytes of a PNG file.
pub(crate) fn encoded(
    [width, height]: [u32; 2],
    color: png::ColorType,
    pixels: &[u8],
) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_begin_at_the_bottom_and_places_are_the_nearest() {
        let rows = vec![vec![0.0, 0.25], vec![0.5, 1.0]];
        let heat = Heat { x: (0.0, 1.0), y: (0.0, 1.0), rows, ends: Default::default() };
        for (place, value) in
            [((0.1, 0.9), 0.0), ((0.9, 0.9), 0.25), ((0.1, 0.1), 0.5), ((1.0, 0.0), 1.0)]
        {
            assert_eq!(heat.at(place), value);
        }
        assert_eq!(heat.pixels()[3..6], color(1.0));
        let nothing = Heat { rows: Vec::new(), ..heat };
        assert!(nothing.at((0.5, 0.5)).is_nan() && nothing.element([0.0; 4]).is_empty());
    }

    #[test]
    fn the_colors_grow_lighter_evenly() {
        // CIE lightness of sRGB.
        let lightness = |[r, g, b]: [u8; 3]| {
            let linear = |value: u8| {
                let value = f64::from(value) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            116.0 * (0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)).cbrt() - 16.0
        };
        let steps: Vec<f64> = (0..=20).map(|at| lightness(color(f64::from(at) / 20.0))).collect();
        for pair in steps.windows(2) {
            assert!((2.0..6.0).contains(&(pair[1] - pair[0])), "{steps:?}");
        }
    }
}
