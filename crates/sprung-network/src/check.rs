//! The check of a network: the first element that cannot be simulated.

use crate::error::{Element, NetworkError};
use crate::graph::adjacency::Adjacency;
use crate::network::{Network, adjacency};
use crate::skin_constraint;

impl Network {
    /// Checks every element.
    ///
    /// # Errors
    /// The first element that names a missing particle, joins a particle to itself, repeats an edge, or has a number
    /// out of range or not finite; tethers must start at a fixed particle and hold a free one.
    pub fn check(&self) -> Result<(), NetworkError> {
        let n = self.particles.len();
        for (i, particle) in self.particles.iter().enumerate() {
            particle.check(i)?;
        }
        let bad =
            self.edges.iter().enumerate().find_map(|(i, edge)| Some((i, edge.check(i, n).err()?)));
        let good = &self.edges[..bad.map_or(self.edges.len(), |(i, _)| i)];
        let adjacency = adjacency(n, good);
        if let Some((index, first)) = adjacency.duplicate() {
            let (index, first) = (index as usize, first as usize);
            return Err(NetworkError::DuplicateEdge { index, first });
        }
        if let Some((_, error)) = bad {
            return Err(error);
        }
        for (i, &position) in self.rest_shape.iter().enumerate() {
            Element { kind: "rest shape", index: i }.finite("position", position)?;
        }
        self.surface.check(n)?;
        for (i, volume) in self.volumes.iter().enumerate() {
            volume.check(i, n)?;
        }
        for (i, surface) in self.aero_surfaces.iter().enumerate() {
            surface.check(i, n)?;
        }
        for (i, hinge) in self.hinges.iter().enumerate() {
            hinge.check(i, n)?;
        }
        for (i, fabric) in self.fabrics.iter().enumerate() {
            fabric.check(i, n)?;
        }
        for (i, cell) in self.cells.iter().enumerate() {
            cell.check(i, n)?;
            cell.check_at_rest(i, |p| self.rest_position(p))?;
        }
        skin_constraint::check(&self.skin_constraints, n)?;
        self.check_hinged_sides(&adjacency)?;
        for (i, tether) in self.tethers.iter().enumerate() {
            tether.check(i, n)?;
            tether.check_ends(i, |p| self.particles[p].inverse_mass)?;
        }
        Ok(())
    }

    /// A triangle without an edge along a side may collapse, and the angle of a hinge then jumps.
    fn check_hinged_sides(&self, adjacency: &Adjacency) -> Result<(), NetworkError> {
        for (index, hinge) in self.hinges.iter().enumerate() {
            let [a, b, c, d] = hinge.particles();
            let is_edge =
                |[from, to]: &[usize; 2]| adjacency.at(*from).iter().any(|i| i.other == *to);
            let edges =
                [[a, b], [b, c], [c, a], [b, d], [d, a]].iter().filter(|s| is_edge(s)).count();
            let element = Element { kind: "hinge", index };
            element.require(edges == 5, "edges along its sides", edges as f32, "5")?;
        }
        Ok(())
    }
}
