import { Spring } from "sprung";

export default ({ halflife, q, v }) => {
  const spring = Spring.from({ halflife });
  const start = { position: 0, velocity: v };
  const times = Array.from({ length: 241 }, (_, i) => (7 * halflife * i) / 240);
  const curves = [
    [times, times.map((t) => spring.step(start, { goal: 1, goalVelocity: q }, t).position)],
    [times, spring.sample(times, { velocity: v }).position],
    [times, spring.sample(times, { from: 0.8, velocity: v, goal: 0 }).position],
  ];
  const marks = [halflife];
  return { curves, marks };
};
