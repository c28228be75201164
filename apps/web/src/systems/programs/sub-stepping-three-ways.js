import { Spring } from "sprung";
import { integrateFrames } from "sprung/integrate";

export default ({ w, z, step, limit }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const frames = Array.from({ length: 24 }, (_, i) => (i % 2 ? 0.107 : 0.06)); // s
  const ends = [0];
  for (const dt of frames) ends.push(ends.at(-1) + dt);
  const runs = ["capped", "uniform", "fixed-keeping-debt"].map((rule) => {
    const { position } = integrateFrames(rule, "stable-pd", spring, frames, step, Math.floor(limit));
    return [0, ...position];
  });
  const times = Array.from({ length: 301 }, (_, i) => (2 * i) / 300);
  const exact = spring.sample(ends).position;
  const curves = [
    [times, spring.sample(times).position],
    ...runs.map((run) => [ends, run]),
    ...runs.map((run) => [ends, run.map((x, i) => 10 * (x - exact[i]))]),
  ];
  return { curves };
};
