//! Several recordings smoothed by one run.

use std::path::Path;

use crate::run::{folder, sprung};

const SPRING: &str = "--spring halflife=0.1";

fn table(seed: u32) -> String {
    let row = |i: u32| format!("{}.{},{}\n", i / 10, i % 10, (i * seed) % 17);
    format!("time,x\n{}", (0..300).map(row).collect::<String>())
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn each_recording_becomes_what_it_becomes_alone() {
    let folder = folder("many");
    let (mut inputs, out) = (String::new(), folder.join("out/smooth"));
    for seed in 1..8 {
        let path = folder.join(format!("{seed}.csv"));
        std::fs::write(&path, table(seed)).unwrap();
        inputs += &format!(" {}", path.display());
    }
    assert_eq!(
        sprung(&format!("smooth {SPRING} --out-dir {}{inputs}", out.display())).answer(),
        ""
    );
    let alone = |seed: u32| {
        sprung(&format!("smooth {SPRING} {}", folder.join(format!("{seed}.csv")).display()))
            .answer()
    };
    let expected: Vec<String> = (1..8).map(alone).collect();
    for (seed, expected) in (1..8).zip(&expected) {
        assert_eq!(read(out.join(format!("{seed}.csv"))), *expected);
        assert_eq!(read(folder.join(format!("{seed}.csv"))), table(seed));
    }
    assert_eq!(sprung(&format!("smooth {SPRING} --in-place{inputs}")).answer(), "");
    for (seed, expected) in (1..8).zip(&expected) {
        assert_eq!(read(folder.join(format!("{seed}.csv"))), *expected);
    }
    assert_eq!(names(&folder).len(), 8);
}

#[test]
fn a_failed_recording_is_named_with_its_reason_and_the_others_are_smoothed() {
    let folder = folder("many-failed");
    let at = |name: &str| folder.join(name).display().to_string();
    std::fs::write(at("a.csv"), table(1)).unwrap();
    std::fs::write(at("b.csv"), "time,x\n0,1\n1,high\n").unwrap();
    std::fs::write(at("c.csv"), table(3)).unwrap();
    let files = format!("{} {} {} {}", at("a.csv"), at("b.csv"), at("absent.csv"), at("c.csv"));
    let run = sprung(&format!("smooth {SPRING} {files} --out-dir {}", at("out")));
    run.is_refused_with(&[
        "b.csv: line 3, column x: must be a number, got `high`",
        "cannot read",
        "absent.csv",
        "2 of 4 recordings failed; the others are smoothed",
    ]);
    assert_eq!(names(&folder.join("out")), ["a.csv", "c.csv"]);
    assert_eq!(read(at("out/c.csv")), sprung(&format!("smooth {SPRING} {}", at("c.csv"))).answer());
}

#[test]
fn names_that_collide_are_refused_before_anything_is_written() {
    let folder = folder("many-names");
    let at = |name: &str| folder.join(name).display().to_string();
    std::fs::create_dir_all(at("one")).unwrap();
    for name in ["a.csv", "b.csv", "one/a.csv", "one/B.csv"] {
        std::fs::write(at(name), table(2)).unwrap();
    }
    let (a, b) = (at("a.csv"), at("b.csv"));
    for (files, options, words) in [
        (
            format!("{a} {}", at("one/a.csv")),
            format!("--out-dir {}", at("out")),
            ["one/a.csv", "both"],
        ),
        (
            format!("{b} {}", at("one/B.csv")),
            format!("--out-dir {}", at("out")),
            ["one/B.csv", "both"],
        ),
        (format!("{a} {a}"), "--in-place".into(), ["a.csv", "both"]),
        (format!("{a} {}", at("one/../a.csv")), "--in-place".into(), ["a.csv", "both"]),
        (
            format!("{a} {b}"),
            format!("--out-dir {}", folder.display()),
            ["is the input", "--in-place"],
        ),
        (a.clone(), format!("--out-dir {}", folder.display()), ["is the input", "--in-place"]),
        (format!("{b} {a}"), String::new(), ["--out-dir", "--in-place"]),
        (format!("{a} {b}"), format!("-o {}", at("c.csv")), ["--out-dir", "--in-place"]),
        (format!("{a} -"), "--in-place".into(), ["standard input", "alone"]),
    ] {
        sprung(&format!("smooth {SPRING} {files} {options}")).is_refused_with(&words);
    }
    assert_eq!(names(&folder), ["a.csv", "b.csv", "one"]);
    for name in ["a.csv", "b.csv", "one/a.csv", "one/B.csv"] {
        assert_eq!(read(at(name)), table(2));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_temporary_file_of_any() {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;
    use std::time::{Duration, Instant};

    let folder = folder("many-interrupt");
    let pipes = ["a.csv", "b.csv"].map(|name| folder.join(name));
    assert!(Command::new("mkfifo").args(&pipes).status().unwrap().success());
    let out = folder.join("out");
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprung"))
        .args(["smooth", "--spring", "halflife=0.1", "--out-dir"])
        .arg(&out)
        .args(&pipes)
        .spawn()
        .unwrap();
    // Opening waits until the program reads. Rows come until it is gone: a recording that ends would be written.
    for pipe in pipes {
        std::thread::spawn(move || {
            let mut input = std::fs::File::create(pipe).unwrap();
            input.write_all(b"time,x\n").unwrap();
            for row in 0.. {
                if writeln!(input, "{row},1").is_err() {
                    break;
                }
            }
        });
    }
    let start = Instant::now();
    while !out.exists() || names(&out).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never began to write");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert!(names(&out).is_empty());
}
