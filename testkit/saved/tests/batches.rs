//! A rest threshold comes back bit for bit from JSON, postcard and bincode, and nothing else is read.

use saved::round_trip;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sprung_batch::{Float, RestThreshold};

fn in_precision<T: Float + Serialize + DeserializeOwned>() {
    round_trip(&RestThreshold::<T>::default());
    let third = T::ONE / T::from_f64(3.0);
    for distance in [T::ZERO, -third, third, T::MIN_POSITIVE * T::HALF, T::MAX, T::INFINITY] {
        round_trip(&RestThreshold { distance, speed: third });
        round_trip(&RestThreshold { distance: -third, speed: distance });
    }
}

#[test]
fn thresholds_come_back_from_every_format() {
    in_precision::<f32>();
    in_precision::<f64>();
}

#[test]
fn saved_forms_are_readable() {
    let never = RestThreshold { distance: f32::INFINITY, speed: 0.5 };
    let saved = serde_json::to_string(&never).unwrap();
    assert_eq!(saved, r#"{"distance":"inf","speed":0.5}"#);
    assert!(serde_json::from_str::<RestThreshold<f32>>(r#"{"distance":null,"speed":1}"#).is_err());
    assert!(serde_json::from_str::<RestThreshold<f32>>(r#"{"distance":1e39,"speed":1}"#).is_err());
}
