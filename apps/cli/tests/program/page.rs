//! `sprung inspect --open`: a browser gets the page with the spring. The browser here is a script that writes its arguments.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::run::{Run, folder};

/// A folder with a page in `site`, an executable `browser` and an executable `bin/xdg-open`.
fn prepared(name: &str) -> PathBuf {
    let folder = folder(name);
    for inner in ["site", "bin"] {
        fs::create_dir(folder.join(inner)).unwrap();
    }
    fs::write(folder.join("site/tuner.html"), "<title>tuner</title>").unwrap();
    for (program, seen) in [("browser", "opened"), ("bin/xdg-open", "by-system")] {
        let seen = folder.join(seen);
        let program = folder.join(program);
        let script =
            format!("#!/bin/sh\necho \"$*\" > {0}.part\n/bin/mv {0}.part {0}\n", seen.display());
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

/// Runs `sprung inspect ARGUMENTS` in the folder with these variables.
fn inspect(folder: &Path, arguments: &str, variables: &[(&str, &str)]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_sprung"))
        .arg("inspect")
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .env_remove("SPRUNG_PAGE")
        .env_remove("BROWSER")
        .env("PATH", folder.join("bin"))
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Returns the arguments that the browser received. Waits for them, because the program does not wait for the browser.
fn given(file: &Path) -> String {
    for _ in 0..3000 {
        if let Ok(text) = fs::read_to_string(file) {
            return text.trim_end().to_string();
        }
        sleep(Duration::from_millis(10));
    }
    panic!("the browser was not started: {}", file.display());
}

#[test]
fn a_page_in_a_folder_is_opened_at_the_spring_by_the_command_of_the_variable() {
    let folder = prepared("page_of_folder");
    let browser = folder.join("browser").display().to_string();
    let command = format!("/no/such/program:{browser} --new-window %s");
    let text = inspect(&folder, "frequency=2Hz,damping_ratio=0.3 --format csv", &[]).answer();
    let variables = [("SPRUNG_PAGE", "site"), ("BROWSER", command.as_str())];
    let run = inspect(&folder, "frequency=2Hz,damping_ratio=0.3 --format csv --open", &variables);
    assert_eq!(run.answer(), text, "the report is as without --open");
    let redirect = folder.join("site/open.html");
    assert_eq!(given(&folder.join("opened")), format!("--new-window {}", redirect.display()));
    let html = fs::read_to_string(redirect).unwrap();
    assert!(html.contains("url=tuner.html#&amp;s=frequency=2Hz,damping_ratio=0.3\""), "{html}");
}

#[test]
fn without_the_variable_the_system_opens_the_folder_web() {
    let folder = prepared("page_of_system");
    fs::rename(folder.join("site"), folder.join("web")).unwrap();
    inspect(&folder, "swiftui:bouncy --open --format csv", &[]).answer();
    let redirect = folder.join("web/open.html");
    assert_eq!(given(&folder.join("by-system")), redirect.display().to_string());
    assert!(fs::read_to_string(redirect).unwrap().contains("#&amp;s=swiftui:bouncy\""));
}

#[test]
fn a_page_on_a_server_gets_the_spring_in_its_address() {
    let folder = prepared("page_of_server");
    let browser = folder.join("browser").display().to_string();
    let variables = [("SPRUNG_PAGE", "http://localhost:4173/"), ("BROWSER", browser.as_str())];
    // A plus sign would be a blank in the address.
    inspect(&folder, "frequency=+2Hz --open --format csv", &variables).answer();
    assert_eq!(
        given(&folder.join("opened")),
        "http://localhost:4173/tuner.html#&s=frequency=%2B2Hz"
    );
}

#[test]
fn what_cannot_be_opened_is_refused_before_anything_is_printed() {
    let folder = prepared("page_refused");
    let site = [("SPRUNG_PAGE", "site")];
    let open = |spec: &str, variables| inspect(&folder, &format!("{spec} --open"), variables);
    open("halflife=0.2", &[]).is_refused_with(&["cargo xtask web --out web", "SPRUNG_PAGE"]);
    open("halflife=0.2", &[("SPRUNG_PAGE", "bin")]).is_refused_with(&[
        "SPRUNG_PAGE",
        "tuner.html",
        "got bin",
        "cargo xtask web --out web",
    ]);
    open("damper:halflife=0.2", &site).is_refused_with(&["--open needs a spring"]);
    open("stiffness=0,damping=1", &site).is_refused_with(&["with stiffness", "stiffness=0"]);
    let none = [("SPRUNG_PAGE", "site"), ("PATH", "/nowhere"), ("BROWSER", "/nowhere/browser")];
    let run = inspect(&folder, "halflife=0.2 --open --format csv", &none);
    assert_eq!(run.code, 2);
    for words in ["no browser", "BROWSER", "open.html"] {
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    assert!(!folder.join("opened").exists() && !folder.join("by-system").exists());
}
