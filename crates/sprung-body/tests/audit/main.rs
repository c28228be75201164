//! Long tests: random scenes that gain no energy, and every spring for an hour.

mod hours;
mod scene;
mod scenes;
#[path = "../world/mod.rs"]
mod world;
