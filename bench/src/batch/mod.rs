//! Many springs at once: ours, a plain loop over the core, and the rivals, in cache and out of it.

mod memcpy;

use crate::row::Row;

/// Items that stay in the first-level cache, and items that do not fit in any cache of one core.
const SIZES: [usize; 2] = [4096, 4 << 20];

pub(crate) fn rows() -> Vec<Row> {
    SIZES.iter().flat_map(|&n| memcpy::rows(n)).collect()
}
