//! The layout of a changed solver, made again.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::edge::Edge;
use crate::kernel::gains::Gains;
use crate::lanes::record::LANES;
use crate::network::Network;
use crate::solver::layout::build::build;
use crate::solver::state::Solver;
use crate::tether::Tether;

impl Solver {
    /// Makes the layout with tethers, and gives the edges their indices.
    pub(in crate::solver) fn restore_layout(
        &mut self,
        tethers: &[Tether],
        whole: &[u32],
        edges: &[Edge],
        left_out: &[u32],
    ) {
        let net = Network {
            particles: self.particles().collect(),
            edges: self.edges.clone(),
            tethers: tethers.to_vec(),
            skin_constraints: self.skin_constraints().to_vec(),
            ..Network::default()
        };
        self.partition = build(&net, self.settings.line_solver);
        self.partition.renumber(whole, edges.len());
        self.edges = edges.to_vec();
        self.torn = vec![false; edges.len()];
        self.gains = vec![Gains::default(); edges.len()];
        self.tethers = tethers.to_vec();
        self.left_out = left_out.to_vec();
        self.after_layout();
    }

    /// Moves edges to lines of one link, into the lanes in which they were.
    pub(in crate::solver) fn restore_singles(
        &mut self,
        singles: &[[u32; LANES]],
    ) -> Result<(), String> {
        let built = self.changes().built_edges;
        for edge in built..self.edges.len() {
            let ends = [self.edges[edge].a, self.edges[edge].b];
            self.changes().join(ends);
        }
        let count = self.edges.len();
        let (places, dummy) = (self.partition.places(count), self.changes().dummy);
        let mut moved: Vec<u32> =
            singles.iter().flatten().copied().filter(|&edge| edge != u32::MAX).collect();
        moved.sort_unstable();
        let repeats = moved.windows(2).any(|pair| pair[0] == pair[1]);
        let added = moved.iter().filter(|&&edge| edge as usize >= built).count();
        let exist = moved.last().is_none_or(|&edge| (edge as usize) < count);
        if repeats || !exist || added != count - built {
            return Err("singles must have every edge that was added once".into());
        }
        for &edge in &moved {
            if let Some(place) = places[edge as usize] {
                self.partition.clear(place);
            }
            self.partition.symmetric[edge as usize] = false;
        }
        if !self.partition.add_singles(singles, &self.edges, dummy) {
            return Err("singles must not share a particle within a bundle".into());
        }
        self.changes().places = self.partition.places(count);
        Ok(())
    }
}
