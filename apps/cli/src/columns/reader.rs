//! Reads tables with typed columns in batches of rows.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use arrow_array::RecordBatch;
use arrow_ipc::CompressionType;
use arrow_ipc::reader::FileReader;
use arrow_schema::SchemaRef;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::file::metadata::ParquetMetaData;

use super::format::Format;
use super::guard::guarded;
use super::ipc_blocks;

/// The rows that are read from Parquet at once; Arrow IPC has batches of its own.
const BATCH_ROWS: usize = 8192;

/// A file of which the head has been read.
pub(crate) struct Reader {
    /// The name of the file in messages.
    pub(crate) name: String,
    pub(crate) format: Format,
    pub(super) schema: SchemaRef,
    pub(super) head: Head,
    batches: Batches,
}

/// The metadata that is copied from the input to the output.
#[derive(Clone)]
pub(super) enum Head {
    Parquet(Arc<ParquetMetaData>),
    /// Keys and values, ascending, and the codec of the batches.
    ArrowIpc(Vec<(String, String)>, Option<CompressionType>),
}

enum Batches {
    Parquet(ParquetRecordBatchReader),
    ArrowIpc(Box<FileReader<BufReader<File>>>),
}

/// Opens a file of one of the formats; none if it is no such file. Its name and its first bytes must agree.
pub(crate) fn open(path: &Path) -> Result<Option<Reader>> {
    // What comes through a pipe has no end to read first.
    if path == Path::new("-") || !path.is_file() {
        return Ok(None);
    }
    let name = path.display().to_string();
    let mut file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let mut beginning = Vec::new();
    file.by_ref().take(8).read_to_end(&mut beginning).with_context(|| name.clone())?;
    let Some(format) = Format::of(path, &beginning).with_context(|| name.clone())? else {
        return Ok(None);
    };
    file.rewind().with_context(|| name.clone())?;
    let reader = match format {
        Format::Parquet => parquet(name.clone(), file),
        Format::ArrowIpc => arrow_ipc(name.clone(), file),
    };
    reader.map(Some).context(name)
}

fn parquet(name: String, file: File) -> Result<Reader> {
    let format = Format::Parquet;
    let builder = decoded(format, || Ok(ParquetRecordBatchReaderBuilder::try_new(file)?))?;
    let (metadata, schema) = (Arc::clone(builder.metadata()), Arc::clone(builder.schema()));
    for column in metadata.row_groups().iter().flat_map(|group| group.columns()) {
        match column.compression() {
            Compression::ZSTD(_) => refuse_codec("Zstandard")?,
            Compression::GZIP(_) => refuse_codec("gzip")?,
            Compression::BROTLI(_) => refuse_codec("Brotli")?,
            Compression::LZO => refuse_codec("LZO")?,
            _ => {}
        }
    }
    let batches = decoded(format, || Ok(builder.with_batch_size(BATCH_ROWS).build()?))?;
    let (head, batches) = (Head::Parquet(metadata), Batches::Parquet(batches));
    Ok(Reader { name, format, schema, head, batches })
}

fn arrow_ipc(name: String, mut file: File) -> Result<Reader> {
    let format = Format::ArrowIpc;
    let codec = decoded(format, || ipc_blocks::check(&mut file))?;
    if codec == Some(CompressionType::ZSTD) {
        refuse_codec("Zstandard")?;
    }
    let batches = decoded(format, || Ok(FileReader::try_new_buffered(file, None)?))?;
    let metadata = batches.custom_metadata().iter();
    let mut metadata: Vec<(String, String)> =
        metadata.map(|(key, value)| (key.clone(), value.clone())).collect();
    metadata.sort();
    let (schema, head) = (batches.schema(), Head::ArrowIpc(metadata, codec));
    Ok(Reader { name, format, schema, head, batches: Batches::ArrowIpc(Box::new(batches)) })
}

fn refuse_codec(codec: &str) -> Result<()> {
    bail!("its columns are compressed by {codec}; write it with LZ4, Snappy (Parquet) or nothing")
}

impl Reader {
    /// Reads the first rows; an error if there are none.
    pub(super) fn next_with_rows(&mut self) -> Result<RecordBatch> {
        while let Some(batch) = self.next()? {
            if batch.num_rows() > 0 {
                return Ok(batch);
            }
        }
        bail!("there are no rows")
    }

    /// Reads the next rows; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<RecordBatch>> {
        decoded(self.format, || {
            Ok(match &mut self.batches {
                Batches::Parquet(batches) => batches.next().transpose()?,
                Batches::ArrowIpc(batches) => batches.next().transpose()?,
            })
        })
    }
}

/// Decodes a part of a file; an error tells that it is none of this format.
fn decoded<T>(format: Format, decode: impl FnOnce() -> Result<T>) -> Result<T> {
    let name = format.name();
    guarded(decode)
        .with_context(|| format!("it is damaged, cut off, or not {name} that can be read"))
}
