//! `sprung resonance` as a user runs it: the frequencies of recordings and of synthetic signals.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::path::Path;
use std::process::{Command, Output};

/// Runs `sprung resonance` on a file of the data folder, or on one elsewhere by its full path.
fn resonance(file: &str, options: &[&str]) -> Output {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    Command::new(env!("CARGO_BIN_EXE_sprung"))
        .arg("resonance")
        .arg(data.join(file))
        .args(options)
        .output()
        .unwrap()
}

/// Frequency, period, strength and signal-to-noise ratio of each row.
fn found(file: &str, options: &[&str]) -> Vec<[f64; 4]> {
    let output = resonance(file, &[options, &["--format", "csv"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    let units = match file {
        "sunspots.csv" => "frequency_per_year,period_years",
        _ => "frequency_hz,period_s",
    };
    assert_eq!(lines.next(), Some(format!("{units},strength,signal_to_noise").as_str()));
    let rows: Vec<[f64; 4]> = lines
        .map(|line| {
            let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            cells.try_into().unwrap()
        })
        .collect();
    assert!(rows.is_sorted_by(|a, b| a[2] >= b[2]), "{text}");
    assert!(rows.iter().all(|row| (row[0] * row[1] - 1.0).abs() < 1e-12), "{text}");
    rows
}

fn error(file: &str, options: &[&str]) -> String {
    let output = resonance(file, options);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_flute_has_the_frequency_of_its_note() {
    let rows = found("flute-A4.wav", &["--from", "100", "--to", "2000"]);
    assert!((rows[0][0] / 439.82 - 1.0).abs() < 0.005, "{rows:?}");
    assert!((rows[1][0] / 879.65 - 1.0).abs() < 0.005, "{rows:?}");
    let fundamental = found("flute-C5.wav", &["--from", "100", "--to", "800", "--count", "1"]);
    assert_eq!(fundamental.len(), 1);
    assert!((fundamental[0][0] / 523.47 - 1.0).abs() < 0.005, "{fundamental:?}");
}

#[test]
fn sunspots_have_a_period_of_eleven_years() {
    let rows = found("sunspots.csv", &[]);
    assert!((10.5..11.5).contains(&rows[0][1]), "{rows:?}");
}

#[test]
fn of_many_columns_one_must_be_chosen() {
    assert!(error("walk.bvh", &[]).contains("which column? Type --column with one of: Hips."));
}

#[test]
fn uneven_times_gaps_and_units_give_the_same_frequency() {
    let folder = std::env::temp_dir().join(format!("sprung-resonance-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a.csv");
    let mut text = "time_ms;x\n".to_string();
    for i in 0..3000 {
        let time = f64::from(i) + 0.4 * f64::from(i % 7) / 7.0;
        let value = 2.0 * (time * 0.001 * 11.0 * std::f64::consts::TAU).sin() + 5.0;
        let value = if i % 50 == 3 { String::new() } else { value.to_string() };
        text += &format!("{time};{value}\n");
    }
    std::fs::write(&path, text.replace('.', ",")).unwrap();
    let file = path.to_str().unwrap();
    for gaps in ["skip", "hold"] {
        let rows = found(file, &["--gaps", gaps]);
        assert!((rows[0][0] - 11.0).abs() < 0.005, "{rows:?}");
        assert!((rows[0][2] - 2.0).abs() < 0.05, "{rows:?}");
    }
    assert!(error(file, &[]).contains("line 5, column x: the value is missing"));
    std::fs::write(&path, "t,x\n0,1\n1,2\n").unwrap();
    assert!(error(file, &[]).contains("samples must be at least 8 to find a frequency, got 2"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_range_that_is_none_is_refused() {
    let message = error("flute-A4.wav", &["--from", "500", "--to", "400"]);
    assert!(message.contains("from must be above 0 and below the highest frequency"), "{message}");
    let message = error("flute-A4.wav", &["--column", "2"]);
    assert!(message.contains("the channels are numbered 1 to 1"), "{message}");
}
