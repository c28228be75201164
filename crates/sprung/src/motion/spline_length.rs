//! The arc length of a spring spline, and the parameter at a length.

use crate::motion::spline::{Run, SpringSpline, mean};
use crate::real::{Real, polynomials::Polynomials};
use crate::state::State;
use crate::vector::Vector;

/// Places and weights of Gauss and Legendre on −1 … 1: half of eight, the others are mirrored.
fn gauss<R: Real>() -> [(R, R); 4] {
    let r = R::from_f64;
    [
        (r(0.183_434_642_495_649_8), r(0.362_683_783_378_362)),
        (r(0.525_532_409_916_329), r(0.313_706_645_877_887_3)),
        (r(0.796_666_477_413_626_7), r(0.222_381_034_453_374_48)),
        (r(0.960_289_856_497_536_3), r(0.101_228_536_290_376_26)),
    ]
}

/// A segment with the states of both springs at its ends.
#[derive(Clone, Copy)]
struct Segment<'b, 'a, V: Vector> {
    curve: &'b SpringSpline<'a, V>,
    node: usize,
    forth: State<V>,
    back: State<V>,
}

impl<V: Vector> SpringSpline<'_, V> {
    /// Returns the arc length of the [zero-phase](Self::zero_phase) curve, in the unit of the points: `∫|C′(u)| du`.
    ///
    /// Gauss and Legendre's quadrature, halved until it does not change.
    ///
    /// Accuracy: 1e-12 (`f64`) and 3e-6 (`f32`) relative; 1e-6 where the curve stops and turns back.
    ///
    /// ```
    /// use sprung::{Spring, motion::SpringSpline};
    ///
    /// let line = [[0.0f64, 0.0], [3.0, 4.0], [6.0, 8.0]];
    /// let curve = SpringSpline::interpolating(&line, &Spring::critical(10.0)?)?;
    /// assert!((curve.length() - 10.0).abs() < 1e-12);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    #[doc(alias = "arc length")]
    pub fn length(&self) -> V::Scalar {
        self.length_between(V::Scalar::ZERO, self.max_parameter())
    }

    /// Returns the arc length from one parameter to a later one; 0 where it is not later.
    ///
    /// Parameters beyond the ends count as the ends, of a closed curve, too, and NaN as 0. Accuracy as [`length`](Self::length).
    pub fn length_between(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar {
        let [from, to] = [from, to].map(|u| u.max(V::Scalar::ZERO).min(self.max_parameter()));
        let mut length = V::Scalar::ZERO;
        let mut segment = self.segment(from.to_index());
        while to > from && V::Scalar::from_index(segment.node) < to {
            let start = V::Scalar::from_index(segment.node);
            let end = (to - start).min(V::Scalar::ONE);
            length += segment.length((from - start).max(V::Scalar::ZERO), end);
            let Some(next) = segment.next() else { break };
            segment = next;
        }
        length
    }

    /// Returns the parameter at a distance along the curve from its start, for travel at a constant speed.
    ///
    /// A length that is negative or NaN is the start, one beyond the end the end. Costs as [`length`](Self::length) of the
    /// curve up to there. Accuracy: the length up to the parameter is within 1e-12 (`f64`) and 1e-5 (`f32`) of the curve's.
    ///
    /// ```
    /// use sprung::{Spring, motion::SpringSpline};
    ///
    /// let points = [[0.0f64, 0.0], [1.0, 2.0], [3.0, 2.0], [4.0, 0.0]];
    /// let curve = SpringSpline::approximating(&points, &Spring::critical(12.0)?)?;
    /// let u = curve.parameter_at_length(0.25 * curve.length());
    /// assert!((curve.length_between(0.0, u) - 0.25 * curve.length()).abs() < 1e-12);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn parameter_at_length(&self, length: V::Scalar) -> V::Scalar {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let (mut left, mut segment) = (length.max(zero), self.segment(0));
        loop {
            let start = V::Scalar::from_index(segment.node);
            let whole = segment.length(zero, one);
            if left < whole {
                return start + segment.part_at(left, whole);
            }
            left -= whole;
            let Some(next) = segment.next() else { return self.max_parameter() };
            segment = next;
        }
    }

    /// The segment behind a point, or the last.
    fn segment(&self, node: usize) -> Segment<'_, '_, V> {
        let node = node.min(self.segments() - 1);
        Segment::new(self, node, self.at_node(node, Run::Forth))
    }
}

impl<'b, 'a, V: Vector> Segment<'b, 'a, V> {
    fn new(curve: &'b SpringSpline<'a, V>, node: usize, forth: State<V>) -> Self {
        let back = curve.at_node(curve.segments() - 1 - node, Run::Back);
        Segment { curve, node, forth, back }
    }

    /// The next segment, if there is one.
    fn next(&self) -> Option<Self> {
        let Segment { curve, node, forth, .. } = *self;
        let next = node + 1;
        let forth = || curve.go_on(forth, node..next, Run::Forth);
        (next < curve.segments()).then(|| Segment::new(curve, next, forth()))
    }

    /// The speed per unit of the parameter.
    fn speed(&self, part: V::Scalar) -> V::Scalar {
        let Segment { curve, node, forth, back } = *self;
        let forth = curve.on_segment(forth, node, part, Run::Forth);
        let rest = V::Scalar::ONE - part;
        let behind = curve.segments() - 1 - node;
        mean(forth, curve.on_segment(back, behind, rest, Run::Back)).velocity.length()
    }

    fn length(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar {
        self.halved(from, to, self.gauss(from, to), 12)
    }

    /// The length between two parts, given what one rule makes of it.
    fn halved(&self, from: V::Scalar, to: V::Scalar, whole: V::Scalar, depth: u32) -> V::Scalar {
        let middle = from + (to - from) * V::Scalar::HALF;
        let (first, second) = (self.gauss(from, middle), self.gauss(middle, to));
        let sum = first + second;
        // Both halves together are closer by up to 2¹⁶.
        let visible = V::Scalar::EPSILON.sqrt() / V::Scalar::from_index(64);
        let near = (sum - whole).abs() <= visible * sum;
        if near || depth == 0 || !sum.is_finite() {
            return sum;
        }
        self.halved(from, middle, first, depth - 1) + self.halved(middle, to, second, depth - 1)
    }

    fn gauss(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar {
        let half = (to - from) * V::Scalar::HALF;
        let middle = from + half;
        gauss().into_iter().fold(V::Scalar::ZERO, |sum, (place, weight)| {
            let both = self.speed(middle - half * place) + self.speed(middle + half * place);
            sum + weight * both * half
        })
    }

    /// The part of the segment at a length below that of the whole: Newton's, within a bracket.
    fn part_at(&self, length: V::Scalar, whole: V::Scalar) -> V::Scalar {
        let (mut low, mut high) = (V::Scalar::ZERO, V::Scalar::ONE);
        let mut part = length / whole;
        for _ in 0..60 {
            let off = self.length(V::Scalar::ZERO, part) - length;
            if off.abs() <= V::Scalar::EPSILON * whole || high - low <= V::Scalar::EPSILON {
                break;
            }
            (low, high) = if off > V::Scalar::ZERO { (low, part) } else { (part, high) };
            let newton = part - off / self.speed(part);
            let inside = newton > low && newton < high;
            part = if inside { newton } else { low + (high - low) * V::Scalar::HALF };
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_a_part_on_which_the_speed_changes_is_that_of_many_chords() {
        let points = [[0.0f64, 0.0], [1.0, 0.0], [1.0, 2.0], [6.0, 3.0]];
        let spring = crate::Spring::critical(4.0).unwrap();
        let curve = SpringSpline::interpolating(&points, &spring).unwrap();
        for (from, to) in [(0.0, 0.7), (1.25, 1.75), (2.0, 3.0)] {
            let at = |i: u32| curve.zero_phase(from + (to - from) * f64::from(i) / 10_000.0);
            let chord = |i| at(i + 1).position.minus(at(i).position).length();
            let chords: f64 = (0..10_000).map(chord).sum();
            let length = curve.length_between(from, to);
            assert!((length / chords - 1.0).abs() < 1e-7, "{from} {to}: {length}, not {chords}");
        }
    }
}
