//! Curves that coincide, drawn once under all their names.

use super::curve::Curve;
use super::plot::Figure;

/// Curves closer than this part of the height of a figure at every point coincide: half of a pixel.
const EQUAL: f64 = 1e-3;
/// The number of names before the rest is counted.
const MAX_NAMES: usize = 3;

impl Figure {
    /// Draws curves that coincide once, named `first = second`, or `first = second = third and 4 more`.
    ///
    /// Compared are curves over the same x.
    pub fn with_equal_curves_named(mut self) -> Self {
        let is_log = self.log_y;
        let place = |y: f64| if is_log { y.log10() } else { y };
        let (low, high) = self.window().y;
        let height = place(high) - place(low);
        let mut names: Vec<Vec<String>> = Vec::new();
        let mut kept: Vec<Curve> = Vec::new();
        for curve in std::mem::take(&mut self.curves) {
            let coincides = |other: &Curve| {
                let pairs = || curve.points.iter().zip(&other.points);
                curve.points.len() == other.points.len()
                    && pairs().all(|(a, b)| {
                        a.0 == b.0 && (place(a.1) - place(b.1)).abs() <= EQUAL * height
                    })
            };
            match kept.iter().position(coincides) {
                Some(at) => names[at].push(curve.label),
                None => {
                    names.push(vec![curve.label.clone()]);
                    kept.push(curve);
                }
            }
        }
        for (curve, names) in kept.iter_mut().zip(names) {
            let shown = names.len().min(MAX_NAMES);
            curve.label = names[..shown].join(" = ");
            if names.len() > shown {
                curve.label += &format!(" and {} more", names.len() - shown);
            }
        }
        self.curves = kept;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Curve, Figure};

    #[test]
    fn curves_that_coincide_are_one_with_all_names() {
        let line = |name: &str, rise: f64| Curve::new(name, vec![(0.0, 0.0), (1.0, rise)]);
        let curves = [("a", 1.0), ("b", 0.5), ("c", 1.0005), ("d", 1.0), ("e", 1.0), ("f", 0.51)];
        let figure = Figure::new("").curves(curves.map(|(name, rise)| line(name, rise)));
        let labels: Vec<String> =
            figure.with_equal_curves_named().curves.into_iter().map(|curve| curve.label).collect();
        assert_eq!(labels, ["a = c = d and 1 more", "b", "f"]);
    }

    #[test]
    fn curves_over_other_places_do_not_coincide() {
        let figure = Figure::new("")
            .curve(Curve::new("a", vec![(0.0, 0.0), (1.0, 1.0)]))
            .curve(Curve::new("b", vec![(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)]));
        assert_eq!(figure.with_equal_curves_named().curves.len(), 2);
    }
}
