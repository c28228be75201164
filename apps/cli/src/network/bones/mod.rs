//! `sprung network bones`: the spring bones of a VRM or glTF file, as an animation of this file.

mod animation;
mod chains;
mod output;
mod skeleton;
mod vrm;
mod vrm0;

use std::f32::consts::TAU;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use glam_033::{Quat, Vec3};
use serde_json::Value;

use super::gltf::{Document, chunks};
use crate::output::{number, require_extension, write_to};
use crate::typed_number::{
    finite, not_negative, positive, positive_hertz, positive_seconds, vector,
};
use animation::Motion;
use chains::Chains;
use output::Track;
use skeleton::{Local, Skeleton};
use vrm::{Extension, Joint, Spring};
use vrm0::SecondaryAnimation;

const NOTES: &str = "\
The bones are those of VRMC_springBone (VRM 1.0) or secondaryAnimation (VRM 0), with its colliders,
as exact springs: the motion is the same at every frame rate. In a file without them, --chain names
the first node of each chain, as in Godot's SpringBoneSimulator3D; the chain goes on with the first
child of each node.

The nodes move by an animation of the file, or by --sway and --turn. The file that is written has
all that was read, and as its first animation this motion with the rotations of the bones. A name
ending in .csv gives the place of the tail of each bone in each frame.

Examples:
  sprung network bones character.vrm -o swaying.glb
  sprung network bones character.vrm --sway 0.3,0,0 --turn 40 --hz 0.8 -o shaken.glb
  sprung network bones dancer.glb --animation dance --chain ponytail_1 --stiffness 2 -o dance.glb";

/// Moves the spring bones of a file.
#[derive(Args, Debug)]
#[command(after_help = NOTES, allow_negative_numbers = true)]
pub(super) struct Bones {
    /// The file: a name ending in .vrm, .glb or .gltf
    file: PathBuf,
    /// The file to write: binary glTF, or numbers if its name ends in .csv; - is glTF on standard output
    #[arg(short, long, value_name = "FILE.glb")]
    output: PathBuf,
    /// The animation of the file that moves its nodes, by its name or its index [default: the first]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["sway", "turn"])]
    animation: Option<String>,
    /// The roots of the file go back and forth by this, m [default: 0.1,0,0 without an animation and --turn]
    #[arg(long, value_name = "X,Y,Z", value_parser = vector::<3>, allow_hyphen_values = true)]
    sway: Option<[f32; 3]>,
    /// The roots of the file turn to and fro by this about y, degrees
    #[arg(long, value_name = "DEGREES", value_parser = finite::<f32>)]
    turn: Option<f32>,
    /// The frequency of --sway and --turn, Hz
    #[arg(long, default_value = "1", value_parser = positive::<f32>)]
    hz: f32,
    /// The length of the motion, s [default: of the animation, or 5]
    #[arg(long, value_parser = positive_seconds)]
    duration: Option<f64>,
    /// Frames per second in the file
    #[arg(long, value_name = "HZ", default_value = "30", value_parser = positive_hertz)]
    rate: f64,
    /// The first node of a chain of bones, by its name or index, in a file without spring bones; may be repeated
    #[arg(long, value_name = "NODE")]
    chain: Vec<String>,
    /// Of the bones of --chain: the pull to their rest, as in VRM
    #[arg(long, default_value = "1", value_parser = not_negative::<f32>)]
    stiffness: f32,
    /// Of the bones of --chain: the part of the motion that is lost in 1/60 s, 0 to 1, as in VRM
    #[arg(long, default_value = "0.4", value_parser = not_negative::<f32>)]
    drag: f32,
    /// Of the bones of --chain: the pull downward, as in VRM
    #[arg(long, default_value = "0", value_parser = not_negative::<f32>)]
    gravity_power: f32,
}

/// The maximum number of frames; more are a typing mistake.
const MAX_FRAMES: f64 = 10_000.0;

/// Seconds of a motion without an animation.
const DURATION: f64 = 5.0;

/// The most bytes of rotations in the binary glTF, which counts them in 32 bits.
const MAX_BYTES: f64 = 2e9;

/// A file that has been read.
struct Character {
    json: Value,
    document: Document,
    skeleton: Skeleton,
    extension: Option<Extension>,
}

/// What moves the nodes.
enum Mover {
    Animation { index: usize, motion: Motion },
    Sway { sway: Vec3, turn: f32, hz: f32 },
}

impl Character {
    fn read(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path)?;
        let is_binary = bytes.starts_with(b"glTF");
        let (json, binary) = if is_binary { chunks(&bytes)? } else { (&bytes[..], None) };
        let document = Document::read(json, binary, path.parent().unwrap_or(Path::new("")))?;
        let json: Value = serde_json::from_slice(json)?;
        let skeleton = Skeleton::read(&document.root)?;
        let extension = json["extensions"].get("VRMC_springBone");
        let extension = extension.map(|of| serde_json::from_value(of.clone())).transpose();
        let mut extension = extension.context("its VRMC_springBone cannot be read")?;
        let of_vrm_0 = json["extensions"]["VRM"].get("secondaryAnimation");
        if let (None, Some(of)) = (&extension, of_vrm_0) {
            let of: SecondaryAnimation = serde_json::from_value(of.clone())
                .context("its secondaryAnimation cannot be read")?;
            extension = Some(of.springs(&skeleton)?);
        }
        Ok(Character { json, document, skeleton, extension })
    }
}

/// Reads the spring bones of a file; returns their number.
pub(crate) fn count(path: &Path) -> Result<usize> {
    let Character { document, skeleton, extension, .. } = Character::read(path)?;
    for animation in &document.root.animations {
        Motion::read(&document, animation)?;
    }
    let rest = skeleton.world(&skeleton.rest);
    let chains = Chains::new(&extension.unwrap_or_default(), &skeleton, &rest)?;
    Ok(chains.nodes.len())
}

impl Bones {
    pub(super) fn run(&self) -> Result<()> {
        require_extension(&self.output, &["glb", "csv"])?;
        let name = self.file.display();
        let character =
            Character::read(&self.file).with_context(|| format!("cannot read {name}"))?;
        let moved = self.moved(&character).with_context(|| name.to_string())?;
        let is_table = crate::output::extension(&self.output) == "csv";
        let frames = self.frames(&moved)?;
        let rest = &character.skeleton.rest;
        let chains = self.chains(&character).with_context(|| name.to_string())?;
        let (bones, count) = (chains.nodes.len(), frames as f64 * chains.nodes.len() as f64);
        ensure!(bones > 0, "{name} has no spring bones");
        ensure!(16.0 * count <= MAX_BYTES, "{frames} frames of {bones} bones are more than 2 GB");
        let said = format!(
            "{bones} bones in {} chains, {} colliders, {frames} frames",
            chains.chain_count, chains.collider_count
        );
        let mut film = Film::new(&character.skeleton, &moved, chains)?;
        let dt = 1.0 / self.rate;
        if is_table {
            write_to(&self.output, &[&self.file], |to| {
                writeln!(to, "time,node,tail_x_m,tail_y_m,tail_z_m")?;
                for frame in 0..frames {
                    film.advance(frame, dt)?;
                    let time = number(frame as f64 * dt);
                    for (node, tail) in film.chains.tails() {
                        // No negative zero.
                        let [x, y, z] = tail.map(|c| number(c + 0.0));
                        writeln!(to, "{time},{node},{x},{y},{z}")?;
                    }
                }
                Ok(())
            })?;
        } else {
            let mut tracks = film.tracks();
            for frame in 0..frames {
                film.advance(frame, dt)?;
                film.record(&mut tracks);
            }
            let times: Vec<f32> = (0..frames).map(|frame| (frame as f64 * dt) as f32).collect();
            let taken = moved.animation();
            let Character { json, document, .. } = &character;
            let file =
                output::write(json.clone(), &document.buffers, rest, &tracks, &times, taken)?;
            write_to(&self.output, &[&self.file], |to| Ok(to.write_all(&file)?))?;
        }
        eprintln!("{}: {said}", self.output.display());
        Ok(())
    }

    /// The number of frames, the start included.
    fn frames(&self, moved: &Mover) -> Result<usize> {
        let own = match moved {
            Mover::Animation { motion, .. } => f64::from(motion.duration),
            Mover::Sway { .. } => DURATION,
        };
        let seconds = self.duration.unwrap_or(own);
        let count = (seconds * self.rate).round();
        ensure!(
            count <= MAX_FRAMES,
            "{seconds} s at {} frames per second are {count} frames; the maximum is {MAX_FRAMES}",
            self.rate
        );
        Ok(count as usize + 1)
    }

    /// What moves the nodes.
    fn moved(&self, Character { document, .. }: &Character) -> Result<Mover> {
        let animations = &document.root.animations;
        let index = match &self.animation {
            Some(text) => {
                let named = animations.iter().position(|one| one.name.as_ref() == Some(text));
                let numbered = text.parse().ok().filter(|&index: &usize| index < animations.len());
                let count = animations.len();
                let found = named.or(numbered).with_context(|| {
                    format!("--animation must be one of its {count} animations, got {text}")
                })?;
                Some(found)
            }
            None => Some(0).filter(|_| !animations.is_empty()),
        };
        match index {
            Some(index) if self.sway.is_none() && self.turn.is_none() => {
                let motion = Motion::read(document, &animations[index])?;
                Ok(Mover::Animation { index, motion })
            }
            _ => {
                let default = if self.turn.is_some() { [0.0; 3] } else { [0.1, 0.0, 0.0] };
                let turn = self.turn.unwrap_or(0.0).to_radians();
                Ok(Mover::Sway { sway: self.sway.unwrap_or(default).into(), turn, hz: self.hz })
            }
        }
    }

    /// The bones of the file, or of the chains that are named.
    fn chains(&self, Character { skeleton, extension, .. }: &Character) -> Result<Chains> {
        let rest = skeleton.world(&skeleton.rest);
        if self.chain.is_empty() {
            let extension = extension.as_ref().context(
                "it has no VRMC_springBone or secondaryAnimation; name the first node of each chain with --chain",
            )?;
            return Chains::new(extension, skeleton, &rest);
        }
        if let Some(Extension { source, .. }) = extension {
            bail!("it has its chains in {source}; omit --chain");
        }
        let spring = |text: &String| {
            let first = skeleton
                .find(text)
                .with_context(|| format!("--chain must be the name of a node, got {text}"))?;
            let along = |&node: &usize| skeleton.children[node].first().copied();
            let joint = |node| Joint {
                node,
                stiffness: self.stiffness,
                drag_force: self.drag,
                gravity_power: self.gravity_power,
                ..Joint::default()
            };
            let joints = std::iter::successors(Some(first), along).map(joint).collect();
            Ok(Spring {
                name: Some(text.clone()),
                joints,
                end: None,
                collider_groups: vec![],
                center: None,
            })
        };
        let springs = self.chain.iter().map(spring).collect::<Result<_>>()?;
        Chains::new(&Extension { springs, ..Extension::default() }, skeleton, &rest)
    }
}

impl Mover {
    /// The index of the animation, if one moves the nodes.
    fn animation(&self) -> Option<usize> {
        match self {
            Mover::Animation { index, .. } => Some(*index),
            Mover::Sway { .. } => None,
        }
    }

    /// Moves the nodes to where they are at a time, s.
    fn apply(&self, time: f32, skeleton: &Skeleton, locals: &mut [Local]) {
        match self {
            Mover::Animation { motion, .. } => motion.apply(time, locals),
            Mover::Sway { sway, turn, hz } => {
                // Whole turns are taken off in f64.
                let sin = ((f64::from(*hz) * f64::from(time)).fract() as f32 * TAU).sin();
                for root in skeleton.roots() {
                    let rest = skeleton.rest[root];
                    locals[root].translation = rest.translation + sin * *sway;
                    locals[root].rotation = Quat::from_rotation_y(sin * turn) * rest.rotation;
                }
            }
        }
    }
}

/// A skeleton and its bones in motion.
struct Film<'a> {
    skeleton: &'a Skeleton,
    moved: &'a Mover,
    chains: Chains,
    locals: Vec<Local>,
}

impl<'a> Film<'a> {
    fn new(skeleton: &'a Skeleton, moved: &'a Mover, chains: Chains) -> Result<Self> {
        let mut film = Film { skeleton, moved, chains, locals: skeleton.rest.clone() };
        moved.apply(0.0, skeleton, &mut film.locals);
        let world = skeleton.world(&film.locals);
        film.chains.reset(&world)?;
        Ok(film)
    }

    /// Moves everything on to a frame. A chain on a bone of another follows that as it was a frame before.
    fn advance(&mut self, frame: usize, dt: f64) -> Result<()> {
        self.moved.apply((frame as f64 * dt) as f32, self.skeleton, &mut self.locals);
        for (node, rotation) in self.chains.rotations() {
            self.locals[node].rotation = rotation;
        }
        if frame > 0 {
            self.chains.step(dt as f32, &self.skeleton.world(&self.locals))?;
        }
        Ok(())
    }

    /// Empty tracks of all nodes that move otherwise than by the animation of the file.
    fn tracks(&self) -> Vec<Track> {
        let roots = self.skeleton.roots().filter(|_| self.moved.animation().is_none());
        let roots = roots.filter(|node| !self.chains.nodes.contains(node));
        self.chains.nodes.iter().copied().chain(roots).map(Track::of).collect()
    }

    /// Adds this frame to the tracks.
    fn record(&self, tracks: &mut [Track]) {
        let (bones, roots) = tracks.split_at_mut(self.chains.nodes.len());
        for (track, (_, rotation)) in bones.iter_mut().zip(self.chains.rotations()) {
            track.turn(rotation);
        }
        for track in roots {
            track.turn(self.locals[track.node].rotation);
            track.translations.push(self.locals[track.node].translation.into());
        }
    }
}
