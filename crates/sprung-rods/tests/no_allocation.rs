//! A step allocates nothing.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_rods::{Pose, Rod, RodCollider, RodEnd, RodMaterial, RodSettings, Rods};

#[test]
fn a_step_allocates_nothing() {
    let material = RodMaterial::new(0.1, 0.1, 0.1, 0.01);
    let ends = [RodEnd::Free, RodEnd::Pinned, RodEnd::Clamped];
    // Of each group some are in reach of the colliders.
    let rods: Vec<Rod> = (0..30)
        .map(|at| {
            let z = 0.2 * at as f32;
            let rod = Rod::straight([0.0, 0.0, z], [1.0, 0.0, z], 5 + at % 3, material);
            rod.with_ends(ends[at % 3], ends[at / 3 % 3])
        })
        .collect();
    let settings = RodSettings { gravity: [0.0, -1.0, 0.0], ..RodSettings::default() };
    let mut rods = Rods::new(&rods, settings).unwrap();
    let floor = RodCollider::plane([0.0, -0.1, 0.0], [0.0, 1.0, 0.3]).with_friction(0.3);
    rods.set_colliders(&[floor, RodCollider::sphere([0.5, 0.0, 0.0], 0.2)]).unwrap();
    for mut rods in [rods.clone(), rods] {
        let counted = allocation_counter::measure(|| {
            for dt in [1.0 / 60.0, 0.001, 0.5] {
                rods.set_starts(Pose::at([0.1, 0.0, 0.0])).unwrap();
                rods.set_collider(1, Pose::at([0.1, 0.0, 0.0])).unwrap();
                rods.step(dt).unwrap();
            }
        });
        assert_eq!(counted.count_total, 0);
    }
}
