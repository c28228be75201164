//! Other conventions' vocabularies.

use sprung::convert::timeline::{CubicSpline, EasedSegments, Keyframes, Polyline};
use sprung::convert::*;
use sprung::motion::{Timeline, TimelineKey};
use sprung::{Real, Spec, Spring, State};

use super::super::numbers::{Double, One};
use super::super::table::{Args, Arguments, ParameterValue, Table};

fn double<R: ParameterValue>(a: &mut Args<R>) -> Spring<f64> {
    let spring = a.spring();
    let [w, z] = [spring.angular_frequency(), spring.damping_ratio()].map(sprung::Real::to_f64);
    Spring::new(w, z).unwrap_or(Spring::critical(1.0).unwrap())
}

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    constructors(table);
    readings(table);
    conventions(table);
    timelines(table);
}

fn constructors<R: ParameterValue>(table: &mut Table<R>) {
    table.builds("convert::cinemachine::from_damping_time", |a| {
        cinemachine::from_damping_time(a.number(0.4))
    });
    table.builds("convert::compose::from_stiffness", |a| {
        compose::from_stiffness(a.number(40.0), a.number(0.6))
    });
    table.builds("convert::flutter::from_ratio", |a| {
        flutter::from_ratio(a.number(2.0), a.number(40.0), a.number(0.6))
    });
    table.builds("convert::holden::from_halflife", |a| {
        holden::from_halflife(a.number(0.2), a.number(0.6))
    });
    table.builds("convert::holden::from_frequency_and_halflife", |a| {
        holden::from_frequency_and_halflife(a.number(2.0), a.number(0.2))
    });
    table.builds("convert::framer_motion::from_visual_duration", |a| {
        framer_motion::from_visual_duration(a.number(0.4), a.number(0.2))
    });
    table.builds("convert::framer_motion::from_duration", |a| {
        framer_motion::from_duration(a.number(0.4), a.number(0.2))
    });
    table.builds("convert::react_spring::from_tension", |a| {
        react_spring::from_tension(a.number(170.0), a.number(26.0), a.number(1.0))
    });
    table.builds("convert::react_spring::from_frequency", |a| {
        react_spring::from_frequency(a.number(0.4), a.number(0.6))
    });
    table.builds("convert::svelte::from_stiffness_and_damping", |a| {
        svelte::from_stiffness_and_damping(a.number(0.15), a.number(0.8))
    });
    table.builds("convert::swiftui::from_response", |a| {
        swiftui::from_response(a.number(0.4), a.number(0.6))
    });
    table.builds("convert::swiftui::from_stiffness", |a| {
        swiftui::from_stiffness(a.number(1.0), a.number(100.0), a.number(10.0))
    });
    table.builds("convert::swiftui::from_settling_duration", |a| {
        swiftui::from_settling_duration(a.number(0.4), a.number(0.6))
    });
    table.builds("convert::unity::from_smooth_time", |a| unity::from_smooth_time(a.number(0.3)));
    table.builds("convert::unreal::from_smoothing_time", |a| {
        unreal::from_smoothing_time(a.number(0.3), a.number(0.6))
    });
}

fn readings<R: ParameterValue>(table: &mut Table<R>) {
    table.answers("convert::cinemachine::damping_time", |a| {
        One(cinemachine::damping_time(&a.damper()))
    });
    table.answers("convert::holden::halflife", |a| One(holden::halflife(&a.spring())));
    table.answers("convert::holden::critical_halflife", |a| {
        One(holden::critical_halflife(a.number(2.0)))
    });
    table.answers("convert::holden::critical_frequency", |a| {
        One(holden::critical_frequency(a.number(0.2)))
    });
    table.answers("convert::holden::double_spring_halflife", |a| {
        One(holden::double_spring_halflife(a.number(0.2)))
    });
    table.answers("convert::framer_motion::visual_duration", |a| {
        One(framer_motion::visual_duration(&a.spring()))
    });
    table
        .answers("convert::framer_motion::duration", |a| One(framer_motion::duration(&a.spring())));
    table.answers("convert::svelte::stiffness_and_damping", |a| {
        let (stiffness, damping) = svelte::stiffness_and_damping(&a.spring());
        [stiffness, damping]
    });
    table.answers("convert::t3ssel8r::kick", |a| One(t3ssel8r::kick(&a.spring(), a.number(2.0))));
    table.answers("convert::unity::smooth_time", |a| One(unity::smooth_time(&a.spring())));
    table.answers("convert::unreal::smoothing_time", |a| One(unreal::smoothing_time(&a.spring())));
    for name in [
        "LinearEasing::new",
        "LinearEasing::duration",
        "LinearEasing::max_error",
        "LinearEasing::points",
    ] {
        table.answers(name, |a| {
            let spring = double(a);
            let error = sprung::Real::to_f64(a.number(0.01));
            css::LinearEasing::new(&spring, error).map(|easing| {
                let points = easing.points().take(10_000).count();
                (Double(easing.duration()), (Double(easing.max_error()), Double(points as f64)))
            })
        });
    }
}

fn conventions<R: ParameterValue>(table: &mut Table<R>) {
    table.answers("convert::max_difference", |a| {
        let (one, other) = (double(a), double(a));
        Double(max_difference(one, other))
    });
    table.answers("convert::convention", |_| convention("holden").is_some());
    table.ends("Convention::convert", |a| {
        let spring = double(a);
        CONVENTIONS.iter().filter_map(|convention| convention.convert(spring).ok()).count() as u32
    });
    for name in [
        "Convention::convert_all",
        "Conversion::convention",
        "Conversion::values",
        "Conversion::parameters",
        "Conversion::residual",
        "Conversion::is_exact",
        "Conversion::note",
    ] {
        table.ends(name, |a| {
            let said = convention("spring").unwrap().convert_all(Spec::Spring(double(a)));
            let all: Vec<_> = said
                .map(|said| {
                    let names =
                        (said.convention().name.len() + said.note().unwrap_or("").len()) as u32;
                    let values = said.values().map(|(_, value)| Double(value)).collect::<Vec<_>>();
                    let spec = said.parameters().spring().is_some() == said.is_exact();
                    (values, (Double(said.residual()), (names, spec)))
                })
                .collect();
            all
        });
    }
    for name in ["Convention::keys", "Convention::key", "Convention::preset", "Key::unit"] {
        table.answers(name, |_| {
            let convention = convention("holden").unwrap();
            (
                convention.keys().count() as u32,
                (convention.key("x").is_some(), convention.preset("x").is_some()),
            )
        });
    }
}

/// Exports of a timeline: refused, or without NaN.
fn timelines<R: ParameterValue>(table: &mut Table<R>) {
    fn exports<R: ParameterValue>(a: &mut Args<R>) -> Result<Vec<Double>, sprung::ParameterError> {
        let mut number = |usual: f64| Real::to_f64(a.number(usual));
        let (start, velocity, goal) = (number(0.0), number(1.0), number(1.0));
        let (time, end, error) = (number(0.5), number(1.0), number(0.1));
        let first = TimelineKey::new(0.0, State::new(start, velocity), goal, double(a));
        let keys = [first, first.key_at(time).with_goal(-goal)];
        let timeline = Timeline::new(&keys)?;
        let mut found = Vec::new();
        for key in CubicSpline::new(timeline, end, error)?.take(2) {
            found.extend([key.time, key.in_tangent, key.value, key.out_tangent]);
        }
        for (time, value) in Polyline::new(timeline, end, error)?.take(2) {
            found.extend([time, value]);
        }
        for segment in EasedSegments::new(timeline, end, error)?.take(1) {
            found.extend([segment.start(), segment.end(), segment.from(), segment.to()]);
        }
        Keyframes::new(timeline, end, error, "--x", "px")?;
        Ok(found.into_iter().map(Double).collect())
    }
    // One row for all: each goes through thousands of samples.
    table.builds("CubicSpline::new", exports);
    let names = ["Polyline::new", "Keyframes::new", "EasedSegments::new"];
    let segments =
        ["EasedSegment::start", "EasedSegment::end", "EasedSegment::from", "EasedSegment::to"];
    for name in names.into_iter().chain(segments) {
        table.builds(name, |a| {
            let error = Real::to_f64(a.number(0.1));
            let key =
                TimelineKey::new(0.0, State::at_rest(0.0), 1.0, Spring::critical(5.0).unwrap());
            let keys = [key];
            let mut segments = EasedSegments::new(Timeline::new(&keys)?, 1.0, error)?;
            let segment = segments.next().expect("a motion of a second");
            Ok::<_, sprung::ParameterError>(Double(segment.to() + segment.end()))
        });
    }
}
