//! Fabrics: one triangle against its backward Euler step in f64, strips under load against the orthotropic membrane, limits.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::Cloth;
use sprung_network::{Environment, Fabric, Network, Particle, Settings, Solver, Stiffness, Weave};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;
const NONE: Stiffness = Stiffness::per_step(0.0, 0.0);

fn weightless(substeps: usize) -> Settings {
    Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() }
}

/// The strains as the documentation of [`Fabric`] defines them.
fn strains(coordinates: [[f32; 2]; 3], x: [[f64; 3]; 3]) -> [f64; 3] {
    let [m0, m1, m2] = coordinates.map(|m| m.map(f64::from));
    let [p, q] = [[m1[0] - m0[0], m1[1] - m0[1]], [m2[0] - m0[0], m2[1] - m0[1]]];
    let determinant = p[0] * q[1] - q[0] * p[1];
    let column = |c1: f64, c2: f64| {
        [0, 1, 2].map(|i| ((x[1][i] - x[0][i]) * c1 + (x[2][i] - x[0][i]) * c2) / determinant)
    };
    let (u, v) = (column(q[1], -p[1]), column(-q[0], p[0]));
    let size = |v: [f64; 3]| v.iter().map(|c| c * c).sum::<f64>().sqrt();
    let sum = size([0, 1, 2].map(|i| u[i] + v[i])) - size([0, 1, 2].map(|i| u[i] - v[i]));
    [size(u) - 1.0, size(v) - 1.0, sum / 2.0_f64.sqrt()]
}

fn area([m0, m1, m2]: [[f32; 2]; 3]) -> f64 {
    let [p, q] = [m1, m2].map(|m| [0, 1].map(|c| f64::from(m[c]) - f64::from(m0[c])));
    0.5 * (p[0] * q[1] - q[0] * p[1]).abs()
}

/// The minimum of a function by Newton's method with differences, from where the derivatives are good.
fn minimum(function: impl Fn(&[f64; 9]) -> f64, mut at: [f64; 9]) -> [f64; 9] {
    const D: f64 = 1e-4;
    let moved = |at: &[f64; 9], i: usize, by: f64| {
        let mut at = *at;
        at[i] += by;
        at
    };
    for _ in 0..30 {
        let gradient: [f64; 9] = std::array::from_fn(|i| {
            let f = |by: f64| function(&moved(&at, i, by));
            (8.0 * (f(D) - f(-D)) - (f(2.0 * D) - f(-2.0 * D))) / (12.0 * D)
        });
        let mut rows: [[f64; 10]; 9] = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                if j == 9 {
                    return -gradient[i];
                }
                let f = |a: f64, b: f64| function(&moved(&moved(&at, i, a), j, b));
                (f(D, D) - f(D, -D) - f(-D, D) + f(-D, -D)) / (4.0 * D * D)
            })
        });
        for i in 0..9 {
            let pivot = (i..9).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs()));
            rows.swap(i, pivot.unwrap());
            for j in 0..9 {
                if j != i {
                    let factor = rows[j][i] / rows[i][i];
                    let pivot = rows[i];
                    rows[j].iter_mut().zip(pivot).for_each(|(c, p)| *c -= factor * p);
                }
            }
        }
        at = std::array::from_fn(|i| at[i] + rows[i][9] / rows[i][i]);
    }
    at
}

#[test]
fn one_spring_of_a_triangle_takes_its_backward_euler_step() {
    let mut random = Random::new(1);
    let (mut count, mut worst) = (0, 0.0_f64);
    while count < 60 {
        let coordinates = [[0; 2]; 3].map(|m| m.map(|_| random.uniform(-1.0, 1.0) as f32));
        if area(coordinates) < 0.2 {
            continue;
        }
        let row = count % 3;
        let stiffness = random.log_uniform(1.0, 1e4) as f32;
        let spring = Stiffness::Physical { stiffness, damping: 0.0 };
        let all = [0, 1, 2].map(|i| if i == row { spring } else { NONE });
        let mut net = Network::default();
        // The shear is solved to first order: its angle is small; warp and weft are exact.
        let size = if row == 2 { 0.02 } else { 0.3 };
        for [u, v] in coordinates {
            let mut off = || random.uniform(-size, size) as f32;
            let place = [u + off(), v + off(), off()];
            net.add_particle(Particle::new(place, random.uniform(0.1, 2.0) as f32));
        }
        let weave = Weave::new(all[0], all[1], all[2]);
        net.fabrics.push(Fabric {
            triangles: vec![[0, 1, 2]],
            coordinates: vec![coordinates],
            weave,
        });
        let h = 0.01;
        let mut solver = Solver::new(&net, weightless(1)).unwrap();
        solver.step(h);
        let start: Vec<[f64; 3]> =
            net.particles.iter().map(|p| p.position.map(f64::from)).collect();
        let masses: Vec<f64> =
            net.particles.iter().map(|p| 1.0 / f64::from(p.inverse_mass)).collect();
        let places = |x: &[f64; 9]| [0, 1, 2].map(|i| [0, 1, 2].map(|c| x[3 * i + c]));
        let energy = |x: &[f64; 9]| {
            let inertia = (0..9).map(|i| masses[i / 3] * (x[i] - start[i / 3][i % 3]).powi(2));
            let strain = strains(coordinates, places(x))[row];
            let h = f64::from(h);
            0.5 * inertia.sum::<f64>() / (h * h)
                + 0.5 * f64::from(stiffness) * area(coordinates) * strain * strain
        };
        let from: [f64; 9] = std::array::from_fn(|i| start[i / 3][i % 3]);
        let exact = places(&minimum(energy, from));
        let moved = (0..9).map(|i| (exact[i / 3][i % 3] - start[i / 3][i % 3]).powi(2));
        let moved = moved.sum::<f64>().sqrt();
        for (i, exact) in exact.iter().enumerate() {
            let found = solver.position(i).map(f64::from);
            let off = (0..3).map(|c| (found[c] - exact[c]).powi(2)).sum::<f64>().sqrt();
            let allowed = if row == 2 { 0.04 * moved } else { 1e-6 } + 2e-6;
            worst = worst.max(off / (moved + 1e-4));
            assert!(off < allowed, "{count}: {off} of {moved}");
        }
        count += 1;
    }
    println!("worst {worst}");
}

/// A free strip of 4 by 8 squares along z, whose warp is turned by an angle from its length.
fn strip(angle: f64, [warp, weft, shear]: [f32; 3]) -> (Cloth, Network) {
    let sheet = Cloth::new(5, 9, 0.1, 0.45);
    let mut net = sheet.build().unwrap();
    net.edges.clear();
    let direction = [angle.sin() as f32, 0.0, angle.cos() as f32];
    let [warp, weft, shear] = [warp, weft, shear].map(|k| Weave::membrane(k, 0.0));
    net.add_fabric(&sheet.triangles(), direction, Weave::new(warp, weft, shear)).unwrap();
    (sheet, net)
}

#[test]
fn a_strip_under_tension_is_an_orthotropic_membrane() {
    let (tension, stiffness, h) = (0.1_f32, [200.0, 100.0, 30.0], 1.0 / 2000.0);
    let [warp, weft, shear] = stiffness.map(f64::from);
    for degrees in [0.0_f64, 90.0, 45.0, 20.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (sheet, net) = strip(degrees.to_radians(), stiffness);
        let environment = Environment { drag: 6.0, ..Environment::ZERO_G };
        let settings = Settings { substeps: 1, environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        for _ in 0..6000 {
            for column in 0..5 {
                let width = if column % 4 == 0 { 0.05 } else { 0.1 };
                let impulse = tension * width * h;
                solver.apply_impulse(sheet.at(column, 0), [0.0, 0.0, -impulse]);
                solver.apply_impulse(sheet.at(column, 8), [0.0, 0.0, impulse]);
            }
            solver.step(h);
        }
        // The stress along the threads, and the modulus of the textbook (Lekhnitskii, Anisotropic Plates).
        let stress = f64::from(tension);
        let exact =
            [stress * cos * cos / warp, stress * sin * sin / weft, stress * sin * cos / shear];
        let compliance = cos.powi(4) / warp + sin.powi(4) / weft + (sin * cos).powi(2) / shear;
        let ends = [0, 8].map(|row| f64::from(solver.position(sheet.at(2, row))[2]));
        let longer = (ends[1] - ends[0]) / 0.8 - 1.0;
        let ratio = longer / (stress * compliance);
        assert!((ratio - 1.0).abs() < 0.005, "{degrees}: {ratio}");
        let scale = exact.iter().fold(0.0_f64, |most, e| most.max(e.abs()));
        let mut worst = 0.0_f64;
        for triangle in 0..64 {
            let strain = solver.fabric_strain(0, triangle).map(f64::from);
            let [u, v, s] = [0, 1, 2].map(|i| (strain[i].abs() - exact[i]).abs() / scale);
            worst = worst.max(u).max(v).max(s);
        }
        println!("{degrees}: {ratio}, strains to {worst}");
        assert!(worst < 0.01, "{degrees}: {worst}");
    }
}

#[test]
fn limits_hold_under_ten_times_the_weight() {
    for (columns, substeps) in [(9, 16), (9, 32), (9, 64), (17, 64)] {
        let sheet = Cloth::new(columns, columns, 1.0 / (columns - 1) as f32, 0.2);
        let mut net = sheet.build().unwrap();
        net.edges.clear();
        let soft = Weave::membrane(5.0, 1e-2);
        let weave = Weave::new(soft, soft, Weave::membrane(2.0, 1e-2)).with_limits(0.95, 1.05);
        let fabric = net.add_fabric(&sheet.triangles(), [1.0, 0.0, 0.0], weave).unwrap();
        net.fix(sheet.edge());
        // Ten times its weight at the lower end, which without limits would stretch it by a factor of four.
        for column in 0..columns {
            net.particles[sheet.at(column, columns - 1)].inverse_mass = columns as f32 / 2.0;
        }
        let mut solver = Solver::new(&net, Settings { substeps, ..Settings::default() }).unwrap();
        let triangles = net.fabrics[fabric].triangles.len();
        let longest = |solver: &Solver| {
            let strains = (0..triangles).map(|t| solver.fabric_strain(fabric, t));
            strains.fold([0.0_f32; 2], |[u, v], s| [u.max(s[0]), v.max(s[1])])
        };
        let mut worst = 0.0_f32;
        for _ in 0..240 {
            solver.step(FRAME);
            let [u, v] = longest(&solver);
            worst = worst.max(u).max(v);
        }
        let [u, v] = longest(&solver);
        // One sweep leaves an edge of tension `T` longer by about `T h² (w_a + w_b)`.
        let cells = columns as f32 - 1.0;
        let (tension, h) = (2.2 * 9.81 / cells, FRAME / substeps as f32);
        let left = tension * h * h * 2.0 * (columns * columns) as f32 / 0.2 * cells;
        println!("{columns} {substeps}: {u} {v}, in motion {worst}, by the sweep {left}");
        assert!(v > 0.05 && v < 0.05 + 4.0 * left && u < 0.05 + 4.0 * left, "{u} {v}");
        assert!(substeps < 64 || v < 0.065, "{v}");
    }
}

#[test]
fn a_weave_changes_while_cloth_moves_and_comes_to_rest_in_its_new_length() {
    let (sheet, mut net) = strip(0.0, [200.0, 200.0, 50.0]);
    // The sides have half of the width.
    (0..45).filter(|p| p % 5 % 4 == 0).for_each(|p| net.particles[p].inverse_mass *= 2.0);
    net.fix(sheet.edge());
    let drag = Environment { drag: 3.0, ..Environment::default() };
    let settings = Settings { substeps: 32, environment: drag, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    for warp in [200.0_f32, 50.0] {
        let [warp, weft, shear] = [warp, 200.0, 50.0].map(|k| Weave::membrane(k, 0.0));
        solver.set_weave(0, Weave::new(warp, weft, shear)).unwrap();
        (0..480).for_each(|_| solver.step(FRAME));
        let Stiffness::Physical { stiffness, .. } = warp else { unreachable!() };
        // Rows of 0.04 kg on a width of 0.4 m; the strain of a row of cells is the weight below it.
        let weight = 9.81 * 0.04;
        let exact: f64 = (1..9)
            .map(|below| 0.1 * f64::from(below) * weight / (0.4 * f64::from(stiffness)))
            .sum();
        let longer = -f64::from(solver.position(sheet.at(2, 8))[1]) - 0.8;
        println!("{stiffness}: {longer} {exact}");
        assert!((longer / exact - 1.0).abs() < 0.05, "{longer} instead of {exact}");
    }
}
