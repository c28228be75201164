//! An animation of a glTF file: its channels, and the transforms of nodes at a time.

use anyhow::{Context, Result, bail, ensure};
use glam_033::{Quat, Vec4};
use gltf_json::animation::{Animation, Interpolation, Property};
use gltf_json::validation::Checked::Valid;

use super::skeleton::Local;
use crate::network::gltf::Document;

/// The channels that move nodes.
#[derive(Debug)]
pub(super) struct Motion {
    channels: Vec<Channel>,
    /// The time of the last key, s.
    pub(super) duration: f32,
}

#[derive(Debug)]
struct Channel {
    node: usize,
    property: Property,
    interpolation: Interpolation,
    times: Vec<f32>,
    /// One for each time; of cubic splines three: the tangent before, the value, the tangent after.
    values: Vec<Vec4>,
}

impl Motion {
    pub(super) fn read(document: &Document, animation: &Animation) -> Result<Self> {
        let mut channels = Vec::new();
        for channel in &animation.channels {
            let Valid(property) = channel.target.path else { continue };
            let width = match property {
                Property::MorphTargetWeights => continue,
                Property::Rotation => 4,
                Property::Translation | Property::Scale => 3,
            };
            let node = channel.target.node.value();
            ensure!(node < document.root.nodes.len(), "nodes {node} is missing");
            let sampler = channel.sampler.value();
            let sampler = animation.samplers.get(sampler).context("a sampler is missing")?;
            let Valid(interpolation) = sampler.interpolation else {
                bail!("an animation has an unknown interpolation");
            };
            let times = document.floats(sampler.input, 1)?;
            let times: Vec<f32> = times.into_iter().map(|time| time[0]).collect();
            let values = document.floats(sampler.output, width)?;
            let values: Vec<Vec4> = values.into_iter().map(Vec4::from).collect();
            let each = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
            let is_complete = !times.is_empty() && values.len() == each * times.len();
            ensure!(is_complete, "an animation must have {each} values for each of its times");
            let is_finite = times.iter().all(|time| time.is_finite() && *time >= 0.0)
                && values.iter().all(|value| value.is_finite());
            ensure!(
                is_finite,
                "the times of an animation must be finite and >= 0, its values finite"
            );
            ensure!(times.is_sorted(), "the times of an animation must increase");
            channels.push(Channel { node, property, interpolation, times, values });
        }
        let last = channels.iter().filter_map(|channel| channel.times.last().copied());
        let duration = last.fold(0.0, f32::max);
        Ok(Motion { channels, duration })
    }

    /// Sets the transforms of the nodes that it moves to those at a time, s.
    pub(super) fn apply(&self, time: f32, locals: &mut [Local]) {
        for channel in &self.channels {
            let value = channel.at(time);
            let local = &mut locals[channel.node];
            match channel.property {
                Property::Translation => local.translation = value.truncate(),
                Property::Scale => local.scale = value.truncate(),
                _ => local.rotation = unit(value),
            }
        }
    }
}

impl Channel {
    /// The value at a time; before the first key that of the first, after the last that of the last.
    fn at(&self, time: f32) -> Vec4 {
        let next = self.times.partition_point(|&key| key <= time);
        let is_spline = self.interpolation == Interpolation::CubicSpline;
        let value = |key: usize| self.values[if is_spline { 3 * key + 1 } else { key }];
        if next == 0 || next == self.times.len() {
            return value(next.saturating_sub(1));
        }
        let [a, b] = [next - 1, next];
        let length = self.times[b] - self.times[a];
        let part = (time - self.times[a]) / length;
        match self.interpolation {
            Interpolation::Step => value(a),
            Interpolation::Linear if self.property == Property::Rotation => {
                unit(value(a)).slerp(unit(value(b)), part).into()
            }
            Interpolation::Linear => value(a).lerp(value(b), part),
            Interpolation::CubicSpline => {
                let [out, into] = [self.values[3 * a + 2], self.values[3 * b]];
                let (p, square) = (part, part * part);
                let cube = square * p;
                (2.0 * cube - 3.0 * square + 1.0) * value(a)
                    + length * (cube - 2.0 * square + p) * out
                    + (3.0 * square - 2.0 * cube) * value(b)
                    + length * (cube - square) * into
            }
        }
    }
}

/// The rotation of a quaternion of any length; of length 0 there is none.
fn unit(quaternion: Vec4) -> Quat {
    Quat::from_vec4(quaternion.normalize_or(Vec4::W))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_held_joined_by_lines_and_by_splines() {
        let channel = |interpolation, values: &[f32]| Channel {
            node: 0,
            property: Property::Translation,
            interpolation,
            times: vec![1.0, 3.0],
            values: values.iter().map(|x| Vec4::splat(*x)).collect(),
        };
        let linear = channel(Interpolation::Linear, &[2.0, 6.0]);
        let at = |channel: &Channel, time: f32| channel.at(time).x;
        for (time, value) in
            [(0.0, 2.0), (1.0, 2.0), (2.0, 4.0), (2.5, 5.0), (3.0, 6.0), (9.0, 6.0)]
        {
            assert_eq!(at(&linear, time), value, "{time}");
        }
        let step = channel(Interpolation::Step, &[2.0, 6.0]);
        assert_eq!([at(&step, 2.99), at(&step, 3.0)], [2.0, 6.0]);
        // x³ from 1 to 3, which a cubic spline has exactly.
        let spline = channel(Interpolation::CubicSpline, &[0.0, 1.0, 3.0, 27.0, 27.0, 0.0]);
        for time in [1.0_f32, 1.3, 2.0, 2.9] {
            assert!((at(&spline, time) - time.powi(3)).abs() < 1e-5, "{time}");
        }
        let turn = |x: f32| Vec4::new((0.5 * x).sin(), 0.0, 0.0, (0.5 * x).cos());
        let values = vec![turn(0.2), -turn(1.4)];
        let turned = Channel { property: Property::Rotation, values, ..linear };
        let dot = turned.at(1.5).dot(turn(0.5)).abs();
        assert!((dot - 1.0).abs() < 1e-6, "a quarter of the shorter way: {dot}");
    }
}
