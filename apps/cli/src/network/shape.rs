//! The shapes: a network, the mesh that shows it, and the particles that hold it up.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use sprung_network::shapes::{Cloth, bridge, bridge_abutments, ring, rope, wheel};
use sprung_network::{Collider, Edge, Network, Particle, Skin, Stiffness};

use super::gusts::Gusts;
use super::look::Look;
use super::mesh::Mesh;
use super::mesh_file;
use super::pin::Pin;
use super::wearer::Wearer;

/// A network and the mesh that shows it.
pub(super) struct Body {
    pub(super) net: Network,
    /// Point i is particle i, unless there is a skin.
    pub(super) mesh: Mesh,
    /// Moves the points of the mesh with the particles.
    pub(super) skin: Option<Skin>,
    /// The default frequency of its springs in Hz; without it, it is rigid.
    pub(super) hz: Option<f32>,
    /// The part of this frequency that it has where particles are fixed.
    pub(super) held: f32,
    /// An obstacle that it collides with.
    pub(super) obstacle: Option<Collider>,
    /// The radius of the ball around the origin that is this obstacle.
    pub(super) ball: Option<f32>,
    /// The velocity of the air, m/s.
    pub(super) wind: [f32; 3],
    pub(super) gusts: Option<Gusts>,
    /// The skin that it follows.
    pub(super) wearer: Option<Wearer>,
    pub(super) look: Look,
    /// The particles that can hold it up, in addition to its top; the first are the default.
    pub(super) hooks: Vec<(Pin, Vec<usize>)>,
}

/// The size and the start of a cloth.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Weave {
    /// The number of particles down its other side [default: the same]
    #[arg(long, value_parser = rows)]
    rows: Option<usize>,
    /// Starts flat, without pleats
    #[arg(long)]
    flat: bool,
    /// Starts upright instead of level
    #[arg(long)]
    upright: bool,
    /// Springs along both diagonals of each square as well
    #[arg(long)]
    diagonals: bool,
}

fn rows(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|rows| (2..=1000).contains(rows))
        .ok_or("must be from 2 to 1000".into())
}

impl Body {
    /// Two particles of these masses (kg) along x, at a distance (m), joined by a spring of a rest length.
    pub(super) fn pair(masses: [f32; 2], distance: f32, rest_length: f32) -> Self {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], masses[0]));
        net.add_particle(Particle::new([distance, 0.0, 0.0], masses[1]));
        net.add_edge(Edge::new(0, 1, rest_length));
        let hooks = vec![(Pin::None, vec![]), (Pin::Edge, vec![0])];
        Body { hooks, ..Body::of_lines(net, [0.5, 0.28, 0.1], 0.01 * distance) }
    }

    /// A hub of 0.1 g with arms of 1 kg, all in the same direction: the worst case for a scheme.
    pub(super) fn star(arms: usize) -> Self {
        let mut net = Network::default();
        net.add_particle(Particle::new([1e-3, 0.0, 0.0], 1e-4));
        for arm in 0..arms {
            net.add_particle(Particle::new([1.0, 1e-3 * arm as f32, 0.0], 1.0));
            let length = (1.0 + 1e-6 * (arm * arm) as f32).sqrt();
            net.add_edge(Edge::new(0, arm + 1, length));
        }
        let hooks = vec![(Pin::None, vec![]), (Pin::Hub, vec![0])];
        Body { hooks, ..Body::of_lines(net, [0.5, 0.28, 0.1], 0.003) }
    }

    pub(super) fn rope(links: usize, length: f32, end_mass: f32) -> Result<Self> {
        let mass = (links + 1) as f32;
        let mut net = rope([0.0; 3], [length, 0.0, 0.0], links, mass)?;
        net.particles[links].inverse_mass = 1.0 / end_mass;
        let hooks = vec![(Pin::Edge, vec![0]), (Pin::Corners, vec![0, links])];
        Ok(Body { hooks, ..Body::of_lines(net, [0.5, 0.28, 0.1], 0.011 * length) })
    }

    /// A cloth of `size` columns of particles.
    pub(super) fn cloth(size: usize, side: f32, weave: Weave) -> Result<Self> {
        let rows = weave.rows.unwrap_or(size);
        let mut cloth = Cloth::new(size, rows, side / (size - 1) as f32, 1.0);
        if weave.diagonals {
            cloth = cloth.with_shear(Stiffness::RIGID);
        }
        let last = size * (rows - 1);
        let [left, right] = cloth.corners();
        // A flat cloth could not sag between two fixed particles without stretching.
        let mut net = if weave.flat { cloth.build()? } else { cloth.build_pleated(0.9)? };
        if weave.upright {
            net.particles.iter_mut().for_each(stand);
        }
        let hooks = vec![
            (Pin::Corners, vec![left, right]),
            (Pin::Corner, vec![left]),
            (Pin::All, vec![left, right, last, last + right]),
            (Pin::Edge, cloth.edge().collect()),
        ];
        let look = Look { color: [0.6, 0.05, 0.06], crease: -1.0, ..LOOK };
        Ok(Body { hooks, look, ..Body::new(net, cloth.triangles(), vec![]) })
    }

    pub(super) fn bridge(cells: usize, length: f32) -> Result<Self> {
        let spacing = length / cells as f32;
        let net = bridge(cells, spacing, 1.0)?;
        // Its deflection is the same fraction of its length at every number of cells.
        let hz = Some(0.22 * (cells as f32).powf(1.5) / spacing.sqrt());
        let hooks = vec![(Pin::Corners, bridge_abutments(cells).to_vec())];
        let radius = (0.006 * length).min(0.1 * spacing);
        Ok(Body { hooks, hz, ..Body::of_lines(net, [0.2, 0.25, 0.3], radius) })
    }

    pub(super) fn ring(links: usize, radius: f32) -> Result<Self> {
        let net = ring(radius, links, 1.0)?;
        let body = Body::of_lines(net, [0.7, 0.35, 0.02], 0.02 * radius);
        Ok(Body { hooks: vec![(Pin::Edge, vec![0])], ..body })
    }

    pub(super) fn wheel(links: usize, radius: f32) -> Result<Self> {
        let mut net = wheel(radius, links, 1.0)?;
        // As heavy as the rim: a hub as light as one of many rim particles is thrown about by their spokes in turn.
        net.particles[links].inverse_mass = 1.0;
        let hooks = vec![(Pin::Edge, vec![0]), (Pin::Hub, vec![links])];
        let hz = Some(2.0 * links as f32 / radius.sqrt());
        Ok(Body { hooks, hz, ..Body::of_lines(net, [0.05, 0.3, 0.35], 0.015 * radius) })
    }

    pub(super) fn mesh(file: &Path) -> Result<Self> {
        let mesh = mesh_file::read(file)?.welded();
        let net = mesh.network(1.0);
        ensure!(!net.edges.is_empty(), "{} has no edges", file.display());
        let extent = mesh.extent().into_iter().fold(0.0, f32::max);
        let look = Look { radius: 0.004 * extent, ..LOOK };
        Ok(Body { look, ..Body::new(net, mesh.triangles, mesh.lines) })
    }

    /// A network of which every spring is drawn, as tubes of this color and radius.
    pub(super) fn of_lines(net: Network, color: [f32; 3], radius: f32) -> Self {
        let lines = net.edges.iter().map(|s| [s.a as u32, s.b as u32]).collect();
        let look = Look { color, radius, is_open: false, ..LOOK };
        Body { look, ..Body::new(net, vec![], lines) }
    }

    pub(super) fn new(net: Network, triangles: Vec<[u32; 3]>, lines: Vec<[u32; 2]>) -> Self {
        let points = net.particles.iter().map(|p| p.position).collect();
        let mesh = Mesh { points, triangles, lines };
        Body {
            net,
            mesh,
            skin: None,
            hz: None,
            held: 1.0,
            obstacle: None,
            ball: None,
            wind: [0.0; 3],
            gusts: None,
            wearer: None,
            look: LOOK,
            hooks: vec![],
        }
    }

    /// Fixes the named particles, or by default those that hold up the shape.
    pub(super) fn pin(&mut self, pin: Option<Pin>) -> Result<()> {
        let named = self.hooks.iter().find(|(hook, _)| pin.is_none_or(|pin| pin == *hook));
        let pins = match (named, pin) {
            (Some((_, particles)), _) => particles.clone(),
            (None, None | Some(Pin::Top)) => self.top(),
            (None, Some(Pin::None)) => vec![],
            (None, Some(other)) => {
                let hooks = self.hooks.iter().map(|(hook, _)| *hook);
                let words: Vec<String> =
                    [Pin::None, Pin::Top].into_iter().chain(hooks).map(word).collect();
                let (words, other) = (words.join(", "), word(other));
                bail!("--pin of this shape must be one of {words}, got {other}");
            }
        };
        self.net.fix(pins);
        Ok(())
    }

    /// Gives every edge the frequency `hz`, or that of the shape; without either the edges stay rigid.
    pub(super) fn soften(&mut self, hz: Option<f32>, damping_ratio: f32) -> Result<()> {
        let is_held = self.net.particles.iter().any(|particle| particle.is_fixed());
        let default = self.hz.map(|hz| if is_held { self.held * hz } else { hz });
        if let Some(hz) = hz.or(default) {
            self.set_stiffness(Stiffness::from_frequency(hz, damping_ratio)?);
        }
        Ok(())
    }

    /// Gives every edge a stiffness.
    pub(super) fn set_stiffness(&mut self, stiffness: impl Into<Stiffness>) {
        let stiffness = stiffness.into();
        self.net.edges.iter_mut().for_each(|edge| edge.stiffness = stiffness);
    }

    /// The particles within a thousandth of the whole height below the highest.
    fn top(&self) -> Vec<usize> {
        let heights = || self.net.particles.iter().map(|p| p.position[1]);
        let high = heights().fold(f32::NEG_INFINITY, f32::max);
        let low = heights().fold(f32::INFINITY, f32::min);
        let bar = high - 1e-3 * (high - low);
        heights().enumerate().filter(|(_, y)| *y >= bar).map(|(i, _)| i).collect()
    }
}

/// An open surface, with creases of a mesh from 45° on, and tubes with six sides.
pub(super) const LOOK: Look = Look {
    color: [0.05, 0.24, 0.6],
    roughness: 0.7,
    radius: 0.01,
    sides: 6,
    crease: std::f32::consts::FRAC_1_SQRT_2,
    is_open: true,
};

/// Turns the place of a particle of a level cloth, so that its first row is on top.
pub(super) fn stand(particle: &mut Particle) {
    let [x, y, z] = particle.position;
    particle.position = [x, -z, y];
}

/// A pin as named on the command line.
fn word(pin: Pin) -> String {
    pin.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung_network::{Settings, Solver, Stretch};

    #[test]
    fn a_pleated_cloth_is_at_rest() {
        let net = Body::cloth(7, 3.0, Weave::default()).unwrap().net;
        let stretch = Stretch::of(&net.edges, |i| net.particles[i].position);
        assert!(stretch.max < 1e-6, "{stretch:?}");
    }

    /// Returns the fixed particles of a pinned shape.
    fn fixed(mut body: Body, pin: Option<Pin>) -> Vec<usize> {
        body.pin(pin).unwrap();
        (0..body.net.particles.len()).filter(|&i| body.net.particles[i].is_fixed()).collect()
    }

    #[test]
    fn shapes_hang_on_what_is_said() {
        let cloth = || Body::cloth(3, 1.0, Weave::default()).unwrap();
        assert_eq!(fixed(cloth(), None), [0, 2]);
        assert_eq!(fixed(cloth(), Some(Pin::All)), [0, 2, 6, 8]);
        assert_eq!(fixed(cloth(), Some(Pin::Edge)), [0, 1, 2]);
        assert!(fixed(cloth(), Some(Pin::None)).is_empty());
        assert_eq!(fixed(Body::rope(5, 1.0, 2.0).unwrap(), None), [0]);
        assert_eq!(fixed(Body::bridge(5, 5.0).unwrap(), None), [0, 1, 10, 11]);
        assert_eq!(fixed(Body::jelly(2, 1.0, false).unwrap(), None), [2, 3, 6, 7]);
        assert_eq!(fixed(Body::wheel(8, 1.0).unwrap(), Some(Pin::Hub)), [8]);
        assert_eq!(fixed(Body::ring(8, 1.0).unwrap(), Some(Pin::Top)), [2]);
    }

    #[test]
    fn a_falling_wheel_does_not_shake_itself_however_many_spokes_it_has() {
        for links in [8, 32, 200] {
            let mut body = Body::wheel(links, 1.0).unwrap();
            body.soften(None, 0.05).unwrap();
            body.net.particles[0].velocity[0] = 0.01;
            let mut solver = Solver::new(&body.net, Settings::default()).unwrap();
            for _ in 0..60 {
                solver.step(1.0 / 60.0);
            }
            let fall = solver.velocity(links);
            for p in solver.particles() {
                let from_hub = (0..3).map(|c| (p.velocity[c] - fall[c]).abs()).fold(0.0, f32::max);
                assert!(from_hub < 0.02, "{links}: {from_hub}");
            }
        }
    }

    #[test]
    fn a_shape_does_not_hang_on_what_it_lacks() {
        let error = Body::wheel(8, 1.0).unwrap().pin(Some(Pin::Corners)).unwrap_err();
        let expected = "--pin of this shape must be one of none, top, edge, hub, got corners";
        assert_eq!(error.to_string(), expected);
    }
}
