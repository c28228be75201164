//! `sprung export`: a spring as CSS, or as a function in another language.

mod code;
mod css;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::output::write_to;
use crate::spec::Typed;
use code::Language;
pub(crate) use css::Css;

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

impl Target {
    /// The language of a function; none for CSS.
    fn language(self) -> Option<&'static Language> {
        Some(match self {
            Target::Css | Target::CssCalc => return None,
            Target::C => &Language::C,
            Target::Csharp => &Language::CSHARP,
            Target::Gdscript => &Language::GDSCRIPT,
            Target::Glsl => &Language::GLSL,
            Target::Hlsl => &Language::HLSL,
            Target::Javascript => &Language::JAVASCRIPT,
            Target::Lua => &Language::LUA,
            Target::Python => &Language::PYTHON,
            Target::Rust => &Language::RUST,
            Target::Typescript => &Language::TYPESCRIPT,
            Target::Unity => &Language::UNITY,
            Target::Wgsl => &Language::WGSL,
        })
    }
}

impl Export {
    pub(crate) fn run(&self) -> Result<()> {
        let (spec, text) = (&self.spring.spec, self.spring.text());
        let written = match self.to.language() {
            Some(language) => code::function(language, spec, text)?,
            None if self.to == Target::Css => Css::Linear.write(spec, text)?,
            None => Css::Calc.write(spec, text)?,
        };
        write_to(&self.output, &[], |to| Ok(to.write_all(written.as_bytes())?))
    }
}
