//! A part of the mutants, and how they end.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result};

/// Of every `count` mutants the one with this index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) index: usize,
    pub(super) count: usize,
}

impl Part {
    pub(super) fn new(part: &str) -> Result<Self> {
        let numbers =
            part.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        let part = numbers
            .filter(|(k, n)| k < n)
            .with_context(|| format!("K/N must be whole numbers with K < N, got {part}"))?;
        Ok(Self { index: part.0, count: part.1 })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// How a mutant ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum End {
    Caught,
    Unviable,
    TooSlow,
    Survived,
}

/// The ends of mutants, by their names.
pub(super) type Ends = BTreeMap<String, End>;

/// The number of mutants of a part with each end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Count {
    pub(super) mutants: usize,
    pub(super) caught: usize,
    pub(super) unviable: usize,
    pub(super) timeouts: usize,
    pub(super) survived: usize,
}

impl Count {
    pub(super) fn of(ends: &Ends) -> Self {
        let count = |end| ends.values().filter(|known| **known == end).count();
        Self {
            mutants: ends.len(),
            caught: count(End::Caught),
            unviable: count(End::Unviable),
            timeouts: count(End::TooSlow),
            survived: count(End::Survived),
        }
    }
}
