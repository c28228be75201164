//! Limits of a joint: a cone or an elliptic cone of swing, a range of twist, and a soft margin within them.

use crate::error::{Result, require};
use crate::math::rotation::{Vector3, cross, direction, length};
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// The limits of a joint's rotation: how far it may swing and twist.
///
/// A rotation is a twist about an axis, then a swing about an axis across it: `q = exp(s)·exp(φ·t)`, `s ⊥ t`. The limits
/// are an ellipse for the swing vector `s` (a cone where both angles are equal) and a range for the twist angle `φ`. In these
/// three coordinates the allowed rotations are convex: a straight way between two of them is allowed.
///
/// The outer part of the limits, the softness, is a margin: goals are kept out of it, and a motion that comes into it is
/// slowed down the more the farther it comes, and never gets out. With the distance `g` from the middle in units of the
/// limit and the softness `σ`, what is shown is `g` up to `1 − σ`, and beyond `1 − σ + σ·y/(1 + y)`, `y = (g − 1 + σ)/σ`.
/// Continuous with its velocity.
///
/// Rotations are relative to the joint's frame. Angles in radians; below 1e-6 they count as 1e-6 (a hinge).
/// Source: the decomposition is the usual one, see P. Dobrowolski, *Swing-twist decomposition in Clifford algebra*; the
/// soft margin is derived here.
///
/// ```
/// use sprung::{Rotation, motion::JointLimits};
///
/// // A shoulder: the arm along x swings 1.2 rad up and down, 0.8 to and fro, and twists by −0.5 … 1.
/// let limits = JointLimits::new([1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.2, 0.8], [-0.5, 1.0])?;
/// let raised = Rotation::from_rotation_vector([0.0, 0.0, 1.5f64]);
/// assert!(!limits.contains(&raised));
/// assert!((limits.clamp(&raised).to_rotation_vector()[2] - 1.2).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("swing-twist", "swing twist", "cone limit", "ragdoll", "IK constraint"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Saved<R>"))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: Real + serde::Deserialize<'de>")))]
pub struct JointLimits<R> {
    /// The twist axis and the two swing axes, orthonormal.
    pub(super) axes: [Vector3<R>; 3],
    /// The greatest swing about each swing axis.
    swing: [R; 2],
    /// The middle of the twist and half of its range.
    twist: [R; 2],
    softness: R,
}

/// The fields of limits, unchecked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "JointLimits", deny_unknown_fields)]
struct Saved<R> {
    axes: [[R; 3]; 3],
    swing: [R; 2],
    twist: [R; 2],
    softness: R,
}

#[cfg(feature = "serde")]
impl<R: Real> TryFrom<Saved<R>> for JointLimits<R> {
    type Error = crate::error::ParameterError;

    fn try_from(saved: Saved<R>) -> Result<Self> {
        let Saved { axes, swing, twist, softness } = saved;
        let [t, first, second] = axes;
        let [x, y, z] = second.minus(cross(t, first));
        let offs = [t.dot(t) - R::ONE, first.dot(first) - R::ONE, t.dot(first), x, y, z];
        for off in offs {
            let exact = off.abs() <= R::EPSILON * R::from_f64(16.0);
            require(exact, "axes", off, "across each other and of length 1")?;
        }
        for angle in swing {
            require(angle >= R::ZERO && angle < R::PI, "swing", angle, ">= 0 and < pi")?;
        }
        let [middle, half] = twist;
        let farthest = middle.abs() + half;
        let most = R::PI * (R::ONE + R::from_f64(4.0) * R::EPSILON);
        require(half >= R::ZERO && farthest <= most, "twist", farthest, "in -pi to pi")?;
        let is_part = softness >= R::ZERO && softness <= R::ONE;
        require(is_part, "softness", softness, ">= 0 and <= 1")?;
        let least = R::from_f64(1e-6);
        let (swing, twist) = (swing.map(|angle| angle.max(least)), [middle, half.max(least)]);
        Ok(JointLimits { axes, swing, twist, softness })
    }
}

/// The coordinates of a rotation: swing about both axes, and twist.
pub(super) type Coordinates<R> = [R; 3];

impl<R: Real> JointLimits<R> {
    /// Limits from the twist axis, the first swing axis across it, the greatest swing about this axis and about the one
    /// across both (0 … π), and the least and greatest twist (−π … π).
    ///
    /// The part of the swing axis along the twist axis is left out. The softness is 0.1.
    ///
    /// # Errors
    /// An axis without a direction, or along the other; an angle out of its range; a least twist above the greatest.
    pub fn new(
        twist_axis: Vector3<R>,
        swing_axis: Vector3<R>,
        swing: [R; 2],
        twist: [R; 2],
    ) -> Result<Self> {
        let rule = "a direction";
        let axis = direction(twist_axis).map(|(axis, _)| axis);
        require(axis.is_some(), "twist_axis", length(twist_axis), rule)?;
        let t = axis.unwrap_or([R::ZERO; 3]);
        let along = direction(swing_axis).map_or([R::ZERO; 3], |(axis, _)| axis);
        let across = along.minus(t.times(along.dot(t)));
        let least = R::from_f64(1e-6);
        let rule = "a direction across twist_axis";
        require(length(across) > least, "swing_axis", length(across), rule)?;
        let first = across.times(R::ONE / length(across));
        for angle in swing {
            require(angle >= R::ZERO && angle < R::PI, "swing", angle, ">= 0 and < pi")?;
        }
        let [low, high] = twist;
        require(low >= -R::PI && low <= R::PI, "twist", low, "in -pi to pi")?;
        require(high >= low && high <= R::PI, "twist", high, "in the least twist to pi")?;
        let twist = [(low + high) * R::HALF, ((high - low) * R::HALF).max(least)];
        let swing = swing.map(|angle| angle.max(least));
        let axes = [t, first, cross(t, first)];
        Ok(JointLimits { axes, swing, twist, softness: R::from_f64(0.1) })
    }

    /// Returns the limits with another softness, the part of them that is margin: 0 (hard) to 1. Others count as the nearest.
    #[must_use]
    pub fn with_softness(self, softness: R) -> Self {
        JointLimits { softness: softness.max(R::ZERO).min(R::ONE), ..self }
    }

    /// Whether a rotation is within the limits.
    pub fn contains(&self, rotation: &Rotation<R>) -> bool {
        let [first, second, twist] = self.coordinates(rotation);
        self.swing_gauge([first, second]) <= R::ONE
            && (twist - self.twist[0]).abs() <= self.twist[1]
    }

    /// The nearest rotation within the limits: swing vector and twist angle each at the least distance.
    pub fn clamp(&self, rotation: &Rotation<R>) -> Rotation<R> {
        if self.contains(rotation) {
            return *rotation;
        }
        self.rotation(self.clamped(self.coordinates(rotation), R::ONE))
    }

    /// The rotation as it is shown: inside of the margin the same, in the margin and beyond drawn back into the limits.
    pub fn soften(&self, rotation: &Rotation<R>) -> Rotation<R> {
        let coordinates = self.coordinates(rotation);
        let softened = self.softened(State::at_rest(coordinates)).position;
        if softened == coordinates { *rotation } else { self.rotation(softened) }
    }

    /// Swing about both axes and twist, on the shortest way.
    pub(super) fn coordinates(&self, rotation: &Rotation<R>) -> Coordinates<R> {
        let [t, first, second] = self.axes;
        let [x, y, z, w] = rotation.xyzw();
        let along = t.dot([x, y, z]);
        // Half a turn of swing has any twist: take none.
        let twist = Rotation::from_xyzw([t[0] * along, t[1] * along, t[2] * along, w]);
        let swing = twist.inverse().then(rotation).to_rotation_vector();
        [swing.dot(first), swing.dot(second), twist.to_rotation_vector().dot(t)]
    }

    /// The rotation of coordinates.
    pub(super) fn rotation(&self, [first, second, twist]: Coordinates<R>) -> Rotation<R> {
        let [t, u, v] = self.axes;
        let swing = Rotation::from_rotation_vector(u.times(first).plus(v.times(second)));
        Rotation::from_rotation_vector(t.times(twist)).then(&swing)
    }

    /// The nearest coordinates within a part of the limits.
    pub(super) fn clamped(
        &self,
        [first, second, twist]: Coordinates<R>,
        part: R,
    ) -> Coordinates<R> {
        let [middle, half] = self.twist;
        let half = half * part;
        let [first, second] = nearest_in_ellipse([first, second], self.swing.times(part));
        [first, second, twist.max(middle - half).min(middle + half)]
    }

    /// The coordinates within the limits but for their margin.
    pub(super) fn kept(&self, coordinates: Coordinates<R>) -> Coordinates<R> {
        self.clamped(coordinates, R::ONE - self.softness)
    }

    /// The coordinates as they are shown, with their rates.
    pub(super) fn softened(&self, state: State<Coordinates<R>>) -> State<Coordinates<R>> {
        let State { position: [x, y, twist], velocity: [dx, dy, dtwist] } = state;
        let [a, b] = self.swing;
        let gauge = self.swing_gauge([x, y]);
        let (shown, slope) = self.shown(gauge);
        let mut swing = State::new([x, y], [dx, dy]);
        if shown < gauge {
            let factor = shown / gauge;
            let rate = (x / a * (dx / a) + y / b * (dy / b)) / gauge;
            let growth = (slope - factor) * (rate / gauge);
            swing =
                State::new([x, y].times(factor), [dx, dy].times(factor).plus([x, y].times(growth)));
        }
        let [middle, half] = self.twist;
        let offset = twist - middle;
        let gauge = offset.abs() / half;
        let (shown, slope) = self.shown(gauge);
        let (twist, dtwist) = if shown < gauge {
            (middle + (shown * half).copysign(offset), dtwist * slope)
        } else {
            (twist, dtwist)
        };
        let ([x, y], [dx, dy]) = (swing.position, swing.velocity);
        State::new([x, y, twist], [dx, dy, dtwist])
    }

    /// The swing in units of its limit.
    fn swing_gauge(&self, [x, y]: [R; 2]) -> R {
        [x / self.swing[0], y / self.swing[1]].length()
    }

    /// The distance that is shown for a distance from the middle, in units of the limit, and its derivative.
    fn shown(&self, gauge: R) -> (R, R) {
        let inner = R::ONE - self.softness;
        if !(gauge > inner) {
            return (gauge, R::ONE);
        }
        if self.softness == R::ZERO {
            return (R::ONE, R::ZERO);
        }
        // 1/(1 + y) of the margin is left.
        let left = R::ONE / (R::ONE + (gauge - inner) / self.softness);
        (R::ONE - self.softness * left, left * left)
    }
}

/// The nearest point in an ellipse with these half axes.
fn nearest_in_ellipse<R: Real>([x, y]: [R; 2], [a, b]: [R; 2]) -> [R; 2] {
    if !([x / a, y / b].length() > R::ONE) {
        return [x, y];
    }
    // With a softness of 1 all of the limits is margin.
    if a == R::ZERO {
        return [R::ZERO; 2];
    }
    // The nearest point is (a²x/(a² + t), b²y/(b² + t)) for the t > 0 that puts it on the ellipse: the root of a function
    // that falls and is convex, so Newton's iteration rises to it.
    let (aa, bb) = (a * a, b * b);
    let mut t = R::ZERO;
    for _ in 0..60 {
        let [p, q] = [a * x / (aa + t), b * y / (bb + t)];
        let excess = p * p + q * q - R::ONE;
        let slope = R::TWO * (p * p / (aa + t) + q * q / (bb + t));
        let next = t + excess / slope;
        if !(next > t) {
            break;
        }
        t = next;
    }
    [aa * x / (aa + t), bb * y / (bb + t)]
}
