//! Skips sleeping islands in a step: each connected component of a network sleeps by itself.
//!
//! ```text
//! step       what has been still for half a second falls asleep: velocities become 0
//!            blocks, bundles, lines and groups that sleep as a whole are left out      layout/asleep
//!            in mixed ones, sleeping particles are put back to rest in every sub-step
//! between    whatever acts on an island wakes it                                       sleep
//! ```
//!
//! The parts to skip are found again in the first step after an island has fallen asleep or woken, in time
//! proportional to the network; all other steps take time for what is awake.

use fearless_simd::dispatch;

use crate::edge::Edge;
use crate::lanes::record::LANES;

use super::bending::Bending;
use super::cell_groups::CellGroups;
use super::islands::Ball;
use super::layout::asleep::Asleep;
use super::layout::partition::Partition;
use super::state::Solver;
use super::weaving::Weaving;

impl Solver {
    /// Room for a layout that has changed, so that falling asleep allocates nothing.
    pub(super) fn make_room_to_sleep(&mut self) {
        self.islands.reserve(self.len(), self.edges.len());
        if self.islands.may_sleep {
            self.partition.reserve_asleep();
        }
    }

    /// Finds what a step leaves out, if that has changed.
    pub(super) fn find_asleep(&mut self) {
        if !core::mem::take(&mut self.islands.is_stale) || !self.islands.may_sleep {
            return;
        }
        let Self { islands, components, energy, partition, edges, tearable, .. } = self;
        components.find_awake();
        energy.find_awake(components);
        islands.some_sleep = components.awake.len() < components.all.len();
        islands.balls.clear();
        let slot = core::mem::take(&mut partition.slot);
        let edge_sleeps = |edge: u32| {
            let edge = edges.get(edge as usize);
            edge.is_some_and(|edge| components.joint_sleeps([edge.a, edge.b].map(|p| slot[p])))
        };
        let kept = &mut islands.kept;
        partition.each_edge_state(|edge, shortening, tension| {
            let state = shortening.or(tension).zip(kept.get_mut(edge as usize));
            let Some((state, kept)) = state else { return };
            match (edge_sleeps(edge), kept.is_nan()) {
                (true, true) => *kept = *state,
                (true, false) if islands.is_measured => *state = *kept,
                (true, false) | (false, true) => {}
                (false, false) => *state = core::mem::replace(kept, f32::NAN),
            }
        });
        islands.edges.clear();
        islands.tearable.clear();
        if islands.some_sleep {
            islands.edges.extend((0..edges.len() as u32).filter(|&edge| !edge_sleeps(edge)));
            islands.tearable.extend(tearable.iter().filter(|&&edge| !edge_sleeps(edge)));
        }
        // A step that measures forces needs those that hold sleeping particles.
        let leaves_out = islands.some_sleep && !islands.is_measured;
        let sleeps = |slot: usize| components.sleeps(slot).map(|sleeps| sleeps && leaves_out);
        let ends = |edge: u32| {
            let Edge { a, b, .. } = edges[edge as usize];
            [a, b].map(|p| slot[p])
        };
        let edge = |edge: u32| leaves_out && edge_sleeps(edge);
        let moves = partition.leave_out(&Asleep { particle: &sleeps, edge: &edge, ends: &ends });
        islands.is_stale = moves;
        partition.slot = slot;
        self.leave_out_groups(leaves_out);
    }

    /// Leaves out the groups of hinges, triangles and cells and the volumes that sleep as a whole.
    fn leave_out_groups(&mut self, leaves_out: bool) {
        let Self { components, partition, bending, weaving, cells, air, volumes, .. } = self;
        let slot = core::mem::take(&mut partition.slot);
        let sleeps = |particles: &[usize]| {
            leaves_out && components.joint_sleeps(particles.iter().map(|&p| slot[p]))
        };
        // Whether all of a group sleeps; if not, those that do are strays.
        let mut group = |lanes: &[u32; LANES], particles: &dyn Fn(usize) -> [usize; 4]| {
            let of_lanes =
                || lanes.iter().filter(|&&i| i != u32::MAX).map(|&i| particles(i as usize));
            let all_sleep = of_lanes().all(|particles| sleeps(&particles));
            for particles in of_lanes().filter(|particles| !all_sleep && sleeps(particles)) {
                partition.add_strays(particles.map(|p| slot[p]));
            }
            all_sleep
        };
        for Bending { groups, lanes, hinges, .. } in
            bending.iter_mut().map(|bending| &mut **bending)
        {
            for (hinged, lanes) in groups.iter_mut().zip(lanes) {
                hinged.is_asleep = group(lanes, &|i| hinges[i].particles());
            }
        }
        for Weaving { groups, lanes, triangles, .. } in weaving.iter_mut().map(|all| &mut **all) {
            for (threads, lanes) in groups.iter_mut().zip(lanes) {
                threads.is_asleep = group(lanes, &|i| {
                    let [a, b, c] = triangles[i].corners;
                    [a, b, c, c]
                });
            }
        }
        for CellGroups { groups, lanes, cells, .. } in cells.iter_mut().map(|cells| &mut **cells) {
            for (of_cells, lanes) in groups.iter_mut().zip(lanes) {
                of_cells.is_asleep = group(lanes, &|i| cells[i].particles());
            }
        }
        for enclosed in volumes {
            let particle = enclosed.dynamic(&self.inverse_mass);
            enclosed.is_asleep = particle.is_some_and(|particle| sleeps(&[particle]));
        }
        if let Some(air) = air {
            air.is_stale = true;
            air.leaves_out = leaves_out;
        }
        partition.slot = slot;
    }

    /// Lets a step leave out nothing, or sleeping islands again.
    pub(super) fn measure_islands(&mut self, is_measured: bool) {
        self.islands.is_measured = is_measured;
        self.islands.is_stale |= self.islands.some_sleep;
    }

    /// True if the particle in a slot sleeps and the step leaves it out.
    pub(super) fn leaves_out(&self, slot: usize) -> bool {
        self.components.sleeps(slot) == Some(true) && !self.islands.is_measured
    }

    /// Puts sleeping particles back to rest at the end of a step.
    pub(super) fn rest_asleep(&mut self) {
        let Self { islands, components, partition, .. } = self;
        partition.rest();
        if islands.is_measured && islands.some_sleep {
            for (i, _) in components.all.iter().enumerate().filter(|(_, of)| of.is_asleep()) {
                let slots = components.members(i).iter().map(|&(_, slot)| slot as usize);
                slots.for_each(|slot| partition.particles.rest(slot));
            }
        }
    }

    /// Moves the references of what does not sleep to where the particles are.
    pub(super) fn commit(&mut self) {
        let Partition { blocks, awake, particles, .. } = &mut self.partition;
        if !self.islands.some_sleep {
            dispatch!(self.level, s => particles.all().commit(s));
            return;
        }
        for block in awake.iter().map(|&i| &blocks[i as usize]) {
            let moving = particles.all().of(&block.slots, 0).of(&block.moving, 0);
            dispatch!(self.level, s => {moving}.commit(s));
        }
    }

    /// Wakes what a collider that moves may touch in the step of `dt` seconds that begins.
    pub(super) fn wake_near_colliders(&mut self, dt: f32) {
        if !self.islands.some_sleep || !self.contacts.any_moves() {
            return;
        }
        let Self { islands, components, partition, contacts, .. } = self;
        let place = |slot: u32| partition.particles.position(slot as usize);
        if islands.balls.is_empty() {
            for (i, component) in components.all.iter().enumerate() {
                let members = components.members(i);
                let is_asleep = component.is_asleep();
                islands.balls.push(if is_asleep {
                    Ball::around(members, place)
                } else {
                    Ball::default()
                });
            }
        }
        for (i, ball) in islands.balls.iter().enumerate() {
            let near = |at: [f32; 3], radius: f32| contacts.may_touch(at, radius, dt);
            if components.all[i].is_asleep()
                && near(ball.center, ball.radius)
                && components.members(i).iter().any(|&(_, slot)| near(place(slot), 0.0))
            {
                components.all[i].still = 0.0;
                islands.is_stale = true;
            }
        }
        if islands.is_stale {
            self.still = 0.0;
        }
        self.find_asleep();
    }
}
