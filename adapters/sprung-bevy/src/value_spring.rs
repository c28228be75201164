//! A spring on the value of any component.

use core::marker::PhantomData;

use bevy::prelude::*;
use sprung::{Spring, State, Vector};

/// A component with a value that a spring can move: a color, a volume, the height of a bar.
pub trait SpringTarget: Component<Mutability = bevy::ecs::component::Mutable> {
    /// The type of the animated value: a number, an array, a `glam` vector.
    type Value: Vector<Scalar = f32> + Send + Sync + 'static;
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

/// Moves every `C` that has a [`ValueSpring`].
#[derive(Clone, Copy, Debug)]
pub struct ValueSpringPlugin<C>(PhantomData<fn() -> C>);

impl<C> Default for ValueSpringPlugin<C> {
    fn default() -> Self {
        ValueSpringPlugin(PhantomData)
    }
}

impl<C: SpringTarget> Plugin for ValueSpringPlugin<C> {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, move_values::<C>.in_set(crate::SpringSet));
    }
}

fn move_values<C: SpringTarget>(time: Res<Time>, mut sprung: Query<(&mut C, &mut ValueSpring<C>)>) {
    for (mut component, mut spring) in &mut sprung {
        let step = spring.spring.step(time.delta_secs());
        let moved = step.apply(State::new(component.value(), spring.velocity), spring.goal);
        spring.velocity = moved.velocity;
        component.set_value(moved.position);
    }
}
