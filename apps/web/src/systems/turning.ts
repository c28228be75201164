// A box that turns, with its axes in the colors of the curves.

import { signal } from "@preact/signals-core";
import { Camera, segment } from "../parts/projection.ts";
import { surface } from "../parts/surface.ts";
import { rotated, scaled, type Quaternion, type Vector } from "../parts/vector.ts";
import { describe } from "../parts/words.ts";
import { clock } from "./clock.ts";
import type { Picture } from "./core.ts";
import type { System, TurnSpec } from "./types.ts";

/** Half of the edges of the box. */
const HALF: Vector = [1, 0.6, 0.25];
const AXES: readonly Vector[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** The pairs of corners that differ in one coordinate. */
function edges(): [Vector, Vector][] {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => HALF.map((half, k) => (i & (1 << k) ? half : -half)) as unknown as Vector);
  return corners.flatMap((corner, i) => [1, 2, 4].filter((bit) => !(i & bit)).map((bit) => [corner, corners[i | bit]] as [Vector, Vector]));
}

/** Adds the box below the curves. */
export function turning(host: HTMLElement, system: System, spec: TurnSpec, picture: () => Picture | null): void {
  let time = signal(0);
  const made = surface(host, {
    label: `${system.title}: a box that turns`,
    height: (width) => Math.round(Math.min(Math.max(0.4 * width, 220), 320)),
    paint(ctx, { width, height }, colors) {
      const now = picture();
      if (!now) return;
      const [first, second] = spec.curves.map((i) => now.curves[i]);
      const at = 2 * Math.min(first.length / 2 - 1, Math.round(time.value * spec.rate));
      const turn: Quaternion = [first[at], first[at + 1], second[at], second[at + 1]];
      const camera = new Camera(-0.5, 0.35, height / 3.2, [width / 2, height / 2]);
      const line = (from: Vector, to: Vector, color: string, thick: number) => segment(ctx, camera, from, to, color, thick);
      // The goal, and the box.
      for (const [a, b] of edges()) line(a, b, colors.line, 1.5);
      for (const [a, b] of edges()) line(rotated(turn, a), rotated(turn, b), colors.ink, 2);
      AXES.forEach((axis, i) => line([0, 0, 0], rotated(turn, scaled(axis, 1.4)), colors.series[i], 3.5));
    },
  });
  describe(made.canvas, () => `A box and its three axes turn to their goal, which is drawn pale. ${system.point}`);
  time = clock(host, system.title, made, () => ((picture()?.curves[spec.curves[0]].length ?? 2) / 2 - 1) / spec.rate);
  made.repaint();
}
