//! Vertices that particles carry: in blocks, in bent and thin sheets, at all distances.

use sprung_network::shapes::{Cloth, lattice, tree};
use sprung_network::{Network, NetworkError, Skin};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;
use crate::varied::place;

const NETWORKS: u64 = 60;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for seed in 0..NETWORKS {
        let draw = &mut Draw::new(seed);
        let net = network(draw, seed)?;
        let size = draw.scale(3) as f32;
        let vertices: Vec<[f32; 3]> =
            (0..1 + draw.below(6)).map(|_| place(draw).map(|c| size * c)).collect();
        bits.add_result(Skin::bind(&net, &vertices), |bits, skin| {
            let moved: Vec<[f32; 3]> = net.particles.iter().map(|_| place(draw)).collect();
            skin.positions(|particle| moved[particle]).for_each(|place| bits.add_all(place));
        });
    }
    Ok(())
}

/// Of several thicknesses: what lies nearly in one plane carries nothing.
fn network(draw: &mut Draw, seed: u64) -> Result<Network, NetworkError> {
    let mut net = match seed % 3 {
        0 => lattice([4, 3, 2 + draw.below(3) as usize], 0.3, 1.0)?,
        1 => Cloth::new(7, 5, 0.2, 1.0).build()?,
        _ => {
            let points: Vec<_> = (0..20).map(|_| place(draw)).collect();
            let parents: Vec<_> = (0..20_usize).map(|at| at.saturating_sub(1) / 2).collect();
            tree(&points, &parents, 0.1)?
        }
    };
    let (size, thickness) = (draw.scale(3) as f32, draw.unit() as f32);
    // A sheet that is flat but for its last row.
    let first_bent = net.particles.len().saturating_sub(5);
    for (at, particle) in net.particles.iter_mut().enumerate() {
        particle.position[2] *= thickness * thickness;
        if at >= first_bent {
            particle.position[2] += thickness;
        }
        particle.position = particle.position.map(|c| size * c);
    }
    Ok(net)
}
