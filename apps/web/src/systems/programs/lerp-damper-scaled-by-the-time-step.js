import { Damper } from "sprung";
import { eulerDamper } from "sprung/integrate";

export default ({ rate, frames }) => {
  const times = Array.from({ length: 301 }, (_, i) => (1.5 * i) / 300);
  const exact = [times, Damper.from({ rate }).sample(times, { from: 1, goal: 0 })];
  const euler = (frames) => {
    const [times, offset] = [[0], [1]];
    for (let i = 1; i <= Math.round(1.5 * frames); i++) {
      times.push(i / frames);
      offset.push(eulerDamper(offset[i - 1], 0, rate, 1 / frames));
    }
    return [times, offset];
  };
  const curves = [exact, euler(60), euler(frames)];
  const marks = [rate / frames];
  return { curves, marks };
};
