//! The program sprung, which is in the library of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    sprung_cli::main()
}
