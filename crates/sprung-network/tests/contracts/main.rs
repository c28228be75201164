//! The contract of every public function with 0, −0, negative, infinite and NaN numbers, in one table.
//!
//! What is accepted must stay a number: a network that [`Network::check`] passes never moves to NaN, whatever is given
//! to its solver afterwards. A public function without a row fails `every_public_function_has_a_row`.

mod parts;
mod shapes;
mod solvers;

use sprung_network::{Law, Network, Particle, Spring};
use testkit::contracts::{All, Args, check_names, check_promises};

type Table = testkit::contracts::Table<(), f32>;
type Arguments = Args<f32>;

#[test]
fn every_public_function_has_a_row() {
    check_names(env!("CARGO_MANIFEST_DIR"), &[], &Table::of(add));
}

#[test]
fn every_function_keeps_its_contract() {
    check_promises(|| Table::of(add));
}

fn add(table: &mut Table) {
    parts::add(table);
    shapes::add(table);
    solvers::add(table);
}

/// A square with a diagonal, one corner fixed; the opposite corner and the diagonal spring are arguments.
fn square(a: &mut Arguments) -> Network {
    let mut net = Network::default();
    for position in [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]] {
        net.add_particle(Particle::new(position, 0.5));
    }
    net.add_particle(Particle::new(a.triple(1.0), a.number(0.7)).moving(a.triple(0.2)));
    for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
        net.add_spring(Spring::new(from, to, 1.0));
    }
    let law = Law::Material { stiffness: a.number(80.0), damping: a.number(2.0) };
    let diagonal = Spring::new(0, 3, a.number(1.4)).with_law(law);
    net.add_spring(diagonal.tearing_at(a.number(3.0)));
    net.pin([0]);
    net
}

/// The numbers of a network that can be simulated.
fn numbers(net: &Network) -> Option<All<f32>> {
    net.check().ok()?;
    let mut list = particles(net.particles.iter().copied()).0;
    list.extend(net.springs.iter().map(|spring| spring.rest_length));
    list.extend(net.tethers.iter().map(|tether| tether.length));
    Some(All(list))
}

/// Positions and velocities.
fn particles(particles: impl IntoIterator<Item = Particle>) -> All<f32> {
    All(particles.into_iter().flat_map(|p| [p.position, p.velocity]).flatten().collect())
}
