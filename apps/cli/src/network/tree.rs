//! Trees and hair.

use std::f32::consts::PI;

use anyhow::{Result, ensure};
use glam_033::Vec3;
use sprung_network::shapes::{hair, tree};
use sprung_network::{Collider, Shape};

use super::pin::Pin;
use super::shape::Body;

/// The angle between neighboring leaves of many plants: no two point in the same direction.
const GOLDEN_ANGLE: f32 = 2.399_963_2;

/// The angle between a branch and the one that it grows from.
const SPREAD: f32 = 0.6;

/// The maximum number of particles; more are a typing mistake.
const MOST: u64 = 1_000_000;

impl Body {
    pub(super) fn tree(levels: u32, forks: u32, links: u32, length: f32) -> Result<Self> {
        let branches = (0..levels).map(|level| u64::from(forks).pow(level)).sum::<u64>();
        let particles = branches.saturating_mul(links.into()).saturating_add(1);
        ensure!(
            particles <= MOST,
            "{levels} levels of {forks} forks and {links} links are {particles} particles; the maximum is {MOST}"
        );
        let (mut points, mut parents) = (vec![[0.0; 3]], vec![0]);
        // The ends that have not branched yet, and where they point.
        let mut tips = vec![(0, [1.0, 0.0, 0.0])];
        for level in 0..levels {
            let forks = if level == 0 { 1 } else { forks };
            let each = length / (levels * links) as f32;
            let mut grown = Vec::new();
            for (tip, along) in tips {
                for fork in 0..forks {
                    let turn = 2.0 * PI * fork as f32 / forks as f32 + level as f32 * GOLDEN_ANGLE;
                    let spread = if forks > 1 { SPREAD } else { 0.0 };
                    let along = turned(along, turn, spread);
                    let mut parent = tip;
                    for _ in 0..links {
                        let from: [f32; 3] = points[parent];
                        points.push([0, 1, 2].map(|c| from[c] + each * along[c]));
                        parents.push(parent);
                        parent = points.len() - 1;
                    }
                    grown.push((parent, along));
                }
            }
            tips = grown;
        }
        let net = tree(&points, &parents, 1.0 / points.len() as f32)?;
        let radius = 0.008 * length;
        let body = Body::of_lines(net, [0.16, 0.09, 0.03], radius);
        Ok(Body { hooks: vec![(Pin::Root, vec![0])], ..body })
    }

    pub(super) fn hair(hairs: u32, links: usize, length: f32, radius: f32) -> Result<Self> {
        let particles = u64::from(hairs) * (links as u64 + 1);
        ensure!(
            particles <= MOST,
            "{hairs} hairs of {links} links are {particles} particles; the maximum is {MOST}"
        );
        let skull = |i: u32| {
            let y = 1.0 - (2 * i + 1) as f32 / hairs as f32;
            let (sin, cos) = (i as f32 * GOLDEN_ANGLE).sin_cos();
            let out = [(1.0 - y * y).sqrt() * cos, y, (1.0 - y * y).sqrt() * sin];
            (out.map(|c| c * radius), out)
        };
        let roots: Vec<_> = (0..hairs).map(skull).collect();
        let mass = 1.0 / hairs as f32;
        let mut net = hair(&roots, links, length, mass)?;
        let roots: Vec<usize> = (0..net.particles.len()).step_by(links + 1).collect();
        // The builder fixes the roots; here --pin decides.
        for &root in &roots {
            net.particles[root].inverse_mass = net.particles[root + 1].inverse_mass;
        }
        let obstacle = Some(Collider::new(Shape::Sphere { center: [0.0; 3], radius }));
        let mut body = Body::of_lines(net, [0.1, 0.04, 0.015], 0.015 * radius);
        // As thin as it is, three sides with round normals are enough.
        (body.look.sides, body.look.roughness) = (3, 0.4);
        Ok(Body { hooks: vec![(Pin::Root, roots)], obstacle, ball: Some(radius), ..body })
    }
}

/// A unit vector at an angle of `spread` to another, on the side given by the angle `turn`.
fn turned(along: [f32; 3], turn: f32, spread: f32) -> [f32; 3] {
    let along = Vec3::from(along);
    // The axis least along it, for a cross product that is far from 0.
    let side = along.cross(Vec3::AXES[along.abs().min_position()]);
    let side = side / side.length();
    let up = side.cross(along);
    let ((sin, cos), (out, on)) = (turn.sin_cos(), spread.sin_cos());
    (on * along + out * (cos * side + sin * up)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_branches_at_every_level_and_is_as_long_as_said() {
        let body = Body::tree(4, 3, 2, 4.0).unwrap();
        // Branches: 1 + 3 + 9 + 27, of two springs each.
        assert_eq!((body.net.particles.len(), body.net.edges.len()), (81, 80));
        assert!(body.net.check().is_ok());
        assert!(body.net.edges.iter().all(|s| (s.rest_length - 0.5).abs() < 1e-5));
        let mass: f32 = body.net.particles.iter().map(|p| 1.0 / p.inverse_mass).sum();
        assert!((mass - 1.0).abs() < 1e-5);
    }

    #[test]
    fn branches_leave_at_the_same_angle_all_round() {
        for along in [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.6, 0.0, 0.8]] {
            for turn in [0.0, 1.0, 4.0] {
                let branch = turned(along, turn, 0.6);
                let dot: f32 = (0..3).map(|c| along[c] * branch[c]).sum();
                assert!((dot - 0.6_f32.cos()).abs() < 1e-6, "{along:?} {turn}");
                assert!((branch.iter().map(|c| c * c).sum::<f32>() - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn hair_covers_the_ball_evenly() {
        let body = Body::hair(100, 3, 0.2, 0.5).unwrap();
        assert_eq!(body.net.particles.len(), 400);
        let mut sum = [0.0; 3];
        for hair in body.net.particles.chunks(4) {
            let size = |p: [f32; 3]| p.iter().map(|c| c * c).sum::<f32>().sqrt();
            assert!((size(hair[0].position) - 0.5).abs() < 1e-6);
            assert!((size(hair[3].position) - 0.7).abs() < 1e-5);
            sum = [0, 1, 2].map(|c| sum[c] + hair[0].position[c] / 100.0);
        }
        assert!(sum.iter().all(|c| c.abs() < 0.01), "{sum:?}");
    }

    #[test]
    fn a_forest_too_large_is_refused_before_it_grows() {
        let error = Body::tree(20, 10, 1000, 1.0).err().unwrap().to_string();
        assert!(error.ends_with("the maximum is 1000000"), "{error}");
        let error = Body::hair(100_000, 1000, 1.0, 1.0).err().unwrap().to_string();
        assert!(error.contains("100100000 particles; the maximum is 1000000"), "{error}");
    }
}
