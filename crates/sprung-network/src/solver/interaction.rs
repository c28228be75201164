//! Acting on a solver between two steps: goals of fixed particles, impulses, the environment, colliders.

use crate::collider::Collider;
use crate::environment::Environment;
use crate::error::{Element, MAX_COORDINATE, NetworkError};
use crate::geometry::shape::Shape;

use super::state::Solver;

impl Solver {
    /// Moves a fixed particle along a straight line to a position, m, that it reaches at the end of the next step. A
    /// position that is not finite or beyond 1e15 m is ignored, and so is where it is if all that it holds sleeps.
    ///
    /// # Panics
    /// If there is no such particle or it is dynamic.
    pub fn set_kinematic_target(&mut self, particle: usize, goal: [f32; 3]) {
        assert!(
            self.inverse_mass[particle] == 0.0,
            "particle {particle} is dynamic: only fixed ones have kinematic targets"
        );
        if !goal.iter().all(|c| c.abs() <= MAX_COORDINATE) {
            return;
        }
        if self.position(particle) == goal && self.is_particle_asleep(particle) {
            return;
        }
        self.wake_particle(particle);
        for component in self.components.adjacent_to(particle) {
            self.energy.drive(component);
        }
        self.islands.is_stale |= self.partition.set_target(particle, goal);
    }

    /// Applies an impulse to a particle, N·s. A fixed particle does not move by it. One that is not finite, or that makes a
    /// particle faster than 1e15 m/s, is not given.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn apply_impulse(&mut self, particle: usize, impulse: [f32; 3]) {
        let slot = self.partition.slot[particle];
        let velocity = &mut self.partition.particles.velocity[slot];
        let [x, y, z, w] = *velocity;
        let inverse_mass = self.inverse_mass[particle];
        let [jx, jy, jz] = impulse.map(|j| j * inverse_mass);
        let faster = [x + jx, y + jy, z + jz, w];
        if faster[..3].iter().all(|c| c.abs() <= MAX_COORDINATE) {
            let square =
                |v: &[f32]| v[..3].iter().map(|&c| f64::from(c) * f64::from(c)).sum::<f64>();
            let gained = square(&faster) - square(velocity);
            *velocity = faster;
            self.wake_particle(particle);
            if inverse_mass > 0.0 {
                let component = self.components.of_slot[slot];
                self.energy.add(component, 0.5 * gained / f64::from(inverse_mass));
            }
        }
    }

    /// Changes gravity, drag or wind from the next step on, and wakes all islands, unless all is as before.
    ///
    /// # Errors
    /// If a number of it is bad.
    pub fn set_environment(&mut self, environment: Environment) -> Result<(), NetworkError> {
        environment.check()?;
        if environment != self.settings.environment {
            self.wake();
        }
        self.settings.environment = environment;
        self.energy.invalidate();
        Ok(())
    }

    /// Replaces all colliders. Their shapes are those at the start of the next step. Wakes all islands, unless they are the
    /// same and at rest.
    ///
    /// Those with a velocity move on by themselves, step after step. One that is given anew at another place without a
    /// velocity jumps there: it pushes particles out and gives them no speed; [`move_collider`](Self::move_collider)
    /// moves it.
    ///
    /// # Errors
    /// The first collider with a bad number; the old ones then stay.
    pub fn set_colliders(&mut self, colliders: &[Collider]) -> Result<(), NetworkError> {
        for (i, collider) in colliders.iter().enumerate() {
            collider.check(i)?;
        }
        if self.contacts.set(colliders) {
            self.wake();
        }
        self.energy.invalidate();
        Ok(())
    }

    /// Moves a collider to a place that it reaches at the end of the next step, at constant velocity and angular
    /// velocity. From then on it moves with its own velocity again. It wakes the sleeping islands that it may touch.
    ///
    /// A plane turns by the shortest rotation of its normal, a capsule by that of its axis about `a`; a ball does not
    /// turn. Another radius or length than before counts from the start of the step and pushes without speed.
    ///
    /// # Errors
    /// A bad number; the collider then moves on as before.
    ///
    /// # Panics
    /// If there is no such collider, or the goal is of another kind of shape.
    pub fn move_collider(&mut self, collider: usize, goal: Shape) -> Result<(), NetworkError> {
        goal.check(Element { kind: "collider", index: collider })?;
        if self.contacts.move_to(collider, goal) {
            self.still = 0.0;
        }
        Ok(())
    }

    /// Returns the colliders at their current positions.
    pub fn colliders(&self) -> impl Iterator<Item = Collider> + '_ {
        self.contacts.all().iter().map(|contact| contact.collider())
    }
}
