import { Spring } from "sprung";

export default ({ m, k, b }) => {
  const critical = 2 * Math.sqrt(k * m);
  const springs = [0, b, critical].map((damping) => Spring.from({ stiffness: k, damping, mass: m }));
  const times = Array.from({ length: 401 }, (_, i) => (4 * i) / 400);
  const curves = springs.map((spring) => [times, spring.sample(times, { from: 1, goal: 0 }).position]);
  const marks = [springs[1].frequency, springs[1].dampingRatio, critical];
  return { curves, marks };
};
