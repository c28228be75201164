// A camera that looks at the origin, and pictures of surfaces in it.

export type Point = readonly [number, number, number];

/** Pixels of points in space: turned about the vertical axis, tilted, with a little perspective. */
export class Camera {
  private readonly turn: readonly [number, number];
  private readonly tilt: readonly [number, number];
  private readonly scale: number;
  private readonly center: readonly [number, number];

  constructor(turn: number, tilt: number, scale: number, center: readonly [number, number]) {
    this.turn = [Math.cos(turn), Math.sin(turn)];
    this.tilt = [Math.cos(tilt), Math.sin(tilt)];
    this.scale = scale;
    this.center = center;
  }

  /** Right, up and toward the camera. */
  view([x, y, z]: Point): Point {
    const [c, s] = this.turn;
    const [right, deep] = [c * x + s * z, c * z - s * x];
    const [ct, st] = this.tilt;
    return [right, ct * y - st * deep, ct * deep + st * y];
  }

  /** The place in pixels, and the depth toward the camera. */
  place(point: Point): Point {
    const [right, up, near] = this.view(point);
    const size = (this.scale * 8) / (8 - near);
    return [this.center[0] + right * size, this.center[1] - up * size, near];
  }

  /** The point at the depth of another one that is seen at a place in pixels. */
  point(x: number, y: number, depthOf: Point): Point {
    const near = this.view(depthOf)[2];
    const size = (this.scale * 8) / (8 - near);
    const [right, up] = [(x - this.center[0]) / size, (this.center[1] - y) / size];
    const [ct, st] = this.tilt;
    const [height, deep] = [ct * up + st * near, ct * near - st * up];
    const [c, s] = this.turn;
    return [c * right - s * deep, height, s * right + c * deep];
  }
}

/** Strokes a line in space, with round ends. */
export function segment(ctx: CanvasRenderingContext2D, camera: Camera, from: Point, to: Point, color: string, width: number): void {
  const [a, b] = [camera.place(from), camera.place(to)];
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(a[0], a[1]);
  ctx.lineTo(b[0], b[1]);
  ctx.stroke();
}

/** A color between two, as `#rrggbb`: 0 is the first. */
export function mixed(from: string, to: string, part: number): string {
  const [a, b] = [from, to].map((hex) => Number.parseInt(hex.slice(1), 16));
  const channel = (shift: number) => {
    const [x, y] = [(a >> shift) & 255, (b >> shift) & 255];
    return Math.round(x + (y - x) * part) << shift;
  };
  return `#${(channel(16) | channel(8) | channel(0)).toString(16).padStart(6, "0")}`;
}

/** Fills quadrilaterals from the farthest to the nearest, lighter where they face the light. */
export function surfaces(
  ctx: CanvasRenderingContext2D,
  camera: Camera,
  quads: readonly (readonly Point[])[],
  colors: readonly [string, string],
): void {
  const seen = quads.map((quad) => {
    const corners = quad.map((corner) => camera.place(corner));
    const [a, b, c, d] = quad.map((corner) => camera.view(corner));
    const [u, v] = [
      [c[0] - a[0], c[1] - a[1], c[2] - a[2]],
      [d[0] - b[0], d[1] - b[1], d[2] - b[2]],
    ];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.hypot(...normal) || 1;
    const light = Math.abs(-0.35 * normal[0] + 0.55 * normal[1] + 0.75 * normal[2]) / size;
    return { corners, depth: a[2] + b[2] + c[2] + d[2], light: Math.min(light, 1) };
  });
  seen.sort((one, other) => one.depth - other.depth);
  ctx.lineWidth = 0.7;
  for (const { corners, light } of seen) {
    ctx.fillStyle = ctx.strokeStyle = mixed(colors[0], colors[1], Math.round(light * 24) / 24);
    ctx.beginPath();
    corners.forEach(([x, y], i) => ctx[i ? "lineTo" : "moveTo"](x, y));
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  }
}
