//! Many lists in one array, one behind the other.

use alloc::vec;
use alloc::vec::Vec;

/// Lists of items, in the compressed form of sparse rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct CompressedLists<T> {
    /// List `i` is `items[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T: Copy + Default> CompressedLists<T> {
    /// `count` lists by counting sort, from items each with the index of its list, in their order.
    pub(crate) fn new(count: usize, all: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut starts = vec![0; count + 1];
        all.clone().for_each(|(list, _)| starts[list + 1] += 1);
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let (mut next, mut items) = (starts.clone(), vec![T::default(); starts[count]]);
        all.for_each(|(list, item)| {
            items[next[list]] = item;
            next[list] += 1;
        });
        Self { starts, items }
    }

    /// Returns the items of a list.
    pub(crate) fn at(&self, list: usize) -> &[T] {
        &self.items[self.starts[list]..self.starts[list + 1]]
    }

    /// Returns the number of lists.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}
