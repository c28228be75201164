//! The table of all conventions: the keys of each, with their value for a spring, and the springs that they build.

use crate::coefficients::SoftCoefficients;
use crate::convert::convention::Build::{One, Three, Two};
use crate::convert::convention::{Convention, Key, ParameterSet, Preset, damper, spring};
use crate::convert::nearest::{nearest_at_most_critical, nearest_within};
use crate::convert::{cinemachine, compose, flutter, framer_motion, holden, react_spring};
use crate::convert::{svelte, swiftui, t3ssel8r, unity, unreal};
use crate::error::Result;
use crate::params::{Damper, Spring};

/// The time step for which coefficients and factors per step are returned, s.
const FRAME: f64 = 1.0 / 60.0;

/// The default tolerance of a settling time: 2 % of the distance.
const USUAL_TOLERANCE: f64 = 0.02;

// Keys of more than one convention.
const FREQUENCY: Key = Key::needed("frequency", "undamped, Hz", Spring::frequency);
const ANGULAR_FREQUENCY: Key =
    Key::needed("angular_frequency", "undamped, rad/s", Spring::angular_frequency);
const ANY_RATIO: Key =
    Key::needed("damping_ratio", "0 oscillates forever, 1 critical", Spring::damping_ratio);
const DAMPING_RATIO: Key = ANY_RATIO.with_default(1.0);
const STIFFNESS: Key = Key::needed("stiffness", "k", Spring::stiffness);
const DAMPING: Key = Key::needed("damping", "c", Spring::damping);
const MASS: Key = Key::constant("mass", 1.0, "m");
const BOUNCE: Key =
    Key::needed("bounce", "1 oscillates forever, 0 critical, below 0 slower", Spring::bounce)
        .with_default(0.0);

const HALFLIFE: Key = Key::needed("halflife", "until half the offset is left, s", Spring::halflife);
const STIFFNESS_PER_MASS: Key = Key::needed("stiffness", "1/s², per mass", Spring::stiffness);
const DAMPING_PER_MASS: Key = Key::needed("damping", "1/s, per mass", Spring::damping);
const ANY_MASS: Key = Key::constant("mass", 1.0, "divides stiffness and damping");
const DURATION: Key = Key::needed("duration", "perceptual, 2π/ω, s", Spring::duration);
const LAG: Key = Key::needed("lag", "behind a goal that moves steadily, 2ζ/ω, s", Spring::lag);
const SETTLING_TIME: Key =
    Key::needed("settling_time", "until it stays within the tolerance, s", usual_settling_time);
const TOLERANCE: Key = Key::constant("tolerance", USUAL_TOLERANCE, "fraction of the distance");
const OVERSHOOT: Key =
    Key::needed("overshoot", "past the goal, fraction of the distance", Spring::overshoot);
const PEAK_TIME: Key = Key::needed("peak_time", "of the first overshoot, s", Spring::peak_time);
const RISE_TIME: Key =
    Key::needed("rise_time", "from 10 % to 90 % of the distance, s", Spring::rise_time);
const BANDWIDTH: Key =
    Key::needed("bandwidth", "the gain falls to 70.7 % here, Hz", Spring::bandwidth);

const DAMPER_HALFLIFE: Key =
    Key::of_damper("halflife", "until half the offset is left, s", Damper::halflife);
const RATE: Key = Key::of_damper("rate", "of decay, 1/s", Damper::rate);
const TIME_CONSTANT: Key =
    Key::of_damper("time_constant", "until 36.8 % of the offset is left, s", Damper::time_constant);
const FACTOR: Key =
    Key::of_damper("factor", "fraction of the offset removed per reference step", factor_per_frame);
const REFERENCE_STEP: Key = Key::of_damper("reference_step", "s", |_| FRAME);

const DAMPING_TIME: Key =
    Key::of_damper("damping_time", "until 1 % of the offset is left, s", cinemachine::damping_time);

const COMPOSE_STIFFNESS: Key = Key::needed("stiffness", "ω², 1/s²", Spring::stiffness)
    .with_default(compose::STIFFNESS_MEDIUM)
    .with_words(&[
        ("high", compose::STIFFNESS_HIGH),
        ("medium", compose::STIFFNESS_MEDIUM),
        ("medium_low", compose::STIFFNESS_MEDIUM_LOW),
        ("low", compose::STIFFNESS_LOW),
        ("very_low", compose::STIFFNESS_VERY_LOW),
    ]);
const COMPOSE_DAMPING_RATIO: Key = DAMPING_RATIO.with_words(&[
    ("high_bouncy", compose::DAMPING_RATIO_HIGH_BOUNCY),
    ("medium_bouncy", compose::DAMPING_RATIO_MEDIUM_BOUNCY),
    ("low_bouncy", compose::DAMPING_RATIO_LOW_BOUNCY),
    ("no_bouncy", compose::DAMPING_RATIO_NO_BOUNCY),
]);

const RATIO: Key = Key::needed("ratio", "damping ratio", Spring::damping_ratio);
const FLUTTER_DURATION: Key =
    Key::needed("duration", "2π/ω, s", Spring::duration).with_default(0.5);
const FLUTTER_BOUNCE: Key = Key::needed("bounce", "as SwiftUI's", Spring::bounce).with_default(0.0);

const HOLDENS_HALFLIFE: Key = Key::needed("halflife", "2 ln 2/(ζω), s", holden::halflife);
const HOLDENS_RATIO: Key =
    Key::needed("damping_ratio", "above 0", Spring::damping_ratio).with_default(1.0);

const VISUAL_DURATION: Key =
    Key::needed("visual_duration", "until it seems to arrive, s", framer_motion::visual_duration);
const MOTION_DURATION: Key =
    Key::needed("duration", "until about 0.1 % is left, s", framer_motion::duration)
        .with_default(0.8);
const MOTION_BOUNCE: Key = Key::needed("bounce", "-0.95 to 0.95", Spring::bounce);

const C_S: Key = Key::needed("c_s", "share of the offset taken in each step", offset_taken);
const C_D: Key = Key::needed("c_d", "share of the velocity taken in each step", velocity_taken);
const DT: Key = Key::needed("dt", "the step, s", |_| FRAME);

const TENSION: Key = Key::needed("tension", "stiffness", Spring::stiffness).with_default(170.0);
const FRICTION: Key = Key::needed("friction", "damping", Spring::damping).with_default(26.0);
const REACT_MASS: Key = Key::constant("mass", 1.0, "divides tension and friction");
const PERIOD: Key = Key::needed("frequency", "the period 2π/ω, s", Spring::duration);
const REACT_DAMPING: Key =
    Key::needed("damping", "damping ratio", Spring::damping_ratio).with_default(1.0);

const SVELTE_STIFFNESS: Key =
    Key::needed("stiffness", "share of the offset taken in 1/60 s, 0 to 1", offset_taken)
        .with_default(0.15);
const SVELTE_DAMPING: Key =
    Key::needed("damping", "share of the velocity taken in 1/60 s, 0 to 1", velocity_taken)
        .with_default(0.8);

const PACE: Key = Key::needed("duration", "a pace, 2π/ω, s", Spring::duration).with_default(0.5);
const RESPONSE: Key = Key::needed("response", "2π/ω, s", Spring::duration).with_default(0.5);
const DAMPING_FRACTION: Key =
    Key::needed("damping_fraction", "damping ratio", Spring::damping_ratio).with_default(0.825);
const SETTLING_DURATION: Key =
    Key::needed("settling_duration", "until about 0.1 % is left, s", swiftui::settling_duration);
const RATIO_UP_TO_1: Key =
    Key::needed("damping_ratio", "above 0, at most 1", Spring::damping_ratio);

const F: Key = Key::needed("f", "undamped frequency, Hz", Spring::frequency);
const Z: Key = Key::needed("z", "damping ratio", Spring::damping_ratio);
const R: Key = Key::constant("r", 0.0, "initial response: 0 here");

const SMOOTH_TIME: Key =
    Key::needed("smooth_time", "lag behind a goal that moves steadily, s", unity::smooth_time);
const SMOOTHING_TIME: Key =
    Key::needed("smoothing_time", "lag of a critical spring, s", unreal::smoothing_time);
const UNDAMPED_FREQUENCY: Key = Key::needed("undamped_frequency", "Hz", Spring::frequency);

// Limits of more than one parameter set.
const NO_DRAG: &str = "every spring but drag without a pull";
const FINITE: &str = "every spring of finite stiffness and damping";
const FINITE_RATIO: &str = "every spring of finite damping ratio";
const DAMPED: &str = "damping ratio above 0";
const AT_MOST_1: &str = "damping ratio at most 1";
const FIRST_ORDER: &str = "first order: no velocity, no overshoot";

const COMPOSE: &[ParameterSet] =
    &[spring(&[COMPOSE_STIFFNESS, COMPOSE_DAMPING_RATIO], NO_DRAG, Two(compose::from_stiffness))];

/// Every convention: first those of this crate, `spring` and `damper`, then the others by name.
pub static CONVENTIONS: &[Convention] = &[
    Convention {
        name: "spring",
        title: "sprung",
        difference: "none: this is the spring itself",
        forms: &[
            spring(&[FREQUENCY, DAMPING_RATIO], NO_DRAG, Two(Spring::from_frequency)),
            spring(&[ANGULAR_FREQUENCY, DAMPING_RATIO], NO_DRAG, Two(Spring::new)),
            spring(
                &[HALFLIFE, DAMPING_RATIO],
                "every spring that pulls",
                Two(Spring::from_halflife),
            ),
            spring(&[STIFFNESS_PER_MASS, DAMPING_PER_MASS, ANY_MASS], FINITE, Three(of_mass)),
            spring(&[DURATION, BOUNCE], FINITE_RATIO, Two(Spring::from_duration_and_bounce)),
            spring(&[LAG, DAMPING_RATIO], DAMPED, Two(Spring::from_lag)),
            spring(
                &[SETTLING_TIME, DAMPING_RATIO, TOLERANCE],
                DAMPED,
                Three(Spring::from_settling_time),
            ),
            spring(
                &[SETTLING_TIME, OVERSHOOT, TOLERANCE],
                AT_MOST_1,
                Three(Spring::from_settling_time_and_overshoot),
            )
            .read_from(nearest_at_most_critical),
            spring(
                &[PEAK_TIME, OVERSHOOT],
                "damping ratio below 1",
                Two(Spring::from_peak_time_and_overshoot),
            ),
            spring(&[RISE_TIME, DAMPING_RATIO], FINITE_RATIO, Two(Spring::from_rise_time)),
            spring(&[BANDWIDTH, DAMPING_RATIO], FINITE_RATIO, Two(Spring::from_bandwidth)),
        ],
        presets: &[],
    },
    Convention {
        name: "damper",
        title: "sprung, first-order damper",
        difference: "none: this is the damper itself",
        forms: &[
            damper(&[DAMPER_HALFLIFE], FIRST_ORDER, One(Damper::from_halflife)),
            damper(&[RATE], FIRST_ORDER, One(Damper::from_rate)),
            damper(&[TIME_CONSTANT], FIRST_ORDER, One(Damper::from_time_constant)),
            damper(&[FACTOR, REFERENCE_STEP], FIRST_ORDER, Two(Damper::from_smoothing_factor)),
        ],
        presets: &[],
    },
    Convention {
        name: "cinemachine",
        title: "Cinemachine damping",
        difference: "a heuristic for goals that move; less than 0.0001 left is none",
        forms: &[damper(&[DAMPING_TIME], FIRST_ORDER, One(cinemachine::from_damping_time))],
        presets: &[],
    },
    Convention {
        name: "compose",
        title: "Jetpack Compose, Android SpringForce",
        difference: "single precision; ends too early near damping ratio 1",
        forms: COMPOSE,
        presets: &[Preset { name: "default", values: &tokens(1500.0, 1.0) }],
    },
    Convention {
        name: "flutter",
        title: "Flutter SpringDescription",
        difference: "none in motion",
        forms: &[
            spring(&[STIFFNESS, DAMPING, MASS], FINITE, Three(of_mass)),
            spring(
                &[STIFFNESS, RATIO, MASS],
                NO_DRAG,
                Three(|stiffness, ratio, mass| flutter::from_ratio(mass, stiffness, ratio)),
            ),
            spring(
                &[FLUTTER_DURATION, FLUTTER_BOUNCE],
                FINITE_RATIO,
                Two(Spring::from_duration_and_bounce),
            ),
        ],
        presets: &[],
    },
    Convention {
        name: "holden",
        title: "Holden, Spring-Roll-Call",
        difference: "59.7 % is left after one half-life (critical), his exp moves a position by up to 8.9 %",
        forms: &[
            spring(&[HOLDENS_HALFLIFE, HOLDENS_RATIO], DAMPED, Two(holden::from_halflife)),
            spring(
                &[FREQUENCY, HOLDENS_HALFLIFE],
                "frequency above 0",
                Two(holden::from_frequency_and_halflife),
            ),
        ],
        presets: &[],
    },
    Convention {
        name: "juckett",
        title: "Juckett, Damped Springs",
        difference: "damping ratios within 1e-4 of 1 move as 1",
        forms: &[spring(&[ANGULAR_FREQUENCY, ANY_RATIO], NO_DRAG, Two(Spring::new))],
        presets: &[],
    },
    Convention {
        name: "material3",
        title: "Material 3 motion tokens",
        difference: "as Compose",
        forms: COMPOSE,
        presets: &[
            Preset { name: "expressive-fast-spatial", values: &tokens(800.0, 0.6) },
            Preset { name: "expressive-default-spatial", values: &tokens(380.0, 0.8) },
            Preset { name: "expressive-slow-spatial", values: &tokens(200.0, 0.8) },
            Preset { name: "expressive-fast-effects", values: &tokens(3800.0, 1.0) },
            Preset { name: "expressive-default-effects", values: &tokens(1600.0, 1.0) },
            Preset { name: "expressive-slow-effects", values: &tokens(800.0, 1.0) },
            Preset { name: "standard-fast-spatial", values: &tokens(1400.0, 0.9) },
            Preset { name: "standard-default-spatial", values: &tokens(700.0, 0.9) },
            Preset { name: "standard-slow-spatial", values: &tokens(300.0, 0.9) },
            Preset { name: "standard-fast-effects", values: &tokens(3800.0, 1.0) },
            Preset { name: "standard-default-effects", values: &tokens(1600.0, 1.0) },
            Preset { name: "standard-slow-effects", values: &tokens(800.0, 1.0) },
        ],
    },
    Convention {
        name: "motion",
        title: "Motion 14 (Framer Motion)",
        difference: "time in whole milliseconds; velocity lost on interruption if given by duration",
        forms: &[
            spring(
                &[VISUAL_DURATION, MOTION_BOUNCE.with_default(0.0)],
                "damping ratios 0.05 to 20",
                Two(framer_motion::from_visual_duration),
            )
            .read_from(framer_motion::nearest),
            spring(
                &[MOTION_DURATION, MOTION_BOUNCE.with_default(0.3)],
                "damping ratios 0.05 to 20, 0.01 to 10 s",
                Two(framer_motion::from_duration),
            )
            .read_from(framer_motion::nearest),
            spring(
                &[STIFFNESS.with_default(100.0), DAMPING.with_default(10.0), MASS],
                FINITE,
                Three(of_mass),
            ),
        ],
        presets: &[],
    },
    Convention {
        name: "nissen",
        title: "Nissen, stiffer damped springs",
        difference: "the spring's eigenvalues, with velocities half a step behind",
        forms: &[spring(
            &[C_S, C_D, DT],
            "springs that turn less than half a circle in a step",
            Three(|c_s, c_d, dt| SoftCoefficients { c_s, c_d }.to_spring(dt)),
        )],
        presets: &[],
    },
    Convention {
        name: "react-spring",
        title: "react-spring 10",
        difference: "Euler steps of 1 ms: 1.2 times too fast at 240 fps",
        forms: &[
            spring(&[TENSION, FRICTION, REACT_MASS], FINITE, Three(react_spring::from_tension)),
            spring(
                &[PERIOD, REACT_DAMPING],
                "periods of at least 0.01 s",
                Two(react_spring::from_frequency),
            ),
        ],
        presets: &[
            Preset { name: "default", values: &config(170.0, 26.0) },
            Preset { name: "gentle", values: &config(120.0, 14.0) },
            Preset { name: "wobbly", values: &config(180.0, 12.0) },
            Preset { name: "stiff", values: &config(210.0, 20.0) },
            Preset { name: "slow", values: &config(280.0, 60.0) },
            Preset { name: "molasses", values: &config(280.0, 120.0) },
        ],
    },
    Convention {
        name: "svelte",
        title: "Svelte Spring",
        difference: "the spring at 60 fps only: another one at every other frame rate",
        forms: &[spring(
            &[SVELTE_STIFFNESS, SVELTE_DAMPING],
            "springs whose shares in 1/60 s are at most 1",
            Two(svelte::from_stiffness_and_damping),
        )],
        presets: &[Preset { name: "default", values: &[("stiffness", 0.15), ("damping", 0.8)] }],
    },
    Convention {
        name: "swiftui",
        title: "SwiftUI Spring",
        difference: "none in motion",
        forms: &[
            spring(&[PACE, BOUNCE], FINITE_RATIO, Two(Spring::from_duration_and_bounce)),
            spring(&[RESPONSE, DAMPING_FRACTION], NO_DRAG, Two(swiftui::from_response)),
            spring(
                &[STIFFNESS, DAMPING, MASS],
                AT_MOST_1,
                Three(|stiffness, damping, mass| swiftui::from_stiffness(mass, stiffness, damping)),
            )
            .read_from(nearest_at_most_critical),
            spring(
                &[SETTLING_DURATION, RATIO_UP_TO_1],
                "damping ratio at most 1, 0.01 to 10 s",
                Two(swiftui::from_settling_duration),
            )
            .read_from(nearest_at_most_critical),
        ],
        presets: &[
            Preset { name: "smooth", values: &[("duration", 0.5), ("bounce", 0.0)] },
            Preset { name: "snappy", values: &[("duration", 0.5), ("bounce", 0.15)] },
            Preset { name: "bouncy", values: &[("duration", 0.5), ("bounce", 0.3)] },
            Preset { name: "spring", values: &response(0.5, 0.825) },
            Preset { name: "interactive-spring", values: &response(0.15, 0.86) },
        ],
    },
    Convention {
        name: "t3ssel8r",
        title: "t3ssel8r, second-order dynamics",
        difference: "semi-implicit Euler; slower where the frame is too long",
        forms: &[spring(&[F, Z, R], NO_DRAG, Three(t3ssel8r::spring))],
        presets: &[],
    },
    Convention {
        name: "unity",
        title: "Unity SmoothDamp",
        difference: "approximates exp (0.12 % of the distance), stops dead at the goal, fails at dt = 0",
        forms: &[spring(&[SMOOTH_TIME], "damping ratio 1 only", One(unity::from_smooth_time))
            .read_from(|spring| nearest_within(spring, 1.0, 1.0))],
        presets: &[],
    },
    Convention {
        name: "unreal",
        title: "Unreal Engine, FMath::SpringDamper",
        difference: "approximates exp, sin and cos",
        forms: &[
            spring(&[SMOOTHING_TIME, DAMPING_RATIO], NO_DRAG, Two(unreal::from_smoothing_time)),
            spring(
                &[UNDAMPED_FREQUENCY, DAMPING_RATIO],
                NO_DRAG,
                Two(unreal::from_undamped_frequency),
            ),
        ],
        presets: &[],
    },
];

/// Other names of conventions: those of products, and those that people type.
pub(super) const ALIASES: &[(&str, &str)] = &[
    ("android", "compose"),
    ("apple", "swiftui"),
    ("framer", "motion"),
    ("framer-motion", "motion"),
    ("ios", "swiftui"),
    ("jetpack-compose", "compose"),
    ("m3", "material3"),
    ("material", "material3"),
    ("motion-one", "motion"),
    ("popmotion", "motion"),
    ("react", "react-spring"),
    ("second-order-dynamics", "t3ssel8r"),
    ("smooth-damp", "unity"),
    ("spring-damper", "unreal"),
    ("spring-roll-call", "holden"),
    ("ue", "unreal"),
    ("unreal-engine", "unreal"),
];

/// The spring of these parameters in the order of the keys.
fn of_mass(stiffness: f64, damping: f64, mass: f64) -> Result<Spring<f64>> {
    Spring::from_mass_stiffness_and_damping(mass, stiffness, damping)
}

fn usual_settling_time(spring: &Spring<f64>) -> f64 {
    spring.settling_time(USUAL_TOLERANCE)
}

fn factor_per_frame(damper: &Damper<f64>) -> f64 {
    damper.smoothing_factor(FRAME)
}

fn offset_taken(spring: &Spring<f64>) -> f64 {
    SoftCoefficients::exact(spring, FRAME).c_s
}

fn velocity_taken(spring: &Spring<f64>) -> f64 {
    SoftCoefficients::exact(spring, FRAME).c_d
}

const fn tokens(stiffness: f64, damping_ratio: f64) -> [(&'static str, f64); 2] {
    [("stiffness", stiffness), ("damping_ratio", damping_ratio)]
}

const fn config(tension: f64, friction: f64) -> [(&'static str, f64); 2] {
    [("tension", tension), ("friction", friction)]
}

const fn response(response: f64, damping_fraction: f64) -> [(&'static str, f64); 2] {
    [("response", response), ("damping_fraction", damping_fraction)]
}
