//! Springs for anything that moves: exact, the same at every frame rate, never exploding.
#![no_std]
