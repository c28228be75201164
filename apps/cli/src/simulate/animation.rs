//! Motions that play the goals as an animation, with its jumps smoothed; and those that read them as events or points.

use anyhow::{Result, ensure};
use sprung::motion::{
    AdaptiveSmoothing, DeadBlend, FadeCurve, GoalSegment, Inertialization, PointerTracker,
    SpringSpline, Stitcher, TimedOffset,
};
use sprung::{AdaptiveDamper, Real, Spring, State, Vector};

use super::goals::Goals;
use super::motion::{Motion, rounded};
use super::motions::Course;
use super::options::Corners;

/// What is shown some seconds after a switch, from the animation then.
type Shown<R, const N: usize> = Box<dyn Fn(R, State<[R; N]>) -> State<[R; N]>>;

impl<'a, R: Real, const N: usize> Course<'a, R, N> {
    /// A tracking spring: an animation, the goals, followed without lag, its jumps and corners smoothed.
    pub(super) fn tracking(self, spring: Spring<R>) -> Motion<'a, R> {
        let mut state = self.start;
        Motion::new(state, move |from, to| {
            for segment in self.goals.segments(from, to) {
                let [_, end] = ends(&segment);
                let step = spring.step(R::from_f64(segment.duration));
                state = step.apply_tracking(state, end, [R::ZERO; N]);
            }
            state
        })
    }

    /// An offset that decays by a spring.
    pub(super) fn inertialization(self, spring: Spring<R>) -> Motion<'a, R> {
        self.switched(move |shown, animation| {
            let mut offset = Inertialization { offset: State::at_rest([R::ZERO; N]) };
            offset.transition(shown, animation);
            Box::new(move |since, animation| {
                let mut now = offset;
                now.update(&spring.step(since));
                now.apply(animation)
            })
        })
    }

    /// Chunks of motion, a new one at the start and at each jump, whose offsets fade no faster than the chunks move.
    pub(super) fn stitching(self, spring: Spring<R>) -> Motion<'a, R> {
        let mut stitcher = Stitcher::new(self.start);
        let mut place = None;
        Motion::new(self.start, move |from, to| {
            for segment in self.goals.segments(from, to) {
                let [begin, end] = ends(&segment);
                if place != Some(segment.from) {
                    stitcher.switch(begin);
                }
                let _ = stitcher.update(end, &spring.step(R::from_f64(segment.duration)));
                place = Some(segment.to);
            }
            stitcher.shown()
        })
    }

    /// An offset that is gone after `seconds`.
    pub(super) fn fade(self, seconds: f64, curve: FadeCurve) -> Result<Motion<'a, R>> {
        let seconds = R::from_f64(seconds);
        TimedOffset::new(self.start, seconds, curve)?;
        Ok(self.switched(move |shown, animation| {
            let offset = State::new(
                shown.position.minus(animation.position),
                shown.velocity.minus(animation.velocity),
            );
            // Checked above.
            let offset = TimedOffset::new(offset, seconds, curve).ok();
            Box::new(move |since, animation| {
                let left = offset.map_or(State::at_rest([R::ZERO; N]), |offset| offset.at(since));
                let position = animation.position.plus(left.position);
                State::new(position, animation.velocity.plus(left.velocity))
            })
        }))
    }

    /// Dead blending: the motion before a switch coasts with a half-life and is faded out within `seconds`.
    pub(super) fn dead_blend(self, halflife: R, seconds: f64) -> Result<Motion<'a, R>> {
        let seconds = R::from_f64(seconds);
        DeadBlend::new(self.start, halflife, seconds)?;
        Ok(self.switched(move |shown, _| {
            let blend = DeadBlend::new(shown, halflife, seconds).ok();
            Box::new(move |since, animation| {
                blend.map_or(animation, |blend| blend.apply(animation, since))
            })
        }))
    }

    /// Plays the goals. At the start and at each jump `switch` gets what was shown and the animation from then on.
    fn switched(
        self,
        switch: impl Fn(State<[R; N]>, State<[R; N]>) -> Shown<R, N> + 'a,
    ) -> Motion<'a, R> {
        let mut state = self.start;
        // Where the animation is, when it was switched last, and what is shown since.
        let mut playing: Option<([f64; N], f64, Shown<R, N>)> = None;
        Motion::new(state, move |from, to| {
            let mut time = from;
            for segment in self.goals.segments(from, to) {
                let [begin, end] = ends(&segment);
                let jumps = |(place, ..): &([f64; N], f64, Shown<R, N>)| *place != segment.from;
                if playing.as_ref().is_none_or(jumps) {
                    // Up to here the velocity of the old animation was shown.
                    playing = Some((segment.from, time, switch(state, begin)));
                }
                time += segment.duration;
                if let Some((place, since, shown)) = &mut playing {
                    *place = segment.to;
                    state = shown(R::from_f64(time - *since), end);
                }
            }
            state
        })
    }
}

/// The animation at the start and at the end of a segment.
fn ends<R: Real, const N: usize>(segment: &GoalSegment<[f64; N]>) -> [State<[R; N]>; 2] {
    let change = segment.to.minus(segment.from);
    let velocity = rounded(change.map(|change| change / segment.duration));
    [segment.from, segment.to].map(|place| State::new(rounded(place), velocity))
}

/// Position and velocity of a pointer, whose events are the goals.
pub(super) fn pointer<R: Real, const N: usize>(goals: &Goals, bandwidth: R) -> Motion<'_, R> {
    let mut events = goals.times().iter().zip(goals.values::<N>()).peekable();
    let first = events.next().map_or((0.0, [0.0; N]), |(time, place)| (*time, *place));
    let mut tracker =
        PointerTracker::new(R::from_f64(first.0), rounded(first.1)).with_bandwidth(bandwidth);
    let mut until = move |time: f64| {
        while let Some((at, place)) = events.next_if(|(at, _)| **at <= time) {
            tracker.push(R::from_f64(*at), rounded(*place));
        }
        tracker.state_at(R::from_f64(time))
    };
    Motion::new(until(0.0), move |_, to| until(to))
}

/// Samples, the goals, smoothed by a damper whose half-life follows their speed.
pub(super) fn adaptive_smoothing<R: Real, const N: usize>(
    goals: &Goals,
    damper: AdaptiveDamper<R>,
) -> Motion<'_, R> {
    let mut samples = goals.times().iter().zip(goals.values::<N>()).peekable();
    let (mut last, first) = samples.next().map_or((0.0, [0.0; N]), |(time, value)| (*time, *value));
    let mut smoothing = AdaptiveSmoothing::<[R; N]>::new(rounded(first));
    let mut until = move |time: f64| {
        while let Some((at, sample)) = samples.next_if(|(at, _)| **at <= time) {
            smoothing.update(rounded(*sample), &damper.step(R::from_f64(at - last)));
            last = *at;
        }
        State::new(smoothing.value(), smoothing.velocity())
    };
    Motion::new(until(0.0), move |_, to| until(to))
}

/// The curve along the goals, which are equally far apart in time.
pub(super) fn spline<R: Real, const N: usize>(
    goals: &Goals,
    spring: Spring<R>,
    corners: Corners,
    closed: bool,
) -> Result<Motion<'_, R>> {
    let times = goals.times();
    let interval = (goals.end() - times[0]) / (times.len() as f64 - 1.0);
    let is_even = |(at, time): (usize, &f64)| {
        (time - times[0] - at as f64 * interval).abs() <= 1e-6 * interval
    };
    ensure!(
        times.iter().enumerate().all(is_even),
        "the points of a spline must be at equal intervals of time"
    );
    let points: Vec<[R; N]> = goals.values::<N>().iter().map(|point| rounded(*point)).collect();
    // Its spring counts in segments.
    let per_segment =
        Spring::new(spring.angular_frequency() * R::from_f64(interval), spring.damping_ratio())?;
    let at = move |points: &[[R; N]], time: f64| -> Result<State<[R; N]>> {
        let curve = match corners {
            Corners::Rounded => SpringSpline::approximating(points, &per_segment)?,
            Corners::Traced => SpringSpline::interpolating(points, &per_segment)?,
        };
        let curve = if closed { curve.closed()? } else { curve };
        let state = curve.zero_phase(R::from_f64((time - times[0]) / interval));
        Ok(State::new(state.position, state.velocity.times(R::from_f64(1.0 / interval))))
    };
    let mut state = at(&points, 0.0)?;
    Ok(Motion::new(state, move |_, to| {
        // Made above without an error, so again each time.
        state = at(&points, to).unwrap_or(state);
        state
    }))
}
