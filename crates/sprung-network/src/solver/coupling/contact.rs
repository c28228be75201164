//! Contacts of particles with one body in a sub-step, solved together.

use alloc::vec::Vec;

use fearless_simd::{Level, dispatch};

use crate::geometry::vector::{add, dot, scale, sub};
use crate::kernel::body_contacts::{
    Eight, LANES, Lane, push_sums, set_friction_pushes, set_normal_pushes,
};
use crate::solver::state::Solver;

use super::body_copy::BodyCopy;
use super::least_motion::{follow_friction, give_way};

type V3 = [f64; 3];

const LARGEST: f64 = crate::error::MAX_COORDINATE as f64;

/// A particle that approaches slower than this does not bounce, m/s.
const MIN_BOUNCE_SPEED: f64 = 0.25;

/// A particle and a collider that touch in this sub-step: see [`Eight`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub(super) slot: usize,
    pub(super) friction: f64,
    pub(super) restitution: f64,
    pub(super) normal: V3,
    pub(super) arm: V3,
    pub(super) depth: f64,
    pub(super) particle_mobility: f64,
    pub(super) displacement: V3,
    pub(super) body_moved: V3,
    pub(super) path: V3,
    pub(super) approach: f64,
}

/// Contacts of a body, one after another in memory.
#[derive(Clone, Copy, Debug)]
struct Run {
    body: usize,
    first: usize,
    end: usize,
}

/// The contacts of a sub-step, by body.
#[derive(Clone, Debug)]
pub(super) struct Contacts {
    runs: Vec<Run>,
    eights: Vec<Eight>,
    /// The number of eights that there is memory for.
    most: usize,
}

impl Contacts {
    /// Memory for `n` contacts with this number of colliders.
    pub(super) fn with_capacity(n: usize, colliders: usize) -> Self {
        let eights = if colliders == 0 { 0 } else { n.div_ceil(LANES) + colliders };
        Self {
            runs: Vec::with_capacity(colliders),
            eights: Vec::with_capacity(eights),
            most: eights,
        }
    }

    pub(super) fn clear(&mut self) {
        self.runs.clear();
        self.eights.clear();
    }

    /// True if there may be no memory for one more.
    pub(super) fn is_full(&self) -> bool {
        self.eights.len() >= self.most
    }

    /// Adds a contact with a body.
    pub(super) fn add(&mut self, body: usize, contact: &Contact) {
        if self.runs.last().is_none_or(|run| run.body != body) {
            let first = self.eights.len();
            self.runs.push(Run { body, first, end: first });
        }
        let Some(run) = self.runs.last_mut() else { return };
        if self.eights[run.first..].last().is_none_or(|eight| eight.count == LANES) {
            self.eights.push(Eight::EMPTY);
            run.end += 1;
        }
        let eight = &mut self.eights[run.end - 1];
        let lane = eight.count;
        eight.count += 1;
        let set = |to: &mut [Lane; 3], from: V3| {
            to.iter_mut().zip(from).for_each(|(to, from)| to[lane] = from);
        };
        set(&mut eight.normal, contact.normal);
        set(&mut eight.arm, contact.arm);
        set(&mut eight.displacement, contact.displacement);
        set(&mut eight.body_moved, contact.body_moved);
        set(&mut eight.path, contact.path);
        eight.slots[lane] = contact.slot as u32;
        eight.mass[lane] = 1.0 / contact.particle_mobility;
        eight.friction[lane] = contact.friction;
        eight.restitution[lane] = contact.restitution;
        eight.depth[lane] = contact.depth;
        eight.approach[lane] = contact.approach;
    }

    /// Pushes particles and bodies apart, then takes what slides by Coulomb's law. The contacts of a body are solved
    /// together; where there are several bodies, one body after another, forward and backward.
    pub(super) fn solve(&mut self, solver: &mut Solver, copies: &mut [BodyCopy], h: f64) {
        for run in 0..self.runs.len() {
            self.push_apart(run, solver, copies, h);
        }
        for run in (0..self.runs.len().saturating_sub(1)).rev() {
            self.push_apart(run, solver, copies, h);
        }
        for run in 0..self.runs.len() {
            self.rub(run, solver, copies, h);
        }
        self.credit(solver, h);
    }

    fn push_apart(&mut self, run: usize, solver: &mut Solver, copies: &mut [BodyCopy], h: f64) {
        let Run { body, first, end, .. } = self.runs[run];
        let (level, copy) = (solver.level, &mut copies[body]);
        let contacts = &mut self.eights[first..end];
        read_parted(contacts, solver, copy);
        let Some(motion) = give_way(level, copy, contacts) else { return };
        dispatch!(level, s => set_normal_pushes(s, contacts, motion));
        exchange(contacts, level, solver, copy, h);
    }

    fn rub(&mut self, run: usize, solver: &mut Solver, copies: &mut [BodyCopy], h: f64) {
        let Run { body, first, end, .. } = self.runs[run];
        let (level, copy) = (solver.level, &mut copies[body]);
        let contacts = &mut self.eights[first..end];
        if contacts.iter().all(|contact| contact.friction == [0.0; LANES]) {
            return;
        }
        read_parted(contacts, solver, copy);
        let Some(motion) = follow_friction(level, copy, contacts) else { return };
        dispatch!(level, s => set_friction_pushes(s, contacts, motion));
        exchange(contacts, level, solver, copy, h);
    }

    /// The body, arm and normal of every contact that has pushed in this sub-step.
    pub(super) fn pushed(&self) -> impl Iterator<Item = (usize, V3, V3)> + '_ {
        let eights = |run: &Run| self.eights[run.first..run.end].iter();
        let all = self.runs.iter().flat_map(move |run| eights(run).map(|eight| (run.body, eight)));
        all.flat_map(|(body, eight)| {
            let pushed = (0..eight.count).filter(|&lane| eight.pushed[lane] > 0.0);
            pushed.map(move |lane| (body, of(&eight.arm, lane), of(&eight.normal, lane)))
        })
    }

    /// Adds the work on the particles along their paths to the accounts of their components, if it is not negative.
    fn credit(&self, solver: &mut Solver, h: f64) {
        let all = self.eights.iter().flat_map(|eight| (0..eight.count).map(move |i| (eight, i)));
        for (eight, lane) in all {
            let slot = eight.slots[lane] as usize;
            let particles = &solver.partition.particles;
            let [now, predicted, velocity] =
                [&particles.displacement, &particles.predicted, &particles.velocity]
                    .map(|records| records[slot]);
            let path: V3 = core::array::from_fn(|c| {
                f64::from(now[c]) - f64::from(predicted[c]) + h * f64::from(velocity[c])
            });
            let work = dot(of(&eight.total, lane), path) / (h * h);
            solver.energy.add(solver.components.of_slot[slot], work.max(0.0));
        }
    }

    /// Restitution, after the velocities have been relaxed: where particles are near a body, no update is pending.
    pub(super) fn bounce(&self, solver: &mut Solver, copies: &mut [BodyCopy]) {
        for run in &self.runs {
            for eight in &self.eights[run.first..run.end] {
                for lane in (0..LANES).filter(|&lane| eight.restitution[lane] > 0.0) {
                    bounce(eight, lane, solver, &mut copies[run.body]);
                }
            }
        }
    }
}

/// The vector of a lane.
fn of(vector: &[Lane; 3], lane: usize) -> V3 {
    [vector[0][lane], vector[1][lane], vector[2][lane]]
}

/// The displacements of the particles since the contacts were found, relative to the body.
fn read_parted(contacts: &mut [Eight], solver: &Solver, copy: &BodyCopy) {
    for eight in contacts {
        for lane in 0..eight.count {
            let [x, y, z, _] = solver.partition.particles.displacement[eight.slots[lane] as usize];
            let moved = sub([x, y, z].map(f64::from), of(&eight.displacement, lane));
            let body = sub(copy.moved_at(of(&eight.arm, lane)), of(&eight.body_moved, lane));
            for (to, by) in eight.parted.iter_mut().zip(sub(moved, body)) {
                to[lane] = by;
            }
        }
    }
}

/// Moves the particles by the pushes, and the body by the opposite ones, at the same points.
fn exchange(
    contacts: &mut [Eight],
    level: Level,
    solver: &mut Solver,
    copy: &mut BodyCopy,
    h: f64,
) {
    let displacement = &mut solver.partition.particles.displacement;
    for eight in &mut *contacts {
        for lane in 0..eight.count {
            let mass = eight.mass[lane];
            let record = &mut displacement[eight.slots[lane] as usize];
            for (c, coordinate) in record.iter_mut().take(3).enumerate() {
                let push = eight.push[c][lane];
                if push == 0.0 {
                    continue;
                }
                let before = f64::from(*coordinate);
                let after = (before + push / mass).clamp(-LARGEST, LARGEST) as f32;
                *coordinate = after;
                // What rounding has left of it, so that both get the same.
                eight.push[c][lane] = (f64::from(after) - before) * mass;
                eight.total[c][lane] += eight.push[c][lane];
            }
        }
    }
    let [x, y, z, u, v, w] = dispatch!(level, s => push_sums(s, contacts));
    copy.push_by([-x, -y, -z], [-u, -v, -w], h);
}

fn bounce(contact: &Eight, lane: usize, solver: &mut Solver, copy: &mut BodyCopy) {
    let (slot, approach) = (contact.slots[lane] as usize, contact.approach[lane]);
    if contact.pushed[lane] == 0.0 || approach > -MIN_BOUNCE_SPEED {
        return;
    }
    let (normal, arm) = (of(&contact.normal, lane), of(&contact.arm, lane));
    let leaves = -contact.restitution[lane] * approach;
    let velocity = &mut solver.partition.particles.velocity[slot];
    let now: V3 = core::array::from_fn(|c| f64::from(velocity[c]));
    let rate = dot(normal, sub(now, copy.velocity_at(arm)));
    let mobility = 1.0 / contact.mass[lane];
    let impulse = (leaves - rate) / (mobility + copy.mobility(arm, normal));
    if impulse.is_nan() || impulse <= 0.0 {
        return;
    }
    let mut changed = [0.0; 3];
    for c in 0..3 {
        let before = velocity[c];
        let change = impulse * mobility * normal[c];
        velocity[c] = (f64::from(before) + change).clamp(-LARGEST, LARGEST) as f32;
        changed[c] = f64::from(velocity[c]) - f64::from(before);
    }
    let impulse = scale(changed, contact.mass[lane]);
    let mean = add(now, scale(changed, 0.5));
    solver.energy.add(solver.components.of_slot[slot], dot(impulse, mean).max(0.0));
    copy.push(arm, scale(impulse, -1.0));
}
