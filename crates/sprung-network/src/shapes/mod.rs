//! Networks to start from: rope, cloth, jelly and others. Each is a [`Network`](crate::Network) at rest, of rigid edges and dynamic
//! particles: change it before making a solver of it.

mod bridge;
pub(crate) mod cloth;
mod lattice;
mod ring;
mod rope;
mod tree;
mod volume;

pub use bridge::{bridge, bridge_abutments};
pub use cloth::Cloth;
pub use lattice::lattice;
pub use ring::{ring, wheel};
pub use rope::rope;
pub use tree::{hair, tree};
pub use volume::volume_lattice;
