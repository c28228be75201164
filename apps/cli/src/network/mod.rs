//! `sprung network`: rope, cloth, jelly in motion, as animated glTF.

mod film;
mod glb;
mod gltf;
mod mesh;
mod obj;
mod shape;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use sprung_network::{Environment, Settings, Solver};

use crate::output::write_whole;
use crate::typed_number::positive_seconds;
use shape::Body;

const NOTES: &str = "\
Lengths are metres, y points up. Springs are rigid unless --hz makes them soft: it is the frequency
at which one spring alone swings. The file is binary glTF 2.0 with a morph target per frame.

Examples:
  sprung network cloth --size 64 --pin corners --seconds 10 -o cloth.glb
  sprung network rope --links 60 --end-mass 1000 -o rope.glb
  sprung network jelly --size 8 --hz 8 --pin top -o jelly.glb
  sprung network mesh flag.obj --pin top -o flag.glb";

/// Move a rope, cloth, jelly, bridge or mesh by springs, and write it as animated glTF
#[derive(Args, Debug)]
#[command(after_help = NOTES)]
pub(crate) struct Simulated {
    #[command(subcommand)]
    shape: Shape,
}

#[derive(Subcommand, Debug)]
enum Shape {
    /// A rope that starts level
    Rope {
        /// How many springs it has
        #[arg(long, default_value = "60", value_parser = clap::value_parser!(u32).range(1..))]
        links: u32,
        /// Its length, m
        #[arg(long, default_value = "3", value_parser = positive)]
        length: f32,
        /// How heavy its last particle is; the others weigh 1
        #[arg(long, default_value = "1", value_parser = positive)]
        end_mass: f32,
        #[command(flatten)]
        motion: Motion,
    },
    /// A square cloth that starts level, pleated
    Cloth {
        /// How many particles along a side
        #[arg(long, default_value = "32", value_parser = clap::value_parser!(u32).range(2..))]
        size: u32,
        /// Its side when flat, m
        #[arg(long, default_value = "2", value_parser = positive)]
        side: f32,
        #[command(flatten)]
        motion: Motion,
    },
    /// A cube with springs along all edges and diagonals
    Jelly {
        /// How many particles along a side
        #[arg(long, default_value = "6", value_parser = clap::value_parser!(u32).range(2..))]
        size: u32,
        /// Its side, m
        #[arg(long, default_value = "1", value_parser = positive)]
        side: f32,
        #[command(flatten)]
        motion: Motion,
    },
    /// A truss fixed at both ends
    Bridge {
        /// How many square cells it has
        #[arg(long, default_value = "20", value_parser = clap::value_parser!(u32).range(1..))]
        cells: u32,
        /// Its length, m
        #[arg(long, default_value = "20", value_parser = positive)]
        length: f32,
        #[command(flatten)]
        motion: Motion,
    },
    /// The edges of an OBJ or glTF mesh; points at the same place become one
    Mesh {
        /// The mesh: a name ending in .obj, .glb or .gltf
        file: PathBuf,
        #[command(flatten)]
        motion: Motion,
    },
}

/// What is done with a shape.
#[derive(Args, Debug)]
struct Motion {
    /// The glTF file to write
    #[arg(short, long, value_name = "FILE.glb")]
    output: PathBuf,
    /// Which particles stay where they are [default: what the shape hangs on]
    #[arg(long, value_enum)]
    pin: Option<Pin>,
    /// How long it moves
    #[arg(long, default_value = "5", value_parser = positive_seconds)]
    seconds: f64,
    /// Frames per second in the file; between them a viewer goes straight
    #[arg(long, default_value = "15", value_parser = positive)]
    frame_rate: f32,
    /// Sub-steps per step of 1/60 s: more are stiffer
    #[arg(long, default_value = "32", value_parser = clap::value_parser!(u32).range(1..))]
    substeps: u32,
    /// Frequency of each spring; without it they are rigid
    #[arg(long, value_parser = positive)]
    hz: Option<f32>,
    /// Damping ratio of each spring with --hz
    #[arg(long, default_value = "0.05", value_parser = not_negative, requires = "hz")]
    damping_ratio: f32,
    /// Rate at which the air slows everything down, 1/s
    #[arg(long, default_value = "0.5", value_parser = not_negative)]
    drag: f32,
}

/// Which particles are fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Pin {
    /// None: it falls
    None,
    /// Both ends of one side, or of a rope or bridge
    Corners,
    /// The four corners; of a bridge, both ends
    All,
    /// All of one side of a cloth
    Edge,
    /// Everything at the greatest height
    Top,
}

/// Steps per second of the simulation.
const STEP_RATE: f64 = 60.0;

impl Simulated {
    pub(crate) fn run(&self) -> Result<()> {
        let (body, motion) = match &self.shape {
            Shape::Rope { links, length, end_mass, motion } => {
                (Body::rope(*links as usize, *length, *end_mass)?, motion)
            }
            Shape::Cloth { size, side, motion } => (Body::cloth(*size as usize, *side)?, motion),
            Shape::Jelly { size, side, motion } => (Body::jelly(*size as usize, *side)?, motion),
            Shape::Bridge { cells, length, motion } => {
                (Body::bridge(*cells as usize, *length)?, motion)
            }
            Shape::Mesh { file, motion } => (Body::mesh(file)?, motion),
        };
        motion.run(body)
    }
}

impl Motion {
    fn run(&self, mut body: Body) -> Result<()> {
        body.pin(self.pin);
        if let Some(hz) = self.hz {
            body.soften(hz, self.damping_ratio);
        }
        let environment = Environment { drag: self.drag, ..Environment::default() };
        let substeps = self.substeps as usize;
        let settings = Settings { substeps, environment, ..Settings::default() };
        let mut solver = Solver::new(&body.net, settings)?;
        let frames = film::shoot(&mut solver, self.seconds, f64::from(self.frame_rate))?;
        let file = glb::write(&body.mesh, &frames, self.frame_rate);
        write_whole(&self.output, &file)?;
        let stretch = solver.stretch();
        eprintln!(
            "{}: {} particles, {} springs, {} frames, {:.1} MB; stretch at the end {:.3} % at most, {:.4} % in the mean",
            self.output.display(),
            body.net.particles.len(),
            body.net.springs.len(),
            frames.len(),
            file.len() as f64 / 1e6,
            100.0 * stretch.max,
            100.0 * stretch.mean,
        );
        Ok(())
    }
}

fn number(text: &str) -> Result<f32> {
    text.parse().with_context(|| format!("must be a number, got {text}"))
}

fn positive(text: &str) -> Result<f32> {
    let value = number(text)?;
    anyhow::ensure!(value.is_finite() && value > 0.0, "must be finite and > 0, got {text}");
    Ok(value)
}

fn not_negative(text: &str) -> Result<f32> {
    let value = number(text)?;
    anyhow::ensure!(value.is_finite() && value >= 0.0, "must be finite and >= 0, got {text}");
    Ok(value)
}
