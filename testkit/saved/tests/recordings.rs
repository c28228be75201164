//! Filters, searches and results come back bit for bit from JSON, postcard and bincode, and nothing else is read.

use std::num::NonZero;

use saved::round_trip;
use sprung::{Damper, Spring};
use sprung_signal::{
    EulerOrder, Filter, Gaps, Release, Resonance, ResonanceFinder, ShakenSpring, SpringFitter,
};

#[test]
fn every_type_comes_back_from_every_format() {
    for frequency in [0.0, 1.0 / 3.0, 7.0, f64::INFINITY] {
        for ratio in [0.0, 0.3, 1.0, f64::INFINITY] {
            let Ok(spring) = Spring::new(frequency, ratio) else { continue };
            round_trip(&Filter::Follow(spring));
            round_trip(&Filter::Track(spring));
        }
        round_trip(&Filter::Damper(Damper::from_rate(frequency).unwrap()));
    }
    round_trip(&Filter::Follow(Spring::from_stiffness_and_damping(0.0, 3.0).unwrap()));
    for gaps in [Gaps::Hold, Gaps::Skip, Gaps::Line] {
        round_trip(&gaps);
    }
    for order in EulerOrder::ALL {
        round_trip(&order);
    }
    round_trip(&ResonanceFinder::default());
    let threads = NonZero::new(3);
    round_trip(&ResonanceFinder { from: Some(0.1), to: Some(20.0), resolution: 1e-4, threads });
}

#[test]
fn results_come_back_with_their_infinite_ratio() {
    let json = r#"{"frequency":0.1,"strength":2.0,"signal_to_noise":"inf"}"#;
    let clean: Resonance = serde_json::from_str(json).unwrap();
    assert_eq!(clean.signal_to_noise, f64::INFINITY);
    round_trip(&clean);
    let tone: Vec<f64> = (0..2000).map(|i| (f64::from(i) * 0.1).sin()).collect();
    for found in ResonanceFinder::default().run(&tone, 1.0).unwrap() {
        round_trip(&found);
    }
    round_trip::<ShakenSpring>(&serde_json::from_str(r#"{"frequency":3,"strength":0.5}"#).unwrap());
}

#[test]
fn fits_come_back_with_their_infinite_errors() {
    let times: Vec<f64> = (0..40).map(|i| f64::from(i) * 0.1).collect();
    let moved: Vec<f64> = times.iter().map(|t| 1.0 - (-t).exp() * t.cos()).collect();
    for release in [Release::Any, Release::FromRest, Release::Moving, Release::Kicked] {
        let fitter = SpringFitter { release };
        round_trip(&fitter);
        round_trip(&fitter.run(&times, &moved).unwrap());
        round_trip(&fitter.run(&times, &[7.0; 40]).unwrap());
    }
}

#[test]
fn a_search_that_no_series_could_take_is_refused() {
    let error = |from: &str, to: &str, resolution: &str| {
        let json =
            format!(r#"{{"from":{from},"to":{to},"resolution":{resolution},"threads":null}}"#);
        serde_json::from_str::<ResonanceFinder>(&json).unwrap_err().to_string()
    };
    assert!(error("null", "null", "0.5").starts_with("resolution must be in 0.0001 to 0.1"));
    assert!(error("-1", "null", "0.01").starts_with("from must be finite and > 0, got -1"));
    assert!(error("null", "0", "0.01").starts_with("to must be finite and > 0, got 0"));
    assert!(error("3", "2", "0.01").starts_with("from must be"));
    let no_threads = r#"{"from":null,"to":null,"resolution":0.01,"threads":0}"#;
    assert!(serde_json::from_str::<ResonanceFinder>(no_threads).is_err());
    let damper = r#"{"Damper":{"rate":-1}}"#;
    let message = serde_json::from_str::<Filter>(damper).unwrap_err().to_string();
    assert!(message.starts_with("rate must be >= 0, got -1"), "{message}");
}
