//! Handles: numbers that are never used twice, so that a freed one is known.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::failure::{Failure, Result, SprungStatus};

/// The values behind the handles of one type.
#[derive(Debug)]
pub(crate) struct Table<T> {
    values: Mutex<BTreeMap<u64, Arc<Mutex<T>>>>,
    name: &'static str,
}

/// Of all types, so that the handle of one is none of another.
static NEXT: AtomicU64 = AtomicU64::new(1);

impl<T> Table<T> {
    pub(crate) const fn new(name: &'static str) -> Self {
        Table { values: Mutex::new(BTreeMap::new()), name }
    }

    /// Keeps a value; returns its handle, which is not 0.
    pub(crate) fn insert(&self, value: T) -> u64 {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        values.insert(id, Arc::new(Mutex::new(value)));
        id
    }

    /// Uses a value; calls with the same handle wait for each other, others do not.
    pub(crate) fn with<R>(&self, id: u64, body: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        let found = {
            let values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            values.get(&id).cloned()
        };
        let value = found.ok_or_else(|| self.missing(id))?;
        let mut value = value.lock().unwrap_or_else(PoisonError::into_inner);
        body(&mut value)
    }

    /// Frees a value, when the last call that uses it returns.
    pub(crate) fn remove(&self, id: u64) -> Result<()> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        values.remove(&id).map(drop).ok_or_else(|| self.missing(id))
    }

    fn missing(&self, id: u64) -> Failure {
        let message = format!("{} {id} was freed or never made", self.name);
        Failure::new(SprungStatus::InvalidHandle, message)
    }
}
