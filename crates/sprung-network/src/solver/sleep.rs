//! Sleep: a network that has not moved for a while is not stepped.

use super::state::Solver;

/// The time for which nothing may move before the network sleeps, s.
const STILL: f32 = 0.5;

impl Solver {
    /// True if nothing has moved for half a second: [`step`](Self::step) then does nothing, until something is changed.
    pub fn is_asleep(&self) -> bool {
        self.still >= STILL
    }

    /// Adds a step of `dt` seconds to the time for which nothing has moved, or starts it again.
    pub(super) fn update_sleep(&mut self, dt: f32) {
        if self.settings.sleep_speed <= 0.0 {
            return;
        }
        let limit = self.settings.sleep_speed * self.settings.sleep_speed;
        let slow = |&[x, y, z, _]: &[f32; 4]| x * x + y * y + z * z < limit;
        let all_slow = self.partition.particles.velocity.iter().all(slow);
        self.still = if all_slow && self.contacts.at_rest() { self.still + dt } else { 0.0 };
    }

    /// Wakes the network.
    pub(super) fn wake(&mut self) {
        self.still = 0.0;
    }
}
