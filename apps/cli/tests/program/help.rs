//! The help is sufficient for a new user, and its examples run.

use crate::run::sprung;

/// The command lines that a help page shows, without those that read or write a file.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().map(str::trim).filter_map(|line| line.strip_prefix("sprung "));
    let is_file = |word: &str| {
        [".csv", ".bvh", ".txt", ".svg", ".png"].iter().any(|ending| word.ends_with(ending))
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
