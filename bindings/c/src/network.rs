//! Networks of particles joined by springs, as data: rope, cloth and others, built and changed.

use sprung_network::{Network, shapes};

use crate::edge::{SprungEdge, SprungEdgeStiffness, SprungParticle};
use crate::failure::{Failure, Result, SprungStatus, status, value};
use crate::handle::Table;
use crate::memory::{array, read, write, write_all};
use crate::single::state::SprungVector3F32;

pub(crate) static NETWORKS: Table<Network> = Table::new("network");

/// A handle of a network; free it with `sprung_network_free`. One that was freed is an error, not a crash.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungNetwork {
    /// The number of the network; 0 is none.
    pub id: u64,
}

/// Refuses an index that is not below a length.
pub(crate) fn check_index(name: &str, index: usize, length: usize) -> Result<()> {
    if index < length {
        return Ok(());
    }
    let message = format!("{name} must be < {length}, got {index}");
    Err(Failure::new(SprungStatus::InvalidLength, message))
}

/// Writes the handle of a network that was made.
///
/// # Safety
/// A pointer that is neither NULL nor misaligned can be written.
unsafe fn make(
    network: *mut SprungNetwork,
    made: impl FnOnce() -> Result<Network>,
) -> SprungStatus {
    status(|| {
        let made = made()?;
        // SAFETY: as promised by the caller.
        unsafe {
            // Before the network is kept, so that nothing is lost where the pointer is bad.
            write(network, "network", SprungNetwork::default())?;
            write(network, "network", SprungNetwork { id: NETWORKS.insert(made) })
        }
    })
}

/// Makes an empty network.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_network_new(network: *mut SprungNetwork) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(network, || Ok(Network::default())) }
}

/// Makes a rope of `links` edges from one point to another, `mass` kg in all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_network_rope(
    from: SprungVector3F32,
    to: SprungVector3F32,
    links: usize,
    mass: f32,
    network: *mut SprungNetwork,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(network, || Ok(shapes::rope(from.into(), to.into(), links, mass)?)) }
}

/// Makes a cloth in the plane y = 0; the particle of a column and a row is `row*columns + column`.
///
/// Stiffness along the threads; of the diagonals and against bending, which may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_network_cloth(
    columns: usize,
    rows: usize,
    spacing: f32,
    mass: f32,
    structure: *const SprungEdgeStiffness,
    shear: *const SprungEdgeStiffness,
    bend: *const SprungEdgeStiffness,
    network: *mut SprungNetwork,
) -> SprungStatus {
    let stiffness = |pointer: *const SprungEdgeStiffness, name| {
        if pointer.is_null() {
            return Ok(None);
        }
        // SAFETY: the pointer is as the header describes it.
        unsafe { read(pointer, name) }?.stiffness().map(Some)
    };
    let build = || {
        let mut cloth = shapes::Cloth::new(columns, rows, spacing, mass);
        if let Some(stiffness) = stiffness(structure, "structure")? {
            cloth = cloth.with_structure(stiffness);
        }
        if let Some(stiffness) = stiffness(shear, "shear")? {
            cloth = cloth.with_shear(stiffness);
        }
        if let Some(stiffness) = stiffness(bend, "bend")? {
            cloth = cloth.with_bend(stiffness);
        }
        Ok(cloth.build()?)
    };
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(network, build) }
}

/// Makes a block of jelly: a lattice of particles, each joined to its 26 neighbors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_network_lattice(
    size_x: usize,
    size_y: usize,
    size_z: usize,
    spacing: f32,
    mass: f32,
    network: *mut SprungNetwork,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(network, || Ok(shapes::lattice([size_x, size_y, size_z], spacing, mass)?)) }
}

/// Frees a network; its number is never used again.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_network_free(network: SprungNetwork) -> SprungStatus {
    status(|| NETWORKS.remove(network.id))
}

/// The number of particles; 0 and a message for a handle that is none.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_network_particle_count(network: SprungNetwork) -> usize {
    value(|| NETWORKS.with(network.id, |network| Ok(network.particles.len())))
}

/// The number of edges; 0 and a message for a handle that is none.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_network_edge_count(network: SprungNetwork) -> usize {
    value(|| NETWORKS.with(network.id, |network| Ok(network.edges.len())))
}

/// Adds particles; the first of them gets the number of particles before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_network_add_particles(
    network: SprungNetwork,
    particles: *const SprungParticle,
    count: usize,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let particles = array(particles, "particles", count)?;
        NETWORKS.with(network.id, |network| {
            for particle in particles {
                network.add_particle(particle.particle());
            }
            Ok(())
        })
    })
}

/// Adds edges; all of them or, if one is wrong, none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_network_add_edges(
    network: SprungNetwork,
    edges: *const SprungEdge,
    count: usize,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let edges = array(edges, "edges", count)?.iter();
        let edges = edges.map(|edge| edge.edge()).collect::<Result<Vec<_>>>()?;
        NETWORKS.with(network.id, |network| {
            for (at, edge) in edges.iter().enumerate() {
                let name = format!("particle of edge {at}");
                check_index(&name, edge.a.max(edge.b), network.particles.len())?;
            }
            network.edges.extend(edges);
            Ok(())
        })
    })
}

/// Joins two particles by a rigid edge of the length that they are apart.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_network_connect(
    network: SprungNetwork,
    a: usize,
    b: usize,
) -> SprungStatus {
    status(|| {
        NETWORKS.with(network.id, |network| {
            check_index("particle", a.max(b), network.particles.len())?;
            network.connect(a, b);
            Ok(())
        })
    })
}

/// Fixes particles where they are: pins.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_network_fix(
    network: SprungNetwork,
    particles: *const usize,
    count: usize,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let particles = array(particles, "particles", count)?;
        NETWORKS.with(network.id, |network| {
            for particle in particles {
                check_index("particle", *particle, network.particles.len())?;
            }
            network.fix(particles.iter().copied());
            Ok(())
        })
    })
}

/// Keeps every particle within the length of its shortest path to each of the four nearest fixed ones, so that a large cloth
/// needs few small steps. Edges that tear let go of those whose paths may have led over them.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_network_add_long_range_attachments(
    network: SprungNetwork,
) -> SprungStatus {
    status(|| {
        NETWORKS.with(network.id, |network| {
            network.check()?;
            network.add_long_range_attachments();
            Ok(())
        })
    })
}

/// Makes the particles near fixed ones heavier, where few edges carry the load of many; adds `part`, within 0 and 1, of the
/// mass of each connected part that is held. For large cloth that hangs by one corner; after `sprung_network_fix`.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_network_scale_masses(network: SprungNetwork, part: f32) -> SprungStatus {
    status(|| NETWORKS.with(network.id, |network| Ok(network.scale_masses(part)?)))
}

/// Adds a copy of another network; its first particle gets the number of particles before.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_network_append(
    network: SprungNetwork,
    other: SprungNetwork,
) -> SprungStatus {
    status(|| {
        let other = NETWORKS.with(other.id, |other| Ok(other.clone()))?;
        NETWORKS.with(network.id, |network| {
            network.append(&other);
            Ok(())
        })
    })
}

/// Reads `count` particles from the first on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_network_particles(
    network: SprungNetwork,
    particles: *mut SprungParticle,
    count: usize,
) -> SprungStatus {
    status(|| {
        NETWORKS.with(network.id, |network| {
            // SAFETY: the pointer is as the header describes it.
            unsafe { copy_out(&network.particles, particles, "particles", count) }
        })
    })
}

/// Reads `count` edges from the first on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_network_edges(
    network: SprungNetwork,
    edges: *mut SprungEdge,
    count: usize,
) -> SprungStatus {
    status(|| {
        NETWORKS.with(network.id, |network| {
            // SAFETY: the pointer is as the header describes it.
            unsafe { copy_out(&network.edges, edges, "edges", count) }
        })
    })
}

/// Writes the first `count` of the values.
///
/// # Safety
/// `count` values can be written.
unsafe fn copy_out<T: Copy + Into<C>, C>(
    values: &[T],
    out: *mut C,
    name: &str,
    count: usize,
) -> Result<()> {
    check_index("count", count, values.len() + 1)?;
    // SAFETY: as promised by the caller.
    unsafe { write_all(out, name, count, values.iter().map(|value| (*value).into())) }
}

/// Checks that a network can be simulated: finite numbers, positive masses, no edge twice.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_network_check(network: SprungNetwork) -> SprungStatus {
    status(|| NETWORKS.with(network.id, |network| Ok(network.check()?)))
}
