//! Tables of Parquet and Arrow IPC, written and read by the crates themselves.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_ipc::reader::FileReader;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{DataType, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

/// Both extensions.
pub(crate) const EXTENSIONS: [&str; 2] = ["parquet", "arrow"];

/// Named columns as one batch.
pub(crate) fn table(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    )
    .unwrap()
}

/// Writes batches, in the format of the extension.
pub(crate) fn write(path: &Path, schema: &Schema, batches: &[RecordBatch]) {
    let file = File::create(path).unwrap();
    if path.extension().unwrap() == "parquet" {
        let mut writer = ArrowWriter::try_new(file, Arc::new(schema.clone()), None).unwrap();
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
        writer.close().unwrap();
    } else {
        let mut writer = FileWriter::try_new(file, schema).unwrap();
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
        writer.finish().unwrap();
    }
}

/// Reads all batches, in the format of the contents.
pub(crate) fn read(path: &Path) -> (Schema, Vec<RecordBatch>) {
    let file = File::open(path).unwrap();
    if std::fs::read(path).unwrap().starts_with(b"PAR1") {
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let schema = reader.schema().as_ref().clone();
        (schema, reader.build().unwrap().map(Result::unwrap).collect())
    } else {
        let reader = FileReader::try_new(file, None).unwrap();
        (reader.schema().as_ref().clone(), reader.map(Result::unwrap).collect())
    }
}

/// The numbers of a column of all batches.
pub(crate) fn numbers(batches: &[RecordBatch], name: &str) -> Vec<Option<f64>> {
    let arrays = batches.iter().map(|batch| batch.column_by_name(name).unwrap());
    arrays.flat_map(|array| cells(array)).collect()
}

fn cells(array: &dyn Array) -> Vec<Option<f64>> {
    match array.data_type() {
        DataType::Float32 => {
            array.as_primitive::<Float32Type>().iter().map(|cell| cell.map(f64::from)).collect()
        }
        _ => array.as_primitive::<Float64Type>().iter().collect(),
    }
}
