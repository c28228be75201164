//! Closed forms of springs of 1 rad/s in double precision, also at infinite time.

/// Position and velocity per unit of offset and of velocity.
pub type StepMatrix = [[f64; 2]; 2];

/// A spring without damping after `t` seconds.
pub fn undamped(t: f64) -> StepMatrix {
    let (sin, cos) = t.sin_cos();
    [[cos, sin], [-sin, cos]]
}

/// A spring of damping ratio 0.5 after `t` seconds.
pub fn half_damped(t: f64) -> StepMatrix {
    let (rate, left) = (0.75f64.sqrt(), (-0.5 * t).exp());
    // At infinite time the phase is NaN.
    let (sin, cos) = if left == 0.0 { (0.0, 1.0) } else { (rate * t).sin_cos() };
    let reach = left * sin / rate;
    [[left * cos + 0.5 * reach, reach], [-reach, left * cos - 0.5 * reach]]
}

/// A spring of damping ratio 1 after `t` seconds.
pub fn critical(t: f64) -> StepMatrix {
    let left = (-t).exp();
    // 0·∞ at infinite time.
    let reach = if left == 0.0 { 0.0 } else { t * left };
    [[left + reach, reach], [-reach, left - reach]]
}

/// A spring of damping ratio 2 after `t` seconds.
pub fn over_damped(t: f64) -> StepMatrix {
    let half_gap = 3f64.sqrt();
    // The slow root times the fast one is 1.
    let (fast, slow) = (2.0 + half_gap, 1.0 / (2.0 + half_gap));
    let left = (-slow * t).exp();
    let reach = left * -(-2.0 * half_gap * t).exp_m1() / (2.0 * half_gap);
    let xx = left + slow * reach;
    [[xx, reach], [-reach, left - fast * reach]]
}
