// The curve with its two handles, the settle band, and below it velocity and acceleration.

import { Axes, label } from "../parts/axes.ts";
import { handle } from "../parts/handle.ts";
import { surface } from "../parts/surface.ts";
import { describe } from "../parts/words.ts";
import { commit } from "../state/params.ts";
import type { Motion } from "./core.ts";
import { dragBounce, dragDuration, HANDLE_DURATIONS, HANDLE_RATIOS, handles } from "./handles.ts";
import { short } from "./parameters.ts";
import {
  core, dragging, end, motionA, motionB, readingsA, springA, start, tolerance, tune, velocity,
} from "./state.ts";
import { describe as inWords } from "./words.ts";

const MARGIN = [26, 16, 42, 46] as const;

function release(): void {
  dragging.value = false;
  commit();
}

let top = 1.6;

/** The range of positions: room for the overshoot; it stays while a handle is dragged. */
function range(): [number, number] {
  const highest = [motionA.value, motionB.value].reduce((most, m) => (m ? Math.max(most, ...m.positions) : most), 1);
  const lowest = [motionA.value, motionB.value].reduce((least, m) => (m ? Math.min(least, ...m.positions) : least), 0);
  if (!dragging.value) top = Math.min(4, Math.max(highest > 1.5 ? 2.05 : 1.6, highest + 0.1));
  return [Math.max(-3, Math.min(-0.1, lowest - 0.1)), top];
}

/** Adds the curve to `host`. */
export function curve(host: HTMLElement): void {
  const axesOf = (width: number, height: number) =>
    new Axes({ width, height, x: [0, end.value], y: range(), xLabel: "time, s", yLabel: "position", margin: MARGIN });

  const picture = surface(host, {
    label: "Step response",
    height: (width) => Math.round(Math.min(Math.max(0.56 * width, 260), 460)),
    paint(ctx, { width, height }, colors) {
      const axes = axesOf(width, height);
      const band = tolerance.value.value * Math.abs(1 - start.value.value || 1);
      ctx.fillStyle = colors.soft;
      const [bandTop, bandBottom] = [axes.y(1 + band), axes.y(1 - band)];
      ctx.fillRect(axes.left, bandTop, axes.right - axes.left, Math.max(1, bandBottom - bandTop));
      axes.frame(ctx, colors);
      axes.level(ctx, 1, colors.quiet);
      const settled = core.settlingTime(springA.value, start.value.value, velocity.value.value, band);
      if (settled > 0 && settled < end.value) {
        const x = axes.x(settled);
        ctx.strokeStyle = colors.quiet;
        ctx.setLineDash([2, 4]);
        ctx.beginPath();
        ctx.moveTo(x, axes.y(1));
        ctx.lineTo(x, axes.bottom);
        ctx.stroke();
        ctx.setLineDash([]);
      }
      const other = motionB.value;
      if (other) axes.curve(ctx, other.times, other.positions, { color: colors.series[1], width: 2, dash: [7, 4] });
      const m = motionA.value;
      axes.curve(ctx, m.times, m.positions, { color: colors.series[0], width: 3 });
      if (settled > 0 && settled < end.value) {
        const near = axes.x(settled) > axes.right - 150;
        const words = `settled ${short(Number(settled.toPrecision(3)))} s`;
        label(ctx, words, axes.x(settled) + (near ? -6 : 6), axes.y(0) - 12, colors.quiet, colors, near ? "right" : "left");
      }
      if (other) {
        label(ctx, "A", axes.left + 12, axes.top + 14, colors.series[0], colors);
        label(ctx, "B (dashed)", axes.left + 30, axes.top + 14, colors.series[1], colors);
      }
    },
  });
  describe(picture.canvas, () => inWords(readingsA.value, tolerance.value.value));

  const now = () => axesOf(picture.width.value, picture.height.value);
  const places = () => handles((s, t) => core.position(s, t, start.value.value, velocity.value.value), springA.value);
  const inside = (axes: Axes, x: number, y: number) =>
    [Math.min(Math.max(x, axes.left), axes.right), Math.min(Math.max(y, axes.top), axes.bottom)] as const;

  handle(picture, {
    label: "Duration",
    moves: "x",
    color: () => "var(--series-1)",
    at() {
      const axes = now();
      const { duration } = places();
      return inside(axes, axes.x(duration.x), axes.y(duration.y));
    },
    drag(x) {
      dragging.value = true;
      const axes = now();
      tune(dragDuration(springA.value, axes.xAt(Math.min(Math.max(x, axes.left + 4), axes.right))));
    },
    key(right) {
      tune(dragDuration(springA.value, readingsA.value.duration * 1.02 ** right));
    },
    end: release,
    value: () => {
      const { duration } = readingsA.value;
      return { now: duration, min: Math.min(HANDLE_DURATIONS[0], duration), max: Math.max(HANDLE_DURATIONS[1], duration) };
    },
    valueText: () => `duration ${short(readingsA.value.duration)} seconds`,
  });
  handle(picture, {
    label: "Bounce",
    moves: "y",
    color: () => "var(--series-2)",
    at() {
      const axes = now();
      const { bounce } = places();
      return inside(axes, axes.x(bounce.x), axes.y(bounce.y));
    },
    drag(_, y) {
      dragging.value = true;
      const axes = now();
      const [from, velocityFrom] = [start.value.value, velocity.value.value];
      const height = axes.yAt(Math.min(Math.max(y, axes.top), axes.bottom));
      // With another start, the height of the step response is asked for.
      const wanted = from === 0 && velocityFrom === 0 ? height : (height - from) / (1 - from || 1);
      tune(dragBounce((s, t) => core.position(s, t), springA.value, wanted));
    },
    key(_, up) {
      const bounce = Math.min(0.98, Math.max(-0.9, readingsA.value.bounce + 0.01 * up));
      tune({ ...springA.value, dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce) });
    },
    end: release,
    value: () => {
      const { bounce } = readingsA.value;
      return { now: bounce, min: Math.min(1 / HANDLE_RATIOS[1] - 1, bounce), max: Math.max(1 - HANDLE_RATIOS[0], bounce) };
    },
    valueText: () => `bounce ${short(Number(readingsA.value.bounce.toFixed(3)))}`,
  });

  derivative(host, "velocity, per s", (m) => m.velocities, 2);
  derivative(host, "acceleration, per s²", (m) => m.accelerations, 3);
}

/** A lower plot on the same time axis. */
function derivative(host: HTMLElement, name: string, of: (motion: Motion) => Float64Array, color: number): void {
  const picture = surface(host, {
    label: name,
    height: (width) => (width < 500 ? 110 : 130),
    paint(ctx, { width, height }, colors) {
      const [m, other] = [motionA.value, motionB.value];
      const all = [...of(m), ...(other ? of(other) : [])];
      const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
      const room = 0.08 * (high - low || 1);
      const axes = new Axes({
        width, height, x: [0, end.value], y: [low - room, high + room], yLabel: name, margin: [24, 16, 10, 46], xTicks: [],
      });
      axes.frame(ctx, colors);
      axes.level(ctx, 0, colors.quiet);
      if (other) axes.curve(ctx, other.times, of(other), { color: colors.series[1], width: 1.5, dash: [7, 4] });
      axes.curve(ctx, m.times, of(m), { color: colors.series[color], width: 2 });
    },
  });
  describe(picture.canvas, () => {
    const values = of(motionA.value);
    return `${name}: from ${short(Math.min(...values))} to ${short(Math.max(...values))}.`;
  });
}
