//! `sprung network rods`: elastic rods that bend and twist, as animated glTF.

use std::f32::consts::PI;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum, value_parser};
use sprung_network::Turbulence;
use sprung_rods::{RestShape, Rod, RodCollider, RodEnd, RodMaterial, RodSettings, Rods};

use super::film::shoot;
use super::glb::{self, Film};
use super::look::{Look, Shown};
use super::mesh::Mesh;
use super::scenery::Scenery;
use super::shape::LOOK;
use super::swaying_rods::{Sway, SwayingRods};
use crate::output::{extension, number, require_extension, write_to};
use crate::typed_number::{
    finite, not_negative, positive, positive_hertz, positive_seconds, vector,
};

const NOTES: &str = "\
A rod is a line of segments of one length, clamped at its root. Its stiffness is that of a round
wire: Young's modulus times pi r^4/4 against bending, a third of that modulus as shear modulus times
pi r^4/2 against twist. Cables hang from both ends and turn freely there; all others stand or hang
at one. Each step is one direct solve: a rod is as long as it was at any load.

Rods are drawn at least 1/300 as thick as they are long. A name ending in .csv gives the place of
each vertex in each frame.

Examples:
  sprung network rods hair --count 300 --length 0.4 -o hair.glb
  sprung network rods hair --head 0.1 --count 300 -o head.glb
  sprung network rods curls --curvature 120 --twist 40 -o curls.glb
  sprung network rods grass --wind 4,0,0 --gusts 2,1 -o meadow.glb
  sprung network rods cable --length 6 --span 5 --sway 0,0,0.3 -o cable.glb";

/// The angle between neighboring rods: no two in the same direction.
const GOLDEN_ANGLE: f32 = 2.399_963_2;

/// The maximum number of vertices of all rods; more are a typing mistake.
const MAX_VERTICES: u64 = 1_000_000;

/// The shear modulus as a part of Young's modulus, as of a material that keeps its volume.
const SHEAR: f32 = 1.0 / 3.0;

/// The radius of a head at most, over the length of its hair: on a larger one, `f32` would round the segments.
const MAX_HEAD: f32 = 1000.0;

/// The friction of a head.
const FRICTION: f32 = 0.3;

/// The height from which on a head has hair, as a part of its radius.
const HAIRLINE: f32 = -0.2;

/// The thickness with which a rod is drawn at least, as a part of its length.
const DRAWN: f32 = 1.0 / 300.0;

/// The kind of rods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Straight hair that hangs from a head, which sways
    Hair,
    /// Hair that is a helix at rest
    Curls,
    /// Blades that stand, get thinner toward their tips and bend in gusts
    Grass,
    /// Cables that hang from both ends
    Cable,
}

/// Rods in motion.
#[derive(Args, Debug)]
#[command(after_help = NOTES, allow_negative_numbers = true)]
pub(super) struct Swaying {
    /// The kind of rods
    #[arg(value_enum, default_value = "curls")]
    kind: Kind,
    /// The file to write: binary glTF, or numbers if its name ends in .csv; - is glTF on standard output
    #[arg(short, long, value_name = "FILE.glb")]
    output: PathBuf,
    /// Their number [default: 60, of cables 3]
    #[arg(long, value_parser = value_parser!(u32).range(1..=100_000))]
    count: Option<u32>,
    /// The number of segments of each [default: 40, of grass 16]
    #[arg(long, value_parser = value_parser!(u32).range(2..=10_000))]
    segments: Option<u32>,
    /// The length of each, m [default: 0.25, of grass 0.3, of cables 3]
    #[arg(long, value_parser = positive::<f32>)]
    length: Option<f32>,
    /// The distance of the ends of a cable, m, below its length [default: 0.85 of its length]
    #[arg(long, value_parser = positive::<f32>)]
    span: Option<f32>,
    /// The radius of each at its root, m [default: 5e-5, of grass 8e-4, of cables 0.01]
    #[arg(long, value_parser = positive::<f32>)]
    radius: Option<f32>,
    /// Radius at the tip over radius at the root [default: 1, of grass 0.3]
    #[arg(long, value_parser = positive::<f32>)]
    taper: Option<f32>,
    /// Young's modulus, Pa [default: 4e9, of grass 5e8, of cables 5e7]
    #[arg(long, value_name = "PA", value_parser = positive::<f32>)]
    young: Option<f32>,
    /// Density, kg/m³ [default: 1300, of grass 500]
    #[arg(long, value_parser = positive::<f32>)]
    density: Option<f32>,
    /// Curvature at rest, 1/m: 1 over the radius of a curl [default: of curls 70, of grass 2, else 0]
    #[arg(long, value_name = "PER_METER", value_parser = finite::<f32>)]
    curvature: Option<f32>,
    /// Twist at rest, rad/m, which makes a helix of a circle [default: of curls 60, else 0]
    #[arg(long, value_name = "RAD_PER_METER", value_parser = finite::<f32>)]
    twist: Option<f32>,
    /// The damping ratio of bending [default: 0.3, of grass 0.15, of cables 0.05]
    #[arg(long, value_parser = not_negative::<f32>)]
    damping_ratio: Option<f32>,
    /// The time in which drag takes half of the velocity relative to the air, s [default: 0.15, of cables 1]
    #[arg(long, value_name = "SECONDS", value_parser = positive::<f32>)]
    drag_halflife: Option<f32>,
    /// The velocity of the air, m/s [default: of grass 1.5,0,0, else still]
    #[arg(long, value_name = "X,Y,Z", value_parser = vector::<3>, allow_hyphen_values = true)]
    wind: Option<[f32; 3]>,
    /// Gusts: their root mean square speed, m/s, and the size of the largest, m [default: of grass 1,1, else none]
    #[arg(long, value_name = "SPEED,SIZE", value_parser = vector::<2>, allow_hyphen_values = true)]
    gusts: Option<[f32; 2]>,
    /// The amplitude of the motion of the held ends, m [default: 0.04,0,0 for hair and curls, 0,0,0.1 for cables]
    #[arg(long, value_name = "X,Y,Z", value_parser = vector::<3>, allow_hyphen_values = true)]
    sway: Option<[f32; 3]>,
    /// Hair all over a ball of this radius, m, which it does not enter [default: no ball]
    #[arg(long, value_name = "RADIUS", value_parser = positive::<f32>)]
    head: Option<f32>,
    /// The frequency of --sway, Hz
    #[arg(long, default_value = "0.8", value_parser = positive::<f32>)]
    hz: f32,
    /// Gravity, m/s² downwards
    #[arg(long, default_value = "9.81", value_parser = finite::<f32>)]
    gravity: f32,
    /// The length of the motion, s
    #[arg(long, alias = "seconds", default_value = "5", value_parser = positive_seconds)]
    duration: f64,
    /// Frames per second in the file; viewers interpolate linearly between them
    #[arg(long, alias = "frame-rate", value_name = "HZ", default_value = "30", value_parser = positive_hertz)]
    rate: f64,
    /// Sub-steps per step of 1/60 s
    #[arg(long, default_value = "2", value_parser = value_parser!(u32).range(1..=1000))]
    substeps: u32,
}

/// The numbers of a kind that are not asked for.
struct Defaults {
    count: u32,
    segments: u32,
    length: f32,
    radius: f32,
    taper: f32,
    young: f32,
    density: f32,
    curvature: f32,
    twist: f32,
    damping_ratio: f32,
    drag_halflife: f32,
    wind: [f32; 3],
    gusts: [f32; 2],
    sway: [f32; 3],
    color: [f32; 3],
}

impl Kind {
    /// As it is typed.
    fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }

    fn defaults(self) -> Defaults {
        let hair = Defaults {
            count: 60,
            segments: 40,
            length: 0.25,
            radius: 5e-5,
            taper: 1.0,
            young: 4e9,
            density: 1300.0,
            curvature: 0.0,
            twist: 0.0,
            damping_ratio: 0.3,
            drag_halflife: 0.15,
            wind: [0.0; 3],
            gusts: [0.0, 1.0],
            sway: [0.04, 0.0, 0.0],
            color: [0.1, 0.04, 0.015],
        };
        match self {
            Kind::Hair => hair,
            Kind::Curls => Defaults { curvature: 70.0, twist: 60.0, ..hair },
            Kind::Grass => Defaults {
                segments: 16,
                length: 0.3,
                radius: 8e-4,
                taper: 0.3,
                young: 5e8,
                density: 500.0,
                curvature: 2.0,
                damping_ratio: 0.15,
                wind: [1.5, 0.0, 0.0],
                gusts: [1.0, 1.0],
                sway: [0.0; 3],
                color: [0.08, 0.3, 0.04],
                ..hair
            },
            Kind::Cable => Defaults {
                count: 3,
                length: 3.0,
                radius: 0.01,
                young: 5e7,
                damping_ratio: 0.05,
                drag_halflife: 1.0,
                sway: [0.0, 0.0, 0.1],
                color: [0.02, 0.02, 0.025],
                ..hair
            },
        }
    }
}

impl Swaying {
    pub(super) fn run(&self) -> Result<()> {
        require_extension(&self.output, &["glb", "csv"])?;
        let of = self.kind.defaults();
        let (count, segments) =
            (self.count.unwrap_or(of.count), self.segments.unwrap_or(of.segments));
        let vertices = u64::from(count) * (u64::from(segments) + 1);
        ensure!(
            vertices <= MAX_VERTICES,
            "{count} rods of {segments} segments are {vertices} vertices; the maximum is {MAX_VERTICES}"
        );
        let rods = self.rods(&of, count, segments as usize)?;
        let mut swaying = self.swaying(&of, &rods)?;
        if extension(&self.output) == "csv" {
            self.write_numbers(&mut swaying, segments as usize + 1)?;
        } else {
            self.write_film(&mut swaying, &of, &rods)?;
        }
        let frames = (self.duration * self.rate).round() + 1.0;
        let file = self.output.display();
        eprintln!("{file}: {count} rods of {segments} segments, {frames} frames");
        Ok(())
    }

    /// The rods at the start.
    fn rods(&self, of: &Defaults, count: u32, segments: usize) -> Result<Vec<Rod>> {
        let length = self.length.unwrap_or(of.length);
        let (radius, young) = (self.radius.unwrap_or(of.radius), self.young.unwrap_or(of.young));
        let density = self.density.unwrap_or(of.density);
        let material = RodMaterial::from_young_modulus(young, SHEAR * young, density, radius);
        let (curvature, twist) =
            (self.curvature.unwrap_or(of.curvature), self.twist.unwrap_or(of.twist));
        let rest = match [curvature, twist] {
            [0.0, 0.0] => RestShape::Straight,
            _ => RestShape::Helix { curvature: [curvature, 0.0], twist },
        };
        let is_cable = self.kind == Kind::Cable;
        let span = self.span.unwrap_or(0.85 * length);
        if let (Some(span), false) = (self.span, is_cable) {
            bail!("--span must be of cable, got {span} of {}", self.kind.name());
        }
        if let (Kind::Grass | Kind::Cable, Some(head)) = (self.kind, self.head) {
            bail!("--head must be of hair or curls, got {head} of {}", self.kind.name());
        }
        let radius_of_head = self.head.unwrap_or(0.0);
        ensure!(
            radius_of_head <= MAX_HEAD * length,
            "--head must be at most {MAX_HEAD} times --length {length}, got {radius_of_head}"
        );
        ensure!(span < length || !is_cable, "--span must be below --length {length}, got {span}");
        let arc = arc(length, span, segments);
        let rod = |number: u32| {
            let (angle, part) = (GOLDEN_ANGLE * number as f32, (number as f32 + 0.5).sqrt());
            let (sin, cos) = angle.sin_cos();
            let rod = match (self.kind, self.head) {
                (Kind::Cable, _) => {
                    let z = 0.1 * length * number as f32;
                    let points = arc.iter().map(|&[x, y]| [x, y, z]).collect();
                    Rod::new(points, material).with_ends(RodEnd::Pinned, RodEnd::Pinned)
                }
                (Kind::Grass, _) => {
                    let root = [0.1 * length * part * cos, 0.0, 0.1 * length * part * sin];
                    // Between 0.8 and 1 of the length, in an order that does not show.
                    let height = length * (0.8 + 0.2 * ((5 * number) % 7) as f32 / 6.0);
                    let tip = [root[0], height, root[2]];
                    Rod::straight(root, tip, segments, material)
                }
                (Kind::Hair | Kind::Curls, Some(head)) => {
                    let height = HAIRLINE + (1.0 - HAIRLINE) * (number as f32 + 0.5) / count as f32;
                    let out = (1.0 - height * height).sqrt();
                    let normal = [out * cos, height, out * sin];
                    let [root, tip] = [head, head + length].map(|far| normal.map(|c| far * c));
                    Rod::straight(root, tip, segments, material)
                }
                (Kind::Hair | Kind::Curls, None) => {
                    let root = [0.02 * length * part * cos, 0.0, 0.02 * length * part * sin];
                    let tip = [root[0], -length, root[2]];
                    Rod::straight(root, tip, segments, material)
                }
            };
            let rod = rod.with_normal([cos, 0.0, sin]).with_rest(rest);
            rod.with_taper(self.taper.unwrap_or(of.taper))
                .with_damping_ratio(self.damping_ratio.unwrap_or(of.damping_ratio))
                .with_drag_halflife(self.drag_halflife.unwrap_or(of.drag_halflife))
        };
        Ok((0..count).map(rod).collect())
    }

    /// The rods and what moves them.
    fn swaying(&self, of: &Defaults, rods: &[Rod]) -> Result<SwayingRods> {
        let wind = self.wind.unwrap_or(of.wind);
        let [speed, size] = self.gusts.unwrap_or(of.gusts);
        let gusts = (speed != 0.0).then(|| Turbulence::new(speed, size, 0));
        let gusts = gusts.transpose().context("--gusts")?;
        let settings = RodSettings {
            gravity: [0.0, -self.gravity, 0.0],
            wind,
            substeps: self.substeps,
            ..RodSettings::default()
        };
        let together = if gusts.is_some() { 1 } else { rods.len() };
        let set = |(at, chunk): (usize, &[Rod])| {
            let set = Rods::new(chunk, settings);
            // The index of a rod in its set is not that of the rod.
            let mut set = set.with_context(|| format!("rods from {} on", at * together))?;
            if let Some(radius) = self.head {
                let head = RodCollider::sphere([0.0; 3], radius).with_friction(FRICTION);
                set.set_colliders(&[head]).context("--head")?;
            }
            Ok((set, chunk[0].points[0]))
        };
        let sets = rods.chunks(together).enumerate().map(set).collect::<Result<_>>()?;
        let sway = Sway { amplitude: self.sway.unwrap_or(of.sway), hz: self.hz };
        Ok(SwayingRods { sets, gusts, wind, sway, has_head: self.head.is_some(), time: 0.0 })
    }

    fn write_film(&self, swaying: &mut SwayingRods, of: &Defaults, rods: &[Rod]) -> Result<()> {
        let mut mesh = Mesh { points: swaying.points(), ..Mesh::default() };
        for first in (0..rods.len()).map(|rod| rod * rods[0].points.len()) {
            let ends = (first + 1..first + rods[0].points.len()).map(|at| at as u32);
            mesh.lines.extend(ends.map(|end| [end - 1, end]));
        }
        let length = self.length.unwrap_or(of.length);
        let radius = self.radius.unwrap_or(of.radius).max(0.5 * DRAWN * length);
        let sides = if self.kind == Kind::Cable { 8 } else { 3 };
        let look = Look { color: of.color, roughness: 0.5, radius, sides, is_open: false, ..LOOK };
        let mut shown = Shown::new(&mesh, &look);
        let points = shoot(swaying, self.duration, self.rate, shown.len(), SwayingRods::points)?;
        let frames: Vec<_> = points.iter().map(|points| shown.frame(points)).collect();
        let film = Film { triangles: shown.triangles(), frames, frame_rate: self.rate as f32 };
        let places = (0..film.frames.len()).map(|k| swaying.sway.at(k as f64 / self.rate));
        let head = self.head.map(|radius| Scenery::ball(radius).with_places(places.collect()));
        let file = glb::write(&film, &look, head.as_slice());
        write_to(&self.output, &[], |to| Ok(to.write_all(&file)?))
    }

    /// Writes a row for each vertex in each frame.
    fn write_numbers(&self, swaying: &mut SwayingRods, vertices: usize) -> Result<()> {
        let frames = shoot(swaying, self.duration, self.rate, 0, SwayingRods::points)?;
        write_to(&self.output, &[], |to| {
            writeln!(to, "time,rod,vertex,x_m,y_m,z_m")?;
            for (frame, points) in frames.iter().enumerate() {
                let time = number(frame as f64 / self.rate);
                for (at, point) in points.iter().enumerate() {
                    // No negative zero.
                    let [x, y, z] = point.map(|c| number(c + 0.0));
                    writeln!(to, "{time},{},{},{x},{y},{z}", at / vertices, at % vertices)?;
                }
            }
            Ok(())
        })
    }
}

/// The points of a circular arc that sags between x = 0 and `span`: `segments` equal segments with a total length of `length`.
fn arc(length: f32, span: f32, segments: usize) -> Vec<[f32; 2]> {
    // sin(h)/(n sin(h/n)) = span/length for half the angle h of the arc, by bisection.
    let ratio = (span / length).clamp(1e-3, 1.0) * segments as f32;
    let (mut low, mut high) = (0.0_f32, PI);
    for _ in 0..40 {
        let half = 0.5 * (low + high);
        if half.sin() > ratio * (half / segments as f32).sin() { low = half } else { high = half }
    }
    let turn = 2.0 * low / segments as f32;
    let mut at = [0.0_f32; 2];
    let mut points = vec![at];
    for segment in 0..segments {
        let angle = turn * (segment as f32 + 0.5) - low;
        let (sin, cos) = angle.sin_cos();
        at = [at[0] + length / segments as f32 * cos, at[1] + length / segments as f32 * sin];
        points.push(at);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_has_its_length_and_its_span() {
        for (length, span) in [(3.0, 2.5), (1.0, 0.2), (6.0, 5.99)] {
            let points = arc(length, span, 50);
            let end = points[50];
            assert!((end[0] - span).abs() < 1e-5 * length, "{end:?} {span}");
            assert!(end[1].abs() < 1e-5 * length, "{end:?}");
            let step = |pair: &[[f32; 2]]| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]);
            let sum: f32 = points.windows(2).map(step).sum();
            assert!((sum / length - 1.0).abs() < 1e-5, "{sum}");
            assert!(points[25][1] < -0.01 * length, "it sags");
        }
    }
}
