//! The tables of COMPARE.md that other programs print: in Python, in JavaScript, and of the program `sprung`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// A program that prints a table.
pub(crate) struct Program {
    pub(crate) title: &'static str,
    /// Commands and the folders in which they run, from the root: first those that prepare, then those that print. `PYTHON` is
    /// one of the bench, `ROWS` the number of rows of the long series.
    prepare: &'static [(&'static str, &'static str)],
    print: &'static [(&'static str, &'static str)],
}

pub(crate) const PROGRAMS: [Program; 4] = [
    Program {
        title: "In Python",
        prepare: &[(
            "",
            "PYTHON -m pip install --quiet --disable-pip-version-check ./bindings/python",
        )],
        print: &[("", "PYTHON bindings/python/bench.py")],
    },
    Program {
        title: "Many series",
        prepare: &[(
            "",
            "PYTHON -m pip install --quiet --disable-pip-version-check polars==2.1.0 ./bindings/python",
        )],
        print: &[("", "PYTHON recipes/bench.py ROWS")],
    },
    Program {
        title: "In JavaScript",
        prepare: &[
            ("", "cargo xtask npm --out target/bench-npm"),
            ("bindings/wasm/bench", "npm ci --silent"),
        ],
        print: &[
            ("bindings/wasm/bench", "npm ls --depth 0 --parseable --long"),
            ("bindings/wasm/bench", "node bench.mjs"),
        ],
    },
    Program {
        title: "Integrators",
        prepare: &[],
        print: &[(
            "",
            "cargo run --quiet --release --package sprung-cli -- compare frequency=3,damping_ratio=0.2 --dt 1/15",
        )],
    },
];

impl Program {
    /// Returns what it prints, and whether its exit status is 0. It is not 0 if the program misses one of its promises.
    ///
    /// # Errors
    /// If a command that prepares it fails, or one that prints has no output.
    pub(crate) fn run(&self, python: &Path, rows: u64) -> Result<(String, bool)> {
        let (python, rows) = (std::path::absolute(python)?, rows.to_string());
        let (mut text, mut is_good) = (String::new(), true);
        for (folder, line) in self.prepare {
            let output = command(folder, line, &python, &rows)?.stdout(Stdio::null()).status();
            let status = output.with_context(|| format!("cannot run `{line}`"))?;
            ensure!(status.success(), "`{line}` ended with {status}");
            let _ = writeln!(text, "$ {}", shown(line, &rows));
        }
        for (folder, line) in self.print {
            let output = command(folder, line, &python, &rows)?.stderr(Stdio::inherit()).output();
            let output = output.with_context(|| format!("cannot run `{line}`"))?;
            let printed = String::from_utf8_lossy(&output.stdout);
            ensure!(
                !printed.trim().is_empty(),
                "`{line}` ended with {} and no text",
                output.status
            );
            is_good &= output.status.success();
            let root = root().display().to_string();
            let printed = printed.trim_end().replace(&root, ".");
            let _ = writeln!(text, "$ {}\n{printed}\n", shown(line, &rows));
        }
        Ok((text, is_good))
    }
}

/// A command as a person would type it.
fn shown(line: &str, rows: &str) -> String {
    line.replace("PYTHON", "python").replace("ROWS", rows)
}

/// A command in a folder of the workspace.
fn command(folder: &str, line: &str, python: &Path, rows: &str) -> Result<Command> {
    let mut words = line.split_whitespace();
    let mut command = match words.next().context("a command without a word")? {
        "PYTHON" => Command::new(python),
        name => Command::new(name),
    };
    command.args(words.map(|word| if word == "ROWS" { rows } else { word }));
    command.current_dir(root().join(folder)).stdin(Stdio::null());
    Ok(command)
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_is_there() {
        let words = |line: &'static str| line.split_whitespace();
        for program in PROGRAMS {
            for (folder, line) in program.prepare.iter().chain(program.print) {
                let folder = root().join(folder);
                assert!(folder.is_dir(), "{}", folder.display());
                let is_script = |word: &&str| word.ends_with(".py") || word.ends_with(".mjs");
                for script in words(line).filter(is_script) {
                    assert!(folder.join(script).is_file(), "{script}");
                }
            }
        }
    }
}
