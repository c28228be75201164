import { Spring } from "sprung";
import { Bodies } from "sprung/body";

export default ({ f, z, tilt }) => {
  const half = (tilt * Math.PI) / 360;
  const bodies = new Bodies({ gravity: [0, 0, 0], discretization: "exact" }); // it hovers
  const a = bodies.add({
    mass: 5, inertia: [Infinity, Infinity, 1], rotation: [0, 0, Math.sin(half), Math.cos(half)], angularVelocity: [0, 0, -1],
  });
  const up = [0, 1, 0];
  bodies.connect({ kind: "swing", a, spring: Spring.from({ frequency: f, dampingRatio: z }), axis: up, goal: up });
  const times = Array.from({ length: 300 }, (_, i) => i / 60);
  let angle = 2 * half;
  const angles = times.map(() => {
    const now = angle;
    bodies.step(1 / 60);
    angle += bodies.angularVelocities[2] / 60;
    return now;
  });
  bodies.free();
  const still = times.map(() => 0);
  const curves = [[still, still], [times, angles], [times, angles.map((one) => (one * 180) / Math.PI)]];
  return { curves };
};
