//! Solvers of networks: time steps, pins, colliders, positions.

use sprung_network::{Environment, Network, NetworkError, Settings, Shape, Solver};

use crate::collision::SprungCollider;
use crate::failure::{Failure, Nothing, Result, SprungStatus, status, value};
use crate::handle::Table;
use crate::memory::{array, read, write};
use crate::network::{NETWORKS, SprungNetwork, check_index};
use crate::single::state::SprungVector3F32;

static SOLVERS: Table<Simulation> = Table::new("solver");

/// A solver, and what the other side looks at.
struct Simulation {
    solver: Solver,
    is_fixed: Vec<bool>,
    positions: Vec<SprungVector3F32>,
    velocities: Vec<SprungVector3F32>,
    quarantined: Vec<usize>,
}

/// A handle of a solver; free it with `sprung_solver_free`. One that was freed is an error, not a crash.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungSolver {
    /// The number of the solver; 0 is none.
    pub id: u64,
}

/// The surroundings of a network.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungEnvironment {
    /// The gravity, m/s^2.
    pub gravity: SprungVector3F32,
    /// The drag of the air, 1/s.
    pub drag: f32,
    /// The velocity of the air, m/s.
    pub wind: SprungVector3F32,
}

/// The settings of a solver; begin with `sprung_settings_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungSettings {
    /// The number of small steps in a time step, at least 1.
    pub substeps: usize,
    /// Not 0: it solves woven networks line by line.
    pub line_solver: u32,
    /// The surroundings.
    pub environment: SprungEnvironment,
    /// An island sleeps when no particle of it has been faster than this for half a second, m/s; 0 never.
    pub sleep_speed: f32,
}

/// The stretch of the edges of a network.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungStretch {
    /// The greatest, a part of the length at rest.
    pub max: f64,
    /// The mean, a part of the length at rest.
    pub mean: f64,
}

impl Nothing for SprungStretch {
    const NOTHING: Self = SprungStretch { max: f64::NAN, mean: f64::NAN };
}

impl SprungEnvironment {
    fn environment(self) -> Environment {
        let SprungEnvironment { gravity, drag, wind } = self;
        Environment { gravity: gravity.into(), drag, wind: wind.into() }
    }
}

fn with<R>(solver: SprungSolver, body: impl FnOnce(&mut Simulation) -> Result<R>) -> Result<R> {
    SOLVERS.with(solver.id, body)
}

/// The settings of a solver that has not been told otherwise: 8 small steps, gravity along -y.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_settings_default() -> SprungSettings {
    let Settings { substeps, line_solver, environment, sleep_speed } = Settings::default();
    let Environment { gravity, drag, wind } = environment;
    let environment = SprungEnvironment { gravity: gravity.into(), drag, wind: wind.into() };
    SprungSettings { substeps, line_solver: line_solver.into(), environment, sleep_speed }
}

/// Makes a solver of a network as it is now.
///
/// # Safety
/// A pointer that is neither NULL nor misaligned can be read or written.
unsafe fn make(
    network: SprungNetwork,
    settings: *const SprungSettings,
    solver: *mut SprungSolver,
    made: impl FnOnce(&Network, Settings) -> core::result::Result<Solver, NetworkError>,
) -> SprungStatus {
    // SAFETY: as promised by the caller.
    status(|| unsafe {
        let settings = if settings.is_null() {
            Settings::default()
        } else {
            let given = read(settings, "settings")?;
            let SprungSettings { substeps, line_solver, environment, sleep_speed } = given;
            let (line_solver, environment) = (line_solver != 0, environment.environment());
            Settings { substeps, line_solver, environment, sleep_speed }
        };
        // Before the solver is kept, so that nothing is lost where the pointer is bad.
        write(solver, "solver", SprungSolver::default())?;
        let made = NETWORKS.with(network.id, |network: &mut Network| {
            Ok(Simulation {
                solver: made(network, settings)?,
                is_fixed: network.particles.iter().map(|particle| particle.is_fixed()).collect(),
                positions: Vec::new(),
                velocities: Vec::new(),
                quarantined: Vec::new(),
            })
        })?;
        write(solver, "solver", SprungSolver { id: SOLVERS.insert(made) })
    })
}

/// Makes a solver of a network as it is now; NULL are the default settings. The network may be freed afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_solver_new(
    network: SprungNetwork,
    settings: *const SprungSettings,
    solver: *mut SprungSolver,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    unsafe { make(network, settings, solver, Solver::new) }
}

/// Makes a solver that keeps rigid edges within `max_stretch` of their lengths, as a part of them: 0.01 is 1 %.
///
/// It chooses the number of small steps, of which the settings have the most, and adds long-range attachments and mass where
/// the shape of the network asks for them. NULL are the default settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_solver_within_stretch(
    network: SprungNetwork,
    max_stretch: f32,
    settings: *const SprungSettings,
    solver: *mut SprungSolver,
) -> SprungStatus {
    let made = |network: &_, settings| Solver::within_stretch(network, max_stretch, settings);
    // SAFETY: the pointers are as the header describes them.
    unsafe { make(network, settings, solver, made) }
}

/// The number of small steps in the next time step; 0 and a message for a handle that is none.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_substeps(solver: SprungSolver) -> usize {
    value(|| with(solver, |simulation| Ok(simulation.solver.substeps())))
}

/// Frees a solver and the arrays that it lent; its number is never used again.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_free(solver: SprungSolver) -> SprungStatus {
    status(|| SOLVERS.remove(solver.id))
}

/// Moves the network by `dt` seconds; a `dt` that is 0, negative, infinite or NaN changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_step(solver: SprungSolver, dt: f32) -> SprungStatus {
    status(|| {
        with(solver, |simulation| {
            simulation.solver.step(dt);
            Ok(())
        })
    })
}

/// The number of particles; 0 and a message for a handle that is none.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_particle_count(solver: SprungSolver) -> usize {
    value(|| with(solver, |simulation| Ok(simulation.solver.len())))
}

/// The positions (m) of all particles, as they are now; NULL and a message for a handle that is none.
///
/// The array stays where it is, and as it is, until the next call of this function with the solver, or until that is freed.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_positions(solver: SprungSolver) -> *const SprungVector3F32 {
    value(|| {
        with(solver, |Simulation { solver, positions, .. }| {
            positions.clear();
            positions
                .extend((0..solver.len()).map(|at| SprungVector3F32::from(solver.position(at))));
            Ok(positions.as_ptr())
        })
    })
}

/// The velocities (m/s) of all particles, as they are now; NULL and a message for a handle that is none.
///
/// The array stays where it is, and as it is, until the next call of this function with the solver, or until that is freed.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_velocities(solver: SprungSolver) -> *const SprungVector3F32 {
    value(|| {
        with(solver, |Simulation { solver, velocities, .. }| {
            velocities.clear();
            velocities
                .extend((0..solver.len()).map(|at| SprungVector3F32::from(solver.velocity(at))));
            Ok(velocities.as_ptr())
        })
    })
}

/// The particles of components in which a number has overflowed in the last step, ascending, and their count; NULL and a
/// message for a handle that is none.
///
/// They were put back to where that step began, with the velocity 0; all others have moved on. The array stays where it is,
/// and as it is, until the next call of this function with the solver, or until that is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_solver_quarantined(
    solver: SprungSolver,
    count: *mut usize,
) -> *const usize {
    value(|| {
        with(solver, |Simulation { solver, quarantined, .. }| {
            quarantined.clear();
            quarantined.extend(solver.quarantined());
            // SAFETY: the pointer is as the header describes it.
            unsafe { write(count, "count", quarantined.len()) }?;
            Ok(quarantined.as_ptr())
        })
    })
}

/// Moves a fixed particle to a point during the next step: a hand that holds a pin.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_set_kinematic_target(
    solver: SprungSolver,
    particle: usize,
    target: SprungVector3F32,
) -> SprungStatus {
    status(|| {
        with(solver, |simulation| {
            check_index("particle", particle, simulation.solver.len())?;
            if !simulation.is_fixed[particle] {
                let message = format!("particle must be fixed to have a target, got {particle}");
                return Err(Failure::new(SprungStatus::InvalidParameter, message));
            }
            simulation.solver.set_kinematic_target(particle, target.into());
            Ok(())
        })
    })
}

/// Applies an impulse (N*s) to a particle.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_apply_impulse(
    solver: SprungSolver,
    particle: usize,
    impulse: SprungVector3F32,
) -> SprungStatus {
    status(|| {
        with(solver, |simulation| {
            check_index("particle", particle, simulation.solver.len())?;
            simulation.solver.apply_impulse(particle, impulse.into());
            Ok(())
        })
    })
}

/// Changes gravity, drag and wind from the next step on.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_set_environment(
    solver: SprungSolver,
    environment: SprungEnvironment,
) -> SprungStatus {
    status(|| {
        with(solver, |simulation| {
            Ok(simulation.solver.set_environment(environment.environment())?)
        })
    })
}

/// Replaces the colliders.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_solver_set_colliders(
    solver: SprungSolver,
    colliders: *const SprungCollider,
    count: usize,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let colliders = array(colliders, "colliders", count)?.iter();
        let colliders =
            colliders.map(|collider| collider.collider()).collect::<Result<Vec<_>>>()?;
        with(solver, |simulation| Ok(simulation.solver.set_colliders(&colliders)?))
    })
}

/// Moves a collider during the next step to where another one of the same kind of shape is.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_move_collider(
    solver: SprungSolver,
    collider: usize,
    goal: SprungCollider,
) -> SprungStatus {
    status(|| {
        let goal = goal.collider()?.shape;
        with(solver, |simulation| {
            let shapes: Vec<_> = simulation.solver.colliders().map(|known| known.shape).collect();
            check_index("collider", collider, shapes.len())?;
            let kind = std::mem::discriminant::<Shape>;
            if kind(&shapes[collider]) != kind(&goal) {
                let message = "goal must have the kind of shape of the collider";
                return Err(Failure::new(SprungStatus::InvalidParameter, message));
            }
            Ok(simulation.solver.move_collider(collider, goal)?)
        })
    })
}

/// Returns whether the whole network sleeps.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_is_asleep(solver: SprungSolver) -> bool {
    value(|| with(solver, |simulation| Ok(simulation.solver.is_asleep())))
}

/// Returns whether an edge has torn.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_is_torn(solver: SprungSolver, edge: usize) -> bool {
    value(|| {
        with(solver, |simulation| {
            check_index("edge", edge, simulation.solver.edges().len())?;
            Ok(simulation.solver.is_torn(edge))
        })
    })
}

/// The stretch of the edges.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_solver_stretch(solver: SprungSolver) -> SprungStretch {
    value(|| {
        with(solver, |simulation| {
            let sprung_network::Stretch { max, mean } = simulation.solver.stretch();
            Ok(SprungStretch { max, mean })
        })
    })
}

/// Makes a network of the solver as it is now, without the edges that have torn: to save, to change, to solve again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_solver_network(
    solver: SprungSolver,
    network: *mut SprungNetwork,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let now = with(solver, |simulation| Ok(simulation.solver.network()))?;
        write(network, "network", SprungNetwork::default())?;
        write(network, "network", SprungNetwork { id: NETWORKS.insert(now) })
    })
}
