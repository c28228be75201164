// Figure 2: the exact damper and its half-life.

import { springs } from "../../core/springs.ts";
import { label } from "../../parts/axes.ts";
import { handle } from "../../parts/handle.ts";
import { nudge } from "../../parts/number.ts";
import { result, significant, span } from "../../parts/output.ts";
import { plot } from "../../parts/plot.ts";
import { motionInWords } from "../../parts/words.ts";
import { number, set } from "../../state/params.ts";

const TIMES = span(0, 1, 201);

export function damperFigure(host: HTMLElement): void {
  const halflife = number("halflife", 0.12, { label: "half-life of the damper", unit: "s", min: 0.02, max: 0.5 });
  const made = plot(host, {
    label: "A damper at three frame rates",
    x: [0, 1],
    y: [0, 1.08],
    yTicks: [0, 0.5, 0.75, 1],
    xLabel: "time (s)",
    yLabel: "position",
    words: () => (springs.value ? motionInWords("The damper", TIMES, springs.value.damper(halflife.value.value, 0, 1, TIMES), 1) : ""),
    paint: (ctx, axes, colors) => {
      const core = springs.value;
      if (!core) return;
      const h = halflife.value.value;
      axes.level(ctx, 1, colors.quiet);
      const values = core.damper(h, 0, 1, TIMES);
      // Each half-life halves what is left.
      for (let n = 1; n * h <= 1 && n <= 4; n++) {
        const at = core.damper(h, 0, 1, Float64Array.of(n * h))[0];
        axes.curve(ctx, [n * h, n * h], [at, 1], { color: colors.series[4], width: 1.5 });
        if (axes.y(at) - axes.y(1) > 26) {
          label(ctx, ["½", "¼", "⅛"][n - 1] ?? "", axes.x(n * h) + 6, (axes.y(at) + axes.y(1)) / 2, colors.series[4], colors);
        }
      }
      axes.curve(ctx, TIMES, values, { color: colors.line, width: 7 });
      // Steps of each frame rate, one after the other from the last position.
      for (const [rate, color, radius] of [
        [144, colors.series[1], 2.5],
        [30, colors.series[0], 4.5],
        [10, colors.series[2], 6.5],
      ] as const) {
        let x = 0;
        for (let i = 0; i <= rate; i++) {
          axes.dot(ctx, i / rate, x, color, radius);
          x = core.damper(h, x, 1, Float64Array.of(1 / rate))[0];
        }
      }
    },
  });
  handle(made, {
    label: "half-life of the damper",
    moves: "x",
    color: () => "var(--series-5)",
    at: () => [made.axes().x(halflife.value.value), made.axes().y(0.5)],
    drag: (x) => set(halflife, made.axes().xAt(x)),
    key: (right, up) => nudge(halflife, right + up),
    value: () => ({ now: halflife.value.value, min: halflife.min, max: halflife.max }),
    valueText: () => `${halflife.value.value} seconds`,
  });
  result("ten-halflives", () => {
    const core = springs.value;
    if (!core) return null;
    const h = halflife.value.value;
    return `${significant(100 * (1 - core.damper(h, 0, 1, Float64Array.of(10 * h))[0]))} %`;
  });
  result("ten-times", () => `${significant(10 * halflife.value.value)} s`);
}
