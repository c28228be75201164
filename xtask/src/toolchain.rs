//! Reads the version of Rust that a `rust-toolchain.toml` pins.

use anyhow::{Context, Result};

/// The `channel` of `rust-toolchain.toml`.
pub(crate) fn pinned(file: &str) -> Result<String> {
    let line = file.lines().find_map(|line| line.trim().strip_prefix("channel"));
    let quoted = line.and_then(|rest| rest.split('"').nth(1));
    Ok(quoted.context("rust-toolchain.toml names no channel")?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pinned_version_is_read_from_its_file() {
        assert_eq!(pinned("[toolchain]\nchannel = \"1.95.0\"\n").unwrap(), "1.95.0");
        assert!(pinned("[toolchain]\n").is_err());
    }
}
