//! Records the frames of a network in motion, with a progress bar.

use super::glb::VERTEX_BYTES;
use crate::progress;
use anyhow::{Result, ensure};

/// A simulation that a film is made of.
pub(super) trait Simulation {
    /// Advice for the error message when the simulation diverges.
    const REMEDY: &'static str;

    /// Advances by `dt` seconds.
    fn step(&mut self, dt: f32) -> Result<()>;
}

/// Steps per second of the simulation, at least.
const STEP_RATE: f64 = 60.0;

/// The maximum number of frames; more are a typing mistake.
const MAX_FRAMES: f64 = 10_000.0;

/// Binary glTF counts its bytes in 32 bits.
const MAX_BYTES: f64 = 4e9;

/// Returns the points `drawn` at each frame, the start first. `vertices` is their number, for the size of the file.
///
/// The simulation takes equal steps between frames, none longer than 1/60 s.
pub(super) fn shoot<S: Simulation>(
    simulation: &mut S,
    seconds: f64,
    frame_rate: f64,
    vertices: usize,
    mut drawn: impl FnMut(&S) -> Vec<[f32; 3]>,
) -> Result<Vec<Vec<[f32; 3]>>> {
    let count = (seconds * frame_rate).round();
    ensure!(
        count <= MAX_FRAMES,
        "{seconds} s at {frame_rate} frames per second are {count} frames; the maximum is {MAX_FRAMES}"
    );
    let steps = (STEP_RATE / frame_rate).ceil().max(1.0);
    let dt = (1.0 / (frame_rate * steps)) as f32;
    let mut frames = vec![drawn(simulation)];
    ensure_fits(count, vertices)?;
    let bar = progress::bar(count as u64, "frame {pos} of {len}");
    for _ in 0..count as u64 {
        for _ in 0..steps as u64 {
            simulation.step(dt)?;
        }
        let frame = drawn(simulation);
        ensure!(
            frame.iter().flatten().all(|c| c.is_finite()),
            "the simulation diverged after {:.2} s: {}",
            frames.len() as f64 / frame_rate,
            S::REMEDY
        );
        frames.push(frame);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(frames)
}

/// Returns an error if the frames do not fit into a file.
pub(super) fn ensure_fits(count: f64, vertices: usize) -> Result<()> {
    // A vertex in each frame, and a weight for each frame in each frame.
    let bytes = (count + 2.0) * (VERTEX_BYTES * vertices) as f64 + 4.0 * count * count;
    ensure!(
        bytes <= MAX_BYTES,
        "{count} frames of {vertices} vertices are more than the 4 GB of a binary glTF file"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::scheme::{Moved, Moving};
    use super::*;
    use sprung_network::{Network, Particle, Settings, Solver};

    fn moved(net: &Network) -> Moved<'static> {
        Moved::Small(Box::new(Solver::new(net, Settings::default()).unwrap()), Moving::default())
    }

    #[test]
    fn a_falling_particle_is_where_gravity_takes_it_at_any_frame_rate() {
        for frame_rate in [7.0, 24.0, 60.0, 144.0] {
            let mut net = Network::default();
            net.add_particle(Particle::new([0.0; 3], 1.0));
            let mut solver = moved(&net);
            let frames =
                shoot(&mut solver, 2.0, frame_rate, 1, |s| vec![s.particles()[0].position])
                    .unwrap();
            assert_eq!(frames.len(), (2.0 * frame_rate) as usize + 1);
            let fallen = -frames[frames.len() - 1][0][1];
            // Symplectic steps fall by half a sub-step more: g·t·h/2.
            assert!((fallen - 0.5 * 9.81 * 4.0).abs() < 0.03, "{frame_rate}: {fallen}");
        }
    }

    #[test]
    fn a_motion_without_bounds_is_no_film() {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], 1.0));
        let mut solver = moved(&net);
        let lost = |s: &Moved| {
            vec![s.particles()[0].position.map(|y| if y < -1.0 { f32::NAN } else { y })]
        };
        let error = shoot(&mut solver, 2.0, 10.0, 1, lost).unwrap_err().to_string();
        // It has fallen by 1 m after 0.45 s.
        assert!(error.contains("diverged after 0.50 s"), "{error}");
    }

    #[test]
    fn a_film_without_end_is_refused() {
        let mut solver = moved(&Network::default());
        let error = shoot(&mut solver, 1e6, 60.0, 0, |_| vec![]).unwrap_err().to_string();
        assert!(error.contains("the maximum is 10000"), "{error}");
        let error = shoot(&mut solver, 100.0, 60.0, 100_000, |_| vec![]).unwrap_err();
        assert!(error.to_string().contains("6000 frames of 100000 vertices are more"), "{error}");
    }
}
