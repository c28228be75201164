//! The energy account of one component, and the sums over components that have touched.

use sprung::Real;

use crate::geometry::vector::dot;

use super::layout::particles::Range;

/// The factor by which rounding may raise the energy of a component.
pub(super) const MARGIN: f64 = 1.0005;
/// The energy of one component, J.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Account {
    /// Kinetic and potential energy that there may be.
    pub(super) most: f64,
    pub(super) kinetic: f64,
    pub(super) potential: f64,
    pub(super) mass: f64,
    /// Elastic energy and reach, while accounts are taken.
    pub(super) elastic: f64,
    pub(super) reach: f64,
    /// It has to be taken before the next step.
    pub(super) is_stale: bool,
    /// Work is done on it in this step that is not known.
    pub(super) is_driven: bool,
    /// It has been put back at the end of the last step.
    pub(super) has_stopped: bool,
    /// The sums of its pool, in the account of the representative.
    pub(super) pool: Pool,
}

/// Sums over components that have touched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pool {
    /// The kinetic energy, and what there may be, J.
    pub(super) kinetic: f64,
    pub(super) most: f64,
    pub(super) mass: f64,
    pub(super) momentum: [f64; 3],
    pub(super) is_held: bool,
    pub(super) is_stale: bool,
    /// The velocity of the center of mass, and the part of the motion about it that there may be.
    pub(super) mean: [f64; 3],
    pub(super) part: f64,
}

impl Pool {
    /// Finds the part of the motion that there may be.
    pub(super) fn weigh(&mut self) {
        self.part = 1.0;
        if self.is_stale || self.kinetic <= MARGIN * self.most {
            return;
        }
        if !self.is_held {
            self.mean = self.momentum.map(|p| p / self.mass);
        }
        let carried = 0.5 * self.mass * dot(self.mean, self.mean);
        let (room, inner) = ((self.most - carried).max(0.0), self.kinetic - carried);
        self.part = if inner > room { Real::sqrt(room / inner) } else { 1.0 };
    }
}

impl Account {
    /// Sums the energies of the members in f64.
    pub(super) fn read(
        &mut self,
        members: &[(u32, u32)],
        particles: &Range<'_>,
        gravity: [f64; 3],
    ) {
        (self.kinetic, self.potential, self.mass) = (0.0, 0.0, 0.0);
        for &(_, slot) in members {
            let [x, y, z, w] = particles.velocity[slot as usize].map(f64::from);
            let v = [x, y, z];
            self.kinetic += 0.5 * dot(v, v) / w;
            self.potential -= dot(gravity, particles.place(slot)) / w;
            self.mass += 1.0 / w;
        }
    }

    /// Puts them back to where they were at the start of the step, at rest.
    pub(super) fn stop(&mut self, members: &[(u32, u32)], particles: &mut Range<'_>) {
        for &(_, slot) in members {
            particles.velocity[slot as usize][..3].fill(0.0);
            particles.displacement[slot as usize][..3].fill(0.0);
        }
        self.kinetic = 0.0;
        self.has_stopped = true;
        self.is_stale = true;
    }

    /// Scales the velocities, of a free component relative to its center of mass, down to the energy there may be.
    pub(super) fn slow(&self, members: &[(u32, u32)], particles: &mut Range<'_>, is_free: bool) {
        let mut mean = [0.0; 3];
        if is_free {
            for &(_, slot) in members {
                let [x, y, z, w] = particles.velocity[slot as usize].map(f64::from);
                let sums = mean.iter_mut().zip([x, y, z]);
                sums.for_each(|(sum, v)| *sum += v / (w * self.mass));
            }
        }
        let carried = 0.5 * self.mass * dot(mean, mean);
        let room = (self.most - self.potential - carried).max(0.0);
        let inner = self.kinetic - carried;
        let part = if inner > room { Real::sqrt(room / inner) } else { 1.0 };
        scale_about(mean, part, members, particles);
    }
}

/// Leaves a part of the motion relative to a velocity.
pub(super) fn scale_about(
    mean: [f64; 3],
    part: f64,
    members: &[(u32, u32)],
    particles: &mut Range<'_>,
) {
    for &(_, slot) in members {
        for (v, mean) in particles.velocity[slot as usize].iter_mut().zip(mean) {
            *v = (mean + part * (f64::from(*v) - mean)) as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(mut pool: Pool) -> f64 {
        pool.weigh();
        pool.part
    }

    #[test]
    fn a_pool_keeps_the_motion_of_its_center_and_as_much_of_the_other_as_there_may_be() {
        let momentum = [4.0, 8.0, 0.0];
        let pool = Pool { kinetic: 100.0, most: 50.0, mass: 2.0, momentum, ..Pool::default() };
        // Its center moves with (2, 4, 0) m/s and 20 J.
        assert_eq!(part(pool), (30.0_f64 / 80.0).sqrt());
        assert_eq!(part(Pool { is_held: true, ..pool }), 0.5_f64.sqrt());
        assert_eq!(part(Pool { most: 10.0, ..pool }), 0.0);
        assert_eq!(part(Pool { kinetic: 1.0, most: 0.5, is_held: true, ..pool }), 0.5_f64.sqrt());
        for enough in [
            Pool { is_stale: true, ..pool },
            Pool { most: 101.0, ..pool },
            Pool { kinetic: 20.0, most: 10.0, ..pool },
        ] {
            assert_eq!(part(enough), 1.0);
        }
    }
}
