//! The vectors and quaternions of other crates, where their features are on.

#![allow(unused_imports, unused_macros, dead_code, reason = "each feature uses its part")]

use sprung::{Rotation, Spring, State, Vector};

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

#[cfg(feature = "glam-030")]
glam_quaternions!(quaternions_of_glam_030_are_rotations, glam_030);
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

/// A vector type under test moves as an array of its components, and its inner product is theirs.
fn moves_as_its_components<V, const N: usize>(
    make: impl Fn([f64; N]) -> V,
    read: impl Fn(V) -> [f64; N],
) where
    V: Vector<Scalar = f64>,
{
    assert_eq!(read(V::ZERO), [0.0; N]);
    let [position, velocity, goal]: [[f64; N]; 3] =
        [0.3, -2.0, 1.7].map(|first| core::array::from_fn(|i| first + 0.9 * i as f64));
    for (ratio, dt) in [(0.2, 0.05), (1.0, 0.3), (4.0, 1.1)] {
        let step = Spring::new(9.0, ratio).expect("a spring").step(dt);
        let ours = step.apply(State::new(make(position), make(velocity)), make(goal));
        let theirs = step.apply(State::new(position, velocity), goal);
        assert_eq!(read(ours.position), theirs.position);
        assert_eq!(read(ours.velocity), theirs.velocity);
    }
    assert_eq!(make(position).dot(make(goal)), position.dot(goal));
    assert_eq!(make(position).length(), position.length());
}

#[cfg(feature = "num-complex")]
#[test]
fn complex_numbers_are_vectors() {
    moves_as_its_components(|[re, im]| num_complex::Complex { re, im }, |z| [z.re, z.im]);
}

#[cfg(feature = "palette")]
#[test]
fn colors_without_a_hue_are_vectors() {
    use palette::{Lab, LinLuma, LinSrgb, Luv, Oklab, Xyz, white_point::D65};
    moves_as_its_components(|[r, g, b]| LinSrgb::new(r, g, b), |c| [c.red, c.green, c.blue]);
    moves_as_its_components(|[luma]| LinLuma::<D65, f64>::new(luma), |c| [c.luma]);
    moves_as_its_components(|[x, y, z]| Xyz::<D65, f64>::new(x, y, z), |c| [c.x, c.y, c.z]);
    moves_as_its_components(|[l, a, b]| Lab::<D65, f64>::new(l, a, b), |c| [c.l, c.a, c.b]);
    moves_as_its_components(|[l, u, v]| Luv::<D65, f64>::new(l, u, v), |c| [c.l, c.u, c.v]);
    moves_as_its_components(|[l, a, b]| Oklab::new(l, a, b), |c| [c.l, c.a, c.b]);
}

#[cfg(feature = "nalgebra-033")]
#[test]
fn vectors_and_points_of_nalgebra_are_vectors() {
    use nalgebra_033::{Point3, SVector, Vector2};
    moves_as_its_components(|v: [f64; 2]| Vector2::from(v), Into::into);
    moves_as_its_components(|v: [f64; 7]| SVector::<f64, 7>::from(v), Into::into);
    moves_as_its_components(|v: [f64; 3]| Point3::from(v), |p| p.coords.into());
}

#[cfg(feature = "nalgebra-033")]
#[test]
fn quaternions_of_nalgebra_are_rotations() {
    use nalgebra_033::{Quaternion, Unit, UnitQuaternion};
    for turn in turns() {
        let ours = Rotation::from_rotation_vector(turn);
        let [x, y, z, w] = ours.xyzw();
        let theirs = UnitQuaternion::from(ours);
        assert_eq!((theirs.i, theirs.j, theirs.k, theirs.w), (x, y, z, w));
        near(Rotation::from(theirs).xyzw(), ours.xyzw(), 1e-15);
        // Axis and angle are the oracle of which component is which.
        let angle = turn.length();
        let axis = if angle > 0.0 { turn.map(|x| x / angle) } else { turn };
        let [i, j, k] = axis.map(|x| x * (0.5 * angle).sin());
        near([theirs.i, theirs.j, theirs.k, theirs.w], [i, j, k, (0.5 * angle).cos()], 1e-15);
        let long = Unit::new_unchecked(Quaternion::new(2.0 * w, 2.0 * x, 2.0 * y, 2.0 * z));
        near(Rotation::from(long).xyzw(), ours.xyzw(), 1e-15);
    }
}
