import { Spring } from "sprung";
import { Bodies, stablePdVelocityChange } from "sprung/body";

export default ({ f, z, mass }) => {
  const spring = Spring.from({ frequency: f, dampingRatio: z });
  const times = Array.from({ length: 46 }, (_, i) => i / 60);
  // As published. In the plane, place and angle are three numbers; it diverges, so they are bounded here.
  const [published, angle] = [[[], []], []];
  let crate = { position: [0, 0, 0.9], velocity: [0, 0, 0] };
  for (const _ of times) {
    const bounded = crate.position.map((x) => Math.max(-30, Math.min(30, x)));
    published[0].push(0);
    published[1].push(bounded[1]);
    angle.push(bounded[2]);
    const change = stablePdVelocityChange(spring, crate, { position: [0, 1, 0], velocity: [0, 0, 0] }, 1 / 60);
    const velocity = crate.velocity.map((v, i) => v + change[i]);
    crate = { position: crate.position.map((x, i) => x + velocity[i] / 60), velocity };
  }
  const driven = (mass) => {
    const bodies = new Bodies({ gravity: [0, 0, 0], discretization: "exact" });
    const inertia = [mass / 6, mass / 6, mass / 6]; // a cube of 1 m
    const a = bodies.add({ mass, inertia, rotation: [0, 0, Math.sin(0.45), Math.cos(0.45)] });
    bodies.connect({ kind: "pose", a, spring, goal: [0, 1, 0] });
    const [path, angles] = [[[], []], []];
    for (const _ of times) {
      const [x, y] = bodies.positions;
      const [, , qz, qw] = bodies.rotations;
      path[0].push(x);
      path[1].push(y);
      angles.push(2 * Math.atan2(qz, qw));
      bodies.step(1 / 60);
    }
    bodies.free();
    return [path, [times, angles]];
  };
  const curves = [published, [times, angle], ...driven(1), ...driven(mass)];
  const marks = [spring.angularFrequency / 60];
  return { curves, marks };
};
