//! The cases of the race: the engines for each kind of springs.

use super::engine::Make;
use super::springs::{FEW, SIZES, Springs};
use super::{error, holden, memcpy, ours, rivals};

/// One race.
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) springs: fn(usize) -> Springs,
    /// The numbers of springs that race.
    pub(super) sizes: &'static [usize],
    pub(super) engines: &'static [Entry],
}

/// One engine of a case.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) make: Make,
    /// The maximum error of one step, over the natural scale.
    pub(super) error: fn(Make) -> f64,
    /// Bytes per spring that a step has to read and write, where memory is the limit.
    pub(super) bytes: Option<f64>,
}

const fn entry(name: &'static str, make: Make, error: fn(Make) -> f64) -> Entry {
    Entry { name, make, error, bytes: None }
}

/// An engine that is limited by the bytes that it reads and writes per spring.
const fn bound(name: &'static str, make: Make, error: fn(Make) -> f64, bytes: f64) -> Entry {
    Entry { name, make, error, bytes: Some(bytes) }
}

// Position and velocity are read and written, the goal is read: five numbers per spring.
const SINGLE: f64 = 20.0;
const DOUBLE: f64 = 40.0;

/// The engines of springs that share nothing: four of ours, then the rivals.
const MIXED: &[Entry] = &[
    entry("sprung-batch f32", ours::mixed::<f32>, error::golden),
    entry("sprung-batch f64", ours::mixed::<f64>, error::golden),
    entry("sprung loop f32", ours::mixed_core_loop::<f32>, error::golden),
    entry("sprung loop f64", ours::mixed_core_loop::<f64>, error::golden),
    entry("Holden f32", holden::mixed, error::golden),
    entry("damped-springs f32", rivals::damped_springs::mixed, error::golden),
    entry("springs f64", rivals::springs_crate::mixed, error::golden),
    entry("charmed-harmonica f64", rivals::harmonica::mixed, error::golden),
];

pub(super) const CASES: &[Case] = &[
    Case {
        name: "shared",
        springs: Springs::shared,
        sizes: &SIZES,
        engines: &[
            bound("sprung-batch f32", ours::shared::<f32>, error::golden, SINGLE),
            bound(TWO_THREADS, ours::shared_on_two_threads::<f32>, error::golden, SINGLE),
            bound("sprung-batch f64", ours::shared::<f64>, error::golden, DOUBLE),
            bound("sprung loop f32", ours::shared_core_loop::<f32>, error::golden, SINGLE),
            bound("Holden f32 (critical)", holden::shared, error::holden_halflife, SINGLE),
            bound("damped-springs f32", rivals::damped_springs::shared, error::golden, SINGLE),
            bound("charmed-harmonica f64", rivals::harmonica::shared, error::golden, DOUBLE),
            bound("memcpy", memcpy::copy, error::none, SINGLE),
        ],
    },
    Case {
        name: "critical-halflife",
        springs: Springs::frames,
        sizes: &SIZES,
        engines: &[
            bound("sprung-batch f32", ours::critical::<f32>, error::true_halflife, SINGLE + 4.0),
            bound("sprung-batch f64", ours::critical::<f64>, error::true_halflife, DOUBLE + 8.0),
            bound("Holden f32", holden::critical, error::holden_halflife, SINGLE + 4.0),
            bound(DISPATCHED, holden::critical_dispatched, error::holden_halflife, SINGLE + 4.0),
        ],
    },
    Case { name: "mixed", springs: Springs::mixed, sizes: &SIZES, engines: MIXED },
    Case {
        name: "few",
        springs: Springs::mixed,
        sizes: &FEW,
        // Ours.
        engines: MIXED.split_at(4).0,
    },
    Case {
        name: "damper-halflife",
        springs: Springs::frames,
        sizes: &SIZES,
        engines: &[
            entry("sprung-batch f32", ours::dampers::<f32>, error::damper),
            entry("sprung-batch f64", ours::dampers::<f64>, error::damper),
            entry("sprung loop f32", ours::dampers_core_loop::<f32>, error::damper),
            entry("Holden f32", holden::dampers, error::damper),
            entry("bevy_math f32", rivals::bevy::dampers, error::damper),
        ],
    },
];

/// Races out of the cache only.
pub(super) const TWO_THREADS: &str = "sprung-batch f32, 2 threads";
pub(super) const DISPATCHED: &str = "Holden f32, our SIMD level";
