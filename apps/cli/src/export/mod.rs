//! `sprung export`: a spring as CSS, or as a function in another language.

mod code;
mod css;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::output::write_to;
use crate::spec::Typed;
use code::Language;

const NOTES: &str = "\
A function moves a position and a velocity by dt seconds (0 or more) towards a goal that is held: the exact motion, the
same at every frame rate. Its constants are those of the spring; all else is in the language itself. Functions of a
damper move a position alone.

css         linear(), for transition and animation: at most 0.1 % of the way off the spring
css-calc    a value by CSS mathematical functions: exact, and needs an animated --t

Examples:
  sprung export duration=0.5,bounce=0.3 --to css
  sprung export frequency=2,damping_ratio=0.5 --to javascript
  sprung export halflife=0.1 --to unity";

/// Write a spring as CSS, or as a function in another language
#[derive(Args, Clone, Debug)]
#[command(after_help = NOTES)]
pub(crate) struct Export {
    #[command(flatten)]
    spring: Typed,
    /// The language
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    to: Target,
    /// Write to this file instead of the terminal; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

/// A language to export to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    Css,
    CssCalc,
    C,
    Csharp,
    Gdscript,
    Glsl,
    Hlsl,
    Javascript,
    Lua,
    Python,
    Rust,
    Typescript,
    Unity,
    Wgsl,
}

impl Export {
    pub(crate) fn run(&self) -> Result<()> {
        let (spec, text) = (&self.spring.spec, self.spring.text());
        let written = match self.to {
            Target::Css => css::linear(spec, text)?,
            Target::CssCalc => css::calc(spec, text)?,
            Target::C => code::function(&Language::C, spec, text)?,
            Target::Csharp => code::function(&Language::CSHARP, spec, text)?,
            Target::Gdscript => code::function(&Language::GDSCRIPT, spec, text)?,
            Target::Glsl => code::function(&Language::GLSL, spec, text)?,
            Target::Hlsl => code::function(&Language::HLSL, spec, text)?,
            Target::Javascript => code::function(&Language::JAVASCRIPT, spec, text)?,
            Target::Lua => code::function(&Language::LUA, spec, text)?,
            Target::Python => code::function(&Language::PYTHON, spec, text)?,
            Target::Rust => code::function(&Language::RUST, spec, text)?,
            Target::Typescript => code::function(&Language::TYPESCRIPT, spec, text)?,
            Target::Unity => code::function(&Language::UNITY, spec, text)?,
            Target::Wgsl => code::function(&Language::WGSL, spec, text)?,
        };
        write_to(&self.output, &[], |to| Ok(to.write_all(written.as_bytes())?))
    }
}
