import { Damper } from "sprung";

export default ({ halflife, frames }) => {
  const damper = Damper.from({ halflife });
  const times = Array.from({ length: 301 }, (_, i) => (1.5 * i) / 300);
  const [shown, offset] = [[0], [1]];
  for (let i = 1; i <= Math.round(1.5 * frames); i++) {
    shown.push(i / frames);
    offset.push(damper.step(offset[i - 1], 0, 1 / frames));
  }
  const curves = [[times, damper.sample(times, { from: 1, goal: 0 })], [shown, offset]];
  const marks = [halflife];
  return { curves, marks };
};
