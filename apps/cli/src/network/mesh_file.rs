//! Meshes from files: OBJ or glTF, told apart by the extension of the file.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::mesh::Mesh;
use super::{gltf, obj};
use crate::output::extension;

/// Reads an OBJ or glTF file.
pub(crate) fn read(path: &Path) -> Result<Mesh> {
    let cannot = || format!("cannot read {}", path.display());
    let bytes = std::fs::read(path).with_context(cannot)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mesh = match extension(path).as_str() {
        "obj" => obj::parse(std::str::from_utf8(&bytes).with_context(cannot)?),
        "glb" => gltf::parse_glb(&bytes, folder),
        "gltf" => gltf::parse_json(&bytes, None, folder),
        _ => bail!("{}: type a name that ends in .obj, .glb or .gltf", path.display()),
    };
    mesh.and_then(Mesh::checked).with_context(cannot)
}
