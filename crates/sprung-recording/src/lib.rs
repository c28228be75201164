//! A simulation as a file: a snapshot of it and the calls since, played again bit for bit.
//!
//! - [`Recorder`] makes the calls and writes them; [`Replay`] makes them again and compares the states.
//! - [`Simulation`]: what can be recorded. A network's [`Solver`](sprung_network::Solver) is one, with the calls of
//!   [`network::Call`]; the world of a game becomes one by its own type of call.
//!
//! A bug report is one file: it holds all that the simulation needs. For rollback no file is needed: a clone of the
//! simulation, or what serde makes of it, is the snapshot, and the calls since are made again with [`Simulation::apply`].
//!
//! ```
//! use sprung_network::{Settings, Solver, shapes};
//! use sprung_recording::{Recorder, Replay, network::Call};
//!
//! let mut net = shapes::rope([0.0; 3], [1.0, 0.0, 0.0], 10, 1.0)?;
//! net.fix([0]);
//! let mut file = Vec::new();
//! let mut recorder = Recorder::new(Solver::new(&net, Settings::default())?, &mut file, 1)?;
//! for _ in 0..60 {
//!     recorder.call(&Call::Step { dt: 1.0 / 60.0 })?;
//! }
//! recorder.finish()?;
//! let report = Replay::<Solver, _>::open(&file[..])?.run()?;
//! assert_eq!((report.steps, report.difference), (60, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format
//! JSON, one object per line, in UTF-8. Version 1; a reader refuses any other. The start is what serde makes of the
//! simulation, so that it has the fields of the library's version: until the first release these may change, and an older
//! file is then refused with the field that is missing.
//!
//! ```text
//! {"recording":{"version":1,"kind":"network","library":"0.1.0"}}
//! {"start":…}                                  the simulation, as serde saves it
//! {"call":{"step":{"dt":0.016666668}}}         a call, in the order in which they were made
//! {"state":{"step":1,"hash":"…","bits":"…"}}   after each step, and at the start with step 0
//! ```
//!
//! `hash` is FNV-1a of 64 bits over the state's numbers, each as four bytes from the lowest to the highest, as 16
//! hexadecimal digits. `bits` is the state itself, 8 digits per number; only every nth step has it, as the recorder was
//! asked. Numbers that are not whole are written with the digits that give back the same bits. A last line without a line
//! feed at its end was cut off, and is not read.

mod error;
mod line;
pub mod network;
mod recorder;
mod replay;
mod simulation;

pub use error::RecordingError;
pub use recorder::Recorder;
pub use replay::{Difference, Replay, Report};
pub use simulation::Simulation;

/// The README's examples, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
