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
fn the_file_is_named_before_or_after_the_command() {
    let folder = folder("plot-order");
    for (at, question) in QUESTIONS.iter().enumerate() {
        let [before, after] =
            ["before", "after"].map(|name| folder.join(format!("{name}{at}.svg")));
        sprung(&format!("plot -o {} {question}", before.display())).answer();
        sprung(&format!("plot {question} -o {}", after.display())).answer();
        assert_eq!(std::fs::read(before).unwrap(), std::fs::read(after).unwrap());
    }
}

#[test]
fn a_pdf_has_its_text_and_its_size() {
    let path = folder("plot-pdf").join("a.pdf");
    for (size, points) in [("", "0 0 540 "), (" --size 1600x900", "0 0 1200 675")] {
        for theme in ["light", "dark"] {
            let options = format!("-o {} --theme {theme}{size}", path.display());
            sprung(&format!("plot {} {options}", QUESTIONS[0])).answer();
            let pdf = std::fs::read(&path).unwrap();
            let text = String::from_utf8_lossy(&pdf);
            assert!(text.starts_with("%PDF-1.") && text.trim_end().ends_with("%%EOF"));
            assert!(text.contains(&format!("/MediaBox [{points}")), "{text}");
            assert!(text.contains("/Title (frequency=2,damping_ratio=0.3)"), "{text}");
        }
    }
}

#[test]
fn a_picture_has_the_size_that_was_asked_for() {
    let folder = folder("plot-size");
    for (size, [width, height]) in [("1600x900", [1600u32, 900]), ("400x300", [400, 300])] {
        let [png, svg] = ["a.png", "a.svg"].map(|name| folder.join(name));
        sprung(&format!("plot {} -o {} --size {size}", QUESTIONS[0], png.display())).answer();
        let bytes = std::fs::read(&png).unwrap();
        assert_eq!(
            [&bytes[16..20], &bytes[20..24]].concat(),
            [width.to_be_bytes(), height.to_be_bytes()].concat()
        );
        sprung(&format!("plot {} -o {} --size {size}", QUESTIONS[0], svg.display())).answer();
        let text = std::fs::read_to_string(&svg).unwrap();
        assert!(text.contains(&format!("viewBox=\"0 0 {width} {height}\"")), "{}", &text[..300]);
    }
    for columns in [30, 40, 120, 200] {
        let text = sprung(&format!("plot {} --size {columns}x20", QUESTIONS[3])).answer();
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= columns && longest > columns / 2, "{text}");
        assert!(text.trim_end().lines().count() <= 21, "{text}");
    }
}

#[test]
fn options_that_do_not_fit_the_picture_are_refused() {
    let question = QUESTIONS[1];
    sprung(&format!("plot {question} -o a.svg --theme dark"))
        .is_refused_with(&["--theme is for PNG"]);
    sprung(&format!("plot {question} --theme dark")).is_refused_with(&["--theme is for PNG"]);
    sprung(&format!("plot {question} --size 20")).is_refused_with(&["like 1600x900, got 20"]);
    sprung(&format!("plot {question} --size 5000x20")).is_refused_with(&["10 to 500 characters"]);
    sprung(&format!("plot {question} -o a.png --size 20000x900"))
        .is_refused_with(&["100 to 10000 pixels", "20000x900"]);
}

#[test]
fn a_line_of_many_points_is_as_large_as_its_picture() {
    let path = folder("plot-long").join("a.svg");
    let long = "simulate frequency=50,damping_ratio=0.001 --dt 1e-5 --duration 4";
    sprung(&format!("plot {long} -o {}", path.display())).answer();
    let size = std::fs::metadata(&path).unwrap().len();
    assert!((20_000..300_000).contains(&size), "{size}");
}

#[test]
fn curves_that_coincide_are_named_together() {
    let text = sprung("plot convert frequency=2,damping_ratio=0.3 --to all").answer();
    assert!(text.contains("damper = cinemachine") && text.contains("as typed = "), "{text}");
    let same = sprung("plot convert frequency=2,damping_ratio=0.3 --to flutter").answer();
    assert!(same.contains("as typed = flutter"), "{same}");
}

#[test]
fn titles_name_the_spring_and_the_file_without_its_folder() {
    let compare = "compare frequency=2,damping_ratio=0.3 --dt 1/15";
    let motion = sprung(&format!("plot {compare}")).answer();
    assert!(motion.contains("frequency=2,damping_ratio=0.3 at 15 steps per second"), "{motion}");
    let error = sprung(&format!("plot {compare} --figure error")).answer();
    assert!(error.contains("frequency=2,damping_ratio=0.3: error of each method"), "{error}");
    assert!(error.contains("exact (0 at the bottom)") || error.contains("a╴exact"), "{error}");
    let smooth =
        sprung(&format!("plot smooth {} --spring halflife=0.01", data("ecg.csv"))).answer();
    assert!(
        smooth.trim_start().starts_with("ecg.csv: halflife=0.01: ecg over time, s"),
        "{smooth}"
    );
    let years =
        sprung(&format!("plot smooth {} --spring halflife=3", data("sunspots.csv"))).answer();
    assert!(years.contains("over time, years"), "{years}");
}

#[test]
fn control_characters_of_a_file_reach_no_figure() {
    let input = "t,a\u{1b}[2Jb\n0,1\n1,3\n2,2\n";
    let text = sprung_with_input("plot smooth - --spring halflife=1", input).answer();
    assert!(!text.contains('\u{1b}') && text.contains("a\u{fffd}[2Jb, smoothed"), "{text}");
    let svg = sprung_with_input("plot smooth - --spring halflife=1 -o -", input).answer();
    assert!(!svg.contains('\u{1b}') && svg.starts_with("<svg"));
}

#[test]
fn a_spectrum_has_its_peaks_named() {
    let flute = format!("plot resonance {} --min 100 --max 4000", data("flute-A4.wav"));
    let text = sprung(&flute).answer();
    assert!(text.contains("439.8") && text.contains("879.7"), "{text}");
    assert!(
        text.contains("flute-A4.wav: strength of each frequency: strength over frequency, Hz"),
        "{text}"
    );
    let years = sprung(&format!("plot resonance {}", data("sunspots.csv"))).answer();
    assert!(years.contains("11.01 years") && years.contains("per year"), "{years}");
    let one = sprung(&format!("{flute} --count 1")).answer();
    assert!(one.contains("439.8") && !one.contains("879.7"), "{one}");
}

#[test]
fn strength_over_time_is_a_picture_of_colors() {
    let folder = folder("plot-over-time");
    let drawn = format!("plot resonance {} --min 200 --max 3000 --over-time", data("flute-A4.wav"));
    for (name, begins) in [("a.svg", &b"<svg"[..]), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")] {
        let path = folder.join(name);
        sprung(&format!("{drawn} -o {}", path.display())).answer();
        let picture = std::fs::read(&path).unwrap();
        assert!(
            picture.starts_with(begins) && picture.len() < 500_000,
            "{name}: {}",
            picture.len()
        );
    }
    let svg = std::fs::read_to_string(folder.join("a.svg")).unwrap();
    assert!(svg.contains("data:image/png;base64,") && svg.contains(">0 dB</text>"));
    let text = sprung(&drawn).answer();
    assert!(text.contains('█') && text.contains('░'), "{text}");
    sprung(&format!("{drawn} --count 3")).is_refused_with(&["--count", "--over-time"]);
    sprung_with_input("plot resonance - --rate 10 --over-time", &"1\n".repeat(50))
        .is_refused_with(&["nothing swings in it"]);
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
    sprung(&format!("plot -o a.gif {question}")).is_refused_with(&["a.gif", ".svg, .png or .pdf"]);
    sprung(&format!("plot -o noending {question}"))
        .is_refused_with(&["noending", ".svg, .png or .pdf"]);
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
