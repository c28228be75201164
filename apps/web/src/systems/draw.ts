// The picture of a system: curves, paths in a plane, bodies or a network.

import { signal } from "@preact/signals-core";
import { Axes, label } from "../parts/axes.ts";
import { surface } from "../parts/surface.ts";
import type { Colors } from "../parts/theme.ts";
import { describe } from "../parts/words.ts";
import type { Curve, Picture } from "./core.ts";
import { make } from "../tuner/dom.ts";
import { short } from "../tuner/parameters.ts";
import { body } from "./bodies.ts";
import { clock } from "./clock.ts";
import { turning } from "./turning.ts";
import type { CurveSpec, DrawSpec, System } from "./types.ts";

const xs = (curve: Curve) => curve.filter((_, i) => i % 2 === 0);
const ys = (curve: Curve) => curve.filter((_, i) => i % 2 === 1);

/** A curve in steps: each value is held until the next. */
function staircase(curve: Curve): Curve {
  const stairs = [];
  for (let i = 0; i < curve.length; i += 2) {
    if (i > 0) stairs.push(curve[i], curve[i - 1]);
    stairs.push(curve[i], curve[i + 1]);
  }
  return Float64Array.from(stairs);
}

/** The finite range of numbers, with room. */
function range(all: Iterable<number>, log: boolean): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const one of all) {
    if (!Number.isFinite(one)) continue;
    [low, high] = [Math.min(low, one), Math.max(high, one)];
  }
  if (!(low <= high)) return [0, 1];
  if (low === high) return [low - 0.5, high + 0.5];
  const room = log ? 0.04 * (high - low) : 0.06 * (high - low);
  return [low - room, high + room];
}

function legend(host: HTMLElement, curves: CurveSpec[]): void {
  const named = curves.filter((one) => one.label);
  if (named.length < 2) return;
  const list = make("ul", { class: "legend" });
  for (const { label: words, color, dashed, dots } of named) {
    list.append(make("li", {}, make("span", { class: dots ? "dots" : dashed ? "dashed" : "", style: `border-color: var(--series-${color + 1})` }), words));
  }
  host.append(list);
}

/** Adds the picture to `host`; returns what ends it. */
export function draw(host: HTMLElement, system: System, picture: () => Picture | null): () => void {
  const kind = system.draw.kind;
  if (kind === "curves") curves(host, system, system.draw, system.curves, picture);
  else if (kind === "plane") plane(host, system, system.draw, picture);
  else if (kind === "network") network(host, system, system.draw, picture);
  else bodies(host, system, system.draw, picture);
  return () => host.replaceChildren();
}

type Of<K extends DrawSpec["kind"]> = Extract<DrawSpec, { kind: K }>;

function inWords(system: System, specs: CurveSpec[], picture: () => Picture | null): string {
  const all = picture();
  if (!all) return system.point;
  const ends = specs.slice(0, 6).flatMap((spec, i) => {
    const curve = all.curves[i];
    if (!spec.label || !curve?.length) return [];
    return `${spec.label} ends at ${short(Number(curve[curve.length - 1].toPrecision(3)))}`;
  });
  return `${system.point} ${ends.join(", ")}.`;
}

function curves(host: HTMLElement, system: System, spec: Of<"curves">, specs: CurveSpec[], picture: () => Picture | null): void {
  const log = (on: boolean | undefined) => (on ? Math.log10 : (one: number) => one);
  const [ofX, ofY] = [log(spec.logX), log(spec.logY)];
  const styled = (i: number) => specs[Math.min(i, specs.length - 1)];
  const made = surface(host, {
    label: system.title,
    height: (width) => Math.round(Math.min(Math.max(0.52 * width, 250), 430)),
    paint(ctx, { width, height }, colors) {
      const now = picture();
      if (!now) return;
      const all = now.curves.slice(0, system.curves.length === 1 && !specs[0].label ? undefined : specs.length);
      const shown = all.map((curve, i) => (styled(i).held ? staircase(curve) : curve));
      const across = shown.map((curve) => Array.from(xs(curve), ofX));
      const up = shown.map((curve) => Array.from(ys(curve), ofY));
      const [x0, x1] = range(across.flat(), true);
      const room = 0.04 / 1.08;
      const x: [number, number] = [x0 + room * (x1 - x0), x1 - room * (x1 - x0)];
      const levels = (system.marks ?? []).flatMap((mark, i) => (mark.kind === "level" ? [ofY(now.marks[i])] : []));
      const fitted = range([...up.flat(), ...levels], !!spec.logY);
      const y = spec.yRange ? ([Math.max(spec.yRange[0], fitted[0]), Math.min(spec.yRange[1], fitted[1])] as [number, number]) : fitted;
      const axes = new Axes({ width, height, x, y, xLabel: spec.x, yLabel: spec.y, xTicks: spec.logX ? [] : undefined, yTicks: spec.logY ? [] : undefined, margin: [26, 16, 42, 54] });
      axes.frame(ctx, colors);
      if (spec.logX) logTicks(ctx, axes, colors, x, true);
      if (spec.logY) logTicks(ctx, axes, colors, y, false);
      system.marks?.forEach((mark, i) => {
        const value = now.marks[i];
        if (mark.kind === "level") {
          axes.level(ctx, ofY(value), colors.quiet);
          if (mark.label) label(ctx, mark.label, axes.right - 6, axes.y(ofY(value)) - 11, colors.quiet, colors, "right");
        } else if (mark.kind === "moment" && value >= x[0] && ofX(value) <= x[1]) {
          const px = axes.x(ofX(value));
          ctx.strokeStyle = colors.quiet;
          ctx.setLineDash([3, 4]);
          ctx.beginPath();
          ctx.moveTo(px, axes.top);
          ctx.lineTo(px, axes.bottom);
          ctx.stroke();
          ctx.setLineDash([]);
          const words = [mark.label, short(Number(value.toPrecision(4)))].filter(Boolean).join(" ");
          const near = px > axes.right - 120;
          label(ctx, words, px + (near ? -6 : 6), axes.top + 8, colors.quiet, colors, near ? "right" : "left");
        }
      });
      // The first curve is the truth and lies on top, unless it is only a background.
      const order = shown.map((_, i) => i).sort((a, b) => Number(styled(a).color === 0) - Number(styled(b).color === 0));
      for (const i of order) {
        const style = styled(i);
        const color = colors.series[(specs.length === 1 && shown.length > 1 ? i : style.color) % 8];
        if (style.dots) across[i].forEach((one, k) => Number.isFinite(up[i][k]) && axes.dot(ctx, one, up[i][k], color, shown[i].length > 400 ? 1.6 : 4));
        else axes.curve(ctx, across[i], up[i], { color, width: style.thin ? 1.5 : 2.75, dash: style.dashed ? [7, 5] : undefined });
      }
    },
  });
  describe(made.canvas, () => inWords(system, specs, picture));
  legend(host, specs);
  if (spec.turns) turning(host, system, spec.turns, picture);
}

function logTicks(ctx: CanvasRenderingContext2D, axes: Axes, colors: Colors, [from, to]: [number, number], across: boolean): void {
  const step = Math.max(1, Math.ceil((to - from) / (across ? 6 : 7)));
  const all = Array.from({ length: 40 }, (_, i) => Math.ceil(from) + i * step).filter((one) => one <= to);
  // Less than two decades: halves as well.
  const values = all.length < 2 ? [1, 2, 5].flatMap((k) => [-1, 0, 1].map((p) => Math.log10(k) + Math.floor(from) + p)).filter((one) => one >= from && one <= to) : all;
  ctx.fillStyle = colors.quiet;
  ctx.strokeStyle = colors.line;
  ctx.lineWidth = 1;
  for (const value of values) {
    const words = 10 ** value < 1e-4 || 10 ** value >= 1e5 ? `1e${Math.round(value)}` : short(10 ** value);
    if (across) {
      ctx.textAlign = "center";
      ctx.textBaseline = "top";
      ctx.fillText(words, axes.x(value), axes.bottom + 7);
    } else {
      const y = Math.round(axes.y(value)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(axes.left, y);
      ctx.lineTo(axes.right, y);
      ctx.stroke();
      ctx.textAlign = "right";
      ctx.textBaseline = "middle";
      ctx.fillText(words, axes.left - 8, y);
    }
  }
}

/** Axes of a plane whose circles are circles. */
function planeAxes(width: number, height: number, [x0, x1, y0, y1]: [number, number, number, number], x: string, y: string, bare: boolean): Axes {
  const margin = bare ? ([8, 8, 8, 8] as const) : ([26, 16, 42, 54] as const);
  const [w, h] = [width - margin[1] - margin[3], height - margin[0] - margin[2]];
  const scale = Math.max((x1 - x0) / w, (y1 - y0) / h);
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return new Axes({ width, height, x: [cx - (scale * w) / 2, cx + (scale * w) / 2], y: [cy - (scale * h) / 2, cy + (scale * h) / 2], xLabel: x, yLabel: y, margin });
}

function plane(host: HTMLElement, system: System, spec: Of<"plane">, picture: () => Picture | null): void {
  let time = signal(0);
  const made = surface(host, {
    label: system.title,
    height: (width) => Math.round(Math.min(Math.max(0.6 * width, 260), 460)),
    paint(ctx, { width, height }, colors) {
      const now = picture();
      if (!now) return;
      const all = spec.range ?? [...range(now.curves.flatMap((one) => [...xs(one)]), false), ...range(now.curves.flatMap((one) => [...ys(one)]), false)] as [number, number, number, number];
      const axes = planeAxes(width, height, all, spec.x, spec.y, false);
      axes.frame(ctx, colors);
      now.curves.forEach((curve, i) => {
        const style = system.curves[i];
        const color = colors.series[style.color];
        if (style.dots) for (let k = 0; k < curve.length; k += 2) axes.dot(ctx, curve[k], curve[k + 1], color, 4);
        else axes.curve(ctx, xs(curve), ys(curve), { color, width: style.thin ? 1.5 : 2.75, dash: style.dashed ? [7, 5] : undefined });
      });
      const movers = (spec.moving ?? []).map((i) => {
        const curve = now.curves[i];
        const at = 2 * Math.min(curve.length / 2 - 1, Math.round(time.value * 60));
        return { x: curve[at], y: curve[at + 1], color: colors.series[system.curves[i].color] };
      });
      if (spec.looks) axes.curve(ctx, movers.map((one) => one.x), movers.map((one) => one.y), { color: colors.series[2], width: 2 });
      for (const { x, y, color } of movers) axes.dot(ctx, x, y, color, 8);
      // Control points are dots.
      if (!spec.moving) for (let k = 0; k < now.curves[0].length; k += 2) axes.dot(ctx, now.curves[0][k], now.curves[0][k + 1], colors.series[7], 5);
    },
  });
  describe(made.canvas, () => inWords(system, system.curves, picture));
  legend(host, system.curves);
  if (!spec.moving) return;
  time = clock(host, system.title, made, () => (picture()?.curves[spec.moving![0]].length ?? 120) / 2 / 60);
  made.repaint();
}

function network(host: HTMLElement, system: System, spec: Of<"network">, picture: () => Picture | null): void {
  let time = signal(0);
  const made = surface(host, {
    label: system.title,
    height: (width) => Math.round(Math.min(Math.max(0.7 * width, 260), 480)),
    paint(ctx, { width, height }, colors) {
      const now = picture();
      if (!now) return;
      const axes = planeAxes(width, height, spec.range, "", "", true);
      const [edges, ...frames] = now.curves;
      const points = frames[Math.min(frames.length - 1, Math.floor(time.value * 30))];
      ctx.strokeStyle = colors.series[0];
      ctx.lineWidth = 2;
      ctx.beginPath();
      for (let i = 0; i < edges.length; i += 2) {
        const [a, b] = [2 * edges[i], 2 * edges[i + 1]];
        ctx.moveTo(axes.x(points[a]), axes.y(points[a + 1]));
        ctx.lineTo(axes.x(points[b]), axes.y(points[b + 1]));
      }
      ctx.stroke();
      for (let i = 0; i < points.length; i += 2) axes.dot(ctx, points[i], points[i + 1], colors.series[0], 3.5);
    },
  });
  describe(made.canvas, () => system.point);
  time = clock(host, system.title, made, () => ((picture()?.curves.length ?? 61) - 1) / 30);
  made.repaint();
}

function bodies(host: HTMLElement, system: System, spec: Of<"bodies">, picture: () => Picture | null): void {
  let time = signal(0);
  const made = surface(host, {
    label: system.title,
    height: (width) => Math.round(Math.min(Math.max(0.5 * width, 220), 420)),
    paint(ctx, { width, height }, colors) {
      const now = picture();
      if (!now) return;
      const axes = planeAxes(width, height, spec.range, "", "", true);
      body(ctx, axes, spec, now, Math.round(time.value * 60), colors, !!spec.plot);
    },
  });
  describe(made.canvas, () => system.point);
  if (spec.bodies.length > 1) legend(host, spec.bodies.map(({ label: words, color }) => ({ label: words, color })));
  const slow = spec.slow ?? 1;
  time = clock(host, system.title, made, () => (picture()?.curves[0].length ?? 120) / 2 / 60, 1 / slow);
  made.repaint();
  if (!spec.plot) return;
  const { from, x, y } = spec.plot;
  curves(host, { ...system, title: `${system.title}, over time` }, { kind: "curves", x, y }, system.curves, () => {
    const now = picture();
    return now && { curves: now.curves.slice(from), marks: now.marks };
  });
}
