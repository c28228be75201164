//! Spring bones beside the published step of VRM: the cost of a frame, and how much the pose depends on the frame rate.

use anyhow::Result;
use serde::Serialize;
use sprung::Rotation;
use sprung_bones::{Bone, BoneChain, Pose, SpringBones};

use crate::table;
use crate::timing::race;
use crate::verdict::Verdicts;

mod published;

use published::Published;

/// The name of the case among those of networks.
pub(crate) const CASE: &str = "spring bones 10000";
pub(crate) const BONES: usize = 10_000;
const IN_CHAIN: usize = 10;
const LENGTH: f32 = 0.08;
/// The parameters of VRM: stiffness, drag, gravity.
const PARAMETERS: [f32; 3] = [1.0, 0.4, 0.2];
const DOWN: [f32; 3] = [0.0, -1.0, 0.0];
const RATES: [f64; 4] = [30.0, 60.0, 144.0, 240.0];
const SECONDS: f64 = 6.0;

/// One engine at one frame rate.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) engine: &'static str,
    frames_per_second: f64,
    /// Milliseconds per frame of all bones.
    pub(crate) mean: f64,
    pub(crate) p99: f64,
    pub(crate) best: f64,
    /// The largest distance of a tail from where it is at 240 frames a second, over the length of a bone.
    pub(crate) apart: f64,
}

enum Engine {
    Ours(Box<SpringBones>),
    Published(Published),
}

/// Bones in chains, and the time.
struct Scene {
    engine: Engine,
    frame: f64,
    rate: f64,
}

impl Scene {
    fn new(is_ours: bool, rate: f64, bones: usize) -> Result<Self> {
        let chains = bones / IN_CHAIN;
        let engine = if is_ours {
            let [stiffness, drag, gravity] = PARAMETERS;
            let bone = Bone::new([0.0, -LENGTH, 0.0]).with_vrm(stiffness, drag, gravity, DOWN)?;
            let mut bones = vec![bone.with_head(bone.tail); IN_CHAIN];
            bones[0].head = [0.0; 3];
            let chains = vec![BoneChain::new(0, bones); chains];
            Engine::Ours(Box::new(SpringBones::new(&chains, &[], &[head(0.0)])?))
        } else {
            Engine::Published(Published::new(chains, IN_CHAIN, LENGTH, PARAMETERS))
        };
        Ok(Scene { engine, frame: 0.0, rate })
    }

    fn step(&mut self) {
        self.frame += 1.0;
        let (pose, dt) = (head(self.frame / self.rate), (1.0 / self.rate) as f32);
        match &mut self.engine {
            // The poses are finite and the step is above 0.
            Engine::Ours(bones) => drop(bones.step(dt, &[pose])),
            Engine::Published(bones) => bones.step(dt, pose),
        }
    }

    /// The tails of the first chain, from the head.
    fn tails(&self) -> Vec<[f32; 3]> {
        let head = head(self.frame / self.rate).position;
        let from_head = |tail: [f32; 3]| core::array::from_fn(|at| tail[at] - head[at]);
        let tail = |bone| match &self.engine {
            Engine::Ours(bones) => bones.tail(bone),
            Engine::Published(bones) => bones.tail(bone),
        };
        (0..IN_CHAIN).map(|bone| from_head(tail(bone))).collect()
    }
}

/// A head that begins to nod, shake and walk.
fn head(time: f64) -> Pose {
    let part = time.min(1.0);
    let time = part.powi(4) * (2.5 - part * (3.0 - part)) + (time - 1.0).max(0.0);
    let turn = [0.25 * (6.9 * time).sin(), 0.5 * (5.6 * time).sin(), 0.0];
    let place = [0.3 * (1.6 * time).sin(), 0.02 * (11.3 * time).sin(), 1.2 * time];
    Pose {
        position: place.map(|c| c as f32),
        rotation: Rotation::from_rotation_vector(turn.map(|c| c as f32)),
    }
}

/// The tails of a chain six times a second.
fn poses(is_ours: bool, rate: f64) -> Result<Vec<Vec<[f32; 3]>>> {
    let mut scene = Scene::new(is_ours, rate, IN_CHAIN)?;
    let frames = (rate / 6.0) as usize;
    Ok((0..(6.0 * SECONDS) as usize)
        .map(|_| {
            (0..frames).for_each(|_| scene.step());
            scene.tails()
        })
        .collect())
}

fn apart(a: &[Vec<[f32; 3]>], b: &[Vec<[f32; 3]>]) -> f64 {
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    let distance = |(a, b): (&[f32; 3], &[f32; 3])| {
        let square: f64 = a.iter().zip(b).map(|(a, b)| f64::from(a - b).powi(2)).sum();
        square.sqrt() / f64::from(LENGTH)
    };
    pairs.map(distance).fold(0.0, f64::max)
}

pub(crate) fn rows() -> Result<Vec<Row>> {
    let rows = RATES.into_iter().map(rows_at).collect::<Result<Vec<_>>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// The rows at a frame rate.
pub(crate) fn rows_at(rate: f64) -> Result<Vec<Row>> {
    let mut scenes = [Scene::new(false, rate, BONES)?, Scene::new(true, rate, BONES)?];
    let times = race(30, &mut scenes, Scene::step);
    let names = ["the published step of VRM", "sprung-bones"];
    let rows = names.into_iter().zip(times).enumerate().map(|(at, (engine, times))| {
        let (is_ours, times) = (at == 1, times.divided_by(1e6));
        let apart = apart(&poses(is_ours, rate)?, &poses(is_ours, 240.0)?);
        let (mean, p99, best) = (times.mean, times.p99, times.best);
        Ok(Row { engine, frames_per_second: rate, mean, p99, best, apart })
    });
    rows.collect()
}

pub(crate) fn table(rows: &[Row]) -> String {
    table::table(
        rows,
        |row| {
            let rate = row.frames_per_second;
            format!(
                "{BONES} spring bones in chains of {IN_CHAIN}, {rate} frames a second: ms per frame"
            )
        },
        |row| row.engine,
        &[
            ("mean", 8, |row| format!("{:.3}", row.mean)),
            ("99 %", 8, |row| format!("{:.3}", row.p99)),
            ("from 240 Hz, lengths", 22, |row| format!("{:.1e}", row.apart)),
        ],
    )
}

pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    for row in rows.iter().filter(|row| row.engine == "sprung-bones") {
        let rate = row.frames_per_second;
        verdicts.at_most(
            format!("lengths from 240 frames a second at {rate}"),
            row.apart,
            1e-3,
            "",
        );
        if rate == 60.0 {
            verdicts.at_most(format!("a frame of {BONES} bones at {rate}"), row.mean, 0.5, " ms");
        }
    }
    verdicts
}
