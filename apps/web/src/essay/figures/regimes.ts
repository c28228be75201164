// Figure 3: a spring and its three regimes, one formula.

import { computed } from "@preact/signals-core";
import { springs } from "../../core/springs.ts";
import { handle } from "../../parts/handle.ts";
import { nudge } from "../../parts/number.ts";
import { result, significant, span } from "../../parts/output.ts";
import { plot } from "../../parts/plot.ts";
import { player } from "../../parts/player.ts";
import { surface } from "../../parts/surface.ts";
import { motionInWords } from "../../parts/words.ts";
import { number, set } from "../../state/params.ts";
import { signal } from "@preact/signals-core";

const SECONDS = 2;
const TIMES = span(0, SECONDS, 301);

export function regimesFigure(host: HTMLElement): void {
  const hz = number("hz", 1.6, { label: "frequency of the spring", unit: "Hz", min: 0.4, max: 8, log: true });
  const ratio = number("ratio", 0.3, { label: "damping ratio of the spring", min: 0, max: 3 });
  const omega = computed(() => 2 * Math.PI * hz.value.value);
  const motion = computed(() => springs.value?.sample(omega.value, ratio.value.value, TIMES, 0, 0, 1) ?? null);
  const now = signal(SECONDS);

  // The thing that moves: a disk on its way to the goal.
  const track = surface(host, {
    label: "A disk that the spring moves from the left to its goal",
    height: () => 76,
    paint: (ctx, { width }, colors) => {
      const core = springs.value;
      if (!core) return;
      const radius = 15;
      const from = 46;
      const unit = (width - 2 * from) / 2;
      ctx.strokeStyle = colors.quiet;
      ctx.setLineDash([3, 4]);
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      ctx.arc(from + unit, 38, radius + 6, 0, 2 * Math.PI);
      ctx.stroke();
      ctx.setLineDash([]);
      // Where it was, sixteen times a second.
      for (let t = 0; t <= now.value; t += 1 / 16) {
        const x = core.sample(omega.value, ratio.value.value, Float64Array.of(t), 0, 0, 1).position[0];
        ctx.globalAlpha = 0.14;
        ctx.fillStyle = colors.series[0];
        ctx.beginPath();
        ctx.arc(from + unit * x, 38, radius, 0, 2 * Math.PI);
        ctx.fill();
      }
      ctx.globalAlpha = 1;
      const x = core.sample(omega.value, ratio.value.value, Float64Array.of(now.value), 0, 0, 1).position[0];
      ctx.beginPath();
      ctx.arc(from + unit * x, 38, radius, 0, 2 * Math.PI);
      ctx.fill();
    },
  });
  const made = plot(host, {
    label: "The motion of the spring",
    x: [0, SECONDS],
    y: [0, 2.05],
    xLabel: "time (s)",
    yLabel: "position",
    words: () => (motion.value ? motionInWords("The spring", TIMES, motion.value.position, 1) : ""),
    paint: (ctx, axes, colors) => {
      const core = springs.value;
      if (!core || !motion.value) return;
      axes.level(ctx, 1, colors.quiet);
      for (const [z, color] of [
        [0.15, colors.series[5]],
        [1, colors.series[2]],
        [2.5, colors.series[3]],
      ] as const) {
        ctx.globalAlpha = 0.45;
        axes.curve(ctx, TIMES, core.sample(omega.value, z, TIMES, 0, 0, 1).position, { color, width: 1.5 });
        ctx.globalAlpha = 1;
      }
      axes.curve(ctx, TIMES, motion.value.position, { color: colors.series[0], width: 3.5 });
      if (now.value < SECONDS) {
        const x = core.sample(omega.value, ratio.value.value, Float64Array.of(now.value), 0, 0, 1).position[0];
        axes.dot(ctx, now.value, x, colors.series[0], 7);
      }
    },
  });
  // Half a period after the start, the position decreases with the damping ratio.
  const half = () => 0.5 / hz.value.value;
  const there = (z: number) => springs.value?.sample(omega.value, z, Float64Array.of(half()), 0, 0, 1).position[0] ?? 1;
  handle(made, {
    label: "frequency by left and right, damping ratio by up and down",
    moves: "both",
    color: () => "var(--series-1)",
    at: () => [made.axes().x(half()), made.axes().y(there(ratio.value.value))],
    drag: (x, y) => {
      set(hz, 0.5 / Math.max(made.axes().xAt(x), 0.01));
      const goal = made.axes().yAt(y);
      let [low, high] = [ratio.min, ratio.max];
      for (let i = 0; i < 30; i++) {
        const middle = (low + high) / 2;
        if (there(middle) > goal) low = middle;
        else high = middle;
      }
      set(ratio, (low + high) / 2);
    },
    key: (right, up) => {
      if (right) nudge(hz, -right);
      if (up) nudge(ratio, -up);
    },
    value: () => ({ now: ratio.value.value, min: ratio.min, max: ratio.max }),
    valueText: () => `${hz.value.value} hertz, damping ratio ${ratio.value.value}`,
  });
  player(host, {
    label: "the spring",
    inView: track.inView,
    autoplay: true,
    restart: () => (now.value = 0),
    advance: (dt) => {
      if (now.value >= SECONDS) now.value = 0;
      now.value = Math.min(now.value + dt, SECONDS);
      return now.value < SECONDS;
    },
  });
  result("regime", () => {
    const z = ratio.value.value;
    return z < 1 ? "underdamped: it passes the goal" : z === 1 ? "critically damped" : "overdamped: it creeps";
  });
  result("settles", () => {
    const core = springs.value;
    if (!core) return null;
    const time = core.settlingTime(omega.value, ratio.value.value, 0.01);
    return Number.isFinite(time) ? `after ${significant(time)} s` : "never";
  });
}
