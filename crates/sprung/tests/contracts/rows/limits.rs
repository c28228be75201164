//! Motions within limits: limited tracking, stitching, adaptive smoothing, joints.

use sprung::motion::*;
use sprung::{AdaptiveDamper, MotionLimits, Spring, State};

use super::super::numbers::One;
use super::super::table::{Args, Arguments, ParameterValue, Table};

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    tracking(table);
    stitching(table);
    smoothing(table);
    joints(table);
}

fn motion_limits<R: ParameterValue>(a: &mut Args<R>) -> MotionLimits<R> {
    let limits = MotionLimits::new(a.number(2.0), a.number(5.0), a.number(40.0));
    limits.unwrap_or(MotionLimits::new(R::TWO, R::ONE, R::ONE).unwrap())
}

fn tracking<R: ParameterValue>(table: &mut Table<R>) {
    for name in [
        "MotionLimits::new",
        "MotionLimits::velocity",
        "MotionLimits::acceleration",
        "MotionLimits::jerk",
    ] {
        table.builds(name, |a| {
            let limits = motion_limits(a);
            One([limits.velocity(), limits.acceleration(), limits.jerk()][1])
        });
    }
    for name in ["MotionLimits::step", "LimitedStep::dt"] {
        table.answers(name, |a| One(motion_limits(a).step(a.number(0.01)).dt()));
    }
    for name in [
        "LimitedTracker::at_rest",
        "LimitedTracker::new",
        "LimitedTracker::state",
        "LimitedTracker::acceleration",
        "LimitedTracker::time_left",
    ] {
        table.answers(name, |a| {
            let mut tracker = LimitedTracker::new(a.scalar_state(), a.number(0.5));
            tracker.update(a.scalar_state(), &motion_limits(a).step(a.number(0.04)));
            (tracker.state(), One(tracker.acceleration()), One(tracker.time_left()))
        });
    }
    table.moves_whole("LimitedTracker::update", |a| {
        let goal = State::at_rest(a.number(3.0));
        let mut tracker = LimitedTracker::new(a.scalar_state(), a.number(0.5));
        let before = tracker.state();
        tracker.update(goal, &motion_limits(a).step(a.dt()));
        let end = if goal.position.is_finite() { goal } else { State::at_rest(before.position) };
        (before, tracker.state(), end)
    });
}

fn stitching<R: ParameterValue>(table: &mut Table<R>) {
    for name in ["Stitcher::new", "Stitcher::switch", "Stitcher::shown", "Stitcher::offset"] {
        table.answers(name, |a| {
            let mut stitcher = Stitcher::new(a.state());
            stitcher.switch(a.state());
            (stitcher.shown(), stitcher.offset())
        });
    }
    table.drifts("Stitcher::update", |a| {
        let mut stitcher = Stitcher::new(a.state());
        stitcher.switch(a.state());
        let before = stitcher.shown();
        let _ = stitcher.update(a.state(), &a.spring().step(a.dt()));
        (before, stitcher.shown())
    });
    let state = |a: &mut Args<R>| RotationState::new(a.rotation(0.5), a.triple(0.4));
    for name in ["RotationStitcher::new", "RotationStitcher::switch", "RotationStitcher::shown"] {
        table.answers(name, move |a| {
            let mut stitcher = RotationStitcher::new(state(a));
            stitcher.switch(state(a));
            stitcher.shown()
        });
    }
    table.drifts("RotationStitcher::update", move |a| {
        let mut stitcher = RotationStitcher::new(state(a));
        stitcher.switch(state(a));
        let before = stitcher.shown();
        let _ = stitcher.update(state(a), &a.spring().step(a.dt()));
        (before, stitcher.shown())
    });
}

fn smoothing<R: ParameterValue>(table: &mut Table<R>) {
    fn damper<R: ParameterValue>(a: &mut Args<R>) -> AdaptiveDamper<R> {
        let damper = AdaptiveDamper::new(a.number(0.3), a.number(50.0));
        let damper = damper.unwrap_or(AdaptiveDamper::new(R::ONE, R::ONE).unwrap());
        damper.with_velocity_halflife(a.number(0.05)).unwrap_or(damper)
    }
    for name in [
        "AdaptiveDamper::new",
        "AdaptiveDamper::with_velocity_halflife",
        "AdaptiveDamper::halflife_at",
        "AdaptiveDamper::step",
        "AdaptiveStep::dt",
    ] {
        table.builds(name, |a| {
            let damper = damper(a);
            (One(damper.halflife_at(a.number(30.0))), One(damper.step(a.number(0.01)).dt()))
        });
    }
    for name in
        ["AdaptiveSmoothing::new", "AdaptiveSmoothing::value", "AdaptiveSmoothing::velocity"]
    {
        table.answers(name, |a| {
            let smoothing = AdaptiveSmoothing::new(a.pair(1.0));
            (smoothing.value(), smoothing.velocity())
        });
    }
    table.drifts("AdaptiveSmoothing::update", |a| {
        let mut smoothing = AdaptiveSmoothing::new(a.pair(1.0));
        smoothing.update(a.pair(2.0), &damper(a).step(R::HALF));
        let before = smoothing.value();
        smoothing.update(a.pair(2.0), &damper(a).step(a.dt()));
        (before, smoothing.value())
    });
}

fn joints<R: ParameterValue>(table: &mut Table<R>) {
    fn limits<R: ParameterValue>(a: &mut Args<R>) -> JointLimits<R> {
        let r = R::from_f64;
        let whole = JointLimits::new(
            [R::ONE, R::ZERO, R::ZERO],
            [R::ZERO, R::ZERO, R::ONE],
            [r(1.2), r(0.8)],
            [r(-0.5), R::ONE],
        );
        let twist_axis = [a.number(1.0), a.number(0.1), R::ZERO];
        let swing_axis = [a.number(0.0), R::ZERO, a.number(1.0)];
        let swing = [a.number(1.2), a.number(0.8)];
        let twist = [a.number(-0.5), a.number(1.0)];
        let limits = JointLimits::new(twist_axis, swing_axis, swing, twist);
        limits.unwrap_or(whole.unwrap()).with_softness(a.number(0.1))
    }
    for name in [
        "JointLimits::new",
        "JointLimits::with_softness",
        "JointLimits::contains",
        "JointLimits::clamp",
        "JointLimits::soften",
    ] {
        table.answers(name, |a| {
            let (limits, rotation) = (limits(a), a.rotation(0.9));
            (limits.contains(&rotation), limits.clamp(&rotation), limits.soften(&rotation))
        });
    }
    for name in ["JointSpring::new", "JointSpring::state", "JointSpring::limits"] {
        table.answers(name, |a| {
            let limits = limits(a);
            let state = RotationState::new(a.rotation(0.5), a.triple(0.4));
            let motion = JointSpring::new(state, limits);
            (motion.state(), motion.limits() == &limits)
        });
    }
    table.moves_whole("JointSpring::update", |a| {
        let limits = limits(a);
        let state = RotationState::new(a.rotation(0.5), a.triple(0.4));
        let mut motion = JointSpring::new(state, limits);
        let before = motion.state();
        let spring = Spring::new(R::from_f64(7.0), R::from_f64(0.6)).unwrap();
        motion.update(a.rotation(0.2), &spring.step(a.dt()));
        let mut ended = JointSpring::new(before, limits);
        ended.update(a.rotation(0.2), &spring.step(R::INFINITY));
        (before, motion.state(), ended.state())
    });
}
