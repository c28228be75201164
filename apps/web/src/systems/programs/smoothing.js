import { Spring } from "sprung";
import { smooth } from "sprung/signal";
import { ecg } from "../data.js"; // data/ecg.csv, two columns

export default ({ halflife, z }) => {
  const [times, values] = ecg;
  const spring = Spring.from({ halflife, dampingRatio: z });
  const once = smooth(spring, times, values);
  const both = smooth(spring, times, values, { zeroPhase: true });
  const isShown = (_, i) => times[i] >= 0.4 && times[i] <= 1.4;
  const curves = [values, once, both].map((series) => [times.filter(isShown), series.filter(isShown)]);
  return { curves };
};
