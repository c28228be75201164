//! All areas as one page, with the versions of the rivals.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::areas::{Area, Bench, Measured};
use crate::programs::PROGRAMS;
use crate::provenance::Provenance;
use crate::python::{PACKAGES, python};

const LOCK: &str = include_str!("../../Cargo.lock");
/// The rivals in Rust.
const CRATES: [&str; 7] =
    ["bevy_math", "charmed-harmonica", "damped-springs", "faer", "rapier3d", "rsruckig", "springs"];
/// Runs all areas and the programs in other languages, writes `report.md` after each and the rows of areas to `AREA.json`;
/// returns the number of promises that were missed and of areas that failed.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn write(bench: &Bench, provenance: &Provenance, folder: &Path) -> Result<usize> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
    };
    let mut page = format!("# Comparison\n\n{}\n{}", provenance.line(), versions(bench));
    if bench.quick {
        page += "\nA quick run, to see that all of it runs: these numbers are no results.\n";
    } else if !(bench.case.is_empty() && bench.engine.is_empty()) {
        let _ = writeln!(
            page,
            "\nNetworks: cases with `{}`, engines with `{}`.",
            bench.case, bench.engine
        );
    }
    let mut missed = 0;
    for area in Area::value_variants() {
        let Some(value) = area.to_possible_value() else { continue };
        let (name, title) = (value.get_name(), value.get_help().map(ToString::to_string));
        if let Area::Report = area {
            continue;
        }
        eprintln!("{name}");
        let _ = write!(page, "\n## {}\n\n", title.as_deref().unwrap_or(name));
        match bench.measure(*area, provenance) {
            Ok(Measured { table, summary, verdicts, json }) => {
                file(&format!("{name}.json"), &json)?;
                missed += verdicts.missed;
                let text = format!("{table}{}", verdicts.text);
                let summary = if summary.is_empty() { summary } else { summary + "\n" };
                let text = text.trim();
                let _ = writeln!(page, "{summary}Rows: `{name}.json`.\n\n```text\n{text}\n```");
            }
            Err(error) => {
                missed += 1;
                let _ = writeln!(page, "Not measured: {error:#}.");
            }
        }
        file("report.md", &page)?;
    }
    for program in PROGRAMS {
        eprintln!("{}", program.title);
        let _ = write!(page, "\n## {}\n\n", program.title);
        let printed =
            python(bench.python.as_deref()).and_then(|python| program.run(&python, bench.series()));
        match printed {
            Ok((text, is_good)) => {
                missed += usize::from(!is_good);
                let _ = writeln!(page, "```text\n{}\n```", text.trim());
                if !is_good {
                    page += "\nA promise of this program was missed.\n";
                }
            }
            Err(error) => {
                missed += 1;
                let _ = writeln!(page, "Not measured: {error:#}.");
            }
        }
        file("report.md", &page)?;
    }
    Ok(missed)
}

/// The versions of the rivals, as a list.
fn versions(bench: &Bench) -> String {
    let mut text = String::from("Versions:");
    for name in CRATES {
        let _ = write!(text, " {name} {},", locked(LOCK, name).unwrap_or("unknown"));
    }
    let ask = "import sys; from importlib.metadata import version; \
        print(', '.join(f'{name} {version(name)}' for name in sys.argv[1:]))";
    let names = PACKAGES.map(|package| package.split("==").next().unwrap_or(package));
    let asked = python(bench.python.as_deref())
        .ok()
        .and_then(|python| Command::new(python).args(["-c", ask]).args(names).output().ok());
    let asked = asked.filter(|output| output.status.success());
    match asked.and_then(|output| String::from_utf8(output.stdout).ok()) {
        Some(python) => text + " " + python.trim() + ".\n",
        None => text + " no Python.\n",
    }
}

/// The version of a package in the text of a `Cargo.lock`.
fn locked<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    after.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rival_is_locked() {
        for name in CRATES {
            assert!(locked(LOCK, name).is_some_and(|version| version.contains('.')), "{name}");
        }
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.2.3\"\n";
        assert_eq!(locked(lock, "a"), Some("1.2.3"));
        assert_eq!(locked(lock, "b"), None);
    }
}
