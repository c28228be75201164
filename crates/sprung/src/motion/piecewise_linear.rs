//! A goal that moves along straight lines between times: keyframes, a recorded series, a list of goals.

use crate::error::{Result, require};
use crate::params::require_order;
use crate::real::{Real, polynomials::Polynomials};
use crate::vector::Vector;

/// A value over time that is linear between given times (linear interpolation), borrowed as two slices.
///
/// Before the first time it is the first value, after the last one the last. Two equal times are a jump, at which it is the
/// later value. [`segments`](Self::segments) cuts a time step at the given times: a spring that follows each segment by
/// [`Spring::follow_step`](crate::Spring::follow_step) or [`Spring::track_step`](crate::Spring::track_step) follows the
/// whole exactly, at any frame rate.
///
/// ```
/// use sprung::motion::PiecewiseLinear;
/// use sprung::{Spring, State};
///
/// let goals = PiecewiseLinear::new(&[0.0, 0.25, 1.0], &[0.0, 2.0, 1.0])?;
/// assert_eq!(goals.at(0.125), 1.0);
///
/// let spring = Spring::critical(20.0)?;
/// let play = |frames: u32| {
///     let dt = 1.0 / f64::from(frames);
///     let times = (0..frames).map(|frame| f64::from(frame) * dt);
///     let segments = times.flat_map(|time| goals.segments(time, time + dt));
///     segments.fold(State::at_rest(0.0f64), |state, segment| {
///         spring.follow_step(segment.duration).apply(state, segment.from, segment.to)
///     })
/// };
/// assert!((play(24).position - play(1000).position).abs() < 1e-13);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("keyframes", "lerp"))]
#[derive(Clone, Copy, Debug)]
pub struct PiecewiseLinear<'a, V: Vector> {
    times: &'a [V::Scalar],
    values: &'a [V],
}

/// A time span over which a goal moves linearly from one value to another.
///
/// ```
/// use sprung::motion::{GoalSegment, PiecewiseLinear};
///
/// let goals = PiecewiseLinear::new(&[0.0, 1.0], &[0.0, 2.0])?;
/// let segments: Vec<_> = goals.segments(0.5, 1.5).collect();
/// assert_eq!(segments[0], GoalSegment { duration: 0.5, from: 1.0, to: 2.0 });
/// assert_eq!(segments[1], GoalSegment { duration: 0.5, from: 2.0, to: 2.0 });
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalSegment<V: Vector> {
    /// The duration in seconds, above 0.
    pub duration: V::Scalar,
    /// The value at the start.
    pub from: V,
    /// The value at the end.
    pub to: V,
}

impl<'a, V: Vector> PiecewiseLinear<'a, V> {
    /// A value that is `values[i]` at `times[i]` (seconds).
    ///
    /// # Errors
    /// No time, a number of values other than that of times, a time that is not finite or before the one before it.
    pub fn new(times: &'a [V::Scalar], values: &'a [V]) -> Result<Self> {
        let count = V::Scalar::from_index;
        require(!times.is_empty(), "times", count(0), "at least 1")?;
        require(values.len() == times.len(), "values", count(values.len()), "as many as times")?;
        let rule = "finite and not before the time before it";
        require_order(times.iter().copied(), "times", rule)?;
        Ok(PiecewiseLinear { times, values })
    }

    /// The value at a time; at a jump the later one. A NaN time counts as before the first.
    pub fn at(&self, time: V::Scalar) -> V {
        self.on_piece(self.times_until(time), time)
    }

    /// The linear segments from a start to an end (seconds), cut at each given time between them.
    ///
    /// None where the end is not after the start. An infinite end gives a last segment of infinite duration.
    pub fn segments(&self, start: V::Scalar, end: V::Scalar) -> Segments<'a, V> {
        Segments { goals: *self, next: self.times_until(start), time: start, end }
    }

    /// The number of times that are not after `time`.
    fn times_until(&self, time: V::Scalar) -> usize {
        self.times.partition_point(|&other| other <= time)
    }

    /// The value on the piece that ends at the time with the number `next`.
    fn on_piece(&self, next: usize, time: V::Scalar) -> V {
        let Some(last) = next.checked_sub(1) else { return self.values[0] };
        let Some(&until) = self.times.get(next) else { return self.values[last] };
        let (from, to) = (self.values[last], self.values[next]);
        if time == until {
            return to;
        }
        let part = part_between(time, self.times[last], until);
        let change = to.minus(from);
        if change.length() < V::Scalar::INFINITY {
            return from.plus(change.times(part));
        }
        // The change may overflow where no value between the two does.
        from.times(V::Scalar::ONE - part).plus(to.times(part))
    }
}

/// The part (0 … 1) of the time between two finite times at which a time lies.
fn part_between<R: Real>(time: R, from: R, to: R) -> R {
    let span = to - from;
    if span.is_finite() {
        return (time - from) / span;
    }
    let half = R::HALF;
    (half * time - half * from) / (half * to - half * from)
}

/// The linear segments of a [`PiecewiseLinear`] in a time span, in order.
///
/// ```
/// use sprung::motion::PiecewiseLinear;
///
/// let goals = PiecewiseLinear::new(&[0.0f64, 1.0, 2.0], &[0.0, 4.0, 4.0])?;
/// let durations: Vec<_> = goals.segments(0.5, 2.0).map(|segment| segment.duration).collect();
/// assert_eq!(durations, [0.5, 1.0]);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Segments<'a, V: Vector> {
    goals: PiecewiseLinear<'a, V>,
    next: usize,
    time: V::Scalar,
    end: V::Scalar,
}

impl<V: Vector> Iterator for Segments<'_, V> {
    type Item = GoalSegment<V>;

    fn next(&mut self) -> Option<GoalSegment<V>> {
        while self.time < self.end {
            let (goals, piece, start) = (self.goals, self.next, self.time);
            let cut = goals.times.get(piece).copied().filter(|&time| time < self.end);
            let until = cut.unwrap_or(self.end);
            self.next += usize::from(cut.is_some());
            self.time = until;
            if until > start {
                return Some(GoalSegment {
                    duration: until - start,
                    from: goals.on_piece(piece, start),
                    to: goals.on_piece(piece, until),
                });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Spring, State};
    use std::vec::Vec;
    use testkit::random::Random;
    use testkit::tolerance::MANY_FRAMES;

    type Piece = (f64, f64, f64);

    fn pieces(goals: &PiecewiseLinear<f64>, start: f64, end: f64) -> Vec<Piece> {
        goals.segments(start, end).map(|s| (s.duration, s.from, s.to)).collect()
    }

    #[test]
    fn it_is_linear_between_times_and_constant_outside() {
        let goals = PiecewiseLinear::new(&[1.0, 3.0], &[10.0, 20.0]).unwrap();
        for (time, goal) in [(f64::NAN, 10.0), (0.0, 10.0), (1.0, 10.0), (1.5, 12.5), (3.0, 20.0)] {
            assert_eq!(goals.at(time), goal, "{time}");
        }
        assert_eq!(goals.at(f64::INFINITY), 20.0);
        assert_eq!(goals.at(f64::NEG_INFINITY), 10.0);
    }

    #[test]
    fn values_whose_difference_overflows_are_joined_by_a_line() {
        // A power of two, so that its parts are exact.
        let most = f64::from_bits(0x7fe0_0000_0000_0000);
        let values = [-most, most];
        let goals = PiecewiseLinear::new(&[0.0, 4.0], &values).unwrap();
        for (time, part) in [(0.0, -1.0), (1.0, -0.5), (2.0, 0.0), (3.0, 0.5), (4.0, 1.0)] {
            assert_eq!(goals.at(time), part * most, "{time}");
        }
    }

    #[test]
    fn a_time_span_is_cut_at_each_time_inside_it() {
        let goals = PiecewiseLinear::new(&[0.0, 0.25, 0.5], &[0.0, 1.0, 0.0]).unwrap();
        let expected = [(0.125, 0.5, 1.0), (0.25, 1.0, 0.0), (0.5, 0.0, 0.0)];
        assert_eq!(pieces(&goals, 0.125, 1.0), expected);
        assert_eq!(pieces(&goals, -1.0, 0.25), [(1.0, 0.0, 0.0), (0.25, 0.0, 1.0)]);
        assert_eq!(pieces(&goals, 2.0, f64::INFINITY), [(f64::INFINITY, 0.0, 0.0)]);
        for (start, end) in [(1.0, 1.0), (1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::NAN)] {
            assert_eq!(pieces(&goals, start, end), []);
        }
    }

    #[test]
    fn two_equal_times_are_a_jump() {
        let goals = PiecewiseLinear::new(&[0.0, 1.0, 1.0], &[0.0, 0.0, 5.0]).unwrap();
        assert_eq!((goals.at(0.999), goals.at(1.0)), (0.0, 5.0));
        assert_eq!(pieces(&goals, 0.5, 1.5), [(0.5, 0.0, 0.0), (0.5, 5.0, 5.0)]);
        assert_eq!(pieces(&goals, 0.5, 1.0), [(0.5, 0.0, 0.0)]);
        assert_eq!(pieces(&goals, 1.0, 2.0), [(1.0, 5.0, 5.0)]);
    }

    #[test]
    fn a_spring_that_follows_the_segments_does_not_depend_on_the_frames() {
        let mut random = Random::new(1);
        for _ in 0..50 {
            let mut times: Vec<f64> = (0..9).map(|_| random.uniform(0.0, 1.0)).collect();
            times.sort_by(f64::total_cmp);
            let values: Vec<f64> = times.iter().map(|_| random.uniform(-1.0, 1.0)).collect();
            let goals = PiecewiseLinear::new(&times, &values).unwrap();
            let spring =
                Spring::new(random.log_uniform(1.0, 50.0), random.uniform(0.0, 2.0)).unwrap();
            let play = |frames: u32| {
                let time = |frame: u32| f64::from(frame) / f64::from(frames);
                let all =
                    (0..frames).flat_map(|frame| goals.segments(time(frame), time(frame + 1)));
                all.fold(State::new(0.0, 1.0), |state, s| {
                    spring.track_step(s.duration).apply(state, s.from, s.to)
                })
            };
            let once = play(1);
            for frames in [24, 60, 144, 1000] {
                let state = play(frames);
                let bound = MANY_FRAMES.bar::<f64>();
                assert!((state.position - once.position).abs() < bound);
                let speed = spring.angular_frequency().max(1.0);
                assert!((state.velocity - once.velocity).abs() < bound * speed);
            }
        }
    }

    #[test]
    fn bad_times_are_refused() {
        let refused = |times: &[f64]| PiecewiseLinear::new(times, &[0.0; 2]).unwrap_err().field;
        assert_eq!(refused(&[]), "times");
        assert_eq!(refused(&[0.0]), "values");
        assert_eq!(refused(&[1.0, 0.0]), "times");
        assert_eq!(refused(&[0.0, f64::NAN]), "times");
        assert_eq!(refused(&[f64::NEG_INFINITY, 0.0]), "times");
    }

    #[test]
    fn times_at_the_ends_of_the_range_give_a_finite_value() {
        let goals = PiecewiseLinear::new(&[f64::MIN, f64::MAX], &[-1.0, 1.0]).unwrap();
        assert_eq!(goals.at(0.0), 0.0);
    }
}
