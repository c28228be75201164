//! One series in parts that are smoothed apart: what a part does to a spring is a map of few numbers, and maps compose.
//!
//! The motion is linear in its start, so what rows do to a spring is known from one run of it: started at rest on
//! their first value. Another start adds its own free motion, which depends on the elapsed time alone. Rows are
//! summarized in blocks that begin at fixed row numbers, and blocks in a tree that is fixed by these numbers: no bit
//! depends on the division into chunks.

mod block;
mod error;
mod parallel;
mod saved;
mod smoother;
mod summary;
mod tree;

pub use error::ChunkError;
pub use parallel::smooth_in_chunks;
pub use smoother::ChunkSmoother;
pub use summary::ChunkSummary;
