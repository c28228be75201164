//! Bad input is named and changes nothing; extreme input stays finite.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung::Rotation;
use sprung_rods::{Pose, RestShape, Rod, RodCollider, RodEnd, RodMaterial, RodSettings, Rods};
use testkit::inputs::hostile;
use testkit::random::Random;

const MATERIAL: RodMaterial = RodMaterial {
    bending_stiffness: 0.1,
    twisting_stiffness: 0.1,
    mass_per_meter: 0.1,
    radius: 0.01,
};

fn rod() -> Rod {
    Rod::straight([0.0; 3], [1.0, 0.0, 0.0], 4, MATERIAL)
}

fn refused(rod: Rod) -> String {
    Rods::new(&[rod], RodSettings::default()).err().unwrap().to_string()
}

#[test]
fn errors_name_rod_field_value_and_rule() {
    let message = refused(Rod::straight([0.0; 3], [0.0; 3], 4, MATERIAL));
    assert_eq!(message, "rod 0: distance of points must be in 1e-6 to 1e6 m, got 0");
    let message = refused(Rod::new(vec![[0.0; 3], [1.0, 0.0, 0.0]], MATERIAL));
    assert_eq!(message, "rod 0: points must be 3 to 100000, got 2");
    let soft = RodMaterial { bending_stiffness: f32::NAN, ..MATERIAL };
    let message = refused(Rod { material: soft, ..rod() });
    assert_eq!(message, "rod 0: bending_stiffness must be in 1e-12 to 1e12 N·m², got NaN");
    let message = refused(rod().with_damping_ratio(-1.0));
    assert_eq!(message, "rod 0: damping_ratio must be in 0 to 1e6, got -1");
    assert_eq!(refused(rod().with_drag_halflife(0.0)), "rod 0: drag_halflife must be > 0, got 0");
    assert_eq!(refused(rod().with_taper(0.0)), "rod 0: taper must be in 0.01 to 100, got 0");
    let wrong = RodSettings { substeps: 0, ..RodSettings::default() };
    let message = Rods::new(&[], wrong).err().unwrap().to_string();
    assert_eq!(message, "substeps must be in 1 to 1000, got 0");
    let mut rods = Rods::new(&[rod()], RodSettings::default()).unwrap();
    let message = rods.set_load(0, 5, [0.0; 3]).unwrap_err().to_string();
    assert_eq!(message, "vertex must be below 5, got 5");
    let message = rods.set_start(1, Pose::IDENTITY).unwrap_err().to_string();
    assert_eq!(message, "rod must be below 1, got 1");
    let ball = RodCollider::sphere([0.0; 3], 1.0);
    let wrong = RodCollider::sphere([0.0; 3], f32::NAN);
    let message = rods.set_colliders(&[ball, wrong]).unwrap_err().to_string();
    assert_eq!(message, "collider 1: radius must be in 0 to 1e6 m, got NaN");
    let message = rods.set_colliders(&[ball.with_friction(-1.0)]).unwrap_err().to_string();
    assert_eq!(message, "collider 0: friction must be in 0 to 1e3, got -1");
    let plane = RodCollider::plane([0.0; 3], [0.0; 3]);
    let message = rods.set_colliders(&[plane]).unwrap_err().to_string();
    assert_eq!(message, "collider 0: length of normal must be > 0, got 0");
    let message = rods.set_collider(0, Pose::IDENTITY).unwrap_err().to_string();
    assert_eq!(message, "collider must be below 0, got 0");
    let message = rods.step(f32::NAN).unwrap_err().to_string();
    assert_eq!(message, "dt must be 0 or in 1e-5 to 10 s, got NaN");
}

#[test]
fn a_call_that_is_refused_changes_nothing() {
    let mut rods = Rods::new(&[rod()], RodSettings::default()).unwrap();
    rods.step(0.02).unwrap();
    let before: Vec<_> = rods.positions(0).collect();
    assert!(rods.step(-0.01).is_err() && rods.step(f32::INFINITY).is_err());
    assert!(rods.set_start(0, Pose::at([f32::NAN, 0.0, 0.0])).is_err());
    assert!(rods.set_load(0, 1, [f32::INFINITY, 0.0, 0.0]).is_err());
    rods.step(0.0).unwrap();
    assert_eq!(rods.positions(0).collect::<Vec<_>>(), before);
}

#[test]
fn no_number_leads_to_nan() {
    let numbers = hostile::<f32>();
    let mut made = 0;
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let mut number = |common: f64| match random.index(12) {
            0 => numbers[random.index(numbers.len())],
            _ => random.uniform(-common, common) as f32,
        };
        let mut vector = |common: f64| [number(common), number(common), number(common)];
        let points = (0..4).map(|_| vector(1.0)).collect();
        let (normal, [x, y, twist], force, spin) =
            (vector(1.0), vector(20.0), vector(5.0), vector(3.0));
        let (place, speed, gravity, wind) = (vector(1.0), vector(9.0), vector(10.0), vector(5.0));
        let (center, normal_of_plane) = (vector(0.5), vector(1.0));
        let material = RodMaterial {
            bending_stiffness: number(10.0).abs(),
            twisting_stiffness: number(10.0).abs(),
            mass_per_meter: number(1.0).abs(),
            radius: number(0.1).abs(),
        };
        let ends = [RodEnd::Free, RodEnd::Pinned, RodEnd::Clamped];
        let rod = Rod::new(points, material)
            .with_ends(ends[seed as usize % 3], ends[seed as usize / 3 % 3])
            .with_normal(normal)
            .with_rest(RestShape::Helix { curvature: [x, y], twist })
            .with_damping_ratio(number(1.0).abs())
            .with_drag_halflife(number(1.0).abs());
        let settings =
            RodSettings { gravity, wind, substeps: 2, spectral_radius: number(1.0).abs() };
        let Ok(mut rods) = Rods::new(&[rod.clone(), calm(), rod], settings) else {
            continue;
        };
        made += 1;
        let mut alone = Rods::new(&[calm()], settings).unwrap();
        // Refused calls leave the rods as they are.
        let (radius, friction) = (number(0.5).abs(), number(1.0).abs());
        let ball = RodCollider::sphere(center, radius).with_friction(friction);
        let plane = RodCollider::plane(center, normal_of_plane).with_friction(friction);
        let rotation = Rotation::from_rotation_vector(spin);
        for rods in [&mut rods, &mut alone] {
            let _ = rods.set_colliders(&[ball, plane]);
            let _ = rods.set_collider(0, Pose { position: center, rotation });
        }
        let _ = rods.set_start(0, Pose { position: place, rotation });
        let _ = rods.set_end(2, Pose { position: place, rotation });
        let _ = rods.set_load(0, 2, force);
        let _ = rods.set_velocity(2, 1, speed);
        for _ in 0..8 {
            let dt = number(0.1).abs();
            assert_eq!(rods.step(dt).is_ok(), alone.step(dt).is_ok());
        }
        rods.step(0.02).unwrap();
        alone.step(0.02).unwrap();
        assert!(rods.positions(1).eq(alone.positions(0)), "{seed}: others have moved a rod");
        for rod in 0..3 {
            for (vertex, position) in rods.positions(rod).enumerate() {
                let velocity = rods.velocity(rod, vertex);
                let all = position.into_iter().chain(velocity);
                let is_finite = all.into_iter().all(f32::is_finite);
                assert!(is_finite, "{seed} {rod} {vertex}: {position:?} {velocity:?}");
            }
            for segment in 0..3 {
                let frame = rods.frame(rod, segment).xyzw();
                let size: f32 = frame.iter().map(|part| part * part).sum();
                assert!((size - 1.0).abs() < 1e-5, "{seed} {rod} {segment}: {frame:?}");
            }
        }
    }
    assert!(made > 300, "{made}");
}

/// A rod that shares its lanes with hostile ones.
fn calm() -> Rod {
    Rod::straight([0.0; 3], [1.0, 0.0, 0.0], 3, MATERIAL)
}
