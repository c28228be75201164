//! The character controller: a spring moves the velocity towards the goal velocity that a stick sets.

use crate::coefficients::CharacterStep;
use crate::motion::limits::{cut, with_length};
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// A character whose velocity follows a goal velocity by a spring: position, velocity and acceleration.
///
/// The position is the exact integral of the sprung velocity, for every damping ratio; so any moment of the future is
/// one step away, and predicting it gives bit for bit what stepping there once gives.
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (controllers), there for critical damping.
///
/// ```
/// use sprung::{Spring, motion::Character};
///
/// let spring = Spring::from_halflife(0.15, 1.0)?;
/// let mut hero = Character::at_rest([0.0f64, 0.0]);
/// let mut path = [hero; 3];
/// hero.predict([3.0, 0.0], &spring, &[0.2, 0.4, 0.6], &mut path);
/// hero.update([3.0, 0.0], &spring.character_step(0.4));
/// assert_eq!(hero, path[1]);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("character controller", "trajectory prediction", "motion matching"))]
#[doc(alias("spring_character_predict", "spring_character_update"))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("SpringCharacterUpdate", "SpringCharacterPredict"))]
pub struct Character<V> {
    /// The position, in the user's unit.
    pub position: V,
    /// The velocity, in that unit per second.
    pub velocity: V,
    /// The acceleration, in that unit per second squared.
    pub acceleration: V,
}

impl<V: Vector> Character<V> {
    /// A character at rest.
    pub const fn at_rest(position: V) -> Self {
        Character { position, velocity: V::ZERO, acceleration: V::ZERO }
    }

    /// Moves the character by one step towards a goal velocity that is held during the step.
    #[inline]
    pub fn update(&mut self, goal_velocity: V, step: &CharacterStep<V::Scalar>) {
        *self = self.after(goal_velocity, step);
    }

    /// Moves on by one step, changing its velocity by no more than `limit` (per second squared) on average.
    ///
    /// A limit that is 0, negative or NaN leaves the velocity as it is. A step of no time changes nothing.
    /// A pull beyond the limit is cut to it in its own direction. The cut is made once per step: the only motion here that
    /// depends on the frame rate, and only while it cuts.
    pub fn update_limited(
        &mut self,
        goal_velocity: V,
        step: &CharacterStep<V::Scalar>,
        limit: V::Scalar,
    ) {
        let dt = step.dt();
        if dt == V::Scalar::ZERO {
            return;
        }
        let free = self.after(goal_velocity, step);
        let change = free.velocity.minus(self.velocity);
        let most = limit.max(V::Scalar::ZERO) * dt;
        if !(change.length() > most) {
            *self = free;
            return;
        }
        let allowed = cut(change, most);
        let half = V::Scalar::HALF;
        self.position = self.position.plus(self.velocity.times(dt)).plus(allowed.times(half * dt));
        self.velocity = self.velocity.plus(allowed);
        self.acceleration = allowed.times(V::Scalar::ONE / dt);
    }

    /// Writes to `path` the character at each of `times` (seconds from now) while the goal velocity stays.
    ///
    /// # Panics
    /// If `times` and `path` differ in length.
    #[doc(alias = "spring_character_predict")]
    pub fn predict(
        &self,
        goal_velocity: V,
        spring: &Spring<V::Scalar>,
        times: &[V::Scalar],
        path: &mut [Self],
    ) {
        fill(path, times, |time| self.after(goal_velocity, &spring.character_step(time)));
    }

    /// Writes to `path` the character after each of `goal_velocities`, each held for one `step`.
    ///
    /// # Panics
    /// If `goal_velocities` and `path` differ in length.
    pub fn predict_goals(
        &self,
        goal_velocities: &[V],
        step: &CharacterStep<V::Scalar>,
        path: &mut [Self],
    ) {
        let mut character = *self;
        fill(path, goal_velocities, |goal_velocity| {
            character.update(goal_velocity, step);
            character
        });
    }

    fn after(&self, goal_velocity: V, step: &CharacterStep<V::Scalar>) -> Self {
        let motion = State::new(self.velocity, self.acceleration);
        let (distance, motion) = step.apply(motion, goal_velocity);
        Character {
            position: self.position.plus(distance),
            velocity: motion.position,
            acceleration: motion.velocity,
        }
    }
}

/// Fills a path with the sample of each input, of which there must be as many.
pub(super) fn fill<T: Copy, S>(path: &mut [S], inputs: &[T], mut sample: impl FnMut(T) -> S) {
    let (asked, held) = (inputs.len(), path.len());
    assert!(asked == held, "{asked} samples are asked for, but path holds {held}");
    for (place, &input) in path.iter_mut().zip(inputs) {
        *place = sample(input);
    }
}

/// Applies a radial dead zone to a stick: 0 within `inner`, full from `outer` on, linear in between; direction kept.
///
/// Lengths from 0 to 1; with `outer` at `inner` or below it jumps from 0 to full. NaN stays where it came in: a NaN
/// `inner` gives 0.
///
/// ```
/// use sprung::motion::dead_zone;
///
/// assert_eq!(dead_zone([0.1f64, 0.0], 0.2, 1.0), [0.0, 0.0]);
/// assert!((dead_zone([0.0f64, -0.6], 0.2, 1.0)[1] + 0.5).abs() < 1e-15);
/// ```
pub fn dead_zone<V: Vector>(stick: V, inner: V::Scalar, outer: V::Scalar) -> V {
    let length = stick.length();
    if !(length > inner) || length == V::Scalar::ZERO {
        return V::ZERO;
    }
    if length >= outer {
        return with_length(stick, V::Scalar::ONE);
    }
    stick.times((length - inner) / (outer - inner) / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_step_equals_many_for_every_damping_ratio() {
        for ratio in [0.0, 0.3, 1.0, 4.0] {
            let spring = Spring::new(9.0, ratio).unwrap();
            let start = Character { position: 2.0f64, velocity: -1.0, acceleration: 5.0 };
            let (mut once, mut often) = (start, start);
            once.update(3.0, &spring.character_step(1.0));
            for _ in 0..64 {
                often.update(3.0, &spring.character_step(1.0 / 64.0));
            }
            assert!((once.position - often.position).abs() < 1e-13, "{ratio}");
            assert!((once.acceleration - often.acceleration).abs() < 1e-12, "{ratio}");
        }
    }

    #[test]
    fn the_position_is_the_integral_of_the_velocity() {
        let spring = Spring::new(6.0, 0.4).unwrap();
        let start = Character { position: 0.0f64, velocity: 2.0, acceleration: -3.0 };
        let at = |time: f64| {
            let mut character = start;
            character.update(-1.0, &spring.character_step(time));
            character
        };
        // Simpson's rule over the velocity.
        let (n, end) = (2000, 1.3);
        let h = end / f64::from(n);
        let sum: f64 = (0..=n)
            .map(|i| {
                let weight = if i == 0 || i == n { 1.0 } else { 2.0 + 2.0 * f64::from(i % 2) };
                weight * at(f64::from(i) * h).velocity
            })
            .sum();
        assert!((at(end).position - sum * h / 3.0).abs() < 1e-11);
    }

    #[test]
    fn a_limited_character_never_accelerates_beyond_its_limit() {
        let spring = Spring::new(40.0, 1.0).unwrap();
        let (dt, mut hero) = (1.0 / 60.0, Character::at_rest([0.0f64, 0.0]));
        for _ in 0..120 {
            let before = hero.velocity;
            hero.update_limited([6.0, 8.0], &spring.character_step(dt), 20.0);
            assert!(hero.velocity.minus(before).length() <= 20.0 * dt * (1.0 + 1e-12));
        }
        assert!(hero.velocity.minus([6.0, 8.0]).length() < 1e-3);
    }

    #[test]
    fn a_limit_of_none_keeps_the_velocity_and_no_time_changes_nothing() {
        let spring = Spring::critical(8.0).unwrap();
        let start = Character { position: 1.0f64, velocity: 2.0, acceleration: 3.0 };
        for limit in [0.0, -0.0, -1.0, f64::NAN] {
            let mut hero = start;
            hero.update_limited(50.0, &spring.character_step(0.5), limit);
            assert_eq!(hero, Character { position: 2.0, velocity: 2.0, acceleration: 0.0 });
        }
        for dt in [0.0, -0.0, -1.0, f64::NAN] {
            let mut hero = start;
            hero.update_limited(50.0, &spring.character_step(dt), 1.0);
            assert_eq!(hero, start);
        }
    }

    #[test]
    fn a_dead_zone_keeps_the_direction_of_any_stick() {
        for size in [1.0f32, 1e18, 1e25, 3e38] {
            let [x, y] = dead_zone([size, -size], 0.2, 0.9);
            assert!((x - 0.5f32.sqrt()).abs() < 1e-6 && (y + x).abs() < 1e-6, "{x} {y}");
        }
        assert_eq!(dead_zone([0.5f64, 0.0], 0.4, 0.4), [1.0, 0.0]);
        assert_eq!(dead_zone([0.5f64, 0.0], 0.4, 0.1), [1.0, 0.0]);
        assert_eq!(dead_zone([0.0f64, 0.0], -1.0, 1.0), [0.0, 0.0]);
    }

    #[test]
    fn a_goal_per_sample_is_what_stepping_gives() {
        let spring = Spring::critical(8.0).unwrap();
        let step = spring.character_step(0.1f32);
        let goals = [[1.0f32, 0.0], [0.0, 1.0], [-1.0, 0.0]];
        let mut path = [Character::at_rest([0.0; 2]); 3];
        Character::at_rest([0.0; 2]).predict_goals(&goals, &step, &mut path);
        let mut hero = Character::at_rest([0.0; 2]);
        for (goal, predicted) in goals.into_iter().zip(path) {
            hero.update(goal, &step);
            assert_eq!(hero, predicted);
        }
    }
}
