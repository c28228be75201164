//! Strands of hair: rods that bend and twist, beside ropes of the network solver, which do neither.

use anyhow::Result;
use serde::Serialize;
use sprung::Rotation;
use sprung_network::{Network, Particle, Settings, Solver};
use sprung_rods::{Pose, RestShape, Rod, RodCollider, RodMaterial, RodSettings, Rods};

use crate::table;
use crate::timing::race;
use crate::verdict::Verdicts;

/// The name of the case among those of networks.
pub(crate) const CASE: &str = "rods 10000 x 32";
pub(crate) const STRANDS: usize = 10_000;
pub(crate) const SEGMENTS: usize = 32;
const LENGTH: f32 = 0.3;
const DT: f32 = 1.0 / 60.0;
const OURS: &str = "sprung-rods";
const ON_HEAD: &str = "sprung-rods, on a head that they do not enter";
/// The radius of the head, m.
const HEAD: f32 = 0.1;

/// One engine.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) engine: &'static str,
    /// Milliseconds per step of all strands.
    pub(crate) mean: f64,
    pub(crate) p99: f64,
    pub(crate) best: f64,
    /// The maximum of `| length / rest − 1 |` of any segment after the race.
    pub(crate) stretch: f64,
}

enum Engine {
    Rods(Box<Rods>),
    Ropes(Box<Solver>),
}

/// Strands, on a head that sways if they are rods, and the number of steps.
struct Scene {
    engine: Engine,
    steps: u32,
}

/// The root of a strand: 100 by 100, 1 mm apart.
fn root(strand: usize) -> [f32; 3] {
    [1e-3 * (strand % 100) as f32, 0.0, 1e-3 * (strand / 100) as f32]
}

/// A strand from one point to another.
fn curl(root: [f32; 3], tip: [f32; 3]) -> Rod {
    let hair = RodMaterial::from_young_modulus(4e9, 1.5e9, 1300.0, 50e-6);
    Rod::straight(root, tip, SEGMENTS, hair)
        .with_rest(RestShape::Helix { curvature: [20.0, 0.0], twist: 5.0 })
        .with_damping_ratio(0.2)
        .with_drag_halflife(0.2)
}

fn rods() -> Result<Engine> {
    let strand = |strand| {
        let [x, y, z] = root(strand);
        curl([x, y, z], [x, y - LENGTH, z])
    };
    let strands: Vec<Rod> = (0..STRANDS).map(strand).collect();
    Ok(Engine::Rods(Box::new(Rods::new(&strands, RodSettings::default())?)))
}

/// Strands all over the upper nine tenths of a head, on which they come down.
fn on_head() -> Result<Engine> {
    let strand = |strand: usize| {
        let (angle, height) = (2.4 * strand as f32, 0.1 + 0.9 * strand as f32 / STRANDS as f32);
        let out = (1.0 - height * height).sqrt();
        let normal = [out * angle.cos(), height, out * angle.sin()];
        let [root, tip] = [HEAD, HEAD + LENGTH].map(|far| normal.map(|part| far * part));
        curl(root, tip)
    };
    let strands: Vec<Rod> = (0..STRANDS).map(strand).collect();
    let mut rods = Rods::new(&strands, RodSettings::default())?;
    rods.set_colliders(&[RodCollider::sphere([0.0; 3], HEAD).with_friction(0.3)])?;
    Ok(Engine::Rods(Box::new(rods)))
}

fn ropes() -> Result<Engine> {
    let mut net = Network::default();
    for strand in 0..STRANDS {
        let [x, y, z] = root(strand);
        for vertex in 0..=SEGMENTS {
            let at = [x, y - LENGTH * vertex as f32 / SEGMENTS as f32, z];
            let particle = if vertex == 0 { Particle::fixed(at) } else { Particle::new(at, 1e-7) };
            let here = net.add_particle(particle);
            if vertex > 0 {
                net.connect(here - 1, here);
            }
        }
    }
    let settings = Settings { substeps: 1, ..Settings::default() };
    Ok(Engine::Ropes(Box::new(Solver::new(&net, settings)?)))
}

impl Scene {
    fn step(&mut self) {
        self.steps += 1;
        let sway = 0.02 * (0.2 * self.steps as f32).sin();
        match &mut self.engine {
            // The pose is finite and the step above 0.
            Engine::Rods(rods) => {
                let pose = Pose { position: [sway, 0.0, 0.0], rotation: Rotation::IDENTITY };
                let _ = rods.set_starts(pose);
                // Without colliders, there is none to move.
                let _ = rods.set_collider(0, pose);
                let _ = rods.step(DT);
            }
            Engine::Ropes(solver) => solver.step(DT),
        }
    }

    fn stretch(&self) -> f64 {
        match &self.engine {
            Engine::Ropes(solver) => solver.stretch().max,
            Engine::Rods(rods) => {
                let rest = f64::from(LENGTH) / SEGMENTS as f64;
                let of = |strand| {
                    let at: Vec<[f32; 3]> = rods.positions(strand).collect();
                    let length = |pair: &[[f32; 3]]| {
                        let square = |c: usize| f64::from(pair[1][c] - pair[0][c]).powi(2);
                        (square(0) + square(1) + square(2)).sqrt()
                    };
                    let stretch = at.windows(2).map(|pair| (length(pair) / rest - 1.0).abs());
                    stretch.fold(0.0, f64::max)
                };
                (0..STRANDS).map(of).fold(0.0, f64::max)
            }
        }
    }
}

pub(crate) fn rows() -> Result<Vec<Row>> {
    let mut scenes = [rods()?, on_head()?, ropes()?].map(|engine| Scene { engine, steps: 0 });
    let times = race(120, &mut scenes, Scene::step);
    let names = [OURS, ON_HEAD, "sprung-network, ropes that do not resist bending"];
    let rows = names.into_iter().zip(times).zip(&scenes).map(|((engine, times), scene)| {
        let times = times.divided_by(1e6);
        let (mean, p99, best) = (times.mean, times.p99, times.best);
        Row { engine, mean, p99, best, stretch: scene.stretch() }
    });
    Ok(rows.collect())
}

pub(crate) fn table(rows: &[Row]) -> String {
    table::table(
        rows,
        |_| format!("{CASE}: ms per step of 1/60 s"),
        |row| row.engine,
        &[
            ("mean", 8, |row| format!("{:.3}", row.mean)),
            ("99 %", 8, |row| format!("{:.3}", row.p99)),
            ("best", 8, |row| format!("{:.3}", row.best)),
            ("stretch %", 9, |row| format!("{:.1e}", 100.0 * row.stretch)),
        ],
    )
}

pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    let of = |engine| {
        let row = rows.iter().find(|row: &&Row| row.engine == engine);
        row.map_or((f64::NAN, f64::NAN), |row| (row.mean, row.stretch))
    };
    let ((mean, stretch), (on_head, _)) = (of(OURS), of(ON_HEAD));
    verdicts.at_most(format!("a step of {STRANDS} rods of {SEGMENTS} segments"), mean, 8.0, " ms");
    verdicts.at_most("as many on a head, over those that hang free", on_head / mean, 2.5, " ×");
    verdicts.at_most("the stretch of a segment", 100.0 * stretch, 1e-2, " %");
    verdicts
}
