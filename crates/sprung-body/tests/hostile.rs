//! Every public function with hostile numbers: no panic, steps that are none change nothing, and no NaN in a sound body.

use sprung::{Damper, Real, Rotation, Spring, Vector};
use sprung_body::{
    AngularMotor, AngularServo, Body, Contact, ContactMaterial, DampedMotion, Damping,
    Discretization, DistanceSpring, ExternalAcceleration, Impulse, LinearMotor, LinearServo,
    Matrix3, OrientationSpring, PointSpring, PoseSpring, SpringMode, Stiffness, Suspension,
    SwingSpring, contact_force, contact_force_unclipped, stable_pd_frequency, stable_pd_impulse,
    stable_pd_velocity_change,
};
use testkit::inputs::hostile;
use testkit::precision::Precision;

const DISCRETIZATIONS: [Discretization; 3] =
    [Discretization::Auto, Discretization::Exact, Discretization::BackwardEuler];

/// One spring of every kind.
struct All<R> {
    attachment: PointSpring<R>,
    distance: DistanceSpring<R>,
    orientation: OrientationSpring<R>,
    swing: SwingSpring<R>,
    linear_motor: LinearMotor<R>,
    angular_motor: AngularMotor<R>,
    linear_servo: LinearServo<R>,
    angular_servo: AngularServo<R>,
    pose: PoseSpring<R>,
    suspension: Suspension<R>,
    contact: Contact<R>,
}

impl<R: Real> All<R> {
    fn new(strength: Stiffness<R>, damping: Damping<R>, x: R) -> Self {
        let n = R::from_f64;
        let v = |vector: [f64; 3]| vector.map(R::from_f64);
        let goal = Rotation::from_rotation_vector(v([0.5, 0.2, -0.4]));
        let mut distance =
            DistanceSpring::new(strength, v([0.3, 0.0, 0.1]), [x, n(0.1), n(0.0)], n(0.5));
        distance.damped = DampedMotion::All;
        let ground = ContactMaterial::from_restitution(n(0.5), n(0.1)).expect("a ground");
        All {
            attachment: PointSpring::new(strength, v([0.3, 0.1, 0.0]), [x, n(0.2), n(0.3)]),
            distance,
            orientation: OrientationSpring::new(strength, goal),
            swing: SwingSpring::new(strength, v([0.0, 1.0, 0.0]), v([0.6, 0.8, 0.0])),
            linear_motor: LinearMotor::new(damping, [x, n(0.0), n(1.0)]),
            angular_motor: AngularMotor::new(damping, [x, n(0.0), n(1.0)]),
            linear_servo: LinearServo::new(strength, v([0.0, 0.6, 0.8]), x),
            angular_servo: AngularServo::new(strength, v([0.0, 0.6, 0.8]), x),
            pose: PoseSpring::new(strength, [n(0.1), x, n(0.0)], goal),
            suspension: Suspension::new(strength, v([0.1, 0.0, 0.2]), n(1.0)),
            contact: Contact::new(ground),
        }
    }

    /// Prepares, starts warm by `warm` and solves each from the same bodies; returns what became of them.
    fn each(
        &mut self,
        start: [Body<R>; 2],
        discretization: Discretization,
        x: R,
        warm: R,
        dt: R,
    ) -> Vec<[Body<R>; 2]> {
        let n = R::from_f64;
        let up = [n(0.0), n(1.0), n(0.0)];
        let mut ends = vec![];
        macro_rules! pair {
            ($spring:expr, $warm:expr, $($prepare:expr),*) => {{
                let [mut a, mut b] = start;
                $spring.prepare(&a, &b, $($prepare),*);
                $spring.warm_start(&mut a, &mut b, $warm);
                $spring.solve(&mut a, &mut b);
                $spring.solve(&mut a, &mut b);
                ends.push([a, b]);
            }};
        }
        let three = [warm; 3];
        pair!(self.attachment, three, discretization, dt);
        for mode in [SpringMode::TwoWay, SpringMode::TensionOnly, SpringMode::CompressionOnly] {
            self.distance.mode = mode;
            pair!(self.distance, warm, discretization, dt);
        }
        pair!(self.orientation, three, discretization, dt);
        pair!(self.linear_motor, three, dt);
        pair!(self.angular_motor, three, dt);
        pair!(self.linear_servo, warm, discretization, dt);
        pair!(self.angular_servo, warm, discretization, dt);
        pair!(self.suspension, warm, up.times(-R::ONE), Some(x), discretization, dt);
        pair!(self.suspension, warm, up.times(-R::ONE), None, discretization, dt);
        pair!(self.contact, warm, [n(0.1), n(-0.2), n(0.0)], up, x, discretization, dt);
        let [mut a, b] = start;
        self.swing.look_at(&a, [x; 3]);
        self.swing.prepare(&a, discretization, dt);
        self.swing.warm_start(&mut a, [warm; 2]);
        self.swing.solve(&mut a);
        ends.push([a, b]);
        let [mut a, b] = start;
        self.pose.prepare(&a, discretization, dt);
        self.pose.warm_start(&mut a, Impulse { linear: three, angular: three });
        self.pose.solve(&mut a);
        let _ = (self.pose.impulse(), self.angular_servo.angle(&a, &b));
        ends.push([a, b]);
        ends
    }
}

fn bodies<R: Real>() -> [Body<R>; 2] {
    let n = R::from_f64;
    let v = |vector: [f64; 3]| vector.map(R::from_f64);
    let mut a = Body::new(n(2.0), v([0.4, 0.5, 0.6]));
    a.position = v([0.2, 0.1, -0.3]);
    a.velocity = v([0.0, -1.0, 0.5]);
    a.angular_velocity = v([1.0, 0.3, -0.4]);
    a.load = ExternalAcceleration::new(v([0.0, -9.81, 0.0]));
    [a, Body::new(n(3.0), v([1.0, 1.0, 1.0]))]
}

fn strengths<R: Real + Precision>() -> Vec<(Stiffness<R>, Damping<R>)> {
    let n = R::from_f64;
    let mut all = vec![];
    for x in hostile::<R>() {
        let physical = Stiffness::Physical { stiffness: x, damping: n(1.0) };
        all.push((physical, Damping::Physical(x)));
        all.push((Stiffness::Physical { stiffness: n(1.0), damping: x }, Damping::Physical(x)));
        if let (Ok(spring), Ok(damper)) = (Spring::new(x, n(0.5)), Damper::from_rate(x)) {
            all.push((spring.into(), damper.into()));
        }
        if let (Ok(spring), Ok(damper)) = (Spring::new(n(9.0), x), Damper::from_rate(x)) {
            all.push((spring.into(), damper.into()));
        }
    }
    all
}

fn check<R: Real + Precision>() {
    let n = R::from_f64;
    let start = bodies::<R>();
    let usual = (
        Spring::new(n(9.0), n(0.6)).expect("a spring"),
        Damper::from_rate(n(5.0)).expect("a rate"),
    );
    for discretization in DISCRETIZATIONS {
        // An invalid step changes nothing, not even by a warm start.
        for dt in [n(0.0), n(-0.0), n(-1.0), n(f64::NAN), R::INFINITY, -R::INFINITY] {
            for x in hostile::<R>() {
                let mut all = All::new(usual.0.into(), usual.1.into(), x);
                for ends in all.each(start, discretization, x, n(0.0), dt) {
                    assert_eq!(ends, start, "{discretization:?} dt {dt} x {x}");
                }
            }
            for (strength, damping) in strengths::<R>() {
                let mut all = All::new(strength, damping, n(0.3));
                for ends in all.each(start, discretization, n(0.3), n(0.0), dt) {
                    assert_eq!(ends, start, "{discretization:?} dt {dt} {strength:?}");
                }
            }
        }
        // Hostile strengths, numbers, steps and warm starts leave the bodies finite.
        let finite = |ends: &[Body<R>; 2]| ends.iter().all(|body| body.validate().is_ok());
        for x in hostile::<R>() {
            let mut all = All::new(usual.0.into(), usual.1.into(), x);
            for (i, ends) in
                all.each(start, discretization, x, n(0.1), n(1.0 / 60.0)).iter().enumerate()
            {
                assert!(finite(ends), "{discretization:?} spring {i} x {x}: {ends:?}");
            }
            let mut all = All::new(usual.0.into(), usual.1.into(), n(0.3));
            for (i, ends) in
                all.each(start, discretization, n(0.3), x, n(1.0 / 60.0)).iter().enumerate()
            {
                assert!(finite(ends), "{discretization:?} spring {i} warm {x}: {ends:?}");
            }
            for (i, ends) in all.each(start, discretization, n(0.3), n(0.1), x).iter().enumerate() {
                assert!(finite(ends), "{discretization:?} spring {i} dt {x}: {ends:?}");
            }
        }
        for (strength, damping) in strengths::<R>() {
            let mut all = All::new(strength, damping, n(0.3));
            for (i, ends) in
                all.each(start, discretization, n(0.3), n(0.1), n(1.0 / 60.0)).iter().enumerate()
            {
                assert!(finite(ends), "{discretization:?} spring {i} {strength:?}: {ends:?}");
            }
        }
    }
}

#[test]
fn hostile_numbers_and_steps_that_are_none_do_no_harm_in_double_precision() {
    check::<f64>();
}

#[test]
fn hostile_numbers_and_steps_that_are_none_do_no_harm_in_single_precision() {
    check::<f32>();
}

#[test]
fn functions_without_state_take_every_number() {
    let spring = Spring::new(9.0, 0.6).unwrap();
    for x in hostile::<f64>() {
        let body = Body::new(x, [x, 1.0, x]);
        assert!(body.validate().is_ok() || !x.is_finite() || x.abs() < 1e-300, "{x}");
        let _ = (
            Body::planar(x, x),
            ExternalAcceleration::new([x; 3]).in_substeps(0).already_applied(),
        );
        let _ = (body.point([x; 3]), body.velocity_at([x; 3]), body.with_inertia([x; 3]));
        let mut pushed = Body::new(1.0, [1.0; 3]);
        pushed.apply(Impulse { linear: [x; 3], angular: [x; 3] });
        pushed.apply_at([x; 3], [1.0; 3]);
        assert!(x.is_nan() || x.is_infinite() || !pushed.velocity[0].is_nan());
        let _ = (
            Matrix3::diagonal([x; 3]).apply([x; 3]),
            Matrix3::diagonal([x; 3]).plus(&Matrix3::ZERO),
        );
        let _ = contact_force([[0.0, 1.0, 0.0], [x; 3]], x, x, x);
        let _ = contact_force_unclipped([[0.0, 1.0, 0.0], [x; 3]], x, x, x);
        let _ = (stable_pd_frequency(x, 0.1), stable_pd_frequency(0.5, x));
        let _ = stable_pd_velocity_change(&spring, [[x; 3]; 2], [[x; 3]; 2], x);
        let _ = stable_pd_impulse([x, x], x, [[x; 3]; 2], [[x; 3]; 2], x);
        if let Ok(ground) = ContactMaterial::from_restitution(x, 0.1) {
            assert!(ground.restitution() <= 1.0 && ground.duration() > 0.0);
        }
        let _ = (ContactMaterial::from_restitution(0.5, x), Stiffness::physical(x, x));
        let _ = (
            Stiffness::Physical { stiffness: x, damping: x }.spring(x),
            Stiffness::Frequency(spring).spring(x),
        );
        let _ = (LinearMotor::with_drag(x, x, [x; 3]), AngularMotor::with_drag(x, x, [x; 3]));
    }
    assert_eq!(contact_force_unclipped([[0.0, 1.0, 0.0], [0.0; 3]], -1.0, 1.0, 1.0), [0.0; 3]);
    let _ = (
        Body::<f64>::fixed(),
        ContactMaterial::<f64>::trampoline(),
        ContactMaterial::<f64>::quicksand(),
    );
}
