//! Contacts of particles with one body in a sub-step, solved together.

use alloc::vec::Vec;

use fearless_simd::dispatch;

use crate::geometry::vector::{add, dot, scale, sub};
use crate::kernel::body_candidates::lanes_of;
use crate::kernel::body_contacts::{
    Eight, LANES, Lane, exchange, part, set_friction_push, set_normal_push, works,
};
use crate::solver::state::Solver;

use super::body_copy::BodyCopy;
use super::least_motion::{follow_friction, give_way};

type V3 = [f64; 3];

const LARGEST: f64 = crate::error::MAX_COORDINATE as f64;

/// A particle that approaches slower than this does not bounce, m/s.
const MIN_BOUNCE_SPEED: f64 = 0.25;

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

    /// Eight more contacts of a body, that are yet to be written.
    pub(super) fn add(&mut self, body: usize) -> &mut Eight {
        let first = self.eights.len();
        match self.runs.last_mut() {
            Some(run) if run.body == body => run.end += 1,
            _ => self.runs.push(Run { body, first, end: first + 1 }),
        }
        self.eights.push(Eight::EMPTY);
        &mut self.eights[first]
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
        let is_only = self.runs.len() == 1;
        let contacts = &mut self.eights[first..end];
        let displacement = &mut solver.partition.particles.displacement;
        let moved = copy.moved_so_far();
        dispatch!(level, s => part(s, contacts, displacement, moved));
        let mut guess = if is_only { copy.gave_way } else { [0.0; 6] };
        let motion = give_way(level, copy, contacts, &mut guess);
        copy.gave_way = guess;
        let Some(motion) = motion else { return };
        let pushed = dispatch!(level, s => {
            exchange(s, contacts, displacement, #[inline(always)] |eight| set_normal_push(s, eight, motion))
        });
        push_back(copy, pushed, h);
    }

    fn rub(&mut self, run: usize, solver: &mut Solver, copies: &mut [BodyCopy], h: f64) {
        let Run { body, first, end, .. } = self.runs[run];
        let (level, copy) = (solver.level, &mut copies[body]);
        let contacts = &mut self.eights[first..end];
        if contacts.iter().all(|contact| contact.friction == [0.0; LANES]) {
            return;
        }
        let displacement = &mut solver.partition.particles.displacement;
        let moved = copy.moved_so_far();
        dispatch!(level, s => part(s, contacts, displacement, moved));
        let Some(motion) = follow_friction(level, copy, contacts) else { return };
        let pushed = dispatch!(level, s => {
            exchange(s, contacts, displacement, #[inline(always)] |eight| set_friction_push(s, eight, motion))
        });
        push_back(copy, pushed, h);
    }

    /// Adds the work on the particles along their paths to the accounts of their components, if it is not negative.
    fn credit(&self, solver: &mut Solver, h: f64) {
        for eight in &self.eights {
            let places = solver.partition.particles.places();
            let works = dispatch!(solver.level, s => works(s, eight, places, h));
            for lane in lanes_of(eight.used) {
                let component = solver.components.of_slot[eight.slots[lane] as usize];
                solver.energy.add(component, works[lane].max(0.0));
            }
        }
    }

    /// Restitution, after the velocities have been relaxed; those of the particles are yet to take what was moved if the
    /// update `is_pending`.
    pub(super) fn bounce(
        &self,
        solver: &mut Solver,
        copies: &mut [BodyCopy],
        h: f64,
        is_pending: bool,
    ) {
        for run in &self.runs {
            for eight in &self.eights[run.first..run.end] {
                for lane in (0..LANES).filter(|&lane| eight.restitution[lane] > 0.0) {
                    bounce(eight, lane, solver, &mut copies[run.body], h, is_pending);
                }
            }
        }
    }
}

/// The vector of a lane.
fn of(vector: &[Lane; 3], lane: usize) -> V3 {
    [vector[0][lane], vector[1][lane], vector[2][lane]]
}

/// Gives a body the opposites of the pushes on its particles.
fn push_back(copy: &mut BodyCopy, [x, y, z, u, v, w]: [f64; 6], h: f64) {
    copy.push_by([-x, -y, -z], [-u, -v, -w], h);
}

fn bounce(
    contact: &Eight,
    lane: usize,
    solver: &mut Solver,
    copy: &mut BodyCopy,
    h: f64,
    is_pending: bool,
) {
    let (slot, approach) = (contact.slots[lane] as usize, contact.approach[lane]);
    if contact.pushed[lane] == 0.0 || approach > -MIN_BOUNCE_SPEED {
        return;
    }
    let (normal, arm) = (of(&contact.normal, lane), of(&contact.arm, lane));
    let leaves = -contact.restitution[lane] * approach;
    let particles = &mut solver.partition.particles;
    let predicted = particles.predicted[slot];
    let displacement = particles.displacement[slot];
    let velocity = &mut particles.velocity[slot];
    let pending = |c: usize| (f64::from(displacement[c]) - f64::from(predicted[c])) / h;
    let now: V3 = core::array::from_fn(|c| {
        f64::from(velocity[c]) + if is_pending { pending(c) } else { 0.0 }
    });
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
