//! A spring on the value of any component.

use core::marker::PhantomData;
use core::time::Duration;

use bevy::prelude::*;
use sprung::{Spring, State, Vector};

use crate::moves::{Moves, move_all};
use crate::timeline::ValueTimeline;

/// A component with a value that a spring can move: a color, a volume, the height of a bar.
pub trait SpringTarget: Component<Mutability = bevy::ecs::component::Mutable> {
    /// The type of the animated value: a number, an array, a `glam` vector.
    type Value: Vector<Scalar = f32> + PartialEq + Send + Sync + 'static;
    /// Returns the current value.
    fn value(&self) -> Self::Value;
    /// Sets the value.
    fn set_value(&mut self, value: Self::Value);
}

/// Moves the value of the component `C` on the same entity to a goal. Needs [`ValueSpringPlugin`] for `C`.
#[derive(Component, Clone, Copy, Debug)]
pub struct ValueSpring<C: SpringTarget> {
    /// Frequency and damping of the spring.
    pub spring: Spring<f32>,
    /// The goal of the spring.
    pub goal: C::Value,
    /// The value's rate, per second.
    pub velocity: C::Value,
}

impl<C: SpringTarget> ValueSpring<C> {
    /// A spring to a goal, at rest.
    pub fn new(spring: Spring<f32>, goal: C::Value) -> Self {
        ValueSpring { spring, goal, velocity: C::Value::ZERO }
    }
}

/// Moves every `C` that has a [`ValueSpring`] or a [`ValueTimeline`].
#[derive(Clone, Copy, Debug)]
pub struct ValueSpringPlugin<C>(PhantomData<fn() -> C>);

impl<C> Default for ValueSpringPlugin<C> {
    fn default() -> Self {
        ValueSpringPlugin(PhantomData)
    }
}

impl<C: SpringTarget> Plugin for ValueSpringPlugin<C> {
    fn build(&self, app: &mut App) {
        let systems = (move_all::<C, ValueSpring<C>>, move_all::<C, ValueTimeline<C>>);
        app.add_systems(Update, systems.chain().in_set(crate::SpringSet));
    }
}

impl<C: SpringTarget> Moves<C> for ValueSpring<C> {
    fn update(&mut self, component: &mut C, dt: Duration) {
        let step = self.spring.step(dt.as_secs_f32());
        let moved = step.apply(State::new(component.value(), self.velocity), self.goal);
        self.velocity = moved.velocity;
        component.set_value(moved.position);
    }
}
