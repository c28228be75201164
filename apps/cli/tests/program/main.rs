//! The program as its users meet it: what it answers, and how it refuses.

mod run;
mod simulate;
