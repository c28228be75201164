//! Switching animations without a pop: the new one plays at once, and the offset from the old one fades.

use sprung::motion::Inertialization;
use sprung::{Spring, State};

/// A knee that swings: angle in degrees and its rate.
fn swing(time: f64, amplitude: f64, rate: f64) -> State<f64> {
    State::new(amplitude * (rate * time).sin(), amplitude * rate * (rate * time).cos())
}

fn main() -> Result<(), sprung::ParameterError> {
    let dt = 1.0 / 60.0;
    let fade_step = Spring::from_halflife(0.08, 1.0)?.step(dt);
    let mut fade = Inertialization::default();
    let mut before: Option<State<f64>> = None;
    for frame in 0..120u8 {
        let time = f64::from(frame) * dt;
        let (walk, run) = (swing(time, 20.0, 6.0), swing(time, 45.0, 11.0));
        if frame == 60 {
            fade.transition(walk, run);
        }
        let seen = fade.apply(if frame < 60 { walk } else { run });
        if let Some(before) = before {
            let jump = (seen.position - before.position).abs();
            assert!(jump < 700.0 * dt, "no pop: {jump}° in one frame");
        }
        before = Some(seen);
        if frame % 10 == 0 {
            println!("{time:5.2} s  {:7.2}°", seen.position);
        }
        fade.update(&fade_step);
    }
    Ok(())
}
