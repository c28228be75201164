//! Writes the functions in single precision: the text of those in double precision, with the other type.

use std::path::Path;
use std::{env, fs, io};

include!("single.rs");

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/double");
    println!("cargo::rerun-if-changed=single.rs");
    let mut all = String::new();
    for entry in fs::read_dir("src/double")? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name != "mod" {
            // The documentation of a file is that of the module in which it is included.
            let text = single(&fs::read_to_string(&path)?);
            let (documentation, code): (Vec<&str>, Vec<&str>) =
                text.lines().partition(|line| line.starts_with("//!"));
            for line in documentation {
                all += &format!("{}\n", line.replacen("//!", "///", 1));
            }
            all += &format!("pub mod {name} {{\n{}\n}}\n", code.join("\n"));
        }
    }
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("single.rs"), all)?;
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libsprung.so.0");
    }
    Ok(())
}
