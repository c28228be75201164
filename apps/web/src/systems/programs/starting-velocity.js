import { Spring } from "sprung";

export default ({ w, over, under, v }) => {
  const times = Array.from({ length: 401 }, (_, i) => (16 * i) / 400 / w);
  const curves = [over, 1, under].map((dampingRatio) => {
    const spring = Spring.from({ angularFrequency: w, dampingRatio });
    return [times, spring.sample(times, { from: 1, velocity: v, goal: 0 }).position];
  });
  return { curves };
};
