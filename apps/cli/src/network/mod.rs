//! `sprung network`: rope, cloth, jelly in motion, as animated glTF.

mod ball;
mod bones;
mod camera;
mod cape;
mod falling_crate;
mod film;
mod glb;
mod gltf;
mod gusts;
mod jelly;
mod look;
mod mesh;
mod mesh_file;
mod motion;
mod obj;
mod pin;
mod release;
mod rods;
mod scenery;
mod scheme;
mod shape;
mod sheets;
mod surface;
mod surface_options;
mod swaying_rods;
mod tearing;
mod tree;
mod tube;
mod vertices;
mod wearer;

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::{Args, Subcommand, value_parser};

use crate::typed_number::{Numbers, finite, not_negative, positive};
use ball::Gas;
use bones::Bones;
pub(crate) use bones::count as count_bones;
use cape::CapeOptions;
pub(crate) use mesh_file::read as read_mesh;
use motion::Motion;
use rods::Swaying;
use shape::{Body, Weave};
use surface_options::{Air, Material};

const NOTES: &str = "\
Lengths are meters, y points up. Springs are rigid unless --hz makes them soft: it is the
frequency at which a single spring oscillates. Jelly, ball, bridge and wheel are soft by default:
jelly and ball so that they wobble, the others so that they deform slightly at any size. The file
is binary glTF 2.0 with a morph target per frame and a camera that has the motion in view, or
follows what falls far: viewers and editors of 3D models play it. Springs without a surface are
tubes. A vertex takes 24 bytes per frame: 5 s of the default cloth are 3.9 MB, of the default hair
31 MB. A name ending in .csv gives the numbers: a row with time, particle, position and velocity
for each particle in each frame, and where springs can tear the number that have torn until then.
--scheme simulates with a published scheme.

Cloth, flag, paper, ball and mesh have triangles: --wind and --gusts blow on them, --bend makes
all but the ball resist bending, --fabric gives cloth and flag warp, weft and shear. A ball keeps
its volume, or holds a gas with --pressure; a closed mesh does with --keep-volume, and so does each
cell of jelly. Springs tear with --tear-strain and --tear-force; what they hold up opens there. Rods
are not springs between particles: they bend and twist. See sprung network SHAPE --help.

Examples:
  sprung network cloth --size 64 --pin corners --duration 10 -o cloth.glb
  sprung network rope --links 60 --end-mass 1000 -o rope.glb
  sprung network flag --wind 12,0,0 --gusts 4,2 -o flag.glb
  sprung network cloth --fabric 300,300,5 --thread-limits 0.9,1.05 -o fabric.glb
  sprung network cape --wind 0,0,-2 -o cape.glb
  sprung network paper --crease 90 -o paper.glb
  sprung network ball --floor -1 -o ball.glb
  sprung network ball --pressure 20000 --floor -1 -o balloon.glb
  sprung network cloth --pin all --crate 5 -o crate.glb
  sprung network cloth --pin corners --release 2 --floor -2 -o dropped.glb
  sprung network rope --links 200 --pin none --floor -1 --thickness 0.03 -o heap.glb
  sprung network jelly --pin none --floor -2 -o jelly.glb
  sprung network jelly --mesh bunny.obj --size 20 --pin none --floor -1 -o bunny.glb
  sprung network jelly --keep-volume --hz 8 --pin none --floor -2 -o flesh.glb
  sprung network cloth --pin corners --tear-force 3 -o torn.glb
  sprung network hair --hairs 500 -o hair.glb
  sprung network rods curls --count 200 -o curls.glb
  sprung network rods grass --wind 3,0,0 -o grass.glb
  sprung network bones character.vrm -o swaying.glb
  sprung network wheel --pin none --floor -3 -o wheel.glb
  sprung network mesh flag.obj --pin top --wind 5,0,0 -o flag.glb
  sprung network mesh cow.obj --keep-volume --hz 20 --pin none --floor -1 -o cow.glb
  sprung network rope --scheme jacobi --limit article -o rope.csv";

/// Move a rope, cloth, flag, cape, paper, ball, jelly, tree, hair, rods, bridge, ring, wheel or mesh, as animated glTF
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
        /// The number of its springs
        #[arg(long, default_value = "60", value_parser = value_parser!(u32).range(1..=1_000_000))]
        links: u32,
        /// Its length, m
        #[arg(long, default_value = "3", value_parser = positive::<f32>)]
        length: f32,
        /// The mass of its last particle, kg; the others have 1
        #[arg(long, default_value = "1", value_parser = positive::<f32>)]
        end_mass: f32,
        #[command(flatten)]
        motion: Motion,
    },
    /// A square cloth that starts level, pleated
    Cloth {
        /// The number of particles along a side
        #[arg(long, default_value = "32", value_parser = value_parser!(u32).range(2..=1000))]
        size: u32,
        /// Its side when flat, m
        #[arg(long, default_value = "2", value_parser = positive::<f32>)]
        side: f32,
        #[command(flatten)]
        weave: Weave,
        #[command(flatten)]
        motion: Motion,
        #[command(flatten)]
        material: Material,
        #[command(flatten)]
        air: Air,
    },
    /// A flag on a mast, in a wind with gusts
    Flag {
        /// The number of particles along its length
        #[arg(long, default_value = "32", value_parser = value_parser!(u32).range(2..=1000))]
        size: u32,
        /// Its length, m
        #[arg(long, default_value = "1.5", value_parser = positive::<f32>)]
        length: f32,
        /// Its height, m
        #[arg(long, default_value = "1", value_parser = positive::<f32>)]
        height: f32,
        #[command(flatten)]
        motion: Motion,
        #[command(flatten)]
        material: Material,
        #[command(flatten)]
        air: Air,
    },
    /// A cape on a back that turns to and fro
    Cape {
        /// The number of particles along its width
        #[arg(long, default_value = "16", value_parser = value_parser!(u32).range(2..=1000))]
        size: u32,
        #[command(flatten)]
        options: CapeOptions,
        #[command(flatten)]
        motion: Motion,
        #[command(flatten)]
        material: Material,
        #[command(flatten)]
        air: Air,
    },
    /// A square of paper that folds along a crease
    Paper {
        /// The number of particles along a side
        #[arg(long, default_value = "17", value_parser = value_parser!(u32).range(3..=300))]
        size: u32,
        /// Its side, m
        #[arg(long, default_value = "0.3", value_parser = positive::<f32>)]
        side: f32,
        /// The angle of the crease at rest, degrees within -180 and 180: 0 is flat, above 0 the sides are up
        #[arg(long, default_value = "60", value_name = "DEGREES", value_parser = angle, allow_negative_numbers = true)]
        crease: f32,
        /// The frequency of the hinges between triangles, which resist bending, Hz [default: by its size]
        #[arg(long, value_name = "HZ", value_parser = positive::<f32>)]
        bend: Option<f32>,
        #[command(flatten)]
        motion: Motion,
        #[command(flatten)]
        air: Air,
    },
    /// A hollow ball that keeps its volume, or a balloon with a gas
    #[command(visible_alias = "balloon")]
    Ball {
        /// The number of rings of triangles from pole to pole
        #[arg(long, default_value = "16", value_parser = value_parser!(u32).range(2..=300))]
        rings: u32,
        /// Its radius, m
        #[arg(long, default_value = "0.5", value_parser = positive::<f32>)]
        radius: f32,
        #[command(flatten)]
        gas: Gas,
        #[command(flatten)]
        motion: Motion,
        #[command(flatten)]
        air: Air,
    },
    /// Two particles joined by a spring, which float
    Pair {
        /// Their masses, kg
        #[arg(long, default_value = "1,1", value_name = "A,B", value_parser = Numbers::read)]
        masses: Numbers,
        /// Their distance at the start, m
        #[arg(long, default_value = "2", value_parser = positive::<f32>)]
        distance: f32,
        /// The length at which the spring is at rest, m
        #[arg(long, default_value = "1", value_parser = not_negative::<f32>)]
        rest_length: f32,
        #[command(flatten)]
        motion: Motion,
    },
    /// A light hub with heavy arms that all pull in the same direction: the worst case for a scheme
    Star {
        /// The number of its arms
        #[arg(long, default_value = "8", value_parser = value_parser!(u32).range(1..=1000))]
        arms: u32,
        #[command(flatten)]
        motion: Motion,
    },
    /// A cube of jelly, or a closed mesh full of it: springs along all edges and diagonals
    Jelly {
        /// A closed OBJ or glTF mesh to fill instead of a cube; its surface follows the jelly
        #[arg(long, value_name = "FILE", conflicts_with = "side")]
        mesh: Option<PathBuf>,
        /// The number of particles along the longest side [default: 6, of a mesh 16]
        #[arg(long, value_parser = value_parser!(u32).range(2..=100))]
        size: Option<u32>,
        /// The side of the cube, m
        #[arg(long, default_value = "1", value_parser = positive::<f32>)]
        side: f32,
        /// The cells between its particles keep their volume, so that it cannot fold inside out
        #[arg(long)]
        keep_volume: bool,
        #[command(flatten)]
        motion: Motion,
    },
    /// A tree of cords that starts level and hangs from its root
    Tree {
        /// The number of times that it branches, from the trunk on
        #[arg(long, default_value = "5", value_parser = value_parser!(u32).range(1..=20))]
        levels: u32,
        /// The number of branches that grow from the end of each
        #[arg(long, default_value = "2", value_parser = value_parser!(u32).range(1..=10))]
        forks: u32,
        /// The number of springs of each branch
        #[arg(long, default_value = "4", value_parser = value_parser!(u32).range(1..=1000))]
        links: u32,
        /// Its length from the root to every tip, along the branches, m
        #[arg(long, default_value = "3", value_parser = positive::<f32>)]
        length: f32,
        #[command(flatten)]
        motion: Motion,
    },
    /// Hair that grows on a ball and falls over it
    Hair {
        /// The number of hairs
        #[arg(long, default_value = "240", value_parser = value_parser!(u32).range(1..=100_000))]
        hairs: u32,
        /// The number of springs of each
        #[arg(long, default_value = "10", value_parser = value_parser!(u32).range(1..=1000))]
        links: u32,
        /// The length of each, m
        #[arg(long, default_value = "0.3", value_parser = positive::<f32>)]
        length: f32,
        /// The radius of the ball, m
        #[arg(long, default_value = "0.1", value_parser = positive::<f32>)]
        radius: f32,
        #[command(flatten)]
        motion: Motion,
    },
    /// Rods that bend and twist and keep their length: hair, curls, grass, a cable
    Rods(Swaying),
    /// A truss fixed at both ends
    Bridge {
        /// The number of its square cells
        #[arg(long, default_value = "20", value_parser = value_parser!(u32).range(1..=100_000))]
        cells: u32,
        /// Its length, m
        #[arg(long, default_value = "20", value_parser = positive::<f32>)]
        length: f32,
        #[command(flatten)]
        motion: Motion,
    },
    /// An upright circle of springs
    Ring {
        #[command(flatten)]
        round: Round,
        #[command(flatten)]
        motion: Motion,
    },
    /// An upright ring with a spoke to each of its particles
    Wheel {
        #[command(flatten)]
        round: Round,
        #[command(flatten)]
        motion: Motion,
    },
    /// The spring bones of a VRM character, or of the skeleton of a glTF file
    Bones(Bones),
    /// The edges of an OBJ or glTF mesh; points at the same place become one
    Mesh {
        /// The mesh: a name ending in .obj, .glb or .gltf
        file: PathBuf,
        /// A closed mesh keeps the volume inside
        #[arg(long)]
        keep_volume: bool,
        #[command(flatten)]
        gas: Gas,
        /// The frequency of hinges between triangles, which resist bending, Hz [default: no hinges]
        #[arg(long, value_name = "HZ", value_parser = positive::<f32>)]
        bend: Option<f32>,
        #[command(flatten)]
        motion: Motion,
        #[command(flatten)]
        air: Air,
    },
}

impl Shape {
    /// The file that the shape is read from.
    fn file(&self) -> Option<&Path> {
        match self {
            Shape::Jelly { mesh, .. } => mesh.as_deref(),
            Shape::Mesh { file, .. } => Some(file),
            _ => None,
        }
    }
}

/// The options of a ring and a wheel.
#[derive(Args, Debug)]
struct Round {
    /// The number of particles on the rim
    #[arg(long, default_value = "32", value_parser = value_parser!(u32).range(3..=1_000_000))]
    links: u32,
    /// Its radius, m
    #[arg(long, default_value = "1", value_parser = positive::<f32>)]
    radius: f32,
}

/// Reads an angle of a crease, degrees.
fn angle(text: &str) -> Result<f32, String> {
    let degrees: f32 = finite(text)?;
    let holds = degrees.abs() <= 180.0;
    if holds { Ok(degrees) } else { Err(format!("must be within -180 and 180, got {text}")) }
}

impl Simulated {
    pub(crate) fn run(&self) -> Result<()> {
        let (body, motion) = match &self.shape {
            Shape::Rope { links, length, end_mass, motion } => {
                (Body::rope(*links as usize, *length, *end_mass)?, motion)
            }
            Shape::Cloth { size, side, weave, motion, material, air } => {
                let body = material.weave(Body::cloth(*size as usize, *side, *weave)?)?;
                (air.around(body)?, motion)
            }
            Shape::Flag { size, length, height, motion, material, air } => {
                let body = material.weave(Body::flag(*size as usize, *length, *height)?)?;
                (air.of_flag().around(body)?, motion)
            }
            Shape::Cape { size, options, motion, material, air } => {
                let body = Body::cape(*size as usize, *options)?;
                let body = material.of_cape(options.bend(*size as usize)).weave(body)?;
                (air.of_cape().around(body)?, motion)
            }
            Shape::Paper { size, side, crease, bend, motion, air } => {
                (air.around(Body::paper(*size as usize, *side, *crease, *bend)?)?, motion)
            }
            Shape::Ball { rings, radius, gas, motion, air } => {
                let body = gas.fill(Body::ball(*rings as usize, *radius)?);
                (air.around(body)?, motion)
            }
            Shape::Pair { masses, distance, rest_length, motion } => {
                let masses = masses.fixed("masses")?;
                ensure!(masses.iter().all(|mass| *mass > 0.0), "--masses must be above 0");
                let masses = masses.map(|mass| mass as f32);
                (Body::pair(masses, *distance, *rest_length), motion)
            }
            Shape::Star { arms, motion } => (Body::star(*arms as usize), motion),
            Shape::Jelly { mesh: Some(file), size, keep_volume, motion, .. } => {
                (Body::filled(file, size.unwrap_or(16), *keep_volume)?, motion)
            }
            Shape::Jelly { mesh: None, size, side, keep_volume, motion } => {
                (Body::jelly(size.unwrap_or(6) as usize, *side, *keep_volume)?, motion)
            }
            Shape::Tree { levels, forks, links, length, motion } => {
                (Body::tree(*levels, *forks, *links, *length)?, motion)
            }
            Shape::Hair { hairs, links, length, radius, motion } => {
                (Body::hair(*hairs, *links as usize, *length, *radius)?, motion)
            }
            Shape::Bridge { cells, length, motion } => {
                (Body::bridge(*cells as usize, *length)?, motion)
            }
            Shape::Ring { round, motion } => {
                (Body::ring(round.links as usize, round.radius)?, motion)
            }
            Shape::Wheel { round, motion } => {
                (Body::wheel(round.links as usize, round.radius)?, motion)
            }
            Shape::Rods(rods) => return rods.run(),
            Shape::Bones(bones) => return bones.run(),
            Shape::Mesh { file, keep_volume, gas, bend, motion, air } => {
                let mut body = Body::mesh(file)?;
                if *keep_volume || gas.is_some() {
                    body.keep_volume()?;
                }
                if let Some(hz) = bend {
                    body.bend(*hz)?;
                }
                (air.around(gas.fill(body))?, motion)
            }
        };
        motion.run(body, self.shape.file())
    }
}
