//! The derivatives of a step and of whole motions, beside 60 digits, differences and each other.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::MotionDerivatives;
use sprung::{Real, Spring, State};
use testkit::golden;
use testkit::inputs::hostile;
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::tolerance::{MANY_FRAMES, STEP_DERIVATIVES, phase_rounding};
use testkit::{in_both_precisions, worst::Worst};

in_both_precisions! {
    derivatives_are_those_of_sixty_digits
    derivatives_are_the_same_at_every_frame_rate
    hostile_numbers_never_panic
}

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

fn derivatives_are_those_of_sixty_digits<R: Real + Precision>() {
    let mut by_w = Worst::new("derivatives by the angular frequency");
    let mut by_z = Worst::new("derivatives by the damping ratio");
    for row in golden::step_derivatives::<R>() {
        let spring = Spring::new(row.angular_frequency, row.damping_ratio).unwrap();
        let derivatives = spring.step_derivatives(row.dt);
        let [w, z, t] =
            [row.angular_frequency, row.damping_ratio, row.dt].map(|x| Precision::to_f64(x));
        let states = [State::new(R::ONE, R::ZERO), State::new(R::ZERO, R::ONE)];
        // A rounded phase turns an oscillation, and its derivatives by the phase, on.
        let turned = phase_rounding::<R>(w, z, t) * (1.0 + w * t);
        let scales = [1.0, t.min(1.0 / w), w.min(w * w * t), 1.0];
        let frequency = states.map(|state| derivatives.by_angular_frequency(state, R::ZERO));
        let ratio = states.map(|state| derivatives.by_damping_ratio(state, R::ZERO));
        let elements = |[of_x, of_v]: [State<R>; 2]| {
            [of_x.position, of_v.position, of_x.velocity, of_v.velocity].map(|x| Real::to_f64(x))
        };
        let want_w =
            [row.xx_by_frequency, row.xv_by_frequency, row.vx_by_frequency, row.vv_by_frequency];
        let want_z = [row.xx_by_ratio, row.xv_by_ratio, row.vx_by_ratio, row.vv_by_ratio];
        for i in 0..4 {
            let allowed = (STEP_DERIVATIVES.bar::<R>() + turned) * scales[i];
            let place = || format!("{i} {row:?}");
            by_w.check(w * (elements(frequency)[i] - want_w[i]), allowed, place);
            by_z.check(z.max(1.0) * (elements(ratio)[i] - want_z[i]), allowed, place);
        }
    }
    by_w.finish();
    by_z.finish();
}

/// The change of a motion through goals, by each parameter, as a function of how much it is varied.
#[derive(Clone, Copy)]
enum Vary {
    Frequency,
    Ratio,
    Time,
    Start,
    Goal,
}

struct Course {
    w: f64,
    z: f64,
    dt: Vec<f64>,
    start: State<[f64; 2]>,
    start_direction: State<[f64; 2]>,
    goals: Vec<[f64; 2]>,
    goal_direction: [f64; 2],
}

impl Course {
    fn random(random: &mut Random) -> Self {
        let mut pair = |size: f64| [(); 2].map(|()| random.uniform(-size, size));
        let start = State::new(pair(1.0), pair(5.0));
        let (start_direction, goal_direction) = (State::new(pair(1.0), pair(1.0)), pair(1.0));
        let goals = (0..12).map(|_| pair(2.0)).collect();
        let (w, z) = (random.log_uniform(0.5, 20.0), random.log_uniform(0.05, 5.0));
        let dt = (0..12).map(|_| random.uniform(0.01, 0.2)).collect();
        Course { w, z, dt, start, start_direction, goals, goal_direction }
    }

    /// The end of the motion with one parameter varied, by plain steps.
    fn end(&self, vary: Vary, by: f64) -> [f64; 4] {
        let along = |x: [f64; 2], direction: [f64; 2]| [0, 1].map(|i| x[i] + by * direction[i]);
        let (mut w, mut z, mut added, mut state) = (self.w, self.z, 0.0, self.start);
        let mut goal_direction = [0.0; 2];
        match vary {
            Vary::Frequency => w += by,
            Vary::Ratio => z += by,
            Vary::Time => added = by,
            Vary::Goal => goal_direction = self.goal_direction,
            Vary::Start => {
                state.position = along(state.position, self.start_direction.position);
                state.velocity = along(state.velocity, self.start_direction.velocity);
            }
        }
        let spring = Spring::new(w, z).unwrap();
        for (&dt, &goal) in self.dt.iter().zip(&self.goals) {
            state = spring.step(dt + added).apply(state, along(goal, goal_direction));
        }
        [state.position[0], state.position[1], state.velocity[0], state.velocity[1]]
    }

    fn derivatives(&self) -> MotionDerivatives<[f64; 2]> {
        let spring = Spring::new(self.w, self.z).unwrap();
        let mut motion = MotionDerivatives::along(self.start, self.start_direction);
        for (&dt, &goal) in self.dt.iter().zip(&self.goals) {
            motion.update_along(goal, self.goal_direction, &spring.step_derivatives(dt));
        }
        motion
    }
}

#[test]
fn derivatives_of_a_motion_are_its_differences() {
    let mut random = Random::new(1);
    let mut worst = Worst::new("derivatives of motions beside differences");
    for _ in 0..200 {
        let course = Course::random(&mut random);
        let motion = course.derivatives();
        for (vary, told, size) in [
            (Vary::Frequency, motion.by_angular_frequency, course.w),
            (Vary::Ratio, motion.by_damping_ratio, course.z),
            (Vary::Time, motion.by_dt, 0.01),
            (Vary::Start, motion.by_start, 1.0),
            (Vary::Goal, motion.by_goal, 1.0),
        ] {
            let told = [told.position[0], told.position[1], told.velocity[0], told.velocity[1]];
            // Central differences, extrapolated: an error of the fourth order.
            let slope = |h: f64| {
                let (after, before) = (course.end(vary, h), course.end(vary, -h));
                [0, 1, 2, 3].map(|i| (after[i] - before[i]) / (2.0 * h))
            };
            let h = 2e-4 * size;
            let (fine, coarse) = (slope(h), slope(2.0 * h));
            for i in 0..4 {
                let want = fine[i] + (fine[i] - coarse[i]) / 3.0;
                let scale = if i < 2 { 1.0 } else { course.w.max(1.0) };
                worst.check((told[i] - want) * size, 2e-9 * scale, || {
                    format!("{i} of {} {}", course.w, course.z)
                });
            }
        }
        assert_eq!(
            motion.state.position,
            [course.end(Vary::Time, 0.0)[0], course.end(Vary::Time, 0.0)[1]]
        );
    }
    worst.finish();
}

/// The gradient backwards is that forwards, for every single goal and step.
#[test]
fn the_reverse_mode_is_the_transpose_of_the_forward_mode() {
    let mut random = Random::new(2);
    for _ in 0..200 {
        let course = Course::random(&mut random);
        let spring = Spring::new(course.w, course.z).unwrap();
        let steps: Vec<_> = course.dt.iter().map(|&dt| spring.step_derivatives(dt)).collect();
        let mut states = vec![course.start];
        for (step, &goal) in steps.iter().zip(&course.goals) {
            states.push(step.step().apply(states[states.len() - 1], goal));
        }
        let mut pair = |size: f64| [(); 2].map(|()| random.uniform(-size, size));
        let loss = State::new(pair(1.0), pair(0.2));
        let along = |change: State<[f64; 2]>| -> f64 {
            (0..2)
                .map(|i| {
                    change.position[i] * loss.position[i] + change.velocity[i] * loss.velocity[i]
                })
                .sum()
        };
        let (mut gradient, mut w, mut z, mut dt, mut goals) = (loss, 0.0, 0.0, 0.0, 0.0);
        for i in (0..steps.len()).rev() {
            let back = steps[i].pull_back(states[i], course.goals[i], gradient);
            w += back.angular_frequency;
            z += back.damping_ratio;
            dt += back.dt;
            goals +=
                back.goal[0] * course.goal_direction[0] + back.goal[1] * course.goal_direction[1];
            gradient = back.state;
        }
        let start: f64 = (0..2)
            .map(|i| {
                gradient.position[i] * course.start_direction.position[i]
                    + gradient.velocity[i] * course.start_direction.velocity[i]
            })
            .sum();
        let motion = course.derivatives();
        for (back, forth) in [
            (w, motion.by_angular_frequency),
            (z, motion.by_damping_ratio),
            (dt, motion.by_dt),
            (start, motion.by_start),
            (goals, motion.by_goal),
        ] {
            let forth = along(forth);
            assert!(
                (back - forth).abs() < 1e-11 * (1.0 + forth.abs()) * course.w.max(1.0),
                "{back} {forth}"
            );
        }
    }
}

/// A second towards a held goal, in frames and in one step.
fn derivatives_are_the_same_at_every_frame_rate<R: Real + Precision>() {
    let mut worst = Worst::new("derivatives in frames beside one step");
    let (w, start, goal) = (9.0, State::new(r::<R>(0.5), r(2.0)), r::<R>(-1.0));
    for z in [0.0, 0.25, 1.0, 1.5, 8.0] {
        let whole = {
            let spring = Spring::new(w, z).unwrap().step_derivatives(1.0);
            let (start, goal) = (State::new(0.5, 2.0), -1.0);
            [spring.by_angular_frequency(start, goal), spring.by_damping_ratio(start, goal)]
        };
        let spring = Spring::new(r::<R>(w), r(z)).unwrap();
        let even = |rate: u32| vec![1.0 / f64::from(rate); rate as usize];
        let mut paces = [16, 24, 30, 60, 144, 1000].map(even).to_vec();
        paces.push(vec![0.125, 0.0, 0.25, 0.0625, 0.5, 0.0625]);
        for frames in paces {
            let mut motion = MotionDerivatives::of(start);
            for &dt in &frames {
                motion.update(goal, &spring.step_derivatives(r(dt)));
            }
            let got = [motion.by_angular_frequency, motion.by_damping_ratio];
            for (got, want) in got.iter().zip(&whole) {
                let scale = want.position.abs().max(want.velocity.abs() / w).max(1.0);
                let bar = MANY_FRAMES.bar::<R>() * scale;
                let place = || format!("{z}, {} frames", frames.len());
                worst.check(Real::to_f64(got.position) - want.position, bar, place);
                worst.check((Real::to_f64(got.velocity) - want.velocity) / w, bar, place);
            }
        }
    }
    worst.finish();
}

#[test]
fn without_time_nothing_depends_on_the_spring() {
    let (state, goal) = (State::new(1.0, -2.0), 3.0);
    for dt in [0.0, -0.0, -1.0, f64::NAN] {
        let none = Spring::new(5.0, 0.3).unwrap().step_derivatives(dt);
        assert_eq!(none.by_angular_frequency(state, goal), State::at_rest(0.0), "{dt}");
        assert_eq!(none.by_damping_ratio(state, goal), State::at_rest(0.0), "{dt}");
        assert_eq!(none.by_goal(1.0), State::at_rest(0.0), "{dt}");
        assert_eq!(none.by_state(state), state, "{dt}");
        assert_eq!(none.by_dt(state, goal), State::new(-2.0, 25.0 * 2.0 + 3.0 * 2.0), "{dt}");
    }
}

fn hostile_numbers_never_panic<R: Real + Precision>() {
    for w in hostile::<R>() {
        for z in hostile::<R>() {
            let Ok(spring) = Spring::new(w, z) else { continue };
            for dt in hostile::<R>() {
                let mut motion = MotionDerivatives::of(State::new(R::ONE, w));
                let step = spring.step_derivatives(dt);
                motion.update(z, &step);
                let _ = step.pull_back(motion.state, w, motion.by_dt);
            }
        }
    }
}
