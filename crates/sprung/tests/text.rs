//! Specs: every convention parses what it writes, and every invalid input is an error.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::{Damper, Spec, SpecErrorKind, Spring, convert};
use testkit::inputs;
use testkit::random::Random;

/// A spring as people use them: 0.1 to 100 rad/s, damping ratio 0 to 20, every fourth critical.
fn usual_spring(random: &mut Random, index: usize) -> Spring<f64> {
    let omega = random.log_uniform(0.1, 100.0);
    let ratio = match index % 4 {
        0 => 1.0,
        1 => random.uniform(1.0, 20.0),
        _ => random.uniform(0.0, 1.0),
    };
    Spring::new(omega, ratio).unwrap()
}

const SPRINGS: usize = 8;

#[test]
fn every_system_reads_back_what_it_writes() {
    let mut random = Random::new(1);
    let mut exact = vec![0; convert::CONVENTIONS.len()];
    for index in 0..SPRINGS {
        let spring = usual_spring(&mut random, index);
        for (count, convention) in exact.iter_mut().zip(convert::CONVENTIONS) {
            for words in convention.convert_all(spring) {
                let text = format!(
                    "{}:{}",
                    convention.name,
                    words.to_string().rsplit(':').next().unwrap()
                );
                let read: Spec<f64> =
                    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(read, words.parameters(), "{text}");
                if words.is_exact() {
                    *count += 1;
                    let back = read.spring().unwrap_or_else(|| panic!("{text} is no spring"));
                    let (omega, ratio) = (spring.angular_frequency(), spring.damping_ratio());
                    assert!(
                        (back.angular_frequency() / omega - 1.0).abs() < 1e-7,
                        "{text} {spring}"
                    );
                    assert!((back.damping_ratio() - ratio).abs() < 1e-7 * (1.0 + ratio), "{text}");
                }
            }
        }
    }
    for (count, convention) in exact.iter().zip(convert::CONVENTIONS) {
        let only_dampers = ["damper", "cinemachine"].contains(&convention.name);
        assert_eq!(
            *count == 0,
            only_dampers,
            "{} describes {count} of {SPRINGS} springs",
            convention.name
        );
    }
}

#[test]
fn dampers_read_back_too() {
    let mut random = Random::new(2);
    for _ in 0..100 {
        let damper = Damper::from_rate(random.log_uniform(1e-3, 1e3)).unwrap();
        for name in ["damper", "cinemachine"] {
            let words = convert::convention(name).unwrap().convert(damper).unwrap();
            assert!(words.is_exact(), "{words}");
            let back: Damper<f64> = words.to_string().parse().unwrap();
            assert!((back.rate() / damper.rate() - 1.0).abs() < 1e-14, "{words}");
        }
    }
}

#[test]
fn what_a_spring_writes_reads_back_bit_for_bit() {
    let mut random = Random::new(3);
    for _ in 0..10_000 {
        let (omega, ratio) = inputs::spring::<f64>(&mut random);
        let spring = Spring::new(omega, ratio).unwrap();
        let text = spring.to_string();
        let back: Spring<f64> = text.parse().unwrap();
        assert_eq!(back, spring, "{text}");
        assert_eq!(back.to_string(), text);

        let (omega, ratio) = inputs::spring::<f32>(&mut random);
        let spring = Spring::new(omega, ratio).unwrap();
        let text = spring.to_string();
        assert_eq!(text.parse::<Spring<f32>>().unwrap(), spring, "{text}");

        let damper = Damper::from_rate(random.log_uniform(1e-3, 1e3) as f32).unwrap();
        let text = damper.to_string();
        assert_eq!(text.parse::<Damper<f32>>().unwrap(), damper, "{text}");
    }
}

/// A decimal that is rounded to double precision and from there to single comes out one place off.
#[test]
fn single_precision_is_read_straight_from_the_decimal() {
    let rare = Spring::new(1.0, 7.038531e-26f32).unwrap();
    assert_eq!(rare.to_string().parse::<Spring<f32>>().unwrap(), rare);
    // Just above the middle between 1 and the next number, by less than double precision can tell.
    let above: Spring<f32> = "angular_frequency=1.0000000596046448".parse().unwrap();
    assert_eq!(above.angular_frequency(), 1.0000000596046448f32);
    let drag = Spring::from_stiffness_and_damping(0.0, 7.038531e-26f32).unwrap();
    assert_eq!(drag.to_string().parse::<Spring<f32>>().unwrap(), drag);
    for (key, read) in [("rate", 7.038531e-26f32), ("rate", 3.4028235e38)] {
        let damper: Damper<f32> = format!("{key}={read}").parse().unwrap();
        assert_eq!(damper.rate(), read);
    }
    let third: Damper<f32> = "halflife=1/3".parse().unwrap();
    assert_eq!(third, "halflife=0.3333333333333333".parse().unwrap());
}

#[test]
fn keys_of_other_libraries_have_their_defaults() {
    let same = |short: &str, long: &str| {
        let read =
            |text: &str| text.parse::<Spring<f64>>().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read(short), read(long), "{short}");
    };
    same("react-spring:friction=12", "react-spring:tension=170,friction=12,mass=1");
    same("react-spring:mass=2", "react-spring:tension=170,friction=26,mass=2");
    same("motion:damping=20", "motion:stiffness=100,damping=20,mass=1");
    same("motion:bounce=0.2", "motion:duration=0.8,bounce=0.2");
    same("compose:damping_ratio=0.5", "compose:stiffness=1500,damping_ratio=0.5");
    same("swiftui:bounce=0.3", "swiftui:bouncy");
    same("swiftui:damping_fraction=0.5", "swiftui:response=0.5,damping_fraction=0.5");
    same("svelte:stiffness=0.1", "svelte:stiffness=0.1,damping=0.8");
    same("svelte:damping=0.3", "svelte:stiffness=0.15,damping=0.3");
    same("flutter:bounce=0.3", "flutter:duration=0.5,bounce=0.3");
}

#[test]
fn a_fraction_is_a_number() {
    let typed: Damper<f64> = "damper:factor=0.15,reference_step=1/60".parse().unwrap();
    assert_eq!(typed, Damper::from_smoothing_factor(0.15, 1.0 / 60.0).unwrap());
    let typed: Spring<f64> = "halflife = 1 / 5 , damping_ratio=1/2".parse().unwrap();
    assert_eq!(typed, Spring::from_halflife(0.2, 0.5).unwrap());
}

#[test]
fn limits_read_back_bit_for_bit() {
    for omega in inputs::hostile_parameters::<f64>().into_iter().chain([f64::INFINITY]) {
        for ratio in inputs::hostile_parameters::<f64>().into_iter().chain([f64::INFINITY]) {
            if let Ok(spring) = Spring::new(omega, ratio) {
                let text = spring.to_string();
                assert_eq!(text.parse::<Spring<f64>>().unwrap(), spring, "{text}");
            }
        }
        if let Ok(drag) = Spring::from_stiffness_and_damping(0.0, omega) {
            let text = drag.to_string();
            assert_eq!(text.parse::<Spring<f64>>().unwrap(), drag, "{text}");
        }
        let damper = Damper::from_rate(omega).unwrap();
        assert_eq!(damper.to_string().parse::<Damper<f64>>().unwrap(), damper);
    }
}

#[test]
fn a_frequency_is_written_as_it_was_typed() {
    let mut random = Random::new(4);
    for _ in 0..10_000 {
        let frequency = (random.uniform(0.01, 30.0) * 1000.0).round() / 1000.0;
        let ratio = (random.uniform(0.0, 2.0) * 1000.0).round() / 1000.0;
        let text = format!("frequency={frequency},damping_ratio={ratio}");
        assert_eq!(text.parse::<Spring<f64>>().unwrap().to_string(), text);
    }
}

#[test]
fn every_way_of_writing_the_same_spring_is_the_same_spring() {
    let same = |texts: &[&str]| {
        let first: Spec<f64> = texts[0].parse().unwrap();
        for text in texts {
            let spec = text.parse::<Spec<f64>>().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(spec, first, "{text}");
        }
    };
    same(&[
        "halflife=0.2",
        "HALF-LIFE = 0.2",
        "spring:halflife=2e-1,damping_ratio=1",
        " half_life=.2 ",
    ]);
    same(&["stiffness=170,damping=26", "mass=1,damping=26,stiffness=170", "react-spring:default"]);
    same(&["react-spring:tension=170,friction=26", "ReactSpring : friction = 26 , tension = 170"]);
    same(&["swiftui:bouncy", "SwiftUI:duration=0.5,bounce=0.3", "duration=0.5,bounce=0.3"]);
    same(&[
        "swiftui:bouncy,duration=0.3",
        "swiftui:duration=0.3,bouncy",
        "duration=0.3,bounce=0.3",
    ]);
    same(&[
        "unity:smooth_time=0.3",
        "unity:smoothTime=0.3",
        "unreal:smoothing-time=0.3",
        "lag=0.3",
    ]);
    same(&[
        "compose:stiffness=medium_low,damping_ratio=low_bouncy",
        "compose:stiffness=400,dampingRatio=0.75",
        "compose:dampingRatio=DampingRatioLowBouncy,stiffness=Spring.StiffnessMediumLow",
    ]);
    same(&["material3:expressive-fast-spatial", "material3:stiffness=800,damping_ratio=0.6"]);
    same(&["settling_time=0.4,overshoot=0.05", "tolerance=0.02,overshoot=0.05,settling-time=0.4"]);
    same(&["damper:halflife=0.2", "DAMPER:half_life=0.2"]);
}

#[test]
fn the_articles_and_libraries_say_what_they_mean() {
    let spring = |text: &str| text.parse::<Spring<f64>>().unwrap();
    let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-12, "{a} {b}");
    near(spring("holden:halflife=0.2").decay_rate(), 2.0 * std::f64::consts::LN_2 / 0.2);
    near(spring("juckett:angular_frequency=6,damping_ratio=0.5").decay_rate(), 3.0);
    near(spring("t3ssel8r:f=2,z=0.5").frequency(), 2.0);
    near(spring("nissen:c_s=0.01,c_d=0.2,dt=0.016").decay_rate(), -(0.8f64.ln()) / 0.032);
    near(spring("motion:visual_duration=0.5,bounce=0.2").duration(), 0.6);
    near(spring("flutter:stiffness=100,ratio=0.5").damping(), 10.0);
    near(spring("angular_frequency=10").lag(), 0.2);
    near(spring("settling_time=0.4,overshoot=0.05").overshoot(), 0.05);
    near(spring("settling_time=0.4,overshoot=0.05").settling_time(0.02), 0.4);
    near(spring("settling_time=0.4,tolerance=0.001").settling_time(0.001), 0.4);
    near(spring("peak_time=0.3,overshoot=0.1").peak_time(), 0.3);
    let damper: Damper<f64> = "cinemachine:damping_time=0.5".parse().unwrap();
    near(damper.step(0.5).remaining(), 0.01);
    let damper: Damper<f64> = "damper:factor=0.1,reference_step=0.02".parse().unwrap();
    near(damper.step(0.02).remaining(), 0.9);
}

#[test]
fn random_specs_parse_or_fail_without_panics() {
    let pick = |random: &mut Random, words: &[&'static str]| words[random.index(words.len())];
    let conventions =
        ["", "spring:", "damper:", "swiftui:", "compose:", "nissen:", "::", "\u{202e}:"];
    let keys = [
        "halflife",
        "frequency",
        "damping_ratio",
        "bounce",
        "duration",
        "stiffness",
        "damping",
        "c_s",
        "😀",
    ];
    let values =
        ["0", "1", "0.5", "-1", "1e309", "1e-400", "nan", "inf", "", "0x1", "low", "\u{0}", "=1"];
    let joints = [",", ",", ",", ",,", ";", " , "];
    let mut random = Random::new(5);
    let mut read = 0;
    for round in 0..20_000 {
        let text: String = if round % 2 == 0 {
            let mut text = pick(&mut random, &conventions).to_string();
            for part in 0..random.index(4) {
                let joint = if part > 0 { pick(&mut random, &joints) } else { "" };
                text +=
                    &format!("{joint}{}={}", pick(&mut random, &keys), pick(&mut random, &values));
            }
            text
        } else {
            let bytes: Vec<u8> = (0..random.index(24)).map(|_| random.bits() as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        match text.parse::<Spec<f64>>() {
            Ok(spec) => {
                read += 1;
                assert_eq!(spec.to_string().parse::<Spec<f64>>().as_ref(), Ok(&spec), "{text:?}");
            }
            Err(error) => assert!(!error.to_string().is_empty(), "{text:?}"),
        }
        if let Err(error) = text.parse::<Spring<f32>>() {
            assert!(!error.to_string().is_empty());
        }
    }
    assert!(read > 100, "only {read} texts were read");
}

#[test]
fn random_edits_of_valid_specs_parse_or_give_an_error() {
    let mut random = Random::new(6);
    for convention in convert::CONVENTIONS {
        for form in convention.forms {
            let keys: Vec<String> =
                form.keys.iter().map(|key| format!("{}=0.5", key.name)).collect();
            let text = format!("{}:{}", convention.name, keys.join(","));
            for _ in 0..200 {
                let mut bytes = text.clone().into_bytes();
                match random.index(3) {
                    0 => drop(bytes.remove(random.index(bytes.len()))),
                    1 => bytes.insert(random.index(bytes.len()), random.bits() as u8 & 127),
                    _ => {
                        let at = random.index(bytes.len());
                        bytes[at] = random.bits() as u8 & 127;
                    }
                }
                let mutilated = String::from_utf8(bytes).unwrap();
                if let Err(error) = mutilated.parse::<Spec<f64>>() {
                    assert!(error.to_string().len() > 20, "{mutilated}: {error}");
                }
            }
        }
    }
}

#[test]
fn numbers_may_have_the_unit_of_their_key() {
    let same = [
        ("halflife=200ms", "halflife=0.2"),
        ("halflife=0.2s", "halflife=0.2"),
        ("halflife=0.2 S", "halflife=0.2"),
        ("halflife=1/5s", "halflife=0.2"),
        ("halflife=200000us", "halflife=0.2"),
        ("halflife=200000 µs", "halflife=0.2"),
        ("halflife=0.05min", "halflife=3"),
        ("halflife=infs", "halflife=inf"),
        ("frequency=2Hz,damping_ratio=0.5", "frequency=2,damping_ratio=0.5"),
        ("frequency=0.002 kHz", "frequency=2"),
        ("frequency=1/2hz", "frequency=0.5"),
        ("angular_frequency=12.5rad/s", "angular_frequency=12.5"),
        ("swiftui:bouncy,duration=300ms", "swiftui:bouncy,duration=0.3"),
        ("damper:rate=3/s", "damper:rate=3"),
        ("damper:factor=0.1,reference_step=1/60s", "damper:factor=0.1,reference_step=1/60"),
    ];
    for (with, without) in same {
        assert_eq!(with.parse::<Spec<f64>>(), without.parse::<Spec<f64>>(), "{with}");
        assert_eq!(with.parse::<Spec<f32>>(), without.parse::<Spec<f32>>(), "{with}");
        assert!(with.parse::<Spec<f64>>().is_ok(), "{with}");
    }
    let refused = [
        ("halflife=2Hz", SpecErrorKind::NotANumber),
        ("frequency=200ms", SpecErrorKind::NotANumber),
        ("frequency=2,damping_ratio=0.5s", SpecErrorKind::NotANumber),
        ("halflife=ms", SpecErrorKind::NotANumber),
        ("halflife=1e308min", SpecErrorKind::OutOfRange),
        ("halflife=-200ms", SpecErrorKind::Refused),
        ("halflife=1m s", SpecErrorKind::NotANumber),
    ];
    for (text, kind) in refused {
        assert_eq!(text.parse::<Spec<f64>>().unwrap_err().kind(), kind, "{text}");
    }
}

#[test]
fn every_kind_of_error_can_be_matched() {
    let kinds = [
        ("", SpecErrorKind::Empty),
        ("halflife=1,", SpecErrorKind::Empty),
        ("nothing:halflife=1", SpecErrorKind::UnknownConvention),
        ("halflive=1", SpecErrorKind::UnknownKey),
        ("swiftui:nothing", SpecErrorKind::UnknownPreset),
        ("=1", SpecErrorKind::Incomplete),
        ("halflife", SpecErrorKind::Incomplete),
        ("halflife=x", SpecErrorKind::NotANumber),
        ("halflife=1e999", SpecErrorKind::OutOfRange),
        ("halflife=1,halflife=2", SpecErrorKind::Repeated),
        ("halflife=1,frequency=2", SpecErrorKind::Contradiction),
        ("stiffness=1", SpecErrorKind::MissingKey),
        ("halflife=-1", SpecErrorKind::Refused),
    ];
    for (text, kind) in kinds {
        assert_eq!(text.parse::<Spec<f64>>().unwrap_err().kind(), kind, "{text}");
    }
    let kind = |text: &str| text.parse::<Spring<f64>>().unwrap_err().kind();
    assert_eq!(kind("damper:halflife=1"), SpecErrorKind::WrongKind);
}
