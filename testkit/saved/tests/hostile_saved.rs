//! Saved data of any bytes, in three formats: an error, or a value that is written and read back, and that can be used.
//!
//! The module is a fuzz target, which `cargo xtask fuzz` runs under libFuzzer.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sprung::motion::{JointLimits, LimitedTracker, SpringValue, TimelineKey};
use sprung::{Damper, MotionLimits, Rotation, Spec, Spring, State};
use sprung_network::{Collider, Network, Settings, Solver};

/// The most particles of a network that is solved, so that many small ones are tried.
const MAX_PARTICLES: usize = 100;

/// Reads the bytes as a type and in a format by the first two of them.
///
/// # Panics
/// If a reader does, a value is not written as it was read, or a network that is read does not stay finite.
pub fn fuzz(bytes: &[u8]) {
    let Some((&[kind, format], bytes)) = bytes.split_first_chunk() else { return };
    match kind % 12 {
        0 => drop(read::<Spring<f64>>(format, bytes)),
        1 => drop(read::<Spring<f32>>(format, bytes)),
        2 => drop(read::<(Damper<f64>, Spec<f32>)>(format, bytes)),
        3 => drop(read::<Rotation<f32>>(format, bytes)),
        4 => drop(read::<Vec<TimelineKey<f64>>>(format, bytes)),
        5 => drop(read::<MotionLimits<f64>>(format, bytes)),
        6 => drop(read::<SpringValue<f64>>(format, bytes)),
        7 => drop(read::<JointLimits<f64>>(format, bytes)),
        8 => drop(read::<LimitedTracker<f64>>(format, bytes)),
        9 => drop(read::<(State<[f32; 3]>, Vec<Collider>, Settings)>(format, bytes)),
        10 => {
            let net: Option<Network> = read(format, bytes);
            let net = net.filter(|net| net.particles.len() <= MAX_PARTICLES);
            if let Some(net) = net
                && let Ok(solver) = Solver::new(&net, Settings::default())
            {
                stays_finite(solver);
            }
        }
        _ => {
            let solver: Option<Solver> = read(format, bytes);
            if let Some(solver) = solver.filter(|solver| solver.len() <= MAX_PARTICLES) {
                stays_finite(solver);
            }
        }
    }
}

/// Reads a value; what is read is written as bytes that are read as what is written as the same bytes.
fn read<T: Serialize + DeserializeOwned>(format: u8, bytes: &[u8]) -> Option<T> {
    let value: T = match format % 3 {
        0 => serde_json::from_slice(bytes).ok()?,
        1 => postcard::from_bytes(bytes).ok()?,
        _ => bincode::deserialize(bytes).ok()?,
    };
    let written = postcard::to_stdvec(&value).expect("a value that was read");
    let back: T = postcard::from_bytes(&written).expect("what was written");
    assert_eq!(postcard::to_stdvec(&back).expect("a value that was read"), written);
    Some(value)
}

fn stays_finite(mut solver: Solver) {
    for _ in 0..4 {
        solver.step(1.0 / 60.0);
        let mut numbers = solver.particles().flat_map(|p| p.position.into_iter().chain(p.velocity));
        assert!(numbers.all(f32::is_finite), "a particle is not finite");
    }
}

#[test]
fn any_bytes_are_read_and_written_back_or_refused() {
    testkit::fuzz::check("saved", 5_000, fuzz);
}
