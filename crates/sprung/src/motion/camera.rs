//! A third-person camera: springs on the point it looks at, its distance, and its angles.

use crate::motion::angle_spring::{unwrap_angle, wrap_angle};
use crate::motion::camera_step::{CameraGoal, CameraStep, Orbit};
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A third-person camera that follows a player: smooth, with bounded lag, and independent of the frame rate.
///
/// A composition of springs, each exact for goals that move linearly within a frame: player, radius, yaw and pitch. The
/// focus follows the player plus `lookahead` times the velocity that is given with his position, and so stays at most
/// `|lookahead − 2ζ/ω|·speed` from a steady player at any speed. The velocity is given, not taken from two positions:
/// a position that jumps, or that is known less often than frames are drawn, would be multiplied by `lookahead/dt`.
/// Yaw takes the shortest path. An obstacle shortens the radius at once; when it is gone the radius eases out.
/// Source: R. Juckett, *Damped Springs* (camera).
///
/// Accuracy: the motion is the same at every frame rate to 1e-12 (`f64`) for a player who moves steadily between frames,
/// while the angles stay less than half a turn behind. A clearance counts from the end of the frame it is told in.
///
/// ```
/// use sprung::motion::{CameraGoal, CameraRig, CameraSprings, Orbit};
/// use sprung::{Spring, State};
///
/// let spring = Spring::from_halflife(0.15, 1.0)?;
/// let springs = CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: spring.lag() };
/// let view = Orbit { radius: 6.0f64, yaw: 0.0, pitch: 0.3 };
/// let step = springs.step(1.0 / 60.0);
/// let mut camera = CameraRig::new([0.0; 3], view);
/// for frame in 1..=240 {
///     let player = State::new([f64::from(frame) * 2.0, 0.0, 0.0], [120.0, 0.0, 0.0]);
///     camera.update(CameraGoal::new(player, view), &step);
/// }
/// // At 120 units per second the player is still in the center.
/// assert!((camera.focus.position[0] - 480.0).abs() < 1e-6);
/// let player = State::at_rest([480.0, 0.0, 0.0]);
/// camera.update(CameraGoal { clearance: 2.5, ..CameraGoal::new(player, view) }, &step);
/// assert_eq!(camera.radius.position, 2.5);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("follow camera", "SpringArm", "third-person camera", "Cinemachine", "chase camera"))]
#[doc(alias = "orbit camera")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias = "SpringArm3D")]
pub struct CameraRig<R> {
    /// The focus point, at which the camera looks.
    pub focus: State<[R; 3]>,
    /// The distance from the focus.
    pub radius: State<R>,
    /// The angle about the vertical; not wrapped.
    pub yaw: State<R>,
    /// The angle above the horizontal.
    pub pitch: State<R>,
    player: [R; 3],
    #[cfg_attr(feature = "serde", serde(bound = "R: crate::Real"))]
    goal: Orbit<R>,
}

impl<R: Real> CameraRig<R> {
    /// At rest behind a player.
    pub fn new(player: [R; 3], goal: Orbit<R>) -> Self {
        CameraRig {
            focus: State::at_rest(player),
            radius: State::at_rest(goal.radius),
            yaw: State::at_rest(goal.yaw),
            pitch: State::at_rest(goal.pitch),
            player,
            goal,
        }
    }

    /// Moves the camera by one step, in which the player moved steadily to `goal.player` and the wanted view to `goal.view`.
    ///
    /// A step of no time changes nothing but the clearance; an infinite one ends at rest on player and view.
    pub fn update(&mut self, goal: CameraGoal<R>, step: &CameraStep<R>) {
        if step.dt > R::ZERO {
            self.move_focus(step, goal.player);
            self.move_orbit(step, goal.view);
        }
        if self.radius.position > goal.clearance {
            self.radius = State::at_rest(goal.clearance.max(R::ZERO));
        }
    }

    /// Moves player, goal and camera by the same vector at once: a portal, a floating origin.
    pub fn teleport(&mut self, by: [R; 3]) {
        self.player = self.player.plus(by);
        self.focus.position = self.focus.position.plus(by);
    }

    /// The position of the camera.
    pub fn position(&self) -> [R; 3] {
        let back = [R::ZERO, R::ZERO, self.radius.position];
        self.focus.position.plus(self.rotation().rotate(back))
    }

    /// The rotation of the camera, which looks along its −z, with y up.
    pub fn rotation(&self) -> Rotation<R> {
        let pitch = Rotation::from_rotation_vector([-self.pitch.position, R::ZERO, R::ZERO]);
        pitch.then(&Rotation::from_rotation_vector([R::ZERO, self.yaw.position, R::ZERO]))
    }

    fn move_focus(&mut self, step: &CameraStep<R>, player: State<[R; 3]>) {
        // Steady within the frame, so that frames of any length see the same goal.
        let ahead = player.velocity.times(step.lookahead);
        let (from, to) = (self.player.plus(ahead), player.position.plus(ahead));
        self.focus = step.focus.apply(self.focus, from, to);
        self.player = player.position;
    }

    fn move_orbit(&mut self, step: &CameraStep<R>, view: Orbit<R>) {
        let from = unwrap_angle(self.goal.yaw, self.yaw.position);
        let to = from + wrap_angle(view.yaw - self.goal.yaw);
        self.yaw = step.angles.apply(self.yaw, from, to);
        self.pitch = step.angles.apply(self.pitch, self.goal.pitch, view.pitch);
        self.radius = step.radius.apply(self.radius, self.goal.radius, view.radius);
        self.goal = view;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::CameraSprings;
    use crate::params::Spring;
    use core::f64::consts::PI;

    const STANDING: State<[f64; 3]> = State::at_rest([0.0; 3]);
    const BEHIND: Orbit<f64> = Orbit { radius: 5.0, yaw: 0.0, pitch: 0.0 };

    fn springs() -> CameraSprings<f64> {
        CameraSprings {
            focus: Spring::critical(8.0).unwrap(),
            angles: Spring::new(10.0, 0.8).unwrap(),
            radius: Spring::critical(4.0).unwrap(),
            lookahead: 0.0,
        }
    }

    #[test]
    fn a_player_of_any_speed_never_outruns_the_camera() {
        let springs = springs();
        for speed in [1.0, 100.0, 1e6] {
            let mut camera = CameraRig::new([0.0; 3], BEHIND);
            let mut farthest: f64 = 0.0;
            for frame in 1..=600 {
                let x = speed * f64::from(frame) / 60.0;
                let player = State::new([x, 0.0, 0.0], [speed, 0.0, 0.0]);
                camera.update(CameraGoal::new(player, BEHIND), &springs.step(1.0 / 60.0));
                farthest = farthest.max(x - camera.focus.position[0]);
            }
            let lag = springs.focus.lag() * speed;
            assert!(farthest <= lag * (1.0 + 1e-12), "{farthest} {lag}");
            assert!((camera.focus.velocity[0] - speed).abs() < 1e-9 * speed);
        }
    }

    #[test]
    fn a_turn_and_a_stop_of_the_player_bring_no_jump_of_the_camera() {
        let springs = CameraSprings { lookahead: 0.5, ..springs() };
        let mut camera = CameraRig::new([0.0; 3], BEHIND);
        let (dt, speed, mut x) = (1e-3, 10.0, 0.0);
        let mut before = camera.focus;
        for frame in 0..4000 {
            let velocity = if frame < 2000 { speed } else { 0.0 };
            x += dt * velocity;
            let player = State::new([x, 0.0, 0.0], [velocity, 0.0, 0.0]);
            camera.update(CameraGoal::new(player, BEHIND), &springs.step(dt));
            // The goal jumps by lookahead·speed, the velocity by no more than ω²·dt of that and of the lag.
            let most = 64.0 * dt * speed * (0.5 + springs.focus.lag());
            assert!((camera.focus.velocity[0] - before.velocity[0]).abs() < most);
            before = camera.focus;
        }
    }

    #[test]
    fn an_obstacle_pulls_in_at_once_and_lets_out_softly() {
        let springs = springs();
        let mut camera = CameraRig::new([0.0; 3], BEHIND);
        let dt = 1.0 / 60.0;
        for clearance in [4.0, 2.0, 3.0] {
            for _ in 0..30 {
                camera.update(
                    CameraGoal { clearance, ..CameraGoal::new(STANDING, BEHIND) },
                    &springs.step(dt),
                );
                assert!(camera.radius.position <= clearance);
            }
        }
        let pulled_in = camera.radius;
        let mut free = camera;
        free.update(CameraGoal::new(STANDING, BEHIND), &springs.step(dt));
        let first = free.radius.position - pulled_in.position;
        assert!(first > 0.0 && first < 0.2, "{first}");
        for _ in 0..600 {
            free.update(CameraGoal::new(STANDING, BEHIND), &springs.step(dt));
        }
        assert!((free.radius.position - 5.0).abs() < 1e-9);
    }

    #[test]
    fn yaw_goes_the_shortest_way_round() {
        let springs = springs();
        let start = Orbit { yaw: 0.95 * PI, ..BEHIND };
        let mut camera = CameraRig::new([0.0; 3], start);
        let goal = Orbit { yaw: -0.95 * PI, ..BEHIND };
        for _ in 0..300 {
            camera.update(CameraGoal::new(STANDING, goal), &springs.step(1.0 / 60.0));
            assert!(camera.yaw.position > 0.94 * PI);
        }
        assert!((camera.yaw.position - 1.05 * PI).abs() < 1e-9);
    }

    #[test]
    fn the_camera_looks_at_its_focus_from_above_and_behind() {
        let view = Orbit { radius: 2.0, yaw: PI / 2.0, pitch: PI / 6.0 };
        let camera = CameraRig::new([1.0, 2.0, 3.0], view);
        let expected = [1.0 + 3.0f64.sqrt(), 3.0, 3.0];
        assert!(camera.position().minus(expected).length() < 1e-15);
        let sight = camera.rotation().rotate([0.0, 0.0, -2.0]);
        assert!(camera.position().plus(sight).minus([1.0, 2.0, 3.0]).length() < 1e-15);
    }

    #[test]
    fn a_step_of_zero_time_changes_nothing() {
        let mut camera = CameraRig::new([1.0; 3], BEHIND);
        camera.update(CameraGoal::new(State::at_rest([9.0; 3]), BEHIND), &springs().step(0.0));
        assert_eq!(camera, CameraRig::new([1.0; 3], BEHIND));
    }

    /// Between frames a follow spring obeys `x″ = ω²(g − x) − 2ζω x′`, with `g` the player plus the look-ahead.
    #[test]
    fn the_focus_is_the_solution_of_its_differential_equation() {
        let springs = CameraSprings { lookahead: 0.3, ..springs() };
        let (w, a) = (8.0, 8.0);
        let mut camera = CameraRig::new([0.0; 3], BEHIND);
        let (mut x, mut reference) = (0.0, [0.0, 0.0]);
        for (speed, dt) in [(3.0, 0.05), (3.0, 0.2), (-7.0, 1.0 / 60.0), (0.0, 0.3), (20.0, 0.01)] {
            let start = x;
            x += speed * dt;
            let player = State::new([x, 0.0, 0.0], [speed, 0.0, 0.0]);
            camera.update(CameraGoal::new(player, BEHIND), &springs.step(dt));
            reference = testkit::reference_ode::solve(
                |time, [position, velocity]| {
                    let goal = start + speed * time + 0.3 * speed;
                    [velocity, w * w * (goal - position) - 2.0 * a * velocity]
                },
                reference,
                0.0,
                dt,
            );
            let [position, velocity] = reference;
            assert!((camera.focus.position[0] - position).abs() < 1e-11, "{camera:?}");
            assert!((camera.focus.velocity[0] - velocity).abs() < 1e-10);
        }
    }

    #[test]
    fn a_jump_of_the_player_is_no_jump_of_the_camera_however_far_it_looks_ahead() {
        let walk = State::at_rest([0.0; 3]);
        for rate in [60.0, 1000.0] {
            let [near, far] = [0.0, 0.5].map(|lookahead| {
                let springs = CameraSprings { lookahead, ..springs() };
                let mut camera = CameraRig::new([0.0; 3], BEHIND);
                camera.update(CameraGoal::new(walk, BEHIND), &springs.step(1.0 / rate));
                let jumped = State::at_rest([10.0, 0.0, 0.0]);
                let mut most: f64 = 0.0;
                for frame in 0..600 {
                    camera.update(CameraGoal::new(jumped, BEHIND), &springs.step(1.0 / rate));
                    if frame == 0 {
                        // A critical spring gains ω²·dt·10 at most.
                        assert!(camera.focus.velocity[0] <= 640.0 / rate, "{camera:?}");
                    }
                    most = most.max(camera.focus.position[0]);
                }
                assert!(most <= 10.0 + 1e-12, "no overshoot: {most}");
                camera.focus
            });
            assert_eq!(near, far);
        }
    }

    #[test]
    fn frames_of_no_time_and_of_the_shortest_time_move_nothing_and_an_endless_one_arrives() {
        let springs = CameraSprings { lookahead: 0.5, ..springs() };
        let start = CameraRig::new([0.0; 3], BEHIND);
        let player = State::new([1.0, 2.0, 3.0], [4.0, 0.0, 0.0]);
        let goal = Orbit { radius: 2.0, yaw: 1.0, pitch: 0.5 };
        for dt in [0.0, -0.0, -1.0, f64::NAN] {
            let mut camera = start;
            camera.update(
                CameraGoal { clearance: f64::NAN, ..CameraGoal::new(player, goal) },
                &springs.step(dt),
            );
            assert_eq!(camera, start, "{dt}");
        }
        let mut camera = start;
        camera.update(CameraGoal::new(player, goal), &springs.step(5e-324));
        assert!(camera.focus.position.iter().chain(&camera.focus.velocity).all(|x| x.is_finite()));
        assert!(camera.focus.position.length() < 1e-300);
        camera.update(CameraGoal::new(player, goal), &springs.step(f64::INFINITY));
        assert_eq!(camera.focus, State::at_rest([3.0, 2.0, 3.0]));
        assert_eq!([camera.radius, camera.yaw], [State::at_rest(2.0), State::at_rest(1.0)]);
        camera.update(
            CameraGoal { clearance: -1.0, ..CameraGoal::new(player, goal) },
            &springs.step(0.0),
        );
        assert_eq!(camera.radius, State::at_rest(0.0));
    }
}
