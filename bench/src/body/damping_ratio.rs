//! The damping ratio of a step that is linear in offset and velocity.

/// The damping ratio of a step with the trace `T` and the determinant `D`.
pub(super) fn of_step(trace: f64, product: f64) -> f64 {
    let decay = -0.5 * product.ln();
    let half = trace / (2.0 * product.sqrt());
    // Beyond critical damping the turn is imaginary.
    let turn_squared = if half < 1.0 { half.acos().powi(2) } else { -half.acosh().powi(2) };
    decay / (decay * decay + turn_squared).sqrt()
}
