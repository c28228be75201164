//! Opens a spring in the tuner of the web page.

use std::env;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use sprung::{Regime, Spec};

use crate::output::write_to;
use crate::spec::SpecArg;

/// The folder of the page, or an address that starts with `http://` or `https://`.
const PAGE: &str = "SPRUNG_PAGE";
/// The folder where `cargo xtask web --out web` writes the page.
const FOLDER: &str = "web";
const TUNER: &str = "tuner.html";
/// The file that leads from the folder to the spring.
const REDIRECT: &str = "open.html";

/// A page to open.
#[derive(Debug)]
pub(crate) struct Page {
    /// The file or address passed to the browser.
    target: String,
}

impl Page {
    /// Finds the page and prepares it for a spring.
    pub(crate) fn of(spring: &SpecArg) -> Result<Self> {
        let Spec::Spring(parsed) = &spring.spec else {
            bail!("--open needs a spring: the page has no first-order dampers");
        };
        ensure!(
            parsed.regime() != Regime::NoStiffness,
            "--open needs a spring with stiffness, got {}",
            spring.text()
        );
        // The state of the page is in the fragment of its address.
        let spec = encoded(spring.text());
        let address = env::var(PAGE).unwrap_or_default();
        if address.starts_with("http://") || address.starts_with("https://") {
            let base = address.trim_end_matches('/');
            return Ok(Page { target: format!("{base}/{TUNER}#&s={spec}") });
        }
        // Programs that open files drop the fragment, so that a file of the folder has to add it.
        let redirect = folder()?.join(REDIRECT);
        let text = format!(
            "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>sprung</title>\n\
             <meta http-equiv=\"refresh\" content=\"0; url={TUNER}#&amp;s={spec}\">\n"
        );
        write_to(&redirect, &[], |to| Ok(to.write_all(text.as_bytes())?))?;
        let target = redirect.to_str().with_context(|| {
            format!("{} is not Unicode: move the page to another folder", redirect.display())
        })?;
        Ok(Page { target: target.to_string() })
    }

    /// Starts the browser and does not wait for it.
    pub(crate) fn open(&self) -> Result<()> {
        for (program, arguments) in &browsers(&self.target) {
            let mut command = Command::new(program);
            command
                .args(arguments)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            if command.spawn().is_ok() {
                return Ok(());
            }
        }
        bail!("no browser was found: set BROWSER to a command, or open {}", self.target)
    }
}

/// The folder of the page: that of the environment, else `web` here or beside the program.
fn folder() -> Result<PathBuf> {
    let holds_page = |folder: &Path| folder.join(TUNER).is_file();
    if let Some(folder) = env::var_os(PAGE) {
        let folder = PathBuf::from(folder);
        ensure!(
            holds_page(&folder),
            "{PAGE} must be an http address or a folder with {TUNER}, got {}; \
             `cargo xtask web --out {FOLDER}` writes the page",
            folder.display()
        );
        return Ok(std::path::absolute(folder)?);
    }
    let program = env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent).map(|folder| folder.join(FOLDER));
    let here = std::path::absolute(FOLDER)?;
    [Some(here), beside].into_iter().flatten().find(|folder| holds_page(folder)).with_context(|| {
        format!(
            "--open found no page: write it with `cargo xtask web --out {FOLDER}` in the source of sprung, \
             then run here again or set {PAGE} to that folder"
        )
    })
}

/// The commands to try, in order: those of the variable BROWSER, then that of the system.
fn browsers(target: &str) -> Vec<(String, Vec<String>)> {
    let named = env::var("BROWSER").unwrap_or_default();
    let separator = if cfg!(windows) { ';' } else { ':' };
    let mut all = Vec::new();
    for command in named.split(separator) {
        let mut words = command.split_whitespace().map(|word| word.replace("%s", target));
        let Some(program) = words.next() else { continue };
        let mut arguments: Vec<String> = words.collect();
        if !command.contains("%s") {
            arguments.push(target.to_string());
        }
        all.push((program, arguments));
    }
    let (program, first): (_, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let arguments = first.iter().copied().chain([target]).map(String::from).collect();
    all.push((program.to_string(), arguments));
    all
}

/// A text as the value of a parameter of an address.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~,:=/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a String does not fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
