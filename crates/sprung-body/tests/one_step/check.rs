//! One interface to all springs, and the check of one step.

use sprung::{SoftCoefficients, Vector};
use sprung_body::{
    AngularServo, Body, Discretization, DistanceSpring, Impulse, LinearServo, OrientationSpring,
    PointSpring, PoseSpring, Stiffness, Suspension, SwingSpring,
};

use crate::DT;
use crate::scene::Scene;
use crate::world::V3;

const IMPLICIT: Discretization = Discretization::BackwardEuler;

/// The calls of a spring, on two bodies or on the first alone.
pub(crate) trait TestedSpring: Clone {
    /// `true` if it pulls both bodies, and so keeps their momenta.
    const PAIR: bool;
    fn prepare(&mut self, bodies: &[Body<f64>; 2]);
    fn warm_start(&mut self, bodies: &mut [Body<f64>; 2], impulse: &[f64]);
    fn solve(&mut self, bodies: &mut [Body<f64>; 2]);
    /// The impulse along the directions of [`check`].
    fn impulse(&self) -> Vec<f64>;
    fn limit(&mut self, most: f64);
}

/// Checks the velocity that one step leaves, the momenta, a warm start and a limit.
///
/// `velocity` and `offset` are those along the spring; the limit is that of the impulse times `size`.
pub(crate) fn check<S: TestedSpring>(
    scene: &Scene,
    spring: &S,
    strength: Stiffness<f64>,
    velocity: impl Fn(&[Body<f64>; 2]) -> Vec<f64>,
    offset: &[f64],
    size: f64,
) {
    let step = |part: Option<Vec<f64>>, most: f64| {
        let (mut spring, mut bodies) = (spring.clone(), scene.bodies);
        spring.limit(most);
        spring.prepare(&bodies);
        if let Some(part) = part {
            spring.warm_start(&mut bodies, &part);
        }
        spring.solve(&mut bodies);
        (bodies, spring.impulse())
    };
    let before = velocity(&scene.bodies);
    let (bodies, impulse) = step(None, f64::INFINITY);
    let after = velocity(&bodies);
    assert!(impulse.iter().any(|part| part.abs() > 1e-6), "{impulse:?}");
    let rows = before.iter().zip(&after).zip(offset);
    match strength {
        Stiffness::Frequency(spring) => {
            let SoftCoefficients { c_s, c_d } = SoftCoefficients::backward_euler(&spring, DT);
            let left = rows.map(|((before, _), x)| (1.0 - c_d) * before - c_s * x / DT);
            assert_close(&after, &left.collect::<Vec<_>>());
        }
        Stiffness::Physical { stiffness: k, damping: c } => {
            let given = rows.map(|((_, after), x)| -DT * (k * x + (c + DT * k) * after));
            assert_close(&impulse, &given.collect::<Vec<_>>());
        }
    }
    let [start, end] = [&scene.bodies, &bodies].map(|bodies| scene.momenta(bodies));
    for (start, end) in start.iter().zip(end) {
        assert!(!S::PAIR || start.minus(end).length() < 1e-12, "{start:?} {end:?}");
    }
    // A warm start does not change the end.
    let part = impulse.iter().map(|part| 0.3 * part + 0.01).collect();
    let (warm, same) = step(Some(part), f64::INFINITY);
    assert_close(&same, &impulse);
    assert_close(&velocity(&warm), &after);
    // Half of the force, in the same direction.
    let whole = impulse.iter().map(|part| part * part).sum::<f64>().sqrt();
    let (_, half) = step(None, 0.5 * whole / DT);
    assert_close(&half, &impulse.iter().map(|part| 0.5 / size * part).collect::<Vec<_>>());
}

pub(crate) fn assert_close(values: &[f64], expected: &[f64]) {
    for (value, expected) in values.iter().zip(expected) {
        assert!((value - expected).abs() < 1e-6, "{values:?} {expected:?}");
    }
}

/// A spring on the bodies that are named.
macro_rules! tested {
    ($spring:ty, [$($body:ident),+], $limit:ident, $of:expr, $impulse:expr) => {
        impl TestedSpring for $spring {
            const PAIR: bool = [$(stringify!($body)),+].len() == 2;
            fn prepare(&mut self, [$($body,)+ ..]: &[Body<f64>; 2]) {
                self.prepare($($body,)+ IMPLICIT, DT);
            }
            fn warm_start(&mut self, [$($body,)+ ..]: &mut [Body<f64>; 2], impulse: &[f64]) {
                self.warm_start($($body,)+ $of(impulse));
            }
            fn solve(&mut self, [$($body,)+ ..]: &mut [Body<f64>; 2]) {
                self.solve($($body),+);
            }
            fn impulse(&self) -> Vec<f64> {
                $impulse(self)
            }
            fn limit(&mut self, most: f64) {
                self.$limit = most;
            }
        }
    };
}

fn first(parts: &[f64]) -> f64 {
    parts[0]
}

fn all<const N: usize>(parts: &[f64]) -> [f64; N] {
    parts.try_into().unwrap()
}

fn linear(parts: &[f64]) -> Impulse<f64> {
    Impulse { linear: all(parts), angular: [0.0; 3] }
}

tested!(PointSpring<f64>, [a, b], max_force, all, |spring: &Self| spring.impulse.to_vec());
tested!(DistanceSpring<f64>, [a, b], max_force, first, |spring: &Self| vec![spring.impulse]);
tested!(LinearServo<f64>, [a, b], max_force, first, |spring: &Self| vec![spring.impulse]);
tested!(AngularServo<f64>, [a, b], max_torque, first, |spring: &Self| vec![spring.impulse]);
tested!(OrientationSpring<f64>, [a, b], max_torque, all, |spring: &Self| spring.impulse.to_vec());
tested!(SwingSpring<f64>, [body], max_torque, all, |spring: &Self| spring.impulse.to_vec());
tested!(PoseSpring<f64>, [body], max_force, linear, |spring: &Self| {
    spring.impulse().linear.to_vec()
});

/// A suspension from a point of A, with its ray.
#[derive(Clone)]
pub(crate) struct Wheel {
    pub(crate) spring: Suspension<f64>,
    pub(crate) ray: V3,
    pub(crate) length: f64,
}

impl TestedSpring for Wheel {
    const PAIR: bool = true;
    fn prepare(&mut self, [body, ground]: &[Body<f64>; 2]) {
        self.spring.prepare(body, ground, self.ray, Some(self.length), IMPLICIT, DT);
    }
    fn warm_start(&mut self, [body, ground]: &mut [Body<f64>; 2], impulse: &[f64]) {
        self.spring.warm_start(body, ground, impulse[0]);
    }
    fn solve(&mut self, [body, ground]: &mut [Body<f64>; 2]) {
        self.spring.solve(body, ground);
    }
    fn impulse(&self) -> Vec<f64> {
        vec![self.spring.impulse]
    }
    fn limit(&mut self, most: f64) {
        self.spring.max_force = most;
    }
}
