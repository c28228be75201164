//! `sprung smooth` as a user runs it: its output and its error messages.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `sprung smooth` on text at standard input.
fn smooth(text: &str, options: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprung"))
        .args(["smooth", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // Beside reading, or both sides wait; a program that stops at once with an error reads nothing.
        scope.spawn(move || {
            let _ = stdin.write_all(text.as_bytes());
        });
        child.wait_with_output().unwrap()
    })
}

fn written(text: &str, options: &[&str]) -> String {
    let output = smooth(text, options);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn error(text: &str, options: &[&str]) -> String {
    let output = smooth(text, options);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    error.strip_prefix("error: standard input: ").unwrap_or(&error).trim_end().to_string()
}

const SPRING: [&str; 2] = ["--spring", "halflife=0.2"];
const DAMPER: [&str; 2] = ["--spring", "damper:halflife=1"];

#[test]
fn all_cells_but_the_smoothed_numbers_are_unchanged() {
    let text = "\u{feff}# a, b\r\n time ,\"name, first\",x , y\r\n0.00,\"a \"\"b\",007.50,1\r\n\r\n\
                % more\r\n0.10,c, 007.50 ,1e0\r\n0.2,\"d\ne\",7.5,1";
    // The last line is given the end of the others.
    let text_back = format!("{text}\r\n");
    assert_eq!(written(text, &SPRING), text_back.replace("007.50", "7.5").replace("1e0", "1"));
    let only_y = [&SPRING[..], &["--columns", "y"]].concat();
    assert_eq!(written(text, &only_y), text_back.replace("1e0", "1"));
    let both_ways = written(text, &[&only_y[..], &["--zero-phase"]].concat());
    assert_eq!(both_ways, text_back.replace("1e0", "1"));
}

#[test]
fn cells_keep_their_quotes_and_no_row_becomes_a_comment() {
    let text = "t;x;note\n0;1;\"a;b\"\n1;1;\"c\"\n2;1;\"d \"\"e\"\"\"\n";
    assert_eq!(written(text, &DAMPER), text);
    let labels = "label,t,x\n\"#1\",0,1\n\"% 2\",1,1\n";
    assert_eq!(written(labels, &DAMPER), labels);
    assert_eq!(written(&written(labels, &DAMPER), &DAMPER), labels);
}

#[test]
fn a_wide_table_loses_no_column_and_no_digit_that_is_not_smoothed() {
    let header: Vec<String> = (0..300).map(|column| format!("c{column}")).collect();
    let row = |time: u32| {
        let cells: Vec<String> = (0..300).map(|column| format!("0.{column:03}0")).collect();
        format!("{time}.50,{}\n", cells.join(","))
    };
    let rows: String = (0..50).map(row).collect();
    let text = format!("t,{}\n{rows}", header.join(","));
    let result = written(&text, &[&SPRING[..], &["--columns", "c7"]].concat());
    assert_eq!(result, text.replace("0.0070", "0.007"));
}

#[test]
fn a_damper_halves_the_distance_to_a_still_signal_in_each_half_life() {
    // From 8 to 0 within 1e-9 s, then still.
    let result = written("t,x\n-1e-9,8\n0,0\n1,0\n3,0\n", &DAMPER);
    let values: Vec<f64> = result
        .lines()
        .skip(2)
        .map(|line| line.split(',').nth(1).unwrap().parse().unwrap())
        .collect();
    for (value, expected) in values.iter().zip([8.0, 4.0, 1.0]) {
        assert!((value - expected).abs() < 1e-7, "{result}");
    }
}

#[test]
fn units_rates_and_dialects_give_the_same_result() {
    let seconds = written("t,x\n0,1\n0.5,2\n1,0\n", &DAMPER);
    let values: Vec<&str> =
        seconds.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
    let [_, second, third] = values[..] else { panic!() };
    assert_eq!(
        written("time_ms\tx\n0\t1\n500\t2\n1000\t0\n", &DAMPER),
        format!("time_ms\tx\n0\t1\n500\t{second}\n1000\t{third}\n")
    );
    assert_eq!(
        written("1\n2\n0\n", &["--spring", "damper:halflife=1", "--rate", "2"]),
        format!("1\n{second}\n{third}\n")
    );
    let comma = |text: &str| text.replace('.', ",");
    assert_eq!(
        written("t;x\n0;1\n0,5;2\n1;0\n", &DAMPER),
        format!("t;x\n0;1\n0,5;{}\n1;{}\n", comma(second), comma(third))
    );
    assert_eq!(
        written("0.0  1\n0.5  2\n1.0  0\n", &["--spring", "damper:halflife=1", "--time", "1"]),
        format!("0.0  1\n0.5  {second}\n1.0  {third}\n")
    );
    assert_eq!(
        written("t,x\n0,1\n0.5,2\n", &["--spring", "damper:halflife=1", "--decimals", "2"]),
        "t,x\n0,1.00\n0.5,1.15\n"
    );
}

#[test]
fn errors_in_rows_are_named_with_line_and_column() {
    for (text, message) in [
        ("t,x\n0,1\n1\n", "line 3: 1 cell where there are 2 columns"),
        ("t,x\n0,1\n1,2,3\n", "line 3: 3 cells where there are 2 columns"),
        (
            "t,x\n0,1\n\n1,\n",
            "line 4, column x: the value is missing; use --gaps hold or --gaps skip to continue",
        ),
        ("t,x\n0,1\n1,high\n", "line 3, column x: must be a number, got `high`"),
        ("t,x\n0,1\n1,inf\n", "line 3, column x: must be a number, got `inf`"),
        ("t,x\n0,1\n0,2\n", "line 3, column t: time must go forward, got 0 after 0"),
        (
            "time_ms,x\n0,1\n20,2\n10,2\n",
            "line 4, column time_ms: time must go forward, got 10 after 20",
        ),
        ("t,x\nnow,1\n", "line 2, column t: the time must be a number, got `now`"),
        ("t,x\n", "there are no rows"),
        ("", "there are no rows"),
        ("t,x\n0,\"1\n", "line 2: a quote is opened and not closed"),
        ("t,x\n0,a\n", "there is no column with numbers in it"),
        (
            "t,x\n0,\"1,000.5\"\n",
            "there is no column with numbers in it; thousands separators are not read: write 1000.5 and not 1,000.5",
        ),
        (
            "t,x\n0,0x1F\n1,0x20\n",
            "there is no column with numbers in it; hexadecimal numbers are not read: write it in decimal",
        ),
        (
            "t,x\n0,999\n1,\"1'000'000\"\n",
            "line 3, column x: must be a number, got `1'000'000`; thousands separators are not read: write 1000.5 and not 1,000.5",
        ),
        ("t,x\n0,999\n1,12:30.5\n", "line 3, column x: must be a number, got `12:30.5`"),
        ("t,x\n0,999\n1,1.2.3\n", "line 3, column x: must be a number, got `1.2.3`"),
    ] {
        for options in [&SPRING[..], &["--spring", "halflife=0.2", "--zero-phase"]] {
            assert_eq!(error(text, options), message, "{text}");
        }
    }
    let no_column = error("t,x\n0,1\n", &["--spring", "damper:halflife=1", "--columns", "y"]);
    assert_eq!(no_column, "there is no column `y`; the columns are: t, x");
    let time = error("t,x\n0,1\n", &["--spring", "damper:halflife=1", "--columns", "t"]);
    assert_eq!(time, "the column t is the time and no signal");
    let endless = error("t,x\n0,1\n", &["--spring", "frequency=1,damping_ratio=0"]);
    assert!(endless.contains("never settles"), "{endless}");
}

#[test]
fn a_gap_is_filled_by_the_straight_line_with_zero_phase_only() {
    let gap = "t,x\n0,\n1,2\n2,\n3,NaN\n4,8\n5,10\n";
    let line = [&SPRING[..], &["--gaps", "line", "--zero-phase"]].concat();
    let output = smooth(gap, &line);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // A line stays one; nothing comes before the first value.
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["t,x", "0,"]);
    for (row, expected) in lines[2..].iter().zip([2.0, 4.0, 6.0, 8.0, 10.0]) {
        let value: f64 = row.split(',').nth(1).unwrap().parse().unwrap();
        assert!((value - expected).abs() < 1e-9, "{text}");
    }
    assert_eq!(lines.len(), 7);
    let error = error(gap, &[&SPRING[..], &["--gaps", "line"]].concat());
    assert!(error.contains("--gaps line needs --zero-phase"), "{error}");
}

#[test]
fn gaps_are_held_skipped_and_counted() {
    let text = "t,x,y\n0,,1\n1,4,1\n2,NaN,1\n2,5,5\nlate,5,5\n3,4\n4,4,1\n";
    for ways in [&[][..], &["--zero-phase"]] {
        let run = |policy| smooth(text, &[&DAMPER, &["--gaps", policy], ways].concat());
        let (hold, skip) = (run("hold"), run("skip"));
        assert_eq!(
            String::from_utf8(hold.stdout).unwrap(),
            "t,x,y\n0,,1\n1,4,1\n2,4,1\n2,5,5\nlate,5,5\n3,4\n4,4,1\n"
        );
        assert_eq!(String::from_utf8(skip.stdout).unwrap(), text);
        assert_eq!(
            String::from_utf8(skip.stderr).unwrap(),
            "standard input: 2 missing values, the first in line 2, column x\n\
             standard input: 3 rows left as they are, the first: \
             line 5, column t: time must go forward, got 2 after 2\n"
        );
    }
}

#[test]
fn an_angle_takes_the_shorter_arc_and_keeps_its_turns() {
    let text = "t,a\n0,350\n1,355\n2,0\n3,5\n4,10\n";
    for ways in [&[][..], &["--zero-phase"]] {
        let options = [&["--spring", "damper:halflife=0.1", "--angles", "a"], ways].concat();
        let result = written(text, &options);
        for (line, original) in result.lines().zip(text.lines()).skip(1) {
            let angle = |line: &str| line.split(',').nth(1).unwrap().parse::<f64>().unwrap();
            assert!((angle(line) - angle(original)).abs() < 2.0, "{result}");
        }
    }
}

#[test]
fn an_error_leaves_the_old_file_and_no_other() {
    let folder = std::env::temp_dir().join(format!("sprung-smooth-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let out = folder.join("out.csv");
    std::fs::write(&out, "old").unwrap();
    let to = out.to_str().unwrap();
    error("t,x\n0,1\n1,high\n", &["--spring", "damper:halflife=1", "-o", to]);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "old");
    // Onto itself.
    std::fs::write(&out, "t,x\n0,1\n1,1\n").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_sprung"))
        .args(["smooth", to, "--spring", "damper:halflife=1", "--decimals", "1", "--in-place"])
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "t,x\n0,1.0\n1,1.0\n");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(folder).unwrap();
}
