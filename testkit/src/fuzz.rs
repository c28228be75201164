//! Runs a fuzz target without a fuzzer: its corpus, and a fixed number of seeded mutations of it.
//!
//! A target is a function of bytes in the tests of a crate, which panics when a promise is broken. The programs in `fuzz/`
//! include the same function, and `cargo xtask fuzz` runs them under libFuzzer, which fills the corpus.

use std::fs;
use std::path::PathBuf;
use std::thread;

use crate::inputs::hostile;
use crate::random::Random;

/// The longest input that a mutation makes, in bytes.
const MAX_BYTES: usize = 4096;

/// Calls the target with every input of `fuzz/corpus/NAME`, and with `count` mutations of them.
///
/// # Panics
/// If the target panics, with the input before its message; if there is no corpus.
pub fn check(name: &str, count: usize, target: impl Fn(&[u8])) {
    let corpus = corpus(name);
    let call = |input: &[u8]| {
        let shown = Shown(input);
        target(input);
        drop(shown);
    };
    corpus.iter().for_each(|input| call(input));
    let mut random = Random::new(name.bytes().map(u64::from).sum());
    let mut input = Vec::new();
    for _ in 0..count {
        input.clone_from(&corpus[random.index(corpus.len())]);
        for _ in 0..=random.index(4) {
            mutate(&mut input, &corpus, &mut random);
        }
        input.truncate(MAX_BYTES);
        call(&input);
    }
}

/// Bytes as the choices and numbers that a target builds its case of; 0 after their end.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    rest: &'a [u8],
}

impl<'a> Choices<'a> {
    /// The choices of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices { rest: bytes }
    }

    /// Returns whether all bytes are used.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        byte
    }

    /// An integer below `count`, which is at most 256; 0 if `count` is 0.
    pub fn index(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    /// A number: mostly a multiple of 1/16 between -5 and 5, else a hostile one, or any bits.
    pub fn number(&mut self) -> f32 {
        let byte = self.byte();
        let hostile = || hostile::<f32>().get(usize::from(byte) - 160).copied();
        match byte {
            ..160 => (f32::from(byte) - 80.0) / 16.0,
            160..255 => hostile().unwrap_or_else(|| 10.0_f32.powi(i32::from(byte) - 225)),
            255 => f32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()]),
        }
    }

    /// A vector of three numbers.
    pub fn vector(&mut self) -> [f32; 3] {
        [self.number(), self.number(), self.number()]
    }
}

/// The inputs of a corpus, in the order of their names.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<PathBuf> =
        files.map(|file| file.expect("an entry of a folder").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{folder:?} is empty");
    paths.iter().map(|path| fs::read(path).expect("an input")).collect()
}

/// One random change: a bit, a byte, bytes put in, removed or repeated, or the rest of another input.
fn mutate(input: &mut Vec<u8>, corpus: &[Vec<u8>], random: &mut Random) {
    let length = input.len();
    let at = random.index(length + 1);
    let end = (at + 1 + random.index(8)).min(length);
    match random.index(7) {
        0 if at < length => input[at] ^= 1 << random.index(8),
        1 if at < length => input[at] = [0, 1, 0x7f, 0x80, 0xff][random.index(5)],
        2 if at < length => input[at] = random.bits() as u8,
        3 => {
            let bytes = random.bits().to_le_bytes();
            input.splice(at..at, bytes[..=random.index(8)].iter().copied());
        }
        4 if at < end => drop(input.drain(at..end)),
        5 if at < end => {
            let part = input[at..end].to_vec();
            let to = random.index(length);
            input.splice(to..to, part);
        }
        _ => {
            let other = &corpus[random.index(corpus.len())];
            input.truncate(at);
            input.extend(&other[random.index(other.len() + 1)..]);
        }
    }
}

/// Prints an input when the target panics.
struct Shown<'a>(&'a [u8]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let text = self.0.escape_ascii();
            eprintln!("the input of {} bytes was: b\"{text}\"", self.0.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutations_are_the_same_in_every_run_and_differ_from_each_other() {
        let mutated = || -> Vec<Vec<u8>> {
            let corpus = [b"frequency=2".to_vec(), Vec::new()];
            let mut random = Random::new(1);
            let each = |_| {
                let mut input = corpus[0].clone();
                mutate(&mut input, &corpus, &mut random);
                input
            };
            (0..1000).map(each).collect()
        };
        let mut inputs = mutated();
        assert_eq!(inputs, mutated());
        inputs.sort();
        inputs.dedup();
        assert!(inputs.len() > 500, "{}", inputs.len());
    }
}
