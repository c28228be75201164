//! Tables of typed columns: Parquet and Arrow IPC, read and written batch by batch.

mod format;
mod guard;
mod ipc_blocks;
mod numbers;
mod reader;
mod table;
mod time_cell;
mod writer;

pub(crate) use reader::{Reader, open};
pub(crate) use table::{Batch, Table};
