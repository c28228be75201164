//! The energy that each kind of spring stores in a network at rest, measured as the energy limit of fast particles.

use alloc::vec::Vec;

use crate::geometry::vector::distance;
use crate::shapes::lattice_with_cells;
use crate::{
    Cell, Collider, Edge, Environment, Fabric, Hinge, Network, Particle, Settings, Shape,
    SkinConstraint, SkinTarget, Solver, SpringMode, Stiffness, Tether, Volume, VolumeContent,
    Weave,
};

const SUBSTEPS: usize = 8;
const DT: f32 = 1.0 / 60.0;
const H: f64 = DT as f64 / SUBSTEPS as f64;
const GRAVITY: [f32; 3] = [1.0, -8.0, 2.0];
/// Much more than any energy that is stored here lets it have, m/s.
const FAST: f32 = 1e4;

fn size(v: [f64; 3]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}

fn soft(stiffness: f64) -> Stiffness {
    Stiffness::Physical { stiffness: stiffness as f32, damping: 0.0 }
}

/// The energy that the bound allows at the start, J, of a network of one component.
fn allowed(net: &Network, prepare: impl Fn(&mut Solver)) -> f64 {
    let environment = Environment { gravity: GRAVITY, drag: 0.0, wind: [0.0; 3] };
    let settings = Settings { environment, substeps: SUBSTEPS, ..Settings::default() };
    let mut solver = Solver::new(net, settings).unwrap();
    prepare(&mut solver);
    let moving: Vec<usize> = (0..solver.len()).filter(|&p| !solver.is_fixed(p)).collect();
    let slots: Vec<usize> = moving.iter().map(|&p| solver.partition.slot[p]).collect();
    let masses: Vec<f64> =
        moving.iter().map(|&p| 1.0 / f64::from(solver.inverse_mass[p])).collect();
    let potential = |solver: &Solver| {
        let of = |(slot, mass): (&usize, &f64)| -> f64 {
            let place = solver.partition.particles.position(*slot);
            place.iter().zip(GRAVITY).map(|(x, g)| -mass * f64::from(g) * f64::from(*x)).sum()
        };
        slots.iter().zip(&masses).map(of).sum::<f64>()
    };
    let before = potential(&solver);
    solver.set_gains(H as f32, DT);
    solver.begin_step(H as f32, DT);
    // Half of the particles against the other half; with the momentum 0.
    let total: f64 = masses.iter().sum();
    let sign = |at: usize| if at.is_multiple_of(2) { 1.0 } else { -1.0 };
    let mean: f64 = masses.iter().enumerate().map(|(at, mass)| sign(at) * mass / total).sum();
    let is_free = moving.len() > 1;
    for (at, slot) in slots.iter().enumerate() {
        let v = FAST * (sign(at) - if is_free { mean } else { 0.0 }) as f32;
        solver.partition.particles.velocity[*slot][..3].copy_from_slice(&[v, -2.0 * v, 0.5 * v]);
    }
    solver.limit_energy(1.0);
    let kinetic = slots.iter().zip(&masses).map(|(slot, mass)| {
        let [x, y, z, _] = solver.partition.particles.velocity[*slot].map(f64::from);
        0.5 * mass * (x * x + y * y + z * z)
    });
    kinetic.sum::<f64>() + potential(&solver) - before
}

/// The energy allowed for stiff springs whose errors add up to `reach` meters, J.
fn of_reach(net: &Network, reach: f64) -> f64 {
    let moving = net.particles.iter().filter(|particle| !particle.is_fixed());
    let mass: f64 = moving.map(|particle| 1.0 / f64::from(particle.inverse_mass)).sum();
    let rate = reach / H;
    mass * (0.5 * rate * rate + size(GRAVITY.map(f64::from)) * reach)
}

#[track_caller]
fn assert_allowed(net: &Network, prepare: impl Fn(&mut Solver), want: f64) {
    let got = allowed(net, prepare);
    // The reach of what positions are known to is a millionth of all lengths.
    let lengths: f64 = net.edges.iter().map(|edge| f64::from(edge.rest_length)).sum();
    let known = of_reach(net, 1e-6 * (5.0 + lengths)) + of_reach(net, 1e-6) * 1e3;
    assert!((got - want).abs() <= 1e-4 * want + known, "{got} instead of {want} J");
}

fn particles(places: &[[f32; 3]]) -> Network {
    let mut net = Network::default();
    for (at, place) in places.iter().enumerate() {
        net.add_particle(Particle::new(*place, [0.5, 4.0, 1.5][at % 3]));
    }
    net
}

fn place(net: &Network, p: usize) -> [f64; 3] {
    net.particles[p].position.map(f64::from)
}

/// An edge with the length that it has.
fn join(net: &mut Network, a: usize, b: usize) {
    let [x, y] = [a, b].map(|p| net.particles[p].position);
    net.add_edge(Edge::new(a, b, distance(x, y)));
}

#[test]
fn edges() {
    let reduced = 0.5 * 4.0 / 4.5;
    for (mode, rest, counts) in [
        (SpringMode::TwoWay, 0.75, true),
        (SpringMode::TwoWay, 1.25, true),
        (SpringMode::TensionOnly, 0.75, true),
        (SpringMode::TensionOnly, 1.25, false),
        (SpringMode::CompressionOnly, 0.75, false),
        (SpringMode::CompressionOnly, 1.25, true),
    ] {
        let offset = if counts { 0.25 } else { 0.0 };
        // Of `k h²/m`: stiff from 1 on.
        for theta in [0.01, 0.9, 1.1, 3.0] {
            let mut net = particles(&[[0.0; 3], [0.0, 1.0, 0.0]]);
            let stiffness = theta * reduced / (H * H);
            net.add_edge(Edge::new(0, 1, rest).with_stiffness(soft(stiffness)).with_mode(mode));
            let stored = 0.5 * stiffness * offset * offset;
            let want = if theta < 1.0 { stored } else { of_reach(&net, offset) };
            assert_allowed(&net, |_| {}, want);
        }
    }
}

/// A hub of many arms, which are solved there and back.
#[test]
fn edges_at_a_hub() {
    let mut net = particles(&[[0.0; 3]]);
    let mut want = 0.0;
    for arm in 0..80 {
        let angle = arm as f32;
        net.add_particle(Particle::new([angle.cos(), 0.01 * angle, angle.sin()], 1.0));
        let stiffness = 10.0 + angle;
        net.add_edge(Edge::new(0, arm + 1, 0.9).with_stiffness(soft(stiffness.into())));
        let offset = size(place(&net, arm + 1)) - f64::from(0.9_f32);
        want += 0.5 * f64::from(stiffness) * offset * offset;
        if arm > 0 {
            // Loops, so that it is no tree.
            let [x, y] = [arm, arm + 1].map(|p| net.particles[p].position);
            net.add_edge(Edge::new(arm, arm + 1, distance(x, y)).with_stiffness(soft(1.0)));
        }
    }
    assert_allowed(&net, |_| {}, want);
}

#[test]
fn tethers_and_colliders() {
    let mut net = particles(&[[0.0; 3], [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]]);
    net.fix([0]);
    join(&mut net, 0, 1);
    join(&mut net, 1, 2);
    net.tethers.push(Tether { anchor: 0, particle: 2, length: 1.25 });
    let longer = 2.0_f64.sqrt() - 1.25;
    assert_allowed(&net, |_| {}, of_reach(&net, longer));
    net.tethers[0].length = 1.5;
    assert_allowed(&net, |_| {}, of_reach(&net, 0.0));
    let ground = Shape::Plane { point: [0.0, 1.25, 0.0], normal: [0.0, 1.0, 0.0] };
    let ball = Shape::Sphere { center: [0.0, 1.0, 1.5], radius: 0.75 };
    let colliders = [ground, ball].map(Collider::new);
    // Both particles are below the ground, one is in the ball.
    assert_allowed(
        &net,
        |solver| solver.set_colliders(&colliders).unwrap(),
        of_reach(&net, 2.0 * 0.25 + 0.25),
    );
}

#[test]
fn skins() {
    let constraint = SkinConstraint::new(1, 0.5).with_backstop(0.25, 1.0);
    for (position, reach) in [
        // From the particle, which is 0.5 m above the surface of the ball then; 0.2 m further away than it may be, and in
        // the ball.
        ([0.0, 1.0, 0.0], 0.0),
        ([0.7, 1.0, 0.0], 0.2),
        ([0.0, 1.4, 0.0], 0.15),
        ([0.0, 1.7, 0.0], 0.2 + 0.45),
    ] {
        let mut net = particles(&[[0.0; 3], [0.0, 1.0, 0.0]]);
        join(&mut net, 0, 1);
        net.skin_constraints.push(constraint);
        let reaches = |normal: [f32; 3], reach: f64| {
            let target = SkinTarget { position, normal };
            let prepare = |solver: &mut Solver| {
                // The targets move there in a step of unknown work.
                solver.set_skin_targets(&[target]).unwrap();
                solver.end_skin();
                solver.limit_energy(1.0);
            };
            assert_allowed(&net, prepare, of_reach(&net, reach));
        };
        reaches([0.0, 2.0, 0.0], reach);
        reaches([0.0; 3], if reach > 0.15 { 0.2 } else { 0.0 });
    }
}

/// The angle between the triangles `a b c` and `b a d`.
fn angle([a, b, c, d]: [[f64; 3]; 4]) -> f64 {
    let sub = |x: [f64; 3], y: [f64; 3]| [0, 1, 2].map(|i| x[i] - y[i]);
    let cross = |x: [f64; 3], y: [f64; 3]| {
        [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
    };
    let dot = |x: [f64; 3], y: [f64; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    let (e, m, n) = (sub(b, a), cross(sub(b, a), sub(c, a)), cross(sub(d, a), sub(b, a)));
    f64::atan2(dot(cross(m, n), e) / size(e), dot(m, n))
}

/// The sum of the inverse masses by the squares of the derivatives of a function of the places.
fn inverse_inertia(net: &Network, of: impl Fn([[f64; 3]; 4]) -> f64) -> f64 {
    let places = [0, 1, 2, 3].map(|p| place(net, p));
    let mut sum = 0.0;
    for p in 0..4 {
        for c in 0..3 {
            let [less, more] = [-1e-5, 1e-5].map(|by| {
                let mut moved = places;
                moved[p][c] += by;
                of(moved)
            });
            let slope = (more - less) / 2e-5;
            sum += f64::from(net.particles[p].inverse_mass) * slope * slope;
        }
    }
    sum
}

#[test]
fn hinges() {
    for rest_angle in [0.9_f32, 0.3] {
        let mut net = particles(&[[0.0; 3], [1.0, 0.0, 0.0], [0.25, 1.0, 0.0], [0.5, -0.75, 0.5]]);
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)] {
            join(&mut net, a, b);
        }
        let now = angle([0, 1, 2, 3].map(|p| place(&net, p)));
        let error = now - f64::from(rest_angle);
        let inertia = 1.0 / inverse_inertia(&net, angle);
        // Stiff where one sub-step removes half of the error.
        for theta in [0.01, 0.9, 1.1, f64::INFINITY] {
            let stiffness = theta * inertia / (H * H);
            let of = if theta == f64::INFINITY { Stiffness::RIGID } else { soft(stiffness) };
            net.hinges = vec![Hinge { edge: [0, 1], opposite: [2, 3], rest_angle, stiffness: of }];
            let rigid = 0.5 * inertia * (error / H).powi(2);
            let want = if theta < 1.0 { 0.5 * stiffness * error * error } else { rigid };
            assert_allowed(&net, |_| {}, want);
        }
    }
}

#[test]
fn fabrics() {
    // 1.25 of the length along the warp, 0.8 along the weft, which leans toward the warp.
    let coordinates = [[0.5, 0.5], [2.5, 0.5], [0.75, 1.5]];
    let weft: [f32; 2] = [0.8 * 0.6, 0.8 * 0.8];
    let places = coordinates.map(|[u, v]: [f32; 2]| [1.25 * u + weft[0] * v, weft[1] * v, 1.0]);
    let (extent, area) = ([2.0, 1.0], 0.5 * 2.0 * 1.0);
    // |f_u + f_v| and |f_u − f_v|.
    let [sum, difference] = [1.0, -1.0].map(|sign| f64::hypot(1.25 + sign * 0.48, 0.64));
    let strains = [0.25, -0.2, (sum - difference) / 2.0_f64.sqrt()];
    let mut net = particles(&places);
    let [warp, weft, shear] = [300.0, 200.0, 100.0];
    let fabric = |stiff: [bool; 3], limits: bool| {
        let of = |at: usize, k: f64| if stiff[at] { Stiffness::RIGID } else { soft(k) };
        let weave = Weave::new(of(0, warp), of(1, weft), of(2, shear));
        let weave = if limits { weave.with_limits(0.9, 1.05) } else { weave };
        Fabric { triangles: vec![[0, 1, 2]], coordinates: vec![coordinates], weave }
    };
    for (limits, stiff) in [false, true].into_iter().flat_map(|limits| {
        (0..8).map(move |bits| (limits, [0, 1, 2].map(|at| bits >> at & 1 == 1)))
    }) {
        net.fabrics = vec![fabric(stiff, limits)];
        let (mut stored, mut reach) = (0.0, 0.0);
        let excess = if limits { [0.2 * 2.0, 0.1, 0.0] } else { [0.0; 3] };
        for (at, k) in [warp, weft, shear].into_iter().enumerate() {
            let extent = if at == 2 { 2.0 } else { extent[at] };
            if stiff[at] {
                reach += strains[at].abs() * extent;
            } else {
                stored += 0.5 * k * area * strains[at] * strains[at];
                reach += excess[at];
            }
        }
        assert_allowed(&net, |_| {}, stored + of_reach(&net, reach));
    }
    let solver = Solver::new(&net, Settings::default()).unwrap();
    for (got, want) in solver.fabric_strain(0, 0).into_iter().zip(strains) {
        assert!((f64::from(got) - want).abs() < 1e-6, "{got} instead of {want}");
    }
}

/// The volume of a tetrahedron.
fn volume([a, b, c, d]: [[f64; 3]; 4]) -> f64 {
    let [x, y, z] = [b, c, d].map(|p| [0, 1, 2].map(|i| p[i] - a[i]));
    (x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0])
        + x[2] * (y[0] * z[1] - y[1] * z[0]))
        / 6.0
}

#[test]
fn cells() {
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.25, 0.5, 2.0]];
    let mut net = particles(&corners);
    let inertia = 1.0 / inverse_inertia(&net, volume);
    let at_rest = 2.0_f64 / 6.0;
    for rest_volume in [0.9 * at_rest, 1.2 * at_rest] {
        let error = at_rest / rest_volume - 1.0;
        for theta in [0.01, 0.8, 1.2, f64::INFINITY] {
            // `k V₀ e²/2`, with gradients in the rest shape that is scaled to the rest volume.
            let scale = (rest_volume / at_rest).powf(4.0 / 3.0);
            let stiffness = theta * inertia / scale * rest_volume / (H * H);
            let of = if theta == f64::INFINITY { Stiffness::RIGID } else { soft(stiffness) };
            net.cells = vec![Cell {
                corners: [0, 1, 2, 3],
                rest_volume: rest_volume as f32,
                stiffness: of,
            }];
            let stored = 0.5 * stiffness * rest_volume * error * error;
            let length = (6.0 * rest_volume).cbrt();
            let want = if theta < 1.0 { stored } else { of_reach(&net, error.abs() * length) };
            assert_allowed(&net, |_| {}, want);
        }
    }
}

/// An incompressible content stores what it takes to move the particles along the gradient of the volume in a sub-step; a
/// gas at most `E (r − 1)²/r`, with the volume `r` in units of that at rest.
#[test]
fn volumes() {
    let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.25, 0.5, 2.0]];
    let mut net = particles(&corners);
    let (now, gain) = (2.0 / 6.0, inverse_inertia(&net, volume));
    for content in [
        VolumeContent::Incompressible { volume: 0.5 },
        VolumeContent::Incompressible { volume: 0.25 },
        VolumeContent::gas(0.5, 100.0, 100.0),
        VolumeContent::gas(0.25, 200.0, 100.0),
    ] {
        let want = match content {
            VolumeContent::Incompressible { volume } => {
                0.5 * (f64::from(volume) - now).powi(2) / (gain * H * H)
            }
            VolumeContent::Gas { energy, outside } => {
                let r = now * f64::from(outside) / f64::from(energy);
                f64::from(energy) * (r - 1.0) * (r - 1.0) / r
            }
        };
        net.volumes = vec![Volume { triangles: triangles.clone(), content }];
        assert_allowed(&net, |_| {}, want);
        // An open one stores nothing.
        let mut joined = net.clone();
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            join(&mut joined, a, b);
        }
        assert_allowed(&joined, |_| {}, want);
        assert_allowed(&joined, |solver| solver.remove_edge(0), 0.0);
    }
}

/// Removed edges and cells store no energy.
#[test]
fn gone() {
    let mut net = lattice_with_cells([2, 2, 2], 0.5, 1.0).unwrap();
    net.particles[7].position[0] += 0.2;
    for edge in &mut net.edges {
        edge.stiffness = soft(1.0);
    }
    let all = allowed(&net, |_| {});
    let none = allowed(&net, |solver| {
        (0..solver.edges().len()).for_each(|edge| solver.remove_edge(edge));
    });
    assert!(all > 1.0 && none < 1e-4 * all, "{none} of {all} J");
}
