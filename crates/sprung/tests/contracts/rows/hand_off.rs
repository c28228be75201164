//! Hand-off and landing: pointers, frames of reference, grids, reduced motion.

use sprung::State;
use sprung::motion::*;

use super::super::numbers::One;
use super::super::table::{Args, Arguments, ParameterValue, Table};

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    pointers(table);
    frames(table);
    table
        .answers("motion::nearest_on_grid", |a| One(nearest_on_grid(a.number(7.3), a.number(0.5))));
    table.answers("SpringValue::land_on", |a| {
        let mut value = SpringValue::new(a.pair(1.0));
        value.set_goal(a.pair(7.3));
        value.land_on(a.pair(0.5));
        value.goal()
    });
    table.builds("ReducedMotion::spring", |a| {
        ReducedMotion { max_travel: a.number(2.0) }.spring(&a.spring())
    });
    table.answers("ReducedMotion::set_goal", |a| {
        let mut value = SpringValue::new(a.pair(1.0)).with_spring(a.spring());
        value.set_state(a.state());
        ReducedMotion { max_travel: a.number(2.0) }.set_goal(&mut value, a.pair(9.0));
        (value.state(), value.goal())
    });
    table.answers("ReducedMotion::start", |a| {
        let policy = ReducedMotion { max_travel: a.number(2.0) };
        policy.start(a.state(), a.pair(9.0), &a.spring())
    });
}

fn pointers<R: ParameterValue>(table: &mut Table<R>) {
    for name in [
        "PointerTracker::new",
        "PointerTracker::with_bandwidth",
        "PointerTracker::with_rest_after",
        "PointerTracker::push",
        "PointerTracker::state_at",
        "PointerTracker::time",
    ] {
        table.answers(name, |a| {
            let mut pointer = PointerTracker::new(a.number(1.0), a.pair(5.0));
            pointer = pointer.with_bandwidth(a.number(70.0)).with_rest_after(a.number(0.05));
            for (time, place) in [(1.01, 6.0), (1.03, 8.0), (1.04, 9.5)] {
                pointer.push(a.number(time), a.pair(place));
            }
            (pointer.state_at(a.number(1.045)), One(pointer.time()))
        });
    }
}

fn frames<R: ParameterValue>(table: &mut Table<R>) {
    fn point<R: ParameterValue>(a: &mut Args<R>) -> State<[R; 3]> {
        State::new(a.triple(1.0), a.triple(-2.0))
    }
    fn turn<R: ParameterValue>(a: &mut Args<R>) -> RotationState<R> {
        RotationState::new(a.rotation(0.3), a.triple(-2.0))
    }
    fn frame<R: ParameterValue>(a: &mut Args<R>) -> ReferenceFrame<R> {
        let scale = State::new(a.triple(1.5), a.triple(0.2));
        ReferenceFrame { origin: point(a), rotation: turn(a), scale }
    }
    for name in ["ReferenceFrame::to_parent", "ReferenceFrame::to_local", "ReferenceFrame::carry"] {
        table.answers(name, |a| frame(a).carry(point(a), &frame(a)));
    }
    for name in [
        "ReferenceFrame::rotation_to_parent",
        "ReferenceFrame::rotation_to_local",
        "ReferenceFrame::carry_rotation",
    ] {
        table.answers(name, |a| frame(a).carry_rotation(turn(a), &frame(a)));
    }
    for name in [
        "ReferenceFrame::scale_to_parent",
        "ReferenceFrame::scale_to_local",
        "ReferenceFrame::carry_scale",
    ] {
        table.answers(name, |a| frame(a).carry_scale(point(a), &frame(a)));
    }
    table.answers("ReferenceFrame::planar", |a| {
        let (origin, scale) = (a.state(), State::new(a.pair(1.5), a.pair(0.2)));
        let frame = ReferenceFrame::planar(origin, a.scalar_state(), scale);
        let mut value = SpringValue::new(a.pair(1.0));
        value.change_frame(&frame, &ReferenceFrame::default());
        value.state()
    });
    table.answers("SpringValue::change_frame", |a| {
        let mut value = SpringValue::new(a.triple(1.0));
        value.set_state(point(a));
        value.set_goal(a.triple(3.0));
        value.change_frame(&frame(a), &frame(a));
        (value.state(), value.goal())
    });
}
