//! The schemes that move a network: the solver, and the published ones, for comparison.

use std::io::Write;

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use sprung_network::reference::{
    CoefficientLimit, Formulation, JacobiSolver, SequentialImpulses, Variant,
};
use sprung_network::{Collider, Edge, Environment, Network, Particle, Settings, Solver, Stretch};
use sprung_recording::Recorder;
use sprung_recording::network::Call;

use super::falling_crate::FallingCrate;
use super::film::Simulation;
use super::gusts::Gusts;
use super::mesh::Mesh;
use super::release::Release;
use super::tearing::Tearing;
use super::wearer::Wearer;
use crate::typed_number::not_negative;

/// The options of the scheme.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The scheme that simulates
    #[arg(long, value_enum, default_value = "small-steps")]
    scheme: Scheme,
    /// The limit of the coefficients of jacobi and force
    #[arg(long, value_enum, default_value = "mass-splitting")]
    limit: Limit,
    /// The part of their impulses, 0 to 1, from which published and passive start in each step
    #[arg(long, value_name = "PART", default_value = "1", value_parser = not_negative::<f32>)]
    warm_start: f32,
    /// The passes over all springs in each step of published and passive
    #[arg(long, value_name = "COUNT", default_value = "1")]
    sweeps: usize,
}

/// A scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scheme {
    /// Small steps, which do not diverge
    SmallSteps,
    /// Nissen's: the impulses of all springs at once
    Jacobi,
    /// The same by forces
    Force,
    /// One spring after the other with warm starting, as published: the energy may grow
    Published,
    /// The same in the form that gains no energy
    Passive,
}

/// A limit of coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Limit {
    /// None
    Off,
    /// Nissen's, 1/(n + 1) with n springs at a particle
    Article,
    /// 1/n
    NoOvershoot,
    /// The mass-splitting factor
    MassSplitting,
}

/// The influences on a network besides gravity and a steady wind.
#[derive(Debug, Default)]
pub(super) struct Moving {
    pub(super) gusts: Option<Gusts>,
    pub(super) wearer: Option<Wearer>,
    pub(super) falling: Option<Box<FallingCrate>>,
    pub(super) release: Option<Release>,
}

/// A network in motion.
pub(super) enum Moved<'a> {
    Small(Box<Solver>, Moving),
    Recorded(Box<Recorder<Solver, &'a mut dyn Write>>, Option<Release>),
    Jacobi(JacobiSolver, usize),
    Impulses(SequentialImpulses, usize),
}

impl Choice {
    /// A network at the start of its motion; the published schemes take the sub-steps one by one.
    pub(super) fn start(
        &self,
        net: &Network,
        settings: Settings,
        colliders: &[Collider],
        moving: Moving,
        tearing: Tearing,
    ) -> Result<Moved<'static>> {
        let Settings { substeps, environment, .. } = settings;
        if self.scheme != Scheme::SmallSteps {
            ensure!(colliders.is_empty(), "a published --scheme has no floor and no obstacles");
            let is_of_springs = net.volumes.is_empty()
                && net.aero_surfaces.is_empty()
                && net.hinges.is_empty()
                && net.fabrics.is_empty()
                && net.cells.is_empty()
                && net.skin_constraints.is_empty();
            ensure!(
                is_of_springs,
                "a published --scheme has springs alone: no volume, air, hinges, fabric and skin"
            );
            ensure!(!tearing.is_some(), "the springs of a published --scheme do not tear");
        }
        Ok(match self.scheme {
            Scheme::SmallSteps => {
                let mut solver = Solver::new(net, settings)?;
                solver.set_colliders(colliders)?;
                tearing.limit_forces(&mut solver)?;
                Moved::Small(Box::new(solver), moving)
            }
            Scheme::Jacobi => self.jacobi(net, environment, substeps, Formulation::Impulse)?,
            Scheme::Force => self.jacobi(net, environment, substeps, Formulation::Force)?,
            Scheme::Published => self.impulses(net, environment, substeps, Variant::Published)?,
            Scheme::Passive => self.impulses(net, environment, substeps, Variant::Passive)?,
        })
    }

    fn jacobi(
        &self,
        net: &Network,
        environment: Environment,
        substeps: usize,
        form: Formulation,
    ) -> Result<Moved<'static>> {
        let limit = match self.limit {
            Limit::Off => CoefficientLimit::Off,
            Limit::Article => CoefficientLimit::Article,
            Limit::NoOvershoot => CoefficientLimit::NoOvershoot,
            Limit::MassSplitting => CoefficientLimit::MassSplitting,
        };
        let scheme = JacobiSolver::new(net, environment, limit)?;
        Ok(Moved::Jacobi(scheme.with_formulation(form), substeps))
    }

    fn impulses(
        &self,
        net: &Network,
        environment: Environment,
        substeps: usize,
        variant: Variant,
    ) -> Result<Moved<'static>> {
        let scheme = SequentialImpulses::new(net, environment, self.sweeps, self.warm_start)?;
        Ok(Moved::Impulses(scheme.with_variant(variant), substeps))
    }
}

impl Simulation for Moved<'_> {
    const REMEDY: &'static str = "make it softer with --hz, or increase --substeps";

    fn step(&mut self, dt: f32) -> Result<()> {
        match self {
            Moved::Small(solver, moving) => {
                if let Some(gusts) = &mut moving.gusts {
                    gusts.blow(solver, dt)?;
                }
                if let Some(wearer) = &mut moving.wearer {
                    wearer.turn(solver, dt)?;
                }
                let due = moving.release.as_mut().map(|release| release.due(solver, dt));
                for (particle, mass) in due.into_iter().flatten() {
                    solver.release(particle, mass)?;
                }
                match &mut moving.falling {
                    Some(falling) => falling.step(solver, dt),
                    None => solver.step(dt),
                }
            }
            Moved::Recorded(recorder, release) => {
                let due = release.as_mut().map(|release| release.due(recorder.simulation(), dt));
                for (particle, mass) in due.into_iter().flatten() {
                    recorder.call(&Call::Release { particle, mass })?;
                }
                recorder.call(&Call::Step { dt })?;
            }
            Moved::Jacobi(scheme, substeps) => {
                (0..*substeps).for_each(|_| scheme.step(dt / *substeps as f32));
            }
            Moved::Impulses(scheme, substeps) => {
                (0..*substeps).for_each(|_| scheme.step(dt / *substeps as f32));
            }
        }
        Ok(())
    }
}

impl Moved<'_> {
    /// The same, with its calls written to a recording and its state after every `every`th step.
    pub(super) fn recorded(self, to: &mut dyn Write, every: u64) -> Result<Moved<'_>> {
        let Moved::Small(solver, Moving { gusts, wearer, falling, release }) = self else {
            bail!("--record is for --scheme small-steps");
        };
        ensure!(gusts.is_none(), "a recording has no gusts: add --gusts 0,1 to --record");
        ensure!(wearer.is_none(), "a recording has no skin that moves: --record is not for capes");
        ensure!(falling.is_none(), "a recording has no bodies: --record is not for --crate");
        Ok(Moved::Recorded(Box::new(Recorder::new(*solver, to, every)?), release))
    }

    /// The solver, unless a published scheme simulates.
    pub(super) fn solver(&self) -> Option<&Solver> {
        match self {
            Moved::Small(solver, _) => Some(solver),
            Moved::Recorded(recorder, _) => Some(recorder.simulation()),
            _ => None,
        }
    }

    /// A crate of a mass (kg) under gravity falls on the network from now on, which keeps clear of it by a radius, m.
    pub(super) fn add_crate(
        &mut self,
        mesh: &Mesh,
        weight: (f32, [f32; 3]),
        radius: f32,
    ) -> Result<()> {
        let Moved::Small(solver, moving) = self else {
            bail!("--crate is for --scheme small-steps");
        };
        moving.falling = Some(Box::new(FallingCrate::over(mesh, solver, weight, radius)?));
        Ok(())
    }

    /// All fixed particles are let go after a time, s.
    pub(super) fn release_after(&mut self, seconds: f32) -> Result<()> {
        let Moved::Small(solver, moving) = self else {
            bail!("--release is for --scheme small-steps");
        };
        ensure!(moving.wearer.is_none(), "--release is not for capes, whose wearer holds them");
        moving.release = Some(Release::after(seconds, solver)?);
        Ok(())
    }

    /// The crate that falls on the network.
    pub(super) fn falling(&self) -> Option<&FallingCrate> {
        let Moved::Small(_, moving) = self else { return None };
        moving.falling.as_deref()
    }

    /// The particles as they are now.
    pub(super) fn particles(&self) -> Vec<Particle> {
        match self {
            Moved::Jacobi(scheme, _) => scheme.particles().to_vec(),
            Moved::Impulses(scheme, _) => scheme.particles().to_vec(),
            _ => self.solver().map_or(vec![], |solver| solver.particles().collect()),
        }
    }

    /// Returns the stretch of the springs now that have not torn.
    pub(super) fn stretch(&self) -> Stretch {
        let particles = self.particles();
        let position = |index: usize| particles[index].position;
        match self {
            Moved::Jacobi(scheme, _) => Stretch::of(scheme.edges(), position),
            Moved::Impulses(scheme, _) => Stretch::of(scheme.edges(), position),
            _ => {
                let edges = self.solver().map_or(vec![], whole_edges);
                Stretch::of(&edges, position)
            }
        }
    }

    /// Returns the largest strain of the threads of fabrics now; without fabrics there is none.
    pub(super) fn thread_stretch(&self, net: &Network) -> Option<f64> {
        let solver = self.solver()?;
        let triangles = (net.fabrics.iter().enumerate()).flat_map(|(fabric, of)| {
            (0..of.triangles.len()).map(move |triangle| (fabric, triangle))
        });
        let strain = |(fabric, triangle)| {
            let [warp, weft, _] = solver.fabric_strain(fabric, triangle);
            f64::from(warp.abs().max(weft.abs()))
        };
        triangles.map(strain).reduce(f64::max)
    }
}

fn whole_edges(solver: &Solver) -> Vec<Edge> {
    let edges = solver.edges().iter().enumerate();
    edges.filter(|(edge, _)| !solver.is_torn(*edge)).map(|(_, edge)| *edge).collect()
}
