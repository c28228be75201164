//! A node in space that follows another one.
#![allow(missing_docs, reason = "of the methods that the macros write")]

use godot::classes::{INode3D, Node3D};
use godot::prelude::*;
use sprung::State;

use crate::parameters::spring;

/// A node that a spring pulls to its target, with the same motion at every frame rate.
#[derive(GodotClass)]
#[class(base = Node3D, init)]
pub struct SpringFollow3D {
    /// The node that it follows.
    #[export]
    target: Option<Gd<Node3D>>,
    /// The half-life, s.
    #[export]
    #[init(val = 0.15)]
    halflife: f32,
    /// The damping ratio; below 1 it overshoots.
    #[export]
    #[init(val = 0.7)]
    damping_ratio: f32,
    velocity: [f32; 3],
    base: Base<Node3D>,
}

#[godot_api]
impl INode3D for SpringFollow3D {
    fn process(&mut self, delta: f64) {
        let Some(target) = &self.target else { return };
        let goal = target.get_global_position();
        let at = self.base().get_global_position();
        let step = spring(self.halflife, self.damping_ratio).step(delta as f32);
        let state = State::new([at.x, at.y, at.z], self.velocity);
        let State { position: [x, y, z], velocity } = step.apply(state, [goal.x, goal.y, goal.z]);
        self.velocity = velocity;
        self.base_mut().set_global_position(Vector3::new(x, y, z));
    }
}
