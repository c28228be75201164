//! Writes the header for C and C++, and the declarations for C#, from the source of `sprung-c`.
//!
//! `cargo run -p sprung-c-generator` writes both into the tree; `cargo run -p sprung-c-generator FOLDER` into a folder, for the
//! check that compares them.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, anyhow};

include!("../../single.rs");

const HEADER: &str = "sprung.h";
const CSHARP: &str = "Native.cs";

fn main() -> Result<()> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (header, csharp) = match env::args_os().nth(1).map(PathBuf::from) {
        Some(folder) => (folder.join(HEADER), folder.join(CSHARP)),
        None => {
            (crate_folder.join("include").join(HEADER), crate_folder.join("csharp").join(CSHARP))
        }
    };
    let scratch = env::temp_dir().join(format!("sprung-c-{}.rs", std::process::id()));
    fs::write(&scratch, source(&crate_folder.join("src"))?)?;
    let written = write_header(&scratch, &header).and_then(|()| write_csharp(&scratch, &csharp));
    fs::remove_file(&scratch)?;
    written
}

/// All of the source as one file without modules, in both precisions.
fn source(folder: &Path) -> Result<String> {
    let mut text = String::new();
    for name in ["abi", "failure", "choices"] {
        text += &read(&folder.join(name).with_extension("rs"))?;
    }
    let double = files(&folder.join("double"))?;
    for convert in [|text: &str| text.to_string(), single] {
        for file in &double {
            text += &convert(&read(file)?);
        }
    }
    for name in ["text", "fit", "edge", "network", "collision", "solver"] {
        text += &read(&folder.join(name).with_extension("rs"))?;
    }
    // The word of an opaque value may be padding; on the other side it is a number.
    Ok(text.replace("MaybeUninit<u64>", "u64"))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

/// A file without its documentation and its imports.
fn read(file: &Path) -> Result<String> {
    let text = fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
    let lines =
        text.lines().filter(|line| !line.starts_with("//!") && !line.starts_with("pub mod"));
    Ok(lines.map(|line| format!("{line}\n")).collect())
}

const TOP: &str = "\
/* Springs for anything that moves: exact, the same at every frame rate, unconditionally stable.
 *
 * Generated from bindings/c/src by `cargo run -p sprung-c-generator`; do not edit.
 *
 * - Functions that can fail return a SprungStatus, 0 for success, and write their result only then. Functions that return a
 *   value return NaN, 0 or NULL where they fail. sprung_last_error() is the message of the thread.
 * - Springs, states and steps are plain values: copy them, never free them. Networks and solvers are handles, which are freed.
 * - Names end in the precision of their numbers, _f64 or _f32.
 * - Every function may be called from any thread; a value that is changed is for one thread at a time.
 * - A pointer leads to as many values as its function says, aligned for their type; arrays of one call do not overlap unless
 *   all of them are only read. NULL is an error where it is not allowed by name, arrays of length 0 excepted.
 */";

fn write_header(source: &Path, header: &Path) -> Result<()> {
    let config = cbindgen::Config {
        language: cbindgen::Language::C,
        header: Some(TOP.into()),
        include_guard: Some("SPRUNG_H".into()),
        cpp_compat: true,
        style: cbindgen::Style::Type,
        documentation_style: cbindgen::DocumentationStyle::C99,
        line_length: 100,
        no_includes: true,
        sys_includes: ["stdbool.h", "stddef.h", "stdint.h"].map(String::from).to_vec(),
        usize_is_size_t: true,
        enumeration: cbindgen::EnumConfig {
            rename_variants: cbindgen::RenameRule::QualifiedScreamingSnakeCase,
            ..cbindgen::EnumConfig::default()
        },
        ..cbindgen::Config::default()
    };
    let bindings = cbindgen::Builder::new().with_config(config).with_src(source).generate()?;
    bindings.write_to_file(header);
    Ok(())
}

fn write_csharp(source: &Path, file: &Path) -> Result<()> {
    csbindgen::Builder::default()
        .input_extern_file(source)
        .csharp_dll_name("sprung")
        .csharp_namespace("Sprung")
        .csharp_class_name("Native")
        .csharp_use_nint_types(false)
        .csharp_class_accessibility("public")
        .csharp_generate_const_filter(|name| name.starts_with("SPRUNG_"))
        .generate_csharp_file(file)
        .map_err(|error| anyhow!("{error}"))
}
