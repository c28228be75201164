// Axes of a plot on a canvas: scales, ticks, curves, labels.

import type { Colors } from "./theme.ts";

export interface AxesOptions {
  width: number;
  height: number;
  x: readonly [number, number];
  y: readonly [number, number];
  xLabel?: string;
  yLabel?: string;
  /** Room around the axes in pixels: top, right, bottom, left. */
  margin?: readonly [number, number, number, number];
  xTicks?: readonly number[];
  yTicks?: readonly number[];
  /** The words at a tick of the x axis; the number itself without. */
  xText?: (value: number) => string;
}

const FAMILY = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Whether the text of figures is larger, as that of the page is: the width in style/page.css. */
const isLarge = () => innerWidth >= 1920;

const font = () => `${isLarge() ? 17 : 13}px ${FAMILY}`;

/** Round numbers that divide a range into about `count` parts. */
export function ticks([from, to]: readonly [number, number], count: number): number[] {
  const rough = (to - from) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough * 0.999) ?? power * 10;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Scales between values and pixels, and what is drawn with them. */
export class Axes {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  private readonly options: AxesOptions;

  constructor(options: AxesOptions) {
    const [top, right, bottom, left] = options.margin ?? (
      isLarge() ? [options.yLabel ? 38 : 16, 18, 50, 54] : [options.yLabel ? 30 : 14, 16, 42, 44]
    );
    this.options = options;
    this.left = left;
    this.right = options.width - right;
    this.top = top;
    this.bottom = options.height - bottom;
  }

  x(value: number): number {
    const [from, to] = this.options.x;
    return this.left + ((value - from) / (to - from)) * (this.right - this.left);
  }

  y(value: number): number {
    const [from, to] = this.options.y;
    return this.bottom - ((value - from) / (to - from)) * (this.bottom - this.top);
  }

  /** The value at a pixel. */
  xAt(pixel: number): number {
    const [from, to] = this.options.x;
    return from + ((pixel - this.left) / (this.right - this.left)) * (to - from);
  }

  yAt(pixel: number): number {
    const [from, to] = this.options.y;
    return from + ((this.bottom - pixel) / (this.bottom - this.top)) * (to - from);
  }

  /** Draws the grid, the numbers and the names of the axes. */
  frame(ctx: CanvasRenderingContext2D, colors: Colors): void {
    const { x, y, xLabel, yLabel } = this.options;
    const across = this.options.xTicks ?? ticks(x, Math.max(2, (this.right - this.left) / 110));
    const up = this.options.yTicks ?? ticks(y, Math.max(2, (this.bottom - this.top) / 60));
    ctx.font = font();
    ctx.lineWidth = 1;
    ctx.strokeStyle = colors.line;
    ctx.fillStyle = colors.quiet;
    ctx.beginPath();
    for (const value of up) {
      const at = Math.round(this.y(value)) + 0.5;
      ctx.moveTo(this.left, at);
      ctx.lineTo(this.right, at);
    }
    ctx.stroke();
    ctx.textAlign = "right";
    ctx.textBaseline = "middle";
    for (const value of up) ctx.fillText(number(value), this.left - 8, this.y(value));
    ctx.textBaseline = "top";
    let free = -Infinity;
    for (const value of across) {
      const label = (this.options.xText ?? number)(value);
      const half = ctx.measureText(label).width / 2;
      // A label that would touch the last one is left out.
      if (this.x(value) - half < free) continue;
      free = this.x(value) + half + 6;
      ctx.textAlign = this.x(value) + half > this.options.width ? "right" : "center";
      ctx.fillText(label, Math.min(this.x(value), this.options.width), this.bottom + 7);
    }
    if (xLabel) {
      ctx.textAlign = "right";
      ctx.textBaseline = "bottom";
      ctx.fillText(xLabel, this.right, this.options.height);
    }
    if (yLabel) {
      ctx.textAlign = "left";
      ctx.textBaseline = "bottom";
      ctx.fillText(yLabel, Math.max(0, this.left - 36), this.top - 8);
    }
  }

  /** Draws a curve through points, held within the picture; numbers that are not finite end it. */
  curve(
    ctx: CanvasRenderingContext2D,
    xs: ArrayLike<number>,
    ys: ArrayLike<number>,
    style: { color: string; width?: number; dash?: number[]; count?: number; steps?: boolean },
  ): void {
    ctx.save();
    ctx.beginPath();
    ctx.rect(this.left - 6, 0, this.right - this.left + 12, this.bottom + 6);
    ctx.clip();
    ctx.strokeStyle = style.color;
    ctx.lineWidth = style.width ?? 2.5;
    ctx.lineJoin = "round";
    ctx.lineCap = style.dash ? "butt" : "round";
    ctx.setLineDash(style.dash ?? []);
    ctx.beginPath();
    let drawing = false;
    for (let i = 0; i < (style.count ?? xs.length); i++) {
      const [px, py] = [this.x(xs[i]), this.y(ys[i])];
      if (!Number.isFinite(px + py)) {
        drawing = false;
        continue;
      }
      const y = Math.min(Math.max(py, -1e4), 1e4);
      if (drawing && style.steps) ctx.lineTo(px, this.y(ys[i - 1]));
      if (drawing) ctx.lineTo(px, y);
      else ctx.moveTo(px, y);
      drawing = true;
    }
    ctx.stroke();
    ctx.restore();
  }

  /** Draws a disk at a value. */
  dot(ctx: CanvasRenderingContext2D, x: number, y: number, color: string, radius = 4): void {
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.arc(this.x(x), this.y(y), radius, 0, 2 * Math.PI);
    ctx.fill();
  }

  /** Draws a horizontal line across the axes, for a goal. */
  level(ctx: CanvasRenderingContext2D, y: number, color: string): void {
    this.curve(ctx, this.options.x, [y, y], { color, width: 1.5, dash: [6, 5] });
  }
}

/** Writes words beside a curve, on a patch of paper so that they stay readable; returns the pixels that they take. */
export function label(
  ctx: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  color: string,
  colors: Colors,
  align: CanvasTextAlign = "left",
): number {
  ctx.font = `600 ${font()}`;
  ctx.textAlign = align;
  ctx.textBaseline = "middle";
  ctx.lineWidth = 5;
  ctx.lineJoin = "round";
  ctx.strokeStyle = colors.paper;
  ctx.strokeText(words, x, y);
  ctx.fillStyle = color;
  ctx.fillText(words, x, y);
  return ctx.measureText(words).width;
}

function number(value: number): string {
  const text = Math.abs(value) >= 1e5 ? value.toExponential().replace("e+", "e") : String(value);
  return text.replaceAll("-", "−");
}
