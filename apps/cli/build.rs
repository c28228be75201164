//! Tells the program the commit that it is built from, if there is one.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A package has no such files: one that is named and missing reruns this in every build.
    for file in ["../../.git/HEAD", "../../.git/logs/HEAD"] {
        if std::path::Path::new(file).exists() {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    let git = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    let commit = git.ok().filter(|git| git.status.success()).map(|git| git.stdout);
    let commit = commit.and_then(|text| String::from_utf8(text).ok()).unwrap_or_default();
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match commit.trim() {
        "" => version,
        commit => format!("{version} ({commit})"),
    };
    println!("cargo::rustc-env=SPRUNG_VERSION={version}");
}
