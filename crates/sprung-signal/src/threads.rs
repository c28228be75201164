//! Work that is split over threads.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

/// The number of threads, by default one per processor.
pub(crate) fn count(threads: Option<NonZero<usize>>) -> usize {
    let threads = threads.or_else(|| thread::available_parallelism().ok());
    threads.map_or(1, NonZero::get)
}

/// Runs the work on each share, one thread per share, and returns the results in the order of the shares.
///
/// If a thread cannot be started (WebAssembly has none), the threads that run take its share.
pub(crate) fn run<S: Send, T: Send>(
    shares: impl IntoIterator<Item = S>,
    work: impl Fn(S) -> T + Sync,
) -> Vec<T> {
    let shares: Vec<S> = shares.into_iter().collect();
    let count = shares.len();
    let shares = Mutex::new(shares.into_iter().enumerate());
    let next = || shares.lock().ok()?.next();
    let take = || -> Vec<(usize, T)> {
        std::iter::from_fn(next).map(|(at, share)| (at, work(share))).collect()
    };
    let mut results = thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, take).ok();
        let others: Vec<_> = (1..count).map_while(start).collect();
        let mut results = take();
        for other in others {
            match other.join() {
                Ok(done) => results.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}
