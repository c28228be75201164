import { Spring } from "sprung";
import { smooth } from "sprung/signal";
import { noise } from "../data.js"; // repeatable numbers from -1 to 1

export default ({ halflife, share }) => {
  const times = Float64Array.from({ length: 240 }, (_, i) => i / 60);
  const jump = (i) => (0.5 + 0.5 * noise(i) < share ? 1.2 * noise(i + 1000) : 0);
  const clean = times.map((t) => Math.sin(1.5 * t));
  const raw = clean.map((x, i) => x + jump(i));
  const filtered = smooth(Spring.from({ halflife }), times, raw);
  const curves = [[times, raw], [times, filtered], [times, clean]];
  return { curves };
};
