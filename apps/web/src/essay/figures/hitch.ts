// Figure 4: a frame that takes a second.

import { springs } from "../../core/springs.ts";
import { semiImplicitEuler } from "../rivals.ts";
import { handle } from "../../parts/handle.ts";
import { nudge } from "../../parts/number.ts";
import { result, significant, span } from "../../parts/output.ts";
import { plot } from "../../parts/plot.ts";
import { number, set } from "../../state/params.ts";

const SECONDS = 2.5;
const START = 0.25;
const TIMES = span(0, SECONDS, 301);
const [OMEGA, RATIO] = [2 * Math.PI * 1.2, 0.35];

/** The ends of the frames: 60 in a second, one of them as long as the hitch. */
function frames(hitch: number): number[] {
  const ends = [0];
  while (ends.at(-1)! < SECONDS - 1e-9) {
    const now = ends.at(-1)!;
    ends.push(Math.min(now + (Math.abs(now - START) < 1e-6 ? Math.max(hitch, 1 / 60) : 1 / 60), SECONDS));
  }
  return ends;
}

export function hitchFigure(host: HTMLElement): void {
  const hitch = number("hitch", 1, { label: "length of the hitch", unit: "s", min: 0.02, max: 1.5 });
  const run = () => {
    const ends = frames(hitch.value.value);
    const core = springs.value;
    if (!core) return null;
    const [euler, exact] = [[0], [0]];
    let state: [number, number] = [0, 0];
    const [x, v, goal] = [Float64Array.of(0), Float64Array.of(0), Float64Array.of(1)];
    for (let i = 1; i < ends.length; i++) {
      const dt = ends[i] - ends[i - 1];
      state = semiImplicitEuler(state, 1, OMEGA, RATIO, dt);
      core.step(OMEGA, RATIO, dt, x, v, goal);
      euler.push(state[0]);
      exact.push(x[0]);
    }
    return { ends, euler, exact };
  };
  const made = plot(host, {
    label: "A spring with one long frame",
    x: [0, SECONDS],
    y: [-0.5, 2.5],
    xLabel: "time (s)",
    yLabel: "position",
    words: () => {
      const all = run();
      if (!all) return "";
      const worst = all.euler.reduce((a, b) => Math.max(a, Math.abs(b - 1)), 0);
      return `One frame takes ${hitch.value.value} seconds. Euler's method goes up to ${significant(worst)} from the goal. The exact step stays on the curve.`;
    },
    paint: (ctx, axes, colors) => {
      const all = run();
      if (!all) return;
      ctx.fillStyle = colors.soft;
      ctx.fillRect(axes.x(START), axes.top, axes.x(START + hitch.value.value) - axes.x(START), axes.bottom - axes.top);
      axes.level(ctx, 1, colors.quiet);
      axes.curve(ctx, TIMES, springs.value!.sample(OMEGA, RATIO, TIMES, 0, 0, 1).position, { color: colors.line, width: 7 });
      axes.curve(ctx, all.ends, all.euler, { color: colors.series[1] });
      all.ends.forEach((t, i) => axes.dot(ctx, t, all.exact[i], colors.series[0], 3));
    },
  });
  handle(made, {
    label: "length of the hitch",
    moves: "x",
    color: () => "var(--series-1)",
    at: () => {
      const end = START + hitch.value.value;
      const x = springs.value?.sample(OMEGA, RATIO, Float64Array.of(end), 0, 0, 1).position[0] ?? 1;
      return [made.axes().x(end), made.axes().y(x)];
    },
    drag: (x) => set(hitch, made.axes().xAt(x) - START),
    key: (right, up) => nudge(hitch, right + up),
    value: () => ({ now: hitch.value.value, min: hitch.min, max: hitch.max }),
    valueText: () => `${hitch.value.value} seconds`,
  });
  result("euler-after", () => {
    const all = run();
    if (!all) return null;
    return significant(all.euler.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a)), 2);
  });
  result("exact-after", () => {
    const all = run();
    if (!all) return null;
    const truth = springs.value!.sample(OMEGA, RATIO, Float64Array.from(all.ends), 0, 0, 1).position;
    const miss = all.exact.reduce((a, b, i) => Math.max(a, Math.abs(b - truth[i])), 0);
    return significant(miss, 1);
  });
}
