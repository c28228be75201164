import { Spring } from "sprung";
import { integrate } from "sprung/integrate";

export default ({ cs, steps }) => {
  // Steps of 1 s: the angular frequency is the root of the coefficient, and velocities are divided by it.
  const rate = Math.sqrt(cs);
  const spring = Spring.from({ angularFrequency: rate, dampingRatio: 0 });
  const curves = ["explicit", "semi-implicit"].map((method) => {
    const { position, velocity } = integrate(method, spring, 1, Math.round(steps), { from: 1, goal: 0 });
    const isSeen = (_, i) => Math.abs(position[i]) < 4 && Math.abs(velocity[i] / rate) < 4;
    return [position.filter(isSeen), velocity.filter(isSeen).map((v) => v / rate)];
  });
  const angles = Array.from({ length: 121 }, (_, i) => (i * 3 * Math.PI) / 180);
  curves.push([angles.map(Math.sin), angles.map(Math.cos)]);
  return { curves };
};
