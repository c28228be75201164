//! The plain data of a network comes back bit for bit from JSON, postcard and bincode, and nothing else is read.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use saved::round_trip;
use serde::de::DeserializeOwned;
use sprung_network::reference::{CoefficientLimit, Formulation, Variant};
use sprung_network::shapes::{Cloth, lattice};
use sprung_network::{
    Collider, Edge, Environment, Network, Particle, Settings, Shape, SpringMode, Stiffness,
    Stretch, Tether, VolumeContent, Weave,
};

fn stiffnesses() -> [Stiffness; 6] {
    [
        sprung::Spring::from_stiffness_and_damping(0.0, 3.0).unwrap().into(),
        Stiffness::RIGID,
        Stiffness::per_step(0.1, 1.0 / 3.0),
        Stiffness::from_frequency(7.0, 0.3).unwrap(),
        Stiffness::Physical { stiffness: 1e30, damping: 1e-40 },
        Stiffness::Compliance { compliance: 0.0, damping: 0.0 },
    ]
}

#[test]
fn elements_come_back_from_every_format() {
    for law in stiffnesses() {
        round_trip(&law);
        for action in [SpringMode::TwoWay, SpringMode::TensionOnly, SpringMode::CompressionOnly] {
            round_trip(&action);
            let spring = Edge::new(3, 7, 0.1).with_stiffness(law).with_mode(action);
            round_trip(&spring);
            round_trip(&spring.with_tear_strain(0.2));
        }
    }
    round_trip(&Particle::new([0.1, -0.0, 1e15], 3.0).with_velocity([1e-40, -1e15, 7.0]));
    round_trip(&Particle::fixed([0.0; 3]));
    round_trip(&Tether { anchor: 3, particle: 5, length: 0.3 });
    round_trip(&Stretch { max: f64::INFINITY, mean: 0.1 });
    for cap in [
        CoefficientLimit::Off,
        CoefficientLimit::Article,
        CoefficientLimit::NoOvershoot,
        CoefficientLimit::MassSplitting,
    ] {
        round_trip(&cap);
    }
    round_trip(&[Formulation::Force, Formulation::Impulse]);
    round_trip(&[Variant::Published, Variant::Passive]);
}

#[test]
fn surroundings_come_back_from_every_format() {
    let environment = Environment { drag: 0.3, wind: [1.0, 0.1, -2.0], ..Environment::ZERO_G };
    round_trip(&environment);
    round_trip(&Settings::default());
    round_trip(&Settings { substeps: 3, line_solver: false, environment, sleep_speed: 0.1 });
    for shape in [
        Shape::Plane { point: [0.1; 3], normal: [0.0, 3.0, 0.0] },
        Shape::Sphere { center: [0.3, 0.0, -1.0], radius: 0.7 },
        Shape::Capsule { a: [0.0; 3], b: [0.0, 1.0, 0.0], radius: 0.2 },
    ] {
        round_trip(&shape);
        let collider = Collider::new(shape).with_friction(0.4).with_velocity([0.0, 0.1, 2.0]);
        round_trip(&collider.with_angular_velocity([3.0, 0.0, 0.1], [1.0, 0.0, 0.0]));
    }
}

#[test]
fn networks_come_back_from_every_format() {
    round_trip(&Network::default());
    let mut touching = Cloth::new(3, 4, 0.1, 1.0).build().unwrap();
    touching.set_thickness(0.01).unwrap();
    touching.surface.friction = 0.3;
    round_trip(&touching);
    let mut jelly = lattice([3, 2, 2], 0.1, 1.0).unwrap();
    let triangles = jelly.surface.triangles.clone();
    jelly.add_volume(&triangles).unwrap();
    jelly.add_cells(&[[0, 1, 3, 6]], stiffnesses()[2]).unwrap();
    round_trip(&jelly.cells[0]);
    jelly.append(&jelly.clone());
    jelly.volumes[1].content = VolumeContent::gas(0.5, 2e5, 1e5);
    jelly.add_aero_surface(&triangles).unwrap();
    jelly.add_hinges(&triangles, stiffnesses()[3]).unwrap();
    let weave = Weave::new(stiffnesses()[0], stiffnesses()[1], stiffnesses()[2]);
    jelly.add_fabric(&triangles, [0.3, 0.5, 0.9], weave).unwrap();
    jelly.append(&jelly.clone());
    jelly.fabrics[1].weave = weave.with_limits(0.9, 1.1);
    round_trip(&jelly.fabrics[0]);
    round_trip(&jelly.fabrics[0].weave);
    round_trip(&jelly.fabrics[1].weave.warp_limits);
    round_trip(&jelly.hinges[0]);
    round_trip(&jelly.aero_surfaces[0]);
    round_trip(&jelly.aero_surfaces[0].coefficients);
    round_trip(&jelly);
    let sheet = Cloth::new(3, 2, 0.05, 0.3);
    round_trip(&sheet);
    let sheet = sheet.with_shear(stiffnesses()[3]).with_bend(stiffnesses()[2]);
    round_trip(&sheet);
    let mut net = sheet.build().unwrap();
    net.fix(sheet.corners());
    net.add_long_range_attachments();
    net.edges[0] = net.edges[0].with_tear_strain(0.3);
    assert!(!net.tethers.is_empty());
    round_trip(&net);
}

/// The error that reading gives, without its place in the text.
fn error<T: DeserializeOwned + core::fmt::Debug>(json: &str) -> String {
    let error = serde_json::from_str::<T>(json).unwrap_err().to_string();
    error.split(" at line").next().unwrap().into()
}

/// Returns the error of reading a value that can be written.
fn refused<T: serde::Serialize + DeserializeOwned + core::fmt::Debug>(value: &T) -> String {
    let bytes = postcard::to_stdvec(value).unwrap();
    assert!(postcard::from_bytes::<T>(&bytes).is_err(), "{value:?}");
    assert!(bincode::deserialize::<T>(&bincode::serialize(value).unwrap()).is_err(), "{value:?}");
    error::<T>(&serde_json::to_string(value).unwrap())
}

#[test]
fn elements_that_no_network_takes_are_refused() {
    let heavy = Particle { inverse_mass: -1.0, ..Particle::fixed([0.0; 3]) };
    assert_eq!(refused(&heavy), "inverse_mass must be finite and >= 0, got -1");
    let loop_ = Edge::new(2, 2, 1.0);
    assert_eq!(refused(&loop_), "must join two different particles, got 2 twice");
    let torn = Edge::new(0, 1, 1.0).with_tear_strain(0.0);
    assert_eq!(refused(&torn), "tear_strain must be > 0, got 0");
    assert!(refused(&Stiffness::per_step(0.5, 1.5)).starts_with("c_d must be within 0 and 1"));
    refused(&Stiffness::Physical { stiffness: f32::INFINITY, damping: 1.0 });
    assert!(
        error::<Stiffness>(r#"{"Spring":{"angular_frequency":-1,"damping_ratio":1}}"#)
            .starts_with("angular_frequency must be >= 0")
    );
    refused(&Tether { anchor: 1, particle: 1, length: 0.3 });
    refused(&Shape::Sphere { center: [0.0; 3], radius: 0.0 });
    let plane = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    refused(&Collider::new(plane).with_friction(-0.1));
    refused(&Environment { drag: f32::NAN, ..Environment::ZERO_G });
    let none = Settings { substeps: 0, ..Settings::default() };
    assert_eq!(refused(&none), "substeps must be >= 1, got 0");
    assert_eq!(refused(&Cloth::new(1, 2, 0.1, 1.0)), "columns must be >= 2, got 1");
    refused(&Cloth::new(2, 2, 0.1, f32::INFINITY));
}

#[test]
fn a_network_that_its_check_refuses_is_refused_with_the_same_message() {
    let mut net = Network::default();
    net.add_particle(Particle::fixed([0.0; 3]));
    net.add_particle(Particle::new([1.0, 0.0, 0.0], 1.0));
    net.connect(0, 1);
    for bad in [Edge::new(1, 2, 1.0), Edge::new(1, 0, 1.0)] {
        let mut net = net.clone();
        net.add_edge(bad);
        assert_eq!(refused(&net), net.check().unwrap_err().to_string());
    }
    net.tethers.push(Tether { anchor: 1, particle: 0, length: 1.0 });
    assert_eq!(refused(&net), net.check().unwrap_err().to_string());
}

#[test]
fn saved_forms_are_readable() {
    let saved = serde_json::to_string(&Edge::new(0, 1, 0.5)).unwrap();
    assert_eq!(
        saved,
        r#"{"a":0,"b":1,"rest_length":0.5,"stiffness":{"PerStep":{"c_s":1.0,"c_d":1.0}},"mode":"TwoWay","tear_strain":"inf"}"#
    );
}
