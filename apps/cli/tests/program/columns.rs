//! Columns of Parquet and Arrow IPC, smoothed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{
    ArrayRef, Float32Array, Float64Array, Int64Array, RecordBatch, StringArray,
    TimestampNanosecondArray,
};
use arrow_schema::{DataType, Schema, TimeUnit};
use testkit::random::Random;

use crate::run::{folder, sprung};
use crate::typed_table::{EXTENSIONS, numbers, read, table, write};

/// A file that pyarrow wrote; see `write_tables.py` beside it.
fn by_pyarrow(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Smooths a table; the schema and the batches of the result, and the notes.
#[track_caller]
fn smoothed(input: &Path, output: &Path, arguments: &str) -> (Schema, Vec<RecordBatch>, String) {
    let (from, to) = (input.display(), output.display());
    let run = sprung(&format!("smooth {from} {arguments} -o {to}"));
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let (schema, batches) = read(output);
    (schema, batches, run.stderr)
}

/// The cells of a CSV text by columns; none of an empty cell.
fn csv_columns(text: &str) -> Vec<Vec<Option<f64>>> {
    let rows: Vec<Vec<Option<f64>>> = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|cell| cell.parse().ok()).collect())
        .collect();
    (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

#[track_caller]
fn same_bits(ours: &[Option<f64>], expected: &[Option<f64>]) {
    assert_eq!(ours.len(), expected.len());
    for (row, (ours, expected)) in ours.iter().zip(expected).enumerate() {
        let bits = |cell: &Option<f64>| cell.map(f64::to_bits);
        assert_eq!(bits(ours), bits(expected), "row {row}: {ours:?} {expected:?}");
    }
}

fn shown(cell: Option<impl ToString>) -> String {
    cell.map_or_else(String::new, |cell| cell.to_string())
}

#[test]
fn every_number_is_that_of_the_same_table_as_text_bit_for_bit() {
    let folder = folder("columns-text");
    let mut random = Random::new(7);
    let (mut t, count) = (1_700_000_000_000_000_000i64, 3000);
    let (mut times, mut x, mut angle, mut n) = (vec![], vec![], vec![], vec![]);
    for row in 0..count {
        t += random.log_uniform(1e5, 3e8) as i64;
        times.push(t);
        x.push((row % 37 != 5).then(|| random.uniform(-1e3, 1e3)));
        angle.push((row % 41 != 0).then(|| random.uniform(0.0, 360.0)));
        n.push((row % 50 != 9).then(|| random.index(1000) as i64 - 500));
    }
    let whole = table(vec![
        (
            "t",
            Arc::new(TimestampNanosecondArray::from(times.clone()).with_timezone("+02:00"))
                as ArrayRef,
        ),
        ("epoch", Arc::new(Int64Array::from(times.clone()))),
        (
            "seconds",
            Arc::new(Float64Array::from_iter_values(times.iter().map(|t| *t as f64 * 1e-9))),
        ),
        ("x", Arc::new(Float64Array::from(x.clone()))),
        ("a", Arc::new(Float64Array::from(angle.clone()))),
        ("n", Arc::new(Int64Array::from(n.clone()))),
    ]);
    let mut text = "t,epoch,seconds,x,a,n\n".to_string();
    for row in 0..count {
        let t = times[row];
        let date = jiff::Timestamp::from_nanosecond(t.into()).unwrap();
        let seconds = t as f64 * 1e-9;
        let (x, a, n) = (shown(x[row]), shown(angle[row]), shown(n[row]));
        text += &format!("{date},{t},{seconds},{x},{a},{n}\n");
    }
    let csv = folder.join("table.csv");
    std::fs::write(&csv, text).unwrap();
    for extension in EXTENSIONS {
        let input = folder.join(format!("table.{extension}"));
        // Batches of several lengths, an empty one too.
        let cuts = [0, 1, 700, 700, 2999, 3000];
        let batches: Vec<RecordBatch> =
            cuts.windows(2).map(|cut| whole.slice(cut[0], cut[1] - cut[0])).collect();
        write(&input, &whole.schema(), &batches);
        for options in [
            "--spring halflife=0.1 --gaps hold --time t",
            "--spring halflife=0.1 --gaps skip --time t --goal-mode track --angles a",
            "--spring damper:halflife=0.2 --gaps skip --time epoch --zero-phase",
            "--spring frequency=2,damping_ratio=0.4 --gaps line --time seconds --zero-phase=whole --angles a",
            "--spring halflife=0.001 --gaps hold --rate 100 --zero-phase",
        ] {
            let options = format!("{options} --columns x,a,n");
            let output = folder.join(format!("out.{extension}"));
            let (_, ours, notes) = smoothed(&input, &output, &options);
            let run = sprung(&format!("smooth {} {options}", csv.display()));
            assert_eq!(run.code, 0, "{}", run.stderr);
            let expected = csv_columns(&run.stdout);
            for (column, name) in [(3, "x"), (4, "a"), (5, "n")] {
                same_bits(&numbers(&ours, name), &expected[column]);
            }
            assert!(notes.contains("missing values, the first in row"), "{notes}");
            assert_ne!(numbers(&ours, "x"), x);
        }
    }
}

#[test]
fn tables_of_another_program_keep_all_but_the_smoothed_numbers() {
    let mut all = Vec::new();
    for (file, batches) in [("units.parquet", 1), ("units.feather", 3)] {
        let input = by_pyarrow(file);
        let (schema, before) = read(&input);
        for time in ["ms", "us", "ns", "elapsed", "epoch_ms"] {
            let options = format!("--time {time} --columns x,y --spring halflife=0.05 --gaps skip");
            let output = folder(&format!("columns-{time}")).join(file);
            let (ours, after, notes) = smoothed(&input, &output, &options);
            assert!(notes.contains("4 missing values, the first in row 8, column x"), "{notes}");
            assert_eq!(ours, schema);
            assert_eq!(after.len(), batches);
            for (before, after) in before.iter().zip(&after) {
                for (name, field) in ["x", "y"].iter().zip([DataType::Float64, DataType::Float32]) {
                    assert_eq!(after.column_by_name(name).unwrap().data_type(), &field);
                }
                for (index, field) in schema.fields().iter().enumerate() {
                    let is_taken = ["x", "y"].contains(&field.name().as_str());
                    let is_same = before.column(index) == after.column(index);
                    assert_eq!(is_same, !is_taken, "{}", field.name());
                }
            }
            all.push((numbers(&after, "x"), format!("{:?}", numbers(&after, "y"))));
        }
    }
    let (x, y) = &all[0];
    for (other_x, other_y) in &all {
        // A second has the same bits in every unit, counted from the first row; the duration begins at 0 anyway.
        same_bits_to_rounding(other_x, x);
        assert_eq!(other_y.len(), y.len());
    }
    assert!(x[7].is_none() && x[8].is_none() && x[30].is_none() && x[9].is_some());
}

#[track_caller]
fn same_bits_to_rounding(ours: &[Option<f64>], expected: &[Option<f64>]) {
    for (ours, expected) in ours.iter().zip(expected) {
        match (ours, expected) {
            (Some(ours), Some(expected)) => assert!((ours - expected).abs() < 1e-12),
            _ => assert_eq!(ours, expected),
        }
    }
}

#[test]
fn days_count_and_gaps_are_filled_under_a_policy() {
    for file in ["units.parquet", "units.feather"] {
        let input = by_pyarrow(file);
        let output = folder("columns-days").join(file);
        let options =
            "--time day --spring halflife=86400 --gaps line --zero-phase --columns x,count";
        let (schema, after, _) = smoothed(&input, &output, options);
        assert!(numbers(&after, "x").iter().chain(&numbers(&after, "count")).all(Option::is_some));
        let field = schema.field_with_name("count").unwrap();
        assert_eq!(field.data_type(), &DataType::Float64);
        assert_eq!(field.metadata()["of"], "count");
        assert_eq!(schema.metadata()["author"], "sprung");
        let time = schema.field_with_name("us").unwrap();
        assert_eq!(time.data_type(), &DataType::Timestamp(TimeUnit::Microsecond, None));
    }
}

#[test]
fn long_tables_without_lag_are_smoothed_in_blocks() {
    let folder = folder("columns-blocks");
    // So many columns that 100 MB hold a few thousand rows.
    let (count, width) = (12_000, 50);
    let time = Float64Array::from_iter_values((0..count).map(|i| f64::from(i) * 0.01));
    let mut columns: Vec<(String, ArrayRef)> = vec![("t".into(), Arc::new(time))];
    for column in 0..width {
        let value = |i: i32| f64::from((i * (column + 3)) % 101);
        columns.push((
            format!("x{column}"),
            Arc::new(Float64Array::from_iter_values((0..count).map(value))),
        ));
    }
    columns
        .push(("note".into(), Arc::new(StringArray::from(vec!["x".repeat(9000); count as usize]))));
    let columns = columns.iter().map(|(name, array)| (name.as_str(), Arc::clone(array)));
    let whole = table(columns.collect());
    let batches: Vec<RecordBatch> = (0..12).map(|at| whole.slice(at * 1000, 1000)).collect();
    let input = folder.join("wide.arrow");
    write(&input, &whole.schema(), &batches);
    let run = |memory: &str| {
        let options = format!("--spring halflife=0.02 --zero-phase{memory}");
        let (_, after, notes) = smoothed(&input, &folder.join("out.arrow"), &options);
        assert_eq!(notes, "");
        assert_eq!(after.len(), 12);
        assert_eq!(after[11].column_by_name("note"), batches[11].column_by_name("note"));
        numbers(&after, "x7")
    };
    let (blocks, all) = (run(""), run("=whole"));
    assert_ne!(blocks, all, "there was one block");
    for (ours, expected) in blocks.iter().zip(&all) {
        assert!((ours.unwrap() - expected.unwrap()).abs() < 1e-5, "{ours:?} {expected:?}");
    }
}

#[test]
fn the_same_table_twice_gives_the_same_bytes_and_replaces_itself() {
    for file in ["units.parquet", "units.feather"] {
        let input = by_pyarrow(file);
        let folder = folder("columns-twice");
        let arguments = "--time us --columns x,y --spring halflife=0.1 --gaps hold";
        let [first, second] = ["a", "b"].map(|name| {
            let extension = file.rsplit('.').next().unwrap();
            let path = folder.join(format!("{name}.{extension}"));
            std::fs::copy(&input, &path).unwrap();
            let run = sprung(&format!("smooth {} {arguments} --in-place", path.display()));
            assert_eq!(run.code, 0, "{}", run.stderr);
            std::fs::read(path).unwrap()
        });
        assert_eq!(first, second);
        assert_ne!(first, std::fs::read(input).unwrap());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    }
}

#[test]
fn tables_of_every_format_are_smoothed_together() {
    let folder = folder("columns-many");
    let text = folder.join("c.csv");
    std::fs::write(&text, "t,x\n0,1\n1,2\n").unwrap();
    let columns = vec![
        ("t", Arc::new(Float32Array::from(vec![0.0, 1.0])) as ArrayRef),
        ("x", Arc::new(Float64Array::from(vec![1.0, 2.0]))),
    ];
    let whole = table(columns);
    for extension in EXTENSIONS {
        write(
            &folder.join(format!("c.{extension}")),
            &whole.schema(),
            std::slice::from_ref(&whole),
        );
    }
    let files =
        ["csv", "parquet", "arrow"].map(|e| folder.join(format!("c.{e}")).display().to_string());
    let out = folder.join("out");
    let run = sprung(&format!(
        "smooth --spring halflife=1 {} --out-dir {}",
        files.join(" "),
        out.display()
    ));
    assert_eq!(run.answer(), "");
    let expected = csv_columns(&std::fs::read_to_string(out.join("c.csv")).unwrap()).remove(1);
    for extension in EXTENSIONS {
        let (_, after) = read(&out.join(format!("c.{extension}")));
        same_bits(&numbers(&after, "x"), &expected);
    }
}
