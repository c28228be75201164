//! The contract of every public function with 0, −0, negative, infinite and NaN numbers, in one table.
//!
//! What is accepted must stay a number: a network that [`Network::check`] passes never moves to NaN, whatever is given
//! to its solver afterwards. A public function without a row fails `every_public_function_has_a_row`.

mod changes;
mod coupling;
mod parts;
mod shapes;
mod solvers;

use sprung_network::{Edge, Network, Particle, Stiffness};
use testkit::contracts::{All, Args, check_names, check_promises};

type Table = testkit::contracts::Table<(), f32>;
type Arguments = Args<f32>;

testkit::fuzz_contracts! { "network-calls", 5_000, add, Table }

#[test]
fn every_public_function_has_a_row() {
    check_names(env!("CARGO_MANIFEST_DIR"), &[], &Table::of(add));
}

#[test]
fn every_function_keeps_its_contract() {
    check_promises(|| Table::of(add));
}

fn add(table: &mut Table) {
    coupling::add(table);
    parts::add(table);
    shapes::add(table);
    solvers::add(table);
    changes::add(table);
}

/// A square with a diagonal, one corner fixed; the opposite corner and the diagonal spring are arguments.
fn square(a: &mut Arguments) -> Network {
    let mut net = Network::default();
    for position in [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]] {
        net.add_particle(Particle::new(position, 0.5));
    }
    net.add_particle(Particle::new(a.triple(1.0), a.number(0.7)).with_velocity(a.triple(0.2)));
    for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
        net.add_edge(Edge::new(from, to, 1.0));
    }
    let stiffness = Stiffness::Physical { stiffness: a.number(80.0), damping: a.number(2.0) };
    let diagonal = Edge::new(0, 3, a.number(1.4)).with_stiffness(stiffness);
    net.add_edge(diagonal.with_tear_strain(a.number(3.0)));
    net.fix([0]);
    net
}

/// The numbers of a network that can be simulated.
fn numbers(net: &Network) -> Option<All<f32>> {
    net.check().ok()?;
    let mut list = particles(net.particles.iter().copied()).0;
    list.extend(net.edges.iter().map(|edge| edge.rest_length));
    list.extend(net.tethers.iter().map(|tether| tether.length));
    Some(All(list))
}

/// Positions and velocities.
fn particles(particles: impl IntoIterator<Item = Particle>) -> All<f32> {
    All(particles.into_iter().flat_map(|p| [p.position, p.velocity]).flatten().collect())
}
