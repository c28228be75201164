//! Work that all processors share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The results of a function for all items, in their order, by as many threads as there are processors; it is given the
/// number of its thread.
pub(crate) fn in_parallel<T: Sync, U: Send>(
    items: &[T],
    function: impl Fn(usize, &T) -> U + Sync,
) -> Vec<U> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = |worker: usize| {
        while let Some((at, item)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            items.get(at).map(|item| (at, item))
        } {
            let result = function(worker, item);
            results.lock().expect("no thread panics").push((at, result));
        }
    };
    let work = &work;
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for worker in 0..workers {
            scope.spawn(move || work(worker));
        }
    });
    let mut results = results.into_inner().expect("no thread panics");
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        assert_eq!(
            in_parallel(&items, |_, item| item * 2),
            items.iter().map(|i| i * 2).collect::<Vec<_>>()
        );
    }
}
