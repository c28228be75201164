//! Springs with individual parameters: the full exact step for each, all regimes mixed.

use crate::batch::Batch;
use crate::float::{Float, choose};
use crate::math::response::{Response, ShortCritical};
use crate::param::{Param, SpringParams};
use crate::sweep::Rule;

impl<T: Float> Batch<T> {
    /// Advances springs that differ in angular frequency `ω` (rad/s), damping ratio `ζ`, time step or goal.
    ///
    /// Each parameter is a number for all or a slice; under-damped, critical and over-damped springs may lie side by
    /// side. If all springs share `ω`, `ζ` and `dt`, [`Batch::spring`] is eight times faster.
    ///
    /// Formula: `x″ + 2ζω x′ + ω² (x − goal) = 0`, solved exactly over `dt` seconds; no regime has a seam.
    /// Limits are those of [`sprung::Spring::step`]: a `dt` that is 0, negative or NaN changes nothing; an infinite `ω` or
    /// `dt` ends on the goal; an infinite `ζ` freezes the position. A negative or NaN `ω` or `ζ` makes that spring NaN, and
    /// no other.
    ///
    /// Accuracy: within 1e-6 (`f32`) and 1e-14 (`f64`) of the natural scale, `|x − goal| + |v|·dt` for the position and
    /// `ω|x − goal| + |v|` for the velocity, for `ζ` in 0 … 1e4 and phases `ω·dt` up to 30; beyond about 2¹³ (`f32`) the phase of
    /// an undamped spring is known no better than its inputs. The core, [`sprung::Spring::step`], agrees to that accuracy.
    /// Steps with `(ζ² − 1)(ω·dt)²` in −4 … 9, as frames have them, are the fastest: three times faster than others.
    ///
    /// ```
    /// let (mut position, mut velocity) = ([0.0f64; 3], [0.0; 3]);
    /// let damping_ratio = &[0.2, 1.0, 5.0];
    /// let springs = sprung_batch::SpringParams { angular_frequency: 10.0, damping_ratio, dt: 0.1 };
    /// sprung_batch::Batch::new().springs(springs, &mut position, &mut velocity, &[1.0, 1.0, 1.0]);
    ///
    /// let one = sprung::Spring::new(10.0, 5.0)?.step(0.1).apply(sprung::State::at_rest(0.0), 1.0);
    /// assert!((position[2] - one.position).abs() < 1e-14);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Panics
    /// If the slices differ in length.
    #[doc(alias = "spring_damper_exact")]
    // Where it is called, the kinds of the parameters are known: a call with one spring costs a third less.
    #[inline(always)]
    pub fn springs<'a>(
        &self,
        springs: SpringParams<impl Param<'a, T>, impl Param<'a, T>, impl Param<'a, T>>,
        position: &'a mut [T],
        velocity: &'a mut [T],
        goal: impl Param<'a, T>,
    ) {
        let SpringParams { angular_frequency, damping_ratio, dt } = springs;
        self.run(
            AnySpring,
            (["position", "velocity"], [position, velocity]),
            (
                ["angular_frequency", "damping_ratio", "dt", "goal"],
                [angular_frequency.values(), damping_ratio.values(), dt.values(), goal.values()],
            ),
        );
    }

    /// Advances critically damped springs (`ζ = 1`) by their true half-life in seconds: the fastest that never overshoot
    /// from rest, for less work than [`Batch::springs`].
    ///
    /// `ω = 1.678347/halflife`: from rest, half of the offset is left after each half-life of the first. A half-life of 0
    /// reaches the goal at once, an infinite one never moves, a negative or NaN one makes that spring NaN.
    /// With a goal of 0 this is a decay.
    ///
    /// Accuracy: within 1e-6 (`f32`) and 1e-14 (`f64`) of the natural scale, as [`Batch::springs`].
    ///
    /// ```
    /// let (mut position, mut velocity) = ([0.0f32; 2], [0.0; 2]);
    /// sprung_batch::Batch::new().critical_springs(&[0.1, 0.2], 0.1, &mut position, &mut velocity, 1.0);
    /// assert!((position[0] - 0.5).abs() < 1e-6 && position[1] < 0.5);
    /// ```
    ///
    /// # Panics
    /// If the slices differ in length.
    #[doc(alias("simple_spring_damper_exact", "SmoothDamp"))]
    pub fn critical_springs<'a>(
        &self,
        halflife: impl Param<'a, T>,
        dt: impl Param<'a, T>,
        position: &'a mut [T],
        velocity: &'a mut [T],
        goal: impl Param<'a, T>,
    ) {
        self.run(
            CriticalSpring,
            (["position", "velocity"], [position, velocity]),
            (["halflife", "dt", "goal"], [halflife.values(), dt.values(), goal.values()]),
        );
    }
}

/// The angular frequency of a critically damped spring: at the phase 1.678347 half of its offset is left,
/// `(1 + p)e^(−p) = 1/2`.
#[inline(always)]
pub(crate) fn critical_frequency<T: Float>(halflife: T) -> T {
    T::from_f64(1.678_346_990_016_660_7) / halflife
}

#[derive(Clone, Copy)]
struct AnySpring;

impl<T: Float> Rule<T, 2, 4> for AnySpring {
    #[inline(always)]
    fn advance(&self, [position, velocity]: [T; 2], [w, z, dt, goal]: [T; 4]) -> [T; 2] {
        Response::new(w, z, dt).advance(position, velocity, goal)
    }

    #[inline(always)]
    fn shortcut(&self, [position, velocity]: [T; 2], [w, z, dt, goal]: [T; 4]) -> ([T; 2], bool) {
        let (step, is_short) = Response::of_a_frame(w, z, dt);
        (step.advance(position, velocity, goal), is_short)
    }

    #[inline(always)]
    fn alone(&self, [position, velocity]: [T; 2], [w, z, dt, goal]: [T; 4]) -> [T; 2] {
        Response::alone(w, z, dt).advance(position, velocity, goal)
    }
}

#[derive(Clone, Copy)]
struct CriticalSpring;

impl<T: Float> Rule<T, 2, 3> for CriticalSpring {
    #[inline(always)]
    fn advance(&self, [position, velocity]: [T; 2], [halflife, dt, goal]: [T; 3]) -> [T; 2] {
        let (short, is_short) = self.shortcut([position, velocity], [halflife, dt, goal]);
        // A half-life of −0 is 0 too.
        let step = Response::critical(critical_frequency(halflife + T::ZERO), dt);
        let any = step.advance(position, velocity, goal);
        choose(is_short, short, any)
    }

    #[inline(always)]
    fn shortcut(
        &self,
        [position, velocity]: [T; 2],
        [halflife, dt, goal]: [T; 3],
    ) -> ([T; 2], bool) {
        let (step, is_short) = ShortCritical::new(critical_frequency(halflife), dt);
        (step.advance(position, velocity, goal), is_short)
    }
}
