// Figure 6: a goal that moves.

import { computed } from "@preact/signals-core";
import { springs } from "../../core/springs.ts";
import { handle } from "../../parts/handle.ts";
import { nudge } from "../../parts/number.ts";
import { result, significant } from "../../parts/output.ts";
import { plot } from "../../parts/plot.ts";
import { number, set } from "../../state/params.ts";

const SECONDS = 2;
const RATE = 60;
const STOP = 1.4;
const TIMES = Float64Array.from({ length: SECONDS * RATE + 1 }, (_, i) => i / RATE);
const [OMEGA, RATIO] = [2 * Math.PI * 1.5, 0.9];

export function movingGoalFigure(host: HTMLElement): void {
  const speed = number("speed", 1, { label: "speed of the goal", unit: "m/s", min: -0.2, max: 1.4 });
  const goal = (time: number) => 0.3 + speed.value.value * Math.min(time, STOP);
  const run = computed(() => {
    const core = springs.value;
    if (!core) return null;
    const path = (tracks: boolean) => {
      const [x, v] = [Float64Array.of(0.3), Float64Array.of(0)];
      const out = [x[0]];
      for (let i = 1; i < TIMES.length; i++) {
        const [from, to] = [Float64Array.of(goal(TIMES[i - 1])), Float64Array.of(goal(TIMES[i]))];
        if (tracks) core.track(OMEGA, RATIO, 1 / RATE, x, v, from, to);
        else core.step(OMEGA, RATIO, 1 / RATE, x, v, from);
        out.push(x[0]);
      }
      return out;
    };
    return { held: path(false), tracking: path(true) };
  });
  const lag = (path: number[]) => goal(STOP) - path[Math.round(STOP * RATE)];
  const made = plot(host, {
    label: "Two springs that follow a goal in motion",
    x: [0, SECONDS],
    y: [0, 2.3],
    xLabel: "time (s)",
    yLabel: "position (m)",
    words: () =>
      run.value
        ? `The goal moves at ${speed.value.value} meters per second and stops after ${STOP} seconds. The spring that knows only its place is ${significant(lag(run.value.held))} meters behind, the tracking spring ${lag(run.value.tracking).toFixed(4)} meters.`
        : "",
    paint: (ctx, axes, colors) => {
      if (!run.value) return;
      axes.curve(ctx, TIMES, TIMES.map(goal), { color: colors.quiet, width: 1.5, dash: [6, 5] });
      axes.curve(ctx, TIMES, run.value.held, { color: colors.series[1], width: 3 });
      axes.curve(ctx, TIMES, run.value.tracking, { color: colors.series[0], width: 3 });
      const end = Math.round(STOP * RATE);
      axes.curve(ctx, [STOP, STOP], [goal(STOP), run.value.held[end]], { color: colors.series[1], width: 1.5 });
    },
  });
  handle(made, {
    label: "speed of the goal",
    moves: "y",
    color: () => "var(--series-8)",
    at: () => [made.axes().x(STOP), made.axes().y(goal(STOP))],
    drag: (_, y) => set(speed, (made.axes().yAt(y) - 0.3) / STOP),
    key: (right, up) => nudge(speed, right + up),
    value: () => ({ now: speed.value.value, min: speed.min, max: speed.max }),
    valueText: () => `${speed.value.value} meters per second`,
  });
  result("lag-held", () => (run.value ? `${significant(Math.abs(lag(run.value.held)) * 100)} cm` : null));
  result("lag-tracking", () => (run.value ? `${(Math.abs(lag(run.value.tracking)) * 100).toFixed(2)} cm` : null));
}
