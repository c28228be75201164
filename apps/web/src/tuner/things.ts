// Things to feel a spring with. Each is a number of springs in the unit of the stage's width, and a picture of them.

import type { Colors } from "../parts/theme.ts";

export interface Stage {
  width: number;
  height: number;
  /** Height over width. */
  tall: number;
}

export interface Thing {
  id: string;
  name: string;
  /** What to do with it. */
  hint: string;
  /** How many springs. */
  count: number;
  /** Where they are at rest. */
  rest: (stage: Stage) => number[];
  /** The goals for a press at a place (units of the width), from the goals before. */
  press: (goals: Float64Array, x: number, y: number, stage: Stage, presses: number) => void;
  /** The goals when they move by themselves. */
  wander: (goals: Float64Array, time: number, stage: Stage) => void;
  paint: (ctx: CanvasRenderingContext2D, x: Float64Array, goals: Float64Array, stage: Stage, colors: Colors) => void;
  /** The spring that the scope shows. */
  shown: number;
  /** Whether a drag moves the goal all the time, or a press chooses the next one. */
  drags: boolean;
}

const round = (ctx: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, r: number) => {
  ctx.beginPath();
  ctx.roundRect(x, y, Math.max(0, w), Math.max(0, h), Math.min(r, Math.abs(w) / 2, Math.abs(h) / 2));
};

const marker = (ctx: CanvasRenderingContext2D, x: number, y: number, colors: Colors) => {
  ctx.strokeStyle = colors.quiet;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([3, 4]);
  ctx.beginPath();
  ctx.arc(x, y, 11, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.setLineDash([]);
};

const card: Thing = {
  id: "card",
  name: "Card",
  hint: "Drag it, let go, throw it.",
  count: 2,
  rest: ({ tall }) => [0.3, tall / 2],
  press(goals, x, y) {
    goals.set([x, y]);
  },
  wander(goals, time, { tall }) {
    const corner = Math.floor(time / 1.1) % 4;
    goals.set([corner === 1 || corner === 2 ? 0.72 : 0.28, corner < 2 ? 0.36 * tall : 0.64 * tall]);
  },
  paint(ctx, x, goals, { width, height }, colors) {
    marker(ctx, goals[0] * width, goals[1] * width, colors);
    const w = 0.2 * Math.min(width, 2 * height);
    const h = 0.65 * w;
    ctx.fillStyle = colors.series[0];
    round(ctx, x[0] * width - w / 2, x[1] * width - h / 2, w, h, 12);
    ctx.fill();
    ctx.fillStyle = colors.paper;
    ctx.globalAlpha = 0.85;
    round(ctx, x[0] * width - 0.4 * w, x[1] * width - 0.28 * h, 0.5 * w, 0.12 * h, 4);
    ctx.fill();
    round(ctx, x[0] * width - 0.4 * w, x[1] * width + 0.02 * h, 0.75 * w, 0.09 * h, 4);
    ctx.fill();
    ctx.globalAlpha = 1;
  },
  shown: 0,
  drags: true,
};

const ROWS = 7;
const list: Thing = {
  id: "list",
  name: "List",
  hint: "Press: the rows go to the other side, one after the other.",
  count: ROWS,
  rest: () => Array<number>(ROWS).fill(0),
  press(goals, _x, _y, _stage, presses) {
    goals.fill(presses % 2);
  },
  wander(goals, time) {
    // Each row 60 ms after the one before.
    for (let i = 0; i < ROWS; i++) goals[i] = Math.floor((time - 0.06 * i) / 1.4) % 2 === 0 ? 1 : 0;
  },
  paint(ctx, x, _goals, { width, height }, colors) {
    const h = height / (ROWS + 1);
    for (let i = 0; i < ROWS; i++) {
      const left = (0.06 + 0.34 * x[i]) * width;
      ctx.fillStyle = i % 2 ? colors.series[5] : colors.series[0];
      round(ctx, left, (i + 0.62) * h, 0.54 * width, 0.74 * h, 8);
      ctx.fill();
    }
  },
  shown: 3,
  drags: false,
};

const sheet: Thing = {
  id: "sheet",
  name: "Sheet",
  hint: "Drag it up and down; a press opens or closes it.",
  count: 1,
  rest: ({ tall }) => [0.82 * tall],
  press(goals, _x, y, { tall }) {
    goals[0] = Math.min(0.86 * tall, Math.max(0.12 * tall, y));
  },
  wander(goals, time, { tall }) {
    goals[0] = [0.82, 0.45, 0.16][Math.floor(time / 1.2) % 3] * tall;
  },
  paint(ctx, x, _goals, { width, height }, colors) {
    const [left, w] = [0.25 * width, 0.5 * width];
    ctx.strokeStyle = colors.quiet;
    ctx.lineWidth = 2;
    round(ctx, left - 6, 6, w + 12, height - 12, 26);
    ctx.stroke();
    ctx.save();
    round(ctx, left, 12, w, height - 24, 20);
    ctx.clip();
    ctx.fillStyle = colors.soft;
    ctx.fillRect(left, 0, w, height);
    const top = x[0] * width;
    ctx.fillStyle = colors.series[2];
    round(ctx, left, top, w, 2 * height, 18);
    ctx.fill();
    ctx.fillStyle = colors.paper;
    round(ctx, left + w / 2 - 22, top + 10, 44, 5, 3);
    ctx.fill();
    ctx.globalAlpha = 0.7;
    for (let i = 0; i < 3; i++) {
      round(ctx, left + 0.1 * w, top + 34 + 26 * i, (0.75 - 0.15 * i) * w, 10, 5);
      ctx.fill();
    }
    ctx.restore();
  },
  shown: 0,
  drags: true,
};

const camera: Thing = {
  id: "camera",
  name: "Camera behind a character",
  hint: "Drag the character; the frame is what the camera sees.",
  count: 2,
  rest: ({ tall }) => [0.5, tall / 2],
  press(goals, x, y) {
    goals.set([x, y]);
  },
  wander(goals, time, { tall }) {
    // Runs to and fro with sharp turns.
    const phase = (time / 3) % 1;
    const across = phase < 0.5 ? phase * 2 : 2 - phase * 2;
    goals.set([0.2 + 0.6 * across, tall * (0.5 + 0.22 * Math.sin(2 * Math.PI * phase))]);
  },
  paint(ctx, x, goals, { width, height }, colors) {
    ctx.strokeStyle = colors.line;
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (let i = 0; i <= 20; i++) {
      ctx.moveTo((i / 20) * width, 0);
      ctx.lineTo((i / 20) * width, height);
      ctx.moveTo(0, (i / 20) * width);
      ctx.lineTo(width, (i / 20) * width);
    }
    ctx.stroke();
    const [w, h] = [0.34 * width, 0.2 * width];
    ctx.strokeStyle = colors.series[1];
    ctx.lineWidth = 3;
    round(ctx, x[0] * width - w / 2, x[1] * width - h / 2, w, h, 6);
    ctx.stroke();
    ctx.fillStyle = colors.series[1];
    ctx.beginPath();
    ctx.arc(x[0] * width, x[1] * width, 4, 0, 2 * Math.PI);
    ctx.fill();
    ctx.fillStyle = colors.series[0];
    ctx.beginPath();
    ctx.arc(goals[0] * width, goals[1] * width, 11, 0, 2 * Math.PI);
    ctx.fill();
    ctx.strokeStyle = colors.quiet;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.moveTo(x[0] * width, x[1] * width);
    ctx.lineTo(goals[0] * width, goals[1] * width);
    ctx.stroke();
  },
  shown: 0,
  drags: true,
};

/** The angle that is nearest to `near` and points the same way. */
const wrapped = (angle: number, near: number) => near + Math.atan2(Math.sin(angle - near), Math.cos(angle - near));

const aim: Thing = {
  id: "aim",
  name: "Aim",
  hint: "Drag the target round the turret: it turns the short way.",
  count: 1,
  rest: () => [0],
  press(goals, x, y, { tall }) {
    goals[0] = wrapped(Math.atan2(y - tall / 2, x - 0.5), goals[0]);
  },
  wander(goals, time) {
    goals[0] = [0, 2.2, -0.6, 1.1, 3.6][Math.floor(time / 1.2) % 5];
  },
  paint(ctx, x, goals, { width, height }, colors) {
    const [cx, cy, far] = [width / 2, height / 2, 0.4 * Math.min(width, height)];
    marker(ctx, cx + far * Math.cos(goals[0]), cy + far * Math.sin(goals[0]), colors);
    ctx.save();
    ctx.translate(cx, cy);
    ctx.rotate(x[0]);
    ctx.fillStyle = colors.series[0];
    round(ctx, 0, -9, 0.86 * far, 18, 6);
    ctx.fill();
    ctx.fillStyle = colors.series[5];
    ctx.beginPath();
    ctx.arc(0, 0, 30, 0, 2 * Math.PI);
    ctx.fill();
    ctx.restore();
  },
  shown: 0,
  drags: true,
};

// Colors of linear light, red, green, blue.
const PALETTE = [
  [0.02, 0.14, 0.55], [0.6, 0.08, 0.03], [0.02, 0.25, 0.1], [0.55, 0.35, 0.02], [0.28, 0.05, 0.5],
];
const display = (linear: number) => {
  const c = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
};

const color: Thing = {
  id: "color",
  name: "Color",
  hint: "Press for the next color: each channel of linear light is a spring.",
  count: 3,
  rest: () => PALETTE[0],
  press(goals, _x, _y, _stage, presses) {
    goals.set(PALETTE[presses % PALETTE.length]);
  },
  wander(goals, time) {
    goals.set(PALETTE[Math.floor(time / 1.2) % PALETTE.length]);
  },
  paint(ctx, x, goals, { width, height }, colors) {
    const of = (c: Float64Array) => `rgb(${display(c[0])} ${display(c[1])} ${display(c[2])})`;
    ctx.fillStyle = of(x);
    round(ctx, 0.12 * width, 0.1 * height, 0.76 * width, 0.62 * height, 16);
    ctx.fill();
    ctx.fillStyle = of(goals);
    round(ctx, 0.12 * width, 0.8 * height, 0.76 * width, 0.1 * height, 8);
    ctx.fill();
    ctx.fillStyle = colors.quiet;
  },
  shown: 0,
  drags: false,
};

const CUBE = [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]];
const FACES = [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 5, 4], [2, 3, 7, 6], [1, 2, 6, 5], [0, 3, 7, 4]];

const cube: Thing = {
  id: "cube",
  name: "Rotating object",
  hint: "Drag to turn it; it follows with its spring.",
  count: 2,
  rest: () => [0.5, 0.4],
  press(goals, x, y, { tall }) {
    goals.set([(x - 0.5) * 6, (y - tall / 2) * 5]);
  },
  wander(goals, time) {
    const k = Math.floor(time / 1.3);
    goals.set([0.5 + (k % 4) * (Math.PI / 2), 0.4 + (k % 3) * 0.5]);
  },
  paint(ctx, x, _goals, { width, height }, colors) {
    const size = 0.24 * Math.min(width, height);
    const [ca, sa, cb, sb] = [Math.cos(x[0]), Math.sin(x[0]), Math.cos(x[1]), Math.sin(x[1])];
    const points = CUBE.map(([a, b, c]) => {
      const [p, r] = [a * ca + c * sa, -a * sa + c * ca];
      const [q, z] = [b * cb - r * sb, b * sb + r * cb];
      const far = 5 / (5 + z);
      return [width / 2 + size * p * far, height / 2 + size * q * far, z];
    });
    const depth = (face: number[]) => face.reduce((sum, i) => sum + points[i][2], 0);
    const order = FACES.map((face, i) => ({ face, i })).sort((a, b) => depth(b.face) - depth(a.face));
    for (const { face, i } of order.slice(3)) {
      ctx.beginPath();
      face.forEach((p, k) => (k ? ctx.lineTo(points[p][0], points[p][1]) : ctx.moveTo(points[p][0], points[p][1])));
      ctx.closePath();
      ctx.fillStyle = colors.series[[0, 5, 2, 6, 3, 4][i]];
      ctx.fill();
      ctx.strokeStyle = colors.paper;
      ctx.lineWidth = 2;
      ctx.stroke();
    }
  },
  shown: 0,
  drags: true,
};

const POINTS = 2000;
// A sunflower: equally dense, without a lattice.
const SEEDS = Array.from({ length: POINTS }, (_, i) => {
  const [radius, angle] = [0.17 * Math.sqrt((i + 0.5) / POINTS), i * 2.399963229728653];
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
});

const field: Thing = {
  id: "field",
  name: "2,000 springs",
  hint: "Drag: every dot is two springs to its own goal.",
  count: 2 * POINTS,
  rest: ({ tall }) => SEEDS.flatMap(([dx, dy]) => [0.5 + dx, tall / 2 + dy]),
  press(goals, x, y) {
    // Turned by the place, so that the dots cross each other.
    const [c, s] = [Math.cos(9 * x), Math.sin(9 * x)];
    for (let i = 0; i < POINTS; i++) {
      const [dx, dy] = SEEDS[i];
      goals[2 * i] = x + dx * c - dy * s;
      goals[2 * i + 1] = y + dx * s + dy * c;
    }
  },
  wander(goals, time, stage) {
    const k = Math.floor(time / 1.1) % 4;
    field.press(goals, [0.25, 0.7, 0.5, 0.3][k], [0.5, 0.35, 0.6, 0.4][k] * stage.tall, stage, 0);
  },
  paint(ctx, x, _goals, { width }, colors) {
    const r = Math.max(1, width / 420);
    for (let group = 0; group < 4; group++) {
      ctx.fillStyle = colors.series[group];
      ctx.beginPath();
      for (let i = group; i < POINTS; i += 4) ctx.rect(x[2 * i] * width - r, x[2 * i + 1] * width - r, 2 * r, 2 * r);
      ctx.fill();
    }
  },
  shown: 0,
  drags: true,
};

export const THINGS: Thing[] = [card, list, sheet, camera, aim, color, cube, field];
