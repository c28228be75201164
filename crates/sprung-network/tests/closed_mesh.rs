//! Jellies filled into closed meshes, and their skins, beside closed forms.

use std::f64::consts::TAU;

use sprung_network::shapes::{lattice, volume_lattice};
use sprung_network::{Network, Particle, Settings, Skin, Solver};

/// Points and the triangles between them.
type Mesh = (Vec<[f32; 3]>, Vec<[u32; 3]>);

/// A surface over a grid of `u` by `v` quadrilaterals that closes both ways.
fn closed_grid(u: u32, v: u32, point: impl Fn(f64, f64) -> [f64; 3]) -> Mesh {
    let at = |i: u32, j: u32| (i % u) * v + j % v;
    let quads = (0..u).flat_map(|i| {
        (0..v).map(move |j| [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)])
    });
    let triangles = quads.flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let angle = |i: u32, n: u32| TAU * f64::from(i) / f64::from(n);
    let points = (0..u).flat_map(|i| (0..v).map(move |j| (i, j)));
    (points.map(|(i, j)| point(angle(i, u), angle(j, v)).map(|c| c as f32)).collect(), triangles)
}

fn torus(large: f64, small: f64) -> Mesh {
    closed_grid(64, 32, |a, b| {
        let r = large + small * b.cos();
        [r * a.cos() + 0.1, r * a.sin() - 0.2, small * b.sin() + 0.3]
    })
}

/// An octahedron whose triangles are halved and put on the sphere.
fn sphere(radius: f32) -> Mesh {
    let mut triangles: Vec<[[f32; 3]; 3]> = Vec::new();
    for signs in 0..8 {
        let sign = |bit: u32| if signs >> bit & 1 == 0 { 1.0 } else { -1.0 };
        let [x, y, z] = [[sign(0), 0.0, 0.0], [0.0, sign(1), 0.0], [0.0, 0.0, sign(2)]];
        triangles.push(if sign(0) * sign(1) * sign(2) > 0.0 { [x, y, z] } else { [y, x, z] });
    }
    for _ in 0..4 {
        let middle = |a: [f32; 3], b: [f32; 3]| {
            let sum: [f32; 3] = std::array::from_fn(|c| a[c] + b[c]);
            let length = sum.iter().map(|c| c * c).sum::<f32>().sqrt();
            sum.map(|c| c / length)
        };
        triangles = (triangles.into_iter())
            .flat_map(|[a, b, c]| {
                let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    // Every triangle has corners of its own, as where a texture has seams.
    let points = triangles.iter().flatten().map(|p| p.map(|c| c * radius)).collect();
    (points, (0..triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect())
}

fn cuboid([x, y, z]: [f32; 3]) -> Mesh {
    let corner = |i: usize| [(i & 1) as f32 * x, (i >> 1 & 1) as f32 * y, (i >> 2) as f32 * z];
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    ((0..8).map(corner).collect(), triangles)
}

/// The volume inside and the area, by the divergence theorem.
fn volume_and_area((points, triangles): &Mesh) -> (f64, f64) {
    let (mut volume, mut area) = (0.0, 0.0);
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| points[i as usize].map(f64::from));
        let edge = |p: [f64; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
        let ([u, v, w], [x, y, z]) = (edge(b), edge(c));
        let normal = [v * z - w * y, w * x - u * z, u * y - v * x];
        volume += (a[0] * normal[0] + a[1] * normal[1] + a[2] * normal[2]) / 6.0;
        area += normal.iter().map(|c| c * c).sum::<f64>().sqrt() / 2.0;
    }
    (volume, area)
}

#[test]
fn particles_fill_as_many_cubes_as_the_volume_of_the_mesh_holds() {
    for (name, mesh) in
        [("sphere", sphere(1.0)), ("torus", torus(1.0, 0.4)), ("box", cuboid([1.23, 0.77, 0.91]))]
    {
        let (volume, area) = volume_and_area(&mesh);
        for spacing in [0.15, 0.1, 0.06, 0.04] {
            let net = volume_lattice(&mesh.0, &mesh.1, spacing, 3.0).unwrap();
            let cube = f64::from(spacing).powi(3);
            let filled = net.particles.len() as f64 * cube;
            // A lattice sees the surface to a part of its spacing.
            let off = (filled - volume).abs() / (area * f64::from(spacing));
            assert!(off < 0.12, "{name} {spacing}: {volume} and {filled}, {off}");
            let mass: f64 = net.particles.iter().map(|p| 1.0 / f64::from(p.inverse_mass)).sum();
            assert!((mass - 3.0).abs() < 1e-4, "{mass}");
            assert!(net.check().is_ok());
        }
    }
}

#[test]
fn a_box_of_whole_cubes_is_the_block_of_as_many_particles() {
    let (points, triangles) = cuboid([0.7, 0.5, 0.3]);
    let net = volume_lattice(&points, &triangles, 0.1, 1.0).unwrap();
    let same = lattice([7, 5, 3], 0.1, 1.0).unwrap();
    assert_eq!(net.edges, same.edges);
    for (p, q) in net.particles.iter().zip(&same.particles) {
        assert_eq!(p.inverse_mass, q.inverse_mass);
        for c in 0..3 {
            assert!((p.position[c] - q.position[c] - 0.05).abs() < 1e-6);
        }
    }
}

#[test]
fn a_mesh_turned_inside_out_is_the_same_jelly() {
    let (points, triangles) = torus(1.0, 0.4);
    let inward: Vec<[u32; 3]> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
    let [one, other] = [triangles, inward].map(|t| volume_lattice(&points, &t, 0.1, 1.0).unwrap());
    assert_eq!(one, other);
}

#[test]
fn meshes_that_cannot_be_filled_are_refused_with_the_reason() {
    let (points, triangles) = cuboid([1.0, 1.0, 1.0]);
    let message = |points: &[[f32; 3]], triangles: &[[u32; 3]], spacing: f32, mass: f32| {
        volume_lattice(points, triangles, spacing, mass).unwrap_err().to_string()
    };
    for (spacing, expected) in [
        (0.0, "mesh 0: spacing must be finite and > 0, got 0"),
        (f32::NAN, "mesh 0: spacing must be finite and > 0, got NaN"),
        (0.7, "mesh 0: spacing must be so fine that a cube of 8 particles fits inside, got 0.7"),
        (
            0.0098,
            "mesh 0: spacing must be so coarse that at most 1e6 particles fill its box, got 0.0098",
        ),
        (
            1e-3,
            "mesh 0: spacing must be so coarse that at most 1e6 particles fill its box, got 0.001",
        ),
        (
            1e-30,
            "mesh 0: spacing must be so coarse that at most 1e6 particles fill its box, got 0.000000000000000000000000000001",
        ),
    ] {
        assert_eq!(message(&points, &triangles, spacing, 1.0), expected);
    }
    assert_eq!(
        message(&points, &triangles, 0.1, -1.0),
        "mesh 0: mass must be finite and > 0, got -1"
    );
    assert_eq!(message(&points, &[], 0.1, 1.0), "triangles must be >= 4, got 0");
    assert_eq!(
        message(&points, &triangles[..11], 0.1, 1.0),
        "edge from point 1 to point 5: a closed mesh runs along it as often forward as back, got 1 forward and 0 back"
    );
    assert_eq!(
        message(&points[..7], &triangles, 0.1, 1.0),
        "triangle 2: point must be < 7, the number of points, got 7"
    );
    let mut lost = points.clone();
    lost[3][1] = f32::INFINITY;
    assert_eq!(message(&lost, &triangles, 0.1, 1.0), "point 3: position must be finite, got inf");
}

/// The largest difference of a coordinate.
fn apart(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|c| (a[c] - b[c]).abs()).fold(0.0, f32::max)
}

/// A turn with shear and stretch.
fn affine([x, y, z]: [f32; 3]) -> [f32; 3] {
    [0.3 * x - 0.9 * y + 0.1 * z + 0.5, 0.8 * x + 0.4 * y - 0.3, 0.2 * y + 1.2 * z + 0.1]
}

#[test]
fn a_skin_follows_every_affine_motion_of_its_jelly_exactly() {
    for (mesh, spacing) in [
        (sphere(1.0), 0.3),
        (sphere(1.0), 0.1),
        (torus(0.8, 0.3), 0.12),
        (cuboid([1.0, 0.5, 0.7]), 0.25),
    ] {
        let net = volume_lattice(&mesh.0, &mesh.1, spacing, 1.0).unwrap();
        // Far outside as well as on the surface and within.
        let mut vertices = mesh.0;
        vertices.extend([[0.01, 0.02, 0.03], [1.5, 1.5, -1.0]]);
        vertices.extend(net.particles.iter().map(|p| p.position));
        let skin = Skin::bind(&net, &vertices).unwrap();
        assert_eq!(skin.len(), vertices.len());
        let moved = skin.positions(|i| affine(net.particles[i].position));
        let rest = skin.positions(|i| net.particles[i].position);
        for ((&vertex, moved), rest) in vertices.iter().zip(moved).zip(rest) {
            assert!(apart(rest, vertex) < 1e-6, "{vertex:?}: {rest:?}");
            assert!(apart(moved, affine(vertex)) < 1e-6, "{vertex:?}: {moved:?}");
        }
    }
}

#[test]
fn a_skin_far_from_the_origin_moves_as_one_at_home() {
    let net = lattice([4, 4, 4], 0.25, 1.0).unwrap();
    let skin = Skin::bind(&net, &[[0.3, 0.4, -0.1], [0.0; 3]]).unwrap();
    assert_eq!((skin.len(), skin.is_empty()), (2, false));
    assert!(Skin::bind(&net, &[]).unwrap().is_empty());
    let there = skin.positions(|i| net.particles[i].position.map(|c| c + 4096.0)).next().unwrap();
    assert!(apart(there, [4096.3, 4096.4, 4095.9]) < 5e-4, "{there:?}");
}

#[test]
fn neighboring_vertices_stay_neighbors_in_any_deformation() {
    let net = lattice([5, 5, 5], 0.25, 1.0).unwrap();
    // A line through and out of the block, in steps of a hundredth of a spacing.
    let line: Vec<[f32; 3]> = (0..1000)
        .map(|i| i as f32 * 0.0025)
        .map(|t| [t - 0.6, 0.31 + 0.2 * t, 0.9 - 0.3 * t])
        .collect();
    let skin = Skin::bind(&net, &line).unwrap();
    let mut random = 1_u32;
    let mut noise = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as f32 / (1 << 24) as f32 - 0.5
    };
    let torn: Vec<[f32; 3]> =
        (net.particles.iter()).map(|p| p.position.map(|c| c + 0.25 * noise())).collect();
    let moved: Vec<[f32; 3]> = skin.positions(|i| torn[i]).collect();
    let jump = moved.windows(2).map(|pair| apart(pair[0], pair[1])).fold(0.0, f32::max);
    assert!(jump < 0.25 / 10.0, "{jump}");
}

#[test]
fn a_finger_does_not_follow_the_next_finger() {
    let finger = lattice([2, 6, 2], 0.1, 1.0).unwrap();
    let mut hand = finger.clone();
    let other = hand.append(&finger);
    for particle in &mut hand.particles[other..] {
        particle.position[0] += 0.22;
    }
    let skin = Skin::bind(&hand, &[[0.14, 0.3, 0.05]]).unwrap();
    let lifted = |i: usize| hand.particles[i].position.map(|c| if i < other { c } else { c + 9.0 });
    assert!(apart(skin.positions(lifted).next().unwrap(), [0.14, 0.3, 0.05]) < 1e-6);
}

#[test]
fn a_lattice_of_too_many_points_is_refused() {
    for size in [[1.2, 1.0, 0.001], [0.001, 1.2, 1.0], [1.0, 0.001, 1.2]] {
        let (points, triangles) = cuboid(size);
        let error = volume_lattice(&points, &triangles, 0.001, 1.0).unwrap_err().to_string();
        assert!(error.contains("spacing"), "{error}");
    }
}

#[test]
fn a_skin_without_a_body_is_refused() {
    let mut sheet = Network::default();
    for i in 0..9 {
        sheet.add_particle(Particle::new([(i % 3) as f32, (i / 3) as f32, 0.0], 1.0));
        if i > 0 {
            sheet.connect(i - 1, i);
        }
    }
    let message =
        |net: &Network, vertex| Skin::bind(net, &[[0.5; 3], vertex]).unwrap_err().to_string();
    assert_eq!(
        message(&sheet, [0.0; 3]),
        "vertex 0: the particles it is bound to must not lie in one plane"
    );
    let cube = lattice([2, 2, 2], 1.0, 1.0).unwrap();
    assert_eq!(message(&cube, [0.0, f32::NAN, 0.0]), "vertex 1: position must be finite, got NaN");
    assert_eq!(message(&Network::default(), [0.0; 3]), "particles must be >= 4, got 0");
    let mut broken = cube;
    broken.edges[3].b = 8;
    assert_eq!(
        message(&broken, [0.0; 3]),
        "edge 3: particle must be < 8, the number of particles, got 8"
    );
}

#[test]
fn a_jelly_that_hangs_takes_its_skin_down_and_lets_no_vertex_go() {
    let (points, triangles) = torus(0.5, 0.2);
    let mut net = volume_lattice(&points, &triangles, 0.1, 1.0).unwrap();
    let skin = Skin::bind(&net, &points).unwrap();
    let top = net.particles.iter().map(|p| p.position[1]).fold(f32::NEG_INFINITY, f32::max);
    let pins: Vec<usize> =
        (0..net.particles.len()).filter(|&i| net.particles[i].position[1] > top - 0.05).collect();
    net.fix(pins);
    for spring in &mut net.edges {
        spring.stiffness = sprung_network::Stiffness::from_frequency(6.0, 0.5).unwrap();
    }
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    for _ in 0..120 {
        solver.step(1.0 / 60.0);
    }
    let low = |points: &[[f32; 3]]| points.iter().map(|p| p[1]).fold(f32::INFINITY, f32::min);
    let hanging: Vec<[f32; 3]> = skin.positions(|i| solver.position(i)).collect();
    assert!(low(&hanging) < low(&points) - 0.02, "{} {}", low(&hanging), low(&points));
    for vertex in hanging {
        let near =
            solver.particles().map(|p| apart(p.position, vertex)).fold(f32::INFINITY, f32::min);
        assert!(near < 0.15, "{vertex:?} is {near} from all particles");
    }
}
