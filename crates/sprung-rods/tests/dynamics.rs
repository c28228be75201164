//! Rods in motion against analysis: bending frequencies, damping, a swinging chain, a rod in free flight.
#![allow(clippy::unwrap_used, reason = "a test")]

use core::f64::consts::{LN_2, TAU};

use sprung_rods::{Rod, RodEnd, RodMaterial, RodSettings, Rods};

const SEGMENTS: usize = 32;
const WEIGHTLESS: RodSettings =
    RodSettings { gravity: [0.0; 3], wind: [0.0; 3], substeps: 1, spectral_radius: 1.0 };

fn material() -> RodMaterial {
    RodMaterial::new(1.0, 0.8, 0.1, 0.01)
}

/// `βL` of a clamped and free beam.
const MODES: [f64; 3] = [1.875_104_07, 4.694_091_13, 7.854_757_44];

/// The shape of a mode.
fn shape(beta: f64, x: f64) -> f64 {
    let ratio = (beta.cosh() + beta.cos()) / (beta.sinh() + beta.sin());
    let x = beta * x;
    x.cosh() - x.cos() - ratio * (x.sinh() - x.sin())
}

/// A cantilever for each mode, with the velocities of the mode.
fn cantilevers(damping_ratio: f32, settings: RodSettings) -> Rods {
    let rod = Rod::straight([0.0; 3], [1.0, 0.0, 0.0], SEGMENTS, material());
    let rod = rod.with_damping_ratio(damping_ratio);
    let mut rods = Rods::new(&vec![rod; MODES.len()], settings).unwrap();
    for (rod, beta) in MODES.into_iter().enumerate() {
        for vertex in 1..=SEGMENTS {
            let x = vertex as f64 / SEGMENTS as f64;
            let speed = 1e-3 * beta * beta * shape(beta, x);
            rods.set_velocity(rod, vertex, [0.0, speed as f32, 0.0]).unwrap();
        }
    }
    rods
}

/// Angular frequency and decay per second of the tip in each mode.
fn oscillation(rods: &mut Rods, dt: f64, periods: f64) -> Vec<[f64; 2]> {
    let steps = (periods * TAU / (MODES[0] * MODES[0] * 10.0_f64.sqrt()) / dt) as usize;
    let mut tips = vec![Vec::new(); MODES.len()];
    for _ in 0..steps {
        rods.step(dt as f32).unwrap();
        for (rod, tips) in tips.iter_mut().enumerate() {
            tips.push(f64::from(rods.position(rod, SEGMENTS)[1]));
        }
    }
    let measure = |tips: &Vec<f64>| {
        let mut crossings = Vec::new();
        let mut peaks = Vec::new();
        let mut peak = 0.0_f64;
        for (at, pair) in tips.windows(2).enumerate() {
            peak = peak.max(pair[1]);
            if pair[0] < 0.0 && pair[1] >= 0.0 {
                crossings.push((at as f64 + pair[0] / (pair[0] - pair[1])) * dt);
                peaks.push(peak);
                peak = 0.0;
            }
        }
        let count = crossings.len() - 1;
        let time = crossings[count] - crossings[1];
        let decay = (peaks[1] / peaks[count]).ln() / time;
        [TAU * (count - 1) as f64 / time, decay]
    };
    tips.iter().map(measure).collect()
}

#[test]
fn the_first_three_bending_frequencies_are_those_of_theory() {
    let measured = oscillation(&mut cantilevers(0.0, WEIGHTLESS), 1.0 / 4000.0, 6.0);
    for ([frequency, decay], beta) in measured.into_iter().zip(MODES) {
        let exact = beta * beta * 10.0_f64.sqrt();
        assert!((frequency / exact - 1.0).abs() < 5e-3, "{frequency} {exact}");
        assert!(decay.abs() < 2e-3 * exact, "{decay}");
    }
}

#[test]
fn bending_is_damped_by_its_damping_ratio() {
    let ratio = 0.02;
    let measured = oscillation(&mut cantilevers(ratio as f32, WEIGHTLESS), 1.0 / 4000.0, 6.0);
    let [_, decay] = measured[0];
    let exact = ratio * MODES[0] * MODES[0] * 10.0_f64.sqrt();
    assert!((decay / exact - 1.0).abs() < 0.03, "{decay} {exact}");
}

#[test]
fn the_spectral_radius_says_what_a_step_damps() {
    // (θ − ½) ω² dt of each mode's amplitude per second, for small steps.
    let dt = 1.0 / 1000.0;
    let settings = RodSettings { spectral_radius: 0.5, ..WEIGHTLESS };
    let [frequency, decay] = oscillation(&mut cantilevers(0.0, settings), dt, 6.0)[0];
    let exact = (1.0 / 1.5 - 0.5) * frequency * frequency * dt;
    assert!((decay / exact - 1.0).abs() < 0.05, "{decay} {exact}");
}

#[test]
fn a_free_rod_falls_and_slows_down_in_air() {
    let halflife = 0.5;
    let rod = Rod::straight([0.0; 3], [1.0, 0.0, 0.0], 8, material())
        .with_ends(RodEnd::Free, RodEnd::Free);
    let braked = rod.clone().with_drag_halflife(halflife as f32);
    let mut rods = Rods::new(&[rod, braked], RodSettings::default()).unwrap();
    for _ in 0..120 {
        rods.step(1.0 / 60.0).unwrap();
    }
    let speed = |rod: usize| f64::from(rods.velocity(rod, 4)[1]);
    assert!((speed(0) + 2.0 * 9.81).abs() < 1e-3, "{}", speed(0));
    let rate = LN_2 / halflife;
    let exact = -9.81 / rate * (1.0 - (-2.0 * rate).exp());
    assert!((speed(1) / exact - 1.0).abs() < 2e-3, "{} {exact}", speed(1));
}

#[test]
fn a_rod_between_hinges_swings_as_a_pendulum() {
    // Nearly rigid: the period of a compound pendulum of length 1, for small angles.
    let stiff = RodMaterial::new(10.0, 10.0, 0.1, 0.01);
    let rod = Rod::straight([0.0; 3], [0.02, -0.999_8, 0.0], SEGMENTS, stiff)
        .with_ends(RodEnd::Pinned, RodEnd::Free);
    let settings = RodSettings { spectral_radius: 1.0, ..RodSettings::default() };
    let mut rods = Rods::new(&[rod], settings).unwrap();
    let (mut last, mut crossings) = (1.0_f64, Vec::new());
    let dt = 1.0 / 500.0;
    for step in 0..10_000 {
        rods.step(dt as f32).unwrap();
        let x = f64::from(rods.position(0, SEGMENTS)[0]);
        if last > 0.0 && x <= 0.0 {
            crossings.push((f64::from(step) + last / (last - x)) * dt);
        }
        last = x;
    }
    let count = crossings.len() - 1;
    let period = (crossings[count] - crossings[0]) / count as f64;
    let exact = TAU * (2.0 / (3.0 * 9.81_f64)).sqrt();
    assert!((period / exact - 1.0).abs() < 2e-3, "{period} {exact}");
}

fn norm(a: [f64; 3]) -> f64 {
    a.iter().map(|part| part * part).sum::<f64>().sqrt()
}

#[test]
fn a_free_rod_keeps_its_momentum_and_turns_on() {
    let rod = Rod::straight([0.0; 3], [1.0, 0.0, 0.0], SEGMENTS, material())
        .with_ends(RodEnd::Free, RodEnd::Free);
    let mut rods = Rods::new(&[rod], WEIGHTLESS).unwrap();
    for vertex in 0..=SEGMENTS {
        let x = vertex as f32 / SEGMENTS as f32 - 0.5;
        let kick = if vertex == 3 { 4.0 } else { 0.0 };
        rods.set_velocity(0, vertex, [0.3, 2.0 * x + 0.1, kick]).unwrap();
    }
    let (momentum, angular) = (rods.momentum(0), rods.angular_momentum(0));
    let start = rods.energy(0).total();
    for _ in 0..600 {
        rods.step(1.0 / 60.0).unwrap();
    }
    let now = rods.momentum(0);
    let lost = norm(core::array::from_fn(|axis| now[axis] - momentum[axis]));
    assert!(lost < 1e-5 * norm(momentum), "{momentum:?} {now:?}");
    let now = rods.angular_momentum(0);
    let lost = norm(core::array::from_fn(|axis| now[axis] - angular[axis]));
    assert!(lost < 5e-4 * norm(angular), "{angular:?} {now:?}");
    let end = rods.energy(0).total();
    assert!(end <= start, "{start} {end}");
}
