//! Rods: all ends, rest shapes and numbers of segments that differ, on a start that turns, in wind.

use sprung::Rotation;
use sprung_rods::{Pose, RestShape, Rod, RodEnd, RodMaterial, RodSettings, Rods};

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
