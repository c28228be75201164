//! Owned values, piecewise linear goals and constructors that clamp.

use sprung::motion::*;
use sprung::{Damper, RestThreshold, Spring, State};

use super::super::table::{Args, Arguments, ParameterValue, Table};

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    owned(table);
    goals(table);
    timelines(table);
    table.builds("Spring::clamped", |a| Spring::clamped(a.number(7.0), a.number(0.6)));
    table.builds("Spring::clamped_frequency", |a| {
        Spring::clamped_frequency(a.number(2.0), a.number(0.6))
    });
    table.builds("Spring::clamped_duration_and_bounce", |a| {
        Spring::clamped_duration_and_bounce(a.number(0.5), a.number(0.3))
    });
    table.builds("Spring::clamped_halflife", |a| {
        Spring::clamped_halflife(a.number(0.2), a.number(0.6))
    });
    table.builds("Damper::clamped_halflife", |a| Damper::clamped_halflife(a.number(0.2)));
}

fn value<R: ParameterValue>(a: &mut Args<R>) -> SpringValue<[R; 2]> {
    let rest = RestThreshold { distance: R::ZERO, speed: R::ZERO };
    let mut value = SpringValue::new(a.pair(1.0)).with_spring(a.spring()).with_rest_threshold(rest);
    value.set_state(a.state());
    value.set_goal(a.pair(0.5));
    value
}

fn owned<R: ParameterValue>(table: &mut Table<R>) {
    table.moves_whole("SpringValue::advance", |a| {
        let mut value = value(a);
        let (before, goal) = (value.state(), value.goal());
        value.advance(a.dt());
        (before, value.state(), State::at_rest(goal))
    });
    for name in [
        "SpringValue::new",
        "SpringValue::with_spring",
        "SpringValue::set_goal",
        "SpringValue::set_state",
        "SpringValue::value",
        "SpringValue::velocity",
        "SpringValue::state",
        "SpringValue::goal",
    ] {
        table.answers(name, |a| {
            let value = value(a);
            (value.state(), vec![value.value(), value.velocity(), value.goal()])
        });
    }
    for name in ["SpringValue::spring", "SpringValue::set_spring"] {
        table.builds(name, |a| {
            let mut value = SpringValue::new(R::ZERO);
            value.set_spring(a.spring());
            value.spring()
        });
    }
    for name in ["SpringValue::rest_threshold", "SpringValue::with_rest_threshold"] {
        table.answers(name, |a| {
            let rest = RestThreshold { distance: a.number(0.1), speed: a.number(1.0) };
            let RestThreshold { distance, speed } =
                SpringValue::new(R::ZERO).with_rest_threshold(rest).rest_threshold();
            [distance, speed]
        });
    }
    for name in ["SpringValue::snap_to", "SpringValue::is_moving"] {
        table.answers(name, |a| {
            let mut value = value(a);
            let place = a.number(2.0);
            value.snap_to([place; 2]);
            assert!(value.is_moving() == sprung::Real::is_nan(place));
            value.state()
        });
    }
}

fn timelines<R: ParameterValue>(table: &mut Table<R>) {
    fn key<R: ParameterValue>(a: &mut Args<R>) -> TimelineKey<[R; 2]> {
        TimelineKey::new(a.number(0.5), a.state(), a.pair(0.5), a.spring())
    }
    table.moves_whole("TimelineKey::state_at", |a| {
        let key = TimelineKey::new(R::ZERO, a.state(), a.pair(0.5), a.spring());
        (key.state(), key.state_at(a.dt()), State::at_rest(key.goal()))
    });
    for name in [
        "TimelineKey::new",
        "TimelineKey::time",
        "TimelineKey::state",
        "TimelineKey::goal",
        "TimelineKey::key_at",
        "TimelineKey::with_goal",
        "TimelineKey::with_state",
        "TimelineKey::with_added_velocity",
    ] {
        table.answers(name, |a| {
            let key = key(a).key_at(a.number(0.7)).with_goal(a.pair(2.0));
            let key = key.with_added_velocity(a.pair(1.0));
            (key.with_state(key.state()).state(), vec![key.goal(), [key.time(); 2]])
        });
    }
    for name in ["TimelineKey::spring", "TimelineKey::with_spring"] {
        table.builds(name, |a| {
            let spring = a.spring();
            TimelineKey::new(R::ZERO, State::at_rest(R::ZERO), R::ONE, spring)
                .with_spring(spring)
                .spring()
        });
    }
    table.answers("TimelineKey::time_of_progress", |a| {
        let key = key(a);
        [key.time_of_progress(a.number(0.9)); 2]
    });
    for name in ["Timeline::new", "Timeline::keys", "Timeline::key_before", "Timeline::state_at"] {
        table.answers(name, |a| {
            let keys = [key(a), key(a)];
            let time = a.number(0.6);
            let timeline = Timeline::new(&keys).ok();
            timeline.map_or(State::at_rest([R::ZERO; 2]), |timeline| {
                assert_eq!(timeline.keys().len(), 2);
                timeline.key_before(time);
                timeline.state_at(time)
            })
        });
    }
}

fn goals<R: ParameterValue>(table: &mut Table<R>) {
    fn of<R: ParameterValue>(a: &mut Args<R>, time: R) -> Option<[R; 2]> {
        let times = [a.number(0.0), a.number(1.0), a.number(2.0)];
        let values = [a.pair(0.0), a.pair(1.0), a.pair(-2.0)];
        PiecewiseLinear::new(&times, &values).ok().map(|goals| goals.at(time))
    }
    for name in ["PiecewiseLinear::new", "PiecewiseLinear::at"] {
        table.answers(name, |a| {
            let time = a.number(0.5);
            of(a, time).map_or([R::ZERO; 2], |value| value)
        });
    }
    table.answers("PiecewiseLinear::segments", |a| {
        let times = [a.number(0.0), a.number(1.0), a.number(2.0)];
        let values = [a.pair(0.0), a.pair(1.0), a.pair(-2.0)];
        let (start, end) = (a.number(0.25), a.number(1.5));
        let Ok(goals) = PiecewiseLinear::new(&times, &values) else { return Vec::new() };
        let segments = goals.segments(start, end);
        segments.map(|s| ([s.duration; 2], State::new(s.from, s.to))).collect::<Vec<_>>()
    });
}
