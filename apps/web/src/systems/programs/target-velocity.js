import { Spring } from "sprung";

export default ({ w, z, speed }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const goal = (t) => Math.sin(speed * t);
  const times = Array.from({ length: 361 }, (_, i) => i / 60);
  const run = (damping) => {
    let state = { position: 0, velocity: 0 };
    return times.map((t) => {
      const { position } = state;
      state = spring.step(state, { from: goal(t), goal: goal(t + 1 / 60), damping }, 1 / 60);
      return position;
    });
  };
  const curves = [[times, times.map(goal)], [times, run("world")], [times, run("goal")]];
  const marks = [spring.lag];
  return { curves, marks };
};
