// Phase plane with a draggable start, poles that are dragged, and the frequency response.

import { Axes, label } from "../parts/axes.ts";
import { handle } from "../parts/handle.ts";
import { surface } from "../parts/surface.ts";
import { describe } from "../parts/words.ts";
import { commit, set } from "../state/params.ts";
import { make } from "./dom.ts";
import { short } from "./parameters.ts";
import { core, dragging, motionA, motionB, readingsA, springA, springB, start, tune, velocity } from "./state.ts";

const square = (width: number) => Math.round(Math.min(0.8 * width, 340));
const MARGIN = [26, 14, 42, 46] as const;

function figure(host: HTMLElement, title: string, caption: string): HTMLElement {
  const box = make("figure", { class: "plane" }, make("h3", { text: title }));
  host.append(box);
  queueMicrotask(() => box.append(make("figcaption", { text: caption })));
  return box;
}

function release(): void {
  dragging.value = false;
  commit();
}

/** Adds the three plots to `host`. */
export function planes(host: HTMLElement): void {
  phase(figure(host, "Phase plane", "Position across, velocity up. Drag the start: the motion begins there, as after a fling."));
  poles(figure(host, "Poles", "The roots of s² + 2ζωs + ω². Drag one: left is faster decay, up is more oscillation; on the real line it is over-damped."));
  response(figure(host, "Frequency response", "How much of a goal that swings at a frequency arrives: followed (solid), and tracked with its velocity (dashed)."));
}

let speedRange = 12;

function phase(host: HTMLElement): void {
  const axesOf = (width: number, height: number) => {
    const fastest = Math.max(...motionA.value.velocities.map(Math.abs), 1);
    if (!dragging.value) speedRange = Math.max(5, 1.25 * fastest);
    const xs = motionA.value.positions;
    const low = Math.min(-0.3, ...xs) - 0.1;
    const high = Math.max(1.6, ...xs) + 0.1;
    return new Axes({ width, height, x: [low, high], y: [-speedRange, speedRange], xLabel: "position", yLabel: "velocity, /s", margin: MARGIN });
  };
  const picture = surface(host, {
    label: "Phase plane",
    height: square,
    paint(ctx, { width, height }, colors) {
      const axes = axesOf(width, height);
      axes.frame(ctx, colors);
      axes.level(ctx, 0, colors.quiet);
      const other = motionB.value;
      if (other) axes.curve(ctx, other.positions, other.velocities, { color: colors.series[1], width: 1.5, dash: [7, 4] });
      const m = motionA.value;
      axes.curve(ctx, m.positions, m.velocities, { color: colors.series[0], width: 2.5 });
      axes.dot(ctx, 1, 0, colors.quiet, 4);
      label(ctx, "goal", axes.x(1) + 9, axes.y(0) + 12, colors.quiet, colors);
    },
  });
  describe(picture.canvas, () => `The motion starts at ${short(start.value.value)} with velocity ${short(velocity.value.value)} and spirals into the goal at 1.`);
  const now = () => axesOf(picture.width.value, picture.height.value);
  handle(picture, {
    label: "Start: position and velocity",
    moves: "both",
    color: () => "var(--series-1)",
    at() {
      const axes = now();
      return [axes.x(start.value.value), axes.y(velocity.value.value)];
    },
    drag(x, y) {
      dragging.value = true;
      const axes = now();
      set(start, Math.abs(axes.xAt(x)) < 0.03 ? 0 : axes.xAt(x));
      set(velocity, Math.abs(axes.yAt(y)) < 0.03 * speedRange ? 0 : axes.yAt(y));
    },
    key(right, up) {
      set(start, start.value.value + 0.05 * right);
      set(velocity, velocity.value.value + 0.5 * up);
    },
    end: release,
    value: () => ({ now: velocity.value.value, min: velocity.min, max: velocity.max }),
    valueText: () => `start ${short(start.value.value)}, velocity ${short(velocity.value.value)} per second`,
  });
}

let poleRange = 20;

function poles(host: HTMLElement): void {
  const roots = () => core.poles(springA.value).map(({ re, im }) => [re, im] as [number, number]);
  const axesOf = (width: number, height: number) => {
    // Circles are circles, and both poles are in the picture.
    const part = (0.625 * (height - MARGIN[0] - MARGIN[2])) / Math.max(1, width - MARGIN[1] - MARGIN[3]);
    if (!dragging.value) {
      const w = springA.value.angularFrequency;
      poleRange = Math.max(1.3 * w, (1.2 * w) / part, ...roots().map(([x]) => Math.min(-1.15 * x, 4 * w)));
    }
    const [r, up] = [poleRange, poleRange * part];
    return new Axes({ width, height, x: [-r, 0.25 * r], y: [-up, up], xLabel: "real, 1/s", yLabel: "imaginary, 1/s", margin: MARGIN });
  };
  const picture = surface(host, {
    label: "Poles",
    height: square,
    paint(ctx, { width, height }, colors) {
      const axes = axesOf(width, height);
      ctx.fillStyle = colors.soft;
      ctx.fillRect(axes.x(0), axes.top, axes.right - axes.x(0), axes.bottom - axes.top);
      axes.frame(ctx, colors);
      axes.level(ctx, 0, colors.quiet);
      ctx.strokeStyle = colors.quiet;
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      ctx.moveTo(axes.x(0), axes.top);
      ctx.lineTo(axes.x(0), axes.bottom);
      ctx.stroke();
      // All springs of this frequency are on one arc.
      const w = springA.value.angularFrequency;
      const arc = Array.from({ length: 61 }, (_, i) => Math.PI / 2 + (Math.PI * i) / 60);
      axes.curve(ctx, arc.map((a) => w * Math.cos(a)), arc.map((a) => w * Math.sin(a)), { color: colors.line, width: 1.5, dash: [4, 4] });
      label(ctx, "unstable", width - 2, axes.top + 12, colors.quiet, colors, "right");
      const cross = ([x, y]: [number, number], color: string) => {
        const [px, py] = [axes.x(x), axes.y(y)];
        ctx.strokeStyle = color;
        ctx.lineWidth = 3;
        ctx.beginPath();
        ctx.moveTo(px - 6, py - 6);
        ctx.lineTo(px + 6, py + 6);
        ctx.moveTo(px - 6, py + 6);
        ctx.lineTo(px + 6, py - 6);
        ctx.stroke();
      };
      roots().forEach((root) => cross(root, colors.series[0]));
    },
  });
  describe(picture.canvas, () => roots().map(([x, y]) => `Pole at ${short(x)} ${y < 0 ? "minus" : "plus"} ${short(Math.abs(y))} i`).join(", ") + ".");
  const now = () => axesOf(picture.width.value, picture.height.value);
  handle(picture, {
    label: "Pole",
    moves: "both",
    color: () => "var(--series-1)",
    at() {
      const axes = now();
      const [x, y] = roots()[0];
      return [Math.min(Math.max(axes.x(x), axes.left), axes.right), axes.y(y)];
    },
    drag(px, py) {
      dragging.value = true;
      const axes = now();
      const real = Math.min(-0.01, axes.xAt(px));
      const imaginary = Math.max(0, axes.yAt(py));
      if (imaginary > 0.02 * poleRange) {
        const w = Math.hypot(real, imaginary);
        tune({ angularFrequency: w, dampingRatio: Math.max(0.01, -real / w) });
      } else {
        // On the real line: the other pole is as fast as before, this one is dragged.
        const w = springA.value.angularFrequency;
        const ratio = Math.min(12, Math.max(1, (w / -real + -real / w) / 2));
        tune({ angularFrequency: w, dampingRatio: ratio });
      }
    },
    key(right, up) {
      const { angularFrequency: w, dampingRatio: z } = springA.value;
      tune({ angularFrequency: w * 1.02 ** -right, dampingRatio: Math.min(12, Math.max(0.01, z - 0.01 * up)) });
    },
    end: release,
    value: () => ({ now: springA.value.dampingRatio, min: Math.min(0.01, springA.value.dampingRatio), max: Math.max(12, springA.value.dampingRatio) }),
    valueText: () => `frequency ${short(readingsA.value.frequency)} hertz, damping ratio ${short(springA.value.dampingRatio)}`,
  });
}

function response(host: HTMLElement): void {
  const picture = surface(host, {
    label: "Frequency response",
    height: square,
    paint(ctx, { width, height }, colors) {
      const f = readingsA.value.frequency;
      const [from, to] = [f / 20, f * 20];
      const frequencies = Float64Array.from({ length: 200 }, (_, i) => from * (to / from) ** (i / 199));
      const followed = core.response(springA.value, frequencies).gain;
      const tracked = core.response(springA.value, frequencies, "goal").gain;
      const tenth = Math.log10;
      const peak = Math.max(...followed, ...tracked);
      const y: [number, number] = [-2, Math.max(0.5, Math.ceil(2 * tenth(peak) + 0.2) / 2)];
      const axes = new Axes({
        width, height, x: [tenth(from), tenth(to)], y, margin: MARGIN, xTicks: [], yTicks: [], yLabel: "gain", xLabel: "frequency of the goal, Hz",
      });
      axes.frame(ctx, colors);
      ctx.fillStyle = colors.quiet;
      ctx.strokeStyle = colors.line;
      ctx.lineWidth = 1;
      const tick = (words: string, x: number, yy: number, align: CanvasTextAlign) => {
        ctx.textAlign = align;
        ctx.textBaseline = align === "right" ? "middle" : "top";
        ctx.fillText(words, x, yy);
      };
      for (let p = y[0]; p <= y[1]; p++) {
        const at = Math.round(axes.y(p)) + 0.5;
        ctx.beginPath();
        ctx.moveTo(axes.left, at);
        ctx.lineTo(axes.right, at);
        ctx.stroke();
        tick(short(10 ** p), axes.left - 8, at, "right");
      }
      for (let p = Math.ceil(tenth(from)); p <= tenth(to); p++) tick(short(10 ** p), axes.x(p), axes.bottom + 7, "center");
      const xs = Array.from(frequencies, tenth);
      const line = (values: Float64Array, color: string, dash?: number[]) => axes.curve(ctx, xs, Array.from(values, tenth), { color, width: 2.5, dash });
      if (springB.value) line(core.response(springB.value, frequencies).gain, colors.series[1], [7, 4]);
      line(tracked, colors.series[2], [3, 4]);
      line(followed, colors.series[0]);
      const bandwidth = readingsA.value.bandwidth;
      const x = axes.x(tenth(bandwidth));
      axes.dot(ctx, tenth(bandwidth), tenth(Math.SQRT1_2), colors.series[0], 5);
      label(ctx, `bandwidth ${short(Number(bandwidth.toPrecision(3)))} Hz`, x - 9, axes.y(tenth(Math.SQRT1_2)) + 18, colors.series[0], colors, "right");
    },
  });
  describe(picture.canvas, () => {
    const { resonance, bandwidth } = core.response(springA.value, new Float64Array(0));
    const peak = resonance ? ` It is largest at ${short(resonance.frequency)} hertz: ${short(resonance.gain)} times.` : " It has no resonance.";
    return `A goal below ${short(bandwidth)} hertz arrives; faster ones fade.${peak}`;
  });
}
