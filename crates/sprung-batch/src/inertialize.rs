//! Inertialization of whole poses: switch to another animation at once and fade the offset, each bone at its own rate.

use crate::batch::Batch;
use crate::float::{Float, choose};
use crate::math::response::{Response, ShortCritical};
use crate::param::Param;
use crate::rest::Rest;
use crate::springs::critical_frequency;
use crate::sweep::Rule;

impl<T: Float> Batch<T> {
    /// Adds a pose's offset to the animation that plays, after one step of its decay.
    ///
    /// A channel is one number of a bone: a coordinate, or a component of a rotation vector. `offset` and `offset_velocity` are
    /// what is left of earlier animations and decay by critically damped springs with a half-life for each channel, as
    /// [`Batch::critical_springs`] with a goal of 0; `position` and `velocity` of the animation become those of the blend.
    /// At a switch, add the difference of both animations to the offset.
    ///
    /// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (inertialization).
    ///
    /// ```
    /// let (mut offset, mut offset_velocity) = ([2.0f32], [0.0]);
    /// let (mut position, mut velocity) = ([10.0], [0.0]);
    /// let batch = sprung_batch::Batch::new();
    /// let pose = (&mut position[..], &mut velocity[..]);
    /// batch.inertialize(0.1, 0.1, &mut offset, &mut offset_velocity, pose.0, pose.1);
    /// assert!((position[0] - 11.0).abs() < 1e-6);
    /// ```
    ///
    /// # Panics
    /// If the slices differ in length.
    #[doc(alias = "inertialize_update")]
    pub fn inertialize<'a>(
        &self,
        halflife: impl Param<'a, T>,
        dt: impl Param<'a, T>,
        offset: &'a mut [T],
        offset_velocity: &'a mut [T],
        position: &'a mut [T],
        velocity: &'a mut [T],
    ) {
        self.run(
            Inertialize { rest: self.rest },
            (
                ["offset", "offset_velocity", "position", "velocity"],
                [offset, offset_velocity, position, velocity],
            ),
            (["halflife", "dt"], [halflife.values(), dt.values()]),
        );
    }
}

#[derive(Clone, Copy)]
struct Inertialize<T: Float> {
    rest: Rest<T>,
}

impl<T: Float> Inertialize<T> {
    #[inline(always)]
    fn blend(&self, decayed: [T; 2], [_, _, x, v]: [T; 4]) -> [T; 4] {
        let [offset, offset_velocity] = self.rest.settle(decayed, T::ZERO);
        [offset, offset_velocity, x + offset, v + offset_velocity]
    }
}

impl<T: Float> Rule<T, 4, 2> for Inertialize<T> {
    // The blend needs the offset at rest, so rest is part of the step.
    const SETTLES: bool = false;

    #[inline(always)]
    fn advance(&self, state: [T; 4], [halflife, dt]: [T; 2]) -> [T; 4] {
        let (short, is_short) = self.shortcut(state, [halflife, dt]);
        // A half-life of −0 is 0 too.
        let step = Response::critical(critical_frequency(halflife + T::ZERO), dt);
        let any = self.blend(step.advance(state[0], state[1], T::ZERO), state);
        choose(is_short, short, any)
    }

    #[inline(always)]
    fn shortcut(&self, state: [T; 4], [halflife, dt]: [T; 2]) -> ([T; 4], bool) {
        let (step, is_short) = ShortCritical::new(critical_frequency(halflife), dt);
        (self.blend(step.advance(state[0], state[1], T::ZERO), state), is_short)
    }
}
