//! The spring spline: a curve by a spring whose goal moves along control points.

use core::ops::Range;

use crate::coefficients::MovingGoalStep;
use crate::error::{Result, require};
use crate::params::Spring;
use crate::real::{Real, polynomials::Polynomials};
use crate::state::State;
use crate::vector::Vector;

/// A curve of a spring whose goal moves along control points, one segment per unit of the parameter `u`.
///
/// Time is the parameter here: point `k` is the goal at `u = k`, in between it moves linearly, and the exact step for a
/// moving goal makes the curve the same however it is sampled. The first and last segment count as going on beyond the
/// ends; a [closed](Self::closed) curve goes round from the last point to the first. Frequencies are per segment: `ω = 10`
/// settles ten radians within each.
///
/// | curve | damping | at a corner | smoothness |
/// |---|---|---|---|
/// | [`approximating`](Self::approximating) | relative to the world | cuts it | curvature |
/// | [`interpolating`](Self::interpolating) | relative to the polygon | swings beyond it | tangent |
///
/// How far it stays from the polygon: where the slope changes by `Δ` at point `j`, one-sided at distance `t = u − j > 0`,
///
/// ```text
/// rounding   C(u) − P(u) = −2ζ/ω·slope + Σ Δⱼ·f(u − j)    f(t) = 2ζ/ω·xx(t) − xv(t),  f(0) = 2ζ/ω
/// tracing    C(u) − P(u) = −Σ Δⱼ·xv(u − j)                xv ≤ 1/(eω) where ζ = 1
/// ```
///
/// and symmetric: `+½ Σ Δⱼ·f(|u − j|)` and `−½ Σ Δⱼ·xv(|u − j|)`, over all corners. So a rounding curve misses a
/// lone corner by exactly `|Δ|·ζ/ω`, and a tracing one passes through it; other corners add what they have left after
/// whole segments, below 1e-3 of `|Δ|` for critical `ω ≥ 10`. Straight lines are kept, by one-sided tracing too, while
/// one-sided rounding lags by `2ζ/ω` segments. With `ζ ≥ 1` a rounding curve never leaves the convex hull of the
/// prolonged polygon.
///
/// Accuracy: these formulas hold to 1e-13 (`f64`) of the polygon's size. A point of the curve takes one step for each
/// corner within `48/P` segments for the slow decay rate `P` (`ω` if critical), however many there are; [`samples`](Self::samples)
/// along the curve one or two.
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (interpolation), with the two directions
/// mixed that he suggests.
///
/// ```
/// use sprung::{Spring, motion::SpringSpline};
///
/// let points = [[0.0f64, 0.0], [1.0, 2.0], [3.0, 2.0], [4.0, 0.0]];
/// let spring = Spring::critical(12.0)?;
/// let curve = SpringSpline::interpolating(&points, &spring)?;
/// let top = curve.zero_phase(1.0).position;
/// assert!((top[0] - 1.0).abs() < 1e-4 && (top[1] - 2.0).abs() < 1e-4);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("smoothing spline", "keyframes"))]
#[derive(Clone, Copy, Debug)]
pub struct SpringSpline<'a, V: Vector> {
    points: &'a [V],
    spring: Spring<V::Scalar>,
    corners: Corners,
    closed: bool,
    /// The states at the first point, and at the last one of a spring that runs back.
    starts: [State<V>; 2],
    /// The number of segments after which a start is forgotten.
    memory: usize,
}

#[derive(Clone, Copy, Debug)]
enum Corners {
    Rounded,
    Traced,
}

/// The direction in which a spring runs along the points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Run {
    Forth,
    Back,
}

impl<'a, V: Vector> SpringSpline<'a, V> {
    /// A curve that rounds its corners. `spring` is in radians per segment.
    ///
    /// # Errors
    /// Fewer than 2 points; a spring with no finite lag (angular frequency 0, damping ratio ∞).
    pub fn approximating(points: &'a [V], spring: &Spring<V::Scalar>) -> Result<Self> {
        SpringSpline::new(points, spring, Corners::Rounded)
    }

    /// A curve that passes through its corners, as nearly as the other corners have faded.
    ///
    /// # Errors
    /// As [`approximating`](Self::approximating).
    pub fn interpolating(points: &'a [V], spring: &Spring<V::Scalar>) -> Result<Self> {
        SpringSpline::new(points, spring, Corners::Traced)
    }

    fn new(points: &'a [V], spring: &Spring<V::Scalar>, corners: Corners) -> Result<Self> {
        let count = V::Scalar::from_index(points.len());
        require(points.len() >= 2, "points", count, "at least 2")?;
        let frequency = spring.angular_frequency();
        require(frequency > V::Scalar::ZERO, "angular_frequency", frequency, "> 0")?;
        require(spring.lag().is_finite(), "damping_ratio", spring.damping_ratio(), "finite")?;
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let ratio = spring.damping_ratio();
        let spread = ((ratio - one) * (ratio + one)).max(zero).sqrt();
        // What is left after this decay, and after it times itself, is below the precision.
        let forgotten = V::Scalar::from_index(48) / (frequency / (ratio.max(one) + spread));
        let memory = (forgotten * (one / ratio).max(one)).to_index().saturating_add(1);
        let spring = *spring;
        let starts = [State::at_rest(V::ZERO); 2];
        let open = SpringSpline { points, spring, corners, closed: false, starts, memory };
        Ok(SpringSpline { starts: [Run::Forth, Run::Back].map(|run| open.steady(0, run)), ..open })
    }

    /// Returns the closed curve through the same points: from the last one it goes on to the first, smoothly.
    ///
    /// The state in which a spring repeats itself after each round, by the inverse of what a round changes:
    /// `z = z₀ + (1 − Φ(n))⁻¹·(F(z₀) − z₀)` with `n` segments. One step per segment. Parameters count rounds: `u` and `u + n`
    /// are the same.
    ///
    /// Accuracy: 1e-13 (`f64`) of the polygon's size for a spring that forgets a round, `ωn ≥ 10`; the rounding grows by
    /// `1/(ωn)²` below.
    ///
    /// ```
    /// use sprung::{Spring, motion::SpringSpline};
    ///
    /// let square = [[0.0f64, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    /// let curve = SpringSpline::approximating(&square, &Spring::critical(6.0)?)?.closed()?;
    /// let [start, quarter] = [0.25, 1.25].map(|u| curve.zero_phase(u).position);
    /// // A quarter of a round turns by a quarter.
    /// assert!((quarter[0] - (1.0 - start[1])).abs() < 1e-14 && (quarter[1] - start[0]).abs() < 1e-14);
    /// assert_eq!(curve.zero_phase(4.25), curve.zero_phase(0.25));
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A spring without damping, which has no such state.
    pub fn closed(self) -> Result<Self> {
        let ratio = self.spring.damping_ratio();
        require(ratio > V::Scalar::ZERO, "damping_ratio", ratio, "> 0")?;
        let mut round = SpringSpline { closed: true, ..self };
        let count = round.segments();
        let length = V::Scalar::from_index(count);
        let change = self.spring.transition(length);
        let (position_lost, velocity_lost) = (-change.xx_change(), -change.vv_change());
        let (reach, pull) = (change.position_from_velocity, change.velocity_from_position);
        let determinant = position_lost * velocity_lost - reach * pull;
        round.starts = [Run::Forth, Run::Back].map(|run| {
            let start = round.steady(0, run);
            let missed = round.go_on(start, 0..count, run).minus(start);
            let position = missed.position.times(velocity_lost).plus(missed.velocity.times(reach));
            let velocity = missed.position.times(pull).plus(missed.velocity.times(position_lost));
            start.plus(State::new(position, velocity).times(V::Scalar::ONE / determinant))
        });
        Ok(round)
    }

    /// The maximum parameter: the number of segments. Parameters beyond the ends count as the ends, those of a closed curve as
    /// further rounds, NaN as 0.
    pub fn max_parameter(&self) -> V::Scalar {
        V::Scalar::from_index(self.segments())
    }

    /// The curve of a spring that runs from the first point to the last: position and tangent (per segment) at `u`.
    ///
    /// A mirrored polygon gives another curve: see [`zero_phase`](Self::zero_phase).
    pub fn causal(&self, u: V::Scalar) -> State<V> {
        let (node, part) = self.split(u);
        self.on_segment(self.at_node(node, Run::Forth), node, part, Run::Forth)
    }

    /// The mean of a spring that runs from the first point to the last and one that runs back: position and tangent.
    ///
    /// The same curve from either end.
    pub fn zero_phase(&self, u: V::Scalar) -> State<V> {
        let (node, part) = self.split(u);
        let segments = self.segments();
        // At a point both springs start, or the one that runs back would go a whole segment.
        let (behind, rest) = if part == V::Scalar::ZERO && node > 0 {
            (segments - node, part)
        } else {
            (segments - 1 - node, V::Scalar::ONE - part)
        };
        let [forth, back] = [(Run::Forth, node, part), (Run::Back, behind, rest)]
            .map(|(run, node, part)| self.on_segment(self.at_node(node, run), node, part, run));
        mean(forth, back)
    }

    /// The segment of a parameter, and the part (0 … 1) of it.
    fn split(&self, u: V::Scalar) -> (usize, V::Scalar) {
        let u = self.within(u);
        let node = u.to_index().min(self.segments() - 1);
        (node, u - V::Scalar::from_index(node))
    }

    /// The state at a point, counted in the direction of the run, from the corners within the memory of the spring.
    pub(super) fn at_node(&self, node: usize, run: Run) -> State<V> {
        let first = node.saturating_sub(self.memory);
        let start = if first == 0 { self.starts[run as usize] } else { self.steady(first, run) };
        self.go_on(start, first..node, run)
    }

    /// The state after whole segments.
    pub(super) fn go_on(&self, start: State<V>, nodes: Range<usize>, run: Run) -> State<V> {
        let segment = self.step(V::Scalar::ONE);
        nodes.fold(start, |state, k| {
            segment.apply(state, self.point(k, run), self.point(k + 1, run))
        })
    }

    /// The state after a part (0 … 1) of the segment behind a point.
    pub(super) fn on_segment(
        &self,
        start: State<V>,
        node: usize,
        part: V::Scalar,
        run: Run,
    ) -> State<V> {
        let (from, to) = (self.point(node, run), self.point(node + 1, run));
        self.step(part).apply(start, from, from.plus(to.minus(from).times(part)))
    }

    /// The state at a point of a spring that has always followed the segment behind it.
    fn steady(&self, node: usize, run: Run) -> State<V> {
        let from = self.point(node, run);
        let slope = self.point(node + 1, run).minus(from);
        match self.corners {
            Corners::Rounded => State::new(from.minus(slope.times(self.spring.lag())), slope),
            Corners::Traced => State::new(from, slope),
        }
    }

    fn point(&self, node: usize, run: Run) -> V {
        let count = self.points.len();
        match (run, self.closed) {
            (Run::Forth, _) => self.points[node % count],
            (Run::Back, true) => self.points[(count - node % count) % count],
            (Run::Back, false) => self.points[count - 1 - node],
        }
    }

    fn step(&self, length: V::Scalar) -> MovingGoalStep<V::Scalar> {
        match self.corners {
            Corners::Rounded => self.spring.follow_step(length),
            Corners::Traced => self.spring.track_step(length),
        }
    }

    pub(super) fn segments(&self) -> usize {
        self.points.len() - usize::from(!self.closed)
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    fn within(&self, u: V::Scalar) -> V::Scalar {
        let (zero, most) = (V::Scalar::ZERO, self.max_parameter());
        let u = if self.closed { u - (u / most).floor() * most } else { u };
        u.max(zero).min(most)
    }
}

/// The mean of a state and of one that runs back.
pub(super) fn mean<V: Vector>(forth: State<V>, back: State<V>) -> State<V> {
    let half = V::Scalar::HALF;
    State::new(
        forth.position.plus(back.position).times(half),
        forth.velocity.minus(back.velocity).times(half),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [[f64; 2]; 6] =
        [[0.0, 0.0], [1.0, 3.0], [2.0, -1.0], [5.0, -1.5], [5.0, 2.0], [4.0, 2.5]];

    type Curve = SpringSpline<'static, [f64; 2]>;
    type Make = fn(&'static [[f64; 2]], &Spring<f64>) -> Result<Curve>;
    const KINDS: [(Make, bool); 2] = [(Curve::approximating, true), (Curve::interpolating, false)];

    fn slope(k: usize) -> [f64; 2] {
        POINTS[k + 1].minus(POINTS[k])
    }

    fn polygon(u: f64) -> [f64; 2] {
        let k = (u as usize).min(POINTS.len() - 2);
        POINTS[k].plus(slope(k).times(u - k as f64))
    }

    /// Returns the offset from a corner of slope change 1 after `t` segments, by the textbook's under-damped formula.
    fn left_of_a_corner(w: f64, z: f64, t: f64, rounds: bool) -> f64 {
        let (a, b) = (z * w, w * (1.0 - z * z).sqrt());
        let e = (-a * t).exp();
        let (xx, xv) = (e * ((b * t).cos() + a / b * (b * t).sin()), e * (b * t).sin() / b);
        if rounds { 2.0 * z / w * xx - xv } else { -xv }
    }

    #[test]
    fn the_distance_from_the_polygon_is_what_its_corners_have_left() {
        let (w, z) = (4.0, 0.7);
        let spring = Spring::new(w, z).unwrap();
        for (make, rounds) in KINDS {
            let curve = make(&POINTS, &spring).unwrap();
            for i in 0..=500 {
                let u = f64::from(i) * 0.01;
                let (mut one_sided, mut symmetric) = (polygon(u), polygon(u));
                if rounds {
                    let k = (u as usize).min(POINTS.len() - 2);
                    one_sided = one_sided.minus(slope(k).times(2.0 * z / w));
                }
                for j in 1..POINTS.len() - 1 {
                    let change = slope(j).minus(slope(j - 1));
                    let t = u - j as f64;
                    let left = left_of_a_corner(w, z, t.abs(), rounds);
                    symmetric = symmetric.plus(change.times(0.5 * left));
                    if t >= 0.0 {
                        one_sided = one_sided.plus(change.times(left));
                    }
                }
                assert!(curve.causal(u).position.minus(one_sided).length() < 1e-13, "{u}");
                assert!(curve.zero_phase(u).position.minus(symmetric).length() < 1e-13, "{u}");
            }
        }
    }

    #[test]
    fn a_lone_corner_is_missed_by_its_share_of_the_lag_or_not_at_all() {
        let points = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
        let spring = Spring::new(7.0, 1.3).unwrap();
        let rounded =
            SpringSpline::approximating(&points, &spring).unwrap().zero_phase(1.0).position;
        let corner = 2.0f64.sqrt() * 1.3 / 7.0;
        let missed: f64 = rounded.minus(points[1]).length();
        assert!((missed - corner).abs() < 1e-15);
        let traced =
            SpringSpline::interpolating(&points, &spring).unwrap().zero_phase(1.0).position;
        assert!(traced.minus(points[1]).length() < 1e-15);
    }

    #[test]
    fn a_critical_tracing_of_ten_radians_stays_near_its_points_and_its_polygon() {
        let spring = Spring::critical(10.0).unwrap();
        let curve = SpringSpline::interpolating(&POINTS, &spring).unwrap();
        let change = |j: usize| slope(j).minus(slope(j - 1)).length();
        let sharpest = (1..POINTS.len() - 1).map(change).fold(0.0, f64::max);
        for (k, &point) in POINTS.iter().enumerate() {
            let u = k as f64;
            assert!(curve.causal(u).position.minus(point).length() < 1e-3 * sharpest);
            assert!(curve.zero_phase(u).position.minus(point).length() < 1e-3 * sharpest);
        }
        let swing = sharpest / (10.0 * core::f64::consts::E);
        for i in 0..=500 {
            let u = f64::from(i) * 0.01;
            assert!(curve.causal(u).position.minus(polygon(u)).length() < 1.01 * swing);
            assert!(curve.zero_phase(u).position.minus(polygon(u)).length() < 1.01 * swing / 2.0);
        }
    }

    #[test]
    fn a_symmetric_curve_is_the_same_from_either_end() {
        let spring = Spring::new(5.0, 0.4).unwrap();
        let mut mirrored = POINTS;
        mirrored.reverse();
        for (there, back) in [
            (
                SpringSpline::approximating(&POINTS, &spring),
                SpringSpline::approximating(&mirrored, &spring),
            ),
            (
                SpringSpline::interpolating(&POINTS, &spring),
                SpringSpline::interpolating(&mirrored, &spring),
            ),
        ] {
            let (there, back) = (there.unwrap(), back.unwrap());
            for u in [0.0, 0.3, 1.0, 2.75, 5.0] {
                let (a, b) = (there.zero_phase(u), back.zero_phase(5.0 - u));
                assert!(a.position.minus(b.position).length() < 1e-14);
                assert!(a.velocity.plus(b.velocity).length() < 1e-13);
            }
        }
    }

    #[test]
    fn a_straight_line_stays_one_and_the_tangent_is_the_slope_of_the_curve() {
        let line = [1.0, 3.0, 5.0, 7.0];
        let spring = Spring::new(3.0, 0.5).unwrap();
        for curve in [
            SpringSpline::approximating(&line, &spring),
            SpringSpline::interpolating(&line, &spring),
        ] {
            let curve = curve.unwrap();
            for u in [0.0, 0.5, 1.0, 2.9, 3.0] {
                assert!((curve.zero_phase(u).position - (1.0 + 2.0 * u)).abs() < 1e-14);
                assert!((curve.zero_phase(u).velocity - 2.0).abs() < 1e-14);
            }
        }
        for (make, _) in KINDS {
            let curve = make(&POINTS, &spring).unwrap();
            for u in [0.4, 1.5, 4.2] {
                let h = 1e-6;
                let rise = curve.zero_phase(u + h).position.minus(curve.zero_phase(u - h).position);
                let apart = rise.times(0.5 / h).minus(curve.zero_phase(u).velocity);
                assert!(apart.length() < 1e-8);
            }
        }
    }

    #[test]
    fn a_rounded_curve_never_leaves_the_range_of_its_points() {
        let heights = [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0];
        for ratio in [1.0, 2.0] {
            let spring = Spring::new(3.0, ratio).unwrap();
            let curve = SpringSpline::approximating(&heights, &spring).unwrap();
            for i in 0..=700 {
                let height = curve.zero_phase(f64::from(i) * 0.01).position;
                assert!((0.0..=1.0).contains(&height), "{height}");
            }
        }
    }

    #[test]
    fn too_few_points_and_springs_that_never_arrive_are_refused() {
        let field = |r: Result<SpringSpline<'_, f64>>| r.unwrap_err().field;
        let spring = Spring::critical(3.0).unwrap();
        assert_eq!(field(SpringSpline::interpolating(&[1.0], &spring)), "points");
        let free = Spring::new(0.0, 1.0).unwrap();
        assert_eq!(field(SpringSpline::interpolating(&[1.0, 2.0], &free)), "angular_frequency");
        let frozen = Spring::new(1.0, f64::INFINITY).unwrap();
        assert_eq!(field(SpringSpline::approximating(&[1.0, 2.0], &frozen)), "damping_ratio");
    }

    #[test]
    fn parameters_beyond_the_ends_are_the_ends() {
        let spring = Spring::critical(3.0).unwrap();
        let curve = SpringSpline::interpolating(&POINTS, &spring).unwrap();
        assert_eq!(curve.max_parameter(), 5.0);
        assert_eq!(curve.causal(99.0), curve.causal(5.0));
        assert_eq!(curve.zero_phase(-1.0), curve.zero_phase(0.0));
        assert_eq!(curve.zero_phase(f64::NAN), curve.zero_phase(0.0));
    }
}
