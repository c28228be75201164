//! Solves any ordinary differential equation to 1e-12, for motions without a closed form.
//!
//! Extrapolation of the modified midpoint rule (Gragg, Bulirsch and Stoer): steps of size h split
//! into 2, 4, … 16 parts, and the polynomial in h² through the results taken at h = 0.
//! Hairer, Nørsett and Wanner, *Solving Ordinary Differential Equations I*, section II.9.

const COLUMNS: usize = 8;
/// The tolerance of one step, a hundredth of that of the whole solution.
const STEP_TOLERANCE: f64 = 1e-14;

/// The solution of `y' = derivative(time, y)` at time `end`, from `y = state` at time `start`.
///
/// Accurate to 1e-12 of the largest component when the solution is smooth, does not grow, and
/// takes no more than a few hundred of its own time scales. Time may run backward.
///
/// # Panics
/// If the solution is not smooth enough for any step, or not finite.
///
/// ```
/// use testkit::reference_ode::solve;
/// let [x] = solve(|_, [x]| [-x], [1.0], 0.0, 1.0);
/// assert!((x - (-1.0_f64).exp()).abs() <= 1e-12);
/// ```
pub fn solve<const N: usize>(
    derivative: impl Fn(f64, [f64; N]) -> [f64; N],
    state: [f64; N],
    start: f64,
    end: f64,
) -> [f64; N] {
    let (mut time, mut y) = (start, state);
    let mut step = end - start;
    while time != end {
        let last = (end - time).abs() <= step.abs();
        if last {
            step = end - time;
        }
        assert!(time + step != time, "no step is small enough at time {time}");
        let (next, error) = extrapolate(&derivative, time, y, step);
        let size = y.iter().chain(&next).fold(f64::MIN_POSITIVE, |most, x| x.abs().max(most));
        let ratio = error / (STEP_TOLERANCE * size);
        // A NaN error is refused like a large one.
        if ratio <= 1.0 {
            (time, y) = (if last { end } else { time + step }, next);
        }
        let wanted = 0.8 * ratio.max(1e-9).powf(-1.0 / (2 * COLUMNS - 1) as f64);
        // The ratio is compared: `max` would drop a NaN.
        step *= if ratio.is_nan() { 0.2 } else { wanted.clamp(0.2, 2.0) };
    }
    y
}

/// One step and an estimate of its error.
fn extrapolate<const N: usize>(
    derivative: &impl Fn(f64, [f64; N]) -> [f64; N],
    time: f64,
    y: [f64; N],
    step: f64,
) -> ([f64; N], f64) {
    // The increment is extrapolated, not the state: its rounding is smaller.
    let mut row = [[0.0; N]; COLUMNS];
    for k in 0..COLUMNS {
        let previous = row;
        row[0] = midpoint(derivative, time, y, step, 2 * (k + 1));
        for j in 1..=k {
            let ratio = (k + 1) as f64 / (k + 1 - j) as f64;
            row[j] = core::array::from_fn(|i| {
                row[j - 1][i] + (row[j - 1][i] - previous[j - 1][i]) / (ratio * ratio - 1.0)
            });
        }
    }
    let [.., lower, best] = row;
    let error = largest::<N>(core::array::from_fn(|i| best[i] - lower[i]));
    (core::array::from_fn(|i| y[i] + best[i]), error)
}

/// The increment of the modified midpoint rule with `parts` parts.
fn midpoint<const N: usize>(
    derivative: &impl Fn(f64, [f64; N]) -> [f64; N],
    time: f64,
    y: [f64; N],
    step: f64,
    parts: usize,
) -> [f64; N] {
    let h = step / parts as f64;
    let at = |increment: [f64; N]| core::array::from_fn(|i| y[i] + increment[i]);
    let slope = derivative(time, y);
    let mut before = [0.0; N];
    let mut now: [f64; N] = core::array::from_fn(|i| h * slope[i]);
    for part in 1..parts {
        let slope = derivative(time + h * part as f64, at(now));
        let after = core::array::from_fn(|i| before[i] + 2.0 * h * slope[i]);
        (before, now) = (now, after);
    }
    now
}

fn largest<const N: usize>(values: [f64; N]) -> f64 {
    // Not f64::max, which would drop a NaN.
    values.into_iter().fold(0.0, |most, x| if x.abs() <= most { most } else { x.abs() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::spring_steps;
    use crate::tolerance::REFERENCE_ODE;
    use crate::worst::Worst;

    #[test]
    fn springs_agree_with_the_golden_data() {
        let mut worst = Worst::new("reference integrator on springs");
        for row in spring_steps::<f64>().filter(|row| row.damping_ratio < 2.0) {
            let (w, z) = (row.angular_frequency, row.damping_ratio);
            let spring = |_: f64, [x, u]: [f64; 2]| [w * u, -w * x - 2.0 * z * w * u];
            let [xx, ux] = solve(spring, [1.0, 0.0], 0.0, row.dt);
            let [xu, uu] = solve(spring, [0.0, 1.0], 0.0, row.dt);
            let errors = [xx - row.xx, ux - row.vx / w, xu - row.xv * w, uu - row.vv];
            worst.check(largest(errors), REFERENCE_ODE.f64_bar, || format!("{row:?}"));
        }
        worst.finish();
    }

    #[test]
    fn a_pendulum_keeps_its_energy_and_comes_back() {
        let pendulum = |_: f64, [angle, rate]: [f64; 2]| [rate, -angle.sin()];
        let energy = |[angle, rate]: [f64; 2]| rate * rate / 2.0 - angle.cos();
        let start = [2.0, 0.5];
        let there = solve(pendulum, start, 0.0, 20.0);
        let back = solve(pendulum, there, 20.0, 0.0);
        let mut worst = Worst::new("reference integrator on a pendulum");
        worst.check(energy(there) - energy(start), REFERENCE_ODE.f64_bar, || "energy");
        let moved = [back[0] - start[0], back[1] - start[1]];
        worst.check(largest(moved), 2.0 * REFERENCE_ODE.f64_bar, || "return");
        worst.finish();
    }

    /// The orbit x = cos t, y = sin t of two bodies, and after ten turns.
    #[test]
    fn an_orbit_closes_after_ten_turns() {
        let gravity = |_: f64, [x, y, u, v]: [f64; 4]| {
            let cube = (x * x + y * y).powf(1.5);
            [u, v, -x / cube, -y / cube]
        };
        let start = [1.0, 0.0, 0.0, 1.0];
        let end = solve(gravity, start, 0.0, 20.0 * core::f64::consts::PI);
        let mut worst = Worst::new("reference integrator on an orbit");
        let moved = core::array::from_fn(|i: usize| end[i] - start[i]);
        worst.check(largest::<4>(moved), REFERENCE_ODE.f64_bar, || "end");
        worst.finish();
    }

    #[test]
    fn an_equation_that_depends_on_time_is_solved() {
        let [x] = solve(|t, [x]| [t.cos() + t.sin() - x], [0.0], 0.0, 10.0);
        let mut worst = Worst::new("reference integrator with forcing");
        worst.check(x - 10.0_f64.sin(), REFERENCE_ODE.f64_bar, || "x(10)");
        worst.finish();
    }

    /// Beyond zero the root is NaN; only a small enough step stays before it.
    #[test]
    fn a_step_into_where_the_equation_is_undefined_is_made_smaller() {
        let [x] = solve(|_, [x]| [-30.0 * x.sqrt() * x.sqrt()], [1.0], 0.0, 1.0);
        let mut worst = Worst::new("reference integrator beside NaN");
        worst.check(x - (-30.0_f64).exp(), REFERENCE_ODE.f64_bar, || "x(1)");
        worst.finish();
    }

    #[test]
    #[should_panic(expected = "no step is small enough")]
    fn a_pole_is_refused() {
        solve(|_, [x]| [x * x], [1.0], 0.0, 2.0);
    }
}
