//! The plain data of rods comes back bit for bit from JSON, postcard and bincode, and nothing else is read.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use saved::round_trip;
use sprung::Rotation;
use sprung_rods::{Pose, RestShape, Rod, RodCollider, RodEnd, RodMaterial, RodSettings};

#[test]
fn everything_comes_back_from_every_format() {
    let material = RodMaterial::from_young_modulus(4e9, 1.5e9, 1300.0, 1.0 / 3.0);
    let rod = Rod::new(vec![[0.1, -0.0, 1e15], [0.2, 1e-40, 3.0], [1.0 / 3.0, 0.0, 0.0]], material);
    round_trip(&material);
    round_trip(&rod);
    round_trip(&rod.with_ends(RodEnd::Pinned, RodEnd::Clamped).with_rest(RestShape::Straight));
    let helix = RestShape::Helix { curvature: [0.1, -0.0], twist: 1e-40 };
    let curl = Rod::straight([0.0; 3], [1.0, 0.1, 0.2], 5, material).with_rest(helix);
    round_trip(&curl.with_taper(0.3).with_damping_ratio(0.1).with_drag_halflife(0.7));
    round_trip(&RodCollider::sphere([0.1, -0.0, 1e15], 1.0 / 3.0).with_friction(0.3));
    round_trip(&RodCollider::plane([0.1, 0.2, 0.3], [1e-40, 2.0, 0.0]));
    round_trip(&RodSettings { wind: [0.1, 0.2, -0.0], ..RodSettings::default() });
    let rotation = Rotation::from_rotation_vector([0.1, -2.0, 0.3]);
    round_trip(&Pose { position: [0.1, -0.0, 1e15], rotation });
}

#[test]
fn other_fields_are_refused() {
    let text = serde_json::to_string(&RodMaterial::new(1.0, 1.0, 0.1, 0.01)).unwrap();
    let more = text.replacen('{', "{\"weight\":1,", 1);
    assert!(serde_json::from_str::<RodMaterial>(&more).is_err());
    let less = text.replace("\"radius\":0.01", "").replace(",}", "}");
    assert!(less != text && serde_json::from_str::<RodMaterial>(&less).is_err());
}
