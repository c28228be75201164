//! The emulators of QEMU's user mode: those of the system, or newer ones out of Debian's backports.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::command::{is_on_path, output, program, run};
use crate::install;
use crate::workspace::Workspace;

/// The first version known to compute right on s390x and to have LoongArch's vector instructions.
const RECENT: u32 = 10;

/// An emulator of any version, installed if there is none.
pub(crate) fn emulator(workspace: &Workspace, name: &'static str) -> Result<String> {
    let static_name = format!("{name}-static");
    if is_on_path(&static_name) {
        return Ok(static_name);
    }
    install::one_of(workspace, &[name], "qemu-user").map(String::from)
}

/// An emulator of version 10 or later.
///
/// If the system's is older, that of the backports is unpacked below `target/tools`, and the system stays as it is.
pub(crate) fn recent_emulator(workspace: &Workspace, name: &'static str) -> Result<String> {
    let system = emulator(workspace, name)?;
    if version(&output(&mut program(workspace, &system, "--version"))?)? >= RECENT {
        return Ok(system);
    }
    let folder = workspace.target.join("tools/qemu-backports");
    let path = folder.join("usr/bin").join(name);
    if !path.is_file() {
        unpack_backport(workspace, &folder).with_context(|| {
            format!("{system} is older than version {RECENT}: install a newer qemu-user")
        })?;
    }
    let printed = output(&mut program(workspace, &path, "--version"))?;
    let found = version(&printed)?;
    ensure!(found >= RECENT, "{name} must have version {RECENT} or later, got {found}");
    Ok(path.display().to_string())
}

/// Downloads Debian's package of the backports with lists of its own, and unpacks it.
fn unpack_backport(workspace: &Workspace, folder: &PathBuf) -> Result<()> {
    let lists = folder.join("lists");
    fs::create_dir_all(lists.join("partial"))?;
    let format = "indextargets --format $(REPO_URI)|$(RELEASE)|$(COMPONENT)";
    let archives = output(&mut program(workspace, "apt-get", format))?;
    let system = fs::read_to_string("/etc/os-release").context("no /etc/os-release")?;
    let sources = folder.join("backports.list");
    fs::write(&sources, backports(&system, &archives)?)?;
    let own = |arguments: &str| {
        let mut apt = program(workspace, "apt-get", "-qq -o APT::Sandbox::User=root");
        apt.arg("-o").arg(format!("Dir::Etc::sourcelist={}", sources.display()));
        apt.arg("-o").arg("Dir::Etc::sourceparts=/dev/null");
        apt.arg("-o").arg(format!("Dir::State::lists={}", lists.display()));
        apt.arg("-o").arg(format!("Dir::Cache={}", folder.join("cache").display()));
        apt.args(arguments.split_whitespace()).current_dir(folder);
        apt
    };
    run(&mut own("update"))?;
    run(&mut own("download qemu-user"))?;
    let files = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let archive = files.iter().map(|file| file.path());
    let archive = archive.filter(|path| path.extension().is_some_and(|kind| kind == "deb")).max();
    let archive = archive.context("apt-get downloaded no package")?;
    run(program(workspace, "dpkg", "-x").arg(archive).arg(folder))
}

/// The line that names the backports of this release, at the archive that the release itself comes from.
fn backports(system: &str, archives: &str) -> Result<String> {
    let release = system.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    let release = release.context("/etc/os-release names no release")?;
    let archive = archives.lines().find_map(|line| {
        let (archive, rest) = line.split_once('|')?;
        (rest == format!("{release}|main")).then_some(archive)
    });
    let archive = archive.with_context(|| format!("apt-get knows no archive of {release}"))?;
    Ok(format!("deb {archive} {release}-backports main\n"))
}

/// The first number of what an emulator prints of its version.
pub(crate) fn version(printed: &str) -> Result<u32> {
    let number = printed.split_once("version ").and_then(|(_, rest)| rest.split('.').next());
    number
        .and_then(|number| number.parse().ok())
        .with_context(|| format!("not a version of QEMU: {printed}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_first_number() {
        let printed = "qemu-s390x version 7.2.22 (Debian 1:7.2+dfsg-7)\nCopyright (c) 2003-2022\n";
        assert_eq!(version(printed).unwrap(), 7);
        assert_eq!(version("qemu-s390x version 10.0.2\n").unwrap(), 10);
        assert!(version("qemu-s390x").is_err());
    }

    #[test]
    fn backports_are_of_the_archive_of_the_release() {
        let system = "PRETTY_NAME=\"Some Linux 12\"\nVERSION_CODENAME=bookworm\n";
        let archives = "a://tools/|cloud|main\nb://security/|bookworm-security|main\nc://main/|bookworm|main\n";
        assert_eq!(backports(system, archives).unwrap(), "deb c://main/ bookworm-backports main\n");
        assert!(backports("NAME=x\n", archives).is_err());
        assert!(backports("VERSION_CODENAME=trixie\n", archives).is_err());
    }
}
