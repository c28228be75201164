//! One second of the same spring at five frame rates and in uneven frames: it is at the same place.

use sprung::{Spring, State};

fn main() -> Result<(), sprung::ParameterError> {
    let spring = Spring::from_frequency(2.0, 0.3)?;
    let after = |frames: &[f64]| {
        frames.iter().fold(State::at_rest(0.0f64), |state, &dt| spring.step(dt).apply(state, 1.0))
    };
    let exact = after(&[1.0]);
    println!("one step of a second   {:.15}", exact.position);
    for rate in [16u16, 32, 64, 128, 1024] {
        let state = after(&vec![1.0 / f64::from(rate); rate.into()]);
        println!("{rate:4} frames per second {:.15}", state.position);
        assert!((state.position - exact.position).abs() < 1e-13);
    }
    let hitch = after(&[0.01, 0.02, 0.5, 0.003, 0.467]);
    println!("uneven, with a hitch   {:.15}", hitch.position);
    assert!((hitch.position - exact.position).abs() < 1e-13);
    Ok(())
}
