import { Spring } from "sprung";

export default ({ w, v, frames }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: 0 });
  const times = Array.from({ length: 401 }, (_, i) => (16 * i) / 400);
  const energy = ({ position, velocity }) => velocity ** 2 / 2 + (w * position) ** 2 / 2;
  const start = { position: 1, velocity: v };
  const [shown, seen] = [[0], [1]];
  let state = start;
  for (let i = 1; i <= Math.round(16 * frames); i++) {
    state = spring.step(state, 0, 1 / frames);
    shown.push(i / frames);
    seen.push(state.position);
  }
  const curves = [[times, spring.sample(times, { from: 1, velocity: v, goal: 0 }).position], [shown, seen]];
  const marks = [energy(state) / energy(start) - 1];
  return { curves, marks };
};
