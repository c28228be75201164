//! The animation of a figure over time: each of its curves moves a mass on a spring.

use super::curve::Curve;
use super::moving::{Line, Moving, Panel};
use super::outline::{coil, disc};
use super::plot::Figure;

const FRAMES_PER_SECOND: f64 = 30.0;

/// The height of a panel in pixels, of a figure 720 wide.
const HEIGHT: f64 = 230.0;

impl Figure {
    /// The figure's curves as masses on springs, side by side, `seconds` long from the left end of the figure to its
    /// right, under the figure's title. A dashed curve, a goal, is a dot in every panel; a curve that leaves the figure leaves its panel.
    pub fn hanging_weights(&self, seconds: f64) -> Moving {
        let window = self.window();
        let frames = (FRAMES_PER_SECOND * seconds).round().max(1.0) as u32;
        let times: Vec<f64> = (0..=frames)
            .map(|i| window.x.0 + (window.x.1 - window.x.0) * f64::from(i) / f64::from(frames))
            .collect();
        let (goals, masses): (Vec<_>, Vec<_>) =
            self.curves.iter().enumerate().partition(|(_, curve)| curve.dashed);
        let span = window.y.1 - window.y.0;
        let (floor, beam) = (window.y.0 - 0.06 * span, window.y.1 + 0.2 * span);
        let half = 0.5 * (beam - floor) * 704.0 / masses.len().max(1) as f64 / HEIGHT;
        let radius = 0.07 * span;
        masses.into_iter().fold(Moving::new(&self.title, seconds), |moving, (index, curve)| {
            let heights: Vec<f64> = times.iter().map(|time| curve.at(*time)).collect();
            let frames = |line: &dyn Fn(f64) -> Line| -> Vec<Vec<Line>> {
                heights.iter().map(|height| vec![line(*height)]).collect()
            };
            let beam = beam - 0.04 * span;
            let color = curve.color.unwrap_or(index);
            let mut panel = Panel::new(&curve.label, (-half, half), (floor, beam + 0.04 * span))
                .lines(7, frames(&|_| vec![(-0.5 * half, beam), (0.5 * half, beam)]))
                .lines(7, frames(&|y| coil((0.0, beam), (0.0, y + radius), 0.6 * radius)))
                .shapes(color, frames(&|y| disc((0.0, y), radius)));
            for (index, goal) in &goals {
                let heights = times.iter().map(|time| goal.at(*time));
                let dots = heights.map(|y| vec![(-2.2 * radius, y), (2.2 * radius, y)]).collect();
                panel = panel.dots(goal.color.unwrap_or(*index), dots);
            }
            moving.panel(panel)
        })
    }
}

impl Curve {
    /// The value at a time, on the straight line between its neighbors; before and after, the first and the last.
    fn at(&self, time: f64) -> f64 {
        let after = self.points.partition_point(|point| point.0 < time);
        match (after.checked_sub(1).and_then(|i| self.points.get(i)), self.points.get(after)) {
            (Some(a), Some(b)) => a.1 + (b.1 - a.1) * (time - a.0) / (b.0 - a.0),
            (Some(end), None) | (None, Some(end)) => end.1,
            (None, None) => f64::NAN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_its_points_a_curve_is_straight_and_beyond_them_it_stays() {
        let curve = Curve::new("", vec![(0.0, 1.0), (1.0, 3.0), (1.0, 5.0), (2.0, 5.0)]);
        let values = [-1.0, 0.0, 0.25, 1.0, 1.5, 9.0].map(|time| curve.at(time));
        assert_eq!(values, [1.0, 1.0, 1.5, 3.0, 5.0, 5.0]);
    }

    #[test]
    fn every_curve_but_the_goals_has_a_panel_and_its_name() {
        let line = |label: &str| Curve::new(label, vec![(0.0, 0.0), (1.0, 1.0)]);
        let figure = Figure::new("").curve(line("goal").dashed()).curve(line("a")).curve(line("b"));
        let svg = figure.hanging_weights(1.0).inline_svg();
        assert_eq!(svg.matches("<svg x=").count(), 2);
        assert!(svg.contains(">a</text>") && svg.contains(">b</text>") && !svg.contains(">goal<"));
        // Beam, coil, mass and the goal's dots in each.
        assert_eq!(svg.matches("<animate").count(), 8);
    }
}
