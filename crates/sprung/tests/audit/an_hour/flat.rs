//! Springs of numbers, dampers, and what limits them.

use sprung::motion::{
    AdaptiveSmoothing, Character, DoubleSpring, LimitedTracker, Stitcher, TimedGoal, TimedSpring,
    VelocitySpring, bounce_within, clamp_overshoot, critical_spring, damper, decay_spring,
    limit_acceleration, limit_speed, simple_spring, spring,
};
use sprung::{AdaptiveDamper, Damper, DoubleStep, MotionLimits, Real, Spring, State};
use testkit::precision::Precision;

use super::{Reading, W, hour, r, rests};

fn moving<R: Real>(goal: f64) -> State<R> {
    State::new(r(goal * 0.5 + 1.0), r(-3.0))
}

fn at<R: Real>(goal: f64) -> State<R> {
    State::at_rest(r(goal))
}

fn ended<R: Real>(state: &State<R>, goal: f64) -> Reading<R> {
    vec![(state.position, goal), (state.velocity / r(W), 0.0)]
}

/// From a moving start and from rest.
fn both<R: Real + Precision>(name: &str, mut advance: impl FnMut(&mut State<R>, f64, R)) {
    hour(name, moving::<R>, &mut advance, ended);
    rests(name, at::<R>, &mut advance);
}

pub(super) fn springs<R: Real + Precision>() {
    let halflife = r::<R>(0.2);
    for ratio in [0.3, 1.0, 4.0] {
        // A heavily damped spring creeps by its slow rate, ω/(2ζ).
        let by = Spring::new(r::<R>(W * f64::max(1.0, 2.0 * ratio)), r(ratio)).unwrap();
        both(&format!("spring {ratio}"), |s, goal, dt: R| *s = spring(*s, r(goal), &by, dt));
        both(&format!("follow {ratio}"), |s, goal, dt: R| {
            *s = by.follow_step(dt).apply(*s, r(goal), r(goal));
        });
        both(&format!("track {ratio}"), |s, goal, dt: R| {
            *s = by.track_step(dt).apply(*s, r(goal), r(goal));
        });
        both(&format!("goal velocity {ratio}"), |s, goal, dt: R| {
            *s = by.goal_velocity_step(dt).apply(*s, r(goal), R::ZERO);
        });
        both(&format!("tracking {ratio}"), |s, goal, dt: R| {
            *s = by.step(dt).apply_tracking(*s, at(goal), R::ZERO);
        });
        let start =
            |_| Character { position: R::ZERO, velocity: r::<R>(2.0), acceleration: r(-3.0) };
        hour(
            &format!("character {ratio}"),
            start,
            |hero: &mut Character<R>, goal, dt| {
                hero.update(r(goal), &by.character_step(dt));
                // Where it is grows with time, and is no part of its rest.
                hero.position = R::ZERO;
            },
            |hero, goal| vec![(hero.velocity, goal), (hero.acceleration / r(W), 0.0)],
        );
    }
    both("simple spring", |s, goal, dt: R| *s = simple_spring(*s, r(goal), halflife, dt));
    both("critical spring", |s, goal, dt: R| {
        *s = critical_spring(*s, r(goal), R::ZERO, halflife, dt)
    });
    hour(
        "decay spring",
        moving::<R>,
        |s, _, dt: R| *s = decay_spring(*s, halflife, dt),
        |s, _| ended(s, 0.0),
    );
    let by = Spring::new(r::<R>(W), r(0.7)).unwrap();
    // The angle that is nearest to the start, a whole number of turns from the goal.
    hour(
        "angle spring",
        |goal| State::new(r::<R>(goal + 1.0), r(2.0)),
        |s, goal, dt: R| *s = by.step(dt).apply_angle(*s, r(goal)),
        ended,
    );
    rests("angle spring", at::<R>, |s, goal, dt: R| *s = by.step(dt).apply_angle(*s, r(goal)));
    let slowly = Damper::from_rate(r::<R>(W)).unwrap();
    let value = |x: &R, goal: f64| vec![(*x, goal)];
    hour(
        "damper",
        |goal| r::<R>(goal + 3.0),
        |x, goal, dt: R| *x = damper(*x, r(goal), &slowly, dt),
        value,
    );
    rests("damper", r::<R>, |x, goal, dt: R| *x = damper(*x, r(goal), &slowly, dt));
    let followed = |x: &mut R, goal, dt| *x = slowly.follow_step(dt).apply(*x, r(goal), r(goal));
    hour("following damper", |goal| r::<R>(goal + 3.0), followed, value);
    rests("following damper", r::<R>, followed);
}

/// Springs that follow an intermediate target.
pub(super) fn chained<R: Real + Precision>() {
    let by = Spring::new(r::<R>(W), r(1.0)).unwrap();
    let twice = |m: &mut DoubleSpring<R>, goal, dt| m.update(r(goal), &DoubleStep::new(r(W), dt));
    hour(
        "double spring",
        |goal| DoubleSpring { state: moving(goal), intermediate: moving(goal) },
        twice,
        |m: &DoubleSpring<R>, goal| [ended(&m.state, goal), ended(&m.intermediate, goal)].concat(),
    );
    rests("double spring", |goal| DoubleSpring::at_rest(r(goal)), twice);
    let timed = |m: &mut TimedSpring<R>, goal, dt| {
        m.update(TimedGoal { position: r(goal), time_left: r(0.5) }, &by.timed_step(r(0.2), dt))
    };
    hour(
        "timed spring",
        |goal| TimedSpring { state: moving(goal), intermediate: r::<R>(goal + 1.0) },
        timed,
        |m: &TimedSpring<R>, goal| [ended(&m.state, goal), vec![(m.intermediate, goal)]].concat(),
    );
    rests("timed spring", |goal| TimedSpring::at_rest(r(goal)), timed);
    let landing = |m: &mut TimedSpring<R>, goal, dt| {
        m.update(TimedGoal { position: r(goal), time_left: r(0.2) }, &by.arrival_step(dt))
    };
    hour(
        "landing spring",
        |goal| TimedSpring { state: moving(goal), intermediate: r::<R>(goal + 1.0) },
        landing,
        |m: &TimedSpring<R>, goal| [ended(&m.state, goal), vec![(m.intermediate, goal)]].concat(),
    );
    rests("landing spring", |goal| TimedSpring::at_rest(r(goal)), landing);
    let quickly = |m: &mut VelocitySpring<R>, goal, dt| {
        m.update(r(goal), &by.velocity_step(r(2.0), r(0.2), dt))
    };
    hour(
        "velocity spring",
        |goal| VelocitySpring { state: moving(goal), intermediate: r::<R>(goal + 1.0) },
        quickly,
        |m: &VelocitySpring<R>, goal| {
            [ended(&m.state, goal), vec![(m.intermediate, goal)]].concat()
        },
    );
    rests("velocity spring", |goal| VelocitySpring::at_rest(r(goal)), quickly);
}

pub(super) fn limited<R: Real + Precision>() {
    let by = Spring::new(r::<R>(W), r(0.5)).unwrap();
    both("speed limit", |s, goal, dt: R| *s = limit_speed(*s, r(goal), &by.step(dt), r(2.0)));
    both("acceleration limit", |s, goal, dt: R| {
        *s = limit_acceleration(*s, r(goal), &by.step(dt), r(50.0));
    });
    let tracked = |m: &mut LimitedTracker<R>, goal, dt| {
        let limits = MotionLimits::new(r::<R>(2.0), r(5.0), r(40.0)).unwrap();
        m.update(State::at_rest(r(goal)), &limits.step(dt));
    };
    let at = |m: &LimitedTracker<R>, goal| ended(&m.state(), goal);
    hour("limited tracker", |goal| LimitedTracker::new(moving(goal), R::ZERO), tracked, at);
    let smoothed = |m: &mut AdaptiveSmoothing<R>, goal, dt| {
        m.update(r(goal), &AdaptiveDamper::new(r::<R>(0.1), r(3.0)).unwrap().step(dt));
    };
    let value = |m: &AdaptiveSmoothing<R>, goal: f64| vec![(m.value(), goal)];
    hour("adaptive smoothing", |goal| AdaptiveSmoothing::new(r(goal + 3.0)), smoothed, value);
    rests("adaptive smoothing", |goal| AdaptiveSmoothing::new(r(goal)), smoothed);
    // A chunk that stands still, after one that moved.
    let stitched = |m: &mut Stitcher<R>, goal, dt| {
        let _ = m.update(State::at_rest(r(goal)), &by.step(dt));
    };
    hour(
        "stitcher",
        |goal| {
            let mut stitcher = Stitcher::new(State::new(r::<R>(goal - 3.5), r(2.0)));
            let _ = stitcher.update(State::new(r(goal - 3.0), r(2.0)), &by.step(r(0.25)));
            stitcher.switch(State::at_rest(r(goal)));
            stitcher
        },
        stitched,
        |m, goal| ended(&m.shown(), goal),
    );
    rests("stitcher", |goal| Stitcher::new(State::at_rest(r(goal))), stitched);
    both("overshoot clamp", |s, goal, dt: R| *s = clamp_overshoot(*s, r(goal), &by.step(dt)));
    both("walls", |s, goal, dt: R| {
        *s = bounce_within(spring(*s, r(goal), &by, dt), r(goal - 0.5), r(goal + 0.5), r(0.5));
    });
}
