//! Tethers of a running solver: added, removed.

use alloc::vec::Vec;

use crate::error::NetworkError;
use crate::solver::state::Solver;
use crate::tether::Tether;

impl Solver {
    /// Adds a tether, in time for the next step. There may be others of the same two particles: the shortest holds. One that
    /// is shorter than their distance pulls its particle back within one sub-step, with the speed that takes.
    ///
    /// The bits are those of a solver that is made with it. Takes time in proportion to the number of tethers. An edge that
    /// tears near it removes it with [others](crate::Network::add_long_range_attachments).
    ///
    /// ```
    /// use sprung_network::{Network, Particle, Settings, Solver, Tether};
    /// let mut net = Network::default();
    /// let post = net.add_particle(Particle::fixed([0.0; 3]));
    /// let dog = net.add_particle(Particle::new([1.0, 0.0, 0.0], 9.0));
    /// let mut solver = Solver::new(&net, Settings::default())?;
    /// solver.add_tether(Tether { anchor: post, particle: dog, length: 2.0 })?;
    /// (0..120).for_each(|_| solver.step(1.0 / 60.0));
    /// let distance = solver.position(dog).iter().map(|c| c * c).sum::<f32>().sqrt();
    /// assert!(distance < 2.001, "it falls, and swings");
    /// assert!(solver.remove_tether(post, dog));
    /// (0..60).for_each(|_| solver.step(1.0 / 60.0));
    /// assert!(solver.position(dog)[1] < -4.0, "it falls on");
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    ///
    /// # Errors
    /// A tether that [`Network::check`](crate::Network::check) would refuse: one must lead from a particle that is fixed
    /// now to one that is not.
    pub fn add_tether(&mut self, tether: Tether) -> Result<(), NetworkError> {
        let index = self.tethers.len();
        tether.check(index, self.len())?;
        tether.check_ends(index, |p| self.inverse_mass[p])?;
        self.insert_tether(tether);
        self.make_room();
        self.wake_islands_of([tether.particle]);
        self.reconnect();
        Ok(())
    }

    /// Removes the tethers from one particle to another, [paused](Self::pin) ones too; returns false if there were none.
    /// Takes time in proportion to the number of tethers.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn remove_tether(&mut self, anchor: usize, particle: usize) -> bool {
        let order = self.partition.order_of(&Tether { anchor, particle, length: 0.0 });
        let range = self.before(|other| other < order)..self.before(|other| other <= order);
        let mut removed = self.tethers[range.clone()].iter();
        let had_one = removed.any(|tether| tether.length < f32::INFINITY);
        if !range.is_empty() {
            self.changes();
            self.tethers.drain(range.clone());
            self.lay_out_tethers(order[0]);
            if let Some(changes) = &mut self.changes {
                changes.remove_tethers(&range, &self.partition);
            }
            self.wake_islands_of([particle]);
            self.reconnect();
        }
        had_one
    }

    /// Removes all tethers.
    pub fn remove_tethers(&mut self) {
        self.partition.remove_tethers();
        let all = 0..self.tethers.len();
        self.tethers.clear();
        if let Some(changes) = &mut self.changes {
            changes.remove_tethers(&all, &self.partition);
        }
        self.wake();
        self.reconnect();
    }

    /// Puts a tether behind those with which it may share a group.
    pub(in crate::solver) fn insert_tether(&mut self, tether: Tether) {
        self.changes();
        let order = self.partition.order_of(&tether);
        let at = self.before(|other| other <= order);
        self.tethers.insert(at, tether);
        self.partition.add_anchor(order[1]);
        self.lay_out_tethers(order[0]);
        if let Some(changes) = &mut self.changes {
            changes.insert_tether(at, &tether, &self.partition);
        }
    }

    /// Lets go of the tethers that begin or end at a particle.
    pub(super) fn let_go_of_tethers(&mut self, particle: usize) {
        if self.tethers.is_empty() {
            return;
        }
        let tethers: Vec<usize> = self.changes().tethers_of(particle).collect();
        for &index in &tethers {
            self.tethers[index].length = f32::INFINITY;
            self.toggle_tether(index);
            self.wake_islands_of([self.tethers[index].particle]);
        }
        if !tethers.is_empty() {
            self.reconnect();
        }
    }

    /// The number of tethers at the start of the list whose place in its order is before one.
    fn before(&self, is_before: impl Fn([usize; 3]) -> bool) -> usize {
        self.tethers.partition_point(|tether| is_before(self.partition.order_of(tether)))
    }

    /// Gives a block its tethers; those that pause, or have been let go of, have an infinite length in their lane.
    fn lay_out_tethers(&mut self, block: usize) {
        let range = self.before(|[of, ..]| of < block)..self.before(|[of, ..]| of <= block);
        let Self { partition, tethers, inverse_mass, .. } = self;
        partition.blocks[block].tethers.clear();
        for &tether in &tethers[range] {
            let length = if tether.acts(inverse_mass) { tether.length } else { f32::INFINITY };
            partition.push_tether(&Tether { length, ..tether });
        }
    }
}
