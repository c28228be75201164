//! Nissen's iterations: energy, the exact step of one spring and of a row of springs, warm start.

use sprung_network::measure::energy;
use sprung_network::reference::{SequentialImpulses, Variant};
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Edge, Environment, Network, Particle, SpringMode, Stiffness, Stretch};

fn hung_cloth() -> Network {
    let cloth = Cloth::new(12, 12, 0.1, 1.0);
    let mut net = cloth.build().expect("good");
    net.fix(cloth.corners());
    net
}

/// The most energy gained within `seconds`, over weight times side, and the stretch at the end.
fn play(mut iterations: SequentialImpulses, substeps: usize, seconds: usize) -> (f64, f64) {
    let gravity = Environment::default().gravity;
    let now = |s: &SequentialImpulses| energy(s.particles().iter().copied(), gravity);
    let start = now(&iterations);
    let mut most = 0.0f64;
    for _ in 0..seconds * 60 {
        for _ in 0..substeps {
            iterations.step(1.0 / (60 * substeps) as f32);
        }
        let gained = (now(&iterations) - start) / (9.81 * 1.1);
        most = most.max(if gained.is_nan() { f64::INFINITY } else { gained });
    }
    let stretch = Stretch::of(iterations.edges(), |i| iterations.particles()[i].position);
    (most, stretch.max)
}

fn iterations(variant: Variant) -> SequentialImpulses {
    let made = SequentialImpulses::new(&hung_cloth(), Environment::default(), 1, 1.0);
    made.expect("good").with_variant(variant)
}

#[test]
fn the_passive_form_never_gains_energy_where_the_published_one_does() {
    let (published, _) = play(iterations(Variant::Published), 16, 10);
    assert!(published > 0.1, "{published}");
    let (passive, stretch) = play(iterations(Variant::Passive), 16, 60);
    assert!(passive < 0.01, "{passive}");
    assert!(stretch < 0.02, "{stretch}");
}

#[test]
fn one_spring_asks_once_and_gets_its_two_by_two_matrix() {
    let (c_s, c_d, dt) = (0.3_f64, 0.45_f64, 0.02_f64);
    let mut net = Network::default();
    net.add_particle(Particle::new([0.0; 3], 2.0));
    net.add_particle(Particle::new([1.7, 0.0, 0.0], 5.0).with_velocity([-0.7, 0.0, 0.0]));
    let law = Stiffness::per_step(c_s as f32, c_d as f32);
    net.add_edge(Edge::new(0, 1, 1.0).with_stiffness(law));
    for variant in [Variant::Published, Variant::Passive] {
        let made = SequentialImpulses::new(&net, Environment::ZERO_G, 3, 0.5).expect("good");
        let mut made = made.with_variant(variant);
        let (mut x, mut v) = (0.7_f64, -0.7_f64);
        for _ in 0..40 {
            made.step(dt as f32);
            v -= c_s * x / dt + c_d * v;
            x += v * dt;
            let [a, b] = [made.particles()[0], made.particles()[1]];
            assert!((f64::from(b.position[0] - a.position[0]) - 1.0 - x).abs() < 1e-5);
            assert!((f64::from(b.velocity[0] - a.velocity[0]) - v).abs() < 1e-4);
        }
    }
}

/// `x` of `A x = b`, by elimination.
fn solved<const N: usize>(mut a: [[f64; N]; N], mut b: [f64; N]) -> [f64; N] {
    for i in 0..N {
        for j in i + 1..N {
            let part = a[j][i] / a[i][i];
            let row = a[i];
            for (left, above) in a[j].iter_mut().zip(row) {
                *left -= part * above;
            }
            b[j] -= part * b[i];
        }
    }
    for i in (0..N).rev() {
        let known: f64 = (i + 1..N).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    b
}

/// Springs in a row that ring: `(M + h C + h² K) v' = M v − h K x`.
#[test]
fn many_sweeps_over_springs_that_store_energy_are_the_implicit_step_of_the_network() {
    const DT: f64 = 0.004;
    let masses = [2.0_f64, 1.0, 0.5, 3.0];
    let springs = [(0, 1, 90.0, 0.6), (1, 2, 200.0, 0.2), (2, 3, 40.0, 0.4)];
    let mut places = [0.0, 1.3, 1.9, 3.2_f64];
    let mut speeds = [0.4, 0.0, -1.0, 0.3_f64];
    let mut net = Network::default();
    for i in 0..4 {
        let particle = Particle::new([places[i] as f32, 0.0, 0.0], masses[i] as f32);
        net.add_particle(particle.with_velocity([speeds[i] as f32, 0.0, 0.0]));
    }
    for (a, b, k, c) in springs {
        let law = Stiffness::Physical { stiffness: k as f32, damping: c as f32 };
        net.add_edge(Edge::new(a, b, 1.0).with_stiffness(law));
    }
    let made = SequentialImpulses::new(&net, Environment::ZERO_G, 60, 1.0);
    let mut made = made.expect("good");
    let mut worst = 0.0_f64;
    for _ in 0..500 {
        made.step(DT as f32);
        let mut a = [[0.0; 4]; 4];
        let mut b = [0.0; 4];
        for i in 0..4 {
            a[i][i] = masses[i];
            b[i] = masses[i] * speeds[i];
        }
        for (i, j, k, c) in springs {
            let yielding = DT * c + DT * DT * k;
            let push = DT * k * (places[j] - places[i] - 1.0);
            for (own, other, sign) in [(i, j, 1.0), (j, i, -1.0)] {
                a[own][own] += yielding;
                a[own][other] -= yielding;
                b[own] += sign * push;
            }
        }
        speeds = solved(a, b);
        for i in 0..4 {
            places[i] += DT * speeds[i];
            let at = f64::from(made.particles()[i].position[0]);
            worst = worst.max((at - places[i]).abs());
        }
    }
    assert!(worst < 1e-4, "{worst} m");
}

#[test]
fn a_warm_start_brings_a_hanging_rope_closer_with_as_many_sweeps() {
    let stretch = |warm_start: f32| {
        let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], 20, 1.0).expect("good");
        net.fix([0]);
        let mut iterations =
            SequentialImpulses::new(&net, Environment::default(), 2, warm_start).expect("good");
        for _ in 0..600 {
            iterations.step(1.0 / 60.0);
        }
        Stretch::of(iterations.edges(), |i| iterations.particles()[i].position).max
    };
    let (cold, warm) = (stretch(0.0), stretch(1.0));
    assert!(warm < 0.01 * cold && warm < 0.01, "{warm} {cold}");
}

#[test]
fn a_pull_only_spring_never_pushes() {
    let mut net = Network::default();
    net.add_particle(Particle::fixed([0.0; 3]));
    net.add_particle(Particle::new([0.5, 0.0, 0.0], 1.0).with_velocity([-0.1, 0.0, 0.0]));
    net.add_edge(Edge::new(0, 1, 1.0).with_mode(SpringMode::TensionOnly));
    let mut made = SequentialImpulses::new(&net, Environment::ZERO_G, 4, 1.0).expect("good");
    made.step(0.1);
    assert_eq!(made.particles()[1].velocity, [-0.1, 0.0, 0.0]);
}

#[test]
fn a_warm_start_beyond_all_is_refused() {
    let error = SequentialImpulses::new(&hung_cloth(), Environment::default(), 4, 1.5);
    let message = error.map(|_| ()).map_err(|e| e.to_string());
    assert!(message.is_err_and(|m| m.contains("warm_start") && m.contains("1.5")));
}

/// Nothing is left of what it asks for, and nothing is kept of that.
#[test]
fn a_network_at_rest_stays_so() {
    let mut net = Network::default();
    for x in 0..3 {
        net.add_particle(Particle::new([x as f32, 0.0, 0.0], 1.0));
    }
    net.add_edge(Edge::new(0, 1, 1.0));
    net.add_edge(Edge::new(1, 2, 1.0).with_mode(SpringMode::TensionOnly));
    let made = SequentialImpulses::new(&net, Environment::ZERO_G, 4, 1.0);
    let mut iterations = made.expect("good").with_variant(Variant::Passive);
    for _ in 0..3 {
        iterations.step(0.01);
    }
    assert_eq!(iterations.particles(), net.particles);
}
