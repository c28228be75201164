//! Networks of springs: the calls of their solver as data.

use serde::{Deserialize, Serialize};
use sprung_network::{
    Collider, Drag, Edge, Environment, NetworkError, Particle, Shape, SkinTarget, Solver,
    Stiffness, Tether, VolumeContent,
};

use crate::simulation::Simulation;

/// A call of a [`Solver`] by the name of its method, with its arguments.
///
/// These are all the methods that change the motion, but for coupling with rigid bodies, whose impulses come from outside
/// of the solver. A call whose method would panic, as of a particle that is not there, is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are the arguments of the methods")]
pub enum Call {
    /// [`Solver::step`]
    Step { dt: f32 },
    /// [`Solver::set_kinematic_target`]
    SetKinematicTarget { particle: usize, goal: [f32; 3] },
    /// [`Solver::set_skin_targets`]
    SetSkinTargets { targets: Vec<SkinTarget> },
    /// [`Solver::reset_skin_targets`]
    ResetSkinTargets { targets: Vec<SkinTarget> },
    /// [`Solver::apply_impulse`]
    ApplyImpulse { particle: usize, impulse: [f32; 3] },
    /// [`Solver::set_environment`]
    SetEnvironment { environment: Environment },
    /// [`Solver::set_colliders`]
    SetColliders { colliders: Vec<Collider> },
    /// [`Solver::move_collider`]
    MoveCollider { collider: usize, goal: Shape },
    /// [`Solver::set_drags`]
    SetDrags { drags: Vec<Drag> },
    /// [`Solver::set_content`]
    SetContent { volume: usize, content: VolumeContent },
    /// [`Solver::set_position`]
    SetPosition { particle: usize, position: [f32; 3] },
    /// [`Solver::set_velocity`]
    SetVelocity { particle: usize, velocity: [f32; 3] },
    /// [`Solver::set_mass`]
    SetMass { particle: usize, mass: f32 },
    /// [`Solver::pin`]
    Pin { particle: usize },
    /// [`Solver::release`]
    Release { particle: usize, mass: f32 },
    /// [`Solver::set_stiffness`]
    SetStiffness { edge: usize, stiffness: Stiffness },
    /// [`Solver::set_tear_force`]
    SetTearForce {
        edge: usize,
        #[serde(with = "sprung::saved_float")]
        force: f32,
    },
    /// [`Solver::add_edge`]
    AddEdge { edge: Edge },
    /// [`Solver::remove_edge`]
    RemoveEdge { edge: usize },
    /// [`Solver::add_particle`]
    AddParticle { particle: Particle },
    /// [`Solver::remove_particle`]
    RemoveParticle { particle: usize },
    /// [`Solver::add_tether`]
    AddTether { tether: Tether },
    /// [`Solver::remove_tether`]
    RemoveTether { anchor: usize, particle: usize },
    /// [`Solver::remove_tethers`]
    RemoveTethers,
    /// [`Solver::rebuild`]
    Rebuild,
}

impl Simulation for Solver {
    const KIND: &'static str = "network";
    const ROW: &'static str = "particle";
    const COMPONENTS: &'static [&'static str] =
        &["position x", "position y", "position z", "velocity x", "velocity y", "velocity z"];

    type Call = Call;

    fn apply(&mut self, call: &Call) -> Result<(), String> {
        let text = |error: NetworkError| error.to_string();
        let below = |name: &str, index: usize, count: usize| {
            if index < count {
                Ok(index)
            } else {
                Err(format!("{name} must be < {count}, got {index}"))
            }
        };
        let particles = self.len();
        let particle = |index: &usize| below("particle", *index, particles);
        let skin_constraints = self.skin_constraints().len();
        let all = |targets: &[SkinTarget]| match targets.len() {
            given if given == skin_constraints => Ok(()),
            given => Err(format!("there must be {skin_constraints} skin targets, got {given}")),
        };
        let edges = self.edges().len();
        let edge = |index: &usize| below("edge", *index, edges);
        match call {
            Call::Step { dt } => self.step(*dt),
            Call::SetKinematicTarget { particle: at, goal } => {
                if !self.is_fixed(particle(at)?) {
                    return Err(format!("particle {at} must be fixed to have a kinematic target"));
                }
                self.set_kinematic_target(*at, *goal);
            }
            Call::SetSkinTargets { targets } => {
                all(targets)?;
                self.set_skin_targets(targets).map_err(text)?;
            }
            Call::ResetSkinTargets { targets } => {
                all(targets)?;
                self.reset_skin_targets(targets).map_err(text)?;
            }
            Call::ApplyImpulse { particle: at, impulse } => {
                self.apply_impulse(particle(at)?, *impulse);
            }
            Call::SetEnvironment { environment } => {
                self.set_environment(*environment).map_err(text)?;
            }
            Call::SetColliders { colliders } => self.set_colliders(colliders).map_err(text)?,
            Call::MoveCollider { collider, goal } => {
                let shape = self.colliders().nth(*collider).map(|collider| collider.shape);
                let shape = shape.ok_or_else(|| format!("there is no collider {collider}"))?;
                if std::mem::discriminant(&shape) != std::mem::discriminant(goal) {
                    return Err(format!("the goal of collider {collider} must be of its shape"));
                }
                self.move_collider(*collider, *goal).map_err(text)?;
            }
            Call::SetDrags { drags } => self.set_drags(drags).map_err(text)?,
            Call::SetContent { volume, content } => {
                let volume = below("volume", *volume, self.volume_count())?;
                self.set_content(volume, *content).map_err(text)?;
            }
            Call::SetPosition { particle: at, position } => {
                self.set_position(particle(at)?, *position).map_err(text)?;
            }
            Call::SetVelocity { particle: at, velocity } => {
                self.set_velocity(particle(at)?, *velocity).map_err(text)?;
            }
            Call::SetMass { particle: at, mass } => {
                if self.is_fixed(particle(at)?) {
                    return Err(format!("particle {at} must be dynamic to have a mass"));
                }
                self.set_mass(*at, *mass).map_err(text)?;
            }
            Call::Pin { particle: at } => self.pin(particle(at)?),
            Call::Release { particle: at, mass } => {
                self.release(particle(at)?, *mass).map_err(text)?;
            }
            Call::SetStiffness { edge: at, stiffness } => {
                self.set_stiffness(edge(at)?, *stiffness).map_err(text)?;
            }
            Call::SetTearForce { edge: at, force } => {
                self.set_tear_force(edge(at)?, *force).map_err(text)?;
            }
            Call::AddEdge { edge } => drop(self.add_edge(*edge).map_err(text)?),
            Call::RemoveEdge { edge: at } => self.remove_edge(edge(at)?),
            Call::AddParticle { particle } => drop(self.add_particle(*particle).map_err(text)?),
            Call::RemoveParticle { particle: at } => self.remove_particle(particle(at)?),
            Call::AddTether { tether } => self.add_tether(*tether).map_err(text)?,
            Call::RemoveTether { anchor, particle: at } => {
                self.remove_tether(particle(anchor)?, particle(at)?);
            }
            Call::RemoveTethers => self.remove_tethers(),
            Call::Rebuild => self.rebuild(),
        }
        Ok(())
    }

    fn is_step(call: &Call) -> bool {
        matches!(call, Call::Step { .. })
    }

    fn write_state(&self, bits: &mut Vec<u32>) {
        for particle in self.particles() {
            bits.extend(particle.position.map(f32::to_bits));
            bits.extend(particle.velocity.map(f32::to_bits));
        }
    }
}
