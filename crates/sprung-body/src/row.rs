//! The rows of a spring: the relative velocities that it changes in a step, in one direction or several.

use sprung::{Real, Vector};

use crate::account::{Account, Stretch};
use crate::anchors::Anchors;
use crate::body::Body;
use crate::discretization::{Course, is_step};
use crate::effective_mass::Mobility;
use crate::external_acceleration::{Known, unseen};
use crate::softness::Soft;
use crate::stiffness::Stiffness;

/// A spring over one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<R, V, M> {
    pub(crate) anchors: Anchors<R>,
    /// The directions in which it acts, of length 1: of one the first, of all three none.
    pub(crate) axes: [[R; 3]; 2],
    pub(crate) soft: Soft<R>,
    /// The velocity per impulse.
    pub(crate) mobility: M,
    /// The velocity that the step removes for the offset and the load.
    pub(crate) pull: V,
    /// The range of the impulse; of several directions the greatest length is the second.
    pub(crate) range: [R; 2],
    pub(crate) account: Account<R>,
}

impl<R: Real, V: Vector<Scalar = R>, M: Mobility<V>> Row<R, V, M> {
    pub(crate) const NONE: Self = Row {
        anchors: Anchors::Turns,
        axes: [[R::ZERO; 3]; 2],
        soft: Soft::NONE,
        mobility: M::NONE,
        pull: V::ZERO,
        range: [R::ZERO; 2],
        account: Account::NEW,
    };

    /// Begins a step along an axis, without a force so far.
    pub(crate) fn begin(&mut self, anchors: Anchors<R>, axis: [R; 3]) {
        *self = Row { anchors, axes: [axis; 2], account: self.account, ..Row::NONE };
    }

    /// Returns the velocity of A relative to B along the directions of the row.
    pub(crate) fn velocity(&self, a: &Body<R>, b: &Body<R>) -> V {
        M::local(&self.axes, self.anchors.velocity(a, b))
    }

    /// Returns the acceleration by the loads along them.
    pub(crate) fn known(&self, a: &Body<R>, b: &Body<R>, dt: R) -> Known<V> {
        self.anchors.known(a, b, dt).map(|vector| M::local(&self.axes, vector))
    }

    /// Pulls as the account allows after it has paid for the last step.
    ///
    /// `offsets` are those now and with the settings of the last step, m or rad, 0 where a one-sided spring does not act.
    pub(crate) fn prepare(
        &mut self,
        [a, b]: [&Body<R>; 2],
        spring: &Stiffness<R>,
        [offset, before]: [R; 2],
        [error, goal_velocity]: [V; 2],
        course: Course<R>,
    ) {
        let dt = course.dt;
        let (whole, known) = (self.anchors.known(a, b, dt), self.known(a, b, dt));
        let unseen = if M::SINGLE { unseen(known, dt) } else { unseen(whole, dt) };
        let velocity = self.velocity(a, b).minus(goal_velocity);
        let (spring, mass) = (*spring, self.anchors.mass(a, b));
        let stretch = Stretch { spring, mass, offset, before, unseen, error, velocity, known };
        let Row { soft, mobility, account, .. } = self;
        let share = account.share([a, b], soft, mobility, &stretch, course);
        self.pull = soft.pull(error.times(share), known);
        self.limit(course.max_force, dt);
    }

    /// Pulls for an error that does not act yet.
    pub(crate) fn cross_a_gap(&mut self, a: &Body<R>, b: &Body<R>, error: V, dt: R) {
        self.soft = self.soft.across_a_gap(dt);
        self.pull = self.soft.pull(error, self.known(a, b, dt));
    }

    /// Limits the force; one that is not above 0 is none, nor is there any in a step that is not one.
    pub(crate) fn limit(&mut self, max_force: R, dt: R) {
        let most = if max_force > R::ZERO && is_step(dt) { max_force * dt } else { R::ZERO };
        self.range = [-most, most];
    }

    /// Returns an impulse cut to the range.
    pub(crate) fn cut(&self, impulse: V) -> V {
        M::cut(impulse, self.range)
    }

    /// Starts with a part of an earlier step's impulse, added to the impulse `held` so far.
    pub(crate) fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, part: V, held: &mut V) {
        self.push(a, b, self.cut(part), held);
    }

    /// Changes the velocities of both bodies towards a relative velocity, after the impulse `held` so far.
    pub(crate) fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>, goal: V, held: &mut V) {
        let velocity = self.velocity(a, b).minus(goal);
        let change = self.soft.change(&self.mobility, self.pull, velocity, *held);
        self.push(a, b, self.cut(held.plus(change)).minus(*held), held);
    }

    /// Gives A an impulse along the directions of the row and B its opposite.
    pub(crate) fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: V, held: &mut V) {
        *held = held.plus(change);
        self.give(a, b, M::world(&self.axes, change));
    }

    /// Gives A an impulse of the world and B its opposite.
    pub(crate) fn give(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) {
        self.account.note(self.anchors.push(a, b, impulse));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_force_or_no_step_allows_no_impulse() {
        let range = |max_force: f64, dt: f64| {
            let mut row = Row::<f64, f64, f64>::NONE;
            row.limit(max_force, dt);
            row.range
        };
        assert_eq!(range(5.0, 0.1), [-0.5, 0.5]);
        for force in [-1.0, 0.0, f64::NAN] {
            assert_eq!(range(force, 0.1), [0.0; 2], "{force}");
        }
        for dt in [0.0, -0.1, f64::INFINITY, f64::NAN] {
            assert_eq!(range(5.0, dt), [0.0; 2], "{dt}");
        }
    }
}
