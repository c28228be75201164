//! The rows of a spring: the relative velocities that it changes in a step, in one direction or several.

use sprung::{Real, Vector};

use crate::account::{Account, Stretch};
use crate::body::Body;
use crate::discretization::Discretization;
use crate::effective_mass::Mobility;
use crate::external_acceleration::Known;
use crate::softness::{Soft, greatest_impulse};

/// A spring over one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<R, V, M> {
    pub(crate) soft: Soft<R>,
    /// The velocity per impulse.
    pub(crate) mobility: M,
    /// The velocity that the step removes for the offset and the load.
    pub(crate) pull: V,
    /// The range of the impulse; of several directions the greatest length is the second.
    pub(crate) range: [R; 2],
}

impl<R: Real, V: Vector<Scalar = R>, M: Mobility<V>> Row<R, V, M> {
    pub(crate) const NONE: Self =
        Row { soft: Soft::NONE, mobility: M::NONE, pull: V::ZERO, range: [R::ZERO; 2] };

    /// A row whose pull is what the account allows after it has paid for the last step; without a limit of force.
    pub(crate) fn new(
        account: &mut Account<R>,
        bodies: [&Body<R>; 2],
        soft: Soft<R>,
        mobility: M,
        stretch: &Stretch<R, V>,
        discretization: Discretization,
        dt: R,
    ) -> Self {
        let share = account.share(bodies, &soft, &mobility, stretch, discretization, dt);
        let pull = soft.pull(stretch.error.times(share), stretch.known);
        Row { soft, mobility, pull, range: [-R::INFINITY, R::INFINITY] }
    }

    /// The same for an error that does not act yet.
    pub(crate) fn across_a_gap(self, error: V, known: Known<V>, dt: R) -> Self {
        let soft = self.soft.across_a_gap(dt);
        Row { soft, pull: soft.pull(error, known), ..self }
    }

    /// The same with a limit of force.
    pub(crate) fn within(self, max_force: R, dt: R) -> Self {
        let most = greatest_impulse(max_force, dt);
        Row { range: [-most, most], ..self }
    }

    /// Returns an impulse cut to the range.
    pub(crate) fn cut(&self, impulse: V) -> V {
        M::cut(impulse, self.range)
    }

    /// Returns the change of impulse for a velocity that is left, after the impulse so far.
    pub(crate) fn change(&self, velocity: V, held: V) -> V {
        let change = self.soft.change(&self.mobility, self.pull, velocity, held);
        self.cut(held.plus(change)).minus(held)
    }
}
