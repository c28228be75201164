//! Spring bones on a skeleton that moves.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Level, dispatch};
use sprung::Rotation;

use crate::bone::{Bone, BoneChain, BoneCollider, Pose};
use crate::error::{BonesError, Checked};
use crate::group::{Bones, Capsule, Group, Tick};
use crate::lanes::LANES;
use crate::path::Path;
use crate::source::{Source, Sources, What, at, write};

/// Ticks per second.
pub(crate) const RATE: f64 = 240.0;

/// Ticks whose nodes are computed before the bones: their numbers stay in the cache.
const BATCH: usize = 16;

/// Seconds of a step that are simulated; bones have forgotten what was before.
const MAX_TIME: f64 = 10.0;

/// Chains of bones on a skeleton, in motion.
///
/// The bones advance in ticks of 1/240 s whatever the frame rate. Nodes move between two frames on a polynomial through the
/// last six (a straight line in a hitch of more than 0.25 s), and the pose is that of one tick before the frame, so that it
/// lies between two ticks. It is therefore the same at every frame rate: measured from 30 to 240 frames a second, at uneven
/// frame times, and through hitches in which the nodes rest, to 1e-3 of a bone's length, see the tests.
///
/// Four motions have less in common at different frame rates:
///
/// - Where nodes move during a hitch, the frames do not tell how. The poses agree to 1e-3 again when the springs have
///   forgotten it: 2 s after one of 0.1 to 3 s, for springs of 2 Hz and damping ratio 0.7 and faster ones. Just after a
///   hitch of 0.1 s they differ by less than 0.1 of a length, after one of a second by several lengths.
/// - Where a node's velocity jumps, the frames do not tell when. The poses differ (by 0.4 of a length in the test, 30 against
///   480 frames a second; long chains by more), and agree again when the springs have forgotten it.
/// - A long chain with little damping that whirls about is chaotic: the differential equation itself makes a change of 1e-9 m
///   grow by millions. Chains whose head swings by 0.25 m each way, at up to 1.2 Hz, under gravity, agree to 1e-3 from these
///   damping ratios on:
///
///   | | 1.5 Hz | 2.5 Hz | 4 Hz |
///   |---|---|---|---|
///   | 5 bones of 8 cm | 0.6 | 0.5 | 0.4 |
///   | 8 bones of 10 cm | 0.8 | 0.6 | 0.6 |
///   | 10 bones of 10 cm | | 0.9 | 0.8 |
///
/// - A bone hits a collider at a tick, and a change of the path by a millionth can make it the next one: poses differ by up to
///   0.02 of a length for a second, in one of a hundred random motions. In the others, and where bones stay on a collider,
///   they agree to 1e-3.
///
/// Parents move their children, not the reverse. Each tick solves the spring of a bone exactly and keeps its length.
///
/// The feature `serde` saves bones in motion and reads them: they go on with the same bits.
///
/// Allocates in [`new`](Self::new) and [`teleport`](Self::teleport) only. The same bits at every SIMD level and on every machine.
///
/// ```
/// use sprung_bones::{Bone, BoneChain, Pose, SpringBones};
///
/// let bone = Bone::new([0.0, -0.1, 0.0]).with_acceleration([0.0, -9.81, 0.0]);
/// let ponytail = BoneChain::new(0, vec![bone, bone.with_head(bone.tail)]);
/// let mut head = Pose::IDENTITY;
/// let mut bones = SpringBones::new(&[ponytail], &[], &[head])?;
/// for frame in 0..30 {
///     head.position[0] = 0.01 * frame as f32;
///     bones.step(1.0 / 60.0, &[head])?;
/// }
/// let tail = bones.rotation(0).rotate([0.0, -0.1, 0.0]);
/// assert!(tail[0] < -0.01, "it trails behind the head: {tail:?}");
/// # Ok::<(), sprung_bones::BonesError>(())
/// ```
#[doc(alias(
    "jiggle bones",
    "spring bone",
    "VRMC_springBone",
    "dynamic bone",
    "secondary animation"
))]
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "crate::saved::Saved", into = "crate::saved::Saved")
)]
pub struct SpringBones {
    pub(crate) sources: Vec<Source>,
    pub(crate) chains: Vec<BoneChain>,
    pub(crate) colliders: Vec<BoneCollider>,
    /// Of each bone: its chain, and its place in the chain.
    members: Vec<[usize; 2]>,
    /// Of each bone: group, place in the chain, lane.
    pub(crate) places: Vec<[usize; 3]>,
    pub(crate) groups: Vec<Group>,
    pub(crate) path: Path,
    /// The numbers of the last tick, then of those of a batch.
    pub(crate) ticks: [Vec<f32>; BATCH + 1],
    pub(crate) nodes: Vec<Pose>,
    /// Seconds since the last tick.
    pub(crate) passed: f64,
    level: Level,
}

impl SpringBones {
    /// Bones at rest on nodes.
    ///
    /// # Errors
    /// A chain or collider that names a node or collider that does not exist, or a number that is out of range; see the fields
    /// of [`Bone`], [`BoneChain`], [`BoneCollider`] and [`Pose`].
    pub fn new(
        chains: &[BoneChain],
        colliders: &[BoneCollider],
        nodes: &[Pose],
    ) -> Result<Self, BonesError> {
        check(chains, colliders, nodes)?;
        let tick = 1.0 / RATE;
        let mut sources = Sources::default();
        let (mut members, mut firsts) = (Vec::new(), Vec::new());
        for (index, chain) in chains.iter().enumerate() {
            firsts.push(members.len());
            members.extend((0..chain.bones.len()).map(|place| [index, place]));
        }
        // Chains that are solved side by side have the same center and colliders.
        let mut order: Vec<usize> = (0..chains.len()).collect();
        let together = |chain: &BoneChain| (chain.center, chain.colliders.clone());
        order.sort_by_cached_key(|&at| {
            (together(&chains[at]), core::cmp::Reverse(chains[at].bones.len()))
        });
        let (mut groups, mut places) = (Vec::new(), vec![[0; 3]; members.len()]);
        for alike in order.chunk_by(|&a, &b| together(&chains[a]) == together(&chains[b])) {
            for members in alike.chunks(LANES) {
                let longest = &chains[members[0]];
                let mut group = Group {
                    nodes: [sources.place(longest.center, What::Pose(longest.node)); LANES],
                    center: longest.center.map(|node| sources.place(None, What::Pose(node))),
                    colliders: Vec::new(),
                    bones: vec![Bones::new(tick); longest.bones.len()],
                };
                for &collider in &longest.colliders {
                    let place = sources.place(longest.center, What::Ends(collider));
                    group.colliders.push(Capsule { place, radius: colliders[collider].radius });
                }
                for (lane, &member) in members.iter().enumerate() {
                    let chain = &chains[member];
                    group.nodes[lane] = sources.place(chain.center, What::Pose(chain.node));
                    for (at, bone) in chain.bones.iter().enumerate() {
                        group.bones[at].set(lane, bone, tick);
                        places[firsts[member] + at] = [groups.len(), at, lane];
                    }
                }
                groups.push(group);
            }
        }
        let numbers = sources.numbers;
        let mut made = SpringBones {
            sources: sources.all,
            chains: chains.to_vec(),
            colliders: colliders.to_vec(),
            members,
            places,
            groups,
            path: Path::new(numbers),
            ticks: core::array::from_fn(|_| vec![0.0; numbers]),
            nodes: nodes.to_vec(),
            passed: 0.0,
            level: Level::try_detect().unwrap_or(Level::baseline()),
        };
        made.rest();
        Ok(made)
    }

    /// Advances by `dt` seconds, in which the nodes have moved to new poses. Nothing moves in 0 seconds; of more than 10, the
    /// last 10 are simulated.
    ///
    /// # Errors
    /// `dt` that is negative, infinite or NaN; another number of nodes than at the start; a pose that is not finite or
    /// further than 1e15 m from the origin. Nothing has moved then.
    pub fn step(&mut self, dt: f32, nodes: &[Pose]) -> Result<(), BonesError> {
        self.check_nodes(nodes)?;
        let step = Checked { element: "step", index: 0 };
        step.all("dt", &[dt], |dt| dt >= 0.0 && dt.is_finite(), "finite and >= 0")?;
        if dt == 0.0 {
            return Ok(());
        }
        let dt = f64::from(dt);
        self.nodes.copy_from_slice(nodes);
        let (sources, colliders) = (&self.sources, &self.colliders);
        let (now, before) = self.path.next_frame(dt);
        write(sources, colliders, nodes, now, Some(before));
        self.passed = (self.passed + dt).min(MAX_TIME);
        self.advance();
        self.pose();
        Ok(())
    }

    /// Puts all bones at rest on nodes, which have not moved before.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn reset(&mut self, nodes: &[Pose]) -> Result<(), BonesError> {
        self.check_nodes(nodes)?;
        self.nodes.copy_from_slice(nodes);
        self.rest();
        Ok(())
    }

    /// Moves the bones along with nodes that jump, in no time: each keeps its pose and its motion relative to its node, or to
    /// the center if the chain has one.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn teleport(&mut self, nodes: &[Pose]) -> Result<(), BonesError> {
        self.check_nodes(nodes)?;
        let before = self.path.last().to_vec();
        self.nodes.copy_from_slice(nodes);
        self.restart();
        let now = self.path.last();
        let pose = |numbers: &[f32], place: usize| {
            let at = |offset: usize| numbers[place + offset];
            ([at(0), at(1), at(2)], Rotation::from_xyzw([at(3), at(4), at(5), at(6)]))
        };
        for group in &mut self.groups {
            for (lane, &place) in group.nodes.iter().enumerate() {
                let ((from, turned_from), (to, turned_to)) =
                    (pose(&before, place), pose(now, place));
                let turn = turned_to.relative_to(&turned_from);
                for bones in &mut group.bones {
                    bones.carry(lane, &turn, from, to);
                }
            }
        }
        Ok(())
    }

    /// Returns the number of bones of all chains.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns `true` if there are no bones.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Returns the rotation of a bone in its parent's frame, which replaces [`Bone::rest`]; bones are counted through all
    /// chains.
    ///
    /// # Panics
    /// If there is no such bone.
    pub fn rotation(&self, bone: usize) -> Rotation<f32> {
        let [group, place, lane] = self.places[bone];
        self.groups[group].bones[place].rotation(lane)
    }

    /// Returns the frame of a bone in the world: its head, and the rotation from its frame to the world.
    ///
    /// Goes through the chain up to the bone.
    ///
    /// # Panics
    /// If there is no such bone.
    pub fn pose_of(&self, bone: usize) -> Pose {
        let [chain, place] = self.members[bone];
        let parent = match place {
            0 => self.nodes[self.chains[chain].node],
            _ => self.pose_of(bone - 1),
        };
        let rotation = self.rotation(bone).then(&parent.rotation).normalized();
        Pose { position: at(&parent, self.bone(bone).head), rotation }
    }

    /// Returns the tail of a bone in the world, m.
    ///
    /// # Panics
    /// If there is no such bone.
    pub fn tail(&self, bone: usize) -> [f32; 3] {
        at(&self.pose_of(bone), self.bone(bone).tail)
    }

    pub(crate) fn bone(&self, bone: usize) -> &Bone {
        let [chain, place] = self.members[bone];
        &self.chains[chain].bones[place]
    }

    fn check_nodes(&self, nodes: &[Pose]) -> Result<(), BonesError> {
        let (given, expected) = (nodes.len(), self.nodes.len());
        if given != expected {
            return Err(BonesError::NodeCount { given, expected });
        }
        nodes.iter().enumerate().try_for_each(|(index, pose)| pose.check(index))
    }

    /// Forgets how the nodes have moved.
    fn restart(&mut self) {
        let numbers = self.path.restart();
        write(&self.sources, &self.colliders, &self.nodes, numbers, None);
        self.ticks[0].copy_from_slice(self.path.last());
    }

    fn rest(&mut self) {
        self.restart();
        self.passed = 0.0;
        let (groups, numbers) = (&mut self.groups, self.path.last());
        dispatch!(self.level, s => for group in groups {
            group.rest(s, numbers);
        });
    }

    /// Makes the ticks that have passed.
    fn advance(&mut self) {
        let tick = 1.0 / RATE;
        let mut left = (self.passed * RATE) as usize;
        while left > 0 {
            let count = left.min(BATCH);
            for numbers in &mut self.ticks[1..=count] {
                self.passed -= tick;
                self.path.write(self.passed, numbers);
            }
            let (ticks, groups) = (&self.ticks, &mut self.groups);
            dispatch!(self.level, s => for group in groups {
                for (at, pair) in ticks[..=count].windows(2).enumerate() {
                    let is_seen = left - at <= 3;
                    group.advance(s, Tick { now: &pair[1], before: &pair[0], rate: RATE as f32, is_seen });
                }
            });
            self.ticks.swap(0, count);
            left -= count;
        }
    }

    /// Sets the pose of one tick before now.
    fn pose(&mut self) {
        let part = (self.passed * RATE).clamp(0.0, 1.0) as f32;
        let groups = &mut self.groups;
        dispatch!(self.level, s => for group in groups {
            group.pose(s, part);
        });
    }
}

fn check(
    chains: &[BoneChain],
    colliders: &[BoneCollider],
    nodes: &[Pose],
) -> Result<(), BonesError> {
    nodes.iter().enumerate().try_for_each(|(index, pose)| pose.check(index))?;
    for (index, collider) in colliders.iter().enumerate() {
        collider.check(index)?;
        let checked = Checked { element: "collider", index };
        checked.exists("node", collider.node, nodes.len(), "nodes")?;
    }
    for (index, chain) in chains.iter().enumerate() {
        let checked = Checked { element: "chain", index };
        checked.exists("node", chain.node, nodes.len(), "nodes")?;
        if let Some(center) = chain.center {
            checked.exists("center", center, nodes.len(), "nodes")?;
        }
        for &named in &chain.colliders {
            checked.exists("colliders", named, colliders.len(), "colliders")?;
        }
    }
    let bones = chains.iter().flat_map(|chain| &chain.bones);
    bones.enumerate().try_for_each(|(index, bone)| bone.check(index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;

    #[test]
    fn every_simd_level_gives_the_same_bits() {
        let mut random = Random::new(3);
        let mut vector = |size: f64| [0; 3].map(|_| random.uniform(-size, size) as f32);
        let mut chains = Vec::new();
        for count in [1, 4, 2, 7, 3, 3, 5, 1, 2, 6, 4] {
            let bones = (0..count).map(|_| {
                let bone = Bone::new(vector(0.1)).with_head(vector(0.1));
                bone.with_acceleration(vector(10.0)).with_radius(0.01)
            });
            let chain = BoneChain::new(count % 3, bones.collect());
            chains.push(if count % 2 == 0 {
                chain.with_center(1)
            } else {
                chain.with_colliders(vec![0])
            });
        }
        let ball = BoneCollider::sphere(2, [0.0; 3], 0.05);
        let mut nodes = [Pose::IDENTITY; 3];
        let mut best = SpringBones::new(&chains, &[ball], &nodes).unwrap();
        let mut baseline = SpringBones { level: Level::baseline(), ..best.clone() };
        for _ in 0..100 {
            for node in &mut nodes {
                let turn = Rotation::from_rotation_vector(vector(0.1));
                node.rotation = node.rotation.then(&turn);
                node.position = vector(0.05);
            }
            for bones in [&mut best, &mut baseline] {
                bones.step(0.013, &nodes).unwrap();
            }
            for bone in 0..best.len() {
                let [a, b] =
                    [&best, &baseline].map(|bones| bones.rotation(bone).xyzw().map(f32::to_bits));
                assert_eq!(a, b);
            }
        }
    }
}
