//! `sprung plot`: the figure of any command as a picture.

use std::path::{Path, PathBuf};

use anyhow::{Error, Result, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use sprung_figure::{Figure, Theme};

use crate::output::{Report, extension, print_figure, require_extension, write_to};
use crate::{compare, convert, inspect, resonance, simulate, smooth};

const EXAMPLES: &str = "\
Examples:
  sprung plot simulate frequency=2,damping_ratio=0.2 --dt 1/60 --duration 3
  sprung plot inspect duration=0.5,bounce=0.3 -o spring.svg
  sprung plot smooth ecg.csv --spring halflife=0.01 -o ecg.png --theme dark
  sprung plot compare halflife=0.02 --figure error -o error.pdf --size 1600x900
  sprung plot resonance flute.wav -o spectrum.svg
  sprung plot resonance flute.wav --over-time --max 5000 -o spectrogram.png

An SVG follows the light or dark preference of whoever looks at it. Curves of \
millions of rows are drawn as they look at the size of the picture. A PDF has \
text as text; its letters are Western European and Greek.";

/// Draw the figure of a command as SVG, PNG, PDF or in the terminal
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Plot {
    /// The picture to write: a name that ends in .svg, .png or .pdf, or - for SVG on standard output; without it the
    /// figure is drawn in the terminal
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
    /// The size of the picture in pixels, or of the figure in the terminal in columns and rows [default: 720x420, in PNG
    /// twice as large; the width of the terminal]
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size, global = true)]
    size: Option<[u16; 2]>,
    /// The background of a PNG or PDF [default: light]
    #[arg(long, value_parser = theme(), global = true)]
    theme: Option<Theme>,
    #[command(subcommand)]
    what: What,
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(["light", "dark"])
        .map(|name| if name == "dark" { Theme::Dark } else { Theme::Light })
}

fn size(text: &str) -> Result<[u16; 2], String> {
    let sides = text.split_once(['x', '×']);
    let read = |side: &str| side.trim().parse().ok();
    let sides = sides.and_then(|(width, height)| Some([read(width)?, read(height)?]));
    sides.ok_or_else(|| format!("must be a width and a height like 1600x900, got {text}"))
}

#[derive(Subcommand, Debug)]
enum What {
    /// The motion of `sprung simulate`
    Simulate(simulate::Setup),
    /// The step response of `sprung inspect`
    Inspect(inspect::Setup),
    /// The spring of `sprung convert` in the other conventions
    Convert(convert::Setup),
    /// The methods of `sprung compare`
    Compare(compare::Setup),
    /// The recording of `sprung smooth`, before and after
    Smooth(smooth::Setup),
    /// The spectrum of `sprung resonance`, or its strength over time
    Resonance(resonance::figure::Drawn),
}

/// The least and the greatest side of a picture in pixels, and of a figure in the terminal in characters.
const PICTURE: [u16; 2] = [100, 10_000];
const TERMINAL: [u16; 2] = [10, 500];

impl Plot {
    pub(crate) fn run(&self) -> Result<()> {
        self.check()?;
        let figure = match &self.what {
            What::Simulate(setup) => setup.figure()?,
            What::Inspect(setup) => setup.figure()?,
            What::Convert(setup) => setup.figure(),
            What::Compare(setup) => setup.figure()?,
            What::Smooth(setup) => setup.figure()?,
            What::Resonance(drawn) => drawn.figure()?,
        };
        match &self.output {
            None => print_figure(&figure, self.size.map(|sides| sides.map(usize::from))),
            Some(path) => self.write(figure, path),
        }
    }

    /// Refuses a name or an option that does not fit the picture, before anything is computed.
    fn check(&self) -> Result<()> {
        if let Some(path) = &self.output {
            require_extension(path, &["svg", "png", "pdf"])?;
        }
        let format = self.output.as_deref().map(extension);
        ensure!(
            self.theme.is_none() || matches!(format.as_deref(), Some("png" | "pdf")),
            "--theme is for PNG and PDF; an SVG is light or dark as its reader prefers, and the terminal has its own colors"
        );
        let [low, high] = if self.output.is_some() { PICTURE } else { TERMINAL };
        if let Some([width, height]) = self.size {
            let fits = |side: u16| (low..=high).contains(&side);
            let unit = if self.output.is_some() { "pixels" } else { "characters" };
            ensure!(
                fits(width) && fits(height),
                "--size must be {low} to {high} {unit} in width and height, got {width}x{height}"
            );
        }
        Ok(())
    }

    fn write(&self, figure: Figure, path: &Path) -> Result<()> {
        let figure = match self.size {
            Some([width, height]) => figure.sized(f64::from(width), f64::from(height)),
            None => figure,
        };
        let theme = self.theme.unwrap_or(Theme::Light);
        let picture = match extension(path).as_str() {
            "png" => figure.png(theme).map_err(Error::msg)?,
            "pdf" => figure.pdf(theme),
            _ => figure.svg().into_bytes(),
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
            What::Resonance(drawn) => Some(drawn.setup.input()),
            What::Inspect(_) | What::Convert(_) | What::Compare(_) => None,
        }
    }
}
