//! Sets `lean`: a module without the standard library, with the allocator and panics of its own.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(lean)");
    let set = |name: &str| std::env::var_os(name).is_some();
    let wasm = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|name| name == "wasm32");
    if wasm && !set("CARGO_FEATURE_SIGNAL") {
        println!("cargo::rustc-cfg=lean");
    }
}
