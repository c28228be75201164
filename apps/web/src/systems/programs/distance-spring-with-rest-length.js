import { Spring } from "sprung";
import { Bodies } from "sprung/body";

export default ({ f, z, length, all }) => {
  const bodies = new Bodies({ gravity: [0, 0, 0], discretization: "exact" });
  const a = bodies.add({ mass: 1, inertia: [Infinity, Infinity, 0.1], position: [-0.4, 0.2, 0], velocity: [0, 1.2, 0] });
  const b = bodies.add({ mass: 3, inertia: [Infinity, Infinity, 0.3], position: [0.2, 0, 0], velocity: [0, -0.4, 0] });
  const spring = Spring.from({ frequency: f, dampingRatio: z });
  bodies.connect({ kind: "distance", a, b, spring, restLength: length, damped: all < 0.5 ? "along" : "all" });
  const paths = [[[], []], [[], []]];
  const times = Array.from({ length: 300 }, (_, i) => i / 60);
  for (const _ of times) {
    const { positions } = bodies;
    paths.forEach((path, body) => {
      path[0].push(positions[3 * body]);
      path[1].push(positions[3 * body + 1]);
    });
    bodies.step(1 / 60);
  }
  bodies.free();
  const still = [times, times.map(() => 0)]; // the spring is on their centers: they do not turn
  const curves = [paths[0], still, paths[1], still];
  return { curves };
};
