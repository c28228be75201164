//! A figure as a PDF of one page: lines as lines, text as text that can be searched.
//!
//! The fonts are Helvetica and Symbol, which every reader brings: Western European and Greek letters and the usual signs of
//! mathematics are shown, others as a question mark.

use kuva::render::color::Color;
use kuva::render::render::{Primitive, Scene, TextAnchor};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::helvetica::{Font, runs, width};
use super::palette::{INK, PAPER, Theme};
use super::plot::Figure;
use super::scene::{Drawn, draw};

/// Points of PDF in a CSS pixel.
const POINTS: f32 = 0.75;
const COMPRESSION: u8 = 6;
const HEAT: Name = Name(b"Heat");

impl Figure {
    /// The bytes of a PDF file as large as the SVG.
    pub fn pdf(&self, theme: Theme) -> Vec<u8> {
        let Drawn { scene, heat } = draw(self, theme, self.pixels());
        let page_size = [scene.width, scene.height].map(|side| side as f32);
        let mut page = Page { content: Content::new(), opacities: Vec::new() };
        page.content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, page_size[1] * POINTS]);
        page.fill(PAPER.on(theme));
        page.content.rect(0.0, 0.0, page_size[0], page_size[1]).fill_nonzero();
        page.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        let picture = self.heat.as_ref().zip(heat);
        for (at, element) in scene.elements.iter().enumerate() {
            if let Some((_, spot)) = picture.filter(|(_, spot)| spot.before == at) {
                page.picture(spot.rectangle.map(|part| part as f32));
            }
            page.element(element, INK.on(theme));
        }
        let image = picture.map(|(heat, _)| {
            (compress_to_vec_zlib(&heat.pixels(), COMPRESSION), [heat.columns(), heat.rows.len()])
        });
        page.into_file(&scene, &self.title, image)
    }
}

/// The page while it is drawn.
struct Page {
    content: Content,
    /// In hundredths.
    opacities: Vec<u8>,
}

impl Page {
    fn element(&mut self, element: &Primitive, ink: &str) {
        match element {
            Primitive::Line { x1, y1, x2, y2, stroke, stroke_width, stroke_dasharray } => {
                let line = [(*x1, *y1), (*x2, *y2)];
                self.line(&line, stroke, *stroke_width, stroke_dasharray.as_deref());
            }
            Primitive::PolyLine { points, stroke, stroke_width, stroke_dasharray } => {
                self.line(points, stroke, *stroke_width, stroke_dasharray.as_deref());
            }
            Primitive::Path(path) => {
                let Some(fill) = &path.fill else { return };
                self.opacity(path.opacity);
                self.fill(&fill.to_svg_string());
                self.outline(&path.d);
                self.content.fill_nonzero();
                self.opacity(None);
            }
            Primitive::Rect { x, y, width, height, fill, .. } if !matches!(fill, Color::None) => {
                self.fill(&fill.to_svg_string());
                let [x, y, width, height] = [*x, *y, *width, *height].map(|part| part as f32);
                self.content.rect(x, y, width, height).fill_nonzero();
            }
            Primitive::CircleBatch { cx, cy, r, fill, .. } => {
                self.stroke(&fill.to_svg_string());
                self.content.set_line_width(2.0 * *r as f32);
                for (x, y) in cx.iter().zip(cy) {
                    // A round pen that does not move.
                    let (x, y) = (*x as f32, *y as f32);
                    self.content.move_to(x, y).line_to(x, y).stroke();
                }
            }
            Primitive::Text { x, y, content, size, anchor, rotate, color, .. } => {
                let color = color.as_ref().map_or(ink.to_owned(), Color::to_svg_string);
                self.fill(&color);
                self.text(content, (*x, *y), f64::from(*size), *anchor, rotate.unwrap_or(0.0));
            }
            _ => {}
        }
    }

    fn fill(&mut self, color: &str) {
        let [red, green, blue] = rgb(color);
        self.content.set_fill_rgb(red, green, blue);
    }

    fn stroke(&mut self, color: &str) {
        let [red, green, blue] = rgb(color);
        self.content.set_stroke_rgb(red, green, blue);
    }

    fn line(&mut self, points: &[(f64, f64)], color: &Color, width: f64, dashes: Option<&str>) {
        let Some((first, rest)) = points.split_first().filter(|(_, rest)| !rest.is_empty()) else {
            return;
        };
        let dashes = dashes.unwrap_or("").split([',', ' ']).filter_map(|dash| dash.parse().ok());
        self.content.set_dash_pattern(dashes, 0.0).set_line_width(width as f32);
        self.stroke(&color.to_svg_string());
        self.content.move_to(first.0 as f32, first.1 as f32);
        for (x, y) in rest {
            self.content.line_to(*x as f32, *y as f32);
        }
        self.content.stroke();
    }

    /// An outline of straight lines, `M x y L x y … Z`.
    fn outline(&mut self, path: &str) {
        let mut words = path.split_ascii_whitespace();
        while let Some(word) = words.next() {
            if word.starts_with('Z') {
                self.content.close_path();
                continue;
            }
            let mut number =
                || words.next().and_then(|number| number.parse::<f32>().ok()).unwrap_or(0.0);
            let (x, y) = (number(), number());
            if word == "M" {
                self.content.move_to(x, y)
            } else {
                self.content.line_to(x, y)
            };
        }
    }

    fn opacity(&mut self, opacity: Option<f64>) {
        let percent = (100.0 * opacity.unwrap_or(1.0)).round() as u8;
        if !self.opacities.contains(&percent) {
            self.opacities.push(percent);
        }
        self.content.set_parameters(Name(opacity_name(percent).as_bytes()));
    }

    fn picture(&mut self, [x, y, width, height]: [f32; 4]) {
        self.content.save_state();
        // The unit square of an image has its origin at the lower left.
        self.content.transform([width, 0.0, 0.0, -height, x, y + height]).x_object(HEAT);
        self.content.restore_state();
    }

    fn text(
        &mut self,
        text: &str,
        (x, y): (f64, f64),
        size: f64,
        anchor: TextAnchor,
        degrees: f64,
    ) {
        let before = match anchor {
            TextAnchor::Start => 0.0,
            TextAnchor::Middle => -0.5,
            TextAnchor::End => -1.0,
        };
        let (sin, cos) = degrees.to_radians().sin_cos();
        let back = before * width(text) * size;
        let matrix = [cos, sin, sin, -cos, x + back * cos, y + back * sin].map(|part| part as f32);
        self.content.begin_text().set_text_matrix(matrix);
        for (font, bytes) in runs(text) {
            self.content.set_font(Name(font.name().as_bytes()), size as f32).show(Str(&bytes));
        }
        self.content.end_text();
    }

    fn into_file(
        self,
        scene: &Scene,
        title: &str,
        image: Option<(Vec<u8>, [usize; 2])>,
    ) -> Vec<u8> {
        let [catalog, pages, page, content, information, helvetica, symbol, picture] =
            [1, 2, 3, 4, 5, 6, 7, 8].map(Ref::new);
        let state = |at: usize| Ref::new(9 + at as i32);
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(pages);
        pdf.pages(pages).kids([page]).count(1);
        pdf.document_info(information).title(TextStr(title)).producer(TextStr("sprung"));
        let mut sheet = pdf.page(page);
        let [width, height] = [scene.width, scene.height].map(|side| side as f32 * POINTS);
        sheet.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(content);
        let mut resources = sheet.resources();
        for (font, id) in [(Font::Helvetica, helvetica), (Font::Symbol, symbol)] {
            resources.fonts().pair(Name(font.name().as_bytes()), id);
        }
        if image.is_some() {
            resources.x_objects().pair(HEAT, picture);
        }
        if !self.opacities.is_empty() {
            let mut states = resources.ext_g_states();
            for (at, percent) in self.opacities.iter().enumerate() {
                states.pair(Name(opacity_name(*percent).as_bytes()), state(at));
            }
        }
        resources.finish();
        sheet.finish();
        for (font, id) in [(Font::Helvetica, helvetica), (Font::Symbol, symbol)] {
            let mut written = pdf.type1_font(id);
            written.base_font(Name(font.name().as_bytes()));
            if font == Font::Helvetica {
                written.encoding_predefined(Name(b"WinAnsiEncoding"));
            }
        }
        for (at, percent) in self.opacities.iter().enumerate() {
            pdf.ext_graphics(state(at)).non_stroking_alpha(f32::from(*percent) / 100.0);
        }
        if let Some((bytes, [columns, rows])) = image {
            let mut image = pdf.image_xobject(picture, &bytes);
            image.filter(Filter::FlateDecode);
            image.width(columns as i32).height(rows as i32).bits_per_component(8);
            image.color_space().device_rgb();
        }
        let drawn = compress_to_vec_zlib(&self.content.finish(), COMPRESSION);
        pdf.stream(content, &drawn).filter(Filter::FlateDecode);
        pdf.finish()
    }
}

fn opacity_name(percent: u8) -> String {
    format!("Opacity{percent}")
}

/// The parts of a color `#rrggbb`, 0 to 1; black for other texts.
fn rgb(color: &str) -> [f32; 3] {
    [1, 3, 5].map(|at| {
        let part = color.get(at..at + 2).and_then(|part| u8::from_str_radix(part, 16).ok());
        f32::from(part.unwrap_or(0)) / 255.0
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Curve, Heat};
    use super::*;
    use miniz_oxide::inflate::decompress_to_vec_zlib;

    /// The streams of a file, inflated.
    fn streams(pdf: &[u8]) -> Vec<Vec<u8>> {
        let find = |from: usize, word: &[u8]| {
            pdf[from..].windows(word.len()).position(|part| part == word).map(|at| from + at)
        };
        let (mut from, mut found) = (0, Vec::new());
        while let Some(start) = find(from, b"\nstream\n") {
            let end = find(start, b"\nendstream").unwrap();
            found.push(decompress_to_vec_zlib(&pdf[start + 8..end]).unwrap());
            from = end;
        }
        found
    }

    #[test]
    fn a_page_has_its_size_its_text_and_every_curve() {
        let points = || (0..100).map(|at| (f64::from(at), f64::from(at).sqrt())).collect();
        let figure = Figure::new("ω of (a) 5 €")
            .axes("time, s", "x")
            .curve(Curve::new("first", points()).marked())
            .curve(Curve::new("second", points()).dashed())
            .band("around", 2, &[(0.0, 1.0, 2.0), (99.0, 3.0, 4.0)])
            .level("level", 3.0)
            .sized(800.0, 600.0);
        for theme in [Theme::Light, Theme::Dark] {
            let pdf = figure.pdf(theme);
            assert!(pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF"));
            let text = String::from_utf8_lossy(&pdf).into_owned();
            assert!(text.contains("/MediaBox [0 0 600 450]"), "{text}");
            let page = streams(&pdf).swap_remove(0);
            let page = String::from_utf8_lossy(&page);
            for shown in [
                "(first) Tj",
                "(time, s) Tj",
                "(w) Tj",
                "<206F662028612920352080> Tj",
                "/Opacity18 gs",
            ] {
                assert!(page.contains(shown), "{shown} is not in {page}");
            }
            assert!(page.matches(" l\n").count() > 200 && page.contains("[8 4] 0 d"), "{page}");
        }
    }

    #[test]
    fn colors_over_an_area_are_an_image() {
        let rows = vec![vec![0.0, 0.5, 1.0]; 2];
        let heat = Heat { x: (0.0, 3.0), y: (0.0, 2.0), rows, ends: ["low".into(), "high".into()] };
        let pdf = Figure::new("").heat(heat.clone()).pdf(Theme::Light);
        assert!(streams(&pdf).contains(&heat.pixels()));
    }
}
