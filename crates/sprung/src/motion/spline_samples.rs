//! Even samples along a spring spline, one after the other.

use crate::motion::spline::{Run, SpringSpline, mean};
use crate::real::{Real, polynomials::Polynomials};
use crate::state::State;
use crate::vector::Vector;

/// The states at even parameters along a [`SpringSpline`], in order: see [`SpringSpline::samples`].
///
/// ```
/// use sprung::{Spring, motion::SpringSpline};
///
/// let points = [0.0f64, 1.0, 3.0];
/// let curve = SpringSpline::interpolating(&points, &Spring::critical(12.0)?)?;
/// assert_eq!(curve.samples(9).len(), 9);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SplineSamples<'a, V: Vector> {
    curve: SpringSpline<'a, V>,
    direction: Direction,
    count: usize,
    at: usize,
    node: usize,
    forth: State<V>,
    back: State<V>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Direction {
    Causal,
    ZeroPhase,
}

impl<'a, V: Vector> SpringSpline<'a, V> {
    /// The [zero-phase](Self::zero_phase) states at `count` even parameters, from the first point to the last; of a closed
    /// curve from the first point once around, without its repetition.
    ///
    /// One or two steps per sample, however long the curve is; and for each segment one for each corner within the memory of the spring. A single sample is
    /// the first point's.
    ///
    /// Accuracy: within 1e-14 (`f64`) of the polygon's size of [`zero_phase`](Self::zero_phase).
    ///
    /// ```
    /// use sprung::{Spring, motion::SpringSpline};
    ///
    /// let points = [[0.0f64, 0.0], [1.0, 2.0], [3.0, 2.0], [4.0, 0.0]];
    /// let curve = SpringSpline::interpolating(&points, &Spring::critical(12.0)?)?;
    /// let drawn: Vec<[f64; 2]> = curve.samples(31).map(|state| state.position).collect();
    /// assert!((drawn[15][1] - curve.zero_phase(1.5).position[1]).abs() < 1e-14);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn samples(&self, count: usize) -> SplineSamples<'a, V> {
        SplineSamples::new(self, Direction::ZeroPhase, count)
    }

    /// The [causal](Self::causal) states at `count` even parameters, as [`samples`](Self::samples).
    pub fn causal_samples(&self, count: usize) -> SplineSamples<'a, V> {
        SplineSamples::new(self, Direction::Causal, count)
    }
}

impl<'a, V: Vector> SplineSamples<'a, V> {
    fn new(curve: &SpringSpline<'a, V>, direction: Direction, count: usize) -> Self {
        let [forth, back] = [curve.at_node(0, Run::Forth), State::at_rest(V::ZERO)];
        let samples =
            SplineSamples { curve: *curve, direction, count, at: 0, node: 0, forth, back };
        SplineSamples { back: samples.back(), ..samples }
    }

    /// The state of the spring that runs back, at the end of the segment.
    fn back(&self) -> State<V> {
        match self.direction {
            Direction::Causal => self.back,
            Direction::ZeroPhase => {
                self.curve.at_node(self.curve.segments() - 1 - self.node, Run::Back)
            }
        }
    }

    /// Goes on to a segment.
    fn go_to(&mut self, node: usize) {
        if node > self.node {
            self.forth = self.curve.go_on(self.forth, self.node..node, Run::Forth);
            self.node = node;
            self.back = self.back();
        }
    }
}

impl<V: Vector> Iterator for SplineSamples<'_, V> {
    type Item = State<V>;

    fn next(&mut self) -> Option<State<V>> {
        if self.at >= self.count {
            return None;
        }
        let (curve, segments) = (self.curve, self.curve.segments());
        let parts = if curve.is_closed() { self.count } else { self.count - 1 }.max(1);
        let from_index = V::Scalar::from_index;
        let u = from_index(self.at) * curve.max_parameter() / from_index(parts);
        self.at += 1;
        let node = u.to_index().min(segments - 1);
        self.go_to(node);
        let part = (u - from_index(node)).min(V::Scalar::ONE);
        let forth = curve.on_segment(self.forth, node, part, Run::Forth);
        if self.direction == Direction::Causal {
            return Some(forth);
        }
        let rest = V::Scalar::ONE - part;
        Some(mean(forth, curve.on_segment(self.back, segments - 1 - node, rest, Run::Back)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.count - self.at;
        (left, Some(left))
    }
}

impl<V: Vector> ExactSizeIterator for SplineSamples<'_, V> {}
