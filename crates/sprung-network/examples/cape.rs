//! A cape on a skeleton of two bones: skinned in each frame, held within a distance of the skin and out of the back.
//!
//! `cargo run --release -p sprung-network --example cape`

use sprung_network::shapes::Cloth;
use sprung_network::{NetworkError, Settings, SkinConstraint, SkinTarget, Solver};

const COLUMNS: usize = 15;
const ROWS: usize = 19;
const FRAME: f32 = 1.0 / 60.0;

/// A bone that turns about its head: by `lean` about x, then by `turn` about y, rad.
struct Bone {
    head: [f32; 3],
    lean: f32,
    turn: f32,
}

impl Bone {
    fn rotate(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let ((sin, cos), (turn_sin, turn_cos)) = (self.lean.sin_cos(), self.turn.sin_cos());
        let [y, z] = [cos * y - sin * z, sin * y + cos * z];
        [turn_cos * x + turn_sin * z, y, turn_cos * z - turn_sin * x]
    }

    fn apply(&self, at: [f32; 3]) -> [f32; 3] {
        let turned = self.rotate([0, 1, 2].map(|c| at[c] - self.head[c]));
        [0, 1, 2].map(|c| turned[c] + self.head[c])
    }
}

/// Linear blend skinning: the mean of what two bones make of a vertex.
fn skinned(bones: &[Bone; 2], rest: [f32; 3], weight: f32) -> SkinTarget {
    let mix = |[a, b]: [[f32; 3]; 2]| [0, 1, 2].map(|c| (1.0 - weight) * a[c] + weight * b[c]);
    let position = mix([bones[0].apply(rest), bones[1].apply(rest)]);
    let back = [0.0, 0.0, -1.0];
    SkinTarget { position, normal: mix([bones[0].rotate(back), bones[1].rotate(back)]) }
}

fn main() -> Result<(), NetworkError> {
    let cape = Cloth::new(COLUMNS, ROWS, 0.04, 0.4);
    let mut net = cape.build()?;
    for particle in &mut net.particles {
        let [x, _, z] = particle.position;
        particle.position = [x - 0.28, 1.4 - z, -0.12];
    }
    net.rest_shape = net.particles.iter().map(|p| p.position).collect();
    net.fix((0..COLUMNS).map(|column| cape.at(column, 0)));
    // The hem may move away by 36 cm. The back is nearly flat.
    let constraint = |p: usize| SkinConstraint::new(p, 0.02 * (p / COLUMNS) as f32);
    net.skin_constraints =
        (0..net.particles.len()).map(|p| constraint(p).with_backstop(0.005, 0.5)).collect();
    let rest = net.rest_shape.clone();
    let skin = |time: f32| -> Vec<SkinTarget> {
        let (turn, lean) = (1.2 * (2.5 * time).sin(), 0.25 * (4.0 * time).sin());
        let shoulders = Bone { head: [0.0, 1.4, 0.0], lean, turn };
        let hips = Bone { head: [0.0, 1.0, 0.0], lean: -lean, turn: 0.5 * turn };
        let weight = |p: usize| (p / COLUMNS) as f32 / (ROWS - 1) as f32;
        let bones = [shoulders, hips];
        rest.iter().enumerate().map(|(p, &at)| skinned(&bones, at, weight(p))).collect()
    };
    let mut solver = Solver::new(&net, Settings::default())?;
    solver.reset_skin_targets(&skin(0.0))?;
    println!("seconds   hem from the skin, m   deepest in the back, mm   mean stretch, %");
    for frame in 1..=360 {
        let targets = skin(frame as f32 * FRAME);
        solver.set_skin_targets(&targets)?;
        solver.step(FRAME);
        let (mut away, mut deepest) = (0.0_f32, 0.0_f32);
        for (constraint, target) in net.skin_constraints.iter().zip(&targets) {
            let at = solver.position(constraint.particle);
            let offset = [0, 1, 2].map(|c| at[c] - target.position[c]);
            let distance = offset.iter().map(|c| c * c).sum::<f32>().sqrt();
            assert!(distance < constraint.max_distance + 1e-4, "it stays near the skin");
            away = away.max(distance);
            let length = target.normal.iter().map(|c| c * c).sum::<f32>().sqrt();
            let center = [0, 1, 2].map(|c| offset[c] + 0.505 * target.normal[c] / length);
            deepest = deepest.max(0.5 - center.iter().map(|c| c * c).sum::<f32>().sqrt());
        }
        assert!(deepest < 1e-4, "it stays out of the back");
        if frame % 60 == 0 {
            let (seconds, stretch) = (frame / 60, 100.0 * solver.stretch().mean);
            println!("{seconds:7} {away:22.3} {:25.3} {stretch:17.2}", 1e3 * deepest);
        }
    }
    Ok(())
}
