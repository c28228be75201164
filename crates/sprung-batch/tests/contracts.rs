//! The contract of every public function with 0, −0, negative, infinite and NaN numbers, in one table.
//!
//! Each public function of the crate has a row; the two springs of a call are the components that must not reach each
//! other. A public function without a row fails `every_public_function_has_a_row`.

use sprung::{Damper, Rotation, Spring, SpringStep};
use sprung_batch::{Batch, Float, RestThreshold, SimdLevel, SpringParams};
use testkit::contracts::{All, Args, check_names, check_promises};
use testkit::precision::Precision;

type Table<R> = testkit::contracts::Table<(), R>;

trait Number: Float + Precision {}
impl Number for f32 {}
impl Number for f64 {}

testkit::fuzz_contracts! { "batch", 20_000, add, Table<f64>, Table<f32> }

#[test]
fn every_public_function_has_a_row() {
    check_names(env!("CARGO_MANIFEST_DIR"), &[], &Table::<f64>::of(add));
}

#[test]
fn every_function_keeps_its_contract_in_double_precision() {
    check_promises::<_, f64>(|| Table::of(add));
}

#[test]
fn every_function_keeps_its_contract_in_single_precision() {
    check_promises::<_, f32>(|| Table::of(add));
}

fn add<R: Number>(table: &mut Table<R>) {
    settings(table);
    shared(table);
    own(table);
    dampers(table);
    crowds(table);
    rotations(table);
}

/// Positions and velocities of two springs.
fn state<R: Number>(a: &mut Args<R>) -> ([R; 2], [R; 2]) {
    (a.pair(1.5), a.pair(-2.0))
}

fn spring<R: Number>(a: &mut Args<R>) -> Spring<R> {
    let spring = Spring::new(a.number(7.0), a.number(0.6));
    spring.unwrap_or_else(|_| Spring::critical(R::ONE).expect("a frequency of 1"))
}

fn damper<R: Number>(a: &mut Args<R>) -> Damper<R> {
    let damper = Damper::from_rate(a.number(3.0));
    damper.unwrap_or_else(|_| Damper::from_rate(R::ONE).expect("a rate of 1"))
}

fn step<R: Number>(a: &mut Args<R>) -> SpringStep<R> {
    spring(a).step(a.dt())
}

fn settings<R: Number>(table: &mut Table<R>) {
    let with = |a: &mut Args<R>, batch: Batch<R>| {
        let ((mut x, mut v), goal) = (state(a), a.pair(0.5));
        batch.springs(
            SpringParams { angular_frequency: R::TWO, damping_ratio: R::HALF, dt: a.dt() },
            &mut x,
            &mut v,
            &goal,
        );
        (x, v)
    };
    table.answers("Batch::new", move |a| with(a, Batch::new()));
    table.answers("Batch::with_rest", move |a| {
        let rest = RestThreshold { distance: a.number(0.01), speed: a.number(0.1) };
        with(a, Batch::new().with_rest(rest))
    });
    table.answers("Batch::with_level", move |a| {
        let levels = SimdLevel::available().filter_map(|level| Batch::new().with_level(level));
        levels.map(|batch| with(&mut a.clone(), batch)).last().map(|_| with(a, Batch::new()))
    });
    table.answers("Batch::parallel", move |a| {
        #[cfg(feature = "parallel")]
        let batch = Batch::new().parallel();
        #[cfg(not(feature = "parallel"))]
        let batch = Batch::new();
        with(a, batch)
    });
    table.answers("SimdLevel::best", |_| SimdLevel::available().any(|x| x == SimdLevel::best()));
    table.answers("SimdLevel::available", |_| SimdLevel::available().count());
    table.answers("SimdLevel::name", |_| SimdLevel::best().name().is_empty());
}

fn shared<R: Number>(table: &mut Table<R>) {
    let zero = [R::ZERO; 2];
    table.moves("Batch::spring", move |a| {
        let (before, goal, step) = (state(a), a.pair(0.5), step(a));
        let (mut x, mut v) = before;
        Batch::new().spring(&step, &mut x, &mut v, &goal);
        (before, (x, v), (goal, zero))
    });
    table.moves("Batch::spring_moving_goal", move |a| {
        let (before, from, to) = (state(a), a.pair(0.5), a.pair(0.7));
        let (follow, track) = {
            let (spring, dt) = (spring(a), a.dt());
            (spring.follow_step(dt), spring.track_step(dt))
        };
        let moved = [follow, track].map(|step| {
            let (mut x, mut v) = before;
            Batch::new().spring_moving_goal(&step, &mut x, &mut v, &from, &to);
            (x, v)
        });
        ((before, before), moved.into(), ((to, zero), (to, zero)))
    });
    table.moves("Batch::spring_goal_velocity", move |a| {
        let (before, goal, velocity) = (state(a), a.pair(0.5), a.pair(0.7));
        let (spring, dt) = (spring(a), a.dt());
        let (mut x, mut v) = before;
        let step = spring.goal_velocity_step(dt);
        Batch::new().spring_goal_velocity(&step, &mut x, &mut v, &goal, &velocity);
        let lag = spring.lag();
        (before, (x, v), ([0, 1].map(|i| goal[i] + lag * velocity[i]), zero))
    });
}

fn own<R: Number>(table: &mut Table<R>) {
    let zero = [R::ZERO; 2];
    table.moves("Batch::springs", move |a| {
        let (before, goal) = (state(a), a.pair(0.5));
        let (mut x, mut v) = before;
        Batch::new().springs(
            SpringParams {
                angular_frequency: a.number(7.0),
                damping_ratio: a.number(0.6),
                dt: a.dt(),
            },
            &mut x,
            &mut v,
            &goal,
        );
        (before, (x, v), (goal, zero))
    });
    table.moves("Batch::critical_springs", move |a| {
        let (before, goal) = (state(a), a.pair(0.5));
        let (mut x, mut v) = before;
        Batch::new().critical_springs(a.number(0.2), a.dt(), &mut x, &mut v, &goal);
        (before, (x, v), (goal, zero))
    });
}

fn dampers<R: Number>(table: &mut Table<R>) {
    table.moves("Batch::damper", |a| {
        let (before, goal) = (a.pair(1.5), a.pair(0.5));
        let mut after = before;
        Batch::new().damper(&damper(a).step(a.dt()), &mut after, &goal);
        (before, after, goal)
    });
    table.moves("Batch::damper_moving_goal", |a| {
        let (before, from, to) = (a.pair(1.5), a.pair(0.5), a.pair(0.7));
        let mut after = before;
        Batch::new().damper_moving_goal(&damper(a).follow_step(a.dt()), &mut after, &from, &to);
        (before, after, to)
    });
    table.moves("Batch::dampers", |a| {
        let (before, goal) = (a.pair(1.5), a.pair(0.5));
        let mut after = before;
        Batch::new().dampers(a.number(0.2), a.dt(), &mut after, &goal);
        (before, after, goal)
    });
}

fn crowds<R: Number>(table: &mut Table<R>) {
    table.drifts("Batch::characters", |a| {
        let before = (a.pair(1.5), a.pair(-2.0), a.pair(1.0));
        let (goal, halflife) = (a.pair(0.5), a.number(0.2));
        let (mut x, mut v, mut acceleration) = before;
        Batch::new().characters(halflife, a.dt(), &mut x, &mut v, &mut acceleration, &goal);
        (before, (x, v, acceleration))
    });
    table.moves("Batch::inertialize", |a| {
        let (animation, before) = (state(a), state(a));
        let ((mut x, mut v), (mut offset, mut velocity)) = (animation, before);
        let (halflife, dt) = (a.number(0.2), a.dt());
        Batch::new().inertialize(halflife, dt, &mut offset, &mut velocity, &mut x, &mut v);
        // No time leaves the whole offset on the animation, an endless one nothing.
        let sum = |x: [R; 2], y: [R; 2]| [x[0] + y[0], x[1] + y[1]];
        let blend = (sum(animation.0, before.0), sum(animation.1, before.1));
        let zero = [R::ZERO; 2];
        ((before, blend), ((offset, velocity), (x, v)), ((zero, zero), animation))
    });
}

fn rotations<R: Number>(table: &mut Table<R>) {
    table.moves_whole("Batch::rotation_springs", |a| {
        let rotation = Rotation::from_rotation_vector(a.triple(0.5)).xyzw();
        let goal = Rotation::from_rotation_vector(a.triple(0.2)).xyzw();
        let velocity = a.triple(0.4);
        let (mut q, mut v) = (rotation.map(|x| [x]), velocity.map(|x| [x]));
        Batch::new().rotation_springs(
            SpringParams {
                angular_frequency: a.number(7.0),
                damping_ratio: a.number(0.6),
                dt: a.dt(),
            },
            q.each_mut().map(|column| &mut column[..]),
            v.each_mut().map(|column| &mut column[..]),
            goal,
        );
        // The same for q and −q.
        let turned = |q: [R; 4]| {
            All(q
                .iter()
                .enumerate()
                .flat_map(|(i, &x)| q[i..].iter().map(move |&y| x * y))
                .collect())
        };
        let q = q.map(|[x]| x);
        ((turned(rotation), velocity), (turned(q), v.map(|[x]| x)), (turned(goal), [R::ZERO; 3]))
    });
}
