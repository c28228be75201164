//! Rods: those that hang free with all ends, rest shapes and numbers of segments that differ, on a start that turns, in wind.

use sprung::Rotation;
use sprung_rods::{Pose, RestShape, Rod, RodCollider, RodEnd, RodMaterial, RodSettings, Rods};

use crate::bits::{Bits, Outcome};

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    let ends = [RodEnd::Free, RodEnd::Pinned, RodEnd::Clamped];
    let rests = [
        RestShape::Given,
        RestShape::Straight,
        RestShape::Helix { curvature: [3.0, -1.0], twist: 2.0 },
    ];
    let mut all = Vec::new();
    for count in 0..27_u8 {
        let number = f32::from(count);
        let material = RodMaterial::from_young_modulus(1e7 * (1.0 + number), 4e6, 900.0, 2e-3);
        let at = usize::from(count);
        let rod =
            Rod::straight([0.1 * number, 0.0, 0.0], [0.1 * number, 0.2, 0.9], 6 + at % 3, material)
                .with_ends(ends[at % 3], ends[at / 3 % 3])
                .with_rest(rests[at / 9])
                .with_taper(1.0 - 0.02 * number)
                .with_damping_ratio(0.01 * number)
                .with_drag_halflife(0.2 + 0.1 * number);
        all.push(rod);
    }
    let settings = RodSettings { wind: [1.0, 0.0, -2.0], substeps: 2, ..RodSettings::default() };
    let mut rods = Rods::new(&all, settings)?;
    rods.set_load(4, 3, [0.0, 0.02, 0.01])?;
    rods.set_velocity(0, 2, [1.0, 0.0, 0.5])?;
    for frame in 0..60_u8 {
        let wave = (f32::from(frame) % 20.0 - 10.0) * 0.01;
        let rotation = Rotation::from_rotation_vector([wave, 0.0, 2.0 * wave]);
        rods.set_starts(Pose { position: [wave, 0.0, 0.0], rotation })?;
        rods.step(if frame == 30 { 0.3 } else { 0.016 })?;
    }
    for rod in 0..rods.len() {
        rods.positions(rod).for_each(|position| bits.add_all(position));
    }
    Ok(())
}

/// Strands on a head that moves, which lie against an arm and a floor, and a rod that falls on them.
pub(crate) fn contacts(bits: &mut Bits) -> Outcome {
    let hair = RodMaterial::from_young_modulus(4e9, 1.5e9, 1300.0, 50e-6);
    let mut all = Vec::new();
    for at in 0..20_u8 {
        let across = 0.09 - 0.008 * f32::from(at);
        let height = (0.01 - across * across).sqrt();
        let (root, tip) = ([across, height, 0.0], [3.0 * across, 3.0 * height, 0.05]);
        all.push(Rod::straight(root, tip, 12, hair).with_damping_ratio(0.2));
    }
    let pole = RodMaterial::new(0.01, 0.01, 0.1, 0.005);
    all.push(
        Rod::straight([-0.2, 0.4, 0.0], [0.2, 0.35, 0.1], 8, pole)
            .with_ends(RodEnd::Free, RodEnd::Free),
    );
    let mut rods = Rods::new(&all, RodSettings { substeps: 2, ..RodSettings::default() })?;
    rods.set_colliders(&[
        RodCollider::sphere([0.0; 3], 0.1).with_friction(0.3),
        RodCollider::capsule([[0.1, -0.2, 0.0], [0.3, -0.1, 0.1]], 0.04).with_friction(0.5),
        RodCollider::plane([0.0, -0.2, 0.0], [0.1, 1.0, 0.0]),
    ])?;
    for frame in 0..90_u8 {
        let wave = (f32::from(frame) % 20.0 - 10.0) * 0.005;
        let rotation = Rotation::from_rotation_vector([wave, 4.0 * wave, 0.0]);
        let pose = Pose { position: [wave, 0.0, 0.0], rotation };
        rods.set_starts(pose)?;
        rods.set_collider(0, pose)?;
        rods.step(if frame == 60 { 0.1 } else { 0.016 })?;
    }
    for rod in 0..rods.len() {
        rods.positions(rod).for_each(|position| bits.add_all(position));
        (0..=rods.segments(rod)).for_each(|vertex| bits.add_all(rods.contact_force(rod, vertex)));
    }
    Ok(())
}
