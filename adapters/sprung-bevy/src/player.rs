//! The player of a camera, of whom only the `Transform` is known.

use sprung::{Spring, State};

/// A player's position, and his velocity by a point that follows him.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    position: [f32; 3],
    follower: State<[f32; 3]>,
}

impl Player {
    pub(crate) fn at_rest(position: [f32; 3]) -> Self {
        Player { position, follower: State::at_rest(position) }
    }

    /// Moves on to where he is now; returns position and velocity.
    pub(crate) fn update(
        &mut self,
        position: [f32; 3],
        spring: &Spring<f32>,
        dt: f32,
    ) -> State<[f32; 3]> {
        self.follower = spring.follow_step(dt).apply(self.follower, self.position, position);
        self.position = position;
        State::new(position, self.follower.velocity)
    }
}
