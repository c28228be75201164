//! A camera that has the whole motion in its view, or follows what goes far.

use glam_033::{Mat3, Quat, Vec3};
use serde_json::{Value, json};

/// The vertical field of view, radians.
const FIELD_OF_VIEW: f32 = 0.7;

/// The direction from the motion to the camera: in front, a little to the right and above.
const FROM: Vec3 = Vec3::new(0.45, 0.3, 1.0);

/// Around the motion in the picture.
const MARGIN: f32 = 1.05;

/// The size of a motion that the camera follows, in sizes of the shape.
const FAR: f32 = 2.5;

/// A camera without its node.
#[derive(Clone, Debug)]
pub(super) struct Camera {
    pub(super) rotation: Quat,
    /// Its place in each frame, or one for all of them.
    pub(super) places: Vec<Vec3>,
    near: f32,
    far: f32,
}

impl Camera {
    /// A camera on the vertices of all frames.
    pub(super) fn on<'a>(frames: impl Iterator<Item = &'a [[f32; 3]]>) -> Self {
        let boxes: Vec<[Vec3; 2]> = frames.map(bounds).collect();
        let center = |[low, high]: [Vec3; 2]| 0.5 * (low + high);
        let radius = |[low, high]: [Vec3; 2]| (0.5 * (high - low).length()).max(1e-6);
        let whole = boxes.iter().copied().reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]);
        let whole = whole.unwrap_or([Vec3::ZERO; 2]);
        let single = boxes.iter().map(|&frame| radius(frame)).fold(1e-6, f32::max);
        let follows = radius(whole) > FAR * single;
        let back = FROM.normalize();
        let right = Vec3::Y.cross(back).normalize();
        let rotation = Quat::from_mat3(&Mat3::from_cols(right, back.cross(right), back));
        let targets = if follows { boxes } else { vec![whole] };
        let needed = |frame: &[Vec3; 2]| {
            let half = 0.5 * (frame[1] - frame[0]);
            let reach = |axis: Vec3| axis.abs().dot(half);
            // A corner of the box, nearest to the camera, at an edge of the picture.
            reach(right).max(reach(back.cross(right))) / (0.5 * FIELD_OF_VIEW).tan() + reach(back)
        };
        let distance = MARGIN * targets.iter().map(needed).fold(1e-6, f32::max);
        let places = targets.into_iter().map(|frame| center(frame) + distance * back).collect();
        Camera { rotation, places, near: 0.05 * distance, far: 20.0 * distance }
    }

    /// The camera of glTF.
    pub(super) fn json(&self) -> Value {
        let (near, far) = (self.near, self.far);
        json!({
            "type": "perspective",
            "perspective": { "yfov": FIELD_OF_VIEW, "znear": near, "zfar": far },
        })
    }
}

/// The lowest and the highest coordinates.
fn bounds(points: &[[f32; 3]]) -> [Vec3; 2] {
    let points = points.iter().map(|point| Vec3::from(*point));
    points.map(|p| [p, p]).reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether the camera sees a point in a square picture.
    fn sees(camera: &Camera, place: Vec3, point: Vec3) -> bool {
        let seen = camera.rotation.inverse() * (point - place);
        let edge = -seen.z * (0.5 * FIELD_OF_VIEW).tan();
        -seen.z > camera.near && -seen.z < camera.far && seen.x.abs() < edge && seen.y.abs() < edge
    }

    #[test]
    fn it_sees_every_point_of_a_motion_and_follows_a_fall() {
        for fall in [0.0, 0.3, 100.0] {
            let corners = |drop: f32| {
                (0..8)
                    .map(move |i| [i & 1, i >> 1 & 1, i >> 2].map(|c: u8| f32::from(c)))
                    .map(move |[x, y, z]| [3.0 * x - 20.0, y - drop, z])
            };
            let frames: Vec<Vec<[f32; 3]>> =
                (0..30).map(|frame| corners(fall * frame as f32 / 30.0).collect()).collect();
            let camera = Camera::on(frames.iter().map(Vec::as_slice));
            assert_eq!(camera.places.len(), if fall > 1.0 { 30 } else { 1 });
            for (index, frame) in frames.iter().enumerate() {
                let place = camera.places[index % camera.places.len()];
                assert!(frame.iter().all(|point| sees(&camera, place, Vec3::from(*point))));
            }
            // Upright.
            assert!((camera.rotation * Vec3::X).y.abs() < 1e-6);
        }
    }
}
