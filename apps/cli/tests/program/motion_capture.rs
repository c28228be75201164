//! `sprung smooth` on motion capture: joints as rotations, other frame rates, files of any make.

use std::f64::consts::FRAC_PI_2;
use std::path::{Path, PathBuf};

use sprung::{Rotation, Spring, Vector};
use sprung_signal::{EulerOrder, Filter, Gaps, RotationSmoother, smooth_rotations_zero_phase};

use crate::run::{Run, folder, sprung, sprung_with_input};

const ORDERS: [(&str, EulerOrder); 6] = [
    ("XYZ", EulerOrder::Xyz),
    ("XZY", EulerOrder::Xzy),
    ("YXZ", EulerOrder::Yxz),
    ("YZX", EulerOrder::Yzx),
    ("ZXY", EulerOrder::Zxy),
    ("ZYX", EulerOrder::Zyx),
];

/// The text of a file: its head, and the numbers of its frames.
struct Capture {
    head: String,
    frames: Vec<Vec<f64>>,
}

impl Capture {
    fn parse(text: &str) -> Self {
        let at = text.find("Frame Time:").unwrap();
        let end = at + text[at..].find('\n').unwrap() + 1;
        let numbers = |line: &str| line.split_whitespace().map(|n| n.parse().unwrap()).collect();
        Capture { head: text[..end].into(), frames: text[end..].lines().map(numbers).collect() }
    }

    /// The rotation of the joint whose angles start in a column, in each frame.
    fn rotations(&self, order: EulerOrder, column: usize) -> Vec<Rotation<f64>> {
        let angles = |frame: &Vec<f64>| [0, 1, 2].map(|place| frame[column + place].to_radians());
        self.frames.iter().map(|frame| order.rotation(angles(frame))).collect()
    }
}

/// The smoothed text of a run, which tells of nothing but the jerk.
#[track_caller]
fn smoothed(run: Run) -> String {
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told: Vec<&str> = run.stderr.lines().collect();
    assert!(told.iter().all(|line| line.contains("mean angular jerk of the joints")), "{told:?}");
    run.stdout
}

/// The mean angular jerk before and after.
fn jerk(run: &Run) -> [f64; 2] {
    let (_, told) = run.stderr.split_once("of the joints ").unwrap();
    let (before, after) = told.split_once(" → ").unwrap();
    [before, after.split(' ').next().unwrap()].map(|number| number.parse().unwrap())
}

fn distance(a: &Rotation<f64>, b: &Rotation<f64>) -> f64 {
    a.relative_to(b).to_rotation_vector().length()
}

fn data(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name).display().to_string()
}

fn walk() -> String {
    std::fs::read_to_string(data("walk.bvh")).unwrap()
}

/// The way in which a file is written.
#[derive(Clone, Copy)]
struct Style {
    end: &'static str,
    gap: &'static str,
    joint: &'static str,
    number: fn(f64) -> String,
}

const STYLES: [Style; 3] = [
    Style { end: "\n", gap: " ", joint: "Hips", number: |x| format!("{x:.6}") },
    Style { end: "\r\n", gap: "\t", joint: "mixamorig:Hips", number: |x| format!("{x:e}") },
    Style { end: " \r\n", gap: "  \t", joint: "b root.01", number: |x| format!("{x:+.9}") },
];

/// A hip that moves, turns about all axes and passes close by gimbal lock, and a knee with one angle.
fn written(style: Style, order: (&str, EulerOrder), frames: usize) -> (String, Vec<Rotation<f64>>) {
    let Style { end, gap, joint, number } = style;
    let channels: Vec<String> = order.0.chars().map(|axis| format!("{axis}rotation")).collect();
    let mut lines = vec![
        "HIERARCHY".to_string(),
        format!("ROOT {joint}"),
        "{".into(),
        format!("{gap}OFFSET 0.0 -1.5e1 0"),
        format!("{gap}CHANNELS 6 Yposition Xposition Zposition {}", channels.join(" ")),
        format!("{gap}JOINT knee {{"),
        format!("{gap}OFFSET 1 2 3"),
        format!("{gap}CHANNELS 1 Xrotation"),
        format!("{gap}End site"),
        "{".into(),
        "OFFSET 0 0 1".into(),
        "}".into(),
        "}".into(),
        "}".into(),
        "MOTION".into(),
        format!("Frames:{gap}{frames}"),
        format!("Frame Time:{gap}0.008333"),
    ];
    let (mut rotations, mut angles) = (Vec::new(), [0.3, 0.9, -0.4]);
    for frame in 0..frames {
        let time = frame as f64 / 120.0;
        // The middle angle swings beyond a quarter turn and back, a hundredth of a radian beside gimbal lock.
        let swing = order.1.rotation([0.3, FRAC_PI_2 + 0.7 * (3.0 * time).sin(), -0.4]);
        let wobble = [0.01 + 0.2 * (2.0 * time).sin(), 0.1 * time, 0.01];
        let rotation = swing.then(&Rotation::from_rotation_vector(wobble));
        angles = order.1.angles_near(&rotation, angles);
        rotations.push(rotation);
        // As programs write them: within half a turn.
        let degrees = angles.map(|angle| (angle.to_degrees() + 180.0).rem_euclid(360.0) - 180.0);
        let row = [90.0 + time, (5.0 * time).sin(), -time].into_iter().chain(degrees);
        let row: Vec<String> = row.chain([20.0 * time.sin()]).map(number).collect();
        lines.push(format!("{gap}{}", row.join(gap)));
    }
    (lines.into_iter().map(|line| line + end).collect(), rotations)
}

#[test]
fn a_joint_of_any_order_and_style_is_smoothed_as_a_rotation() {
    let spring = Spring::from_frequency(4.0, 1.0).unwrap();
    let filter = Filter::Follow(spring);
    for order in ORDERS {
        for style in STYLES {
            let (text, rotations) = written(style, order, 240);
            let times: Vec<f64> = (0..240).map(|frame| f64::from(frame) * 0.008333).collect();
            let mut smoother = RotationSmoother::new(filter, Gaps::Hold);
            let causal = times.iter().zip(&rotations);
            let causal = causal.map(|(t, r)| smoother.advance(*t, Some(*r)).unwrap()).collect();
            let mut both: Vec<_> = rotations.iter().copied().map(Some).collect();
            smooth_rotations_zero_phase(&filter, Gaps::Hold, &times, &mut both).unwrap();
            let cases: [(&str, Vec<Option<Rotation<f64>>>); 2] =
                [("", causal), ("--zero-phase", both)];
            for (ways, expected) in cases {
                let line = format!("smooth - --spring frequency=4 --decimals 9 {ways}");
                let result = smoothed(sprung_with_input(&line, &text));
                let (before, after) = (Capture::parse(&text), Capture::parse(&result));
                assert_eq!(before.head, after.head);
                let ours = after.rotations(order.1, 3);
                let mut worst = 0.0f64;
                for (ours, expected) in ours.iter().zip(&expected) {
                    worst = worst.max(distance(ours, &expected.unwrap()));
                }
                // The file has six digits of a degree.
                assert!(worst < 1e-6, "{order:?} {ways}: {worst}");
                for (now, next) in after.frames.iter().zip(&after.frames[1..]) {
                    let jump = (3..6).map(|c| (now[c] - next[c]).abs()).fold(0.0, f64::max);
                    assert!(jump < 90.0, "{order:?} {ways}: {now:?} {next:?}");
                }
                // All bytes that are no numbers.
                let layout = |text: &str| {
                    let is_number = |c: char| c.is_ascii_digit() || "+-.e".contains(c);
                    let start = text.find("Frame Time").unwrap();
                    text[start..].replace(is_number, "")
                };
                assert!(layout(&text) == layout(&result), "{order:?} {ways}");
            }
        }
    }
}

#[test]
fn angles_start_in_the_turn_of_the_file_and_go_on_without_jumps() {
    // 350° a second about the vertical, as heading angles that wrap.
    let (mut text, _) = written(STYLES[0], ORDERS[4], 1);
    text.truncate(text.find("Frames:").unwrap());
    text.push_str("Frames: 300\nFrame Time: 0.0333333\n");
    for frame in 0..300 {
        let heading = (f64::from(frame) * 350.0 / 30.0 + 170.0).rem_euclid(360.0);
        text.push_str(&format!("90 0 0 0 0 {heading:.6} 0\n"));
    }
    for ways in ["", "--zero-phase"] {
        let result =
            smoothed(sprung_with_input(&format!("smooth - --spring halflife=0.05 {ways}"), &text));
        let frames = Capture::parse(&result).frames;
        assert!((frames[0][5] - 170.0).abs() < 1e-3, "{:?}", frames[0]);
        for (now, next) in frames[30..].iter().zip(&frames[31..]) {
            assert!((next[5] - now[5] - 350.0 / 30.0).abs() < 1e-3, "{ways}: {now:?} {next:?}");
        }
    }
}

#[test]
fn a_recorded_walk_becomes_smoother_and_stays_where_it_was() {
    let text = walk();
    let before = Capture::parse(&text);
    for (ways, share) in [("", 0.5), ("--zero-phase", 0.3)] {
        let line = format!("smooth {} --spring frequency=4 {ways}", data("walk.bvh"));
        let run = sprung(&line);
        let [raw, smooth] = jerk(&run);
        assert!(smooth < share * raw, "{ways}: {raw} {smooth}");
        let after = Capture::parse(&smoothed(run));
        assert_eq!((&after.head, after.frames.len()), (&before.head, before.frames.len()));
        for joint in 0..19 {
            let column = 3 + 3 * joint;
            let pairs = before.rotations(EulerOrder::Zxy, column);
            let pairs = pairs.into_iter().zip(after.rotations(EulerOrder::Zxy, column));
            let off: Vec<f64> = pairs.map(|(a, b)| distance(&a, &b)).collect();
            let worst = off.iter().copied().fold(0.0, f64::max);
            assert!(worst < if ways.is_empty() { 1.7 } else { 1.3 }, "{joint} {ways}: {worst}");
            assert!(off.iter().sum::<f64>() / 455.0 < 0.2, "{joint} {ways}");
        }
    }
}

#[test]
fn twice_the_frame_rate_keeps_every_frame_and_half_of_it_gives_the_file_back() {
    let before = Capture::parse(&walk());
    let file = folder("motion-capture-rate").join("walk60.bvh");
    let run = sprung(&format!("smooth {} --rate 60 -o {}", data("walk.bvh"), file.display()));
    smoothed(run);
    let twice = Capture::parse(&std::fs::read_to_string(&file).unwrap());
    let head = before.head.replace("455", "909").replace("0.033333", "0.01666667");
    assert_eq!((twice.head.as_str(), twice.frames.len()), (head.as_str(), 909));
    let back = smoothed(sprung(&format!("smooth {} --rate 30", file.display())));
    let back = Capture::parse(&back);
    assert_eq!(
        (back.frames.len(), back.head.clone()),
        (455, before.head.replace("0.033333", "0.03333333"))
    );
    for column in (3..60).step_by(3) {
        let [before, twice, back] =
            [&before, &twice, &back].map(|capture| capture.rotations(EulerOrder::Zxy, column));
        for frame in 0..455 {
            assert!(distance(&before[frame], &twice[2 * frame]) < 1e-6);
            assert!(distance(&before[frame], &back[frame]) < 1e-6);
            if frame > 0 {
                // Between two frames, not far from the middle of the turn from one to the other.
                let turn = distance(&before[frame], &before[frame - 1]);
                let [from, to] =
                    [frame, frame - 1].map(|end| distance(&twice[2 * frame - 1], &before[end]));
                assert!((from + to - turn).abs() < 0.5 * turn + 0.1, "{column} {frame}");
            }
        }
    }
    for (raw, twice) in before.frames.iter().zip(twice.frames.iter().step_by(2)) {
        assert!((0..3).all(|c| (raw[c] - twice[c]).abs() < 1e-6));
    }
}

#[test]
fn any_rate_and_style_follows_the_path_between_the_frames() {
    for (style, order) in STYLES.into_iter().zip([ORDERS[0], ORDERS[3], ORDERS[5]]) {
        let (text, rotations) = written(style, order, 120);
        for (rate, count) in [(30.0, 30), (60.0, 60), (100.0, 100), (240.0, 239), (29.97, 30)] {
            let line = format!("smooth - --rate {rate} --decimals 9");
            let result = smoothed(sprung_with_input(&line, &text));
            let capture = Capture::parse(&result);
            assert_eq!(capture.frames.len(), count, "{rate}");
            assert!(result.contains(&format!("Frames:{}{count}", style.gap)));
            assert_eq!(result.matches(style.end).count(), result.lines().count());
            let ours = capture.rotations(order.1, 3);
            for (frame, ours) in ours.iter().enumerate() {
                let place = frame as f64 * 120.0 / rate;
                let (start, part) = (place as usize, place.fract());
                let turn = rotations[(start + 1).min(119)].relative_to(&rotations[start]);
                let expected =
                    Rotation::from_rotation_vector(turn.to_rotation_vector().times(part));
                let off = distance(ours, &rotations[start].then(&expected));
                // The turn is not steady: by a part of the second difference.
                assert!(off < 3e-4, "{rate} {frame}: {off}");
                let time = frame as f64 / rate;
                assert!((capture.frames[frame][0] - 90.0 - time).abs() < 1e-5);
                assert!((capture.frames[frame][1] - (5.0 * time).sin()).abs() < 5e-4);
            }
        }
    }
}

#[test]
fn one_channel_leaves_the_others_as_they_were() {
    let text = walk();
    for column in ["Hips.Yposition", "Hips.Zrotation"] {
        let line = format!("smooth {} --spring frequency=6 --columns {column}", data("walk.bvh"));
        let result = smoothed(sprung(&line));
        let place = if column.ends_with("position") { 1 } else { 3 };
        let mut changed = 0;
        for (line, original) in result.split('\n').zip(text.split('\n')) {
            let cells = line.split(' ').zip(original.split(' ')).enumerate();
            let different: Vec<usize> =
                cells.filter_map(|(index, (a, b))| (a != b).then_some(index)).collect();
            assert!(different.is_empty() || different == [place], "{line}");
            changed += different.len();
        }
        assert!(changed > 400, "{changed}");
    }
}

#[test]
fn one_joint_is_smoothed_and_all_are_written_at_another_rate() {
    let line = format!("smooth {} --spring frequency=2 --columns Head --rate 60", data("walk.bvh"));
    let (before, after) = (Capture::parse(&walk()), Capture::parse(&smoothed(sprung(&line))));
    let head = before.head.split("CHANNELS").position(|joint| joint.contains("JOINT Head"));
    for joint in 0..19 {
        let [raw, new] = [&before, &after].map(|c| c.rotations(EulerOrder::Zxy, 3 + 3 * joint));
        let off = raw.iter().zip(new.iter().step_by(2)).map(|(a, b)| distance(a, b));
        let off = off.fold(0.0, f64::max);
        assert_eq!(off > 1e-6, Some(joint) == head, "{joint}: {off}");
    }
}

#[test]
fn missing_angles_are_held_or_bridged() {
    let (text, rotations) = written(STYLES[0], ORDERS[4], 60);
    let rows: Vec<&str> = text.lines().collect();
    let start = rows.len() - 60;
    let gap = |frame: usize| {
        let cells: Vec<&str> = rows[start + frame].split_whitespace().collect();
        format!("{} {} {} {} nan {} {}", cells[0], cells[1], cells[2], cells[3], cells[5], cells[6])
    };
    let lines = rows.iter().enumerate().map(|(at, row)| match at.checked_sub(start) {
        Some(frame @ 20..24) => gap(frame),
        _ => row.to_string(),
    });
    let broken: String = lines.map(|line| line + "\n").collect();
    let refused = sprung_with_input("smooth - --spring frequency=40", &broken);
    assert!(refused.code == 2 && refused.stderr.contains("line 38, column Hips.Xrotation"));
    for (options, bound) in [
        ("--gaps hold", 0.5),
        ("--gaps line --zero-phase", 0.1),
        ("--gaps line --zero-phase --rate 60", 0.1),
    ] {
        let line = format!("smooth - --spring frequency=40 {options}");
        let run = sprung_with_input(&line, &broken);
        assert!(run.stderr.contains("4 missing values, the first in line 38"), "{}", run.stderr);
        let ours = Capture::parse(&run.stdout).rotations(EulerOrder::Zxy, 3);
        let every = if options.contains("rate") { 2 } else { 1 };
        for (frame, ours) in ours.iter().enumerate() {
            let off = distance(ours, &rotations[frame * every]);
            assert!(off < bound, "{options} {frame}: {off}");
        }
    }
    let skipped = sprung_with_input("smooth - --spring frequency=40 --gaps skip", &broken);
    assert!(skipped.stdout.lines().nth(start + 21).unwrap().contains(" nan "));
    sprung_with_input("smooth - --gaps skip --rate 60", &broken).is_refused_with(&["--gaps skip"]);
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let walk = data("walk.bvh");
    for (line, words) in [
        (format!("smooth {walk}"), &["--spring"][..]),
        (format!("smooth {walk} --rate 60 --zero-phase"), &["--spring"]),
        (format!("smooth {walk} --rate 0"), &["--rate"]),
        (format!("smooth {walk} --rate 1e6"), &["--rate 1000000 is more than 1000 times"]),
        (format!("smooth {} --rate 60", data("ecg.csv")), &["--spring is missing"]),
        (format!("smooth {walk} --time Hips --spring halflife=1"), &["--time is for tables"]),
        (format!("smooth {walk} --angles Hips --spring halflife=1"), &["--angles is for tables"]),
        (format!("resonance {walk} --rate 60 --column 1"), &["--rate is for tables"]),
        (
            format!("smooth {walk} --rate 60 --columns hip"),
            &["no joint, channel or column `hip`", "mean `Hips`"],
        ),
        (format!("plot smooth {walk} --rate 60 --columns Hips.Yposition"), &["omit --rate"]),
    ] {
        sprung(&line).is_refused_with(words);
    }
    let (mixamo, _) = written(STYLES[1], ORDERS[0], 5);
    sprung_with_input("smooth - --spring halflife=1 --columns Hips", &mixamo)
        .is_refused_with(&["did you mean `mixamorig:Hips`?"]);
    sprung_with_input("resonance - --column Hips.Yrotation", &mixamo)
        .is_refused_with(&["did you mean `mixamorig:Hips.Yrotation`?"]);
}

#[test]
fn a_file_that_is_cut_off_is_an_error_and_leaves_none_behind() {
    let text = walk();
    let short: String = text.split_inclusive('\n').take(200).collect();
    let cut = &text[..text.len() - 40];
    let folder = folder("motion-capture-cut");
    for (name, text, message) in [
        ("short.bvh", short.as_str(), "Frames declares 455, but 81 follow"),
        ("cut.bvh", cut, "cells where there are 60 columns"),
    ] {
        let file: PathBuf = folder.join(name);
        std::fs::write(&file, text).unwrap();
        for options in ["--spring frequency=6", "--spring frequency=6 --zero-phase", "--rate 60"] {
            let to: &Path = &folder.join("result.bvh");
            let line = format!("smooth {} {options} -o {}", file.display(), to.display());
            sprung(&line).is_refused_with(&[message]);
            assert!(!to.exists());
        }
    }
}

#[test]
fn joints_are_found_by_resonance_in_their_raw_angles() {
    let (text, _) = written(STYLES[1], ORDERS[2], 1200);
    let run = sprung_with_input("resonance - --column knee.Xrotation --min 0.1 --count 1", &text);
    // 20°·sin(t): one radian a second, by the frame time of the file.
    let row = run.stdout.lines().nth(1).unwrap_or_default().to_string();
    let frequency: f64 = row.split_whitespace().next().unwrap_or("0").parse().unwrap_or(0.0);
    assert!((frequency - 0.159_16).abs() < 1e-3, "{}{}", run.stdout, run.stderr);
}
