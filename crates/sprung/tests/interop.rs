//! The vectors and quaternions of other crates, where their features are on.

#![allow(unused_macros, dead_code, reason = "each feature uses its part")]

use sprung::Rotation;

/// Turns about every axis, by small and large angles.
fn turns() -> impl Iterator<Item = [f64; 3]> {
    [0.0, 1e-6, 0.3, 1.5, 3.1].into_iter().flat_map(|angle| {
        [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.48, 0.6, -0.64]]
            .map(|axis: [f64; 3]| axis.map(|component| component * angle))
    })
}

fn near<const N: usize>(a: [f64; N], b: [f64; N], accuracy: f64) {
    for (a, b) in a.into_iter().zip(b) {
        assert!((a - b).abs() <= accuracy, "{a} {b}");
    }
}

macro_rules! glam_quaternions {
    ($name:ident, $glam:ident) => {
        #[test]
        fn $name() {
            let vector = [0.3, -2.0, 0.7];
            for turn in turns() {
                // glam's own exponential map and product are the oracle.
                let theirs = $glam::DQuat::from_scaled_axis($glam::DVec3::from_array(turn));
                let ours = Rotation::from_rotation_vector(turn);
                near($glam::DQuat::from(ours).to_array(), theirs.to_array(), 1e-15);
                near(Rotation::from(theirs).xyzw(), ours.xyzw(), 1e-15);
                let rotated = theirs * $glam::DVec3::from_array(vector);
                near(ours.rotate(vector), rotated.to_array(), 1e-14);
                near(Rotation::from(theirs * 3.0).xyzw(), ours.xyzw(), 1e-15);

                let turn = turn.map(|component| component as f32);
                let theirs = $glam::Quat::from_scaled_axis($glam::Vec3::from_array(turn));
                let ours = Rotation::from_rotation_vector(turn);
                let wide = |components: [f32; 4]| components.map(f64::from);
                near(wide($glam::Quat::from(ours).to_array()), wide(theirs.to_array()), 3e-7);
                near(wide(Rotation::from(theirs).xyzw()), wide(ours.xyzw()), 3e-7);
            }
            // A product of theirs is a sequence of ours, read from the right.
            let (a, b) = ([0.3, 0.5, -0.2], [-1.0, 0.1, 0.4]);
            let theirs =
                $glam::DQuat::from_scaled_axis(b.into()) * $glam::DQuat::from_scaled_axis(a.into());
            let ours = Rotation::from_rotation_vector(a).then(&Rotation::from_rotation_vector(b));
            near(Rotation::from(theirs).xyzw(), ours.xyzw(), 1e-15);
            assert_eq!(Rotation::from($glam::Quat::from_array([0.0; 4])), Rotation::IDENTITY);
        }
    };
}

#[cfg(feature = "glam-032")]
glam_quaternions!(quaternions_of_glam_032_are_rotations, glam_032);
#[cfg(feature = "glam-033")]
glam_quaternions!(quaternions_of_glam_033_are_rotations, glam_033);
#[cfg(feature = "glam-034")]
glam_quaternions!(quaternions_of_glam_034_are_rotations, glam_034);

#[cfg(feature = "mint")]
#[test]
fn quaternions_of_mint_are_rotations() {
    for turn in turns() {
        let ours = Rotation::from_rotation_vector(turn);
        let [x, y, z, w] = ours.xyzw();
        let theirs = mint::Quaternion::from(ours);
        assert_eq!((theirs.v.x, theirs.v.y, theirs.v.z, theirs.s), (x, y, z, w));
        near(Rotation::from(theirs).xyzw(), ours.xyzw(), 1e-15);
        let long: mint::Quaternion<f64> = [2.0 * x, 2.0 * y, 2.0 * z, 2.0 * w].into();
        near(Rotation::from(long).xyzw(), ours.xyzw(), 1e-15);
    }
    let quarter = mint::Quaternion { v: [0.0f32, 0.0, 1.0].into(), s: 1.0 };
    let turned = Rotation::from(quarter).rotate([1.0, 0.0, 0.0]);
    near(turned.map(f64::from), [0.0, 1.0, 0.0], 1e-6);
}
