//! Networks: built from shapes or from particles and edges, then stepped.

use alloc::boxed::Box;
use alloc::vec::Vec;

use sprung::SpringMode;
use sprung_network::shapes::{self, Cloth};
use sprung_network::{
    AeroCoefficients, Collider, Edge, Environment, Network, NetworkError, Particle, Settings,
    Shape, SkinConstraint, SkinTarget, Solver, Weave,
};

use crate::exchange::{array, numbers};
use crate::network_parts::{refuse, status, stiffness};

/// A network, its solver once it runs, and the positions that the other side sees.
struct Kept {
    network: Network,
    /// Those of a cloth.
    triangles: Vec<[u32; 3]>,
    /// Those of a lattice.
    tetrahedra: Vec<[u32; 4]>,
    settings: Settings,
    /// The stretch that the solver keeps to; `None` if its sub-steps are given.
    max_stretch: Option<f32>,
    solver: Option<Solver>,
    positions: Vec<f32>,
}

/// A network of the other side.
///
/// # Safety
/// `handle` is what [`network_new`] returned, and was not freed.
unsafe fn kept<'a>(handle: usize) -> &'a mut Kept {
    // SAFETY: by the caller.
    unsafe { &mut *(handle as *mut Kept) }
}

fn cloth([columns, rows, spacing, mass, ..]: [f64; 8]) -> Cloth {
    Cloth::new(columns as usize, rows as usize, spacing as f32, mass as f32)
}

fn shape(kind: u32, numbers: [f64; 8]) -> Result<Network, NetworkError> {
    let [a, b, c, d, e, f, g, h] = numbers.map(|number| number as f32);
    let count = |number: f64| number as usize;
    match kind {
        1 => shapes::rope([a, b, c], [d, e, f], count(numbers[6]), h),
        2 => cloth(numbers).build(),
        3 => shapes::lattice_with_cells(
            [count(numbers[0]), count(numbers[1]), count(numbers[2])],
            d,
            e,
        ),
        4 => shapes::ring(a, count(numbers[1]), c),
        5 => shapes::wheel(a, count(numbers[1]), c),
        6 => shapes::bridge(count(numbers[0]), b, c),
        _ => {
            let _ = (g, h);
            Ok(Network::default())
        }
    }
}

/// A network of a shape, from the first eight numbers; kind 0 is empty. Returns its handle; 0 for an error, whose text's
/// length is in the second number.
#[unsafe(no_mangle)]
extern "C" fn network_new(kind: u32) -> usize {
    let mut given = [0.0; 8];
    given.copy_from_slice(&numbers()[..8]);
    match shape(kind, given) {
        Ok(mut network) => {
            let settings = Settings::default();
            let triangles = if kind == 2 { cloth(given).triangles() } else { Vec::new() };
            let tetrahedra = network.cells.drain(..).map(|cell| cell.corners).collect();
            let (max_stretch, solver, positions) = (None, None, Vec::new());
            let kept =
                Kept { network, triangles, tetrahedra, settings, max_stretch, solver, positions };
            Box::into_raw(Box::new(kept)).addr()
        }
        Err(error) => {
            let len = refuse(&error);
            numbers()[1] = len as f64;
            0
        }
    }
}

/// Frees a network.
#[unsafe(no_mangle)]
extern "C" fn network_free(handle: usize) {
    // SAFETY: the other side frees each handle once.
    drop(unsafe { Box::from_raw(handle as *mut Kept) });
}

/// Adds a particle: position, velocity and mass are the first seven numbers; a mass of 0 fixes it.
#[unsafe(no_mangle)]
extern "C" fn network_add_particle(handle: usize) -> usize {
    // SAFETY: a live handle.
    let kept = unsafe { kept(handle) };
    let [x, y, z, vx, vy, vz, mass] = core::array::from_fn(|at| numbers()[at] as f32);
    let particle =
        if mass == 0.0 { Particle::fixed([x, y, z]) } else { Particle::new([x, y, z], mass) };
    kept.network.add_particle(particle.with_velocity([vx, vy, vz]))
}

/// Adds an edge of these particles; a rest length below 0 is their distance.
#[unsafe(no_mangle)]
extern "C" fn network_add_edge(handle: usize, a: usize, b: usize, rest_length: f64) -> usize {
    // SAFETY: a live handle.
    let network = &mut unsafe { kept(handle) }.network;
    let is_known = a < network.particles.len() && b < network.particles.len();
    if rest_length < 0.0 && is_known {
        return network.connect(a, b);
    }
    network.add_edge(Edge::new(a, b, rest_length as f32))
}

/// Sets stiffness, mode and tearing of the edges `from` … `to`; a kind or mode of 9 leaves what is there.
#[unsafe(no_mangle)]
extern "C" fn network_set_edges(handle: usize, from: usize, to: usize, kind: u32, mode: u32) {
    // SAFETY: a live handle.
    let edges = &mut unsafe { kept(handle) }.network.edges;
    let [a, b, strain] = core::array::from_fn(|at| numbers()[at]);
    let count = edges.len();
    for edge in &mut edges[from.min(count)..to.min(count)] {
        if kind != 9 {
            edge.stiffness = stiffness(kind, a as f32, b as f32);
        }
        edge.mode = match mode {
            0 => SpringMode::TwoWay,
            1 => SpringMode::TensionOnly,
            2 => SpringMode::CompressionOnly,
            _ => edge.mode,
        };
        if !strain.is_nan() {
            edge.tear_strain = strain as f32;
        }
    }
}

/// Fixes a particle, or gives it a mass; a network that runs goes on from where it is.
#[unsafe(no_mangle)]
extern "C" fn network_set_mass(handle: usize, particle: usize, mass: f64) -> usize {
    // SAFETY: a live handle.
    let kept = unsafe { kept(handle) };
    if let Some(solver) = &kept.solver {
        kept.network = solver.network();
    }
    let Some(changed) = kept.network.particles.get_mut(particle) else { return 0 };
    *changed = if mass == 0.0 {
        Particle::fixed(changed.position)
    } else {
        Particle::new(changed.position, mass as f32).with_velocity(changed.velocity)
    };
    if kept.solver.is_some() { status(start(kept)) } else { 0 }
}

fn start(kept: &mut Kept) -> Result<(), NetworkError> {
    let colliders: Vec<Collider> = kept.solver.iter().flat_map(Solver::colliders).collect();
    let mut solver = match kept.max_stretch {
        Some(max_stretch) => Solver::within_stretch(&kept.network, max_stretch, kept.settings)?,
        None => Solver::new(&kept.network, kept.settings)?,
    };
    solver.set_colliders(&colliders)?;
    kept.solver = Some(solver);
    show(kept);
    Ok(())
}

/// Adds massless tethers from fixed particles, which keep ropes and cloth from stretching under load.
#[unsafe(no_mangle)]
extern "C" fn network_tether(handle: usize) {
    // SAFETY: a live handle.
    unsafe { kept(handle) }.network.add_long_range_attachments();
}

/// The kind of [`network_triangles`] for a fabric.
const FABRIC: u32 = 5;

/// Uses triangles, three particles each, or without any those of the cloth: for air (kind 0), with density, drag, lift and
/// skin friction as the first four numbers, for hinges of a kind of stiffness, 1 to 4, with its two numbers, or for a fabric
/// (kind 5), with kind and numbers of its stiffness along warp and weft and in shear, the direction of the warp, and the
/// limits of stretch.
#[unsafe(no_mangle)]
extern "C" fn network_triangles(handle: usize, kind: u32, given: usize, count: usize) -> usize {
    // SAFETY: a live handle, and triangles that the other side allocated.
    let (kept, given) = unsafe { (kept(handle), array::<[f64; 3]>(given, count)) };
    let network = &mut kept.network;
    let mut triangles: Vec<[u32; 3]> =
        given.iter().map(|corners| corners.map(|corner| corner as u32)).collect();
    if triangles.is_empty() {
        triangles.clone_from(&kept.triangles);
    }
    if triangles.is_empty() {
        return refuse(&NetworkError::TooFew { field: "triangles", count: 0, least: 1 });
    }
    let [a, b, c, d] = core::array::from_fn(|at| numbers()[at] as f32);
    if kind == FABRIC {
        let numbers: [f32; 14] = core::array::from_fn(|at| numbers()[at] as f32);
        let of = |at: usize| stiffness(numbers[at] as u32, numbers[at + 1], numbers[at + 2]);
        let [x, y, z, min, max] = core::array::from_fn(|at| numbers[9 + at]);
        let weave = Weave::new(of(0), of(3), of(6)).with_limits(min, max);
        return status(network.add_fabric(&triangles, [x, y, z], weave).map(drop));
    }
    if kind > 0 {
        return status(network.add_hinges(&triangles, stiffness(kind - 1, a, b)).map(drop));
    }
    let added = network.add_aero_surface(&triangles).map(|surface| {
        let coefficients = AeroCoefficients { density: a, drag: b, lift: c, skin_friction: d };
        network.aero_surfaces[surface].coefficients = coefficients;
    });
    status(added)
}

/// Makes cells of tetrahedra, four particles each, or without any of those of the lattice, with a kind of stiffness and its two
/// numbers.
#[unsafe(no_mangle)]
extern "C" fn network_cells(handle: usize, kind: u32, given: usize, count: usize) -> usize {
    // SAFETY: a live handle, and tetrahedra that the other side allocated.
    let (kept, given) = unsafe { (kept(handle), array::<[f64; 4]>(given, count)) };
    let mut tetrahedra: Vec<[u32; 4]> =
        given.iter().map(|corners| corners.map(|corner| corner as u32)).collect();
    if tetrahedra.is_empty() {
        tetrahedra.clone_from(&kept.tetrahedra);
    }
    if tetrahedra.is_empty() {
        return refuse(&NetworkError::TooFew { field: "tetrahedra", count: 0, least: 1 });
    }
    let [a, b] = core::array::from_fn(|at| numbers()[at] as f32);
    status(kept.network.add_cells(&tetrahedra, stiffness(kind, a, b)).map(drop))
}

/// Sets the skin constraints, of four numbers each: the particle, the greatest distance, distance and radius of the backstop; of
/// radius 0 there is none.
#[unsafe(no_mangle)]
extern "C" fn network_skin(handle: usize, given: usize, count: usize) {
    // SAFETY: a live handle, and constraints that the other side allocated.
    let (kept, given) = unsafe { (kept(handle), array::<[f64; 4]>(given, count)) };
    let constraint = |&[particle, max_distance, distance, radius]: &[f64; 4]| {
        let constraint = SkinConstraint::new(particle as usize, max_distance as f32);
        let backstop = constraint.with_backstop(distance as f32, radius as f32);
        if radius == 0.0 { constraint } else { backstop }
    };
    kept.network.skin_constraints = given.iter().map(constraint).collect();
}

/// Moves the targets of all skin constraints, each a position and a normal, during the next step, or puts them there at once.
#[unsafe(no_mangle)]
extern "C" fn network_skin_targets(
    handle: usize,
    given: usize,
    count: usize,
    at_once: u32,
) -> usize {
    // SAFETY: a live handle, and targets that the other side allocated.
    let (kept, given) = unsafe { (kept(handle), array::<[f64; 6]>(given, count)) };
    let Some(solver) = &mut kept.solver else { return 0 };
    let targets: Vec<SkinTarget> = (given.iter())
        .map(|numbers| {
            let [x, y, z, nx, ny, nz] = numbers.map(|number| number as f32);
            SkinTarget { position: [x, y, z], normal: [nx, ny, nz] }
        })
        .collect();
    status(if at_once == 1 {
        solver.reset_skin_targets(&targets)
    } else {
        solver.set_skin_targets(&targets)
    })
}

/// Reads sub-steps, the line solver (1 or 0), gravity, drag, wind, sleep speed, and whether there is a
/// maximum stretch (1 or 0) and it; begins, or goes on with these settings.
#[unsafe(no_mangle)]
extern "C" fn network_start(handle: usize) -> usize {
    // SAFETY: a live handle.
    let kept = unsafe { kept(handle) };
    let [substeps, line, gx, gy, gz, drag, wx, wy, wz, sleep, keeps, max_stretch] =
        core::array::from_fn(|at| numbers()[at] as f32);
    let environment = Environment { gravity: [gx, gy, gz], drag, wind: [wx, wy, wz] };
    let before = (kept.settings, kept.max_stretch);
    kept.settings.substeps = substeps as usize;
    kept.settings.line_solver = line == 1.0;
    kept.settings.environment = environment;
    kept.settings.sleep_speed = sleep;
    kept.max_stretch = (keeps == 1.0).then_some(max_stretch);
    if let Some(solver) = &kept.solver {
        kept.network = solver.network();
    }
    let started = start(kept);
    if started.is_err() {
        (kept.settings, kept.max_stretch) = before;
    }
    status(started)
}

fn show(kept: &mut Kept) {
    let Some(solver) = &kept.solver else { return };
    kept.positions.clear();
    kept.positions.extend((0..solver.len()).flat_map(|particle| solver.position(particle)));
}

/// Advances a network that runs by `dt` seconds.
#[unsafe(no_mangle)]
extern "C" fn network_step(handle: usize, dt: f64) {
    // SAFETY: a live handle.
    let kept = unsafe { kept(handle) };
    if let Some(solver) = &mut kept.solver {
        solver.step(dt as f32);
    }
    show(kept);
}

/// Returns the address of the positions; leaves the numbers of particles, edges and torn edges, the maximum and mean
/// stretch, 1 if it sleeps, and the sub-steps of the next step.
#[unsafe(no_mangle)]
extern "C" fn network_look(handle: usize) -> *const f32 {
    // SAFETY: a live handle.
    let kept = unsafe { kept(handle) };
    let edges = kept.network.edges.len();
    let mut seen = [kept.network.particles.len() as f64, edges as f64, 0.0, 0.0, 0.0, 0.0, 0.0];
    if let Some(solver) = &kept.solver {
        let stretch = solver.stretch();
        let torn = (0..solver.edges().len()).filter(|edge| solver.is_torn(*edge)).count();
        let asleep = f64::from(u8::from(solver.is_asleep()));
        seen[1..].copy_from_slice(&[
            solver.edges().len() as f64,
            torn as f64,
            stretch.max,
            stretch.mean,
            asleep,
            solver.substeps() as f64,
        ]);
    }
    numbers()[..7].copy_from_slice(&seen);
    kept.positions.as_ptr()
}

/// Writes the two particles of each edge.
#[unsafe(no_mangle)]
extern "C" fn network_edges(handle: usize, out: usize, count: usize) {
    // SAFETY: a live handle, and `count` pairs that the other side allocated.
    let (kept, out) = unsafe { (kept(handle), array::<[u32; 2]>(out, count)) };
    let edges = kept.solver.as_ref().map_or(&kept.network.edges[..], Solver::edges);
    for (pair, edge) in out.iter_mut().zip(edges) {
        *pair = [edge.a as u32, edge.b as u32];
    }
}

/// Writes 1 for each edge that is torn.
#[unsafe(no_mangle)]
extern "C" fn network_torn(handle: usize, out: usize, count: usize) {
    // SAFETY: a live handle, and `count` bytes that the other side allocated.
    let (kept, out) = unsafe { (kept(handle), array::<u8>(out, count)) };
    for (edge, torn) in out.iter_mut().enumerate() {
        *torn = u8::from(kept.solver.as_ref().is_some_and(|solver| solver.is_torn(edge)));
    }
}

/// Writes the particles that the last step has put back because a number has overflowed; returns their number.
#[unsafe(no_mangle)]
extern "C" fn network_quarantined(handle: usize, out: usize, count: usize) -> usize {
    // SAFETY: a live handle, and `count` numbers, as many as particles, that the other side allocated.
    let (kept, out) = unsafe { (kept(handle), array::<u32>(out, count)) };
    let Some(solver) = &kept.solver else { return 0 };
    let particles = out.iter_mut().zip(solver.quarantined());
    particles.map(|(out, particle)| *out = particle as u32).count()
}

/// Moves a fixed particle steadily to a goal during the next step (kind 0), or gives an impulse to any (kind 1).
#[unsafe(no_mangle)]
extern "C" fn network_push(handle: usize, kind: u32, particle: usize, x: f64, y: f64, z: f64) {
    // SAFETY: a live handle.
    let kept = unsafe { kept(handle) };
    let Some(solver) = &mut kept.solver else { return };
    let vector = [x as f32, y as f32, z as f32];
    if kind == 1 {
        solver.apply_impulse(particle, vector);
    } else {
        solver.set_kinematic_target(particle, vector);
    }
}

fn collider_shape(kind: f64, [a, b, c, d, e, f, radius]: [f32; 7]) -> Shape {
    match kind as u32 {
        0 => Shape::Plane { point: [a, b, c], normal: [d, e, f] },
        1 => Shape::Sphere { center: [a, b, c], radius },
        _ => Shape::Capsule { a: [a, b, c], b: [d, e, f], radius },
    }
}

/// Sets the colliders, of nine numbers each: kind, two points or a point and a normal, radius, friction. With `only` at one
/// of them, moves that one there during the next step instead.
#[unsafe(no_mangle)]
extern "C" fn network_colliders(handle: usize, given: usize, count: usize, only: i32) -> usize {
    // SAFETY: a live handle, and colliders that the other side allocated.
    let (kept, given) = unsafe { (kept(handle), array::<[f64; 9]>(given, count)) };
    let Some(solver) = &mut kept.solver else { return 0 };
    let shapes = given
        .iter()
        .map(|[kind, rest @ .., _]| collider_shape(*kind, rest.map(|number| number as f32)));
    if let (Ok(only), Some(goal)) = (usize::try_from(only), shapes.clone().next()) {
        return status(solver.move_collider(only, goal));
    }
    let colliders: Vec<Collider> = shapes
        .zip(given.iter())
        .map(|(shape, numbers)| Collider::new(shape).with_friction(numbers[8] as f32))
        .collect();
    status(solver.set_colliders(&colliders))
}
