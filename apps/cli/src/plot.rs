//! `sprung plot`: the figure of any command as a picture.

use std::path::{Path, PathBuf};

use anyhow::{Error, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use sprung_figure::{Figure, Theme};

use crate::output::{Report, print_figure, require_extension, write_to};
use crate::{compare, convert, inspect, simulate, smooth};

const EXAMPLES: &str = "\
Examples:
  sprung plot -o spring.svg simulate halflife=0.1 --dt 1/60 --duration 0.5
  sprung plot -o spring.png --theme dark simulate frequency=2,damping_ratio=0.2 --dt 1/60 --duration 3
  sprung plot -o ecg.svg smooth ecg.csv --spring halflife=0.01
  sprung plot simulate frequency=2,damping_ratio=0.2 --dt 1/60 --duration 3

An SVG follows the light or dark preference of whoever looks at it.";

/// Draw the figure of a command as SVG, PNG or in the terminal
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Plot {
    /// The picture to write: a name that ends in .svg or .png, or - for SVG on standard output; without it the figure
    /// is drawn in the terminal
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The background of a PNG
    #[arg(long, value_parser = theme(), default_value = "light")]
    theme: Theme,
    #[command(subcommand)]
    what: What,
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(["light", "dark"])
        .map(|name| if name == "dark" { Theme::Dark } else { Theme::Light })
}

#[derive(Subcommand, Debug)]
enum What {
    /// The motion of `sprung simulate`
    Simulate(simulate::Setup),
    /// The step response of `sprung inspect`
    Inspect(inspect::Setup),
    /// The motions of `sprung convert` where a convention cannot express the spring
    Convert(convert::Setup),
    /// The methods of `sprung compare`
    Compare(compare::Setup),
    /// The recording of `sprung smooth`, before and after
    Smooth(smooth::Setup),
}

impl Plot {
    pub(crate) fn run(&self) -> Result<()> {
        let figure = match &self.what {
            What::Simulate(setup) => setup.figure()?,
            What::Inspect(setup) => setup.figure()?,
            What::Convert(setup) => setup.figure(),
            What::Compare(setup) => setup.figure()?,
            What::Smooth(setup) => setup.figure()?,
        };
        match &self.output {
            None => print_figure(&figure),
            Some(path) => self.write(&figure, path),
        }
    }

    fn write(&self, figure: &Figure, path: &Path) -> Result<()> {
        require_extension(path, &["svg", "png"])?;
        let is_png =
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        let picture = match is_png {
            true => figure.png(self.theme).map_err(Error::msg)?,
            false => figure.svg().into_bytes(),
        };
        write_to(path, self.what.input().as_slice(), |to| Ok(to.write_all(&picture)?))
    }
}

impl What {
    /// The file that is drawn.
    fn input(&self) -> Option<&Path> {
        match self {
            What::Simulate(setup) => setup.input(),
            What::Smooth(setup) => Some(setup.input()),
            What::Inspect(_) | What::Convert(_) | What::Compare(_) => None,
        }
    }
}
