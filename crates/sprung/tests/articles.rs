//! The page of the articles' functions is complete, and each name on it is found by the search of the documentation.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const PAGE: &str = include_str!("../src/articles.md");

/// The functions that the listings of the articles define.
const LISTED: [&str; 43] = [
    // Holden
    "lerp",
    "damper",
    "damper_bad",
    "damper_exponential",
    "damper_exact",
    "fast_negexp",
    "fast_atan",
    "squaref",
    "spring_damper_bad",
    "spring_damper_exact",
    "spring_damper_exact_ratio",
    "halflife_to_damping",
    "damping_to_halflife",
    "frequency_to_stiffness",
    "stiffness_to_frequency",
    "damping_ratio_to_stiffness",
    "damping_ratio_to_damping",
    "critical_halflife",
    "critical_frequency",
    "critical_spring_damper_exact",
    "simple_spring_damper_exact",
    "decay_spring_damper_exact",
    "spring_character_update",
    "spring_character_predict",
    "inertialize_transition",
    "inertialize_update",
    "piecewise_interpolation",
    "spring_energy",
    "resonant_frequency",
    "double_spring_damper_exact",
    "timed_spring_damper_exact",
    "velocity_spring_damper_exact",
    "simple_spring_damper_exact_quat",
    // Juckett
    "tDampedSpringMotionParams",
    "CalcDampedSpringMotionParams",
    "UpdateDampedSpringMotion",
    // Bowles
    "UpdateWithSubsteps",
    "UpdateSpring",
    "PhysicsUpdate",
    "GetPos",
    "SetPos",
    // Nissen
    "ComputeNewState",
    "ComputeSpringImpulse",
];

/// The names in backticks in the first column of the tables.
fn names() -> BTreeSet<String> {
    let page = PAGE.replace("\\|", "\0");
    let rows = page.lines().filter(|line| line.starts_with('|') && !line.starts_with("|---"));
    let first = rows.map(|row| row.split('|').nth(1).unwrap());
    first
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .map(|name| name.replace('\0', "|"))
        .collect()
}

/// The sources of this crate and of those beside it.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

/// The names that the sources add to the search by `doc(alias …)`.
fn aliases(text: &str) -> BTreeSet<&str> {
    let lists = text.split("#[doc(alias").skip(1).filter_map(|rest| rest.split(")]").next());
    lists.flat_map(|list| list.split('"').skip(1).step_by(2)).collect()
}

#[test]
fn every_function_of_the_articles_is_on_the_page() {
    let names = names();
    let missing: Vec<_> = LISTED.iter().filter(|name| !names.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_name_on_the_page_is_found_by_the_search() {
    let mut text = String::new();
    for name in ["", "-batch", "-body", "-network", "-signal"] {
        let folder = format!("{}/../sprung{name}/src", env!("CARGO_MANIFEST_DIR"));
        sources(Path::new(&folder), &mut text);
    }
    let is_ours = |name: &str| {
        ["fn", "struct", "enum", "trait"].iter().any(|kind| {
            let item = format!("pub {kind} {name}");
            text.match_indices(&item).any(|(at, _)| {
                !text[at + item.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
            })
        })
    };
    let (names, aliases) = (names(), aliases(&text));
    assert!(names.len() > 60, "{}", names.len());
    let missing: Vec<_> =
        names.iter().filter(|name| !aliases.contains(name.as_str()) && !is_ours(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
