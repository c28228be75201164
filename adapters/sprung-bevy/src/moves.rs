//! The systems that all components share: one moves an entity by its own component, one makes it follow another entity.

use core::iter::successors;
use core::time::Duration;

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

/// A component that moves another component `T` of its entity.
pub(crate) trait Moves<T>: Component<Mutability = Mutable> {
    /// Moves on by the time that has passed.
    fn update(&mut self, moved: &mut T, dt: Duration);
}

pub(crate) fn move_all<T: Component<Mutability = Mutable>, M: Moves<T>>(
    time: Res<Time>,
    mut entities: Query<(&mut T, &mut M)>,
) {
    for (mut moved, mut motion) in &mut entities {
        motion.update(&mut moved, time.delta());
    }
}

/// A component that moves the `Transform` of its entity after that of another one, its leader.
pub(crate) trait Follows: Component<Mutability = Mutable> {
    fn leader(&self) -> Entity;
    /// Moves on by the time that has passed, at the end of which the leader is where it is.
    fn update(&mut self, leader: &Transform, transform: &mut Transform, dt: Duration);
}

/// The longest chain of followers of followers that is moved in order.
const LONGEST_CHAIN: usize = 64;

/// Moves followers, each after its leader: in a chain of them nobody lags by a frame.
pub(crate) fn follow_all<F: Follows>(
    time: Res<Time>,
    mut followers: Query<(Entity, &mut F)>,
    mut transforms: Query<&mut Transform>,
    mut order: Local<Vec<(usize, Entity)>>,
) {
    let leader = |entity: &Entity| followers.get(*entity).ok().map(|(_, f)| f.leader());
    let depth = |entity| successors(Some(entity), leader).take(LONGEST_CHAIN).count();
    order.clear();
    order.extend(followers.iter().map(|(entity, _)| (depth(entity), entity)));
    order.sort_unstable();
    for &(_, entity) in &*order {
        let Ok((_, mut follower)) = followers.get_mut(entity) else { continue };
        let both = transforms.get_many_mut([follower.leader(), entity]);
        let Ok([leader, mut transform]) = both else { continue };
        follower.update(&leader, &mut transform, time.delta());
    }
}

/// The motion `M` of a value `T`, which goes on while the value is where the motion left it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Running<T, M>(Option<(T, M)>);

impl<T: Copy + PartialEq, M: Copy> Running<T, M> {
    pub(crate) const NEW: Self = Running(None);

    /// Returns the motion, if it has begun.
    pub(crate) fn motion(&self) -> Option<M> {
        self.0.map(|(_, motion)| motion)
    }

    /// Moves the value by the motion; where something else has put it, the motion starts there.
    pub(crate) fn update(
        &mut self,
        value: &mut T,
        start: impl FnOnce(T) -> M,
        advance: impl FnOnce(&mut M) -> T,
    ) {
        let mut motion = match self.0 {
            Some((left, motion)) if left == *value => motion,
            _ => start(*value),
        };
        *value = advance(&mut motion);
        self.0 = Some((*value, motion));
    }
}
