//! `sprung replay`: a recorded simulation played again, and the first bit that differs.

use std::fs::File;
use std::io::{BufReader, Read, stdin};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use sprung_network::Solver;
use sprung_recording::{Replay, Report};

use crate::output::write_to;
use crate::progress;

const NOTES: &str = "\
Makes the recorded calls again, from the recorded start, and compares every state with the recorded one. The same version of
sprung takes the same steps bit for bit on every machine. The exit code is 0 if every state is the same and 1 if one differs: its
step, particle and bit are named.

Recordings are written by sprung network --record and by the library sprung-recording, whose documentation has the format.

Examples:
  sprung network rope -o rope.glb --record rope.jsonl
  sprung replay rope.jsonl";

/// Play a recorded simulation again and name the first step, particle and bit that differ
#[derive(Args, Clone, Debug)]
#[command(after_help = NOTES)]
pub(crate) struct Replayed {
    /// The recording; - reads standard input
    file: PathBuf,
}

impl Replayed {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let name = || self.file.display().to_string();
        let cannot = || format!("cannot read {}", name());
        let (read, length): (Box<dyn Read>, u64) = if self.file == Path::new("-") {
            (Box::new(stdin()), 0)
        } else {
            let file = File::open(&self.file).with_context(cannot)?;
            let length = file.metadata().with_context(cannot)?.len();
            (Box::new(file), length)
        };
        let bar = progress::bar(length, "replaying");
        let read = BufReader::new(bar.wrap_read(read));
        let mut replay = Replay::<Solver, _>::open(read).with_context(name)?;
        while replay.advance().with_context(name)? {}
        bar.finish_and_clear();
        let Report { steps, calls, states, is_cut_off, difference, .. } = replay.report();
        if *is_cut_off {
            eprintln!("the last line of {} was cut off, and is not read", name());
        }
        write_to(Path::new("-"), &[], |to| {
            writeln!(to, "{steps} steps, {calls} calls, {states} states")?;
            match difference {
                None => writeln!(to, "every state is the same bit for bit")?,
                Some(difference) => writeln!(to, "{difference}")?,
            }
            Ok(())
        })?;
        Ok(if difference.is_some() { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
}
