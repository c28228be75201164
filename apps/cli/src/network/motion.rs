//! The options that every shape takes (pins, softness, duration, file), and the run that they describe.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::{Args, value_parser};
use sprung_network::{Collider, Environment, Particle, Settings, Shape, Stiffness};

use super::falling_crate::FallingCrate;
use super::glb::Film;
use super::look::Shown;
use super::pin::Pin;
use super::scenery::{ROUGH, Scenery};
use super::scheme::{Choice, Moved, Moving};
use super::shape::Body;
use super::tearing::{Tearing, Tears};
use super::{ball, film, glb, jelly};
use crate::output::{self, extension, require_extension, write_to};
use crate::spec::SpecArg;
use crate::typed_number::{
    Numbers, finite, not_negative, positive, positive_hertz, positive_seconds,
};

/// The options that every shape takes.
#[derive(Args, Debug)]
#[command(allow_negative_numbers = true)]
pub(super) struct Motion {
    /// The file to write: binary glTF, or numbers if its name ends in .csv; - is glTF on standard output
    #[arg(short, long, value_name = "FILE.glb")]
    output: PathBuf,
    /// The particles that are fixed [default: those that hold up the shape]
    #[arg(long, value_enum)]
    pin: Option<Pin>,
    /// The time after which the fixed particles are let go, s [default: never]
    #[arg(long, value_name = "SECONDS", value_parser = not_negative::<f32>)]
    release: Option<f32>,
    /// The height of a floor with friction [default: no floor]
    #[arg(long, value_name = "HEIGHT", value_parser = finite::<f32>, allow_negative_numbers = true)]
    floor: Option<f32>,
    /// The thickness by which the shape touches itself, m [default: it passes through itself]
    #[arg(long, value_name = "METERS", value_parser = positive::<f32>)]
    thickness: Option<f32>,
    /// The mass of a crate that falls on the shape, kg [default: no crate]
    #[arg(long = "crate", value_name = "KG", value_parser = positive::<f32>, conflicts_with_all = ["floor", "tear_force"])]
    crate_mass: Option<f32>,
    /// The length of the motion, s
    #[arg(long, alias = "seconds", default_value = "5", value_parser = positive_seconds)]
    duration: f64,
    /// Frames per second in the file; viewers interpolate linearly between them
    #[arg(long, alias = "frame-rate", value_name = "HZ", default_value = "30", value_parser = positive_hertz)]
    rate: f64,
    /// Sub-steps per step of 1/60 s: more are stiffer
    #[arg(long, default_value = "32", value_parser = value_parser!(u32).range(1..))]
    substeps: u32,
    /// The spring between each two particles that are joined, as SPEC: frequency=8,damping_ratio=0.3
    #[arg(long, value_name = "SPEC", value_parser = SpecArg::read, conflicts_with_all = ["hz", "damping_ratio"])]
    spring: Option<SpecArg>,
    /// Frequency of each spring [default: rigid; of jelly, ball, bridge and wheel by their size]
    #[arg(long, value_parser = positive::<f32>)]
    hz: Option<f32>,
    /// Damping ratio of each spring that is not rigid
    #[arg(long, default_value = "0.05", value_parser = not_negative::<f32>)]
    damping_ratio: f32,
    /// Nissen's coefficients of each spring, 0 to 1: the parts of offset and velocity that a step takes away
    #[arg(long, value_name = "C_S,C_D", value_parser = Numbers::read, conflicts_with_all = ["hz", "damping_ratio", "spring"])]
    per_step: Option<Numbers>,
    /// Drag of the air on particles, 1/s [default: 0.5, and 0 where air presses on triangles]
    #[arg(long, value_parser = not_negative::<f32>)]
    drag: Option<f32>,
    /// Gravity, m/s² downwards
    #[arg(long, default_value = "9.81", value_parser = finite::<f32>)]
    gravity: f32,
    #[command(flatten)]
    tearing: Tearing,
    #[command(flatten)]
    scheme: Choice,
    /// Record the simulation too, for sprung replay: its start, its steps and its states, as lines of JSON
    #[arg(long, value_name = "FILE.jsonl")]
    record: Option<PathBuf>,
    /// The steps from one recorded state to the next, 0 for hashes alone; a state takes 48 bytes per particle
    #[arg(long, value_name = "STEPS", default_value = "1", requires = "record")]
    record_every: u64,
}

impl Motion {
    pub(super) fn run(&self, mut body: Body, input: Option<&Path>) -> Result<()> {
        require_extension(&self.output, &["glb", "csv"])?;
        body.pin(self.pin)?;
        match (&self.spring, &self.per_step) {
            (Some(spec), _) => body.set_stiffness(spec.spring::<f32>()?),
            (None, Some(pair)) => {
                let [c_s, c_d] = pair.fixed("per-step")?.map(|number| number as f32);
                body.set_stiffness(Stiffness::per_step(c_s, c_d));
            }
            (None, None) => body.soften(self.hz, self.damping_ratio)?,
        }
        if let Some(thickness) = self.thickness {
            body.net.set_thickness(thickness)?;
            body.net.surface.friction = ROUGH;
        }
        self.tearing.limit_strains(&mut body.net)?;
        let gravity = [0.0, -self.gravity, 0.0];
        let in_air = !body.net.aero_surfaces.is_empty();
        let drag = self.drag.unwrap_or(if in_air { 0.0 } else { 0.5 });
        let environment = Environment { drag, gravity, wind: body.wind };
        let substeps = self.substeps as usize;
        let settings = Settings { substeps, environment, ..Settings::default() };
        let floor = self.floor.map(|height| {
            let plane = Shape::Plane { point: [0.0, height, 0.0], normal: [0.0, 1.0, 0.0] };
            Collider::new(plane).with_friction(ROUGH)
        });
        let colliders: Vec<Collider> = body.obstacle.into_iter().chain(floor).collect();
        let (gusts, wearer) = (body.gusts, body.wearer.clone());
        let moving = Moving { gusts, wearer, ..Moving::default() };
        let mut moved = self.scheme.start(&body.net, settings, &colliders, moving, self.tearing)?;
        if let Some(seconds) = self.release {
            moved.release_after(seconds)?;
        }
        if let Some(mass) = self.crate_mass {
            let is_film = extension(&self.output) != "csv";
            ensure!(is_film, "--crate is for a .glb file: a .csv file has particles alone");
            moved.add_crate(&body.mesh, (mass, gravity), 0.5 * self.thickness.unwrap_or(0.0))?;
        }
        let Some(recording) = &self.record else {
            return self.write(moved, &body, input);
        };
        require_extension(recording, &["jsonl"])?;
        write_to(recording, input.as_slice(), |to| {
            self.write(moved.recorded(to, self.record_every)?, &body, input)
        })
    }

    /// Simulates, and writes the film or the numbers.
    fn write(&self, mut moved: Moved, body: &Body, input: Option<&Path>) -> Result<()> {
        if extension(&self.output) == "csv" {
            return self.write_numbers(&mut moved, body, input);
        }
        let (mut tears, mut poses) = (Tears::new(&body.net), Vec::new());
        let drawn = |moved: &Moved| {
            tears.record(moved.solver());
            poses.extend(moved.falling().map(FallingCrate::body));
            let particles = moved.particles();
            match &body.skin {
                Some(skin) => skin.positions(|i| particles[i].position).collect(),
                None => particles.iter().map(|particle| particle.position).collect(),
            }
        };
        let volume = moved.solver().map(ball::enclosed).filter(|volume| *volume > 0.0);
        let mut shown = Shown::new(&body.mesh, &body.look);
        let mut points = film::shoot(&mut moved, self.duration, self.rate, shown.len(), drawn)?;
        if body.skin.is_none() && tears.count() > 0 {
            shown = Shown::new(&tears.open(&body.mesh, &mut points), &body.look);
            film::ensure_fits((points.len() - 1) as f64, shown.len())?;
        }
        let frames: Vec<_> = points.iter().map(|points| shown.frame(points)).collect();
        let film = Film { triangles: shown.triangles(), frames, frame_rate: self.rate as f32 };
        let mut scenery: Vec<Scenery> = body.ball.map(Scenery::ball).into_iter().collect();
        if let Some(height) = self.floor {
            let reach = 4.0 * body.mesh.extent().into_iter().fold(0.0, f32::max);
            scenery.push(Scenery::floor(height, body.mesh.points[0], reach));
        }
        scenery.extend(body.wearer.as_ref().map(|wearer| {
            let angles = (0..film.frames.len()).map(|k| wearer.angle(k as f64 / self.rate));
            Scenery::wearer(wearer.size, angles)
        }));
        scenery.extend(moved.falling().map(|falling| falling.scenery(&poses)));
        let file = glb::write(&film, &body.look, &scenery);
        write_to(&self.output, input.as_slice(), |to| Ok(to.write_all(&file)?))?;
        let (stretch, fabric) = (moved.stretch(), moved.thread_stretch(&body.net));
        let max = fabric.unwrap_or(stretch.max);
        eprint!(
            "{}: {} particles, {} springs, {} frames, {}",
            self.output.display(),
            body.net.particles.len(),
            body.net.edges.len(),
            film.frames.len(),
            size(file.len()),
        );
        if let (Some(start), Some(solver)) = (volume, moved.solver()) {
            let end = ball::enclosed(solver);
            eprint!("; volume at the end {end:.4} m³, at the start {start:.4} m³");
        }
        if let Some(worst) = moved.solver().and_then(jelly::volume_change) {
            eprint!("; the volume of a cell at the end {} % off at most", percent(worst));
        }
        if self.tearing.is_some() {
            eprint!("; {} springs have torn", tears.count());
        }
        eprint!("; stretch at the end {} % at most", percent(max));
        if fabric.is_none() {
            eprint!(", {} % in the mean", percent(stretch.mean.min(stretch.max)));
        }
        eprintln!();
        Ok(())
    }

    /// Writes a row for each particle in each frame; where springs can tear, with the number that have torn until then.
    fn write_numbers(&self, moved: &mut Moved, body: &Body, input: Option<&Path>) -> Result<()> {
        let (mut tears, mut torn) = (Tears::new(&body.net), Vec::new());
        let rows = film::shoot(moved, self.duration, self.rate, 0, |moved| {
            tears.record(moved.solver());
            torn.push(tears.count());
            let both = |one: &Particle| [one.position, one.velocity];
            moved.particles().iter().flat_map(both).collect()
        })?;
        write_to(&self.output, input.as_slice(), |to| {
            write!(
                to,
                "time,particle,x_m,y_m,z_m,velocity_x_m_per_s,velocity_y_m_per_s,velocity_z_m_per_s"
            )?;
            writeln!(to, "{}", if self.tearing.is_some() { ",torn_springs" } else { "" })?;
            for (frame, (row, torn)) in rows.iter().zip(&torn).enumerate() {
                let time = output::number(frame as f64 / self.rate);
                for (particle, both) in row.chunks(2).enumerate() {
                    write!(to, "{time},{particle}")?;
                    for number in both.as_flattened() {
                        // No negative zero.
                        write!(to, ",{}", output::number(number + 0.0))?;
                    }
                    if self.tearing.is_some() {
                        write!(to, ",{torn}")?;
                    }
                    writeln!(to)?;
                }
            }
            Ok(())
        })
    }
}

/// A share as percent, to two digits.
fn percent(share: f64) -> String {
    output::number(format!("{:.1e}", 100.0 * share).parse().unwrap_or(f64::NAN))
}

/// The size of a file, to three digits.
fn size(bytes: usize) -> String {
    let bytes = bytes as f64;
    match bytes {
        ..1e5 => format!("{:.1} kB", bytes / 1e3),
        ..1e6 => format!("{:.0} kB", bytes / 1e3),
        ..1e8 => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.0} MB", bytes / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_and_stretches_are_no_zeros() {
        let sizes = [812, 99_000, 450_000, 1_840_000, 123_456_789].map(size);
        assert_eq!(sizes, ["0.8 kB", "99.0 kB", "450 kB", "1.8 MB", "123 MB"]);
        let shares = [1.234e-6, 0.0, 0.0567, 3.0].map(percent);
        assert_eq!(shares, ["0.00012", "0", "5.7", "300"]);
    }
}
