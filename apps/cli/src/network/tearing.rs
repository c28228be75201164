//! Springs that tear, and meshes that open where they have.

use std::collections::HashMap;

use anyhow::{Result, ensure};
use clap::Args;
use sprung_network::{Network, Solver};

use super::mesh::Mesh;
use crate::typed_number::positive;

/// The limits of springs.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Tearing {
    /// The strain at which a spring tears, as a part of its length at rest: 0.3 [default: none tears]
    #[arg(long, value_name = "STRAIN", value_parser = positive::<f32>)]
    tear_strain: Option<f32>,
    /// The force at which a spring tears, the mean over a step, N [default: none tears]
    #[arg(long, value_name = "NEWTONS", value_parser = positive::<f32>)]
    tear_force: Option<f32>,
}

impl Tearing {
    /// True if springs may tear.
    pub(super) fn is_some(self) -> bool {
        self.tear_strain.is_some() || self.tear_force.is_some()
    }

    /// Gives all edges their limit of strain.
    pub(super) fn limit_strains(self, net: &mut Network) -> Result<()> {
        let option = if self.tear_force.is_some() { "--tear-force" } else { "--tear-strain" };
        ensure!(
            !(self.is_some() && net.edges.is_empty()),
            "{option} must be of a shape with springs, and this one has none"
        );
        if let Some(strain) = self.tear_strain {
            net.edges.iter_mut().for_each(|edge| edge.tear_strain = strain);
        }
        Ok(())
    }

    /// Gives all edges of a solver their limit of force.
    pub(super) fn limit_forces(self, solver: &mut Solver) -> Result<()> {
        if let Some(force) = self.tear_force {
            for edge in 0..solver.edges().len() {
                solver.set_tear_force(edge, force)?;
            }
        }
        Ok(())
    }
}

/// The frames in which edges have torn.
#[derive(Debug)]
pub(super) struct Tears {
    edges: Vec<[usize; 2]>,
    torn_at: Vec<Option<usize>>,
    frames: usize,
}

impl Tears {
    pub(super) fn new(net: &Network) -> Self {
        let edges: Vec<_> = net.edges.iter().map(|edge| sorted([edge.a, edge.b])).collect();
        Tears { torn_at: vec![None; edges.len()], edges, frames: 0 }
    }

    /// Looks at the next frame.
    pub(super) fn record(&mut self, solver: Option<&Solver>) {
        for (edge, torn_at) in self.torn_at.iter_mut().enumerate() {
            if torn_at.is_none() && solver.is_some_and(|solver| solver.is_torn(edge)) {
                *torn_at = Some(self.frames);
            }
        }
        self.frames += 1;
    }

    /// The number of edges that have torn.
    pub(super) fn count(&self) -> usize {
        self.torn_at.iter().flatten().count()
    }

    /// The mesh, with a point more for each triangle and line that has a torn side: from the frame on in which the side
    /// has torn, it lies on the first corner, so that nothing is seen of the triangle or line.
    pub(super) fn open(&self, mesh: &Mesh, frames: &mut [Vec<[f32; 3]>]) -> Mesh {
        let torn_at = self.edges.iter().zip(&self.torn_at);
        let torn_at: HashMap<_, _> =
            torn_at.filter_map(|(edge, frame)| Some((*edge, (*frame)?))).collect();
        let first_torn = |corners: &[u32]| {
            let sides = (0..corners.len()).map(|c| [corners[c], corners[(c + 1) % corners.len()]]);
            let frame = |side: [u32; 2]| torn_at.get(&sorted(side.map(|p| p as usize))).copied();
            sides.filter_map(frame).min()
        };
        let mut opened = mesh.clone();
        // The corner that moves, where it moves to, the frame.
        let mut moved = Vec::new();
        let triangles = opened.triangles.iter_mut().map(|triangle| triangle.as_mut_slice());
        let lines = opened.lines.iter_mut().map(|line| line.as_mut_slice());
        for corners in triangles.chain(lines) {
            if let Some(frame) = first_torn(corners) {
                let last = corners.len() - 1;
                moved.push((corners[last] as usize, corners[0] as usize, frame));
                corners[last] = opened.points.len() as u32;
                opened.points.push(opened.points[moved[moved.len() - 1].0]);
            }
        }
        for (at, points) in frames.iter_mut().enumerate() {
            for &(corner, to, frame) in &moved {
                points.push(points[if at < frame { corner } else { to }]);
            }
        }
        opened
    }
}

fn sorted([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung_network::Edge;

    #[test]
    fn a_triangle_is_seen_until_one_of_its_sides_has_torn() {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
        let mesh = Mesh { points, triangles: vec![[0, 1, 2], [2, 1, 3]], lines: vec![[3, 0]] };
        let mut net = mesh.network(1.0);
        net.edges.push(Edge::new(0, 3, 1.0));
        let mut tears = Tears::new(&net);
        let side = tears.edges.iter().position(|edge| *edge == [1, 3]).unwrap();
        let line = tears.edges.iter().position(|edge| *edge == [0, 3]).unwrap();
        (tears.torn_at[side], tears.torn_at[line]) = (Some(2), Some(1));
        let mut frames = vec![mesh.points.clone(); 3];
        let opened = tears.open(&mesh, &mut frames);
        assert_eq!(opened.triangles, [[0, 1, 2], [2, 1, 4]]);
        assert_eq!((opened.lines.as_slice(), opened.points.len()), (&[[3, 5]][..], 6));
        let place = |frame: usize, point: usize| frames[frame][point];
        assert_eq!([0, 1, 2].map(|frame| place(frame, 4)), [3, 3, 2].map(|p| mesh.points[p]));
        assert_eq!([0, 1, 2].map(|frame| place(frame, 5)), [0, 3, 3].map(|p| mesh.points[p]));
    }
}
