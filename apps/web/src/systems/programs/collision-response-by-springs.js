import { Spring } from "sprung";
import { Bodies } from "sprung/body";

export default ({ f, z, height }) => {
  const bodies = new Bodies();
  const a = bodies.add({ mass: 1, position: [0, height, 0] }); // the lowest point of the ball
  const spring = Spring.from({ frequency: f, dampingRatio: z });
  const contact = bodies.connect({ kind: "contact", a, spring, point: [0, 0, 0], normal: [0, 1, 0], depth: 0 });
  const times = Array.from({ length: 301 }, (_, i) => i / 60);
  const heights = times.map(() => {
    const y = bodies.positions[1];
    bodies.set(contact, { point: [0, y, 0], depth: -y });
    bodies.step(1 / 60);
    return y;
  });
  bodies.free();
  const still = times.map(() => 0);
  const curves = [[still, heights], [times, still], [times, heights]];
  return { curves };
};
