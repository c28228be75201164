//! Aerodynamic surfaces: triangles on which air presses.

use alloc::vec::Vec;

use crate::error::{Checked, Element};

/// Triangles on which air presses, from both sides: a flag, a sail, a leaf.
///
/// With the velocity `u` of the center of a triangle relative to the air, its unit normal `n` on the side to which it
/// moves, its area `A` and the coefficients `C` of drag, of lift and of skin friction, the force is
///
/// ```text
/// F = −½ ρ A |u|² (C_drag sin²α + C_friction) û  −  ½ ρ A |u|² C_lift sin α (n − û sin α)
/// sin α = û·n, the angle of attack α;  û = u/|u|
/// ```
///
/// drag along `u` and lift perpendicular to it in the plane of `u` and `n`: `C_L = ½ C_lift sin 2α`. This is the model of a
/// flat plate in separated flow (Hoerner, *Fluid-Dynamic Drag*, 1965; Selig, *Modeling Full-Envelope Aerodynamics of Small
/// UAVs in Realtime*, 2010). With lift as large as drag the force is a pressure along the normal. Each corner takes a third.
///
/// The air moves with [`Environment::wind`](crate::Environment::wind) plus the wind that
/// [`Solver::set_wind_field`](crate::Solver::set_wind_field) gives to each triangle.
///
/// The air acts in up to four sub-steps of a step, each time by the exact step of quadratic drag, `u/(1 + k |u| h)`, for the
/// pressure and for the drag, and a rotation for what lift exceeds drag. A triangle counts with its share of the masses of
/// its corners. The energy in the frame of air that moves uniformly never grows by this, for any step, mass and wind,
/// and no motion through the air is reversed. Speeds are off by at most what gravity adds from one time to the next.
///
/// Triangles of less than 1e-15 m² feel nothing. A triangle with a side along which an edge has torn or was removed is
/// gone. Neither added mass, nor the wake of other triangles, nor the shift of the center of pressure is modeled.
///
/// ```
/// use sprung_network::{Environment, Settings, Solver, shapes::Cloth};
/// // A flag on a mast in a wind of 8 m/s.
/// let flag = Cloth::new(13, 9, 0.1, 0.2);
/// let mut net = flag.build()?;
/// net.fix((0..9).map(|row| flag.at(0, row)));
/// net.add_aero_surface(&flag.triangles())?;
/// let environment = Environment { wind: [8.0, 0.0, 0.0], ..Environment::default() };
/// let mut solver = Solver::new(&net, Settings { environment, ..Settings::default() })?;
/// for _ in 0..120 {
///     solver.step(1.0 / 60.0);
/// }
/// assert!(solver.position(flag.at(12, 4))[0] > 0.8, "it flies");
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "wind")]
#[doc(alias = "aerodynamics")]
#[doc(alias = "lift")]
#[doc(alias = "flag")]
#[doc(alias = "sail")]
pub struct AeroSurface {
    /// Triangles by their three particles. Their order and winding have no meaning.
    pub triangles: Vec<[u32; 3]>,
    /// Density of the air, and how strongly it presses.
    pub coefficients: AeroCoefficients,
}

/// Density of the air, and the coefficients of an [`AeroSurface`].
///
/// ```
/// use sprung_network::AeroCoefficients;
/// let air = AeroCoefficients::default();
/// assert_eq!((air.density, air.drag, air.lift), (1.225, 1.17, 1.17));
/// // A sail whose flow does not separate: the lift of a thin wing, 2π per radian.
/// let wing = AeroCoefficients { lift: core::f32::consts::TAU, ..air };
/// assert!(wing.lift > wing.drag);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AeroCoefficients {
    /// Density of the air, kg/m³, finite and >= 0: 1.225 at sea level.
    pub density: f32,
    /// Drag coefficient of a plate that faces the flow, finite and >= 0: 1.17 of a square, 2 of a long strip.
    pub drag: f32,
    /// Lift coefficient, finite and >= 0: twice the largest `C_L`, at 45°, or the slope of `C_L` at small angles, per radian.
    pub lift: f32,
    /// Drag coefficient of a plate along the flow, both sides together, finite and >= 0.
    pub skin_friction: f32,
}

impl Default for AeroCoefficients {
    /// A square plate in air at sea level, with the skin friction of a laminar flow at a Reynolds number of 7e4.
    fn default() -> Self {
        Self { density: 1.225, drag: 1.17, lift: 1.17, skin_friction: 0.01 }
    }
}

impl AeroCoefficients {
    pub(crate) fn check(self, index: usize) -> Checked {
        let element = Element { kind: "aero surface", index };
        element.not_negative("density", self.density)?;
        element.not_negative("drag", self.drag)?;
        element.not_negative("lift", self.lift)?;
        element.not_negative("skin_friction", self.skin_friction)
    }
}

impl AeroSurface {
    pub(crate) fn check(&self, index: usize, particles: usize) -> Checked {
        let element = Element { kind: "aero surface", index };
        for &corners in &self.triangles {
            element.corners(corners, particles)?;
        }
        self.coefficients.check(index)
    }
}
