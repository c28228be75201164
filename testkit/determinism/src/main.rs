//! Prints one hash of the results of all libraries: the same bits on every target.
//!
//! One line per part locates a difference, and the last line is the hash of them all.
//! `cargo xtask determinism` compares the output on each target with `golden.txt`. `--level` prints the SIMD level instead.

use std::error::Error;
use std::fmt::Write as _;
use std::process::ExitCode;

use sprung_batch::SimdLevel;

use crate::bits::{Bits, Outcome};

mod accurate;
mod answers;
mod arrivals;
mod asleep;
mod batches;
mod bits;
mod bodies;
mod bones;
mod carried;
mod cells;
mod changes;
mod chunks;
mod compositions;
mod conversions;
mod coupled;
mod coupling;
mod draw;
mod ends;
mod findings;
mod limits;
mod motions;
mod networks;
mod overflows;
mod paths;
mod rarely;
mod recordings;
mod reference;
mod rods;
mod sheets;
mod signals;
mod skins;
mod springs;
mod tangled;
mod transitions;
mod varied;
mod without_output;
mod words;

/// Runs one part and adds the bits of its results.
type Scenario = fn(&mut Bits) -> Outcome;

/// All parts, one per line.
const SCENARIOS: &[(&str, Scenario)] = &[
    ("springs", springs::compute),
    ("motions", motions::compute),
    ("transitions", transitions::compute),
    ("compositions", compositions::compute),
    ("answers", answers::compute),
    ("words", words::compute),
    ("batches", batches::compute),
    ("networks", networks::compute),
    ("bodies", bodies::compute),
    ("recordings", recordings::compute),
    ("arrivals", arrivals::compute),
    ("later_words", words::compute_later),
    ("limits", limits::compute),
    ("chunks", chunks::compute),
    ("bones", bones::compute),
    ("network_contacts", networks::contacts),
    ("changes", changes::compute),
    ("coupling", coupling::compute),
    ("rods", rods::compute),
    ("rod_contacts", rods::contacts),
    ("sheets", sheets::compute),
    ("cells", cells::compute),
    ("skins", skins::compute),
    ("signals", signals::compute),
    ("typed", conversions::typed),
    ("nearest", conversions::nearest),
    ("differences", conversions::differences),
    ("exports", conversions::exports),
    ("ends", ends::compute),
    ("tracked", ends::tracked),
    ("fitted", findings::fitted),
    ("found", findings::found),
    ("smoothed", findings::smoothed),
    ("varied", varied::compute),
    ("curves", paths::curves),
    ("turns", paths::turns),
    ("in_time", paths::in_time),
    ("carried", carried::compute),
    ("reference", reference::compute),
    ("accurate", accurate::compute),
    ("coupled", coupled::compute),
    ("tangled", tangled::compute),
    ("asleep", asleep::compute),
    ("rarely", rarely::compute),
    ("overflows", overflows::compute),
];

fn main() -> ExitCode {
    if cfg!(target_os = "unknown") {
        return without_output::next_byte(|| text().unwrap_or_else(|error| error.to_string()));
    }
    if std::env::args().any(|argument| argument == "--level") {
        println!("{}", SimdLevel::best());
        return ExitCode::SUCCESS;
    }
    match text() {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// One line per part, and the hash of all.
fn text() -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    let mut all = Bits::default();
    for (name, compute) in SCENARIOS {
        let mut bits = Bits::default();
        compute(&mut bits)?;
        writeln!(text, "{name} {bits}")?;
        all.add_u64(bits.hash());
    }
    writeln!(text, "golden {all}")?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{Bits, SCENARIOS};

    fn assert_golden(name: &str) {
        let (_, compute) = SCENARIOS.iter().find(|known| known.0 == name).expect("a scenario");
        let mut bits = Bits::default();
        compute(&mut bits).expect("good input");
        let golden = include_str!("../golden.txt");
        let row = golden.lines().find_map(|row| row.strip_prefix(name)?.strip_prefix(' '));
        assert_eq!(row.expect("a row"), bits.to_string());
    }

    /// A test for each scenario.
    macro_rules! golden {
        ($($name:ident)*) => {
            $(
                #[test]
                fn $name() {
                    assert_golden(stringify!($name));
                }
            )*

            #[test]
            fn every_scenario_has_a_test() {
                let tests = [$(stringify!($name)),*];
                assert!(SCENARIOS.iter().map(|known| known.0).eq(tests));
            }
        };
    }

    golden! {
        springs
        motions
        transitions
        compositions
        answers
        words
        batches
        networks
        bodies
        recordings
        arrivals
        later_words
        limits
        chunks
        bones
        network_contacts
        changes
        coupling
        rods
        rod_contacts
        sheets
        cells
        skins
        signals
        typed
        nearest
        differences
        exports
        ends
        tracked
        fitted
        found
        smoothed
        varied
        curves
        turns
        in_time
        carried
        reference
        accurate
        coupled
        tangled
        asleep
        rarely
        overflows
    }
}
