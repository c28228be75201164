//! Rotations as quaternion columns, each moved to its goal by a separate spring, on the shortest path.

use crate::batch::Batch;
use crate::float::{Float, choose};
use crate::math::response::Response;
use crate::math::rotation::{angular_velocity, exp, inverse, log, product, rotation_vector_rate};
use crate::param::{Param, SpringParams};
use crate::rest::Rest;
use crate::sweep::Rule;

impl<T: Float> Batch<T> {
    /// Advances rotations by springs that may differ in angular frequency `ω`, damping ratio `ζ`, time step and goal.
    ///
    /// A rotation is four columns, the components x, y, z and w of a unit quaternion; an angular velocity is three, in rad/s
    /// in the world frame. The goal must be a unit quaternion too; `q` and `−q` are the same goal (shortest path).
    ///
    /// Formula: the spring moves the rotation vector `log(rotation·goal⁻¹)`, as [`sprung::motion::rotation_spring`] does.
    /// There is no dead zone but the [`RestThreshold`](crate::RestThreshold), whose distance is between components. A `dt` that is 0, negative or
    /// NaN changes nothing.
    /// Accuracy: within 3e-6 (`f32`) and 1e-13 (`f64`) rad of the core, for angular velocities up to `ω`.
    ///
    /// ```
    /// let mut rotation = [[0.0f32], [0.0], [0.0], [1.0]];
    /// let mut velocity = [[0.0f32]; 3];
    /// let quarter = std::f32::consts::FRAC_PI_8;
    /// let goal = [0.0, quarter.sin(), 0.0, quarter.cos()];
    /// let springs = sprung_batch::SpringParams { angular_frequency: 12.0, damping_ratio: 1.0, dt: 1.0 / 60.0 };
    /// for _frame in 0..120 {
    ///     sprung_batch::Batch::new().rotation_springs(
    ///         springs,
    ///         rotation.each_mut().map(|column| &mut column[..]),
    ///         velocity.each_mut().map(|column| &mut column[..]),
    ///         goal,
    ///     );
    /// }
    /// assert!((rotation[1][0] - goal[1]).abs() < 1e-6);
    /// ```
    ///
    /// # Panics
    /// If the slices differ in length.
    #[doc(alias("quaternion", "simple_spring_damper_exact_quat"))]
    pub fn rotation_springs<'a>(
        &self,
        springs: SpringParams<impl Param<'a, T>, impl Param<'a, T>, impl Param<'a, T>>,
        rotation: [&'a mut [T]; 4],
        angular_velocity: [&'a mut [T]; 3],
        goal: [impl Param<'a, T>; 4],
    ) {
        let SpringParams { angular_frequency, damping_ratio, dt } = springs;
        let [x, y, z, w] = rotation;
        let [vx, vy, vz] = angular_velocity;
        let [goal_x, goal_y, goal_z, goal_w] = goal.map(Param::values);
        self.run(
            RotationSpring,
            (
                [
                    "rotation x",
                    "rotation y",
                    "rotation z",
                    "rotation w",
                    "angular_velocity x",
                    "angular_velocity y",
                    "angular_velocity z",
                ],
                [x, y, z, w, vx, vy, vz],
            ),
            (
                [
                    "angular_frequency",
                    "damping_ratio",
                    "dt",
                    "goal x",
                    "goal y",
                    "goal z",
                    "goal w",
                ],
                [
                    angular_frequency.values(),
                    damping_ratio.values(),
                    dt.values(),
                    goal_x,
                    goal_y,
                    goal_z,
                    goal_w,
                ],
            ),
        );
    }
}

#[derive(Clone, Copy)]
struct RotationSpring;

/// One step of one rotation by the response of its spring.
#[inline(always)]
fn turn<T: Float>(step: &Response<T>, [x, y, z, w, vx, vy, vz]: [T; 7], goal: [T; 4]) -> [T; 7] {
    let offset = product([x, y, z, w], inverse(goal));
    let r = log(offset);
    let rate = rotation_vector_rate(r, offset, [vx, vy, vz]);
    let [a, b, c] = core::array::from_fn(|i| step.advance(r[i], rate[i], T::ZERO));
    let (r, rate) = ([a[0], b[0], c[0]], [a[1], b[1], c[1]]);
    let [x, y, z, w] = product(exp(r), goal);
    let [vx, vy, vz] = angular_velocity(r, rate);
    [x, y, z, w, vx, vy, vz]
}

impl<T: Float> Rule<T, 7, 7> for RotationSpring {
    #[inline(always)]
    fn advance(&self, state: [T; 7], [w, z, dt, gx, gy, gz, gw]: [T; 7]) -> [T; 7] {
        let turned = turn(&Response::new(w, z, dt), state, [gx, gy, gz, gw]);
        // The logarithm and back is not the same rotation to the last bit.
        let stays = !(dt > T::ZERO) & (w >= T::ZERO) & (z >= T::ZERO);
        choose(stays, state, turned)
    }

    #[inline(always)]
    fn shortcut(&self, state: [T; 7], [w, z, dt, gx, gy, gz, gw]: [T; 7]) -> ([T; 7], bool) {
        let (step, is_short) = Response::of_a_frame(w, z, dt);
        (turn(&step, state, [gx, gy, gz, gw]), is_short & (dt > T::ZERO))
    }

    #[inline(always)]
    fn settle(&self, rest: &Rest<T>, state: [T; 7], [.., gx, gy, gz, gw]: [T; 7]) -> [T; 7] {
        let [x, y, z, w, vx, vy, vz] = state;
        let aligned = x * gx + y * gy + z * gz + w * gw >= T::ZERO;
        let [gx, gy, gz, gw] = [gx, gy, gz, gw].map(|g| if aligned { g } else { -g });
        let distance = [x - gx, y - gy, z - gz, w - gw].into_iter().fold(T::ZERO, |far, offset| {
            let distance = offset.abs();
            if distance > far { distance } else { far }
        });
        let speed = vx.abs() + vy.abs() + vz.abs();
        let still = (distance <= rest.threshold.distance) & (speed <= rest.threshold.speed);
        choose(still, [gx, gy, gz, gw, T::ZERO, T::ZERO, T::ZERO], state)
    }

    #[inline(always)]
    fn is_moving(&self, rest: &Rest<T>, [.., vx, vy, vz]: [T; 7], _: [T; 7]) -> bool {
        vx.has_any(rest.fast) | vy.has_any(rest.fast) | vz.has_any(rest.fast)
    }
}
