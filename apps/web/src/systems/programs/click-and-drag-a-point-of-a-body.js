import { Spring } from "sprung";
import { Bodies } from "sprung/body";

export default ({ f, z, mass }) => {
  const hand = (i) => [1.2 * Math.sin((1.3 * i) / 60), 0.7 * Math.sin((2.6 * i) / 60), 0];
  const bodies = new Bodies({ discretization: "exact" });
  const inertia = [mass / 6, mass / 6, mass / 6]; // a cube of 1 m
  const a = bodies.add({ mass, inertia, position: [-0.5, -0.5, 0] });
  const spring = Spring.from({ frequency: f, dampingRatio: z });
  const drag = bodies.connect({ kind: "point", a, spring, pointA: [0.5, 0.5, 0] });
  const times = Array.from({ length: 480 }, (_, i) => i / 60);
  const [path, angles, hands] = [[[], []], [], [[], []]];
  let angle = 0;
  times.forEach((_, i) => {
    const [now, next] = [hand(i), hand(i + 1)];
    path[0].push(bodies.positions[0]);
    path[1].push(bodies.positions[1]);
    angles.push(angle);
    hands[0].push(now[0]);
    hands[1].push(now[1]);
    bodies.set(drag, { pointB: now, goalVelocity: next.map((x, axis) => (x - now[axis]) * 60) });
    bodies.step(1 / 60);
    angle += bodies.angularVelocities[2] / 60;
  });
  bodies.free();
  const curves = [path, [times, angles], hands];
  return { curves };
};
