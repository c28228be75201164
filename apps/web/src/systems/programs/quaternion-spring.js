import { Spring } from "sprung";
import { fromRotationVector, stepRotation, toRotationVector } from "sprung/motion";

export default ({ w, z, degrees, spin }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  let state = {
    rotation: fromRotationVector([(degrees * Math.PI) / 180, 0, 0]),
    angularVelocity: [0, spin, -0.75 * spin],
  };
  const times = Array.from({ length: 361 }, (_, i) => i / 120);
  const rotations = times.map(() => {
    const { rotation } = state;
    state = stepRotation(spring, state, [0, 0, 0, 1], 1 / 120);
    return rotation;
  });
  const vectors = rotations.map(toRotationVector);
  const part = (axis) => rotations.map((rotation) => rotation[axis]);
  const curves = [
    ...[0, 1, 2].map((axis) => [times, vectors.map((vector) => (vector[axis] * 180) / Math.PI)]),
    [part(0), part(1)], // the quaternion: x over y, z over w
    [part(2), part(3)],
  ];
  return { curves };
};
