//! A component of one number for the tests of values.

use bevy::prelude::*;
use sprung_bevy::SpringTarget;

#[derive(Component, Debug)]
pub(crate) struct Volume(pub(crate) f32);

impl SpringTarget for Volume {
    type Value = f32;
    fn value(&self) -> f32 {
        self.0
    }
    fn set_value(&mut self, value: f32) {
        self.0 = value;
    }
}
