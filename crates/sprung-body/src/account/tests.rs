//! Tests of accounts against the kinetic and elastic energies of bodies.

use super::*;
use crate::contact::Contact;
use crate::contact_material::ContactMaterial;
use crate::external_acceleration::ExternalAcceleration;
use crate::point_spring::PointSpring;
use crate::servo::AngularServo;
use sprung::Spring;
use testkit::random::Random;

#[test]
fn a_row_pulls_with_the_largest_part_that_its_energy_allows() {
    let mut random = Random::new(8);
    let (mut scaled, mut braking) = (0, 0);
    for _ in 0..2000 {
        let [c0, c1] = [0; 2].map(|_| random.uniform(-2.0, 2.0));
        let (c2, energy) = (random.log_uniform(1e-3, 10.0), random.uniform(-1.0, 3.0));
        // What the damping alone gives is not limited.
        let left = f64::max(energy - c0, 0.0);
        let allowed = |s: &f64| c1 * s + c2 * s * s <= left;
        let most = (0..=10_000).rev().map(|i| f64::from(i) * 1e-4).find(allowed);
        let (most, factor) = (most.expect("0 is allowed"), factor([c0, c1, c2], energy));
        assert!((factor - most).abs() <= 1.001e-4, "{c0} {c1} {c2} {energy}: {factor} {most}");
        scaled += usize::from(factor > 0.0 && factor < 1.0);
        braking += usize::from(factor < 1.0 && c1 < 0.0);
    }
    assert!(scaled > 400 && braking > 100, "{scaled} {braking}");
    for c2 in [0.0, -1.0, f64::NAN] {
        assert_eq!(factor([1.0, 1.0, c2], 0.0), 1.0);
    }
    // Nothing is left, at no velocity.
    assert_eq!(factor([0.0, 0.0, 1.0], 0.0), 0.0);
}

#[test]
fn an_account_begins_with_the_offset_and_with_what_substeps_of_a_load_hide() {
    let (h, mass, start, omega, weight) = (1.0f64 / 60.0, 2.0, 0.7, 3.0, 9.81);
    let (mut body, world) = (Body::new(mass, [0.5; 3]), Body::fixed());
    body.position = [start, 0.0, 0.0];
    body.load = ExternalAcceleration::new([0.0, -weight, 0.0]).in_substeps(4);
    let mut drag = PointSpring::new(Spring::new(omega, 0.0).unwrap(), [0.0; 3], [0.0; 3]);
    // Of the velocity w·h three eighths are gained after the mean of the step.
    let hidden = 0.5 * mass * (weight * h).powi(2) * 0.375;
    let begun = 0.5 * mass * (omega * start).powi(2) + hidden;
    // A step in which nothing happens changes nothing.
    for _ in 0..2 {
        drag.prepare(&body, &world, Discretization::BackwardEuler, h);
        assert!((drag.row.account.energy / begun - 1.0).abs() < 1e-12, "{:?}", drag.row.account);
    }
}

#[test]
fn an_account_far_from_the_origin_allows_for_the_rounding_of_positions() {
    let (h, mass, offset, far) = (1.0f64 / 60.0, 2.0, 0.5, 1e6);
    let (mut body, mut world) = (Body::new(mass, [0.5; 3]), Body::fixed());
    body.position = [far + offset, 0.0, 0.0];
    for from_world in [0.0, far] {
        world.position = [from_world, 0.0, 0.0];
        let held_at = [far - from_world, 0.0, 0.0];
        let mut drag = PointSpring::new(Spring::new(300.0, 0.0).unwrap(), [0.0; 3], held_at);
        let mut energies = [0.0; 2];
        for energy in &mut energies {
            drag.prepare(&body, &world, Discretization::BackwardEuler, h);
            *energy = drag.row.account.energy;
        }
        // 8 ε of the distances, times the derivative of ½·m·x²/h².
        let distances = far + from_world + 2.0 * offset;
        let rounding = mass / h / h * offset * 8.0 * f64::EPSILON * distances;
        let ratio = (energies[1] - energies[0]) / rounding;
        assert!((ratio - 1.0).abs() < 1e-3, "{ratio}");
    }
}

#[test]
fn an_undamped_spring_alone_holds_its_elastic_energy_after_every_step() {
    // Backward Euler turns ωx + iv by 1/(1 + iωh) per step: E falls by 1 + ω²h², and x has the cosine's part of it.
    let (h, mass, start) = (1.0f64 / 60.0, 2.0, 0.7);
    for omega in [3.0, 40.0, 300.0] {
        let (mut body, mut world) = (Body::new(mass, [0.5; 3]), Body::fixed());
        body.position = [start, 0.0, 0.0];
        let spring = Spring::new(omega, 0.0).unwrap();
        let mut drag = PointSpring::new(spring, [0.0; 3], [0.0; 3]);
        let (phase, first) = (omega * h, 0.5 * mass * (omega * start).powi(2));
        for n in 0..200 {
            drag.prepare(&body, &world, Discretization::BackwardEuler, h);
            let energy = first * (1.0 + phase * phase).powi(-n);
            let angle = f64::from(n) * phase.atan();
            let begun = 0.5 * mass * (start / h).powi(2);
            let held = energy * angle.cos().powi(2);
            let held = if n == 0 { held.min(begun) } else { held };
            let moving = energy * angle.sin().powi(2);
            assert!((drag.row.account.energy - held).abs() < 1e-12 * first, "{omega} step {n}");
            let kinetic = 0.5 * mass * body.velocity.dot(body.velocity);
            assert!((kinetic - moving).abs() < 1e-12 * first, "{omega} step {n}");
            drag.solve(&mut body, &mut world);
            body.position = body.position.plus(body.velocity.times(h));
        }
    }
}

#[test]
fn a_strongly_damped_stiff_pair_is_credited_with_no_more_than_rounding() {
    // 1 − C_d is e⁻⁴⁰: the elastic energy of the pair is 10¹⁷ times what the spring is granted.
    let (h, mass, start) = (1.0f64 / 60.0, 2.0, 0.7);
    let (mut body, mut world) = (Body::new(mass, [0.5; 3]), Body::fixed());
    body.position = [100.0 + start, 0.0, 0.0];
    let spring = Spring::new(600.0, 2.0).unwrap();
    let mut drag = PointSpring::new(spring, [0.0; 3], [100.0, 0.0, 0.0]);
    let first = 0.5 * mass * (start / h).powi(2);
    for n in 0..10 {
        drag.prepare(&body, &world, Discretization::Auto, h);
        let kinetic = 0.5 * mass * body.velocity.dot(body.velocity);
        assert!(drag.row.account.energy + kinetic <= first * (1.0 + 1e-12), "step {n}");
        drag.solve(&mut body, &mut world);
        body.position = body.position.plus(body.velocity.times(h));
    }
}

#[test]
fn the_work_of_an_impulse_is_its_product_with_the_mean_velocity_of_a_from_b() {
    let [mut a, mut b] = [2.0f64, 5.0].map(|mass| Body::new(mass, [0.5; 3]));
    (a.velocity, b.velocity) = ([3.0, 0.0, 0.0], [4.0, 0.0, 0.0]);
    let mut account = Account::NEW;
    account.pay([&a, &b], 0.1);
    // 10 N·s on A and −10 N·s on B.
    account.note([[10.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
    let before = 0.5 * (2.0 * 9.0 + 5.0 * 16.0);
    (a.velocity[0], b.velocity[0]) = (3.0 + 10.0 / 2.0, 4.0 - 10.0 / 5.0);
    let gained = 0.5 * (2.0 * a.velocity[0].powi(2) + 5.0 * b.velocity[0].powi(2)) - before;
    assert_eq!(account.pay([&a, &b], 0.1).map(|(paid, _)| paid), Some(gained));
}

#[test]
fn the_work_on_what_nothing_turns_is_the_angular_impulse_times_its_spin() {
    let mut mill = Body::<f64>::fixed();
    mill.angular_velocity = [0.0, 0.0, 3.0];
    let mut account = Account::NEW;
    account.pay([&Body::fixed(), &mill], 0.1);
    account.note([[0.0; 3], [0.0; 3], [0.0, 0.0, -5.0]]);
    assert_eq!(account.pay([&Body::fixed(), &mill], 0.1).map(|(paid, _)| paid), Some(-15.0));
}

#[test]
fn work_whose_rounding_has_no_bound_is_none() {
    let mut fast = Body::new(1.0f64, [1.0; 3]);
    fast.velocity = [0.0, 1e200, 0.0];
    let mut account = Account::NEW;
    account.pay([&fast, &Body::fixed()], 0.1);
    // Across the velocity.
    account.note([[1e200, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
    assert_eq!(account.pay([&fast, &Body::fixed()], 0.1), Some((0.0, 0.0)));
}

#[test]
fn a_motor_without_debts_doubles_its_strength_in_each_step() {
    let bodies = [&Body::new(1.0f64, [1.0; 3]), &Body::fixed()];
    let mut account = Account::NEW;
    account.pay(bodies, 0.1);
    account.strength = 0.2;
    let strengths = [(); 4].map(|()| account.strength(bodies, [[0.0; 3]; 2], 0.1));
    assert_eq!(strengths, [0.4, 0.8, 1.0, 1.0]);
}

#[test]
fn an_account_goes_on_where_velocities_and_loads_can_have_moved_the_body() {
    // 0.1 s at 3 m/s or rad/s, and 2 m/s² or rad/s²: twice 0.3 and 0.02.
    let (dt, reach) = (0.1, 0.64);
    let goes_on = |change: &dyn Fn(&mut Body<f64>)| {
        let mut body = Body::new(2.0f64, [0.5; 3]);
        (body.velocity, body.angular_velocity) = ([0.0, 3.0, 0.0], [0.0, 0.0, 3.0]);
        body.load = ExternalAcceleration {
            acceleration: [2.0, 0.0, 0.0],
            angular_acceleration: [0.0, 2.0, 0.0],
            pending_fraction: 1.0,
        };
        let mut account = Account::NEW;
        account.pay([&body, &Body::fixed()], dt);
        change(&mut body);
        account.pay([&body, &Body::fixed()], dt).is_some()
    };
    let turned = |angle: f64| Rotation::from_rotation_vector([angle, 0.0, 0.0]);
    for (part, expected) in [(0.99, true), (1.01, false)] {
        assert_eq!(goes_on(&|body| body.position[2] = part * reach), expected);
        // The sum of the inverse moments of inertia makes more of the spin: 3 · 0.5 · 3 · 2.
        let bend = 2.0 * dt * (9.0 + 0.2);
        assert_eq!(goes_on(&|body| body.rotation = turned(part * bend)), expected);
    }
    // Rounding moves a body that rests far away.
    for (rounding, expected) in [(15.0, true), (17.0, false)] {
        let (mut body, mut account) = (Body::new(2.0f64, [0.5; 3]), Account::NEW);
        body.position[0] = f64::from(1 << 20);
        account.pay([&body, &Body::fixed()], dt);
        body.position[0] *= 1.0 + rounding * f64::EPSILON;
        assert_eq!(account.pay([&body, &Body::fixed()], dt).is_some(), expected);
    }
}

#[test]
fn a_step_without_an_impulse_has_no_work_and_no_rounding_however_a_body_spins() {
    let mut body = Body::new(2.0f64, [0.5; 3]);
    (body.velocity, body.angular_velocity) = ([3.0, 0.0, 0.0], [0.0, 40.0, 0.0]);
    let (bodies, mut account) = ([&body, &Body::fixed()], Account::NEW);
    assert_eq!(account.pay(bodies, 0.1), None);
    assert_eq!(account.pay(bodies, 0.1), Some((0.0, 0.0)));
    // The work is the mean angular momentum, of 20 and 40 N·m·s, times the change of angular velocity by the impulse.
    account.turned[0] = [0.0, 10.0, 0.0];
    body.angular_velocity = [0.0, 80.0, 0.0];
    let rounding = 8.0 * f64::EPSILON * 300.0;
    assert_eq!(account.pay([&body, &Body::fixed()], 0.1), Some((300.0, rounding)));
}

#[test]
fn points_move_from_where_their_bodies_had_them() {
    let body_at = |at: [f64; 3], turn: [f64; 3]| {
        let mut body = Body::new(2.0, [0.5; 3]);
        (body.position, body.rotation) = (at, Rotation::from_rotation_vector(turn));
        body
    };
    let before = body_at([1.0, -2.0, 0.5], [0.3, 0.1, -0.4]);
    let after = body_at([1.2, -2.1, 0.9], [-0.2, 0.6, 0.1]);
    let mut account = Account::NEW;
    account.empty([&before; 2], 0.1);
    let local = [0.7, 0.2, -0.3];
    let (start, end) = (before.point(local), after.point(local));
    for moved in [account.motion_of(&after, local), account.motion(&after, end)] {
        assert!(moved.minus(end.minus(start)).length() < 1e-15, "{moved:?}");
    }
}

/// The part of its pull that an account allows a spring on 2 kg, at rest at this offset now and before.
fn share_at_rest(account: &mut Account<f64>, spring: Spring<f64>, offsets: [f64; 2]) -> f64 {
    let (mass, [offset, before], spring) = (2.0, offsets, Stiffness::Frequency(spring));
    let course = Course::new(Discretization::Auto, f64::INFINITY, 0.0, 1.0 / 60.0);
    let soft = Soft::along(&spring, 1.0 / mass, course);
    let (unseen, error, velocity, known) = (0.0, offset, 0.0, [0.0; 2]);
    let stretch = Stretch { spring, mass, offset, before, unseen, error, velocity, known };
    let bodies = [&Body::new(mass, [0.5; 3]), &Body::fixed()];
    account.share(bodies, &soft, &(1.0 / mass), &stretch, course)
}

/// A spring so stiff that it is granted less than its elastic energy.
fn stiff() -> Spring<f64> {
    Spring::new(300.0, 0.0).unwrap()
}

/// The energy of an account of that spring at an offset, and at the next, after it has lost all but a part of it.
fn account_at_rest([first, then]: [f64; 2], held: f64) -> [f64; 2] {
    let mut account = Account::NEW;
    share_at_rest(&mut account, stiff(), [first, 0.0]);
    let begun = account.energy;
    account.energy = held * begun;
    share_at_rest(&mut account, stiff(), [then, first]);
    [begun, account.energy]
}

#[test]
fn who_changes_the_offset_pays_for_it_and_takes_a_part_of_what_is_held() {
    let grant = |offset: f64| 0.5 * 2.0 * (offset * 60.0).powi(2);
    for held in [1.0, 0.3, -0.5] {
        let [begun, more] = account_at_rest([0.2, 0.5], held);
        assert!((begun / grant(0.2) - 1.0).abs() < 1e-12, "{begun}");
        let expected = held * begun + grant(0.5) - grant(0.2);
        assert!((more / expected - 1.0).abs() < 1e-12, "{held}: {more} {expected}");
        let [begun, less] = account_at_rest([0.5, 0.2], held);
        // A debt stays.
        let expected = if held > 0.0 { held * begun * 0.16 } else { held * begun };
        assert!((less / expected - 1.0).abs() < 1e-12, "{held}: {less} {expected}");
    }
}

#[test]
fn an_account_near_the_origin_allows_for_the_rounding_of_the_offset() {
    let (offset, mass, dt) = (1.0, 2.0, 1.0 / 60.0);
    let [begun, then] = account_at_rest([offset; 2], 1.0);
    // And for that of the energy itself.
    let of_offset = mass / dt / dt * offset * 8.0 * f64::EPSILON * offset;
    let ratio = (then - begun) / (of_offset + 8.0 * f64::EPSILON * begun);
    assert!((ratio - 1.0).abs() < 0.1, "{ratio}");
}

#[test]
fn the_rounding_of_work_is_in_favor_of_the_account() {
    let mut body = Body::new(2.0f64, [0.5; 3]);
    body.velocity = [3.0, 0.0, 0.0];
    let bodies = [&body, &Body::fixed()];
    let mut account = Account::NEW;
    assert_eq!(account.balance(bodies, || 1.0, 0.1), 1.0);
    account.linear = [10.0, 0.0, 0.0];
    // 30 J of work, and as much is looked at for its rounding, with the 1 J that it had.
    let rounding = 8.0 * f64::EPSILON * 31.0;
    assert_eq!(account.balance(bodies, || 1.0, 0.1), 1.0 - 30.0 + rounding);
    // Of a spring, which has paid.
    let stretch = |offset: f64| Stretch {
        spring: Stiffness::Frequency(Spring::new(3.0, 0.0).unwrap()),
        mass: 2.0,
        offset,
        before: offset,
        unseen: 0.0,
        error: offset,
        velocity: 0.0,
        known: [0.0; 2],
    };
    let course = Course::new(Discretization::BackwardEuler, f64::INFINITY, 0.0, 0.1);
    let soft = Soft::along(&stretch(1.0).spring, 0.5, course);
    let mut account = Account::NEW;
    account.share(bodies, &soft, &0.5, &stretch(1.0), course);
    let begun = account.energy;
    account.linear = [1.0, 0.0, 0.0];
    account.share(bodies, &soft, &0.5, &stretch(1.0), course);
    let rounding = 8.0 * f64::EPSILON * (3.0 + begun + 2.0 * 0.5 * 2.0 * 9.0);
    let found = account.energy - (begun - 3.0);
    assert!(found > 0.8 * rounding && found < 1.2 * rounding, "{found:e} {rounding:e}");
}

#[test]
fn a_servo_at_rest_keeps_its_account_while_its_target_stays() {
    let (mut a, b) = (Body::new(2.0, [0.5; 3]), Body::fixed());
    a.rotation = Rotation::from_rotation_vector([0.0, 0.0, 0.5]);
    let spring = Stiffness::physical(1e6, 1.0).unwrap();
    let mut servo = AngularServo::new(spring, [0.0, 0.0, 1.0], 0.2);
    let mut account = || {
        servo.prepare(&a, &b, Discretization::BackwardEuler, 1.0 / 60.0);
        servo.row.account.energy
    };
    let (first, second) = (account(), account());
    assert!((second / first - 1.0).abs() < 1e-12, "{first} {second}");
}

#[test]
fn a_motor_that_has_given_what_its_target_takes_keeps_its_strength() {
    let mut body = Body::new(2.0f64, [0.5; 3]);
    body.velocity = [3.0, 0.0, 0.0];
    let (bodies, target) = ([&body, &Body::fixed()], [[3.0, 0.0, 0.0], [0.0; 3]]);
    let mut account = Account::NEW;
    account.strength(bodies, target, 0.1);
    account.linear = [10.0, 0.0, 0.0];
    assert_eq!(account.strength(bodies, target, 0.1), 1.0);
    // In debt by 1 J, it takes half of that from the body: rounding is in its favor.
    (account.energy, account.linear) = (-1.0, [-0.5 / 3.0, 0.0, 0.0]);
    assert_eq!(account.strength(bodies, [[0.0; 3]; 2], 0.1), 0.5);
    assert!((account.energy + 0.5 - 8.0 * f64::EPSILON * 1.5).abs() < 2e-16, "{account:?}");
}

#[test]
fn what_a_damper_alone_has_taken_is_not_for_the_spring_that_follows() {
    let (mass, dt, offset) = (2.0f64, 1.0 / 60.0, 0.5f64);
    let (mut body, mut world) = (Body::new(mass, [0.5; 3]), Body::fixed());
    (body.position, body.velocity) = ([offset, 0.0, 0.0], [0.0, 4.0, 0.0]);
    let damper = Stiffness::physical(0.0, 50.0).unwrap();
    let mut drag = PointSpring::new(damper, [0.0; 3], [0.0; 3]);
    drag.prepare(&body, &world, Discretization::BackwardEuler, dt);
    drag.solve(&mut body, &mut world);
    assert!(body.velocity[1] < 3.0);
    drag.spring = Stiffness::physical(1e6, 0.0).unwrap();
    drag.prepare(&body, &world, Discretization::BackwardEuler, dt);
    let granted = 0.5 * mass * (offset / dt).powi(2);
    assert!((drag.row.account.energy / granted - 1.0).abs() < 1e-12, "{:?}", drag.row.account);
}

#[test]
fn a_spring_at_rest_gives_no_more_than_its_account_has() {
    let (mass, dt, offset, spring) = (2.0, 1.0 / 60.0, 0.5, stiff());
    let mut account = Account::NEW;
    let mut share = |held: f64| {
        account.energy = held;
        share_at_rest(&mut account, spring, [offset; 2])
    };
    share(0.0);
    // Backward Euler moves it by ω²h²/(1 + ω²h²) of the offset.
    let phase = (spring.angular_frequency() * dt).powi(2);
    let speed = phase / (1.0 + phase) * offset / dt;
    for part in [0.0, 0.01, 0.3, 0.9] {
        let found = share(part * 0.5 * mass * speed * speed);
        assert!((found * found - part).abs() < 1e-9, "{part}: {found}");
    }
    assert_eq!(share(1.01 * 0.5 * mass * speed * speed), 1.0);
}

#[test]
fn an_account_holds_nothing_without_an_offset_and_begins_anew_where_energies_overflow() {
    let mut account = Account::NEW;
    let mut energy = |offset: f64, held: f64| {
        account.energy += held;
        share_at_rest(&mut account, Spring::new(6000.0, 1.0).unwrap(), [offset; 2]);
        account.energy
    };
    assert!(energy(0.5, 0.0) > 0.0);
    assert_eq!(energy(0.0, 5.0), 0.0);
    assert_eq!(energy(1e200, 0.0), 0.0);
}

#[test]
fn a_contact_begins_with_the_energy_of_its_mass_in_the_ground() {
    let (depth, dt) = (0.02, 1e-5);
    let ground = Spring::from_frequency(8.0, 0.0).unwrap();
    for mass in [0.3, 7.0] {
        let (mut body, world) = (Body::new(mass, [0.5; 3]), Body::fixed());
        body.position = [0.0, -depth, 0.0];
        let mut contact = Contact::new(ContactMaterial { spring: ground });
        let (point, up) = (body.position, [0.0, 1.0, 0.0]);
        contact.prepare(&body, &world, point, up, depth, Discretization::Auto, dt);
        let expected = 0.5 * mass * ground.stiffness() * depth * depth;
        let energy = contact.row.account.energy;
        assert!((energy / expected - 1.0).abs() < 1e-3, "{mass} kg: {energy} {expected}");
    }
}

#[test]
fn a_contact_that_nothing_can_move_or_of_no_step_holds_nothing() {
    let body = Body::new(2.0f64, [0.5; 3]);
    let ground = ContactMaterial { spring: Spring::from_frequency(8.0, 0.0).unwrap() };
    let steps = [0.0, -0.1, f64::NAN, f64::INFINITY].map(|dt| (body, dt));
    for (body, dt) in steps.into_iter().chain([(Body::fixed(), 0.1)]) {
        let (mut contact, up) = (Contact::new(ground), [0.0, 1.0, 0.0]);
        contact.prepare(&body, &Body::fixed(), [0.0; 3], up, 0.1, Discretization::Auto, dt);
        assert_eq!((contact.row.mobility, contact.row.account.energy), (0.0, 0.0), "{dt}");
    }
}
