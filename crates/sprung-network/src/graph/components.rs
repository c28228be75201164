//! Connected components of the dynamic particles, by union–find.
//!
//! A fixed particle joins nothing: motion on one side of it does not reach the other.

use alloc::vec;
use alloc::vec::Vec;

use super::sorting::sort;
use super::union_find::UnionFind;

/// The connected components, with the slots of their particles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Components {
    /// (component, slot) of all their particles, component by component in the order of slots.
    pub(crate) members: Vec<(u32, u32)>,
    pub(crate) all: Vec<Component>,
    /// The component of each slot; [`NONE`] for fixed and loose particles.
    pub(crate) of_slot: Vec<u32>,
    /// Those that were awake when it was last looked at, ascending.
    pub(crate) awake: Vec<u32>,
    /// The time for which the particle in each slot has been still, s, while components are found anew.
    still: Vec<f32>,
    /// (fixed particle, component) of all edges and tethers between the two.
    ties: Vec<(u32, u32)>,
    sets: UnionFind,
}

/// No component.
pub(crate) const NONE: u32 = u32::MAX;

/// One component.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// In [`Components::members`].
    pub(crate) members: core::ops::Range<usize>,
    /// True if no edge or tether joins it to a fixed particle.
    pub(crate) is_free: bool,
    /// True if a particle of it follows a skin.
    pub(crate) is_skinned: bool,
    /// The time for which it has been still, s.
    pub(crate) still: f32,
}

/// The time after which what is still falls asleep, s.
pub(crate) const STILL: f32 = 0.5;

impl Component {
    /// True if it sleeps.
    pub(crate) fn is_asleep(&self) -> bool {
        self.still >= STILL
    }

    /// True if fixed particles hold it, and no skin.
    pub(crate) fn is_held_by_ties(&self) -> bool {
        !self.is_free && !self.is_skinned
    }
}

impl Components {
    /// No components, with capacity for a network of `slots` slots, so that [`find`](Self::find) allocates nothing.
    pub(crate) fn with_capacity(particles: usize, slots: usize, ties: usize) -> Self {
        Self {
            members: Vec::with_capacity(particles),
            all: Vec::with_capacity(particles),
            of_slot: vec![NONE; slots],
            awake: Vec::with_capacity(particles),
            still: vec![0.0; slots],
            ties: Vec::with_capacity(ties),
            sets: UnionFind::with_capacity(particles),
        }
    }

    /// Capacity for a network that has grown.
    pub(crate) fn reserve(&mut self, particles: usize, slots: usize, ties: usize) {
        self.members.reserve(particles.saturating_sub(self.members.len()));
        self.all.reserve(particles.saturating_sub(self.all.len()));
        self.of_slot.resize(slots, NONE);
        self.awake.reserve(particles.saturating_sub(self.awake.len()));
        self.still.resize(slots, 0.0);
        self.ties.reserve(ties.saturating_sub(self.ties.len()));
        self.sets.reserve(particles);
    }

    /// Finds the components, where `joints` are the pairs of particles that an edge or tether joins. One is as still as the
    /// least still of its particles was.
    pub(crate) fn find(
        &mut self,
        inverse_mass: &[f32],
        slot: &[usize],
        joints: impl Iterator<Item = [usize; 2]>,
    ) {
        self.sets.reset(inverse_mass.len());
        self.ties.clear();
        for [a, b] in joints {
            match [a, b].map(|p| inverse_mass[p] > 0.0) {
                [true, true] => self.sets.union(a, b),
                [true, false] => self.ties.push((b as u32, a as u32)),
                [false, true] => self.ties.push((a as u32, b as u32)),
                [false, false] => {}
            }
        }
        for (still, &component) in self.still.iter_mut().zip(&self.of_slot) {
            *still = self.all.get(component as usize).map_or(0.0, |component| component.still);
        }
        self.members.clear();
        for (particle, &slot) in slot.iter().enumerate() {
            if inverse_mass[particle] > 0.0 {
                self.members.push((self.sets.find(particle) as u32, slot as u32));
            }
        }
        sort(&mut self.members);
        self.all.clear();
        self.of_slot.fill(NONE);
        let mut first = 0;
        for part in self.members.chunk_by_mut(|a, b| a.0 == b.0) {
            let members = first..first + part.len();
            first = members.end;
            let mut still = f32::INFINITY;
            for (component, slot) in part {
                *component = self.all.len() as u32;
                self.of_slot[*slot as usize] = *component;
                still = still.min(self.still[*slot as usize]);
            }
            self.all.push(Component { members, is_free: true, is_skinned: false, still });
        }
        self.find_awake();
        for (_, end) in &mut self.ties {
            *end = self.of_slot[slot[*end as usize]];
            self.all[*end as usize].is_free = false;
        }
        sort(&mut self.ties);
    }

    /// Returns the component of the particle in one of the slots that is neither fixed nor loose; [`NONE`] if there is none.
    pub(crate) fn of_either(&self, [a, b]: [usize; 2]) -> u32 {
        if self.of_slot[a] == NONE { self.of_slot[b] } else { self.of_slot[a] }
    }

    /// Returns the component of the particle in a slot; none if it is fixed or there is none.
    pub(crate) fn component_of(&self, slot: usize) -> Option<usize> {
        let component = self.of_slot[slot];
        (component != NONE).then_some(component as usize)
    }

    /// True if there is such a component, and it does not sleep.
    pub(crate) fn is_awake(&self, component: u32) -> bool {
        self.all.get(component as usize).is_some_and(|component| !component.is_asleep())
    }

    /// True if the particle in a slot sleeps; `None` if it is fixed or there is none.
    pub(crate) fn sleeps(&self, slot: usize) -> Option<bool> {
        self.component_of(slot).map(|component| self.all[component].is_asleep())
    }

    /// True if the particles of an edge, hinge, cell or triangle, by their slots, are of a component that sleeps.
    pub(crate) fn joint_sleeps(&self, slots: impl IntoIterator<Item = usize>) -> bool {
        slots.into_iter().find_map(|slot| self.sleeps(slot)) == Some(true)
    }

    /// Looks at which are awake.
    pub(crate) fn find_awake(&mut self) {
        let awake = (0..).zip(&self.all).filter(|(_, component)| !component.is_asleep());
        self.awake.clear();
        self.awake.extend(awake.map(|(index, _)| index));
    }

    /// The time for which the component of each particle has been still, s, by the slots of the particles; of none if none
    /// has.
    #[cfg(feature = "serde")]
    pub(crate) fn still(&self, slot: &[usize]) -> Vec<f32> {
        let of = |&slot: &usize| self.component_of(slot).map_or(0.0, |of| self.all[of].still);
        let any = self.all.iter().any(|component| component.still > 0.0);
        if any { slot.iter().map(of).collect() } else { Vec::new() }
    }

    /// Sets the time for which the component of each particle has been still, to that of its least still particle.
    #[cfg(feature = "serde")]
    pub(crate) fn set_still(&mut self, slot: &[usize], still: &[f32]) {
        let start = if still.is_empty() { 0.0 } else { f32::INFINITY };
        self.all.iter_mut().for_each(|component| component.still = start);
        for (&slot, &still) in slot.iter().zip(still) {
            if let Some(of) = self.component_of(slot) {
                self.all[of].still = self.all[of].still.min(still);
            }
        }
    }

    /// Wakes a component; returns true if it has slept.
    pub(crate) fn wake(&mut self, component: usize) -> bool {
        let still = core::mem::take(&mut self.all[component].still);
        still >= STILL
    }

    /// Wakes the components that an edge or tether joins to a fixed particle; returns true if one has slept.
    pub(crate) fn wake_adjacent_to(&mut self, fixed: usize) -> bool {
        let mut any_slept = false;
        for tie in self.ties_of(fixed) {
            any_slept |= self.wake(self.ties[tie].1 as usize);
        }
        any_slept
    }

    /// Returns the components that an edge or tether joins to a fixed particle; some may come twice.
    pub(crate) fn adjacent_to(&self, fixed: usize) -> impl Iterator<Item = usize> + '_ {
        self.ties[self.ties_of(fixed)].iter().map(|tie| tie.1 as usize)
    }

    /// The place of the ties of a fixed particle.
    fn ties_of(&self, fixed: usize) -> core::ops::Range<usize> {
        let first = self.ties.partition_point(|tie| (tie.0 as usize) < fixed);
        let held = self.ties[first..].iter().take_while(|tie| tie.0 as usize == fixed);
        first..first + held.count()
    }

    /// Returns (component, slot) of the particles of one component.
    pub(crate) fn members(&self, component: usize) -> &[(u32, u32)] {
        &self.members[self.all[component].members.clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_particles_hold_components_apart() {
        // 0 – 1 – [2] – 3, 4 – 5, 6; particle 2 is fixed; slots run backwards.
        let inverse_mass = [1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0];
        let slot = [6, 5, 4, 3, 2, 1, 0];
        let mut found = Components::with_capacity(7, 7, 4);
        found.find(&inverse_mass, &slot, [[0, 1], [1, 2], [3, 2], [4, 5]].into_iter());
        let sizes: Vec<_> = found.all.iter().map(|c| (c.members.len(), c.is_free)).collect();
        assert_eq!(sizes, [(2, false), (1, false), (2, true), (1, true)]);
        assert_eq!(found.adjacent_to(2).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(found.adjacent_to(0).count(), 0);
        assert_eq!(found.of_slot, [3, 2, 2, 1, NONE, 0, 0]);
    }
}
