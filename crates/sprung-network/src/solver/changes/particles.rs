//! Particles of a running solver: fixed, released, put elsewhere, with another velocity or mass.

use alloc::vec::Vec;

use crate::error::{Element, NetworkError};
use crate::solver::state::Solver;

impl Solver {
    /// Fixes a particle where it is; from then on nothing moves it but
    /// [`set_kinematic_target`](Self::set_kinematic_target). One that is fixed stays so.
    ///
    /// Takes time in proportion to the edges of the particle; the next step finds the connected components anew, once for
    /// any number of changes. Tethers that pull the particle pause until it is released.
    ///
    /// ```
    /// use sprung_network::{Settings, Solver, shapes::Cloth};
    /// let sheet = Cloth::new(16, 16, 0.05, 0.3);
    /// let mut net = sheet.build()?;
    /// net.fix(sheet.corners());
    /// let mut solver = Solver::new(&net, Settings::default())?;
    /// solver.pin(sheet.at(8, 8));
    /// let mass = 0.3 / 256.0;
    /// solver.release(sheet.at(0, 0), mass)?;
    /// solver.step(1.0 / 60.0);
    /// assert_eq!(solver.position(sheet.at(8, 8)), net.particles[sheet.at(8, 8)].position);
    /// assert!(solver.velocity(sheet.at(0, 0))[1] < 0.0, "it falls");
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such particle.
    #[doc(alias = "fix")]
    pub fn pin(&mut self, particle: usize) {
        if self.inverse_mass[particle] > 0.0 {
            self.changes();
            self.wake_particle(particle);
            self.inverse_mass[particle] = 0.0;
            let slot = self.partition.slot[particle];
            self.partition.fix(slot, particle);
            self.after_mass(particle);
            self.toggle_tethers(particle);
            self.reconnect();
        }
    }

    /// Makes a fixed particle dynamic, with a mass in kg and the velocity with which it was moved in the last step. A
    /// dynamic one gets the mass.
    ///
    /// Takes time in proportion to the edges of the particle, as [`pin`](Self::pin). Tethers from a particle that is
    /// released pause until it is fixed again. Where several edges end at a particle that was fixed when the solver was
    /// made, these edges are solved one by one from then on, until [`rebuild`](Self::rebuild).
    ///
    /// # Errors
    /// A mass that is not within 1e-30 and 1e30.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn release(&mut self, particle: usize, mass: f32) -> Result<(), NetworkError> {
        let inverse_mass = inverse(particle, mass)?;
        if self.inverse_mass[particle] > 0.0 {
            return self.set_mass(particle, mass);
        }
        self.wake_particle(particle);
        let slots = self.take_fixed_slots(particle);
        let edges: Vec<usize> = self.changes().edges_of(particle).collect();
        let slot = self.partition.slot[particle];
        self.inverse_mass[particle] = inverse_mass;
        if slots.len() > 1 || (slots.len() == 1 && edges.len() > 1) {
            edges.iter().for_each(|&edge| self.move_edge(edge));
            let copies = slots.into_iter().filter(|&copy| copy != slot);
            copies.for_each(|copy| self.partition.retire(copy));
        }
        self.partition.release(slot, inverse_mass);
        self.after_mass(particle);
        self.toggle_tethers(particle);
        self.reconnect();
        Ok(())
    }

    /// Returns the slots of a particle that was fixed when the layout was made, and forgets them.
    pub(in crate::solver) fn take_fixed_slots(&mut self, particle: usize) -> Vec<usize> {
        #[cfg(feature = "serde")]
        self.changes().taken.push(particle as u32);
        self.partition.take_fixed_slots(particle)
    }

    /// Changes the mass of a dynamic particle, kg; its velocity stays. Takes time in proportion to its edges.
    ///
    /// Edges with a stiffness in N/m keep it, those with a frequency keep that.
    ///
    /// # Errors
    /// A mass that is not within 1e-30 and 1e30.
    ///
    /// # Panics
    /// If there is no such particle or it is fixed: [`release`](Self::release).
    pub fn set_mass(&mut self, particle: usize, mass: f32) -> Result<(), NetworkError> {
        let inverse_mass = inverse(particle, mass)?;
        assert!(self.inverse_mass[particle] > 0.0, "particle {particle} is fixed: it has no mass");
        self.changes();
        let slot = self.partition.slot[particle];
        self.inverse_mass[particle] = inverse_mass;
        self.partition.particles.set_inverse_mass(slot, inverse_mass);
        self.energy.set_mass(slot, 1.0 / inverse_mass);
        self.after_mass(particle);
        Ok(())
    }

    /// Puts a particle to a position, m; a fixed one too, which then does not move by it. Its velocity stays.
    ///
    /// Edges that are too long or too short by it pull or push from the next step on.
    ///
    /// # Errors
    /// A coordinate that is not finite or beyond 1e15 m.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn set_position(
        &mut self,
        particle: usize,
        position: [f32; 3],
    ) -> Result<(), NetworkError> {
        Element { kind: "particle", index: particle }.bounded("position", position)?;
        if self.inverse_mass[particle] == 0.0 {
            self.partition.put_fixed(particle, position);
        } else {
            self.partition.particles.put(self.partition.slot[particle], position);
        }
        self.energy.invalidate();
        self.wake_particle(particle);
        Ok(())
    }

    /// Sets the velocity of a dynamic particle, m/s; that of a fixed one stays 0.
    ///
    /// # Errors
    /// A number that is not finite or beyond 1e15 m/s.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn set_velocity(
        &mut self,
        particle: usize,
        velocity: [f32; 3],
    ) -> Result<(), NetworkError> {
        Element { kind: "particle", index: particle }.bounded("velocity", velocity)?;
        if self.inverse_mass[particle] > 0.0 {
            let slot = self.partition.slot[particle];
            self.partition.particles.velocity[slot][..3].copy_from_slice(&velocity);
            self.energy.invalidate();
            self.wake_particle(particle);
        }
        Ok(())
    }

    /// Follows a change of the mass of a particle: in the gains of its edges and in the energy.
    fn after_mass(&mut self, particle: usize) {
        let edges: Vec<usize> = self.changes().edges_of(particle).collect();
        edges.into_iter().for_each(|edge| self.update_gains(edge));
        if let Some(bending) = &mut self.bending {
            bending.is_stale = true;
        }
        if let Some(weaving) = &mut self.weaving {
            weaving.is_stale = true;
        }
        if let Some(cells) = &mut self.cells {
            cells.is_stale = true;
        }
        self.energy.invalidate();
        self.wake_particle(particle);
    }

    /// Lets the tethers of a particle act or pause, which do so from a fixed to a dynamic particle.
    fn toggle_tethers(&mut self, particle: usize) {
        if self.tethers.is_empty() {
            return;
        }
        let tethers: Vec<usize> = self.changes().tethers_of(particle).collect();
        tethers.into_iter().for_each(|tether| self.toggle_tether(tether));
    }

    /// Lets one tether act or pause.
    pub(super) fn toggle_tether(&mut self, index: usize) {
        let tether = self.tethers[index];
        let length = if tether.acts(&self.inverse_mass) { tether.length } else { f32::INFINITY };
        let [block, group, lane] = self.changes().tether_places[index];
        self.partition.blocks[block].tethers[group].set_length(lane, length);
    }
}

fn inverse(particle: usize, mass: f32) -> Result<f32, NetworkError> {
    let element = Element { kind: "particle", index: particle };
    element.require((1e-30..=1e30).contains(&mass), "mass", mass, "within 1e-30 and 1e30")?;
    Ok(1.0 / mass)
}
