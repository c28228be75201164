// Figure 8: inertialization between two clips.

import { computed } from "@preact/signals-core";
import { springs } from "../../core/springs.ts";
import { handle } from "../../parts/handle.ts";
import { nudge } from "../../parts/number.ts";
import { result } from "../../parts/output.ts";
import { plot } from "../../parts/plot.ts";
import { number, set } from "../../state/params.ts";

const SECONDS = 2;
const TIMES = Float64Array.from({ length: 401 }, (_, i) => (i * SECONDS) / 400);
/** The angle of a knee in two clips, in degrees, and their change per second. */
const walk = (t: number) => 30 - 22 * Math.cos(2 * Math.PI * 0.9 * t) - 8 * Math.cos(4 * Math.PI * 0.9 * t);
const run = (t: number) => 72 - 45 * Math.cos(2 * Math.PI * 1.6 * t + 0.6);
const rate = (clip: (t: number) => number, t: number) => (clip(t + 1e-4) - clip(t - 1e-4)) / 2e-4;

export function inertializeFigure(host: HTMLElement): void {
  const cut = number("cut", 0.75, { label: "time of the change from walk to run", unit: "s", min: 0.1, max: 1.6 });
  const blend = number("blend", 0.1, { label: "half-life of the offset", unit: "s", min: 0.02, max: 0.3 });
  const after = computed(() => TIMES.filter((t) => t >= cut.value.value));
  const offset = () => walk(cut.value.value) - run(cut.value.value);
  const smooth = computed(() => {
    const core = springs.value;
    if (!core) return null;
    const since = after.value.map((t) => t - cut.value.value);
    const decay = (2 * Math.LN2) / blend.value.value;
    const change = rate(walk, cut.value.value) - rate(run, cut.value.value);
    return core.sample(decay, 1, since, offset(), change, 0).position.map((x, i) => x + run(after.value[i]));
  });
  const made = plot(host, {
    label: "The angle of a knee when a walk becomes a run",
    x: [0, SECONDS],
    y: [0, 125],
    yTicks: [0, 30, 60, 90, 120],
    xLabel: "time (s)",
    yLabel: "angle (degrees)",
    words: () =>
      `At ${cut.value.value} seconds a walk becomes a run. A plain cut jumps by ${Math.round(Math.abs(offset()))} degrees. With inertialization the angle and its speed continue, and the difference halves about every ${blend.value.value} seconds.`,
    paint: (ctx, axes, colors) => {
      const at = cut.value.value;
      axes.curve(ctx, TIMES, TIMES.map(walk), { color: colors.series[2], width: 1.5, dash: [3, 4] });
      axes.curve(ctx, TIMES, TIMES.map(run), { color: colors.series[3], width: 1.5, dash: [3, 4] });
      const before = TIMES.filter((t) => t <= at);
      axes.curve(ctx, [at, at], [walk(at), run(at)], { color: colors.series[1], width: 2 });
      if (!smooth.value) return;
      axes.curve(ctx, [...before, ...after.value], [...before.map(walk), ...smooth.value], {
        color: colors.series[0],
        width: 3.5,
      });
    },
  });
  handle(made, {
    label: "time of the change",
    moves: "x",
    color: () => "var(--series-1)",
    at: () => [made.axes().x(cut.value.value), made.axes().y(walk(cut.value.value))],
    drag: (x) => set(cut, made.axes().xAt(x)),
    key: (right, up) => nudge(cut, right + up),
    value: () => ({ now: cut.value.value, min: cut.min, max: cut.max }),
    valueText: () => `${cut.value.value} seconds`,
  });
  result("jump", () => `${Math.round(Math.abs(offset()))}°`);
}
