//! Networks to start from: rope, cloth, lattices and others. Each is a [`Network`](crate::Network) at rest, of rigid edges
//! and dynamic particles (hair has fixed roots), to be changed before a solver is made of it.

mod bridge;
pub(crate) mod cloth;
mod lattice;
mod ring;
mod rope;
mod sphere;
mod tree;
mod volume;

pub use bridge::{bridge, bridge_abutments};
pub use cloth::Cloth;
pub use lattice::{lattice, lattice_with_cells};
pub use ring::{ring, wheel};
pub use rope::rope;
pub use sphere::sphere;
pub use tree::{hair, tree};
pub use volume::{volume_lattice, volume_lattice_with_cells};
