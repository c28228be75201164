//! The help is sufficient for a new user, and its examples run.

use crate::run::sprung;

/// The command lines that a help page shows, without those that read or write a file.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().map(str::trim).filter_map(|line| line.strip_prefix("sprung "));
    let is_file = |word: &str| {
        [".csv", ".bvh", ".txt", ".svg", ".png", ".pdf", ".wav"]
            .iter()
            .any(|ending| word.ends_with(ending))
    };
    lines.filter(|line| !line.split(' ').any(is_file)).map(String::from).collect()
}

#[test]
fn every_example_of_the_help_runs() {
    let mut run = 0;
    for page in ["", "simulate ", "inspect ", "convert ", "compare ", "export ", "plot "] {
        let help = sprung(&format!("{page}--help")).answer();
        let examples = examples(&help);
        assert!(!examples.is_empty(), "{page}has no example that can be run as it is");
        for example in examples {
            let done = sprung(&example);
            assert_eq!((done.code, done.stderr.as_str()), (0, ""), "sprung {example}");
            assert!(!done.stdout.is_empty(), "sprung {example}");
            run += 1;
        }
    }
    assert!(run >= 12, "{run}");
}

#[test]
fn the_help_says_how_a_spring_is_typed() {
    let help = sprung("--help").answer();
    for words in ["halflife=0.2", "frequency=2,damping_ratio=0.5", "damper:", "react-spring"] {
        assert!(help.contains(words), "{help}");
    }
}

#[test]
fn a_word_that_is_no_command_is_refused_with_the_nearest() {
    sprung("simulat").is_refused_with(&["simulat", "simulate"]);
    sprung("").is_refused_with(&["Usage: sprung"]);
}

#[test]
fn shells_get_completions_and_a_manual() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(sprung(&format!("completions {shell}")).answer().contains("resonance"), "{shell}");
    }
    let page = sprung("man").answer();
    for words in [".TH sprung", "SIMULATE", "zero\\-phase", "halflife=0.2"] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn the_version_is_that_of_the_package_and_its_commit() {
    let version = sprung("--version").answer();
    assert!(version.starts_with(concat!("sprung ", env!("CARGO_PKG_VERSION"))), "{version}");
}

#[test]
fn the_exit_status_is_stated_and_kept() {
    let help = sprung("--help").answer();
    for words in ["Exit status:", "0  done", "1  fit:", "2  refused, or failed"] {
        assert!(help.contains(words), "{help}");
    }
    for row in ["| 0 | done", "| 1 | `sprung fit`: no spring explains", "| 2 | refused, or failed"]
    {
        assert!(include_str!("../../README.md").contains(row), "{row}");
    }
    assert!(sprung("man").answer().contains("Exit status"));
    for (code, arguments) in [
        (0, "--help"),
        (0, "help simulate"),
        (0, "--version"),
        (0, "inspect halflife=1"),
        (2, ""),
        (2, "nonsense"),
        (2, "inspect"),
        (2, "inspect halflife=-1"),
        (2, "inspect halflife=1 --nonsense"),
        (2, "smooth nowhere.csv --spring halflife=1"),
        (2, "resonance nowhere.wav"),
        (2, "simulate halflife=1 --motion timed"),
        (2, "export damper:halflife=1 --to css"),
    ] {
        assert_eq!(sprung(arguments).code, code, "sprung {arguments}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_that_names_the_output() {
    use std::fs::File;
    use std::process::{Command, Stdio};

    for arguments in [&["--help"][..], &["--version"], &["man"], &["inspect", "halflife=1"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let program = env!("CARGO_BIN_EXE_sprung");
        let run = Command::new(program).args(arguments).stdout(Stdio::from(full)).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
    }
    sprung("inspect halflife=1 -o /dev/full").is_refused_with(&["cannot write /dev/full"]);
    let folder = "inspect halflife=1 -o nofolder/a.csv";
    sprung(folder).is_refused_with(&["cannot write nofolder/a.csv", "there is no folder nofolder"]);
    let run = sprung(folder);
    assert!(!run.stderr.contains(".tmp"), "{}", run.stderr);
}

#[test]
fn help_fits_eighty_columns() {
    for page in ["", "inspect", "simulate", "convert", "compare", "export"] {
        let help = sprung(&format!("{page} --help")).answer();
        let longest = help.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= 100, "{page}: {longest}");
    }
    let help = sprung("--help").answer();
    let specs = &help[help.find("A spring is typed").unwrap()..];
    assert!(specs.lines().all(|line| line.chars().count() < 80), "{specs}");
    for word in ["rise_time", "bandwidth", "swiftui: smooth", "expressive-slow-spatial", "framer"] {
        assert!(specs.contains(word), "{word}");
    }
}

#[test]
fn every_malformed_argument_is_one_short_message() {
    for (arguments, words) in [
        ("inspect 0.2", &["`0.2` has no key", "KEY=NUMBER"][..]),
        ("inspect -1", &["`-1` has no key"]),
        ("inspect halflife=0,2", &["decimal comma"]),
        ("inspect halflife=long", &["halflife must be a number, got `long`"]),
        ("inspect halflife=-1", &["halflife must be >= 0, got -1"]),
        ("inspect halflive=1", &["did you mean `halflife`?"]),
        ("inspect color=1", &["is not a key of spring; keys are frequency"]),
        ("inspect smooth_time=1", &["did you mean `unity:smooth_time=...`?"]),
        ("inspect swiftiu:bouncy", &["did you mean `swiftui`?"]),
        ("inspect swiftui:bounce", &["or the preset `bouncy`"]),
        ("inspect stiffness=170", &["`damping` is missing; write stiffness,damping"]),
        ("inspect halflife=1,frequency=2", &["cannot be combined"]),
        ("inspect halflife=1 --dt -1", &["--dt", "must be above 0, got -1"]),
        ("inspect halflife=1 --rate -60", &["--rate", "must be above 0, got -60"]),
        ("inspect halflife=1 --rate 60 --dt 0.1", &["--rate", "--dt"]),
        ("simulate halflife=1 --duration -1", &["must be above 0, got -1"]),
        ("simulate halflife=1 --motion velocity --speed x", &["must be a number, got x"]),
        ("simulate halflife=1 --motion timed --arrive -1", &["must be above 0, got -1"]),
        ("compare halflife=1 --dt 1/60,-1", &["must be above 0, got -1"]),
        ("compare halflife=1 --rate 0", &["must be above 0, got 0"]),
        ("convert halflife=1 --to flash", &["all, css, css-calc or one of spring"]),
        ("convert halflife=1 --to css --format csv", &["--format"]),
        ("export halflife=1 --to cobol", &["cobol", "csharp"]),
        ("network cloth --duration -1 -o x.glb", &["must be above 0, got -1"]),
        ("network cloth --hz -3 -o x.glb", &["> 0, got -3"]),
        ("network cloth --size -4 -o x.glb", &["-4 is not in 2"]),
        ("smooth a.csv --spring halflife=1 --rate -3", &["must be above 0, got -3"]),
        ("smooth a.csv --spring halflife=1 --decimals -3", &["'-3' for '--decimals"]),
        ("resonance a.csv --min -1", &["must be above 0, got -1"]),
    ] {
        let run = sprung(arguments);
        let first = run.stderr.lines().next().unwrap_or_default().to_string();
        assert!(first.len() < 320, "{first}");
        run.is_refused_with(words);
    }
}
