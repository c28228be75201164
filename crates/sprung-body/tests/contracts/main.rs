//! The contract of every public function with 0, −0, negative, infinite and NaN numbers, in one table.
//!
//! A constraint is called between an ordinary body and one whose state, mass and inertia are put in: the ordinary one
//! must stay as it is over a time that is no step, and get a velocity that is a number, whatever the constraint and
//! the other body are. A public function without a row fails `every_public_function_has_a_row`.

mod between;
mod bodies;
mod single;

use sprung::{Damper, Real, Rotation, Spring};
use sprung_body::{Body, Discretization, ExternalAcceleration};
use testkit::contracts::{Args, check_names, check_promises};
use testkit::precision::Precision;

type Table<R> = testkit::contracts::Table<(), R>;

trait Number: Real + Precision {}
impl Number for f32 {}
impl Number for f64 {}

/// Every discretization.
const DISCRETIZATIONS: [Discretization; 3] =
    [Discretization::Auto, Discretization::Exact, Discretization::BackwardEuler];

testkit::fuzz_contracts! { "body", 20_000, add, Table<f64>, Table<f32> }

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
    bodies::add(table);
    single::add(table);
    between::add(table);
}

fn spring<R: Number>(a: &mut Args<R>) -> Spring<R> {
    let spring = Spring::new(a.number(7.0), a.number(0.6));
    spring.unwrap_or_else(|_| Spring::critical(R::ONE).expect("a frequency of 1"))
}

fn damper<R: Number>(a: &mut Args<R>) -> Damper<R> {
    let damper = Damper::from_rate(a.number(3.0));
    damper.unwrap_or_else(|_| Damper::from_rate(R::ONE).expect("a rate of 1"))
}

/// A body that nothing is put into.
fn ordinary<R: Number>() -> Body<R> {
    let number = R::nearest;
    let mut body = Body::new(number(2.0), [0.5, 0.7, 0.9].map(number));
    body.position = [0.3, 1.0, -0.2].map(number);
    body.rotation = Rotation::from_rotation_vector([0.2, -0.4, 0.3].map(number));
    body.velocity = [0.5, -1.0, 0.25].map(number);
    body.angular_velocity = [-0.3, 0.6, 1.1].map(number);
    body.load = ExternalAcceleration::new([0.0, -9.81, 0.0].map(number));
    body.with_inertia([0.5, 0.7, 0.9].map(number))
}

/// A body all of whose numbers may be put in.
fn other<R: Number>(a: &mut Args<R>) -> Body<R> {
    let mut body = Body::new(a.number(3.0), a.triple(0.8));
    body.position = a.triple(-0.5);
    body.velocity = a.triple(0.9);
    body.angular_velocity = a.triple(-0.4);
    body.load = ExternalAcceleration::new(a.triple(1.0));
    body
}

/// The velocities of a body.
fn velocities<R: Number>(body: &Body<R>) -> ([R; 3], [R; 3]) {
    (body.velocity, body.angular_velocity)
}
