import { Spring } from "sprung";

export default ({ w, z, v, frames }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const times = Array.from({ length: 401 }, (_, i) => (16 * i) / 400 / w);
  const { position, velocity } = spring.sample(times, { velocity: v });
  const energy = position.map((x, i) => (velocity[i] ** 2 / w ** 2 + (x - 1) ** 2) / 2);
  const [shown, seen] = [[], []];
  let state = { position: 0, velocity: v };
  for (let i = 0; i <= Math.round((16 / w) * frames); i++) {
    shown.push(i / frames);
    seen.push(state.position);
    state = spring.step(state, 1, 1 / frames);
  }
  const curves = [[times, position], [shown, seen], [times, energy]];
  const marks = [1];
  return { curves, marks };
};
