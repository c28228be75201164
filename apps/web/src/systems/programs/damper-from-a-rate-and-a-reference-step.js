import { fromSmoothingFactor, smoothingFactor } from "sprung/convert";

export default ({ factor, reference, frames }) => {
  const damper = fromSmoothingFactor(factor, 1 / reference);
  const end = 8 / damper.rate;
  const times = Array.from({ length: 301 }, (_, i) => (end * i) / 300);
  const [shown, offset] = [[0], [1]];
  for (let i = 1; i <= Math.round(end * frames); i++) {
    shown.push(i / frames);
    offset.push(damper.step(offset[i - 1], 0, 1 / frames));
  }
  const curves = [[times, damper.sample(times, { from: 1, goal: 0 })], [shown, offset]];
  const marks = [damper.rate, smoothingFactor(damper, 1 / frames)];
  return { curves, marks };
};
