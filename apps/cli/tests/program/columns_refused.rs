//! Tables of Parquet and Arrow IPC that cannot be smoothed: the reason is named, and nothing is written.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray};

use crate::run::{folder, sprung, sprung_with_input};
use crate::typed_table::{EXTENSIONS, table, write};

const SPRING: &str = "--spring halflife=0.1";

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn columns(times: Vec<Option<f64>>, values: Vec<Option<f64>>) -> RecordBatch {
    let words = vec!["a"; times.len()];
    table(vec![
        ("t", Arc::new(Float64Array::from(times)) as ArrayRef),
        ("x", Arc::new(Float64Array::from(values))),
        ("word", Arc::new(StringArray::from(words))),
    ])
}

#[track_caller]
fn refused(input: &Path, arguments: &str, words: &[&str]) {
    let output = input.with_file_name("never").with_extension(input.extension().unwrap());
    let (from, to) = (input.display(), output.display());
    sprung(&format!("smooth {from} {SPRING} {arguments} -o {to}")).is_refused_with(words);
    assert!(!output.exists());
}

#[test]
fn contents_that_are_not_of_the_name_are_named() {
    let folder = folder("columns-magic");
    let text = "t,x\n0,1\n1,2\n";
    for (name, contents, words) in [
        ("a.parquet", text.as_bytes(), ["Parquet", "something else"]),
        ("a.arrow", text.as_bytes(), ["Arrow IPC", "something else"]),
        ("b.parquet", b"", ["Parquet", "empty"]),
        ("b.feather", b"", ["Arrow IPC", "empty"]),
        ("c.parquet", b"PAR1", ["c.parquet", "damaged"]),
        ("c.arrow", b"ARROW1\0\0", ["c.arrow", "damaged"]),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, contents).unwrap();
        refused(&path, "", &words);
    }
    for (name, other) in
        [("units.parquet", "a.csv"), ("units.parquet", "a.feather"), ("units.feather", "b.parquet")]
    {
        let path = folder.join(other);
        std::fs::copy(data(name), &path).unwrap();
        refused(&path, "", &["give it a name that ends in ."]);
    }
}

#[test]
fn other_commands_and_standard_input_say_who_reads_them() {
    let path = data("units.parquet");
    sprung(&format!("resonance {}", path.display()))
        .is_refused_with(&["Parquet, which only `sprung smooth` reads"]);
    sprung_with_input(&format!("smooth - {SPRING}"), "PAR1\x15")
        .is_refused_with(&["standard input", "from a file"]);
}

#[test]
fn columns_that_are_no_numbers_and_tables_without_rows_are_named() {
    let folder = folder("columns-none");
    let whole = columns(vec![Some(0.0), Some(1.0)], vec![Some(1.0), Some(2.0)]);
    for extension in EXTENSIONS {
        let path = folder.join(format!("a.{extension}"));
        write(&path, &whole.schema(), std::slice::from_ref(&whole));
        for (arguments, words) in [
            ("--columns y", ["no column `y`", "t, x, word"]),
            ("--columns word", ["the column word is of type Utf8", "only integers"]),
            ("--columns t", ["the column t is the time", "no signal"]),
            ("--time y", ["no column `y`", "t, x, word"]),
            ("--time word", ["column word", "the time must be a number, got `a`"]),
            ("--angles y", ["no column `y`", "t, x, word"]),
            ("--delimiter ;", ["--delimiter", "tables of text"]),
            ("--no-header", ["--no-header", "tables of text"]),
            ("--decimals 3", ["--decimals", "every digit"]),
            ("--rate 10", ["--rate", "column t"]),
            ("--gaps line", ["--gaps line", "--zero-phase"]),
        ] {
            refused(&path, arguments, &words);
        }
        let to = folder.join("b.csv");
        sprung(&format!("smooth {} {SPRING} -o {}", path.display(), to.display()))
            .is_refused_with(&["b.csv", "ends in ."]);
        let itself = path.display();
        sprung(&format!("smooth {itself} {SPRING} -o {itself}")).is_refused_with(&["--in-place"]);
        let path = folder.join(format!("none.{extension}"));
        write(&path, &whole.schema(), &[]);
        refused(&path, "", &["none.", "there are no rows"]);
    }
    let units = data("units.parquet");
    refused(&units, "--time flags --columns x", &["the column flags", "no time"]);
    refused(
        &units,
        "--time us --time-unit ms --columns x",
        &["--time-unit", "2023-11-14T22:13:20.123Z"],
    );
    refused(&units, "--time elapsed --time-unit ms --columns x", &["--time-unit"]);
}

#[test]
fn missing_values_and_times_that_do_not_increase_are_named_by_row() {
    let folder = folder("columns-rows");
    for extension in EXTENSIONS {
        let path = folder.join(format!("a.{extension}"));
        for (times, values, words) in [
            (
                [Some(0.0), Some(1.0)],
                [Some(1.0), None],
                ["row 2, column x", "the value is missing"],
            ),
            ([Some(0.0), Some(1.0)], [Some(f64::NAN), None], ["row 1, column x", "--gaps hold"]),
            ([Some(0.0), Some(1.0)], [Some(f64::INFINITY), None], ["row 1, column x", "got inf"]),
            ([Some(0.0), None], [Some(1.0); 2], ["row 2, column t", "the time is missing"]),
            ([Some(1.0), Some(1.0)], [Some(1.0); 2], ["row 2, column t", "got 1 after 1"]),
            ([Some(0.0), Some(f64::NAN)], [Some(1.0); 2], ["row 2, column t", "must be a number"]),
        ] {
            let whole = columns(times.to_vec(), values.to_vec());
            write(&path, &whole.schema(), std::slice::from_ref(&whole));
            refused(&path, "", &words);
            let kept = folder.join(format!("kept.{extension}"));
            let run = sprung(&format!(
                "smooth {} {SPRING} --gaps skip -o {}",
                path.display(),
                kept.display()
            ));
            assert_eq!(run.code, 0, "{}", run.stderr);
            let what =
                if words[0].ends_with('x') { "missing values" } else { "rows left as they are" };
            assert!(run.stderr.contains(what) && run.stderr.contains(words[0]), "{}", run.stderr);
        }
    }
}

#[test]
fn codecs_that_are_not_read_are_named() {
    for name in ["zstd.parquet", "zstd.feather"] {
        let to = folder("columns-codec").join(name);
        let run = sprung(&format!(
            "smooth {} {SPRING} --time ms -o {}",
            data(name).display(),
            to.display()
        ));
        run.is_refused_with(&[name, "Zstandard", "LZ4"]);
        assert!(!to.exists());
    }
}

#[test]
fn files_that_are_cut_off_or_damaged_never_crash_and_leave_nothing() {
    let folder = folder("columns-damaged");
    for name in ["units.parquet", "units.feather"] {
        let contents = std::fs::read(data(name)).unwrap();
        let path = folder.join(name);
        let to = folder.join("out").with_extension(path.extension().unwrap());
        let command = format!(
            "smooth {} {SPRING} --time us --columns x,y --gaps skip -o {}",
            path.display(),
            to.display()
        );
        for cut in [7, 9, 100, contents.len() / 2, contents.len() - 9, contents.len() - 1] {
            std::fs::write(&path, &contents[..cut]).unwrap();
            sprung(&command).is_refused_with(&[name, "damaged, cut off"]);
            assert!(!to.exists());
        }
        for at in (8..contents.len()).step_by(contents.len() / 60) {
            let mut damaged = contents.clone();
            damaged[at] ^= 0xff;
            std::fs::write(&path, &damaged).unwrap();
            let run = sprung(&command);
            assert!([0, 2].contains(&run.code), "byte {at}: {}", run.stderr);
            assert!(!run.stderr.contains("panicked"), "byte {at}: {}", run.stderr);
            assert_eq!(to.exists(), run.code == 0, "byte {at}");
            let _ = std::fs::remove_file(&to);
        }
    }
}
