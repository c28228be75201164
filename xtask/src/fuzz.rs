//! Runs fuzz targets under libFuzzer, and keeps what it finds: a small corpus, and the counts in `data/fuzz.md`.
//!
//! The coverage is that of stable Rust: `sancov-module` is a pass of LLVM, and libFuzzer comes with the crate `libfuzzer-sys`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{cargo, output, run};
use crate::workspace::Workspace;

const REPORT: &str = "data/fuzz.md";
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";
/// The time of all targets together, if none is asked for.
const SECONDS: u64 = 1200;
/// An input that takes longer is a hang; one that takes more memory, a finding, too.
const LIMITS: [&str; 3] = ["-timeout=20", "-rss_limit_mb=1500", "-print_final_stats=1"];
/// The committed corpus of a target.
const MAX_FILES: usize = 200;
const MAX_BYTES: u64 = 80_000;
/// As of the mutations in `testkit::fuzz`.
const MAX_INPUT_BYTES: u64 = 4096;

/// The sums of all runs of a target so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    executions: u64,
    seconds: u64,
    edges: u64,
}

/// What is asked for: how long in all, and the one target, if not every.
#[derive(Debug, PartialEq)]
struct Options<'a> {
    seconds: u64,
    target: Option<&'a str>,
}

pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let Options { seconds, target } = options(arguments)?;
    let programs = chosen(build(workspace)?, target)?;
    let found = workspace.target.join("fuzz");
    let share = (seconds / programs.len() as u64).max(1);
    let mut failures = Vec::new();
    for (name, program) in &programs {
        let corpus = workspace.root.join("fuzz/corpus").join(name);
        match fuzz(program, &corpus, &found.join(name), share) {
            // Each target's count is written when it ends, so that none is lost if a later one is stopped.
            Ok(count) => add(workspace, name, count)?,
            Err(error) => failures.push(format!("{name}: {error:#}")),
        }
    }
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(())
}

fn options(arguments: &[String]) -> Result<Options<'_>> {
    let mut options = Options { seconds: SECONDS, target: None };
    for pair in arguments.chunks(2) {
        match pair {
            [option, seconds] if option == "--seconds" => {
                options.seconds = seconds
                    .parse()
                    .with_context(|| format!("--seconds must be a number, got {seconds}"))?;
            }
            [option, name] if option == "--target" => options.target = Some(name),
            _ => bail!("usage: cargo xtask fuzz [--seconds N] [--target NAME]"),
        }
    }
    Ok(options)
}

/// The programs with the names of their targets; only one, if it is asked for.
fn chosen(programs: Vec<PathBuf>, target: Option<&str>) -> Result<Vec<(String, PathBuf)>> {
    let mut named = Vec::new();
    for program in programs {
        let name = program.file_stem().context("a target without a name")?;
        named.push((name.to_string_lossy().into_owned(), program));
    }
    let names: Vec<String> = named.iter().map(|(name, _)| name.clone()).collect();
    named.retain(|(name, _)| target.is_none_or(|target| target == name));
    ensure!(
        !named.is_empty(),
        "--target must be one of {}, got {}",
        names.join(", "),
        target.unwrap_or_default()
    );
    Ok(named)
}

/// Adds the counts of a run to the report.
fn add(workspace: &Workspace, name: &str, count: Count) -> Result<()> {
    let report = counted(&workspace.read_file(REPORT)?, name, count)?;
    fs::write(workspace.root.join(REPORT), report).with_context(|| format!("cannot write {REPORT}"))
}

/// Builds all targets; returns their programs.
fn build(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let version = output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc -vV names no host")?;
    // With a target, the flags are not those of build scripts.
    let arguments = format!(
        "build --manifest-path fuzz/Cargo.toml --release --bins --features files --target {host}"
    );
    let target = workspace.target.join("fuzz/build");
    let mut build = cargo(workspace, &arguments);
    run(build.env("RUSTFLAGS", FLAGS).env("CARGO_TARGET_DIR", &target))?;
    let sources = fs::read_dir(workspace.root.join("fuzz/src/bin"))?;
    let mut programs = Vec::new();
    for source in sources {
        let source = source?.path();
        let name = source.file_stem().context("a target without a name")?;
        programs.push(target.join(host).join("release").join(name));
    }
    programs.sort();
    ensure!(!programs.is_empty(), "there are no targets");
    Ok(programs)
}

/// Runs one target, and makes what it found since a new committed corpus.
fn fuzz(program: &Path, corpus: &Path, found: &Path, seconds: u64) -> Result<Count> {
    let (work, merged) = (found.join("corpus"), found.join("merged"));
    fs::create_dir_all(&work)?;
    let _ = fs::remove_dir_all(&merged);
    fs::create_dir_all(&merged)?;
    let start = Instant::now();
    let mut fuzzer = Command::new(program);
    fuzzer.arg(&work).arg(corpus).args(LIMITS);
    fuzzer.arg(format!("-max_len={MAX_INPUT_BYTES}")).arg(format!("-max_total_time={seconds}"));
    fuzzer.arg(format!("-artifact_prefix={}/", found.display()));
    let text = told(&mut fuzzer)?;
    let seconds = start.elapsed().as_secs();
    let mut merge = Command::new(program);
    told(merge.arg("-merge=1").arg(&merged).arg(&work).arg(corpus).args(LIMITS))?;
    replace(corpus, &merged)?;
    Ok(Count { seconds, ..counts(&text)? })
}

/// Runs libFuzzer, which writes to the standard error; an error with the end of that if it fails.
fn told(command: &mut Command) -> Result<String> {
    println!("$ {command:?}");
    let run = command.stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    let mut end: Vec<&str> = text.lines().rev().take(25).collect();
    end.reverse();
    ensure!(run.status.success(), "{}", end.join("\n"));
    Ok(text)
}

/// The executions and edges that libFuzzer tells at its end.
fn counts(text: &str) -> Result<Count> {
    let number = |text: &str| {
        let digits = text.trim_start().split(|c: char| !c.is_ascii_digit()).next();
        digits.and_then(|digits| digits.parse().ok())
    };
    let executions = text.split("stat::number_of_executed_units:").nth(1).and_then(number);
    let edges = text.rsplit(" cov:").next().and_then(number).unwrap_or(0);
    let executions = executions.context("libFuzzer told no count")?;
    Ok(Count { executions, seconds: 0, edges })
}

/// Replaces a corpus by the smallest files of another.
fn replace(corpus: &Path, by: &Path) -> Result<()> {
    let mut files = Vec::new();
    for file in fs::read_dir(by)? {
        let file = file?;
        files.push((file.metadata()?.len(), file.file_name()));
    }
    files.retain(|(length, _)| *length <= MAX_INPUT_BYTES);
    files.sort();
    ensure!(!files.is_empty(), "the merged corpus is empty");
    fs::remove_dir_all(corpus)?;
    fs::create_dir_all(corpus)?;
    let mut left = MAX_BYTES;
    // Evenly from small to large, which is from simple inputs to those that go far.
    for (length, name) in files.iter().step_by(files.len().div_ceil(MAX_FILES)) {
        if *length <= left {
            left -= length;
            fs::copy(by.join(name), corpus.join(name))?;
        }
    }
    Ok(())
}

/// The report with the counts of another run of a target, and the sums below its table.
fn counted(report: &str, name: &str, more: Count) -> Result<String> {
    let (head, rest) =
        report.split_once("|---|---|---|---|\n").context("the report has no table")?;
    let is_row = |line: &&str| line.starts_with('|');
    let rows = rest.lines().take_while(is_row).map(row);
    let mut rows = rows.collect::<Result<BTreeMap<String, Count>>>()?;
    rows.remove("all");
    let row = rows.entry(name.into()).or_default();
    row.executions += more.executions;
    row.seconds += more.seconds;
    row.edges = row.edges.max(more.edges);
    let sum = |of: fn(&Count) -> u64| rows.values().map(of).sum();
    let all = Count {
        executions: sum(|count| count.executions),
        seconds: sum(|count| count.seconds),
        edges: sum(|count| count.edges),
    };
    let mut text = format!("{head}|---|---|---|---|\n");
    for (name, count) in
        rows.iter().map(|(name, count)| (name.as_str(), count)).chain([("all", &all)])
    {
        let Count { executions, seconds, edges } = count;
        let _ = writeln!(text, "| {name} | {executions} | {seconds} | {edges} |");
    }
    for line in rest.lines().skip_while(is_row) {
        let _ = writeln!(text, "{line}");
    }
    Ok(text)
}

fn row(line: &str) -> Result<(String, Count)> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [name, executions, seconds, edges] = cells[..] else { bail!("not a row: {line}") };
    let number = |text: &str| text.parse().with_context(|| format!("not a row: {line}"));
    let count =
        Count { executions: number(executions)?, seconds: number(seconds)?, edges: number(edges)? };
    Ok((name.into(), count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_target_can_be_asked_for_by_its_name() {
        let programs = || vec![PathBuf::from("release/obj"), PathBuf::from("release/vrm")];
        let asked = ["--target", "vrm", "--seconds", "7"].map(String::from);
        let options = options(&asked).unwrap();
        assert_eq!(options, Options { seconds: 7, target: Some("vrm") });
        let chosen_programs = chosen(programs(), options.target).unwrap();
        assert_eq!(chosen_programs, [("vrm".into(), PathBuf::from("release/vrm"))]);
        assert_eq!(chosen(programs(), None).unwrap().len(), 2);
        let error = chosen(programs(), Some("vr")).unwrap_err().to_string();
        assert_eq!(error, "--target must be one of obj, vrm, got vr");
    }

    #[test]
    fn an_option_without_a_value_or_with_another_name_is_an_error() {
        for asked in [&["--target"][..], &["--seconds", "x"], &["--time", "7"]] {
            let asked: Vec<String> = asked.iter().map(|&word| word.into()).collect();
            assert!(options(&asked).is_err(), "{asked:?}");
        }
    }

    #[test]
    fn counts_are_read_from_the_end_of_a_run() {
        let text = "#1\tINITED cov: 7 ft: 7\n#9\tDONE   cov: 120 ft: 9\nstat::number_of_executed_units: 95\nstat::x: 3\n";
        assert_eq!(counts(text).unwrap(), Count { executions: 95, seconds: 0, edges: 120 });
        assert!(counts("killed").is_err());
    }

    #[test]
    fn a_report_adds_up_over_runs() {
        let report = "# Fuzzing\n\n| a | b | c | d |\n|---|---|---|---|\n\nMore.\n";
        let run = |executions, edges| Count { executions, seconds: 10, edges };
        let report = counted(report, "text", run(100, 7)).unwrap();
        let report = counted(&report, "core", run(1, 3)).unwrap();
        let report = counted(&report, "text", run(50, 6)).unwrap();
        let rows = "| core | 1 | 10 | 3 |\n| text | 150 | 20 | 7 |\n| all | 151 | 30 | 10 |\n";
        assert!(report.ends_with(&format!("|---|---|---|---|\n{rows}\nMore.\n")), "{report}");
    }
}
