//! A number that follows a goal: for scripts, and for animated properties.
#![allow(missing_docs, reason = "of the methods that the macros write")]

use godot::classes::{INode, Node};
use godot::prelude::*;
use sprung::State;

use crate::parameters::spring;

/// A node with a number that a spring moves to `goal`; read `value`, or connect `value_changed`.
#[derive(GodotClass)]
#[class(base = Node, init, rename = SpringValue)]
pub struct SpringValueNode {
    /// The goal.
    #[export]
    goal: f32,
    /// The half-life, s.
    #[export]
    #[init(val = 0.15)]
    halflife: f32,
    /// The damping ratio; below 1 it overshoots.
    #[export]
    #[init(val = 0.7)]
    damping_ratio: f32,
    /// The number now.
    #[var]
    value: f32,
    /// Its velocity, per second.
    #[var]
    velocity: f32,
    base: Base<Node>,
}

#[godot_api]
impl SpringValueNode {
    /// Emitted in every frame in which the number moved.
    #[signal]
    fn value_changed(value: f32);
}

#[godot_api]
impl INode for SpringValueNode {
    fn process(&mut self, delta: f64) {
        let before = State::new(self.value, self.velocity);
        let step = spring(self.halflife, self.damping_ratio).step(delta as f32);
        let after = step.apply(before, self.goal);
        if after == before {
            return;
        }
        (self.value, self.velocity) = (after.position, after.velocity);
        self.signals().value_changed().emit(after.position);
    }
}
