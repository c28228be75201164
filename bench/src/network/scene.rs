//! The scenes of the races.

use anyhow::{Context, Result};
use sprung_network::shapes::{Cloth, lattice, rope, sphere, tree};
use sprung_network::{Collider, Environment, Network, Particle, Shape, Stiffness};

use super::plates::Plates;

/// A network at the start of its motion and what acts on it.
pub(super) struct Scene {
    pub(super) name: String,
    pub(super) net: Network,
    pub(super) environment: Environment,
    /// A ball in the way of the network.
    pub(super) ball: Option<Ball>,
    plates: Option<Plates>,
    /// The size of the network, m.
    size: f64,
    /// The number of steps that are measured.
    pub(super) steps: usize,
}

/// A ball that does not move, without friction.
#[derive(Clone, Copy)]
pub(super) struct Ball {
    center: [f32; 3],
    radius: f32,
}

impl Ball {
    pub(super) fn collider(self) -> Collider {
        Collider::new(Shape::Sphere { center: self.center, radius: self.radius })
    }

    /// Moves a position, unless it is fixed, out of the ball.
    pub(super) fn push_out(self, at: &mut [f32; 4]) {
        let d: [f32; 3] = std::array::from_fn(|c| at[c] - self.center[c]);
        let squared = d.iter().map(|d| d * d).sum::<f32>();
        if at[3] > 0.0 && squared > 0.0 && squared < self.radius * self.radius {
            let out = self.radius / squared.sqrt();
            for c in 0..3 {
                at[c] = self.center[c] + out * d[c];
            }
        }
    }
}

/// Ten seconds.
const STEPS: usize = 600;

/// The length of a step, s.
pub(super) const DT: f32 = 1.0 / 60.0;
/// The side of every net, m.
pub(super) const SIDE: f32 = 2.0;

impl Scene {
    pub(super) fn new(name: impl Into<String>, net: Network, size: f32) -> Self {
        let environment = Environment { drag: 0.5, ..Environment::default() };
        Scene {
            name: name.into(),
            net,
            environment,
            ball: None,
            plates: None,
            size: f64::from(size),
            steps: STEPS,
        }
    }

    /// A network between plates.
    pub(super) fn between(name: String, net: Network, plates: Plates, size: f32) -> Self {
        Scene { plates: Some(plates), ..Self::new(name, net, size) }
    }

    /// Measures this many steps.
    pub(super) fn of_steps(self, steps: usize) -> Self {
        Scene { name: format!("{}, {steps} steps", self.name), steps, ..self }
    }

    /// True if the network touches itself.
    pub(super) fn is_touching(&self) -> bool {
        self.plates.is_some()
    }

    pub(super) fn plates(&self) -> Result<Plates> {
        self.plates.context("a scene without plates")
    }

    /// Returns the unit of energy: the weight of the free particles times the size, J.
    pub(super) fn weight_times_size(&self) -> f64 {
        let free = self.net.particles.iter().filter(|p| !p.is_fixed());
        let mass: f64 = free.map(|p| 1.0 / f64::from(p.inverse_mass)).sum();
        let [x, y, z] = self.environment.gravity.map(f64::from);
        mass * (x * x + y * y + z * z).sqrt() * self.size
    }

    /// Returns the network with long-range attachments.
    pub(super) fn attached(&self) -> Network {
        let mut net = self.net.clone();
        net.add_long_range_attachments();
        net
    }

    /// A square net on two corners, of masses of 1 kg. It is pleated, a tenth narrower than its springs are long, so that
    /// all of them are at rest.
    pub(super) fn net(n: usize) -> Result<Self> {
        Self::pleated(format!("net {n}"), &square(n))
    }

    /// The same with both diagonals in every cell.
    pub(super) fn diagonals(n: usize) -> Result<Self> {
        Self::pleated(format!("diagonals {n}"), &square(n).with_shear(Stiffness::RIGID))
    }

    fn pleated(name: String, cloth: &Cloth) -> Result<Self> {
        let mut net = cloth.build_pleated(0.9)?;
        net.fix(cloth.corners());
        Ok(Self::new(name, net, SIDE))
    }

    /// A flat net of triangles: particles moved by up to 0.3 of a cell, one random diagonal in every cell. It has
    /// no straight lines that a solver could use. It hangs by `corners` of its corners, one or two.
    pub(super) fn irregular(n: usize, corners: usize) -> Self {
        let mut net = triangles(n);
        net.fix([0, n - 1].into_iter().take(corners));
        let name = if corners == 1 { ", one corner" } else { "" };
        Self::new(format!("irregular {n}{name}"), net, SIDE)
    }

    /// The same net on two corners, falling over a ball below its middle.
    pub(super) fn irregular_over_ball(n: usize) -> Self {
        let mut scene = Self::irregular(n, 2);
        scene.name += " over a ball";
        scene.ball = Some(Ball { center: [0.5 * SIDE, -0.7, 0.5 * SIDE], radius: 0.4 });
        scene
    }

    /// A hollow sphere of triangles, of particles of 1 kg, that hangs by its highest particle and encloses nothing.
    pub(super) fn sphere(rings: usize) -> Result<Self> {
        let mut net = sphere(1.0, rings, 1.0)?;
        net.particles.iter_mut().for_each(|particle| particle.inverse_mass = 1.0);
        net.volumes.clear();
        net.fix([0]);
        Ok(Self::new(format!("sphere of {rings} rings"), net, SIDE))
    }

    /// A level tube of triangles, `around` particles of 1 kg around and twice as many along, fixed at both ends.
    pub(super) fn tube(around: usize) -> Self {
        let mut net = Network::default();
        let (along, radius) = (2 * around, 0.25);
        let spacing = 2.0 * std::f32::consts::PI * radius / around as f32;
        for j in 0..along {
            for i in 0..around {
                let turn = 2.0 * std::f32::consts::PI * (i as f32 + 0.5 * j as f32) / around as f32;
                let at = [0.85 * spacing * j as f32, radius * turn.cos(), radius * turn.sin()];
                let here = net.add_particle(Particle::new(at, 1.0));
                if j > 0 {
                    net.connect(here - around, here);
                    net.connect((j - 1) * around + (i + 1) % around, here);
                }
            }
            for i in 0..around {
                net.connect(j * around + i, j * around + (i + 1) % around);
            }
        }
        net.fix((0..around).chain((along - 1) * around..along * around));
        net.edges.retain(|e| !(net.particles[e.a].is_fixed() && net.particles[e.b].is_fixed()));
        Self::new(format!("tube of {around} around"), net, along as f32 * 0.85 * spacing)
    }

    /// A rope of `links` links of 5 cm and 1 kg from a fixed particle, level at first; the last weighs `end` kg.
    pub(super) fn rope(links: usize, end: f32) -> Result<Self> {
        let name = format!("rope {links}, {end} : 1");
        Ok(Self::new(name, hanging_rope(links, 0.05, end)?, links as f32 * 0.05))
    }

    /// Fifty of these ropes at once.
    pub(super) fn fifty_ropes(links: usize, end: f32) -> Result<Self> {
        let one = hanging_rope(links, 0.05, end)?;
        let mut net = Network::default();
        for i in 0..50 {
            let mut shifted = one.clone();
            shifted.particles.iter_mut().for_each(|p| p.position[2] = i as f32);
            net.append(&shifted);
        }
        Ok(Self::new(format!("50 ropes {links}, {end} : 1"), net, links as f32 * 0.05))
    }

    /// A shrub with a fixed root: a trunk of 50 cm, then `forks` times every twig splits into two of 3/4 of its length.
    /// Particles of 1 kg, those at the tips of `tip` kg; upright at first, it falls over.
    pub(super) fn shrub(forks: usize, tip: f32) -> Result<Self> {
        let name = format!("shrub of {forks} forks, {tip} : 1");
        Ok(Self::new(name, forked(forks, tip)?, 2.0))
    }

    /// Nissen's wrecking ball: fifteen links of 40 cm, the ball a hundred times as heavy as a link.
    pub(super) fn wrecking_ball() -> Result<Self> {
        Ok(Self::new("wrecking ball", hanging_rope(15, 0.4, 100.0)?, 6.0))
    }

    /// A cube of n³ particles of 1 kg, 10 cm apart, each with up to 26 springs, fixed at its upper face.
    pub(super) fn jelly(n: usize) -> Result<Self> {
        let mut net = lattice([n; 3], 0.1, (n * n * n) as f32)?;
        net.fix((0..n * n * n).filter(|i| i / n % n == n - 1));
        let fixed: Vec<bool> = net.particles.iter().map(Particle::is_fixed).collect();
        net.edges.retain(|s| !(fixed[s.a] && fixed[s.b]));
        Ok(Self::new(format!("jelly {n}"), net, n as f32 * 0.1))
    }
}

fn square(n: usize) -> Cloth {
    Cloth::new(n, n, SIDE / (n - 1) as f32, (n * n) as f32)
}

fn triangles(n: usize) -> Network {
    let spacing = SIDE / (n - 1) as f32;
    let mut noise = Noise(12345);
    let mut net = Network::default();
    for j in 0..n {
        for i in 0..n {
            let [x, z] = [i, j].map(|cell| (cell as f32 + 0.6 * (noise.next() - 0.5)) * spacing);
            let here = net.add_particle(Particle::new([x, 0.0, z], 1.0));
            if i > 0 {
                net.connect(here - 1, here);
            }
            if j > 0 {
                net.connect(here - n, here);
            }
            if i > 0 && j > 0 && noise.next() < 0.5 {
                net.connect(here - n - 1, here);
            } else if i > 0 && j > 0 {
                net.connect(here - n, here - 1);
            }
        }
    }
    net
}

fn hanging_rope(links: usize, link: f32, end: f32) -> Result<Network> {
    let mut net = rope([0.0; 3], [links as f32 * link, 0.0, 0.0], links, (links + 1) as f32)?;
    net.fix([0]);
    net.particles[links].inverse_mass = 1.0 / end;
    Ok(net)
}

fn forked(forks: usize, tip: f32) -> Result<Network> {
    let (mut points, mut parents) = (vec![[0.0; 3], [0.0, 0.5, 0.0]], vec![0, 0]);
    let mut tips = vec![(1, 0.5_f32, 0.1_f32)];
    for fork in 0..forks {
        let tilt: f32 = if fork.is_multiple_of(2) { 0.5 } else { -0.5 };
        for (parent, length, lean) in std::mem::take(&mut tips) {
            for side in [-1.0, 1.0] {
                let (length, lean) = (0.75 * length, lean + 0.5 * side);
                let direction = [lean.sin(), lean.cos(), tilt * side];
                let unit = length / direction.iter().map(|c| c * c).sum::<f32>().sqrt();
                tips.push((points.len(), length, lean));
                points.push([0, 1, 2].map(|c| points[parent][c] + unit * direction[c]));
                parents.push(parent);
            }
        }
    }
    let mut net = tree(&points, &parents, 1.0)?;
    net.fix([0]);
    for (at, ..) in tips {
        net.particles[at].inverse_mass = 1.0 / tip;
    }
    Ok(net)
}

/// Repeatable numbers from 0 up to 1.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung_network::Stretch;

    #[test]
    fn scenes_are_valid_networks_that_start_at_rest() {
        let scenes = [
            Scene::net(9).unwrap(),
            Scene::diagonals(9).unwrap(),
            Scene::irregular(9, 2),
            Scene::irregular(9, 1),
            Scene::irregular_over_ball(9),
            Scene::sphere(6).unwrap(),
            Scene::tube(8),
            Scene::rope(60, 1000.0).unwrap(),
            Scene::fifty_ropes(7, 1.0).unwrap(),
            Scene::shrub(4, 1000.0).unwrap(),
            Scene::wrecking_ball().unwrap(),
            Scene::jelly(4).unwrap(),
        ];
        for scene in scenes {
            let net = &scene.net;
            assert!(net.check().is_ok(), "{}", scene.name);
            let stretch = Stretch::of(&net.edges, |i| net.particles[i].position);
            assert!(stretch.max < 1e-5, "{} {}", scene.name, stretch.max);
            assert!(net.particles.iter().any(Particle::is_fixed));
            assert!(scene.weight_times_size() > 0.0);
        }
    }
}
