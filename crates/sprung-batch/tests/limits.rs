//! Edge cases: zero and infinite time steps, no pull, rest, columns of different lengths.

use sprung_batch::{Batch, Float, ParamData, RestThreshold, SimdLevel, SpringParams};
use testkit::inputs;
use testkit::precision::Precision;

fn step<T: Float>(w: T, z: T, dt: T, x: T, v: T, goal: T) -> (T, T) {
    let (mut position, mut velocity) = ([x], [v]);
    Batch::new().springs(
        SpringParams { angular_frequency: w, damping_ratio: z, dt },
        &mut position,
        &mut velocity,
        goal,
    );
    (position[0], velocity[0])
}

#[test]
fn no_time_changes_nothing_bit_for_bit() {
    for dt in [0.0, -1.0, f32::NAN] {
        for w in inputs::hostile_parameters::<f32>().into_iter().chain([f32::INFINITY]) {
            for z in inputs::hostile_parameters::<f32>().into_iter().chain([f32::INFINITY]) {
                assert_eq!(step(w, z, dt, 0.3, -7.0, 5.0), (0.3, -7.0), "w {w} z {z} dt {dt}");
            }
            let (mut x, mut v) = ([0.3], [-7.0]);
            Batch::new().critical_springs(w, dt, &mut x, &mut v, 5.0);
            assert_eq!((x, v), ([0.3], [-7.0]), "halflife {w} dt {dt}");
            Batch::new().dampers(w, dt, &mut x, 5.0);
            assert_eq!(x, [0.3], "halflife {w} dt {dt}");
        }
    }
}

#[test]
fn all_time_ends_at_rest_on_the_goal_where_there_is_damping() {
    // Its period is longer than the largest finite time.
    let slowest = f32::MIN_POSITIVE;
    assert_eq!(step(slowest, 0.0, f32::INFINITY, 0.3, -7.0, 5.0), (0.3, -7.0));
    for z in [1e-3, 0.5, 1.0, 3.0] {
        assert_eq!(step(2.0f32, z, f32::INFINITY, 0.3, -7.0, 5.0), (5.0, 0.0), "{z}");
        assert_eq!(step(slowest, z, f32::INFINITY, 0.3, -7.0, 5.0), (5.0, 0.0), "{z}");
        assert_eq!(step(f64::INFINITY, f64::from(z), 1.0, 0.3, -7.0, 5.0), (5.0, 0.0), "{z}");
    }
    assert_eq!(step(2.0f32, 0.0, f32::INFINITY, 0.3, -7.0, 5.0), (0.3, -7.0));
    let (position, velocity) = step(2.0f32, f32::INFINITY, 1.0, 0.3, 0.0, 5.0);
    assert!(position == 0.3 && velocity.abs() < 1e-15, "{velocity}");
}

#[test]
fn without_a_pull_a_body_moves_freely() {
    assert_eq!(step(0.0f64, 1.0, 2.0, 1.0, 0.5, 9.0), (2.0, 0.5));
}

/// No finite parameter may make a finite state infinite, larger than its energy allows, or NaN.
fn hostile_steps_stay_bounded<T: Float + Precision>() {
    for w in inputs::hostile_parameters::<T>() {
        for z in inputs::hostile_parameters::<T>() {
            for dt in inputs::hostile_parameters::<T>() {
                let (x, _) = step(w, z, dt, T::ONE, T::ZERO, T::ZERO);
                let x = Precision::to_f64(x).abs();
                assert!(x <= 1.0 + 8.0 * <T as Precision>::EPSILON, "w {w} z {z} dt {dt}: {x}");
            }
        }
    }
}

#[test]
fn a_spring_released_at_rest_never_leaves_its_offset_for_any_float() {
    hostile_steps_stay_bounded::<f32>();
    hostile_steps_stay_bounded::<f64>();
}

#[test]
fn a_spring_that_cannot_be_is_nan_and_spoils_no_other() {
    for (w, z) in [(-1.0, 1.0), (f32::NAN, 1.0), (1.0, -0.2), (1.0, f32::NAN)] {
        let (mut x, mut v) = ([1.0; 40], [0.0; 40]);
        let (mut ws, mut zs) = ([3.0; 40], [0.4; 40]);
        (ws[17], zs[17]) = (w, z);
        Batch::new().springs(
            SpringParams { angular_frequency: &ws, damping_ratio: &zs, dt: 0.1 },
            &mut x,
            &mut v,
            0.0,
        );
        assert!(x[17].is_nan() && v[17].is_nan());
        for i in (0..40).filter(|&i| i != 17) {
            assert_eq!((x[i], v[i]), (x[0], v[0]));
        }
        assert!(x[0].is_finite() && v[0].is_finite());
    }
    let (mut x, mut v) = ([1.0f64], [0.0]);
    Batch::new().critical_springs(-0.1, 0.1, &mut x, &mut v, 0.0);
    assert!(x[0].is_nan() && v[0].is_nan());
}

#[test]
fn half_life_zero_reaches_the_goal_at_once_and_an_infinite_one_never_moves() {
    let (mut x, mut v) = ([3.0f32, 3.0, 3.0], [1.0, 1.0, 0.0]);
    Batch::new().critical_springs(&[0.0, -0.0, f32::INFINITY], 1e-3, &mut x, &mut v, 5.0);
    assert_eq!((x, v), ([5.0, 5.0, 3.0], [0.0, 0.0, 0.0]));
    let mut value = [3.0f32; 4];
    Batch::new().dampers(&[0.0, -0.0, f32::INFINITY, -1.0], 1e-3, &mut value, 5.0);
    assert_eq!(value[..3], [5.0, 5.0, 3.0]);
    assert!(value[3].is_nan());
}

#[test]
fn all_time_is_longer_than_the_longest_half_life() {
    let halflives = [f32::MAX, 1e30, f32::INFINITY];
    let (mut x, mut v) = ([3.0f32; 3], [0.0; 3]);
    Batch::new().critical_springs(&halflives, f32::INFINITY, &mut x, &mut v, 5.0);
    assert_eq!((x, v), ([5.0, 5.0, 3.0], [0.0; 3]));
    let mut value = [3.0f32; 3];
    Batch::new().dampers(&halflives, f32::INFINITY, &mut value, 5.0);
    assert_eq!(value, [5.0, 5.0, 3.0]);
}

/// Springs that settle must come to rest, not creep through subnormal numbers.
fn settles_without_subnormals<T: Float + Precision>() {
    let n = 140;
    let w: Vec<T> = (0..n).map(|i| T::nearest(5.0 + 0.2 * i as f64)).collect();
    let z: Vec<T> = (0..n).map(|i| T::nearest(0.2 + 0.01 * i as f64)).collect();
    let goal: Vec<T> = (0..n).map(|i| T::nearest((i % 3) as f64)).collect();
    let (mut x, mut v) = (vec![T::nearest(-0.7); n], vec![T::nearest(4.0); n]);
    let (mut sx, mut sv) = (x.clone(), v.clone());
    let step =
        sprung::Spring::new(T::nearest(20.0), T::ONE).expect("a spring").step(T::nearest(0.05));
    for _ in 0..16_000 {
        Batch::new().springs(
            SpringParams { angular_frequency: &w, damping_ratio: &z, dt: T::nearest(0.05) },
            &mut x,
            &mut v,
            &goal,
        );
        Batch::new().spring(&step, &mut sx, &mut sv, &goal);
        for y in [&x, &v, &sx, &sv].into_iter().flatten() {
            assert!(*y == T::ZERO || y.abs() >= T::MIN_POSITIVE, "{y} is subnormal");
        }
    }
    for i in (0..n).filter(|&i| goal[i] == T::ZERO) {
        assert_eq!((x[i], v[i], sx[i], sv[i]), (T::ZERO, T::ZERO, T::ZERO, T::ZERO), "{i}");
    }
}

#[test]
fn settling_springs_never_become_subnormal_and_come_to_rest() {
    settles_without_subnormals::<f32>();
    settles_without_subnormals::<f64>();
}

#[test]
fn rest_needs_both_near_and_slow() {
    let batch = Batch::new().with_rest(RestThreshold { distance: 0.1, speed: 0.1 });
    let (mut x, mut v) = ([1.05, 1.05, 1.5], [0.05, 5.0, 0.05]);
    batch.springs(
        SpringParams { angular_frequency: 1.0, damping_ratio: 1.0, dt: 0.0 },
        &mut x,
        &mut v,
        1.0,
    );
    assert_eq!((x, v), ([1.0, 1.05, 1.5], [0.0, 5.0, 0.05]));
}

#[test]
#[should_panic(expected = "velocity must be as long as position, got 2 and 3")]
fn lengths_that_differ_are_named() {
    Batch::new().springs(
        SpringParams { angular_frequency: 1.0f32, damping_ratio: 1.0, dt: 0.1 },
        &mut [0.0; 3],
        &mut [0.0; 2],
        1.0,
    );
}

#[test]
#[should_panic(expected = "damping_ratio must be as long as position, got 4 and 3")]
fn parameter_lengths_that_differ_are_named() {
    Batch::new().springs(
        SpringParams { angular_frequency: 1.0f32, damping_ratio: &[0.0; 4], dt: 0.1 },
        &mut [0.0; 3],
        &mut [0.0; 3],
        1.0,
    );
}

/// Springs of `components` numbers each, by parameters of whole vectors and by parameters repeated for each component.
fn vectors(batch: Batch<f32>, len: usize, components: usize) {
    let each = |seed: usize| -> Vec<f32> {
        (0..len).map(|i| 0.3 + ((i * 7 + seed) % 11) as f32 * 0.4).collect()
    };
    let repeated =
        |values: &[f32]| -> Vec<f32> { values.iter().flat_map(|&x| vec![x; components]).collect() };
    let (w, z) = (each(1), each(5));
    let goal: Vec<f32> = (0..len * components).map(|i| (i % 13) as f32 - 6.0).collect();
    let run = |w: ParamData<'_, f32>, z: ParamData<'_, f32>| {
        let (mut x, mut v) = (vec![0.25f32; len * components], vec![-1.0f32; len * components]);
        let springs = SpringParams { angular_frequency: w, damping_ratio: z, dt: 0.1 };
        for _ in 0..3 {
            batch.springs(springs, &mut x, &mut v, &goal);
        }
        (x, v)
    };
    let per_vector = |values| ParamData::PerVector { values, components };
    let by_vector = run(per_vector(&w), per_vector(&z));
    let by_component = run(ParamData::Each(&repeated(&w)), ParamData::Each(&repeated(&z)));
    assert_eq!(by_vector, by_component, "{len} vectors of {components}");
}

#[test]
fn parameters_of_vectors_are_those_of_each_component() {
    for level in SimdLevel::available() {
        let batch = Batch::new().with_level(level).expect("an available level");
        for components in 1..5 {
            for len in (0..70).chain([127, 255]) {
                vectors(batch, len, components);
            }
        }
        vectors(batch, 7, 100);
    }
}

#[cfg(feature = "parallel")]
#[test]
fn threads_never_split_a_vector() {
    for components in [2, 3, 7] {
        vectors(Batch::new().parallel(), 40_000, components);
    }
}

#[test]
#[should_panic(expected = "damping_ratio must be as long as position, got 4 and 3")]
fn parameters_of_vectors_need_as_many_components_as_the_state() {
    let damping_ratio = ParamData::PerVector { values: &[0.5f32, 0.6], components: 2 };
    let springs = SpringParams { angular_frequency: 1.0, damping_ratio, dt: 0.1 };
    Batch::new().springs(springs, &mut [0.0; 3], &mut [0.0; 3], 1.0);
}

#[test]
#[should_panic(expected = "dt must be as long as position")]
fn vectors_without_components_are_refused() {
    let dt = ParamData::PerVector { values: &[0.1f32], components: 0 };
    let springs = SpringParams { angular_frequency: 1.0, damping_ratio: 0.5, dt };
    Batch::new().springs(springs, &mut [0.0; 3], &mut [0.0; 3], 1.0);
}
