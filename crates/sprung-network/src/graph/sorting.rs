//! Sorting by keys of 32 bits. All sorts are of pairs of numbers, so that the code of one sort serves all.

use alloc::vec;
use alloc::vec::Vec;

/// Sorts pairs in place.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn sort(pairs: &mut [(u32, u32)]) {
    pairs.sort_unstable();
}

/// Sorts pairs in place, by a heap: in WebAssembly code has to be short.
#[cfg(target_arch = "wasm32")]
pub(crate) fn sort(pairs: &mut Vec<(u32, u32)>) {
    let heap = alloc::collections::BinaryHeap::from(core::mem::take(pairs));
    *pairs = heap.into_sorted_vec();
}

/// Sorts items by a key; those of the same key stay in their order.
pub(crate) fn sort_by_key<T>(items: &mut Vec<T>, key: impl Fn(&T) -> u32) {
    let keys = items.iter().map(key);
    let mut order: Vec<(u32, u32)> = keys.zip(0..).collect();
    sort(&mut order);
    let mut from: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|(_, at)| from[at as usize].take()));
}

/// Returns the given indices below `count` in ascending order, each once.
pub(crate) fn ascending(count: usize, indices: &[u32]) -> Vec<u32> {
    let mut given = vec![false; count];
    for &index in indices {
        if let Some(given) = given.get_mut(index as usize) {
            *given = true;
        }
    }
    (0..).zip(given).filter_map(|(index, given)| given.then_some(index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_one_key_stay_in_their_order() {
        let mut words = vec!["three", "be", "or", "not", "to", "four", "a"];
        sort_by_key(&mut words, |word| !(word.len() as u32));
        assert_eq!(words, ["three", "four", "not", "be", "or", "to", "a"]);
    }

    #[test]
    fn indices_come_once_and_in_order() {
        assert_eq!(ascending(6, &[5, 1, u32::MAX, 3, 1, 6]), [1, 3, 5]);
        assert!(ascending(0, &[0]).is_empty());
    }
}
