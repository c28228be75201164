// Rigid bodies of the plane in one frame.

import type { Axes } from "../parts/axes.ts";
import { label } from "../parts/axes.ts";
import type { Colors } from "../parts/theme.ts";
import type { Picture } from "./core.ts";
import type { BodySpec, DrawSpec } from "./types.ts";

type Scene = Extract<DrawSpec, { kind: "bodies" }>;

/** The outlines of a body in its own coordinates, of a size. */
function outlines({ shape, size }: BodySpec): [number, number][][] {
  const h = size / 2;
  if (shape === "box") return [[[-h, -h], [h, -h], [h, h], [-h, h]]];
  if (shape === "car") {
    return [
      [[-h, 0.06 * size], [-0.8 * h, -0.25 * h], [0.8 * h, -0.25 * h], [h, 0.06 * size]],
      [[-0.5 * h, 0.06 * size], [-0.3 * h, 0.44 * h], [0.2 * h, 0.44 * h], [0.5 * h, 0.06 * size]],
    ];
  }
  if (shape === "cart") return [[[-h, 0.12], [h, 0.12], [h, 0.42], [-h, 0.42]]];
  if (shape === "fan") {
    const blade: [number, number][] = [[0, 0], [0.35, -0.13], [0.9, -0.16], [1, 0], [0.9, 0.08], [0.35, 0.03]];
    return [0, 1, 2].map((k) => {
      const [c, s] = [Math.cos((2 * Math.PI * k) / 3), Math.sin((2 * Math.PI * k) / 3)];
      return blade.map(([x, y]): [number, number] => [h * (x * c - y * s), h * (x * s + y * c)]);
    });
  }
  return [Array.from({ length: 40 }, (_, i): [number, number] => [h * Math.cos((Math.PI * i) / 20), h * Math.sin((Math.PI * i) / 20)])];
}

/** Draws all bodies of a scene at a frame. */
export function body(ctx: CanvasRenderingContext2D, axes: Axes, scene: Scene, picture: Picture, frame: number, colors: Colors, plotted: boolean): void {
  const place = (index: number) => {
    const [path, angles] = [picture.curves[2 * index], picture.curves[2 * index + 1]];
    const at = 2 * Math.min(path.length / 2 - 1, frame);
    const { dx = 0, dy = 0 } = scene.bodies[index];
    return { x: path[at] + dx, y: path[at + 1] + dy, angle: angles[at + 1] };
  };
  if (scene.ground !== undefined) {
    ctx.fillStyle = colors.line;
    const y = axes.y(scene.ground);
    ctx.fillRect(axes.left, y, axes.right - axes.left, Math.max(0, axes.bottom - y));
  }
  const lines = (from: { x: number; y: number }, to: { x: number; y: number }) => {
    // A coil: what a spring looks like.
    const [ax, ay, bx, by] = [axes.x(from.x), axes.y(from.y), axes.x(to.x), axes.y(to.y)];
    const [dx, dy] = [bx - ax, by - ay];
    const size = Math.hypot(dx, dy) || 1;
    ctx.strokeStyle = colors.quiet;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.moveTo(ax, ay);
    for (let i = 1; i < 16; i++) {
      const side = i === 1 || i === 15 ? 0 : i % 2 ? 7 : -7;
      ctx.lineTo(ax + (dx * i) / 16 - (dy / size) * side, ay + (dy * i) / 16 + (dx / size) * side);
    }
    ctx.lineTo(bx, by);
    ctx.stroke();
  };
  for (const [a, b] of scene.lines ?? []) lines(place(a), place(b));
  scene.bodies.forEach((spec, index) => {
    const { x, y, angle } = place(index);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    if (scene.target) {
      const [tx, ty] = [scene.target[0] + (spec.dx ?? 0), scene.target[1]];
      ctx.strokeStyle = colors.quiet;
      ctx.lineWidth = 1.5;
      ctx.setLineDash([4, 4]);
      ctx.strokeRect(axes.x(tx - spec.size / 2), axes.y(ty + spec.size / 2), axes.x(spec.size) - axes.x(0), axes.y(0) - axes.y(spec.size));
      ctx.setLineDash([]);
    }
    if (spec.shape === "cart") {
      ctx.strokeStyle = colors.quiet;
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      ctx.moveTo(axes.left, axes.y(spec.dy ?? 0));
      ctx.lineTo(axes.right, axes.y(spec.dy ?? 0));
      ctx.stroke();
      for (const wheel of [-0.25, 0.25]) axes.dot(ctx, x + wheel, y + 0.09, colors.quiet, Math.max(3, axes.x(0.09) - axes.x(0)));
    }
    outlines(spec).forEach((outline, part) => {
      ctx.beginPath();
      outline.forEach(([px, py], k) => {
        const [wx, wy] = [axes.x(x + px * c - py * s), axes.y(y + px * s + py * c)];
        if (k) ctx.lineTo(wx, wy);
        else ctx.moveTo(wx, wy);
      });
      ctx.closePath();
      ctx.fillStyle = spec.shape === "fan" && part === 0 ? colors.series[6] : colors.series[spec.color];
      ctx.fill();
      ctx.strokeStyle = colors.paper;
      ctx.lineWidth = 1.5;
      ctx.stroke();
    });
    if (spec.shape === "disc") {
      // A mark, so that it is seen to turn.
      ctx.strokeStyle = colors.paper;
      ctx.beginPath();
      ctx.moveTo(axes.x(x), axes.y(y));
      ctx.lineTo(axes.x(x + 0.4 * spec.size * c), axes.y(y + 0.4 * spec.size * s));
      ctx.stroke();
    }
  });
  // A hand that holds a corner.
  const hand = picture.curves[2 * scene.bodies.length];
  if (hand && !plotted) {
    const at = 2 * Math.min(hand.length / 2 - 1, frame);
    const { x, y, angle } = place(0);
    const [c, s, h] = [Math.cos(angle), Math.sin(angle), scene.bodies[0].size / 2];
    lines({ x: hand[at], y: hand[at + 1] }, { x: x + h * c - h * s, y: y + h * s + h * c });
    axes.dot(ctx, hand[at], hand[at + 1], colors.series[1], 9);
    label(ctx, "hand", axes.x(hand[at]) + 12, axes.y(hand[at + 1]) - 12, colors.series[1], colors);
  }
}
