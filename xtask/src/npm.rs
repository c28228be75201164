//! The npm package: WebAssembly modules inside of ES modules, built, tested and measured.
//!
//! Each module is compressed into a text that its ES module decodes, so that no bundler, server or page needs to know of
//! WebAssembly files. `cargo xtask npm --out DIR` writes the package as it would be published.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lzma_rust2::{EncodeMode, LzmaOptions, LzmaWriter, MfType};

use crate::command::{cargo, is_on_path, program, run};
use crate::install;
use crate::short_wasm::shorten;
use crate::workspace::Workspace;

const FOLDER: &str = "bindings/wasm";
const TARGET: &str = "wasm32-unknown-unknown";

/// The modules, each a feature of the crate.
const MODULES: &[&str] = &[
    "spring",
    "convert",
    "batch",
    "motion",
    "signal",
    "integrate",
    "body",
    "network",
    "reference",
];

/// Builds the package in its folder and runs its tests.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    build(workspace)?;
    let node = install::one_of(workspace, &["node", "nodejs"], "nodejs")?;
    let mut tsc = program(workspace, node, "node_modules/typescript/bin/tsc -p tests");
    run(tsc.current_dir(workspace.root.join(FOLDER)))?;
    let mut tests = program(workspace, node, "--expose-gc --test tests/");
    tests.env("SPRUNG_MODULES", modules(workspace));
    run(tests.current_dir(workspace.root.join(FOLDER)))
}

/// Builds the package and writes what would be published into a folder.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let [option, out] = arguments else { bail!("usage: cargo xtask npm [--out DIR]") };
    ensure!(option == "--out", "the option must be --out, got {option}");
    let out = Path::new(out);
    build(workspace)?;
    let from = workspace.root.join(FOLDER);
    copy(&from.join("dist"), &out.join("dist"))?;
    for file in ["package.json", "README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&from.join(file), &out.join(file))?;
    }
    println!("wrote {}", out.display());
    Ok(())
}

/// Builds the package, once in a run: the page is built on it.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    static BUILT: OnceLock<()> = OnceLock::new();
    if BUILT.get().is_some() {
        return Ok(());
    }
    let folder = workspace.root.join(FOLDER);
    let dist = folder.join("dist");
    let node = node(workspace)?;
    install::rust_target(workspace, TARGET)?;
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    run(program(workspace, node, "node_modules/typescript/bin/tsc -p .").current_dir(&folder))?;
    fs::create_dir_all(dist.join("payload"))?;
    let modules = modules(workspace);
    fs::create_dir_all(&modules)?;
    for module in MODULES {
        let wasm = shorten(&module_bytes(workspace, module)?)?;
        fs::write(modules.join(format!("{module}.wasm")), &wasm)?;
        let packed = compressed(&wasm)?;
        let text = format!("{}:{}", wasm.len(), STANDARD.encode(&packed));
        fs::write(
            dist.join(format!("payload/{module}.js")),
            format!("export default \"{text}\";\n"),
        )?;
        let declaration = format!("payload/{module}.d.ts");
        copy(&folder.join("js").join(&declaration), &dist.join(&declaration))?;
        println!("{module:<9} {:>7} bytes, {:>6} compressed", wasm.len(), packed.len());
    }
    BUILT.get_or_init(|| ());
    Ok(())
}

/// The folder of the modules as they are before compression, which tests compare with what the package decodes.
fn modules(workspace: &Workspace) -> PathBuf {
    workspace.target.join("npm")
}

/// A raw LZMA stream as `js/lzma.ts` reads it: of known length, with 3 bits of literal context and no position bits.
fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let length = u32::try_from(bytes.len())?;
    let options = LzmaOptions::new(
        length.next_power_of_two(),
        3,
        0,
        0,
        EncodeMode::Normal,
        LzmaOptions::NICE_LEN_MAX,
        MfType::Bt4,
        1000,
    );
    let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, false)?;
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

/// Installs the locked packages unless they are there; returns the name of node.
fn node(workspace: &Workspace) -> Result<&'static str> {
    let node = install::one_of(workspace, &["node", "nodejs"], "nodejs")?;
    let folder = workspace.root.join(FOLDER);
    let is_newer = || -> Option<bool> {
        let time = |file: &str| fs::metadata(folder.join(file)).ok()?.modified().ok();
        Some(time("node_modules/.package-lock.json")? >= time("package-lock.json")?)
    };
    if is_newer() != Some(true) {
        if !is_on_path("npm") {
            install::package(workspace, "npm")?;
        }
        let mut install = program(workspace, "npm", "ci --ignore-scripts --no-audit --no-fund");
        run(install.current_dir(&folder))?;
    }
    Ok(node)
}

fn module_bytes(workspace: &Workspace, module: &str) -> Result<Vec<u8>> {
    let build = format!(
        "build --quiet --package sprung-wasm --profile wasm --target {TARGET} --features {module}"
    );
    let mut build = cargo(workspace, &build);
    let flags = "-C target-feature=+simd128 -C link-arg=--compress-relocations";
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    if ["network", "reference"].contains(&module) {
        // Mostly code that runs once; its kernels are inlined at every level.
        build.env("CARGO_PROFILE_WASM_OPT_LEVEL", "z");
    }
    run(&mut build)?;
    let path = workspace.target.join(TARGET).join("wasm/sprung_wasm.wasm");
    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// Copies a file, or a folder with all that is in it.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    if !from.is_dir() {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
        return Ok(());
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
