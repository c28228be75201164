//! A figure as SVG, readable on light and on dark pages.

use kuva::backend::svg::SvgBackend;
use kuva::render::render::Primitive;

use super::palette::{INK, Theme, dark_rules};
use super::plot::Figure;
use super::scene::{Drawn, draw};

/// The attribute of the group of colors over an area.
const HEAT: &str = "class=\"heat\"";

impl Figure {
    /// A whole SVG file that follows the reader's light or dark preference.
    pub fn svg(&self) -> String {
        let dark = dark_rules(".figure");
        let style = format!("<style>@media (prefers-color-scheme: dark) {{\n{dark}}}</style>");
        self.marked_up(&style)
    }

    /// An SVG element for a page that brings the rules of [`dark_rules`] itself, once for all figures.
    pub fn inline_svg(&self) -> String {
        self.marked_up("")
    }

    fn marked_up(&self, style: &str) -> String {
        let Drawn { mut scene, heat } = draw(self, Theme::Light, self.pixels());
        let (width, height) = (scene.width, scene.height);
        let heat = self.heat.as_ref().zip(heat);
        if let Some((_, spot)) = heat {
            let place = Primitive::GroupStart {
                transform: None,
                title: None,
                extra_attrs: Some(HEAT.to_owned()),
            };
            scene.elements.splice(spot.before..spot.before, [place, Primitive::GroupEnd]);
        }
        let drawn = SvgBackend::default().render_scene(&scene);
        let body = drawn.split_once('>').map_or(drawn.as_str(), |(_, body)| body);
        let body = body.trim_end().trim_end_matches("</svg>");
        let body = match heat {
            Some((heat, spot)) => {
                let start = format!("<g {HEAT}>");
                body.replacen(&start, &(start.clone() + &heat.element(spot.rectangle)), 1)
            }
            None => body.to_owned(),
        };
        root(&self.title, (width, height), style, &body)
    }
}

/// The outermost element of a figure.
pub(crate) fn root(title: &str, (width, height): (f64, f64), style: &str, body: &str) -> String {
    // A group carries the text color: an attribute on the root would not be found by rules scoped to the root.
    let (title, ink) = (escaped(title), INK.on(Theme::Light));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"system-ui, sans-serif\">{style}<g fill=\"{ink}\">{body}</g></svg>\n"
    )
}

/// Returns the text as HTML and SVG take it, in an attribute or between tags.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::Curve;
    use super::*;

    fn figure() -> Figure {
        Figure::new("a < b & \"c\"").curve(Curve::new("exact", vec![(0.0, 0.0), (1.0, 1.0)]))
    }

    #[test]
    fn every_paint_of_a_figure_has_a_dark_form() {
        let rules = dark_rules("");
        let svg = figure().inline_svg();
        let mut paints = 0;
        for paint in ["fill", "stroke"] {
            for part in svg.split(&format!(" {paint}=\"")).skip(1) {
                let color = part.split('"').next().unwrap();
                if color != "none" {
                    assert!(rules.contains(&format!("[{paint}=\"{color}\"]")), "{paint} {color}");
                    paints += 1;
                }
            }
        }
        assert!(paints > 10);
    }

    #[test]
    fn a_file_has_its_own_rules_and_an_inline_figure_has_none() {
        assert!(figure().svg().contains("prefers-color-scheme: dark"));
        assert!(!figure().inline_svg().contains("<style>"));
    }

    #[test]
    fn the_title_is_escaped() {
        assert!(figure().svg().contains("aria-label=\"a &lt; b &amp; &quot;c&quot;\""));
    }
}
