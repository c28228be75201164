//! Sound in WAV: whole numbers of 8, 16, 24 and 32 bits, and floating point of 32 and 64.
//!
//! Microsoft and IBM, *Multimedia Programming Interface and Data Specifications 1.0*, 1991 (RIFF WAVE).

use std::io::BufRead;

use anyhow::{Context, Result, bail, ensure};

/// Sound: its channels, full scale being 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sound {
    /// The name of the file in messages.
    pub(crate) name: String,
    /// Samples a second.
    pub(crate) rate: f64,
    /// The samples of each channel.
    pub(crate) channels: Vec<Vec<f64>>,
}

/// The encoding of the samples.
#[derive(Clone, Copy, Debug)]
struct Format {
    is_float: bool,
    channels: usize,
    rate: u32,
    bytes: usize,
}

/// Returns true if a file begins as WAV does.
pub(super) fn is_wav(beginning: &[u8]) -> bool {
    beginning.starts_with(b"RIFF") && beginning.get(8..12) == Some(b"WAVE")
}

/// Reads a whole file.
pub(super) fn read(name: String, mut reader: impl BufRead) -> Result<Sound> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    let mut format = None;
    let mut rest = &bytes[12..];
    while rest.len() >= 8 {
        let (id, size) = (&rest[..4], le(&rest[4..8]) as usize);
        let body = &rest[8..];
        match id {
            b"fmt " => {
                format = Some(Format::read(body.get(..size).context("the format is cut off")?)?)
            }
            b"data" => {
                let format = format.context("the samples come before their format")?;
                // A file that was written as a stream holds no length: the data extends to its end.
                let samples = if matches!(size, 0 | 0xffff_ffff) {
                    body
                } else {
                    body.get(..size).context("the samples are cut off")?
                };
                let (rate, channels) = (f64::from(format.rate), format.channels_of(samples));
                return Ok(Sound { name, rate, channels });
            }
            _ => {}
        }
        // A chunk of odd size is followed by one byte of padding.
        let next = 8 + size + size % 2;
        rest = rest.get(next..).unwrap_or_default();
    }
    bail!("there are no samples")
}

impl Format {
    fn read(body: &[u8]) -> Result<Self> {
        ensure!(body.len() >= 16, "the format is cut off");
        let number = |at: usize, bytes: usize| le(&body[at..at + bytes]) as usize;
        // The extended format names the encoding at the start of a longer identifier.
        let code = match number(0, 2) {
            0xfffe if body.len() >= 26 => number(24, 2),
            code => code,
        };
        let (channels, rate, bits) = (number(2, 2), number(4, 4), number(14, 2));
        let is_float = match (code, bits) {
            (1, 8 | 16 | 24 | 32) => false,
            (3, 32 | 64) => true,
            _ => bail!(
                "encoding {code} with {bits} bits is unsupported (supported: 8- to 32-bit PCM, floating point)"
            ),
        };
        ensure!(channels > 0 && rate > 0, "{channels} channels of {rate} Hz hold no sound");
        Ok(Format { is_float, channels, rate: rate as u32, bytes: bits / 8 })
    }

    fn channels_of(&self, samples: &[u8]) -> Vec<Vec<f64>> {
        let mut channels = vec![Vec::new(); self.channels];
        for frame in samples.chunks_exact(self.bytes * self.channels) {
            for (channel, sample) in channels.iter_mut().zip(frame.chunks_exact(self.bytes)) {
                channel.push(self.sample(sample));
            }
        }
        channels
    }

    fn sample(&self, bytes: &[u8]) -> f64 {
        match (self.is_float, bytes) {
            (true, &[a, b, c, d]) => f64::from(f32::from_le_bytes([a, b, c, d])),
            (true, bytes) => f64::from_bits(le(bytes)),
            // Samples of eight bits are unsigned: 128 is silence.
            (false, &[byte]) => (f64::from(byte) - 128.0) / 128.0,
            (false, bytes) => {
                // The sign to the top, the value back down.
                let shift = 64 - 8 * bytes.len();
                let value = ((le(bytes) << shift) as i64) >> shift;
                value as f64 / (1u64 << (8 * bytes.len() - 1)) as f64
            }
        }
    }
}

/// A number from at most eight bytes, the lowest first.
fn le(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn file(code: u16, channels: u16, bits: u16, data: &[u8]) -> Vec<u8> {
        let mut file = b"RIFF\0\0\0\0WAVE".to_vec();
        // An unknown chunk of odd size.
        file.extend(b"LIST\x03\0\0\0abc\0");
        file.extend(b"fmt \x10\0\0\0");
        file.extend(code.to_le_bytes());
        file.extend(channels.to_le_bytes());
        file.extend(8000u32.to_le_bytes());
        file.extend(0u32.to_le_bytes());
        file.extend(0u16.to_le_bytes());
        file.extend(bits.to_le_bytes());
        file.extend(b"data");
        file.extend((data.len() as u32).to_le_bytes());
        file.extend(data);
        file
    }

    fn read_all(bytes: Vec<u8>) -> Result<Sound> {
        read("test".into(), Box::new(Cursor::new(bytes)))
    }

    #[test]
    fn every_encoding_has_full_scale_one() {
        let float = [0.5f32.to_le_bytes(), (-1.0f32).to_le_bytes()].concat();
        let double = [0.5f64.to_le_bytes(), (-1.0f64).to_le_bytes()].concat();
        for (code, bits, data) in [
            (1, 8, vec![192, 0]),
            (1, 16, vec![0, 0x40, 0, 0x80]),
            (1, 24, vec![0, 0, 0x40, 0, 0, 0x80]),
            (1, 32, vec![0, 0, 0, 0x40, 0, 0, 0, 0x80]),
            (3, 32, float),
            (3, 64, double),
        ] {
            let sound = read_all(file(code, 1, bits, &data)).unwrap();
            assert_eq!(sound.channels, [[0.5, -1.0]], "{code} {bits}");
            assert_eq!(sound.rate, 8000.0);
            let stereo = read_all(file(code, 2, bits, &data)).unwrap();
            assert_eq!(stereo.channels, [[0.5], [-1.0]]);
        }
    }

    #[test]
    fn an_unreadable_file_is_an_error_with_its_reason() {
        let error = |bytes: Vec<u8>| read_all(bytes).unwrap_err().to_string();
        assert!(error(file(2, 1, 4, &[0])).starts_with("encoding 2 with 4 bits is unsupported"));
        assert_eq!(error(file(1, 0, 16, &[0, 0])), "0 channels of 8000 Hz hold no sound");
        let whole = file(1, 1, 16, &[0, 0, 1, 1]);
        assert_eq!(error(whole[..whole.len() - 1].to_vec()), "the samples are cut off");
        assert_eq!(error(whole[..40].to_vec()), "the format is cut off");
        assert_eq!(error(whole[..24].to_vec()), "there are no samples");
    }

    #[test]
    fn a_stream_of_unknown_length_lasts_to_its_end() {
        let mut bytes = file(1, 1, 16, &[0, 0x40, 0, 0x80]);
        let size = bytes.len() - 8;
        bytes[size..size + 4].copy_from_slice(&[0xff; 4]);
        assert_eq!(read_all(bytes).unwrap().channels, [[0.5, -1.0]]);
    }
}
