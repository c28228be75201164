//! The maximum error of an engine, in one step, over the natural scale of its result.

use super::engine::Make;
use super::springs::Springs;
use testkit::golden::spring_steps;

/// Against the 60-digit golden steps: every regime, phases `ω·dt` from 1e-6 to 30, ratios from 0 to 1e4.
///
/// The scale is 1 for the diagonal of the step matrix, `dt` and `ω` for its other two entries. A spring
/// has its own engine, as engines that share parameters take them from the first.
pub(super) fn golden(make: Make) -> f64 {
    let mut max = 0.0f64;
    for row in spring_steps::<f32>() {
        let [w, z, dt] = [row.angular_frequency, row.damping_ratio, row.dt].map(f64::from);
        let mut springs = Springs::default();
        springs.push([w, z, dt], [1.0, 0.0], [0.0, 0.0]);
        springs.push([w, z, dt], [0.0, 1.0], [0.0, 0.0]);
        let mut engine = make(&springs);
        engine.step();
        let states = engine.states();
        let ((xx, vx), (xv, vv)) = (states[0], states[1]);
        let errors =
            [xx - row.xx, vv - row.vv, (xv - row.xv) / dt.max(1e-30), (vx - row.vx) / w.max(1e-30)];
        max = errors.into_iter().map(nan_is_infinite).fold(max, f64::max);
    }
    max
}

/// The maximum error over many springs, each with its own engine: `errors` of a spring and its state after one step.
fn max_error<const N: usize>(make: Make, errors: impl Fn(Springs, (f64, f64)) -> [f64; N]) -> f64 {
    let springs = Springs::mixed(1024);
    let errors = (0..springs.len()).flat_map(|i| {
        let spring = springs.map(|column| vec![column[i]]);
        let mut engine = make(&spring);
        engine.step();
        errors(spring, engine.states()[0])
    });
    errors.map(nan_is_infinite).fold(0.0, f64::max)
}

/// Critically damped springs by their half-life against the closed form, for what the engine means by half-life: the phase
/// `ω·halflife`.
fn critical(make: Make, half_phase: f64) -> f64 {
    max_error(make, |spring, (position, velocity)| {
        let (x, v, g) = (spring.position[0], spring.velocity[0], spring.goal[0]);
        let (w, t) = (half_phase / spring.halflife[0], spring.dt[0]);
        let (left, p, e) = ((-w * t).exp(), w * t, x - g);
        let exact_position = g + left * (e + (v + w * e) * t);
        let exact_velocity = left * (v - (v + w * e) * p);
        let scale = e.abs() + v.abs() * t + x.abs() + g.abs();
        let speed = w * e.abs() + v.abs();
        [(position - exact_position) / scale, (velocity - exact_velocity) / speed]
    })
}

/// Critically damped springs by true half-life.
pub(super) fn true_halflife(make: Make) -> f64 {
    critical(make, 1.678_346_990_016_660_7)
}

/// Critically damped springs by Holden's half-life, his own definition: `ωh = 2 ln 2`.
pub(super) fn holden_halflife(make: Make) -> f64 {
    critical(make, 2.0 * std::f64::consts::LN_2)
}

/// First-order dampers by half-life against the closed form.
pub(super) fn damper(make: Make) -> f64 {
    max_error(make, |spring, (position, _)| {
        let (x, g) = (spring.position[0], spring.goal[0]);
        let exact = g + (x - g) * (-spring.dt[0] / spring.halflife[0]).exp2();
        [(position - exact) / ((x - g).abs() + x.abs() + g.abs())]
    })
}

fn nan_is_infinite(error: f64) -> f64 {
    if error.is_nan() { f64::INFINITY } else { error.abs() }
}

/// The error of a copy: 0 if it copied.
pub(super) fn none(make: Make) -> f64 {
    let mut engine = make(&Springs::shared(4096));
    engine.step();
    engine.states().into_iter().fold(0.0, |max, (copied, _)| max.max((copied - 1.0).abs()))
}
