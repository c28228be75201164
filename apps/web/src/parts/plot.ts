// A plot: a surface with axes, and a description in words.

import { Axes, type AxesOptions } from "./axes.ts";
import { surface, type Surface } from "./surface.ts";
import type { Colors } from "./theme.ts";
import { describe } from "./words.ts";

export interface Plot extends Surface {
  /** The axes at the present size. */
  axes(): Axes;
}

/** Adds a plot to `host`. `paint` is called with the frame drawn already. */
export function plot(
  host: HTMLElement,
  options: Omit<AxesOptions, "width" | "height"> & {
    label: string;
    height?: (width: number) => number;
    paint: (ctx: CanvasRenderingContext2D, axes: Axes, colors: Colors) => void;
    words?: () => string;
  },
): Plot {
  const height = options.height ?? ((width) => Math.min(Math.max(width * 0.5, 250), 430));
  const axesOf = (width: number, h: number) => new Axes({ ...options, width, height: h });
  const made = surface(host, {
    label: options.label,
    height,
    paint: (ctx, size, colors) => {
      const axes = axesOf(size.width, size.height);
      axes.frame(ctx, colors);
      options.paint(ctx, axes, colors);
    },
  });
  if (options.words) describe(made.canvas, options.words);
  return { ...made, axes: () => axesOf(made.width.value, made.height.value) };
}
