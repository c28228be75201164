//! `sprung plot`: SVG, PNG and the terminal, for each command with a figure.

use crate::run::{folder, sprung, sprung_with_input};

const QUESTIONS: [&str; 4] = [
    "simulate --spring frequency=2,damping_ratio=0.3 --dt 1/60 --time 2",
    "inspect settling_time=0.4,overshoot=0.05",
    "convert swiftui:bouncy --to unity",
    "compare frequency=2,damping_ratio=0.1",
];

#[test]
fn every_command_draws_an_svg_for_light_and_dark() {
    let path = folder("plot-svg").join("figure.svg");
    for question in QUESTIONS {
        assert_eq!(sprung(&format!("plot -o {} {question}", path.display())).answer(), "");
        let svg = std::fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{question}");
        assert!(
            svg.contains("prefers-color-scheme: dark") && svg.contains("stroke=\"#0b62c4\""),
            "{question}"
        );
    }
}

#[test]
fn a_png_is_drawn_for_light_or_for_dark() {
    let folder = folder("plot-png");
    let png = |theme: &str| {
        let path = folder.join(format!("{theme}.PNG"));
        sprung(&format!("plot --theme {theme} -o {} {}", path.display(), QUESTIONS[0])).answer();
        std::fs::read(path).unwrap()
    };
    let (light, dark) = (png("light"), png("dark"));
    assert!(light.starts_with(b"\x89PNG") && dark.starts_with(b"\x89PNG"));
    assert_ne!(light, dark);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn without_a_file_the_figure_is_drawn_in_the_terminal() {
    for question in QUESTIONS {
        let shown = sprung(&format!("plot {question}")).answer();
        assert!(shown.lines().count() > 15, "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    }
}

#[test]
fn a_picture_of_another_kind_is_refused() {
    let question = QUESTIONS[1];
    sprung(&format!("plot -o a.gif {question}")).is_refused_with(&["a.gif", ".svg or .png"]);
    sprung(&format!("plot -o noending {question}")).is_refused_with(&["noending", ".svg or .png"]);
    sprung(&format!("plot -o /nowhere/a.svg {question}")).is_refused_with(&["/nowhere/a.svg"]);
    sprung("plot").is_refused_with(&["Usage", "plot"]);
}

fn data(name: &str) -> String {
    format!("{}/../../data/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_recording_is_drawn_before_and_after() {
    let path = folder("plot-smooth").join("ecg.svg");
    let smooth = format!("smooth {} --spring halflife=0.01", data("ecg.csv"));
    sprung(&format!("plot -o {} {smooth}", path.display())).answer();
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.contains(">ecg</text>") && svg.contains(">ecg, smoothed</text>"));
    // The recording has 1024 samples, each a point of both curves.
    let longest = svg.split("<path").map(|path| path.matches('L').count()).max();
    assert!(longest.unwrap() > 1000 || svg.split("points=").any(|p| p.matches(',').count() > 1000));
    let piped = sprung_with_input("plot smooth - --spring halflife=1", "t,x\n0,1\n1,3\n2,2\n");
    assert!(piped.answer().contains("x, smoothed"));
}

#[test]
fn too_many_columns_for_one_figure_are_refused_with_some_to_choose() {
    sprung(&format!("plot smooth {} --spring halflife=0.1", data("walk.bvh")))
        .is_refused_with(&["4 columns at most, not 60", "--columns Hips.Xposition"]);
    sprung("plot smooth nowhere.csv --spring halflife=0.1").is_refused_with(&["nowhere.csv"]);
}

#[test]
fn colors_are_drawn_when_asked_for_and_letters_otherwise() {
    let compare = "plot compare frequency=2,damping_ratio=0.3 --dt 1/15";
    assert!(sprung(&format!("{compare} --color always")).answer().contains("\u{1b}[38;"));
    for plain in [compare.to_string(), format!("--color never {compare}")] {
        let text = sprung(&plain).answer();
        assert!(!text.contains('\u{1b}') && text.contains("a╴exact"), "{text}");
    }
}

#[test]
fn huge_numbers_on_an_axis_are_short() {
    let unstable =
        "simulate --spring frequency=9,damping_ratio=0.1 --dt 1/15 --time 3 --method explicit";
    let text = sprung(&format!("plot {unstable}")).answer();
    assert!(text.contains("e25") && !text.contains("0000000"), "{text}");
}
