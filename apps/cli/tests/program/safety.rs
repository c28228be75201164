//! No input is lost, no output is half written, and options that do not apply are refused.

use std::path::Path;

use crate::run::{folder, sprung, sprung_with_input};

const TABLE: &str = "time,x\n0,1\n0.1,2\n0.2,3\n";
const SPRING: &str = "--spring halflife=0.1";

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn an_output_that_is_the_input_is_refused_by_any_of_its_names() {
    let folder = folder("same-file");
    let path = folder.join("a.csv");
    let table: String =
        (0..200).map(|row| format!("{},{}\n", row as f64 / 10.0, row % 7)).collect();
    let table = format!("time,goal\n{table}");
    std::fs::write(&path, &table).unwrap();
    let mut names =
        vec![path.display().to_string(), format!("{}/../same-file/a.csv", folder.display())];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&path, folder.join("link.csv")).unwrap();
        names.push(folder.join("link.csv").display().to_string());
    }
    std::fs::hard_link(&path, folder.join("other.csv")).unwrap();
    names.push(folder.join("other.csv").display().to_string());
    for name in &names {
        for command in [
            format!("smooth {name} {SPRING} -o {}", path.display()),
            format!("resonance {name} -o {}", path.display()),
            format!("simulate {SPRING} --dt 0.1 --time 1 --goals {name} -o {}", path.display()),
        ] {
            sprung(&command).is_refused_with(&["is the input"]);
        }
    }
    assert_eq!(read(&path), table);

    let mesh = folder.join("a.glb");
    sprung(&format!("network cloth --size 3 --seconds 0.1 -o {}", mesh.display()));
    let before = std::fs::read(&mesh).unwrap();
    sprung(&format!("network mesh {0} --seconds 0.1 -o {0}", mesh.display()))
        .is_refused_with(&["is the input"]);
    assert_eq!(std::fs::read(&mesh).unwrap(), before);
}

#[test]
fn in_place_replaces_the_recording_and_nothing_else_does() {
    let folder = folder("in-place");
    let (path, copy) = (folder.join("a.csv"), folder.join("b.csv"));
    std::fs::write(&path, TABLE).unwrap();
    sprung(&format!("smooth {} {SPRING} -o {}", path.display(), copy.display())).answer();
    assert_eq!(sprung(&format!("smooth {} {SPRING} --in-place", path.display())).answer(), "");
    assert_eq!(read(&path), read(&copy));
    assert_ne!(read(&path), TABLE);
    sprung_with_input(&format!("smooth - {SPRING} --in-place"), TABLE)
        .is_refused_with(&["--in-place needs a file"]);
    let both = format!("smooth {} {SPRING} --in-place -o {}", path.display(), copy.display());
    assert_eq!(sprung(&both).code, 2);
}

#[test]
fn names_of_other_formats_are_refused() {
    let folder = folder("extensions");
    let at = |name: &str| folder.join(name).display().to_string();
    std::fs::write(at("a.csv"), TABLE).unwrap();
    for (command, word) in [
        (format!("network cloth --size 3 -o {}", at("x.obj")), ".glb"),
        (format!("network cloth --size 3 -o {}", at("x.gltf")), ".glb"),
        (format!("inspect halflife=0.1 -o {}", at("x.svg")), ".svg"),
        (format!("inspect halflife=0.1 --format csv -o {}", at("x.json")), "--format"),
        (format!("smooth {} {SPRING} -o {}", at("a.csv"), at("x.bvh")), ".bvh"),
        (format!("plot -o {} inspect halflife=0.1", at("x.gif")), ".svg, .png or .pdf"),
    ] {
        sprung(&command).is_refused_with(&[word]);
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    sprung(&format!("inspect halflife=0.1 -o {}", at("x.json"))).answer();
    assert!(read(at("x.json")).starts_with('['));
}

#[test]
fn a_dash_is_standard_output_everywhere() {
    let table = sprung("inspect halflife=0.1 --format csv").answer();
    assert_eq!(sprung("inspect halflife=0.1 --format csv -o -").answer(), table);
    assert!(sprung("plot -o - inspect halflife=0.1").answer().starts_with("<svg"));
    assert!(!Path::new("-").exists());
}

#[test]
fn options_that_do_not_apply_are_refused() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let (walk, flute) = (data.join("walk.bvh"), data.join("flute-A4.wav"));
    for option in ["--rate 60", "--time Hips", "--time-unit ms", "--delimiter ,", "--no-header"] {
        let name = option.split(' ').next().unwrap();
        // Another frame rate is for smooth alone.
        let command = if name == "--rate" { "resonance --column 1" } else { "smooth" };
        let spring = if name == "--rate" { "" } else { SPRING };
        sprung(&format!("{command} {} {spring} {option}", walk.display()))
            .is_refused_with(&[name, "motion capture"]);
        sprung(&format!("resonance {} {option}", flute.display()))
            .is_refused_with(&[name, "sound"]);
    }
    sprung(&format!("resonance {} --gaps hold", flute.display())).is_refused_with(&["--gaps"]);
    let twice = "time,a,a\n0,1,1\n1,2,2\n";
    sprung_with_input(&format!("smooth - {SPRING} --columns a"), twice)
        .is_refused_with(&["columns 2 and 3"]);
}

#[test]
fn the_time_is_never_smoothed() {
    sprung_with_input(&format!("smooth - {SPRING} --rate 10"), TABLE)
        .is_refused_with(&["--rate", "column time"]);
    let chosen = sprung_with_input(&format!("smooth - {SPRING} --rate 10 --columns x"), TABLE);
    let times: Vec<String> =
        chosen.answer().lines().map(|line| line.split(',').next().unwrap().into()).collect();
    assert_eq!(times, ["time", "0", "0.1", "0.2"]);
}

#[test]
fn a_spring_that_changes_nothing_is_told() {
    let run = sprung_with_input("smooth - --spring halflife=1e-5", TABLE);
    assert!(run.stderr.contains("settles within 0.1 s"), "{}", run.stderr);
    assert_eq!(sprung_with_input(&format!("smooth - {SPRING}"), TABLE).stderr, "");
}

#[test]
fn every_notation_of_the_same_times_gives_the_same_numbers() {
    let smoothed = |times: [&str; 3], header: &str| {
        let rows: Vec<String> =
            times.iter().zip([1, 2, 3]).map(|(time, x)| format!("{time},{x}\n")).collect();
        let run = sprung_with_input(
            &format!("smooth - {SPRING} --decimals 9"),
            &format!("{header},x\n{}", rows.concat()),
        );
        assert_eq!(run.code, 0, "{}", run.stderr);
        let cells = run.stdout.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().into());
        (cells.collect::<Vec<String>>(), run.stderr)
    };
    let (expected, silent) = smoothed(["0", "0.1", "0.2"], "time");
    assert_eq!(silent, "");
    for (times, header) in [
        (["1700000000000", "1700000000100", "1700000000200"], "Timestamp"),
        (["1700000000000000000", "1700000000100000000", "1700000000200000000"], "epoch"),
        (["1700000000.0", "1700000000.1", "1700000000.2"], "time"),
        (["2024-01-01T00:00:00Z", "2024-01-01T00:00:00.1Z", "2024-01-01T00:00:00.2Z"], "date"),
        (["2024-01-01 00:00:00", "2024-01-01 00:00:00.1", "2024-01-01 00:00:00.2"], "when"),
        (["00:00:01.0", "00:00:01.1", "00:00:01.2"], "time"),
        (["0", "100", "200"], "t_ms"),
    ] {
        let (cells, told) = smoothed(times, header);
        assert_eq!(cells, expected, "{times:?}");
        let assumes = times[0].len() >= 13 && times[0].parse::<u64>().is_ok();
        assert_eq!(told.contains("since 1970"), assumes, "{told}");
    }
}

#[test]
fn what_is_no_text_is_refused_in_a_word() {
    let folder = folder("binary");
    for (name, bytes, word) in [
        ("a.csv.gz", &b"\x1f\x8b\x08\0\0"[..], "gzip"),
        ("a.parquet", b"PAR1\x15\0", "Parquet"),
        ("program", b"\x7fELF\x02\x01\x01\0\0\0", "binary"),
        ("excel.csv", b"\xff\xfet\0,\0x\0", "UTF-16"),
        ("old.csv", b"time,x\r0,1\r", "carriage returns"),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        sprung(&format!("smooth {} {SPRING}", path.display())).is_refused_with(&[word, name]);
        sprung(&format!("resonance {}", path.display())).is_refused_with(&[word, name]);
    }
    let run = sprung_with_input(&format!("smooth - {SPRING}"), "a\u{1b}[31m,b\n1,2\n");
    run.is_refused_with(&["a\\u{1b}[31m"]);
}

#[test]
fn every_comparison_ends() {
    for command in [
        "compare halflife=0.1 --time 1e9",
        "compare halflife=0.1 --dt 1e-7 --time 10",
        "compare halflife=0.1 --dt 1e-4 --time 100 --figure error",
        "plot compare halflife=0.1 --time 1e9",
        "simulate --spring halflife=0.1 --dt 1e-9 --time 1",
    ] {
        sprung(command).is_refused_with(&["--dt", "--duration"]);
    }
    sprung("simulate --spring halflife=0.1 --dt 60 --time 1").is_refused_with(&["longer"]);
}

/// A run that waits for input and has written some output.
#[cfg(unix)]
mod interrupted {
    use super::*;
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    #[test]
    fn interrupts_leave_the_old_file_and_no_other() {
        for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
            let folder = folder(&format!("interrupt-{signal}"));
            let path = folder.join("a.csv");
            std::fs::write(&path, "old").unwrap();
            let mut child = Command::new(env!("CARGO_BIN_EXE_sprung"))
                .args(["smooth", "-", "--spring", "halflife=0.1", "-o"])
                .arg(&path)
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = child.stdin.take().unwrap();
            input.write_all(TABLE.as_bytes()).unwrap();
            let files = || std::fs::read_dir(&folder).unwrap().count();
            let start = Instant::now();
            while files() < 2 {
                assert!(start.elapsed() < Duration::from_secs(60), "it never began to write");
                std::thread::sleep(Duration::from_millis(5));
            }
            let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
            assert!(kill.unwrap().success());
            let status = child.wait().unwrap();
            assert_eq!(status.signal(), Some(number));
            assert_eq!((files(), read(&path).as_str()), (1, "old"));
            drop(input);
        }
    }

    #[test]
    fn standard_input_is_smoothed_row_by_row_as_it_comes() {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sprung"))
            .args(["smooth", "-", "--spring", "halflife=0.1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        input.write_all(b"time,x\n0,1\n").unwrap();
        // Each of these blocks until its row is written.
        assert_eq!(output.next().unwrap().unwrap(), "time,x");
        assert_eq!(output.next().unwrap().unwrap(), "0,1");
        for row in 1..5 {
            input.write_all(format!("{row},1\n").as_bytes()).unwrap();
            assert_eq!(output.next().unwrap().unwrap(), format!("{row},1"));
        }
        drop(input);
        assert!(output.next().is_none());
        assert!(child.wait().unwrap().success());
    }
}
