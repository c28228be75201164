//! `sprung network --record` and `sprung replay`: the same bits again, or the name of the first that differs.

use crate::run::{folder, sprung, sprung_with_input};

#[test]
fn a_recorded_rope_is_replayed_bit_for_bit() {
    let folder = folder("replay");
    let [film, file] = ["rope.csv", "rope.jsonl"].map(|name| folder.join(name));
    let options = format!(
        "network rope --links 12 --end-mass 50 --duration 1 --floor -0.5 -o {} --record {}",
        film.display(),
        file.display()
    );
    assert_eq!(sprung(&options).code, 0);
    let run = sprung(&format!("replay {}", file.display()));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout, "60 steps, 60 calls, 61 states\nevery state is the same bit for bit\n");
    // The film is that of a run without a recording.
    let recorded = std::fs::read(&film).unwrap();
    let plain = options.split(" --record").next().unwrap().to_owned();
    assert_eq!(sprung(&plain).code, 0);
    assert!(std::fs::read(&film).unwrap() == recorded);

    // A gravity that is off by one bit.
    let text = std::fs::read_to_string(&file).unwrap();
    let changed = text.replacen("-9.81,", "-9.810001,", 1);
    assert_ne!(text, changed);
    let run = sprung_with_input("replay -", &changed);
    assert_eq!(run.code, 1);
    let found = "the state after step 1 differs: particle 1, position y, bit ";
    assert!(run.stdout.contains(found), "{}", run.stdout);

    // Cut off in the middle of a line.
    let run = sprung_with_input("replay -", &text[..text.len() - 50]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("60 steps, 60 calls, 60 states\n"), "{}", run.stdout);
    assert!(run.stderr.contains("the last line of - was cut off"), "{}", run.stderr);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_recording_without_states_names_the_step() {
    let folder = folder("replay-hashes");
    let [film, file] = ["net.csv", "net.jsonl"].map(|name| folder.join(name));
    let run = sprung(&format!(
        "network cloth --size 5 --duration 0.5 -o {} --record {} --record-every 0",
        film.display(),
        file.display()
    ));
    assert_eq!(run.code, 0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains("bits"));
    let run = sprung_with_input("replay -", &text.replacen("\"drag\":0.5", "\"drag\":0.75", 1));
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.contains("after step 1 differs; the file has its hash alone"),
        "{}",
        run.stdout
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_no_recording_is_refused() {
    for (text, expected) in [
        ("", "line 1: a recording begins with a line \"recording\""),
        ("time,x\n0,1\n", "line 1: "),
        (
            "{\"recording\":{\"version\":9,\"kind\":\"network\",\"library\":\"\"}}\n",
            "line 1: version must be 1, got 9",
        ),
    ] {
        let run = sprung_with_input("replay -", text);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(
            run.stderr.starts_with("error: -: ") && run.stderr.contains(expected),
            "{}",
            run.stderr
        );
    }
    let run = sprung("replay /nowhere.jsonl");
    assert!(run.code == 2 && run.stderr.contains("cannot read /nowhere.jsonl"), "{}", run.stderr);
    let folder = folder("replay-refused");
    let at = |name: &str| folder.join(name).display().to_string();
    let (film, other, file) = (at("a.csv"), at("b.txt"), at("c.jsonl"));
    for (options, expected) in [
        (format!("--record {other}"), "type a name that ends in .jsonl"),
        (format!("--record {file} --scheme passive"), "--record is for --scheme small-steps"),
        (format!("--record {file} --thickness 0.02"), "touches itself cannot be saved"),
        ("--record-every 5".to_owned(), "--record <FILE.jsonl>"),
    ] {
        let run = sprung(&format!("network rope -o {film} {options}"));
        assert!(run.code == 2 && run.stderr.contains(expected), "{}", run.stderr);
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    std::fs::remove_dir_all(folder).unwrap();
}
