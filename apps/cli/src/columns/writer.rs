//! Writes tables with typed columns, in the format of the file that they come from.

use std::io::Write;
use std::mem::take;
use std::sync::Arc;

use anyhow::Result;
use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::SchemaRef;
use parquet::arrow::ARROW_SCHEMA_META_KEY;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::file::metadata::{KeyValue, ParquetMetaData};
use parquet::file::properties::WriterProperties;

use super::reader::Head;

/// The memory of rows that wait for the end of their group, in bytes.
const GROUP_BYTES: usize = 64 << 20;

/// A file that is encoded in memory and passed on batch by batch.
pub(crate) enum Writer {
    Parquet(Box<ArrowWriter<Vec<u8>>>),
    ArrowIpc(Box<FileWriter<Vec<u8>>>),
}

impl Writer {
    pub(super) fn new(head: &Head, schema: &SchemaRef) -> Result<Self> {
        match head {
            Head::Parquet(metadata) => {
                let (schema, options) = (Arc::clone(schema), options(metadata));
                let writer = ArrowWriter::try_new_with_options(Vec::new(), schema, options)?;
                Ok(Writer::Parquet(Box::new(writer)))
            }
            Head::ArrowIpc(metadata, codec) => {
                let options = IpcWriteOptions::default().try_with_compression(*codec)?;
                let mut writer = FileWriter::try_new_with_options(Vec::new(), schema, options)?;
                for (key, value) in metadata {
                    writer.write_metadata(key, value);
                }
                Ok(Writer::ArrowIpc(Box::new(writer)))
            }
        }
    }

    /// Writes a batch.
    pub(crate) fn write(&mut self, batch: &RecordBatch, to: &mut dyn Write) -> Result<()> {
        let encoded = match self {
            Writer::Parquet(writer) => {
                writer.write(batch)?;
                take(writer.inner_mut())
            }
            Writer::ArrowIpc(writer) => {
                writer.write(batch)?;
                take(writer.get_mut())
            }
        };
        Ok(to.write_all(&encoded)?)
    }

    /// Writes the end of the file.
    pub(crate) fn finish(self, to: &mut dyn Write) -> Result<()> {
        let encoded = match self {
            Writer::Parquet(writer) => writer.into_inner()?,
            Writer::ArrowIpc(writer) => writer.into_inner()?,
        };
        Ok(to.write_all(&encoded)?)
    }
}

/// The metadata, the codecs and the size of the row groups of a Parquet file.
fn options(metadata: &ParquetMetaData) -> ArrowWriterOptions {
    let file = metadata.file_metadata();
    let all: Vec<KeyValue> = file.key_value_metadata().cloned().unwrap_or_default();
    let (arrow, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|pair| pair.key == ARROW_SCHEMA_META_KEY);
    let rows = metadata.row_groups().iter().map(|group| group.num_rows()).max();
    let rows = rows.and_then(|rows| usize::try_from(rows).ok()).filter(|&rows| rows > 0);
    let mut properties = WriterProperties::builder()
        .set_key_value_metadata(Some(others))
        .set_max_row_group_row_count(rows)
        .set_max_row_group_bytes(Some(GROUP_BYTES));
    for column in metadata.row_groups().first().iter().flat_map(|group| group.columns()) {
        let path = column.column_path().clone();
        properties = properties.set_column_compression(path, column.compression());
    }
    ArrowWriterOptions::new()
        .with_properties(properties.build())
        .with_skip_arrow_metadata(arrow.is_empty())
        .with_schema_root(file.schema_descr().root_schema().name().into())
}
