//! Conversions: the table of conventions, parsed texts, nearest springs, maximum differences, easings and timelines.

use sprung::convert::css::LinearEasing;
use sprung::convert::timeline::{CubicSpline, EasedSegments, Polyline};
use sprung::convert::{CONVENTIONS, max_difference, svelte, swiftui};
use sprung::motion::{Timeline, TimelineKey};
use sprung::{Damper, ParameterError, SoftCoefficients, Spec, Spring, State};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;

/// Valid and invalid texts, some with a misspelled name.
const TYPED: [&str; 44] = [
    "halflive=0.2",
    "halflife=0,2",
    "halflife=-1",
    "halflife=inf",
    "halflife=1e999",
    "frequency=2",
    "freqency=2",
    "frequency=2,frequency=3",
    "frequency=2,halflife=3",
    "frequency=2,damping_ratio",
    "frequency=0,damping_ratio=inf",
    "fr-equency=2",
    "swift-ui:duration=0.5",
    "SwiftUI:bouncy",
    "swiftui:bounzy",
    "swiftui:duratio=1",
    "swiftui:duration=0.5,bounce=2",
    "swiftui:duration=0.5,bounce=-1",
    "react-spring:wobbly",
    "react spring: Wobbly",
    "reactspring:tension=170,friction=26,mass=0",
    "react-spring:tesnion=170,friction=26",
    "react-sprung:tension=170",
    "framer-motion:duration=0.5,bounce=0.3",
    "framer-motion:duration=11,bounce=0.3",
    "framer-motion:visualDuration=0.5,bounce=-0.3",
    "material3:damping-ratio=low_bouncy,stiffness=medium",
    "material 3:dampingRatioLowBouncy",
    "compose:stiffness=StiffnessMediumLow",
    "compose:dampingRatio=mediumbouncy,stiffness=high",
    "unreal:smoothing_time=0.3,damping_ratio=0.5",
    "svelte:stiffness=0.15,damping=0.8",
    "svelte:stiffness=4,damping=0.8",
    "svelte:stiffness=1,damping=1",
    "svelte:stiffness=1,damping=0",
    "svelte:stiffness=0,damping=0",
    "svelte:stiffness=0,damping=1",
    "damper:rate=5",
    "damper:smoothing_factor=0.5,reference_step=0.1",
    "color=red",
    "",
    ":",
    "=",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=1",
];

/// The table of conventions, and parsed texts.
pub(crate) fn typed(bits: &mut Bits) -> Outcome {
    for convention in CONVENTIONS {
        bits.add_text(convention.name);
        for key in convention.keys() {
            bits.add_text(key.name);
            bits.add_text(key.meaning);
            bits.add(key.default.unwrap_or(f64::NAN));
            bits.add_text(key.unit().unwrap_or_default());
            for (word, value) in key.words {
                bits.add_text(word);
                bits.add(*value);
                bits.add_u64(u64::from(convention.key(word).is_some()));
            }
        }
        for form in convention.forms {
            bits.add_text(&form.to_string());
            bits.add_text(form.limit);
        }
        for preset in convention.presets {
            bits.add_text(preset.name);
            for (key, value) in preset.values {
                bits.add_text(key);
                bits.add(*value);
            }
            add_typed(bits, &format!("{}:{}", convention.name, preset.name));
        }
        // Names with a letter left out, one doubled, and one replaced.
        for key in convention.keys() {
            for at in 0..key.name.len() {
                let (before, from) = key.name.split_at(at);
                let after = &from[1..];
                for name in [format!("{before}{after}"), format!("{before}{from}{after}")] {
                    add_typed(bits, &format!("{}:{name}=0.5", convention.name));
                }
                add_typed(bits, &format!("{}:{before}x{after}=0.5", convention.name));
                add_typed(bits, &format!("{}:{before}-{from}=0.5", convention.name));
            }
        }
    }
    for text in TYPED {
        add_typed(bits, text);
    }
    Ok(())
}

fn add_typed(bits: &mut Bits, text: &str) {
    bits.add_result(text.parse::<Spec<f64>>(), |bits, spec| {
        add_spec(bits, &spec);
        bits.add_text(&spec.to_string());
    });
}

fn add_spec(bits: &mut Bits, spec: &Spec<f64>) {
    match spec {
        Spec::Spring(spring) => add_spring(bits, *spring),
        Spec::Damper(damper) => bits.add(damper.rate()),
    }
}

/// The nearest spring or damper of every convention, and how far it is.
pub(crate) fn nearest(bits: &mut Bits) -> Outcome {
    let mut draw = Draw::new(1);
    for at in 0..50 {
        let spec = spec(&mut draw, at)?;
        for convention in CONVENTIONS {
            for conversion in convention.convert_all(spec) {
                bits.add_all(conversion.values().map(|(_, value)| value));
                bits.add(conversion.residual());
                add_spec(bits, &conversion.parameters());
                bits.add_text(conversion.note().unwrap_or_default());
                bits.add_u64(u64::from(conversion.is_exact()));
            }
            bits.add_result(convention.convert(spec), |bits, conversion| {
                bits.add_all(conversion.values().map(|(_, value)| value));
                bits.add_text(&conversion.to_string());
            });
        }
    }
    Ok(())
}

/// The maximum differences of springs and dampers at all scales.
pub(crate) fn differences(bits: &mut Bits) -> Outcome {
    let mut draw = Draw::new(2);
    for at in 0..600 {
        let (a, b) = (spec(&mut draw, at)?, spec(&mut draw, at / 7)?);
        bits.add(max_difference(a, b));
        bits.add(max_difference(b, a));
    }
    let ends = [0.0, 5e-324, 1e-300, 1e-200, 1e-9, 1.0, 1e9, 1e200, 1e300, f64::MAX];
    for slow in ends {
        for fast in ends {
            bits.add(max_difference(Spring::critical(slow)?, Damper::from_rate(fast)?));
            bits.add(max_difference(Damper::from_rate(slow)?, Damper::from_rate(fast)?));
            let drag = Spring::from_stiffness_and_damping(0.0, fast)?;
            bits.add(max_difference(Spring::critical(slow)?, drag));
            bits.add(max_difference(Spring::from_stiffness_and_damping(0.0, slow)?, drag));
        }
    }
    Ok(())
}

/// Easings, exported timelines, and the conventions that need an equation solved.
pub(crate) fn exports(bits: &mut Bits) -> Outcome {
    let mut draw = Draw::new(3);
    for at in 0..160 {
        let spring = Spring::new(draw.scale(6), if at % 3 == 0 { 1.0 } else { draw.scale(3) })?;
        for error in [1e-4, 0.002, 0.0025, 0.025, 0.1] {
            bits.add_result(LinearEasing::new(&spring, error), |bits, easing| {
                bits.add_all([easing.duration(), easing.max_error()]);
                for point in easing.points() {
                    bits.add_all([point.percent, point.value]);
                }
                bits.add_text(&easing.to_string());
            });
        }
        let duration = draw.scale(5);
        let ratio = draw.unit();
        bits.add_result(swiftui::from_settling_duration(duration, ratio), add_spring);
        bits.add_result(
            swiftui::from_stiffness(draw.scale(2), draw.scale(4), draw.scale(4)),
            add_spring,
        );
        let (c_s, c_d, dt) = (draw.unit() * draw.scale(2), draw.unit(), draw.scale(4));
        bits.add_result(svelte::from_stiffness_and_damping(c_s, c_d), add_spring);
        bits.add_result(SoftCoefficients { c_s, c_d }.to_spring(dt), add_spring);
        bits.add_result(
            SoftCoefficients { c_s: c_s * c_d, c_d }.to_implicit_spring(dt),
            add_spring,
        );
    }
    for at in 0..12 {
        let spring = Spring::new(draw.scale(2), draw.scale(1))?;
        let key = TimelineKey::new(0.0, State::new(draw.unit(), draw.scale(2)), 1.0, spring);
        let second = key.key_at(draw.unit()).with_goal(-draw.unit());
        let third = second.key_at(second.time() + draw.scale(1)).with_added_velocity(5.0);
        let keys = [key, second, third];
        let timeline = Timeline::new(&keys[..1 + at % 3])?;
        let (end, error) = (third.time() + draw.scale(1), 1e-3 * draw.scale(2));
        bits.add_result(CubicSpline::new(timeline, end, error), add_each);
        bits.add_result(Polyline::new(timeline, end, error), add_each);
        bits.add_result(EasedSegments::new(timeline, end, error), add_each);
    }
    Ok(())
}

/// The debug text of each item.
pub(crate) fn add_each(bits: &mut Bits, items: impl Iterator<Item: std::fmt::Debug>) {
    items.for_each(|item| bits.add_text(&format!("{item:?}")));
}

fn add_spring(bits: &mut Bits, spring: Spring<f64>) {
    bits.add_all([spring.angular_frequency(), spring.damping_ratio()]);
}

/// A spring of any regime or a damper; every seventh without a pull.
fn spec(draw: &mut Draw, at: usize) -> Result<Spec<f64>, ParameterError> {
    let rate = draw.scale(10);
    Ok(match at % 7 {
        0 => Damper::from_rate(rate)?.into(),
        1 => Spring::critical(rate)?.into(),
        2 => Spring::from_stiffness_and_damping(0.0, rate)?.into(),
        3 => Spring::new(rate, 1.0 + draw.unit() * 1e-3)?.into(),
        4 => Spring::new(rate, 1.0 + draw.scale(10))?.into(),
        _ => Spring::new(rate, draw.unit())?.into(),
    })
}
