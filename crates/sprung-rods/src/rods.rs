//! Many rods in motion.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Level, dispatch};
use sprung::Rotation;

use crate::contact::Contacts;
use crate::error::{RodsError, VECTOR_RULE, check, is_near};
use crate::group::{Group, Step, Work, room};
use crate::lanes::{LANES, Stored, ZERO};
use crate::rod::{Pose, Rod};

/// Settings of a simulation of rods.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RodSettings {
    /// Acceleration of everything, m/s².
    pub gravity: [f32; 3],
    /// Velocity of the air, m/s, which acts by the drag of rods.
    pub wind: [f32; 3],
    /// Equal parts of a step, 1 to 1000, each of which is one direct solve.
    pub substeps: u32,
    /// The part of a very fast oscillation that a sub-step leaves, `ρ∞` of the generalized-α method, in 0 to 1: 0 is backward
    /// Euler, 1 the implicit midpoint, which damps nothing.
    pub spectral_radius: f32,
}

impl Default for RodSettings {
    /// Gravity of 9.81 m/s² along −y, no wind, one sub-step, a spectral radius of 0.5.
    fn default() -> Self {
        RodSettings {
            gravity: [0.0, -9.81, 0.0],
            wind: [0.0; 3],
            substeps: 1,
            spectral_radius: 0.5,
        }
    }
}

impl RodSettings {
    fn check(&self) -> Result<(), RodsError> {
        check("gravity", &self.gravity, is_near, VECTOR_RULE)?;
        check("wind", &self.wind, is_near, VECTOR_RULE)?;
        let is_count = |count: f32| (1.0..=1000.0).contains(&count);
        check("substeps", &[self.substeps as f32], is_count, "in 1 to 1000")?;
        let is_radius = |radius: f32| (0.0..=1.0).contains(&radius);
        check("spectral_radius", &[self.spectral_radius], is_radius, "in 0 to 1")
    }
}

/// Elastic rods in motion.
///
/// Each segment has a material frame, each vertex a mass. A step solves for the rotations of the segments and the forces in
/// them at once, by one direct solve for each sub-step:
///
/// ```text
/// m (v₁ − v₀)/dt = n_i − n_{i−1} + m g + F − c m v      vertices: inner forces, gravity, loads, drag
/// x_{i+1} − x_i  = l t_i                               segments keep their length, at any load and step
/// ∂V/∂φ_i        = l t_i × n_i                          moments of bending and twist balance the forces
/// V = Σ (B (κ₁² + κ₂²) + C κ₃²) / 2l                    strain of each joint less that of the rest shape
/// ```
///
/// with forces at the part `θ = 1/(1 + ρ∞)` of the step: the implicit midpoint for a spectral radius `ρ∞` of 1, backward
/// Euler for 0. An oscillation of angular frequency `ω` then has the damping ratio `(θ − ½) ω dt` for small `ω dt`.
///
/// **Energy** (motion, bending and twist, gravity, loads) never rises, relative to ends that are held and to the rounding of
/// `f32`: a step whose configuration would have more than there was makes a part of the motion, down to none, and velocities
/// are scaled to what is left. Of a rod that is held at both ends, a step may give back what steps before it have taken, up
/// to 1 %.
///
/// **Momentum** of free rods is kept to 1e-5, angular momentum to 5e-4 over 600 steps with a violent kick.
///
/// **Contacts** with [`RodCollider`](crate::RodCollider)s are solved in the step, of vertices, not of what is between them.
/// Hair on a head of 10 cm that turns at 3 rad/s and shakes at 1 m/s gets into it by at most 0.4 mm at 60 steps a second, on
/// average 0.01 mm, and by 0.05 mm at 144; at 30 steps it takes two sub-steps. A rope around a cylinder is held up to 0.95 of
/// the ratio of Euler and Eytelwein, where it creeps at up to 2 mm/s, and runs from 1.1 of it on. Energy rises by the work of
/// colliders that move, and where vertices are pushed out that were inside, by at most what contacts and damping have taken
/// since they were outside. Where a vertex is in two colliders, it is pushed out of that in which it is deeper. A free rod near
/// a collider keeps less of its angular momentum.
///
/// **Accuracy**, with 32 segments against analysis: the tip of a cantilever to 0.2 %, Euler's load and the first three bending
/// frequencies to 0.5 %, the twist at which a ring turns inside out (Michell) to 1 %; with 64 segments this twist to 0.5 % and
/// a catenary to 0.1 %. A segment turns by at most a right angle in a sub-step; between two segments there can be less than
/// half a turn.
///
/// Sixteen rods with the same number of segments are solved side by side. A segment of a rod takes 36 bytes, and 32 more where
/// its length, mass, stiffness and rest strain are not those of its neighbor, as in tapered rods. A step allocates nothing and
/// gives a rod the same bits at every SIMD level, on every machine and beside any other rods.
///
/// Bergou et al. 2008 (Discrete Elastic Rods), Kugelstadt and Schömer 2016 (orientations by quaternions), Deul et al. 2018
/// (a direct solve of rods), Tournier et al. 2015 (the stiffness of a tension), Lacoursière 2007 (quasi-definite systems).
///
/// ```
/// use sprung_rods::{Rod, RodMaterial, RodSettings, Rods};
///
/// // A cantilever under a small load, at rest: P L³/3B.
/// let material = RodMaterial::new(1.0, 0.8, 0.1, 0.01);
/// let rod = Rod::straight([0.0; 3], [1.0, 0.0, 0.0], 32, material);
/// let settings = RodSettings { gravity: [0.0; 3], spectral_radius: 0.0, ..RodSettings::default() };
/// let mut rods = Rods::new(&[rod], settings)?;
/// rods.set_load(0, 32, [0.0, 0.03, 0.0])?;
/// for _ in 0..100 {
///     rods.step(0.5)?;
/// }
/// assert!((rods.position(0, 32)[1] - 0.01).abs() < 1e-4);
/// # Ok::<(), sprung_rods::RodsError>(())
/// ```
#[doc(alias("hair", "cable", "strand", "Cosserat rod", "Kirchhoff rod", "elastic rod"))]
#[derive(Clone, Debug)]
pub struct Rods {
    pub(crate) groups: Vec<Group>,
    /// Of each rod: group and lane.
    pub(crate) places: Vec<[usize; 2]>,
    /// The ends of each rod as it was given.
    given: Vec<[Pose; 2]>,
    pub(crate) settings: RodSettings,
    pub(crate) work: Vec<Work>,
    pub(crate) contacts: Contacts,
    level: Level,
}

impl Rods {
    /// Rods at rest.
    ///
    /// # Errors
    /// A number that is out of range; see the fields of [`Rod`], [`RodMaterial`](crate::RodMaterial) and [`RodSettings`].
    pub fn new(rods: &[Rod], settings: RodSettings) -> Result<Self, RodsError> {
        settings.check()?;
        for (index, rod) in rods.iter().enumerate() {
            rod.check().map_err(|error| error.of(index))?;
        }
        let mut order: Vec<usize> = (0..rods.len()).collect();
        order.sort_by_key(|&at| (rods[at].segments(), rods[at].start as u8, rods[at].end as u8));
        let (mut groups, mut places) = (Vec::new(), vec![[0; 2]; rods.len()]);
        for alike in order.chunk_by(|&a, &b| rods[a].segments() == rods[b].segments()) {
            for members in alike.chunks(LANES) {
                let mut group = Group::new(rods[members[0]].segments());
                for lane in 0..LANES {
                    // Lanes that are left over repeat the first rod.
                    let member = members.get(lane).copied().unwrap_or(members[0]);
                    group.write(lane, &rods[member]);
                }
                group.share_constants();
                for (lane, &member) in members.iter().enumerate() {
                    places[member] = [groups.len(), lane];
                }
                groups.push(group);
            }
        }
        let longest = rods.iter().map(Rod::segments).max().unwrap_or(0);
        let mut made = Rods {
            groups,
            places,
            given: Vec::new(),
            settings,
            work: room(longest),
            contacts: Contacts::default(),
            level: Level::try_detect().unwrap_or(Level::baseline()),
        };
        made.given = (0..rods.len()).map(|rod| [0, 1].map(|end| made.end(rod, end))).collect();
        Ok(made)
    }

    /// Advances by `dt` seconds, in which the ends move to where they have been set. Nothing moves in 0 seconds.
    ///
    /// # Errors
    /// `dt` that is neither 0 nor in 1e-5 to 10 s. Nothing has moved then.
    pub fn step(&mut self, dt: f32) -> Result<(), RodsError> {
        let is_step = |dt: f32| dt == 0.0 || (1e-5..=10.0).contains(&dt);
        check("dt", &[dt], is_step, "0 or in 1e-5 to 10 s")?;
        if dt == 0.0 {
            return Ok(());
        }
        let settings = self.settings;
        let count = settings.substeps;
        let step = Step {
            dt: dt / count as f32,
            theta: 1.0 / (1.0 + settings.spectral_radius),
            gravity: settings.gravity,
            wind: settings.wind,
            end_part: 1.0,
        };
        let (groups, work, contacts) = (&mut self.groups, &mut self.work, &mut self.contacts);
        dispatch!(self.level, s => for group in groups {
            for substep in 0..count {
                contacts.place(substep, count);
                let step = Step { end_part: 1.0 / (count - substep) as f32, ..step };
                group.advance(s, step, work, contacts);
            }
        });
        self.contacts.arrive();
        Ok(())
    }

    /// Moves the start of a rod in the next step, if it is not free: by a pose relative to how it was given.
    ///
    /// # Errors
    /// No such rod, or a pose that is not finite or further than 1e15 m from the origin.
    pub fn set_start(&mut self, rod: usize, pose: Pose) -> Result<(), RodsError> {
        self.set_end_of(rod, 0, pose)
    }

    /// Moves the end of a rod in the next step, if it is not free: by a pose relative to how it was given.
    ///
    /// # Errors
    /// As [`set_start`](Self::set_start).
    pub fn set_end(&mut self, rod: usize, pose: Pose) -> Result<(), RodsError> {
        self.set_end_of(rod, 1, pose)
    }

    /// Moves the starts of all rods in the next step by one pose, as of a head with hair.
    ///
    /// # Errors
    /// A pose that is not finite or further than 1e15 m from the origin.
    pub fn set_starts(&mut self, pose: Pose) -> Result<(), RodsError> {
        pose.check()?;
        (0..self.len()).try_for_each(|rod| self.set_start(rod, pose))
    }

    /// Sets the force on a vertex, N, which lasts. Allocates at the first one.
    ///
    /// # Errors
    /// No such rod or vertex, or a force that is not finite or above 1e15 N.
    pub fn set_load(
        &mut self,
        rod: usize,
        vertex: usize,
        force: [f32; 3],
    ) -> Result<(), RodsError> {
        let [group, lane] = self.place(rod)?;
        check("force", &force, is_near, VECTOR_RULE)?;
        let group = &mut self.groups[group];
        let count = group.segments.len() + 1;
        if vertex >= count {
            return Err(RodsError::Missing { field: "vertex", named: vertex, count });
        }
        if group.loads.is_empty() {
            group.loads = vec![[ZERO; 3]; count];
        }
        set(&mut group.loads[vertex], lane, force);
        Ok(())
    }

    /// Sets the velocity of a vertex, m/s.
    ///
    /// # Errors
    /// No such rod or vertex, or a velocity that is not finite or above 1e15 m/s.
    pub fn set_velocity(
        &mut self,
        rod: usize,
        vertex: usize,
        velocity: [f32; 3],
    ) -> Result<(), RodsError> {
        let [group, lane] = self.place(rod)?;
        check("velocity", &velocity, is_near, VECTOR_RULE)?;
        let group = &mut self.groups[group];
        let count = group.segments.len() + 1;
        if vertex >= count {
            return Err(RodsError::Missing { field: "vertex", named: vertex, count });
        }
        let kept = match vertex {
            0 => &mut group.start_velocity,
            _ => &mut group.segments[vertex - 1].velocity,
        };
        set(kept, lane, velocity);
        group.center.iter_mut().for_each(|center| center[lane] = f32::NAN);
        Ok(())
    }

    /// Returns the settings.
    pub fn settings(&self) -> RodSettings {
        self.settings
    }

    /// Replaces the settings from the next step on.
    ///
    /// # Errors
    /// A number that is out of range; see the fields of [`RodSettings`].
    pub fn set_settings(&mut self, settings: RodSettings) -> Result<(), RodsError> {
        settings.check()?;
        self.settings = settings;
        Ok(())
    }

    /// Returns the number of rods.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns `true` if there are no rods.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the positions of a rod's vertices from start to end, m.
    ///
    /// # Panics
    /// If there is no such rod.
    pub fn positions(&self, rod: usize) -> impl Iterator<Item = [f32; 3]> + '_ {
        let [group, lane] = self.places[rod];
        let group = &self.groups[group];
        let start: [f32; 3] = get(&group.ends[0], lane);
        let gap: [f32; 3] = get(&group.gap, lane);
        let mut sum = start;
        let rest = group.segments.iter().enumerate().map(move |(at, segment)| {
            let [x, y, z, w] = get(&segment.frame, lane);
            let length = group.constants(at).length[lane];
            let tangent =
                [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)];
            let part = group.parts.get(at + 1).map_or(0.0, |part| part[lane]);
            core::array::from_fn(|axis| {
                sum[axis] += length * tangent[axis];
                sum[axis] + part * gap[axis]
            })
        });
        core::iter::once(start).chain(rest)
    }

    /// Returns the position of a vertex, m. Goes through the rod up to there.
    ///
    /// # Panics
    /// If there is no such rod or vertex.
    pub fn position(&self, rod: usize, vertex: usize) -> [f32; 3] {
        match self.positions(rod).nth(vertex) {
            Some(position) => position,
            None => panic!("vertex must be at most {}, got {vertex}", self.segments(rod)),
        }
    }

    /// Returns the number of segments of a rod.
    ///
    /// # Panics
    /// If there is no such rod.
    pub fn segments(&self, rod: usize) -> usize {
        self.groups[self.places[rod][0]].segments.len()
    }

    /// Returns the velocity of a vertex, m/s.
    ///
    /// # Panics
    /// If there is no such rod or vertex.
    pub fn velocity(&self, rod: usize, vertex: usize) -> [f32; 3] {
        let [group, lane] = self.places[rod];
        get(self.groups[group].velocity(vertex), lane)
    }

    /// Returns the material frame of a segment: the rotation to the world, whose third axis is the tangent.
    ///
    /// # Panics
    /// If there is no such rod or segment.
    pub fn frame(&self, rod: usize, segment: usize) -> Rotation<f32> {
        let [group, lane] = self.places[rod];
        Rotation::from_xyzw(get(&self.groups[group].segments[segment].frame, lane))
    }

    fn place(&self, rod: usize) -> Result<[usize; 2], RodsError> {
        let count = self.places.len();
        let place = self.places.get(rod).copied();
        place.ok_or(RodsError::Missing { field: "rod", named: rod, count })
    }

    fn end(&self, rod: usize, end: usize) -> Pose {
        let [group, lane] = self.places[rod];
        let group = &self.groups[group];
        let rotation = Rotation::from_xyzw(get(&group.end_frames[end], lane));
        Pose { position: get(&group.ends[end], lane), rotation }
    }

    fn set_end_of(&mut self, rod: usize, end: usize, pose: Pose) -> Result<(), RodsError> {
        pose.check()?;
        let [group, lane] = self.place(rod)?;
        let given = self.given[rod][end];
        let turned = pose.rotation.rotate(given.position);
        let position = core::array::from_fn(|axis| pose.position[axis] + turned[axis]);
        let group = &mut self.groups[group];
        set(&mut group.targets[end], lane, position);
        let rotation = given.rotation.then(&pose.rotation).normalized();
        set(&mut group.target_frames[end], lane, rotation.xyzw());
        Ok(())
    }
}

pub(crate) fn get<const N: usize>(stored: &[Stored; N], lane: usize) -> [f32; N] {
    stored.each_ref().map(|numbers| numbers[lane])
}

fn set<const N: usize>(stored: &mut [Stored; N], lane: usize, numbers: [f32; N]) {
    for (stored, number) in stored.iter_mut().zip(numbers) {
        stored[lane] = number;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::collider::RodCollider;
    use crate::rod::{RestShape, RodEnd, RodMaterial};
    use testkit::random::Random;

    /// Bent and twisted rods with each pair of ends, of 4 and 5 segments, around the origin.
    pub(crate) fn random_rods(count: usize, vector: &mut impl FnMut(f64) -> [f32; 3]) -> Vec<Rod> {
        let ends = [RodEnd::Free, RodEnd::Pinned, RodEnd::Clamped];
        let random = |at: usize| {
            let [bending, twisting, mass] = vector(0.1).map(|part| part.abs() + 1e-3);
            let material = RodMaterial::new(bending, twisting, mass, 0.01);
            let [x, y, twist] = vector(5.0);
            let [from, across] = [vector(1.0), vector(0.5)];
            let to = core::array::from_fn(|axis| from[axis] + across[axis]);
            Rod::straight(from, to, 4 + at % 2, material)
                .with_rest(RestShape::Helix { curvature: [x, y], twist })
                .with_ends(ends[at % 3], ends[at / 3 % 3])
                .with_damping_ratio(0.1)
        };
        (0..count).map(random).collect()
    }

    #[test]
    fn every_simd_level_gives_the_same_bits() {
        let mut random = Random::new(7);
        let mut vector = |size: f64| [0; 3].map(|_| random.uniform(-size, size) as f32);
        let all = random_rods(40, &mut vector);
        let mut best = Rods::new(&all, RodSettings::default()).unwrap();
        let ball = RodCollider::sphere([0.3, -0.2, 0.1], 0.3).with_friction(0.4);
        let floor = RodCollider::plane([0.0, -0.6, 0.0], [0.1, 1.0, 0.0]).with_friction(0.2);
        let arm = RodCollider::capsule([[0.0, 0.0, -0.5], [0.1, 0.3, -0.5]], 0.2);
        best.set_colliders(&[ball, floor, arm]).unwrap();
        let mut baseline = Rods { level: Level::baseline(), ..best.clone() };
        for _ in 0..60 {
            let rotation = Rotation::from_rotation_vector(vector(0.3));
            let pose = Pose { position: vector(0.1), rotation };
            for rods in [&mut best, &mut baseline] {
                rods.set_starts(pose).unwrap();
                rods.set_collider(2, pose).unwrap();
                rods.step(0.015).unwrap();
            }
        }
        let pressed = (0..best.len()).flat_map(|rod| (0..=4).map(move |vertex| (rod, vertex)));
        let touching = pressed.filter(|&(rod, vertex)| best.contact_force(rod, vertex) != [0.0; 3]);
        assert!(touching.count() > 5);
        for rod in 0..best.len() {
            let bits = |rods: &Rods| -> Vec<_> {
                rods.positions(rod).map(|position| position.map(f32::to_bits)).collect()
            };
            assert_eq!(bits(&best), bits(&baseline));
        }
    }
}
