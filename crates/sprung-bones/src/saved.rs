//! Bones in motion as saved: they go on bit for bit as those that were saved, on every target.
//!
//! The state is saved per bone, not per lane. Everything that is read is checked.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::bone::{BoneChain, BoneCollider, Pose};
use crate::error::Checked;
use crate::group::BoneState;
use crate::path::Path;
use crate::source::Source;
use crate::spring_bones::{RATE, SpringBones};

#[derive(Serialize, Deserialize)]
#[serde(rename = "SpringBones", deny_unknown_fields)]
pub(crate) struct Saved {
    chains: Vec<BoneChain>,
    colliders: Vec<BoneCollider>,
    nodes: Vec<Pose>,
    path: Path,
    /// The numbers of the last tick, and the seconds since.
    tick: Vec<f32>,
    passed: f64,
    states: Vec<BoneState>,
}

impl From<SpringBones> for Saved {
    fn from(bones: SpringBones) -> Self {
        let state =
            |&[group, place, lane]: &[usize; 3]| bones.groups[group].bones[place].state(lane);
        let [tick, ..] = bones.ticks;
        Saved {
            states: bones.places.iter().map(state).collect(),
            nodes: bones.nodes,
            chains: bones.chains,
            colliders: bones.colliders,
            path: bones.path,
            tick,
            passed: bones.passed,
        }
    }
}

/// The tolerance of `passed` for rounding, s.
const ROUNDING: f64 = 1.0 / (1_u64 << 30) as f64;
/// Coordinates and velocities of bones whose nodes are as far away as they may be are below this.
const LARGEST: f32 = 1e18;

impl TryFrom<Saved> for SpringBones {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Self, String> {
        let Saved { chains, colliders, nodes, path, tick, passed, states } = saved;
        let text = |error: crate::BonesError| error.to_string();
        let mut bones = SpringBones::new(&chains, &colliders, &nodes).map_err(text)?;
        let count = |field, expected: usize, given: usize| {
            let rule = format!("{field} must have the length {expected}, got {given}");
            if given == expected { Ok(()) } else { Err(rule) }
        };
        let numbers = bones.path.last().len();
        path.check(numbers, bones.sources.iter().filter_map(Source::quaternion))?;
        count("tick", numbers, tick.len())?;
        let is_near = |value: f32| value.abs() <= LARGEST;
        let rule = "finite and at most 1e18 in size";
        Checked { element: "step", index: 0 }.all("tick", &tick, is_near, rule).map_err(text)?;
        if !((-ROUNDING..=1.0 / RATE + ROUNDING).contains(&passed)) {
            return Err(format!("passed must be in 0 to 1/240 s, got {passed}"));
        }
        count("states", bones.places.len(), states.len())?;
        for (index, (state, &[group, place, lane])) in states.iter().zip(&bones.places).enumerate()
        {
            let length = bones.bone(index).length();
            let checked = Checked { element: "state", index };
            state.check(checked, length, LARGEST, rule).map_err(text)?;
            bones.groups[group].bones[place].set_state(lane, state);
        }
        (bones.path, bones.passed) = (path, passed);
        bones.ticks[0] = tick;
        Ok(bones)
    }
}
