//! Material 3's motion tokens: six springs for each of two schemes, expressive and standard, as Compose springs.
//!
//! *Spatial* springs move and resize, *effects* springs fade and color (never overshooting, the same in both schemes).
//!
//! Source: the published tokens of Material 3 (`ExpressiveMotionTokens`, `StandardMotionTokens`, version 0.14).

use crate::convert::compose;
use crate::convert::convention::{Convention, Preset};

/// Material 3's convention.
pub(super) const CONVENTION: Convention = Convention {
    name: "material3",
    title: "Material 3 motion tokens",
    difference: "as Compose",
    forms: compose::CONVENTION.forms,
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
};

const fn tokens(stiffness: f64, damping_ratio: f64) -> [(&'static str, f64); 2] {
    [("stiffness", stiffness), ("damping_ratio", damping_ratio)]
}
