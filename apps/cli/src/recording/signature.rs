//! Recognizes files that are no text by their first bytes.

use anyhow::{Result, bail};

/// The first bytes of files that are not read, and what they are.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"\x1f\x8b", "compressed by gzip; decompress it first, for example by gunzip"),
    (b"\x28\xb5\x2f\xfd", "compressed by Zstandard; decompress it first, for example by unzstd"),
    (b"\xfd7zXZ\0", "compressed by xz; decompress it first, for example by unxz"),
    (b"BZh", "compressed by bzip2; decompress it first, for example by bunzip2"),
    (b"PK\x03\x04", "a ZIP archive or a spreadsheet; unpack it, or save the sheet as CSV"),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet; save the sheet as CSV"),
    (b"PAR1", "Parquet, which only `sprung smooth` reads, from a file; save it as CSV"),
    (b"ARROW1", "Arrow IPC, which only `sprung smooth` reads, from a file; save it as CSV"),
    (b"\xff\xfe", "text in UTF-16; save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16; save it as UTF-8"),
];

/// Refuses a file that is no text, by its beginning.
pub(super) fn refuse_binary(beginning: &[u8]) -> Result<()> {
    let known = SIGNATURES.iter().find(|(signature, _)| beginning.starts_with(signature));
    if let Some((_, what)) = known {
        bail!("this is {what}");
    }
    if beginning.contains(&0) {
        bail!("this is binary data, neither text nor a known recording");
    }
    if beginning.contains(&b'\r') && !beginning.contains(&b'\n') {
        bail!("its lines end in carriage returns alone; convert them to line feeds");
    }
    Ok(())
}

/// The text without its byte order mark.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_passes_and_all_else_is_named() {
        for text in ["time,x\n0,1\n", "\u{feff}HIERARCHY\r\n", "", "0 1"] {
            assert!(refuse_binary(text.as_bytes()).is_ok(), "{text}");
        }
        for (bytes, word) in [
            (&b"\x1f\x8b\x08\0"[..], "gzip"),
            (b"PAR1\x15\x04", "Parquet"),
            (b"\xff\xfet\0i\0", "UTF-16"),
            (b"\x7fELF\x02\x01\x01\0", "binary"),
            (b"a,b\r1,2\r", "carriage returns"),
        ] {
            let error = refuse_binary(bytes).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
