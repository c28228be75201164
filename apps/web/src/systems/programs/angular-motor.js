import { Damper } from "sprung";
import { Bodies } from "sprung/body";

export default ({ halflife, turns, torque }) => {
  const times = Array.from({ length: 300 }, (_, i) => i / 60);
  const target = [0, 0, 2 * Math.PI * turns];
  const [fans, speeds] = [[], []];
  for (const maxTorque of [Infinity, torque]) {
    const bodies = new Bodies({ gravity: [0, 0, 0] });
    const a = bodies.add({ mass: 2, inertia: [Infinity, Infinity, 0.5] });
    bodies.connect({ kind: "angular-motor", a, damper: Damper.from({ halflife }), target, maxTorque });
    const [angles, rate] = [[], []];
    let angle = 0;
    for (const _ of times) {
      angles.push(angle);
      rate.push(bodies.angularVelocities[2] / (2 * Math.PI));
      bodies.step(1 / 60);
      angle += bodies.angularVelocities[2] / 60;
    }
    bodies.free();
    fans.push([times.map(() => 0), times.map(() => 0)], [times, angles]);
    speeds.push([times, rate]);
  }
  const curves = [...fans, ...speeds];
  return { curves };
};
