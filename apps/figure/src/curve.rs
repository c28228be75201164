//! One line of a figure, clipped to the figure's window.

use super::words::visible;

/// A line through points, in the order given.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    pub(crate) label: String,
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) color: Option<usize>,
    pub(crate) dashed: bool,
    pub(crate) thin: bool,
    pub(crate) marked: bool,
}

impl Curve {
    /// A line named in the legend; an empty label leaves it out.
    pub fn new(label: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Curve { label: visible(label.into()), points, ..Curve::default() }
    }

    /// Drawn in the figure's n-th color; by default each curve takes the next.
    pub fn color(mut self, index: usize) -> Self {
        self.color = Some(index);
        self
    }

    /// Drawn dashed: a goal, a reference.
    pub fn dashed(mut self) -> Self {
        self.dashed = true;
        self
    }

    /// Drawn with a thin stroke: raw data under its smoothed form.
    pub fn thin(mut self) -> Self {
        self.thin = true;
        self
    }

    /// Drawn with a dot at each of its points: measurements.
    pub fn marked(mut self) -> Self {
        self.marked = true;
        self
    }

    /// The points inside the window.
    pub(crate) fn points_in(&self, window: &Window) -> Vec<(f64, f64)> {
        self.points.iter().copied().filter(|point| window.contains(*point)).collect()
    }

    /// The pieces of the line inside the window. A point that is not finite interrupts it.
    pub(crate) fn pieces(&self, window: &Window) -> Vec<Vec<(f64, f64)>> {
        let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
        let mut open: Option<(f64, f64)> = None;
        for pair in self.points.windows(2) {
            let Some((from, to)) = window.clip(pair[0], pair[1]) else {
                open = None;
                continue;
            };
            match pieces.last_mut() {
                Some(piece) if open == Some(from) => piece.push(to),
                _ => pieces.push(vec![from, to]),
            }
            open = (to == pair[1]).then_some(to);
        }
        pieces
    }
}

/// The rectangle that a figure shows, in the units of its axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) x: (f64, f64),
    pub(crate) y: (f64, f64),
}

impl Window {
    fn contains(&self, (x, y): (f64, f64)) -> bool {
        (self.x.0..=self.x.1).contains(&x) && (self.y.0..=self.y.1).contains(&y)
    }

    /// Returns the part of the segment inside the window (Liang and Barsky), none if it is outside.
    fn clip(&self, a: (f64, f64), b: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
        if ![a.0, a.1, b.0, b.1].iter().all(|value| value.is_finite()) {
            return None;
        }
        let (mut enter, mut leave) = (0.0f64, 1.0f64);
        for (from, to, (low, high)) in [(a.0, b.0, self.x), (a.1, b.1, self.y)] {
            let run = to - from;
            if run == 0.0 {
                if from < low || from > high {
                    return None;
                }
                continue;
            }
            let (first, last) = ((low - from) / run, (high - from) / run);
            enter = enter.max(first.min(last));
            leave = leave.min(first.max(last));
        }
        if enter > leave {
            return None;
        }
        let at = |part: f64| match part {
            0.0 => a,
            1.0 => b,
            _ => (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part),
        };
        Some((at(enter), at(leave)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Window = Window { x: (0.0, 1.0), y: (0.0, 1.0) };

    fn pieces(points: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
        Curve::new("", points.to_vec()).pieces(&UNIT)
    }

    #[test]
    fn a_line_inside_stays_one_piece() {
        let points = [(0.0, 0.0), (0.5, 1.0), (1.0, 0.5)];
        assert_eq!(pieces(&points), [points.to_vec()]);
    }

    #[test]
    fn a_line_is_cut_where_it_leaves_the_window_and_continues_as_another_piece() {
        let cut = pieces(&[(0.0, 0.5), (0.5, 1.5), (1.0, 0.5)]);
        assert_eq!(cut, [[(0.0, 0.5), (0.25, 1.0)], [(0.75, 1.0), (1.0, 0.5)]]);
    }

    #[test]
    fn a_point_outside_or_not_finite_is_not_marked() {
        let points = vec![(0.0, 1.0), (0.5, 1.5), (f64::NAN, 0.0), (1.0, 0.0)];
        assert_eq!(Curve::new("", points).points_in(&UNIT), [(0.0, 1.0), (1.0, 0.0)]);
    }

    #[test]
    fn a_point_that_is_not_finite_interrupts_the_line() {
        let cut = pieces(&[(0.0, 0.0), (0.2, 0.0), (0.4, f64::NAN), (0.6, 0.0), (1.0, 0.0)]);
        assert_eq!(cut, [[(0.0, 0.0), (0.2, 0.0)], [(0.6, 0.0), (1.0, 0.0)]]);
        assert!(pieces(&[(0.0, 2.0), (1.0, 2.0)]).is_empty());
    }
}
