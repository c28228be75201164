//! Derivatives of a whole motion: of a spring through any steps and goals, by everything at once (forward mode).

use crate::coefficients::StepDerivatives;
use crate::state::State;
use crate::vector::Vector;

/// A state of a spring and its derivatives by the parameters of the whole motion that led to it.
///
/// Each step adds its own derivatives to those of the state before it, in closed form:
/// `∂z′/∂p = Φ·∂z/∂p + ∂Φ/∂p·(z − g)`. Every step may have another goal and another duration. For the gradient by each
/// single goal and each state on the way take [`StepDerivatives::pull_back`], from the last step to the first.
///
/// Accuracy: as [`StepDerivatives`], times the number of steps.
///
/// ```
/// use sprung::{Spring, State, motion::MotionDerivatives};
///
/// // The angular frequency with which a motion through two goals is at 0.6 after 0.4 s, by Newton's method.
/// let mut frequency = 5.0;
/// for _ in 0..8 {
///     let step = Spring::new(frequency, 0.7)?.step_derivatives(0.1);
///     let mut motion = MotionDerivatives::of(State::at_rest(0.0f64));
///     for goal in [1.0, 1.0, 0.5, 0.5] {
///         motion.update(goal, &step);
///     }
///     frequency -= (motion.state.position - 0.6) / motion.by_angular_frequency.position;
/// }
/// let step = Spring::new(frequency, 0.7)?.step(0.1);
/// let end = [1.0, 1.0, 0.5, 0.5].iter().fold(State::at_rest(0.0f64), |state, &goal| step.apply(state, goal));
/// assert!((end.position - 0.6f64).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionDerivatives<V> {
    /// The state.
    pub state: State<V>,
    /// By the angular frequency of all steps.
    pub by_angular_frequency: State<V>,
    /// By the damping ratio of all steps.
    pub by_damping_ratio: State<V>,
    /// By the duration of every step, if all are lengthened by the same time.
    pub by_dt: State<V>,
    /// In the direction of the start that was given; 0 from [`of`](Self::of).
    pub by_start: State<V>,
    /// In the direction of the goals that is given with each step; 0 from [`update`](Self::update).
    pub by_goal: State<V>,
}

impl<V: Vector> MotionDerivatives<V> {
    /// A state at the start of a motion.
    pub const fn of(state: State<V>) -> Self {
        MotionDerivatives::along(state, State::at_rest(V::ZERO))
    }

    /// A state at the start of a motion, and a direction in which the start is varied: position and velocity per unit of
    /// the variation.
    pub const fn along(state: State<V>, direction: State<V>) -> Self {
        let none = State::at_rest(V::ZERO);
        MotionDerivatives {
            state,
            by_angular_frequency: none,
            by_damping_ratio: none,
            by_dt: none,
            by_start: direction,
            by_goal: none,
        }
    }

    /// Moves on by one step towards a goal.
    pub fn update(&mut self, goal: V, step: &StepDerivatives<V::Scalar>) {
        self.update_along(goal, V::ZERO, step);
    }

    /// Moves on by one step towards a goal that is varied in a direction: its change per unit of the variation.
    pub fn update_along(&mut self, goal: V, direction: V, step: &StepDerivatives<V::Scalar>) {
        let before = self.state;
        let carried = |change: State<V>, own: State<V>| step.by_state(change).plus(own);
        *self = MotionDerivatives {
            state: step.step().apply(before, goal),
            by_angular_frequency: carried(
                self.by_angular_frequency,
                step.by_angular_frequency(before, goal),
            ),
            by_damping_ratio: carried(self.by_damping_ratio, step.by_damping_ratio(before, goal)),
            by_dt: carried(self.by_dt, step.by_dt(before, goal)),
            by_start: step.by_state(self.by_start),
            by_goal: carried(self.by_goal, step.by_goal(direction)),
        };
    }
}
