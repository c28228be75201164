//! The cases of the race: the engines for each kind of springs.

use super::engine::Contestant;
use super::springs::Springs;
use super::{error, holden, memcpy, ours, rivals};

/// One race.
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) springs: fn(usize) -> Springs,
    pub(super) engines: &'static [Contestant],
}

// Position and velocity are read and written, the goal is read: five numbers per spring.
const SINGLE: f64 = 20.0;
const DOUBLE: f64 = 40.0;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "shared",
        springs: Springs::shared,
        engines: &[
            Contestant::new("sprung-batch f32", ours::shared::<f32>, error::golden).moving(SINGLE),
            Contestant::new(
                "sprung-batch f32, 2 threads",
                ours::shared_on_two_threads::<f32>,
                error::golden,
            )
            .moving(SINGLE)
            .out_of_cache_only(),
            Contestant::new("sprung-batch f64", ours::shared::<f64>, error::golden).moving(DOUBLE),
            Contestant::new("sprung loop f32", ours::shared_core_loop::<f32>, error::golden)
                .moving(SINGLE),
            Contestant::new("Holden f32 (critical)", holden::shared, error::holden_halflife)
                .moving(SINGLE),
            Contestant::new("damped-springs f32", rivals::damped_springs::shared, error::golden)
                .moving(SINGLE),
            Contestant::new("charmed-harmonica f64", rivals::harmonica::shared, error::golden)
                .moving(DOUBLE),
            Contestant::new("memcpy", memcpy::copy, error::none).moving(SINGLE),
        ],
    },
    Case {
        name: "critical-halflife",
        springs: Springs::frames,
        engines: &[
            Contestant::new("sprung-batch f32", ours::critical::<f32>, error::true_halflife)
                .moving(SINGLE + 4.0),
            Contestant::new("sprung-batch f64", ours::critical::<f64>, error::true_halflife)
                .moving(DOUBLE + 8.0),
            Contestant::new("Holden f32", holden::critical, error::holden_halflife)
                .moving(SINGLE + 4.0),
            Contestant::new(
                "Holden f32, our SIMD level",
                holden::critical_dispatched,
                error::holden_halflife,
            )
            .moving(SINGLE + 4.0),
        ],
    },
    Case {
        name: "mixed",
        springs: Springs::mixed,
        engines: &[
            Contestant::new("sprung-batch f32", ours::mixed::<f32>, error::golden),
            Contestant::new("sprung-batch f64", ours::mixed::<f64>, error::golden),
            Contestant::new("sprung loop f32", ours::mixed_core_loop::<f32>, error::golden),
            Contestant::new("sprung loop f64", ours::mixed_core_loop::<f64>, error::golden),
            Contestant::new("Holden f32", holden::mixed, error::golden),
            Contestant::new("damped-springs f32", rivals::damped_springs::mixed, error::golden),
            Contestant::new("springs f64", rivals::springs_crate::mixed, error::golden),
            Contestant::new("charmed-harmonica f64", rivals::harmonica::mixed, error::golden),
        ],
    },
    Case {
        name: "few",
        springs: Springs::mixed,
        engines: &[
            Contestant::new("sprung-batch f32", ours::mixed::<f32>, error::golden).few(),
            Contestant::new("sprung-batch f64", ours::mixed::<f64>, error::golden).few(),
            Contestant::new("sprung loop f32", ours::mixed_core_loop::<f32>, error::golden).few(),
            Contestant::new("sprung loop f64", ours::mixed_core_loop::<f64>, error::golden).few(),
        ],
    },
    Case {
        name: "damper-halflife",
        springs: Springs::frames,
        engines: &[
            Contestant::new("sprung-batch f32", ours::dampers::<f32>, error::damper),
            Contestant::new("sprung-batch f64", ours::dampers::<f64>, error::damper),
            Contestant::new("sprung loop f32", ours::dampers_core_loop::<f32>, error::damper),
            Contestant::new("Holden f32", holden::dampers, error::damper),
            Contestant::new("bevy_math f32", rivals::bevy::dampers, error::damper),
        ],
    },
];
