//! Derivatives of the exact step: by angular frequency, damping ratio, time, start and goal, in closed form.

use crate::coefficients::SpringStep;
use crate::math::transition::Transition;
use crate::params::Spring;
use crate::real::{Real, decayed::decayed};
use crate::state::State;
use crate::vector::Vector;

/// The derivatives of the [exact step](SpringStep) towards a held goal, for learning, fitting and optimal control.
///
/// With `τ = ωt`, `d = ζτ`, `D = d² − τ²` and the step's `X = e^(−d)·sinh √D/√D`, one more entire function is needed,
/// `Y = e^(−d)·(cosh √D − sinh √D/√D)/2D`, which is `e^(−d)/6` at critical damping:
///
/// ```text
/// ∂/∂ω   xx: −τtX     xv: t²·(2(ζ² − 1)τY − ζX)     vx: −τ(X + vv)       vv: −t(τX + 2ζ·vv)
/// ∂/∂ζ   xx: 2τ³Y     xv: −tτ(X − 2dY)              vx: ωτ²(X − 2dY)     vv: 2τ(dX − X − (d² + D)Y)
/// ∂/∂t   x: the velocity    v: the acceleration, both after the step
/// ```
///
/// The step is linear in start and goal: their derivatives are its matrix and what is missing of the identity.
/// [`pull_back`](Self::pull_back) is the reverse mode, for the gradient of a loss by all of them; over many steps see
/// [`MotionDerivatives`](crate::motion::MotionDerivatives).
///
/// Limits: a finite angular frequency and damping ratio; else NaN. By `ω` and `ζ` all is 0 in a step of no time.
///
/// Accuracy, beside 60 digits, for `ζ` to 1e4 and `τ` to 30: `ω·∂/∂ω` and `max(1, ζ)·∂/∂ζ` within 2e-14 (`f64`) and 9e-6
/// (`f32`) of the scales of the step's elements 1, `min(t, 1/ω)`, `min(ω, ω²t)`, 1.
///
/// ```
/// use sprung::{Spring, State};
///
/// let (spring, stiffer) = (Spring::new(8.0, 0.5)?, Spring::new(8.001, 0.5)?);
/// let (start, goal) = (State::new(0.0, 3.0), 1.0f64);
/// let slope = spring.step_derivatives(0.1).by_angular_frequency(start, goal);
/// let rise = stiffer.step(0.1).apply(start, goal).position - spring.step(0.1).apply(start, goal).position;
/// assert!((rise / 0.001 - slope.position).abs() < 1e-5);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("gradient", "sensitivity", "backpropagation", "autodiff", "Jacobian"))]
pub struct StepDerivatives<R> {
    step: SpringStep<R>,
    by_frequency: [[R; 2]; 2],
    by_ratio: [[R; 2]; 2],
    stiffness: R,
    damping: R,
}

/// The gradient of a loss by all that a step depends on: see [`StepDerivatives::pull_back`].
///
/// ```
/// use sprung::{Spring, State, StepGradient};
///
/// let derivatives = Spring::critical(8.0f64)?.step_derivatives(0.1);
/// let loss = State::new(1.0f64, 0.0);
/// let StepGradient { state, goal, .. } = derivatives.pull_back(State::at_rest(0.0), 1.0, loss);
/// // Start and goal share the position.
/// assert!((state.position + goal - 1.0f64).abs() < 1e-15);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepGradient<V: Vector> {
    /// By position and velocity before the step.
    pub state: State<V>,
    /// By the goal.
    pub goal: V,
    /// By the angular frequency.
    pub angular_frequency: V::Scalar,
    /// By the damping ratio.
    pub damping_ratio: V::Scalar,
    /// By the time of the step.
    pub dt: V::Scalar,
}

impl<R: Real> Spring<R> {
    /// Returns the derivatives of the exact step over `dt` seconds. One that is 0, negative or NaN counts as 0.
    pub fn step_derivatives(&self, dt: R) -> StepDerivatives<R> {
        let transition = self.transition(dt);
        let Slopes { bend, turn, twist, rate, velocity } =
            Slopes::of(&transition, self.damping_ratio());
        let Transition { seconds, phase, reach, .. } = transition;
        let ratio = self.damping_ratio();
        let by_frequency = [
            [-phase * (seconds * reach), seconds * (seconds * rate)],
            [-phase * (reach + velocity), -seconds * (phase * reach + R::TWO * ratio * velocity)],
        ];
        let square = phase * phase;
        let by_ratio = [
            [R::TWO * (square * (phase * bend)), -seconds * (phase * turn)],
            [self.angular_frequency() * (square * turn), R::TWO * (phase * twist)],
        ];
        let (stiffness, damping) = (self.stiffness(), self.damping());
        StepDerivatives {
            step: SpringStep::of(&transition),
            by_frequency,
            by_ratio,
            stiffness,
            damping,
        }
    }
}

/// The functions of which the derivatives are made.
struct Slopes<R> {
    /// `Y`.
    bend: R,
    /// `X − 2dY`.
    turn: R,
    /// `dX − X − (d² + D)Y`.
    twist: R,
    /// `(vv − X)/τ`.
    rate: R,
    /// `vv`.
    velocity: R,
}

impl<R: Real> Slopes<R> {
    fn of(transition: &Transition<R>, ratio: R) -> Self {
        let Transition { phase, decay, reach, .. } = *transition;
        let (one, two) = (R::ONE, R::TWO);
        let square = (decay - phase) * (decay + phase);
        let velocity = one + transition.vv_change();
        if square > R::NEAR_SQUARE {
            // By the roots, slow and fast: cosh √D·e^(−d) is rX + e^(−F).
            let half_gap = square.sqrt();
            let fast = decay + half_gap;
            let slow = phase * (phase / fast);
            let left = decayed(fast).left;
            let velocity = left - slow * reach;
            let lag = phase * (phase / square) - slow * (slow / half_gap);
            return Slopes {
                bend: ((half_gap - one) * reach + left) / (two * square),
                turn: reach * (decay / square - slow / half_gap) - left * (decay / square),
                twist: R::HALF * (reach * lag - left * (one + decay * (decay / square))),
                rate: (velocity - reach) / phase,
                velocity,
            };
        }
        let near = square >= -R::NEAR_SQUARE;
        let bend = if near {
            decayed(decay).left * bend(square)
        } else {
            (R::HALF * (transition.xx() + velocity) - reach) / (two * square)
        };
        let far_rate = (velocity - reach) / phase;
        let near_rate = two * ((ratio - one) * (ratio + one)) * (phase * bend) - ratio * reach;
        Slopes {
            bend,
            turn: reach - two * (decay * bend),
            twist: decay * reach - reach - (decay * decay + square) * bend,
            rate: if near { near_rate } else { far_rate },
            velocity,
        }
    }
}

/// `(cosh √D − sinh √D/√D)/2D` by its power series, for `|D|` up to 9/4.
fn bend<R: Real>(square: R) -> R {
    let series = (1..12)
        .rev()
        .fold(R::ONE, |sum, n: u32| R::ONE + square * sum / R::from_count(2 * n * (2 * n + 3)));
    series / R::from_count(6)
}

/// A matrix times a state.
fn times<V: Vector>(matrix: &[[V::Scalar; 2]; 2], state: State<V>) -> State<V> {
    let row = |[x, v]: [V::Scalar; 2]| state.position.times(x).plus(state.velocity.times(v));
    State::new(row(matrix[0]), row(matrix[1]))
}

impl<R: Real> StepDerivatives<R> {
    /// Returns the step itself.
    pub fn step(&self) -> SpringStep<R> {
        self.step
    }

    /// Returns the derivative of the state after the step by the angular frequency, given the state before.
    pub fn by_angular_frequency<V: Vector<Scalar = R>>(
        &self,
        state: State<V>,
        goal: V,
    ) -> State<V> {
        times(&self.by_frequency, State::new(state.position.minus(goal), state.velocity))
    }

    /// Returns the derivative of the state after the step by the damping ratio, given the state before.
    pub fn by_damping_ratio<V: Vector<Scalar = R>>(&self, state: State<V>, goal: V) -> State<V> {
        times(&self.by_ratio, State::new(state.position.minus(goal), state.velocity))
    }

    /// Returns the derivative of the state after the step by the time of the step, given the state before: velocity and
    /// acceleration.
    pub fn by_dt<V: Vector<Scalar = R>>(&self, state: State<V>, goal: V) -> State<V> {
        let State { position, velocity } = self.step.apply(state, goal);
        let pull = position.minus(goal).times(-self.stiffness);
        State::new(velocity, pull.minus(velocity.times(self.damping)))
    }

    /// Returns the derivative of the state after the step in a direction of the state before: the step's matrix times it.
    pub fn by_state<V: Vector<Scalar = R>>(&self, direction: State<V>) -> State<V> {
        // Towards 0 the step is the matrix, without a loss near the identity.
        self.step.apply(direction, V::ZERO)
    }

    /// Returns the derivative of the state after the step in a direction of the goal: `1 − xx` and `−vx` of it.
    pub fn by_goal<V: Vector<Scalar = R>>(&self, direction: V) -> State<V> {
        self.step.apply(State::at_rest(V::ZERO), direction)
    }

    /// Returns the gradient of a loss by all that the step depends on, from its gradient by the state after the step, given
    /// the state before: the reverse mode.
    #[must_use]
    pub fn pull_back<V: Vector<Scalar = R>>(
        &self,
        state: State<V>,
        goal: V,
        gradient: State<V>,
    ) -> StepGradient<V> {
        let along = |change: State<V>| {
            change.position.dot(gradient.position) + change.velocity.dot(gradient.velocity)
        };
        // The transposed matrix: the mixed coefficients change places.
        let [[_, xv], [vx, _]] = self.step.matrix();
        let own = |part: V, other: V, from_other: R, column: usize| {
            let unit = [State::new(part, V::ZERO), State::new(V::ZERO, part)][column];
            let moved = self.step.apply(unit, V::ZERO);
            [moved.position, moved.velocity][column].plus(other.times(from_other))
        };
        let before = State::new(
            own(gradient.position, gradient.velocity, vx, 0),
            own(gradient.velocity, gradient.position, xv, 1),
        );
        StepGradient {
            state: before,
            goal: self.by_goal(gradient.position).position.minus(gradient.velocity.times(vx)),
            angular_frequency: along(self.by_angular_frequency(state, goal)),
            damping_ratio: along(self.by_damping_ratio(state, goal)),
            dt: along(self.by_dt(state, goal)),
        }
    }
}
