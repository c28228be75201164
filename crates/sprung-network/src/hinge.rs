//! Hinges: the bending of a sheet at a side between two triangles.

use crate::error::{Checked, Element};
use crate::stiffness::Stiffness;

/// A spring on the angle between two triangles with a common side: cloth, paper, a leaf that is folded at rest.
///
/// ```text
/// M = −k (θ − θ₀) − c θ'      θ = atan2((m × n)·e/|e|, m·n)
/// e = b − a,  m = (b − a) × (c − a),  n = (d − a) × (b − a)
/// ```
///
/// for the side from `a` to `b` and the corners `c` and `d` (Grinspun et al., *Discrete Shells*, 2003). `θ` is 0 where the
/// triangles lie flat; past a full fold it counts on.
///
/// The [`Stiffness`] is that of an edge with an angle for the length: `k` in N·m/rad, `c` in N·m·s/rad; a frequency is that
/// of the hinge alone, in the rest shape. Each sub-step takes the backward Euler step of the spring along the gradient of
/// the angle, by at most 0.5 rad, then that of the damper. Momentum and angular momentum are kept, and the
/// energy is part of the account of [`Solver::step`](crate::Solver::step).
///
/// A sheet of squares with hinges of stiffness `k` has a bending rigidity (`E t³/12` of a plate, N·m) of `k` across its
/// squares where it cannot twist, and of `2k/3` where it can, because diagonals fold too. Sheets whose edges over two cells resist bending ([`Cloth::with_bend`](crate::shapes::Cloth::with_bend)) do this at
/// a lower cost, without a rest angle, and are soft where they are flat.
///
/// All five sides of the two triangles have to be edges of the network, which [`Network::check`](crate::Network::check)
/// makes sure of: without them a triangle may collapse, and its angle jumps by π. A hinge with a side that has torn or was
/// removed is gone.
///
/// ```
/// use sprung_network::{Environment, Settings, Solver, Stiffness, shapes::Cloth};
/// // A sheet of paper with a crease of 60° along its middle.
/// let sheet = Cloth::new(5, 5, 0.05, 0.02).with_shear(Stiffness::RIGID);
/// let mut net = sheet.build()?;
/// net.add_hinges(&sheet.triangles(), Stiffness::from_frequency(8.0, 0.5)?)?;
/// for hinge in &mut net.hinges {
///     if hinge.edge.iter().all(|particle| particle % 5 == 2) {
///         hinge.rest_angle = 60_f32.to_radians();
///     }
/// }
/// let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
/// let mut solver = Solver::new(&net, settings)?;
/// for _ in 0..300 {
///     solver.step(1.0 / 60.0);
/// }
/// let crease = net.hinges.iter().position(|hinge| hinge.rest_angle > 0.0).expect("there is one");
/// assert!((solver.hinge_angle(crease).to_degrees() - 60.0).abs() < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "bending")]
#[doc(alias = "dihedral")]
#[doc(alias = "crease")]
#[doc(alias = "fold")]
pub struct Hinge {
    /// The two particles of the side, `a` and `b`.
    pub edge: [usize; 2],
    /// The third particles of the two triangles, `c` and `d`.
    pub opposite: [usize; 2],
    /// The angle at rest, rad, within −π and π; 0 is flat.
    pub rest_angle: f32,
    /// Stiffness and damping.
    pub stiffness: Stiffness,
}

impl Hinge {
    /// The four particles: `a`, `b`, `c`, `d`.
    pub(crate) fn particles(&self) -> [usize; 4] {
        let ([a, b], [c, d]) = (self.edge, self.opposite);
        [a, b, c, d]
    }

    pub(crate) fn check(&self, index: usize, particles: usize) -> Checked {
        let element = Element { kind: "hinge", index };
        let [a, b, c, d] = self.particles();
        for ends in [[a, b], [a, c], [a, d], [b, c], [b, d], [c, d]] {
            element.ends(ends, particles)?;
        }
        check_angle(element, self.rest_angle)?;
        self.stiffness.check(element)
    }
}

pub(crate) fn check_angle(element: Element, angle: f32) -> Checked {
    let holds = angle.abs() <= core::f32::consts::PI;
    element.require(holds, "rest_angle", angle, "within -pi and pi")
}
