//! Serialization: JSON, postcard and bincode return the saved value, and changed forms are rejected.
#![allow(clippy::unwrap_used)]

use core::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads back written data, alone and next to other data, and with every field left out, misspelt or added.
///
/// # Panics
/// If a different value comes back, or a changed form is accepted.
pub fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    round_trip_by(value, T::eq);
}

/// The same for a type that is compared by `same`.
///
/// # Panics
/// As [`round_trip`].
pub fn round_trip_by<T: Serialize + DeserializeOwned + Debug>(
    value: &T,
    same: impl Fn(&T, &T) -> bool,
) {
    let json = serde_json::to_string(value).unwrap();
    let back: T = serde_json::from_str(&json).unwrap();
    assert!(same(&back, value), "{back:?} was read from {json}");
    let framed = postcard::to_stdvec(&(7u32, value, "next")).unwrap();
    let (before, back, after): (u32, T, String) = postcard::from_bytes(&framed).unwrap();
    assert_eq!((before, after.as_str()), (7, "next"));
    assert!(same(&back, value), "{back:?} for {value:?}");
    let framed = bincode::serialize(&(7u32, value, "next")).unwrap();
    let (before, back, after): (u32, T, String) = bincode::deserialize(&framed).unwrap();
    assert_eq!((before, after.as_str()), (7, "next"));
    assert!(same(&back, value), "{back:?} for {value:?}");
    let bytes = postcard::to_stdvec(value).unwrap();
    for end in 0..bytes.len() {
        assert!(postcard::from_bytes::<T>(&bytes[..end]).is_err(), "{end} bytes of {value:?}");
    }
    refuses_other_fields::<T>(&serde_json::from_str(&json).unwrap());
}

fn refuses_other_fields<T: DeserializeOwned + Debug>(json: &serde_json::Value) {
    use serde_json::Value;
    let refused = |json: &Value| {
        let read = serde_json::from_value::<T>(json.clone());
        assert!(read.is_err(), "{json} was read as {read:?}");
    };
    // Each object anywhere inside, changed in place.
    let mut paths = Vec::new();
    objects(json, String::new(), &mut paths);
    for path in paths {
        let Some(Value::Object(object)) = json.pointer(&path) else { panic!("{path}") };
        for key in object.keys() {
            let mut missing = json.clone();
            let Some(Value::Object(object)) = missing.pointer_mut(&path) else { panic!("{path}") };
            let kept = object.remove(key).unwrap();
            refused(&missing);
            let Some(Value::Object(object)) = missing.pointer_mut(&path) else { panic!("{path}") };
            object.insert(format!("{key}_"), kept);
            refused(&missing);
        }
        let mut more = json.clone();
        let Some(Value::Object(object)) = more.pointer_mut(&path) else { panic!("{path}") };
        object.insert("more".into(), 1.into());
        refused(&more);
    }
}

fn objects(json: &serde_json::Value, path: String, paths: &mut Vec<String>) {
    match json {
        serde_json::Value::Object(object) => {
            for (key, value) in object {
                objects(value, format!("{path}/{key}"), paths);
            }
            paths.push(path);
        }
        serde_json::Value::Array(array) => {
            for (index, value) in array.iter().enumerate() {
                objects(value, format!("{path}/{index}"), paths);
            }
        }
        _ => (),
    }
}
