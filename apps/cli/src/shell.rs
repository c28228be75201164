//! `sprung completions` and `sprung man`: what a shell and its manual need.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::output::write_to;

/// Write the completions of a shell
#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
    /// Write to this file instead of the terminal; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Completions {
    pub(crate) fn run(&self, mut program: Command) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "sprung", &mut script);
        write_to(&self.output, &[], |to| Ok(to.write_all(&script)?))
    }
}

/// Write the manual page of the program
#[derive(Args, Debug)]
pub(crate) struct Man {
    /// Write to this file instead of the terminal; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Man {
    /// Writes one page with every command after each other.
    pub(crate) fn run(&self, mut program: Command) -> Result<()> {
        program.build();
        write_to(&self.output, &[], |to| {
            let mut page = Vec::new();
            clap_mangen::Man::new(program.clone()).render(&mut page)?;
            for command in program.get_subcommands().filter(|command| !command.is_hide_set()) {
                let part = clap_mangen::Man::new(command.clone());
                writeln!(page, ".SH {}", command.get_name().to_uppercase())?;
                part.render_description_section(&mut page)?;
                part.render_options_section(&mut page)?;
            }
            Ok(to.write_all(&page)?)
        })
    }
}
