//! The limit on the energy of components, for velocities that are changed without the solver's knowledge.

use alloc::vec::Vec;

use crate::{Edge, Environment, Network, Particle, Settings, Solver, Stiffness};

const DT: f32 = 1.0 / 60.0;
const GRAVITY: [f32; 3] = [1.0, -8.0, 2.0];
/// N/m.
const STIFFNESS: f32 = 50.0;
/// The length at rest of the soft edge, m.
const SOFT_LENGTH: f32 = 0.9;
/// The dynamic particles of each component.
const COMPONENTS: [&[usize]; 3] = [&[0, 1], &[3, 4], &[5, 6, 7]];
const HELD: usize = 1;
/// The component with the soft edge.
const SOFT: usize = 2;

/// A free rod, two rods on a fixed particle, and three particles with a rod and a soft edge.
fn network() -> Network {
    let mut net = Network::default();
    for at in 0..8 {
        let x = at as f32;
        let mass = [4.0, 0.25, 3.0][at % 3];
        net.add_particle(Particle::new([x, 0.5 * (x % 2.0), 0.0], mass));
        net.particles[at].velocity = [1.0 + 0.5 * x, 2.0 - x, 0.3 * x * x - 5.0];
    }
    net.fix([2]);
    for ends in [[0, 1], [2, 3], [3, 4], [5, 6]] {
        net.add_edge(Edge::new(ends[0], ends[1], 1.25_f32.sqrt()));
    }
    let soft = Stiffness::Physical { stiffness: STIFFNESS, damping: 0.0 };
    net.add_edge(Edge::new(6, 7, SOFT_LENGTH).with_stiffness(soft));
    net
}

fn solver(net: &Network, environment: Environment) -> Solver {
    let mut solver = Solver::new(net, Settings { environment, ..Settings::default() }).unwrap();
    begin(&mut solver);
    solver
}

fn begin(solver: &mut Solver) {
    let h = DT / solver.substeps as f32;
    solver.set_gains(h, DT);
    solver.begin_step(h, DT);
}

fn falling() -> Environment {
    Environment { gravity: GRAVITY, drag: 0.0, wind: [0.0; 3] }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The mass, the place and the velocity of a particle.
type Moving = (f64, [f64; 3], [f64; 3]);

fn members(solver: &Solver, component: usize) -> Vec<Moving> {
    let member = |&p: &usize| {
        let (particles, slot) = (&solver.partition.particles, solver.partition.slot[p]);
        let [x, y, z, _] = particles.velocity[slot].map(f64::from);
        let mass = 1.0 / f64::from(solver.inverse_mass[p]);
        (mass, particles.position(slot).map(f64::from), [x, y, z])
    };
    COMPONENTS[component].iter().map(member).collect()
}

fn kinetic(members: &[Moving]) -> f64 {
    members.iter().map(|(mass, _, v)| 0.5 * mass * dot(*v, *v)).sum()
}

fn potential(members: &[Moving]) -> f64 {
    let gravity = GRAVITY.map(f64::from);
    members.iter().map(|(mass, place, _)| -mass * dot(gravity, *place)).sum()
}

fn mass(members: &[Moving]) -> f64 {
    members.iter().map(|(mass, ..)| mass).sum()
}

/// The energy of each component, with that of the soft edge.
fn energies(solver: &Solver) -> [f64; 3] {
    [0, 1, 2].map(|component| {
        let members = members(solver, component);
        let longer = match members[..] {
            [_, (_, a, _), (_, b, _)] => {
                let along = [0, 1, 2].map(|c| b[c] - a[c]);
                dot(along, along).sqrt() - f64::from(SOFT_LENGTH)
            }
            _ => 0.0,
        };
        kinetic(&members) + potential(&members) + 0.5 * f64::from(STIFFNESS) * longer * longer
    })
}

/// Their velocities when they have at most this kinetic energy, with the same momentum if they are free.
fn limited(members: &[Moving], most: f64, is_held: bool) -> Vec<[f64; 3]> {
    let mass = mass(members);
    let momentum = [0, 1, 2].map(|c| members.iter().map(|(mass, _, v)| mass * v[c]).sum::<f64>());
    let mean = if is_held { [0.0; 3] } else { momentum.map(|p| p / mass) };
    let carried = 0.5 * mass * dot(mean, mean);
    let of_all = kinetic(members);
    let part =
        if of_all > most { ((most - carried).max(0.0) / (of_all - carried)).sqrt() } else { 1.0 };
    let left = |(_, _, v): &Moving| [0, 1, 2].map(|c| mean[c] + part * (v[c] - mean[c]));
    members.iter().map(left).collect()
}

/// Scales the velocities by a factor, adds one and moves all by some offset.
fn disturb(solver: &mut Solver, factor: f32, add: [f32; 3], offset: [f32; 3]) {
    for &p in COMPONENTS.into_iter().flatten() {
        let slot = solver.partition.slot[p];
        let particles = &mut solver.partition.particles;
        for c in 0..3 {
            // Alternately there and back, so that it is motion relative to the center as well.
            let sign = if p % 2 == 0 { factor } else { -factor };
            particles.velocity[slot][c] = sign * particles.velocity[slot][c] + add[c];
            particles.displacement[slot][c] += offset[c];
        }
    }
}

#[track_caller]
fn assert_velocities(solver: &Solver, component: usize, want: &[[f64; 3]], about: &str) {
    for ((_, _, got), want) in members(solver, component).iter().zip(want) {
        let error = (0..3).map(|c| (got[c] - want[c]).abs()).fold(0.0, f64::max);
        let scale = 1.0 + dot(*want, *want).sqrt();
        assert!(error < 2e-5 * scale, "{about}: {component}: {got:?} instead of {want:?}");
    }
}

/// Ways to move; those that raise the potential energy leave less for the motion.
const WAYS: [(f32, [f32; 3], [f32; 3]); 7] = [
    (0.5, [0.0; 3], [0.0; 3]),
    (1.01, [0.0; 3], [0.0; 3]),
    (3.0, [0.0; 3], [0.0; 3]),
    (1.0, [0.5, -1.0, 0.75], [0.0; 3]),
    (1.0, [0.0; 3], [0.0, 0.5, 0.0]),
    (1.5, [0.2, 0.4, -0.3], [0.0, -0.5, 0.25]),
    (1.0, [0.0; 3], [1.0, 0.0, 0.0]),
];

/// Changes the motion, applies the energy limit, and compares the velocities with those for the energy `most(component)`.
#[track_caller]
fn assert_limited(
    mut solver: Solver,
    way: (f32, [f32; 3], [f32; 3]),
    keep: f64,
    most: impl Fn(usize) -> f64,
    about: &str,
) {
    let (factor, add, offset) = way;
    disturb(&mut solver, factor, add, offset);
    let want = [0, 1, 2].map(|component| {
        let members = members(&solver, component);
        limited(&members, most(component) - potential(&members), component == HELD)
    });
    solver.limit_energy(keep);
    for (component, want) in want.iter().enumerate() {
        assert_velocities(&solver, component, want, &format!("{about}, {way:?}"));
    }
}

#[test]
fn every_component_keeps_the_energy_it_may_have() {
    for steps in [1, 2, 70] {
        for way in WAYS {
            let mut solver = solver(&network(), falling());
            let most = energies(&solver);
            for _ in 1..steps {
                solver.limit_energy(1.0);
                begin(&mut solver);
            }
            assert_limited(solver, way, 1.0, |component| most[component], &format!("step {steps}"));
        }
    }
}

#[test]
fn a_bound_stays_from_step_to_step() {
    for has_touched in [false, true] {
        let mut solver = solver(&network(), falling());
        if has_touched {
            solver.energy.share(HELD as u32, SOFT as u32);
        }
        let held = if has_touched { vec![HELD, SOFT] } else { vec![HELD] };
        let most: f64 = held.iter().map(|&of| energies(&solver)[of]).sum();
        for _ in 0..70 {
            disturb(&mut solver, 1.5, [0.0; 3], [0.0; 3]);
            begin(&mut solver);
            solver.limit_energy(1.0);
            let all = held.iter().map(|&of| members(&solver, of)).collect::<Vec<_>>().concat();
            let now = kinetic(&all) + potential(&all);
            assert!((now - most).abs() < 1e-3 * most, "{now} {most}");
        }
    }
}

/// Every rod of its own mass: the bound looks at the masses of its own particles.
#[test]
fn each_of_many_components_has_its_own_bound() {
    let mut net = Network::default();
    for at in 0..48 {
        let mass = 10.0_f32.powi(at / 2 * 7 % 9 - 4);
        let place = [(at / 2) as f32, (at % 2) as f32, 0.0];
        net.add_particle(Particle::new(place, mass).with_velocity([0.0, 0.0, (at % 2) as f32]));
    }
    for rod in 0..24 {
        net.connect(2 * rod, 2 * rod + 1);
    }
    let mut solver = solver(&net, Environment::ZERO_G);
    for slot in solver.partition.slot.clone() {
        solver.partition.particles.velocity[slot][2] *= 3.0;
    }
    solver.limit_energy(1.0);
    for rod in 0..24 {
        let [a, b] = [0, 1].map(|end| {
            f64::from(solver.partition.particles.velocity[solver.partition.slot[2 * rod + end]][2])
        });
        // The center keeps its 1.5 m/s, which is more than there was in all: 1 m/s and ½ m.
        assert!((a - 1.5).abs() < 1e-5 && (b - 1.5).abs() < 1e-5, "{rod}: {a} {b}");
    }
}

#[test]
fn an_impulse_adds_its_work() {
    for way in WAYS {
        for impulse in [[3.0, 0.0, -1.0], [-2.0, 8.0, 9.0]] {
            let mut solver = solver(&network(), falling());
            let before = energies(&solver);
            let kinetic_before = [0, 1, 2].map(|of| kinetic(&members(&solver, of)));
            for p in [1, 2, 4, 6] {
                solver.apply_impulse(p, impulse);
            }
            let gained = [0, 1, 2].map(|of| kinetic(&members(&solver, of)) - kinetic_before[of]);
            let most = |component: usize| before[component] + gained[component];
            assert_limited(solver, way, 1.0, most, "an impulse");
        }
    }
}

#[test]
fn a_step_of_another_length_takes_the_accounts_anew() {
    let mut solver = solver(&network(), falling());
    for dt in [0.5 * DT, 2.0 * DT] {
        disturb(&mut solver, 3.0, [0.0; 3], [0.0; 3]);
        let most = energies(&solver);
        let h = dt / solver.substeps as f32;
        solver.set_gains(h, dt);
        solver.begin_step(h, dt);
        for way in WAYS {
            assert_limited(solver.clone(), way, 1.0, |component| most[component], "another step");
        }
    }
}

#[test]
fn a_mass_that_changes_counts() {
    for way in WAYS {
        let mut solver = solver(&network(), falling());
        for p in [1, 4, 7] {
            solver.set_mass(p, 20.0).unwrap();
        }
        solver.energy.invalidate();
        begin(&mut solver);
        let most = energies(&solver);
        assert_limited(solver, way, 1.0, |component| most[component], "other masses");
    }
}

#[test]
fn wind_brings_the_energy_of_the_air() {
    let wind = [3.0, 1.0, -2.0];
    for (way, keep) in WAYS.into_iter().flat_map(|way| [(way, 0.75), (way, 1.0)]) {
        let solver = solver(&network(), Environment { wind, ..falling() });
        let (most, masses) = (energies(&solver), [0, 1, 2].map(|of| mass(&members(&solver, of))));
        let air = 0.5 * dot(wind.map(f64::from), wind.map(f64::from));
        let gained = air * (1.0 - keep) * solver.substeps as f64;
        let most = |component: usize| most[component] + masses[component] * gained;
        assert_limited(solver, way, keep, most, "wind");
    }
}

#[test]
fn work_that_is_not_known_frees_a_component_for_a_step() {
    for way in WAYS {
        let mut solver = solver(&network(), falling());
        let most = energies(&solver);
        solver.energy.drive(0);
        let most = |component: usize| if component == 0 { f64::INFINITY } else { most[component] };
        assert_limited(solver.clone(), way, 1.0, most, "driven");
        disturb(&mut solver, way.0, way.1, way.2);
        solver.limit_energy(1.0);
        let now = energies(&solver)[0];
        begin(&mut solver);
        let most = |component: usize| if component == 0 { now } else { most(component) };
        assert_limited(solver, way, 1.0, most, "in the step after");
    }
}

/// Components that have touched have one energy limit, and keep their total momentum if all of them are free.
#[test]
fn components_that_have_touched_have_one_bound() {
    for (way, (pair, other)) in WAYS.into_iter().flat_map(|way| {
        [([0, HELD], SOFT), ([HELD, SOFT], 0), ([0, SOFT], HELD), ([SOFT, 0], HELD)]
            .map(|of| (way, of))
    }) {
        for driven in [None, Some(pair[0]), Some(pair[1]), Some(other)] {
            let mut solver = solver(&network(), falling());
            let most = energies(&solver);
            solver.energy.share(pair[0] as u32, pair[1] as u32);
            if let Some(driven) = driven {
                solver.energy.drive(driven);
            }
            disturb(&mut solver, way.0, way.1, way.2);
            let of_pair = pair.map(|of| members(&solver, of));
            let is_driven = driven.is_some_and(|driven| pair.contains(&driven));
            let sum = if is_driven { f64::INFINITY } else { most[pair[0]] + most[pair[1]] };
            let both = of_pair.concat();
            let want = limited(&both, sum - potential(&both), pair.contains(&HELD));
            let alone = members(&solver, other);
            let of_other = if driven == Some(other) { f64::INFINITY } else { most[other] };
            let want_other = limited(&alone, of_other - potential(&alone), other == HELD);
            solver.limit_energy(1.0);
            let about = format!("{pair:?}, driven {driven:?}, {way:?}");
            let (first, second) = want.split_at(of_pair[0].len());
            assert_velocities(&solver, pair[0], first, &about);
            assert_velocities(&solver, pair[1], second, &about);
            assert_velocities(&solver, other, &want_other, &about);
            // Both accounts are taken anew; rods that were stretched may contract.
            if is_driven && way.2 == [0.0; 3] {
                let now = energies(&solver);
                begin(&mut solver);
                disturb(&mut solver, 2.0, [0.0; 3], [0.0; 3]);
                let both = pair.map(|of| members(&solver, of)).concat();
                let sum = now[pair[0]] + now[pair[1]] - potential(&both);
                let want = limited(&both, sum, pair.contains(&HELD));
                solver.limit_energy(1.0);
                let (first, second) = want.split_at(of_pair[0].len());
                assert_velocities(&solver, pair[0], first, &about);
                assert_velocities(&solver, pair[1], second, &about);
            }
        }
    }
}

#[test]
fn what_is_not_finite_is_put_back_alone() {
    for (has_touched, of_velocity) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut solver = solver(&network(), falling());
        if has_touched {
            solver.energy.share(0, HELD as u32);
        }
        let before = [0, 1, 2].map(|of| members(&solver, of));
        disturb(&mut solver, 0.5, [0.0; 3], [0.0, -0.5, 0.0]);
        let slot = solver.partition.slot[6];
        let particles = &mut solver.partition.particles;
        let wrong = if of_velocity { &mut particles.velocity } else { &mut particles.displacement };
        wrong[slot][1] = f32::NAN;
        solver.limit_energy(1.0);
        assert!(solver.quarantined().eq(COMPONENTS[SOFT].iter().copied()));
        for (of, before) in before.iter().enumerate() {
            for ((_, place, v), (_, start, was)) in members(&solver, of).iter().zip(before) {
                if of == SOFT {
                    assert_eq!((place, *v), (start, [0.0; 3]));
                } else {
                    assert!(place[1] < start[1] && v[2].abs() == 0.5 * was[2].abs());
                }
            }
        }
    }
}
