// Figure 5: a damping ratio of almost 1.

import { computed } from "@preact/signals-core";
import { springs } from "../../core/springs.ts";
import { articleSpring } from "../rivals.ts";
import { handle } from "../../parts/handle.ts";
import { nudge } from "../../parts/number.ts";
import { result } from "../../parts/output.ts";
import { plot } from "../../parts/plot.ts";
import { number, set } from "../../state/params.ts";

const HALFLIFE = 0.1;
const SECONDS = 0.25;
/** Half of the damping, in the words of the article: the decay rate of a spring with this half-life. */
const DECAY = (2 * Math.LN2) / HALFLIFE;
const [FROM, TO] = [-6, -1];
const NEARNESS = Array.from({ length: 101 }, (_, i) => FROM + ((TO - FROM) * i) / 100);

function rival(nearness: number, rate: number): number {
  let state: [number, number] = [0, 0];
  for (let i = 0; i < Math.round(SECONDS * rate); i++) {
    state = articleSpring(state, 1, 1 - 10 ** nearness, HALFLIFE, 1 / rate);
  }
  return state[0];
}

export function nearCriticalFigure(host: HTMLElement): void {
  const near = number("near", -4, { label: "distance of the damping ratio from 1, as a power of ten", min: FROM, max: TO });
  const slow = computed(() => NEARNESS.map((n) => rival(n, 60)));
  const fast = computed(() => NEARNESS.map((n) => rival(n, 1000)));
  const exact = (nearness: number) => {
    const ratio = 1 - 10 ** nearness;
    return springs.value?.sample(DECAY / ratio, ratio, Float64Array.of(SECONDS), 0, 0, 1).position[0] ?? NaN;
  };
  const made = plot(host, {
    label: "Position after a quarter of a second, by how near the damping ratio is to 1",
    x: [FROM, TO],
    y: [0, 1.1],
    xTicks: [-6, -5, -4, -3, -2, -1],
    xText: (n) => `1 − 10⁻${"⁰¹²³⁴⁵⁶"[-n]}`,
    xLabel: "damping ratio",
    yLabel: "position after 0.25 s",
    words: () => {
      const n = near.value.value;
      return `At a damping ratio of ${1 - 10 ** n}: exact ${exact(n).toFixed(4)}, the published formula at 60 frames per second ${rival(n, 60).toFixed(4)}, at 1000 ${rival(n, 1000).toFixed(4)}.`;
    },
    paint: (ctx, axes, colors) => {
      axes.curve(ctx, NEARNESS, fast.value, { color: colors.series[3] });
      axes.curve(ctx, NEARNESS, slow.value, { color: colors.series[1] });
      axes.curve(ctx, NEARNESS, NEARNESS.map(exact), { color: colors.series[0], width: 3.5 });
      const n = near.value.value;
      const all = [exact(n), rival(n, 60), rival(n, 1000)];
      axes.curve(ctx, [n, n], [Math.min(...all), Math.max(...all)], { color: colors.quiet, width: 1, dash: [2, 4] });
      axes.dot(ctx, n, all[1], colors.series[1], 5);
      axes.dot(ctx, n, all[2], colors.series[3], 5);
    },
  });
  handle(made, {
    label: "how near the damping ratio is to 1",
    moves: "x",
    color: () => "var(--series-1)",
    at: () => [made.axes().x(near.value.value), made.axes().y(exact(near.value.value) || 0)],
    drag: (x) => set(near, made.axes().xAt(x)),
    key: (right, up) => nudge(near, right + up),
    value: () => ({ now: near.value.value, min: FROM, max: TO }),
    valueText: () => `damping ratio ${1 - 10 ** near.value.value}`,
  });
  result("near-ratio", () => String(Number((1 - 10 ** near.value.value).toFixed(Math.ceil(-near.value.value) + 1))));
  result("near-60", () => rival(near.value.value, 60).toFixed(3));
  result("near-1000", () => rival(near.value.value, 1000).toFixed(3));
  result("near-exact", () => (springs.value ? exact(near.value.value).toFixed(3) : null));
}
