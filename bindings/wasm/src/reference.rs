//! The published schemes for particles: all springs at once, and iterations with warm starting.

use alloc::boxed::Box;
use alloc::vec::Vec;

use sprung::SpringMode;
use sprung_network::reference::{
    CoefficientLimit, Formulation, JacobiSolver, SequentialImpulses, Variant,
};
use sprung_network::shapes::{self, Cloth};
use sprung_network::{Edge, Environment, Network, NetworkError, Particle, Stiffness, measure};

use crate::exchange::{array, numbers};
use crate::network_parts::{refuse, stiffness};

/// A particle in the memory of both sides: position, velocity, mass (0 is fixed).
type ParticleRow = [f64; 7];

/// An edge: its two particles, rest length, mode, the kind of its stiffness and its two numbers.
type EdgeRow = [f64; 7];

enum Scheme {
    Jacobi(JacobiSolver),
    Impulses(SequentialImpulses),
}

/// A scheme, its gravity, and the particles that the other side sees.
struct Kept {
    scheme: Scheme,
    gravity: [f32; 3],
    positions: Vec<f32>,
    velocities: Vec<f32>,
}

impl Kept {
    fn particles(&self) -> &[Particle] {
        match &self.scheme {
            Scheme::Jacobi(scheme) => scheme.particles(),
            Scheme::Impulses(scheme) => scheme.particles(),
        }
    }

    fn show(&mut self) {
        let seen = |pick: fn(&Particle) -> [f32; 3]| -> Vec<f32> {
            self.particles().iter().flat_map(pick).collect()
        };
        let both = (seen(|particle| particle.position), seen(|particle| particle.velocity));
        (self.positions, self.velocities) = both;
    }
}

/// A scheme of the other side.
///
/// # Safety
/// `handle` is what [`reference_new`] returned, and was not freed.
unsafe fn kept<'a>(handle: usize) -> &'a mut Kept {
    // SAFETY: by the caller.
    unsafe { &mut *(handle as *mut Kept) }
}

fn network(particles: &[ParticleRow], edges: &[EdgeRow]) -> Network {
    let mut network = Network::default();
    for row in particles {
        let [x, y, z, vx, vy, vz, mass] = row.map(|number| number as f32);
        let particle =
            if mass == 0.0 { Particle::fixed([x, y, z]) } else { Particle::new([x, y, z], mass) };
        network.add_particle(particle.with_velocity([vx, vy, vz]));
    }
    for [a, b, rest_length, mode, kind, first, second] in edges {
        let mode = match *mode as u32 {
            1 => SpringMode::TensionOnly,
            2 => SpringMode::CompressionOnly,
            _ => SpringMode::TwoWay,
        };
        let edge = Edge::new(*a as usize, *b as usize, *rest_length as f32)
            .with_stiffness(stiffness(*kind as u32, *first as f32, *second as f32));
        network.add_edge(edge.with_mode(mode));
    }
    network
}

fn coefficient_limit(kind: u32) -> CoefficientLimit {
    match kind {
        0 => CoefficientLimit::Off,
        1 => CoefficientLimit::Article,
        2 => CoefficientLimit::NoOvershoot,
        _ => CoefficientLimit::MassSplitting,
    }
}

fn scheme(
    kind: u32,
    network: &Network,
    environment: Environment,
    [first, second]: [f64; 2],
) -> Result<Scheme, NetworkError> {
    Ok(match kind {
        // Forces or impulses, and the limit of the coefficients.
        0 | 1 => {
            let form = if kind == 0 { Formulation::Force } else { Formulation::Impulse };
            let made = JacobiSolver::new(network, environment, coefficient_limit(first as u32))?;
            Scheme::Jacobi(made.with_formulation(form))
        }
        // As published or passive, the sweeps and the part of the impulses that is kept.
        _ => {
            let variant = if kind == 2 { Variant::Published } else { Variant::Passive };
            let (sweeps, kept) = (first as usize, second as f32);
            let made = SequentialImpulses::new(network, environment, sweeps, kept)?;
            Scheme::Impulses(made.with_variant(variant))
        }
    })
}

/// A scheme over particles and edges. The first numbers are gravity, drag, wind, and the two parameters of the kind. Returns
/// its handle; 0 for an error, whose text's length is in the second number.
#[unsafe(no_mangle)]
extern "C" fn reference_new(
    kind: u32,
    particles: usize,
    particle_count: usize,
    edges: usize,
    edge_count: usize,
) -> usize {
    let [gx, gy, gz, drag, wx, wy, wz, first, second, ..] = *numbers();
    let float = |vector: [f64; 3]| vector.map(|number| number as f32);
    let gravity = float([gx, gy, gz]);
    let environment = Environment { gravity, drag: drag as f32, wind: float([wx, wy, wz]) };
    // SAFETY: the other side allocated both.
    let (particles, edges) = unsafe {
        (array::<ParticleRow>(particles, particle_count), array::<EdgeRow>(edges, edge_count))
    };
    match scheme(kind, &network(particles, edges), environment, [first, second]) {
        Ok(scheme) => {
            let (positions, velocities) = (Vec::new(), Vec::new());
            let mut kept = Kept { scheme, gravity, positions, velocities };
            kept.show();
            Box::into_raw(Box::new(kept)).addr()
        }
        Err(error) => {
            let len = refuse(&error);
            numbers()[1] = len as f64;
            0
        }
    }
}

/// Frees a scheme.
#[unsafe(no_mangle)]
extern "C" fn reference_free(handle: usize) {
    // SAFETY: the other side frees each handle once.
    drop(unsafe { Box::from_raw(handle as *mut Kept) });
}

/// Takes steps of `dt` seconds.
#[unsafe(no_mangle)]
extern "C" fn reference_step(handle: usize, dt: f64, steps: u32) {
    // SAFETY: a live handle.
    let kept = unsafe { kept(handle) };
    for _ in 0..steps {
        match &mut kept.scheme {
            Scheme::Jacobi(scheme) => scheme.step(dt as f32),
            Scheme::Impulses(scheme) => scheme.step(dt as f32),
        }
    }
    kept.show();
}

/// Returns the address of the positions; leaves that of the velocities, the number of particles, and the energy of motion
/// and height.
#[unsafe(no_mangle)]
extern "C" fn reference_look(handle: usize) -> usize {
    // SAFETY: a live handle.
    let kept = unsafe { kept(handle) };
    let energy = measure::energy(kept.particles().iter().copied(), kept.gravity);
    let seen = [kept.velocities.as_ptr().addr() as f64, kept.particles().len() as f64, energy];
    numbers()[..3].copy_from_slice(&seen);
    kept.positions.as_ptr().addr()
}

/// The rows of a shape that the other side reads, until the next.
struct Rows {
    particles: Vec<ParticleRow>,
    edges: Vec<EdgeRow>,
}

static ROWS: crate::exchange::Shared<Rows> =
    crate::exchange::Shared(core::cell::UnsafeCell::new(Rows {
        particles: Vec::new(),
        edges: Vec::new(),
    }));

/// Leaves the addresses and counts of the particles and edges of a shape: a rope between the points in the first six
/// numbers, of links and mass (kind 0); a cloth of columns, rows, spacing and mass, with rigid diagonals if the fifth number is 1
/// (kind 1). Returns the length of an error's text, or 0.
#[unsafe(no_mangle)]
extern "C" fn reference_shape(kind: u32) -> usize {
    let [a, b, c, d, e, f, g, h, ..] = *numbers();
    let float = |vector: [f64; 3]| vector.map(|number| number as f32);
    let made = if kind == 0 {
        shapes::rope(float([a, b, c]), float([d, e, f]), g as usize, h as f32)
    } else {
        let cloth = Cloth::new(a as usize, b as usize, c as f32, d as f32);
        let cloth = if e == 1.0 { cloth.with_shear(Stiffness::RIGID) } else { cloth };
        cloth.build()
    };
    let network = match made {
        Ok(network) => network,
        Err(error) => return refuse(&error),
    };
    let particle = |one: &Particle| {
        let ([x, y, z], [vx, vy, vz]) = (one.position, one.velocity);
        let mass = if one.is_fixed() { 0.0 } else { 1.0 / one.inverse_mass };
        [x, y, z, vx, vy, vz, mass].map(f64::from)
    };
    let edge = |one: &Edge| {
        let mode = match one.mode {
            SpringMode::TwoWay => 0.0,
            SpringMode::TensionOnly => 1.0,
            SpringMode::CompressionOnly => 2.0,
        };
        // The shapes of this module are rigid.
        [one.a as f64, one.b as f64, f64::from(one.rest_length), mode, 0.0, 1.0, 1.0]
    };
    // SAFETY: one thread, and no reference outlives this.
    let rows = unsafe { &mut *ROWS.0.get() };
    rows.particles = network.particles.iter().map(particle).collect();
    rows.edges = network.edges.iter().map(edge).collect();
    let addresses = [rows.particles.as_ptr().addr(), rows.edges.as_ptr().addr()];
    let counts = [rows.particles.len(), rows.edges.len()];
    let seen = [addresses[0], counts[0], addresses[1], counts[1]];
    numbers()[..4].copy_from_slice(&seen.map(|number| number as f64));
    0
}

/// A limit of the coefficients: 0 Nissen's, 1 without overshoot, 2 of stability, for at most `n` edges at a particle; 3 mass
/// splitting by two inverse masses and two numbers of edges.
#[unsafe(no_mangle)]
extern "C" fn reference_limit(kind: u32, n: f64, other: f64, w: f64, other_w: f64) -> f64 {
    f64::from(match kind {
        0 => CoefficientLimit::article(n as usize),
        1 => CoefficientLimit::no_overshoot(n as usize),
        2 => CoefficientLimit::stable(n as usize),
        _ => CoefficientLimit::mass_splitting(
            [w as f32, other_w as f32],
            [n as usize, other as usize],
        ),
    })
}
