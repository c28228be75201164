//! The numbers of the libraries themselves, of which the programs in C and C# print the same.
//!
//! `golden FILE` writes the inputs to a file, as the bits of the numbers, and prints one line per scenario: its name and the
//! hash of the bits of all results. Without a file it only prints. `tests/golden.c` and `csharp/tests/Golden.cs` are the same scenarios behind the interface.

use std::error::Error;
use std::fmt::Write as _;
use std::{env, fs};

use sprung::motion::{DoubleSpring, RotationState, TimedGoal, TimedSpring, Timeline, TimelineKey};
use sprung::{Damper, DoubleStep, Rotation, Spring, State};
use sprung_batch::{Batch, SpringParams};
use sprung_body::{
    Body, Discretization, DistanceSpring, ExternalAcceleration, OrientationSpring, PointSpring,
    Suspension, SwingSpring,
};
use sprung_network::{Collider, Settings, Shape, Solver, shapes};

/// FNV-1a over the bits of numbers; all NaN are equal.
struct Bits(u64);

impl Bits {
    fn new() -> Self {
        Bits(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, value: impl Into<f64>) {
        let value = value.into();
        let bits = if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() };
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn print(self, name: &str) {
        println!("{name} {:016x}", self.0);
    }
}

/// The rows of the golden data that a precision holds, thinned.
const ROWS: usize = 1500;

macro_rules! scenarios {
    ($type:ident) => {
        mod $type {
            use super::*;

            pub(super) type Row = [$type; 3];

            pub(super) fn rows() -> Vec<Row> {
                let all: Vec<Row> = testkit::golden::spring_steps::<$type>()
                    .map(|row| [row.angular_frequency, row.damping_ratio, row.dt])
                    .collect();
                let each = all.len().div_ceil(ROWS);
                all.into_iter().step_by(each).collect()
            }

            fn add_state(bits: &mut Bits, state: State<$type>) {
                bits.add(state.position);
                bits.add(state.velocity);
            }

            pub(super) fn print(rows: &[Row]) -> Result<(), Box<dyn Error>> {
                let name = |what: &str| format!("{what}_{}", stringify!($type));
                let [mut springs, mut steps, mut answers] = [(); 3].map(|()| Bits::new());
                let [mut rotations, mut motions, mut dampers] = [(); 3].map(|()| Bits::new());
                for &[w, z, dt] in rows {
                    let spring = Spring::new(w, z)?;
                    for value in [spring.frequency(), spring.stiffness(), spring.damping()] {
                        springs.add(value);
                    }
                    for value in [spring.lag(), spring.halflife(), spring.overshoot()] {
                        springs.add(value);
                    }
                    let step = spring.step(dt);
                    for value in step.matrix().as_flattened() {
                        steps.add(*value);
                    }
                    let start = State::new(1.0, -0.5);
                    let mut state = start;
                    for _ in 0..3 {
                        state = step.apply(state, 0.25);
                        add_state(&mut steps, state);
                    }
                    add_state(&mut steps, step.apply_angle(start, 3.0));
                    add_state(&mut steps, spring.follow_step(dt).apply(start, 0.25, 0.5));
                    add_state(&mut steps, spring.track_step(dt).apply(start, 0.25, 0.5));
                    let goal_velocity = spring.goal_velocity_step(dt);
                    add_state(&mut steps, goal_velocity.apply(start, 0.25, 2.0));
                    add_state(&mut steps, spring.landing_step(0.75, dt).apply(start, 0.25));
                    add_state(&mut steps, step.apply_tracking(start, State::new(0.5, 1.0), 0.125));

                    answers.add(spring.settling_time(0.02));
                    answers.add(spring.peak_time());
                    answers.add(spring.rise_time());
                    answers.add(spring.follow_response().gain(1.5));
                    answers.add(spring.track_response().phase(1.5));
                    let response = spring.free_response(start, 0.25);
                    answers.add(response.max_speed().value);
                    answers.add(response.max_acceleration().time);
                    answers.add(response.path_length());
                    answers.add(spring.energy(start, 0.25));

                    let mut turning = RotationState::new(
                        Rotation::from_rotation_vector([0.25, -1.0, 0.5]),
                        [1.0, 2.0, -3.0],
                    );
                    let goal = Rotation::from_rotation_vector([-0.5, 0.25, 1.5]);
                    for _ in 0..4 {
                        turning = step.apply_rotation(turning, goal);
                        for value in turning.rotation.xyzw() {
                            rotations.add(value);
                        }
                        for value in turning.angular_velocity {
                            rotations.add(value);
                        }
                    }

                    let mut timed = TimedSpring { state: start, intermediate: 1.0 };
                    let timed_step = spring.arrival_step(dt);
                    for left in [2.0, 1.5, 0.25, 0.0] {
                        timed.update(TimedGoal { position: 3.0, time_left: left }, &timed_step);
                        add_state(&mut motions, timed.state);
                        motions.add(timed.intermediate);
                    }
                    let mut double = DoubleSpring { state: start, intermediate: start };
                    let double_step = DoubleStep::from_halflife(0.125, dt)?;
                    double.update(2.0, &double_step);
                    double.update(2.0, &double_step);
                    add_state(&mut motions, double.state);
                    let key = TimelineKey::new(0.0, start, 2.0, spring);
                    let next = key.key_at(dt).with_goal(-1.0);
                    let keys = [key, next];
                    let timeline = Timeline::new(&keys)?;
                    for time in [-1.0, 0.5 * dt, dt, 1.5 * dt] {
                        add_state(&mut motions, timeline.state_at(time));
                    }

                    let damper = Damper::from_halflife(z + 0.01)?;
                    let damper_step = damper.step(dt);
                    let (value, from, to): ($type, $type, $type) = (4.0, 0.5, 0.75);
                    dampers.add(damper.rate());
                    dampers.add(damper_step.apply(value, from));
                    dampers.add(damper.follow_step(dt).apply(value, from, to));
                }
                springs.print(&name("springs"));
                steps.print(&name("steps"));
                answers.print(&name("answers"));
                rotations.print(&name("rotations"));
                motions.print(&name("motions"));
                dampers.print(&name("dampers"));
                batches(rows, &name("batches"));
                bodies(&name("bodies"))
            }

            fn batches(rows: &[Row], name: &str) {
                let column = |at: usize| rows.iter().map(|row| row[at]).collect::<Vec<_>>();
                let [w, z, dt] = [0, 1, 2].map(column);
                let count = rows.len();
                let (mut x, mut v) = (vec![1.0; count], vec![-0.5; count]);
                let springs = SpringParams { angular_frequency: &w, damping_ratio: &z, dt: &dt };
                for _ in 0..3 {
                    Batch::new().springs(springs, &mut x, &mut v, 0.25);
                }
                Batch::new().critical_springs(&dt, 0.0625, &mut x, &mut v, &z);
                let step = Spring::clamped(9.0, 0.5).step(0.015625);
                Batch::new().spring(&step, &mut x, &mut v, &w);
                Batch::new().dampers(0.125, 0.015625, &mut v, &w);
                let mut bits = Bits::new();
                for value in x.into_iter().chain(v) {
                    bits.add(value);
                }
                bits.print(name);
            }

            fn bodies(name: &str) -> Result<(), Box<dyn Error>> {
                let mut bits = Bits::new();
                let mut body = Body::<$type>::new(2.0, [0.25, 0.5, 0.75]);
                let mut other = Body::new(1.0, [0.5, 0.5, 0.5]);
                let mut world = Body::fixed();
                other.position = [1.0, 0.5, -0.25];
                for body in [&mut body, &mut other] {
                    body.load = ExternalAcceleration::new([0.0, -9.75, 0.0]);
                }
                let spring = Spring::new(12.0, 0.5)?;
                let auto = Discretization::Auto;
                let mut point = PointSpring::new(spring, [0.25, 0.5, 0.0], [0.0, 1.0, 0.0]);
                let mut rope = DistanceSpring::new(spring, [0.0; 3], [0.5, 0.0, 0.0], 1.0);
                let mut turn = OrientationSpring::new(
                    spring,
                    Rotation::from_rotation_vector([0.5, 0.25, -0.75]),
                );
                let mut upright = SwingSpring::new(spring, [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]);
                let mut wheel = Suspension::new(spring, [0.0, -0.25, 0.0], 1.0);
                rope.mode = sprung_body::SpringMode::TensionOnly;
                let dt = 0.015625;
                for _ in 0..60 {
                    point.prepare(&body, &world, auto, dt);
                    rope.prepare(&body, &other, auto, dt);
                    turn.prepare(&other, &world, auto, dt);
                    upright.prepare(&body, auto, dt);
                    wheel.prepare(&other, &world, [0.0, -1.0, 0.0], Some(0.75), auto, dt);
                    for _ in 0..4 {
                        point.solve(&mut body, &mut world);
                        rope.solve(&mut body, &mut other);
                        turn.solve(&mut other, &mut world);
                        upright.solve(&mut body);
                        wheel.solve(&mut other, &mut world);
                    }
                    for body in [&mut body, &mut other] {
                        for c in 0..3 {
                            body.velocity[c] += body.load.acceleration[c] * dt;
                            body.position[c] += body.velocity[c] * dt;
                            bits.add(body.position[c]);
                            bits.add(body.velocity[c]);
                            bits.add(body.angular_velocity[c]);
                        }
                    }
                }
                bits.print(name);
                Ok(())
            }
        }
    };
}
scenarios!(f64);
scenarios!(f32);

fn networks() -> Result<(), Box<dyn Error>> {
    let mut bits = Bits::new();
    let mut rope = shapes::rope([0.0; 3], [3.0, 0.0, 0.0], 30, 0.5)?;
    rope.fix([0]);
    rope.add_long_range_attachments();
    let sheet = shapes::Cloth::new(12, 10, 0.125, 0.25).with_shear(Spring::new(40.0, 0.5)?);
    let mut cloth = sheet.build()?;
    cloth.fix([0, 11]);
    rope.append(&cloth);
    let mut solver = Solver::new(&rope, Settings::default())?;
    let ball = Shape::Sphere { center: [0.75, -0.75, 0.5], radius: 0.25 };
    let floor = Shape::Plane { point: [0.0, -2.0, 0.0], normal: [0.0, 1.0, 0.0] };
    solver.set_colliders(&[Collider::new(ball).with_friction(0.5), Collider::new(floor)])?;
    for frame in 0..90 {
        solver.set_kinematic_target(0, [0.0, 0.015625 * frame as f32, 0.0]);
        if frame == 30 {
            solver.apply_impulse(20, [0.0, 0.0, 0.125]);
        }
        solver.step(0.015625);
        for particle in solver.particles() {
            for value in particle.position.into_iter().chain(particle.velocity) {
                bits.add(value);
            }
        }
    }
    bits.add(solver.stretch().max);
    rope.scale_masses(0.0625)?;
    let mut solver = Solver::within_stretch(&rope, 0.03125, Settings::default())?;
    for _ in 0..30 {
        solver.step(0.015625);
        bits.add(solver.substeps() as f64);
    }
    bits.add(solver.stretch().mean);
    bits.print("networks");
    Ok(())
}

/// Springs as text; the same list in the other languages.
const TEXTS: [&str; 8] = [
    "halflife=0.2",
    "frequency=2,damping_ratio=0.5",
    "stiffness=170,damping=26,mass=1",
    "duration=0.5,bounce=0.3",
    "settling_time=0.4,overshoot=0.05",
    "unity:smooth_time=0.3",
    "react-spring:tension=170,friction=26",
    "swiftui:bouncy",
];

fn texts() -> Result<(), Box<dyn Error>> {
    let mut bits = Bits::new();
    for text in TEXTS {
        let spring: Spring<f64> = text.parse()?;
        bits.add(spring.angular_frequency());
        bits.add(spring.damping_ratio());
        bits.add(spring.to_string().len() as f64);
    }
    bits.print("texts");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let (double, single) = (f64::rows(), f32::rows());
    let mut inputs = String::new();
    writeln!(inputs, "{} {}", double.len(), single.len())?;
    for row in &double {
        let [w, z, dt] = row.map(::core::primitive::f64::to_bits);
        writeln!(inputs, "{w:x} {z:x} {dt:x}")?;
    }
    for row in &single {
        // Their values as doubles: every number of the file has the same form.
        let [w, z, dt] = row.map(|value| ::core::primitive::f64::from(value).to_bits());
        writeln!(inputs, "{w:x} {z:x} {dt:x}")?;
    }
    if let Some(file) = env::args().nth(1) {
        fs::write(file, inputs)?;
    }
    f64::print(&double)?;
    f32::print(&single)?;
    networks()?;
    texts()
}
