//! Runs the program as a user does.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The exit code and the output of a run of the program.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `sprung` with arguments separated by blanks.
pub(crate) fn sprung(arguments: &str) -> Run {
    sprung_with_input(arguments, "")
}

/// Runs `sprung` with text on its standard input.
pub(crate) fn sprung_with_input(arguments: &str, input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprung"))
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that fails before it reads closes its end.
    let _ = child.stdin.take().expect("it has an input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code().expect("it ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("it writes UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("it writes UTF-8"),
    }
}

/// Runs `sprung` and closes its output after the first line, as `head -1` does.
pub(crate) fn sprung_read_by_head(arguments: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprung"))
        .args(arguments.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("it has an output"));
    reader.read_line(&mut first).expect("it writes UTF-8");
    drop(reader);
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code().expect("it ends by itself"),
        stdout: first,
        stderr: String::from_utf8(output.stderr).expect("it writes UTF-8"),
    }
}

impl Run {
    /// The standard output of a run that succeeded and complained of nothing.
    #[track_caller]
    pub(crate) fn answer(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{}", self.stdout);
        self.stdout
    }

    /// Asserts that the input was rejected with a message that holds each of `words`.
    #[track_caller]
    pub(crate) fn is_refused_with(&self, words: &[&str]) {
        assert_eq!(self.code, 2, "{}", self.stderr);
        assert!(self.stdout.is_empty(), "{}", self.stdout);
        for word in words {
            assert!(self.stderr.contains(word), "`{word}` is not in:\n{}", self.stderr);
        }
    }
}

/// The numbers of a CSV text below its header.
#[track_caller]
pub(crate) fn numbers(csv: &str, header: &str) -> Vec<Vec<f64>> {
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some(header));
    lines
        .map(|line| line.split(',').map(|cell| cell.parse().expect("a number")).collect())
        .collect()
}

/// Returns an empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}
