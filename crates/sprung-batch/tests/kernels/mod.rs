//! Every kernel of the crate on the same springs, as bits that can be compared and hashed.
//!
//! Springs are numbered, and each is made from its number alone by arithmetic that is exact to the bit on every target.

use sprung::{Damper, Spring};
use sprung_batch::{Batch, Float, SpringParams};
use std::ops::Range;
use testkit::precision::Precision;
use testkit::random::Random;

/// Advances the numbered springs a few steps and gives the bits of all that changed, column by column.
pub(crate) type Kernel<T> = fn(&Batch<T>, Range<usize>) -> Vec<u64>;

/// Every kernel by its name.
pub(crate) fn kernels<T: Float + Precision>() -> Vec<(&'static str, Kernel<T>)> {
    vec![
        ("spring", spring),
        ("spring_moving_goal", spring_moving_goal),
        ("spring_goal_velocity", spring_goal_velocity),
        ("springs", springs),
        ("springs with one dt", springs_with_one_dt),
        ("critical_springs", critical_springs),
        ("critical_springs with one half-life", critical_springs_with_one_halflife),
        ("damper", damper),
        ("damper_moving_goal", damper_moving_goal),
        ("dampers", dampers),
        ("characters", characters),
        ("inertialize", inertialize),
        ("rotation_springs", rotation_springs),
    ]
}

const STEPS: usize = 3;

/// The initial state, goal and parameters of each spring.
struct Springs<T> {
    position: Vec<T>,
    velocity: Vec<T>,
    goal: Vec<T>,
    angular_frequency: Vec<T>,
    damping_ratio: Vec<T>,
    halflife: Vec<T>,
    dt: Vec<T>,
}

impl<T: Float + Precision> Springs<T> {
    fn new(numbers: Range<usize>) -> Self {
        let column = |seed: u64, value: fn(&mut Random) -> f64| {
            let number = |i: usize| value(&mut Random::new(seed << 32 | i as u64));
            numbers.clone().map(|i| T::nearest(number(i))).collect()
        };
        Springs {
            position: column(1, |random| random.uniform(-3.0, 3.0)),
            velocity: column(2, |random| random.uniform(-50.0, 50.0)),
            goal: column(3, |random| random.uniform(-3.0, 3.0)),
            angular_frequency: column(4, |random| match random.index(20) {
                0 => 0.0,
                1 => f64::INFINITY,
                2 => 1e30,
                _ => 300.0 * random.unit() * random.unit() * random.unit(),
            }),
            damping_ratio: column(5, |random| match random.index(8) {
                0 => 0.0,
                1 => 1.0,
                2 => random.uniform(0.9999, 1.0001),
                3 => random.uniform(1.0, 1000.0),
                4 => 1e-9,
                _ => random.uniform(0.0, 2.0),
            }),
            halflife: column(6, |random| match random.index(10) {
                0 => 0.0,
                1 => f64::INFINITY,
                _ => random.unit() * random.unit(),
            }),
            dt: column(7, |random| match random.index(10) {
                0 => 0.0,
                1 => f64::INFINITY,
                2 => random.uniform(0.0, 20.0),
                _ => random.uniform(0.5, 1.5) / 60.0,
            }),
        }
    }

    fn bits(self) -> Vec<u64> {
        bits([self.position, self.velocity])
    }
}

fn bits<T: Precision, const N: usize>(columns: [Vec<T>; N]) -> Vec<u64> {
    let bits = |x: T| if x.to_f64().is_nan() { u64::MAX } else { x.to_f64().to_bits() };
    columns.into_iter().flatten().map(bits).collect()
}

/// The springs that all states share in turn, through every regime.
fn shared_springs<T: Float + Precision>() -> impl Iterator<Item = Spring<T>> {
    let spring = |(w, z)| Spring::new(T::nearest(w), T::nearest(z)).expect("a spring");
    [(30.0, 0.2), (4.0, 1.0), (90.0, 7.0)].into_iter().map(spring)
}

fn frame<T: Precision>() -> T {
    T::nearest(1.0 / 60.0)
}

fn spring<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    for shared in shared_springs::<T>() {
        batch.spring(&shared.step(frame()), &mut s.position, &mut s.velocity, &s.goal);
    }
    s.bits()
}

fn spring_moving_goal<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    for shared in shared_springs::<T>() {
        for step in [shared.follow_step(frame()), shared.track_step(frame())] {
            batch.spring_moving_goal(&step, &mut s.position, &mut s.velocity, &s.goal, T::ONE);
        }
    }
    s.bits()
}

fn spring_goal_velocity<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    for shared in shared_springs::<T>() {
        let step = shared.goal_velocity_step(frame());
        batch.spring_goal_velocity(&step, &mut s.position, &mut s.velocity, &s.goal, &s.dt);
    }
    s.bits()
}

fn springs<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    for _ in 0..STEPS {
        let (w, z) = (&s.angular_frequency, &s.damping_ratio);
        batch.springs(
            SpringParams { angular_frequency: w, damping_ratio: z, dt: &s.dt },
            &mut s.position,
            &mut s.velocity,
            &s.goal,
        );
    }
    s.bits()
}

fn springs_with_one_dt<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    for _ in 0..STEPS {
        let (w, z) = (&s.angular_frequency, &s.damping_ratio);
        batch.springs(
            SpringParams { angular_frequency: w, damping_ratio: z, dt: frame::<T>() },
            &mut s.position,
            &mut s.velocity,
            T::ONE,
        );
    }
    s.bits()
}

fn critical_springs<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    for _ in 0..STEPS {
        batch.critical_springs(&s.halflife, &s.dt, &mut s.position, &mut s.velocity, &s.goal);
    }
    s.bits()
}

fn critical_springs_with_one_halflife<T: Float + Precision>(
    batch: &Batch<T>,
    numbers: Range<usize>,
) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    let halflife = T::nearest(0.1);
    for _ in 0..STEPS {
        batch.critical_springs(halflife, &s.dt, &mut s.position, &mut s.velocity, T::ZERO);
    }
    s.bits()
}

/// The damper that all values share.
fn shared_damper<T: Float + Precision>() -> Damper<T> {
    Damper::from_halflife(T::nearest(0.1)).expect("a damper")
}

fn damper<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    batch.damper(&shared_damper().step(frame()), &mut s.position, &s.goal);
    s.bits()
}

fn damper_moving_goal<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    let step = shared_damper().follow_step(frame());
    batch.damper_moving_goal(&step, &mut s.position, &s.goal, &s.velocity);
    s.bits()
}

fn dampers<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    for _ in 0..STEPS {
        batch.dampers(&s.halflife, &s.dt, &mut s.position, &s.goal);
    }
    s.bits()
}

fn characters<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    let mut x = s.damping_ratio.clone();
    for _ in 0..STEPS {
        let (v, a) = (&mut s.position, &mut s.velocity);
        batch.characters(&s.halflife, &s.dt, &mut x, v, a, &s.goal);
    }
    bits([x, s.position, s.velocity])
}

fn inertialize<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let mut s = Springs::<T>::new(numbers);
    let (mut x, mut v) = (s.goal.clone(), s.damping_ratio.clone());
    for _ in 0..STEPS {
        let (offset, rate) = (&mut s.position, &mut s.velocity);
        batch.inertialize(&s.halflife, &s.dt, offset, rate, &mut x, &mut v);
    }
    bits([x, v, s.position, s.velocity])
}

fn rotation_springs<T: Float + Precision>(batch: &Batch<T>, numbers: Range<usize>) -> Vec<u64> {
    let s = Springs::<T>::new(numbers);
    let unit = |columns: [&Vec<T>; 4]| {
        let mut unit = columns.map(Vec::clone);
        for i in 0..columns[0].len() {
            let square = columns.iter().fold(T::ZERO, |sum, c| sum + c[i] * c[i]);
            let length = sprung::Real::sqrt(square);
            for column in &mut unit {
                column[i] = column[i] / length;
            }
        }
        unit
    };
    let mut rotation = unit([&s.position, &s.goal, &s.velocity, &s.position]);
    let goal = unit([&s.goal, &s.position, &s.goal, &s.position]);
    let mut velocity = [s.velocity.clone(), s.position.clone(), s.goal.clone()];
    for _ in 0..STEPS {
        batch.rotation_springs(
            SpringParams {
                angular_frequency: &s.angular_frequency,
                damping_ratio: &s.damping_ratio,
                dt: &s.dt,
            },
            rotation.each_mut().map(|column| &mut column[..]),
            velocity.each_mut().map(|column| &mut column[..]),
            goal.each_ref().map(|column| &column[..]),
        );
    }
    let [x, y, z, w] = rotation;
    let [vx, vy, vz] = velocity;
    bits([x, y, z, w, vx, vy, vz])
}
