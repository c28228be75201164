//! The methods that advance a spring by one step, for comparison.

use crate::integrate::{
    backward_euler, explicit_euler, runge_kutta_4, semi_implicit_euler, stable_pd,
};
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// A method that advances a spring by one time step.
///
/// ```
/// use sprung::{Spring, State, integrate::Method};
///
/// let spring = Spring::new(40.0f64, 1.0)?;
/// let mut state = State::at_rest(1.0f64);
/// for _ in 0..30 {
///     state = Method::Explicit.step(state, 0.0, 0.0, &spring, 1.0 / 15.0);
/// }
/// assert!(state.position.abs() > 1e3, "explicit Euler explodes at ωh = 2.67");
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("UpdateSpring", "integrator"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Method {
    /// The exact solution: the same at every step size.
    Exact,
    /// [`explicit_euler`].
    Explicit,
    /// [`semi_implicit_euler`].
    SemiImplicit,
    /// [`runge_kutta_4`].
    RungeKutta4,
    /// [`stable_pd`].
    StablePd,
    /// [`backward_euler`].
    BackwardEuler,
}

impl Method {
    /// Every method, the exact one first.
    pub const ALL: [Method; 6] = [
        Method::Exact,
        Method::Explicit,
        Method::SemiImplicit,
        Method::RungeKutta4,
        Method::StablePd,
        Method::BackwardEuler,
    ];

    /// Returns the command-line name: `exact`, `explicit`, `semi-implicit`, `rk4`, `stable-pd`, `backward-euler`.
    pub const fn name(self) -> &'static str {
        // In the order of their declaration.
        ["exact", "explicit", "semi-implicit", "rk4", "stable-pd", "backward-euler"][self as usize]
    }

    /// One step of `dt` seconds towards a held goal, damped towards a goal velocity.
    ///
    /// For [`Exact`](Self::Exact) and [`BackwardEuler`](Self::BackwardEuler) a `dt` that is 0, negative or NaN changes
    /// nothing. The other methods take `dt` as it is: a negative one runs backward, and neither NaN nor an infinite one
    /// means anything.
    #[doc(alias("Update", "UpdateSpring"))]
    pub fn step<V: Vector>(
        self,
        state: State<V>,
        goal: V,
        goal_velocity: V,
        spring: &Spring<V::Scalar>,
        dt: V::Scalar,
    ) -> State<V> {
        let acceleration = |state| spring.acceleration(state, goal, goal_velocity);
        match self {
            Method::Exact => spring.goal_velocity_step(dt).apply(state, goal, goal_velocity),
            Method::Explicit => explicit_euler(state, dt, acceleration),
            Method::SemiImplicit => semi_implicit_euler(state, dt, acceleration),
            Method::RungeKutta4 => runge_kutta_4(state, dt, acceleration),
            Method::StablePd => stable_pd(state, goal, goal_velocity, spring, dt),
            Method::BackwardEuler => backward_euler(state, goal, goal_velocity, spring, dt),
        }
    }

    /// The phase `ω·dt` below which the method is stable on a spring of this damping ratio (≥ 0).
    ///
    /// | method | limit |
    /// |---|---|
    /// | exact | infinite |
    /// | explicit | `2ζ` for `ζ ≤ 1`, `2(ζ − √(ζ² − 1))` beyond |
    /// | semi-implicit | `2(√(ζ² + 1) − ζ)` |
    /// | rk4 | found on the boundary of its stability region, to rounding: 2√2 undamped, 2.785 critical |
    /// | stable PD | `2(ζ + √(ζ² + 1))` |
    /// | backward Euler | infinite |
    ///
    /// Without damping explicit Euler has no stable step at all (0).
    pub fn stability_limit<R: Real>(self, damping_ratio: R) -> R {
        let zeta = damping_ratio;
        let slow = |zeta: R| R::ONE / (zeta + ((zeta - R::ONE) * (zeta + R::ONE)).sqrt());
        let root = (zeta * zeta + R::ONE).sqrt();
        match self {
            Method::Exact | Method::BackwardEuler => R::INFINITY,
            Method::Explicit if zeta <= R::ONE => R::TWO * zeta,
            Method::Explicit => R::TWO * slow(zeta),
            // √(ζ² + 1) − ζ, without its cancellation.
            Method::SemiImplicit => R::TWO / (root + zeta),
            Method::StablePd => R::TWO * (root + zeta),
            Method::RungeKutta4 if zeta >= R::ONE => R::from_f64(REAL_LIMIT) * slow(zeta),
            Method::RungeKutta4 => runge_kutta_limit(zeta),
        }
    }
}

/// The stability limit of fourth-order Runge–Kutta on the negative real axis.
const REAL_LIMIT: f64 = 2.785_293_563_405_282;

/// The phase at which `|1 + z + z²/2 + z³/6 + z⁴/24| = 1` along `z = phase·(−ζ ± i√(1 − ζ²))`.
fn runge_kutta_limit<R: Real>(zeta: R) -> R {
    let turn = ((R::ONE - zeta) * (R::ONE + zeta)).sqrt();
    let amplifies = |phase: R| {
        let (re, im) = (-zeta * phase, turn * phase);
        let (mut sum_re, mut sum_im) = (R::ONE, R::ZERO);
        let (mut term_re, mut term_im) = (R::ONE, R::ZERO);
        for n in 1..=4 {
            let n = R::from_count(n);
            (term_re, term_im) =
                ((term_re * re - term_im * im) / n, (term_re * im + term_im * re) / n);
            sum_re += term_re;
            sum_im += term_im;
        }
        sum_re * sum_re + sum_im * sum_im - R::ONE
    };
    // Along every such ray the first crossing lies between 2.5 and 3.4, and the method is stable before it.
    crate::math::find_root::find_root(R::from_f64(2.5), R::from_f64(3.6), amplifies)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grows(method: Method, zeta: f64, phase: f64) -> bool {
        let spring = Spring::new(1.0, zeta).unwrap();
        let mut state = State::new(1.0, -0.3);
        let mut greatest_in = |steps| {
            (0..steps).fold(0.0f64, |greatest, _| {
                state = method.step(state, 0.0, 0.0, &spring, phase);
                if state.position.is_nan() {
                    f64::INFINITY
                } else {
                    greatest.max(state.position.abs())
                }
            })
        };
        let early = greatest_in(4000);
        greatest_in(30_000);
        let late = greatest_in(4000);
        !(late < 1.5 * early)
    }

    #[test]
    fn every_method_explodes_beyond_its_limit_and_not_before() {
        for method in
            [Method::Explicit, Method::SemiImplicit, Method::RungeKutta4, Method::StablePd]
        {
            for zeta in [0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0, 1.5, 4.0] {
                let limit = method.stability_limit(zeta);
                assert!(!grows(method, zeta, limit * 0.98), "{method:?} ζ {zeta} before {limit}");
                assert!(grows(method, zeta, limit * 1.02), "{method:?} ζ {zeta} beyond {limit}");
            }
        }
    }

    #[test]
    fn no_step_is_stable_for_explicit_euler_without_damping() {
        assert_eq!(Method::Explicit.stability_limit(0.0), 0.0);
        assert!((Method::RungeKutta4.stability_limit(0.0f64) - 8f64.sqrt()).abs() < 1e-14);
    }

    #[test]
    fn errors_shrink_by_the_order_of_the_method() {
        let spring = Spring::new(5.0, 0.3).unwrap();
        let error = |method: Method, steps: u32| -> f64 {
            let dt = 1.0 / f64::from(steps);
            let start = State::new(1.0, 2.0);
            let end = (0..steps).fold(start, |s, _| method.step(s, 0.5, -1.0, &spring, dt));
            let exact = Method::Exact.step(start, 0.5, -1.0, &spring, 1.0);
            (end.position - exact.position).abs()
        };
        for (method, order) in [
            (Method::Explicit, 1.0),
            (Method::SemiImplicit, 1.0),
            (Method::RungeKutta4, 4.0),
            (Method::StablePd, 1.0),
            (Method::BackwardEuler, 1.0),
        ] {
            let measured: f64 = (error(method, 1000) / error(method, 2000)).log2();
            assert!((measured - order).abs() < 0.1, "{method:?}: order {measured}");
        }
    }

    #[test]
    fn backward_euler_is_stable_at_every_step() {
        for zeta in [0.0, 0.5, 1.0, 20.0] {
            let spring = Spring::new(1e3, zeta).unwrap();
            let mut state = State::new(1.0, 1e3);
            for _ in 0..100 {
                state = crate::integrate::backward_euler(state, 0.0, 0.0, &spring, 0.5);
                assert!(state.position.abs() < 10.0);
            }
        }
    }
}
