import { Spring } from "sprung";

export default ({ w, z, q }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const rest = { position: 0, velocity: 0 };
  const times = Array.from({ length: 241 }, (_, i) => (2 * i) / 240);
  // Each is exact for any step: one step from the start to every time.
  const to = (goal) => [times, times.map((t) => spring.step(rest, goal(t), t).position)];
  const curves = [
    [[0, 2], [1, 1 + 2 * q]],
    to((t) => ({ from: 1, goal: 1 + q * t, damping: "world" })),
    to((t) => ({ from: 1, goal: 1 + q * t, damping: "goal" })),
    to(() => ({ goal: 1, goalVelocity: q })),
  ];
  const marks = [1 + q * spring.lag];
  return { curves, marks };
};
