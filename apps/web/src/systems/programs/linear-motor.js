import { Damper } from "sprung";
import { Bodies } from "sprung/body";

export default ({ halflife, speed, force, mass }) => {
  const times = Array.from({ length: 300 }, (_, i) => i / 60);
  const [paths, speeds] = [[], []];
  for (const maxForce of [Infinity, force]) {
    const bodies = new Bodies({ gravity: [0, 0, 0] });
    const a = bodies.add({ mass });
    bodies.connect({ kind: "linear-motor", a, damper: Damper.from({ halflife }), target: [speed, 0, 0], maxForce });
    const [x, v] = [[], []];
    for (const _ of times) {
      x.push(bodies.positions[0]);
      v.push(bodies.velocities[0]);
      bodies.step(1 / 60);
    }
    bodies.free();
    paths.push([x, x.map(() => 0)], [times, times.map(() => 0)]);
    speeds.push([times, v]);
  }
  const curves = [...paths, ...speeds];
  return { curves };
};
