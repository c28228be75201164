//! Many characters: each velocity follows the goal velocity, and the position is its exact integral.

use crate::batch::Batch;
use crate::float::{Float, choose};
use crate::math::response::{Response, ShortCritical, elapsed};
use crate::param::Param;
use crate::rest::Rest;
use crate::springs::critical_frequency;
use crate::sweep::Rule;
use sprung::shared::polynomial;

impl<T: Float> Batch<T> {
    /// Advances characters whose velocity is moved towards `goal_velocity` by a critically damped spring, by half-life.
    ///
    /// The velocity obeys [`Batch::critical_springs`], the acceleration is the spring's velocity, and the position gains the
    /// exact integral of the velocity. So a prediction is one step: to know where a crowd will be in a second, advance a
    /// copy of its columns by a `dt` of one second. One dimension; call it once for each.
    ///
    /// A half-life of 0 has the wanted velocity at once. Accuracy: within 1e-6 (`f32`) and 1e-14 (`f64`) of the natural
    /// scale, `|v|·dt` for what the position gains. Within the [`RestThreshold`](crate::RestThreshold), the velocity is the wanted one, the acceleration 0.
    /// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (controllers).
    ///
    /// ```
    /// let (mut x, mut v, mut a) = ([0.0f64], [0.0], [0.0]);
    /// sprung_batch::Batch::new().characters(0.2, 1.0, &mut x, &mut v, &mut a, 3.0);
    ///
    /// let spring = sprung::Spring::from_halflife(0.2, 1.0)?;
    /// let gained = spring.integral_step(1.0).apply(sprung::State::at_rest(0.0), 3.0);
    /// assert!((x[0] - gained).abs() < 1e-14);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Panics
    /// If the slices differ in length.
    #[doc(alias = "spring_character_update")]
    pub fn characters<'a>(
        &self,
        halflife: impl Param<'a, T>,
        dt: impl Param<'a, T>,
        position: &'a mut [T],
        velocity: &'a mut [T],
        acceleration: &'a mut [T],
        goal_velocity: impl Param<'a, T>,
    ) {
        self.run(
            Character,
            (["position", "velocity", "acceleration"], [position, velocity, acceleration]),
            (
                ["halflife", "dt", "goal_velocity"],
                [halflife.values(), dt.values(), goal_velocity.values()],
            ),
        );
    }
}

#[derive(Clone, Copy)]
struct Character;

/// The position gained in a step; `reach` is `xv`, `area` is `(1 − (1 + p)e^(−p))/p²` for the phase `p`.
#[inline(always)]
fn gained<T: Float>(
    reach: T,
    [_, velocity, acceleration]: [T; 3],
    goal: T,
    (dt, phase, area): (T, T, T),
) -> T {
    // ∫xx = ∫xv·2ω + xv and ∫xv = dt²·area, from the differential equation.
    let from_offset = reach + T::TWO * (phase * area) * dt;
    goal * dt + ((velocity - goal) * from_offset + acceleration * (dt * (dt * area)))
}

impl<T: Float> Rule<T, 3, 3> for Character {
    #[inline(always)]
    fn advance(&self, state: [T; 3], [halflife, dt, goal]: [T; 3]) -> [T; 3] {
        let (short, is_short) = self.shortcut(state, [halflife, dt, goal]);
        // A half-life of −0 is 0 too.
        let w = critical_frequency(halflife + T::ZERO);
        let step = Response::critical(w, dt);
        let dt = elapsed(dt);
        let phase = (w.at_most(T::MAX) * dt).at_most(T::HUGE);
        let series = polynomial(T::AREA, phase);
        let area = if phase <= T::LONGEST_SERIES {
            series
        } else {
            -step.position_from_offset / phase / phase
        };
        let gained = gained(step.position_from_velocity, state, goal, (dt, phase, area));
        let [velocity, acceleration] = step.advance(state[1], state[2], goal);
        choose(is_short, short, [state[0] + gained, velocity, acceleration])
    }

    #[inline(always)]
    fn shortcut(&self, state: [T; 3], [halflife, dt, goal]: [T; 3]) -> ([T; 3], bool) {
        let w = critical_frequency(halflife);
        let (step, is_short) = ShortCritical::new(w, dt);
        let phase = w * dt;
        let area = polynomial(T::AREA, phase);
        let gained = gained(step.reach, state, goal, (dt, phase, area));
        let [velocity, acceleration] = step.advance(state[1], state[2], goal);
        ([state[0] + gained, velocity, acceleration], is_short)
    }

    #[inline(always)]
    fn settle(&self, rest: &Rest<T>, [x, v, a]: [T; 3], [.., goal]: [T; 3]) -> [T; 3] {
        let [v, a] = rest.settle([v, a], goal);
        [x, v, a]
    }

    #[inline(always)]
    fn is_moving(&self, rest: &Rest<T>, [.., acceleration]: [T; 3], _: [T; 3]) -> bool {
        acceleration.has_any(rest.fast)
    }
}
