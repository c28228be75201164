//! Sleep: an island that has not moved for a while is not stepped, and a network of which nothing has moved neither.

use crate::graph::components::STILL;

use super::state::Solver;

impl Solver {
    /// True if nothing has moved for half a second, colliders and fixed particles included: [`step`](Self::step) then does
    /// nothing, until something is changed.
    pub fn is_asleep(&self) -> bool {
        self.still >= STILL
    }

    /// True if a particle sleeps: its island has not moved for half a second, and does not until something acts on it. A
    /// fixed particle sleeps if all islands do that it holds, of which there is one at least.
    ///
    /// An *island* is what edges, tethers, hinges, fabrics, cells, volumes and aerodynamic triangles join; fixed particles
    /// hold islands and join none. A sleeping island is where it was to the last bit, has the velocity 0, and takes next to no
    /// time in a step. It wakes by a change of one of its particles, edges or other elements, or of a fixed particle or skin
    /// target that it follows, by a drag, by wind that changes, and by a moving collider near it. All wake by
    /// [`set_environment`](Self::set_environment) and [`set_colliders`](Self::set_colliders) if these change something, by
    /// [`rebuild`](Self::rebuild), and by a [`BodyCoupling`](crate::BodyCoupling). Networks that touch
    /// themselves ([`Network::set_thickness`](crate::Network::set_thickness)) sleep and wake as one.
    ///
    /// ```
    /// use sprung_network::{Network, Settings, Solver, shapes::rope};
    /// // Two ropes that hang side by side.
    /// let mut net = Network::default();
    /// for x in [0.0, 1.0] {
    ///     let top = net.append(&rope([x, 0.0, 0.0], [x, -1.0, 0.0], 10, 1.0)?);
    ///     net.fix([top]);
    /// }
    /// let mut solver = Solver::new(&net, Settings { sleep_speed: 0.01, ..Settings::default() })?;
    /// for _ in 0..60 {
    ///     solver.apply_impulse(10, [0.01, 0.0, 0.0]);
    ///     solver.step(1.0 / 60.0);
    /// }
    /// assert!(!solver.is_particle_asleep(10) && solver.is_particle_asleep(21));
    /// assert_eq!((solver.island_count(), solver.awake_island_count()), (2, 1));
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn is_particle_asleep(&self, particle: usize) -> bool {
        if self.inverse_mass[particle] > 0.0 {
            let slot = self.partition.slot[particle];
            return self.is_asleep() || self.components.sleeps(slot) == Some(true);
        }
        let mut held = self.components.adjacent_to(particle).peekable();
        self.is_asleep()
            || (held.peek().is_some() && held.all(|of| self.components.all[of].is_asleep()))
    }

    /// Returns the number of islands: connected components of the particles that are not fixed. Those that changes have joined
    /// or parted count so from the next step on.
    pub fn island_count(&self) -> usize {
        self.components.all.len()
    }

    /// Returns the number of islands that do not [sleep](Self::is_particle_asleep).
    pub fn awake_island_count(&self) -> usize {
        let awake = self.components.all.iter().filter(|island| !island.is_asleep()).count();
        if self.is_asleep() { 0 } else { awake }
    }

    /// Adds a step of `dt` seconds to the time for which everything has been still, or starts it again, island by island.
    pub(super) fn update_sleep(&mut self, dt: f32) {
        let speed = self.settings.sleep_speed;
        if speed <= 0.0 {
            return;
        }
        let Self { components, partition, contacts, islands, .. } = self;
        let particles = &mut partition.particles;
        let is_slow = |&[x, y, z, _]: &[f32; 4]| x * x + y * y + z * z < speed * speed;
        let blocks = partition.awake.iter().map(|&block| &partition.blocks[block as usize]);
        let mut fixed = blocks
            .flat_map(|block| block.kinematic.iter().map(|held| block.slots.start + held.slot));
        let fixed_are_slow = fixed.all(|slot| is_slow(&particles.velocity[slot]));
        let mut all_slow = contacts.at_rest() && fixed_are_slow;
        for &i in &components.awake {
            let component = &mut components.all[i as usize];
            let members = &components.members[component.members.clone()];
            let slots = || members.iter().map(|&(_, slot)| slot as usize);
            let is_slow = slots().all(|slot| is_slow(&particles.velocity[slot]));
            all_slow &= is_slow;
            component.still = if is_slow { component.still + dt } else { 0.0 };
            if self.self_contact.is_some() {
                component.still = 0.0;
            } else if component.is_asleep() {
                // Beyond 1e15 m a displacement is more than what its position is known to.
                let stays = |slot: usize| {
                    let [x, y, z, _] = particles.reference[slot];
                    let place = particles.position(slot);
                    place == [x, y, z] && !contacts.may_touch(place, 0.0, dt)
                };
                if slots().all(stays) {
                    slots().for_each(|slot| particles.rest(slot));
                    islands.is_stale = true;
                } else {
                    component.still = 0.0;
                }
            }
        }
        self.still = if all_slow { self.still + dt } else { 0.0 };
    }

    /// Wakes all islands.
    pub(super) fn wake(&mut self) {
        self.still = 0.0;
        for island in 0..self.components.all.len() {
            self.islands.is_stale |= self.components.wake(island);
        }
    }

    /// Wakes an island.
    pub(super) fn wake_island(&mut self, island: usize) {
        self.still = 0.0;
        self.islands.is_stale |= self.components.wake(island);
    }

    /// Wakes the islands of some particles; fixed ones are of none.
    pub(super) fn wake_islands_of(&mut self, particles: impl IntoIterator<Item = usize>) {
        self.still = 0.0;
        for particle in particles {
            if let Some(island) = self.components.component_of(self.partition.slot[particle]) {
                self.wake_island(island);
            }
        }
    }

    /// Wakes the island of a particle, or those that a fixed one holds.
    pub(super) fn wake_particle(&mut self, particle: usize) {
        self.wake_islands_of([particle]);
        self.islands.is_stale |= self.components.wake_adjacent_to(particle);
    }
}
