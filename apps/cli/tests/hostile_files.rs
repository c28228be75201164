//! Files of any bytes: each reader of the program ends with a result or an error with its reason.
//!
//! Each module is a fuzz target, which `cargo xtask fuzz` runs under libFuzzer.

use std::fs;
use std::path::Path;

use anyhow::Result;
use sprung_cli::readers;
use tempfile::TempDir;

/// The most rows, samples or springs for each byte: a row of text is a byte or more, and Parquet repeats values by runs.
const MAX_FOR_EACH_BYTE: usize = 100_000;

/// Reads the bytes as a file with this ending.
fn read(bytes: &[u8], ending: &str, reader: fn(&Path) -> Result<usize>) {
    thread_local! {
        static FOLDER: TempDir = TempDir::new().expect("a folder");
    }
    FOLDER.with(|folder| {
        let path = folder.path().join("hostile").with_extension(ending);
        fs::write(&path, bytes).expect("a file");
        match reader(&path) {
            Ok(count) => assert!(count <= MAX_FOR_EACH_BYTE * bytes.len(), "{count} rows"),
            Err(error) => assert!(!format!("{error:#}").is_empty()),
        }
    });
}

macro_rules! targets {
    ($($name:ident: $ending:literal, $reader:ident, $count:literal;)+) => {$(
        #[doc = concat!("Files of the reader `", stringify!($name), "`.")]
        pub mod $name {
            /// Reads the bytes as a file.
            ///
            /// # Panics
            /// If the reader does.
            pub fn fuzz(bytes: &[u8]) {
                super::read(bytes, $ending, super::readers::$reader);
            }

            #[test]
            fn any_bytes_are_read_or_refused() {
                testkit::fuzz::check(stringify!($name), $count, fuzz);
            }
        }
    )+};
}

targets! {
    csv: "csv", recording, 5_000;
    bvh: "bvh", recording, 5_000;
    wav: "wav", recording, 5_000;
    parquet: "parquet", columns, 2_000;
    arrow: "arrow", columns, 2_000;
    goals: "csv", goals, 5_000;
    timeline: "csv", timeline, 5_000;
    saved_timeline: "json", timeline, 5_000;
    obj: "obj", mesh, 5_000;
    gltf: "gltf", mesh, 5_000;
    glb: "glb", mesh, 5_000;
    vrm: "vrm", bones, 5_000;
}
