// Figure 1: lerp at two frame rates.

import { lerp } from "../rivals.ts";
import { handle } from "../../parts/handle.ts";
import { nudge } from "../../parts/number.ts";
import { result } from "../../parts/output.ts";
import { plot } from "../../parts/plot.ts";
import { motionInWords } from "../../parts/words.ts";
import { number, set } from "../../state/params.ts";

const SECONDS = 1;
/** The time of the comparison in the text. */
const LOOK = 0.2;

function run(rate: number, part: number): { times: number[]; values: number[] } {
  const [times, values] = [[0], [0]];
  for (let i = 1; i <= SECONDS * rate + 1e-9; i++) {
    times.push(i / rate);
    values.push(lerp(values[i - 1], 1, part));
  }
  return { times, values };
}

export function lerpFigure(host: HTMLElement): void {
  const slow = number("fps", 30, { label: "frames per second of the first screen", unit: "fps", min: 10, max: 120, digits: 0, log: true });
  const fast = number("fps2", 144, { label: "frames per second of the second screen", unit: "fps", min: 30, max: 480, digits: 0, log: true });
  const part = number("part", 0.1, { label: "part of the distance in each frame", min: 0.02, max: 0.5 });
  const left = (rate: number) => 1 - (1 - (1 - part.value.value) ** Math.round(LOOK * rate));
  const made = plot(host, {
    label: "The same line of code at two frame rates",
    x: [0, SECONDS],
    y: [0, 1.08],
    yTicks: [0, 0.25, 0.5, 0.75, 1],
    xLabel: "time (s)",
    yLabel: "position",
    words: () =>
      [slow, fast]
        .map((rate) => {
          const { times, values } = run(rate.value.value, part.value.value);
          return motionInWords(`At ${rate.value.value} frames per second`, times, values, 1, 0.1);
        })
        .join(" "),
    paint: (ctx, axes, colors) => {
      axes.level(ctx, 1, colors.quiet);
      for (const [rate, color] of [
        [fast, colors.series[1]],
        [slow, colors.series[0]],
      ] as const) {
        const { times, values } = run(rate.value.value, part.value.value);
        axes.curve(ctx, times, values, { color, steps: true, width: 2 });
        if (rate.value.value <= 150) times.forEach((t, i) => axes.dot(ctx, t, values[i], color, 3));
      }
      axes.curve(ctx, [LOOK, LOOK], [0, 1.08], { color: colors.quiet, width: 1, dash: [2, 4] });
    },
  });
  handle(made, {
    label: "frames per second of the first screen",
    moves: "x",
    color: () => "var(--series-1)",
    // The frame that first passes half of the way.
    at: () => {
      const count = Math.ceil(Math.log(0.5) / Math.log(1 - part.value.value));
      const axes = made.axes();
      return [axes.x(count / slow.value.value), axes.y(1 - (1 - part.value.value) ** count)];
    },
    drag: (x) => {
      const count = Math.ceil(Math.log(0.5) / Math.log(1 - part.value.value));
      set(slow, count / Math.max(made.axes().xAt(x), 1e-3));
    },
    key: (right, up) => nudge(slow, up - right),
    value: () => ({ now: slow.value.value, min: slow.min, max: slow.max }),
    valueText: () => `${slow.value.value} frames per second`,
  });
  result("left-slow", () => `${(100 * left(slow.value.value)).toFixed(1)} %`);
  result("left-fast", () => `${(100 * left(fast.value.value)).toFixed(left(fast.value.value) < 0.001 ? 4 : 1)} %`);
}
