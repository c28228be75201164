//! Files of any bytes as recordings: each is replayed or refused by its line, and no number becomes NaN.
//!
//! The module is a fuzz target, which `cargo xtask fuzz` runs under libFuzzer.

use sprung_network::Solver;
use sprung_recording::Replay;

/// The most steps of a file, so that short files are tried rather than long ones.
const MAX_STEPS: u64 = 20;
/// The most bytes of one: a line of a step in it makes as much work as the network is large.
const MAX_BYTES: usize = 50_000;

/// Replays the bytes as a recording of a network.
///
/// # Panics
/// If the replay does, or a particle is no longer finite.
pub fn fuzz(bytes: &[u8]) {
    let bytes = &bytes[..bytes.len().min(MAX_BYTES)];
    let mut replay = match Replay::<Solver, _>::open(bytes) {
        Ok(replay) => replay,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    loop {
        let result = replay.advance();
        let particles = replay.simulation().particles();
        let mut numbers = particles.flat_map(|p| p.position.into_iter().chain(p.velocity));
        assert!(numbers.all(f32::is_finite), "a particle is not finite");
        match result {
            Ok(true) if replay.report().steps < MAX_STEPS => {}
            Ok(_) => return,
            Err(error) => return assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn any_file_is_replayed_or_refused() {
    testkit::fuzz::check("recording", 1_000, fuzz);
}
