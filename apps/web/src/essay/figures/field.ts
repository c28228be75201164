// The opening: 2,000 points, each on a spring of its own.

import { signal } from "@preact/signals-core";
import { springs } from "../../core/springs.ts";
import { handle } from "../../parts/handle.ts";
import { player } from "../../parts/player.ts";
import { surface } from "../../parts/surface.ts";
import { describe } from "../../parts/words.ts";

const COUNT = 2000;
/** Numbers of rows that leave no row short. */
const ROWS = [8, 10, 16, 20, 25, 40, 50];
/** The radius that the ball pushes points to: a part of the height, pixels at most. */
const RADIUS = { part: 0.25, most: 74 };

export function fieldFigure(host: HTMLElement): void {
  const ball = signal<readonly [number, number]>([0.28, 0.52]);
  const again = signal(0);
  const x = new Float64Array(2 * COUNT);
  const v = new Float64Array(2 * COUNT);
  const goal = new Float64Array(2 * COUNT);
  const home = new Float64Array(2 * COUNT);
  const omega = new Float64Array(2 * COUNT);
  const ratio = new Float64Array(2 * COUNT);
  let size = [0, 0];
  let rows = 1;

  const layout = (width: number, height: number) => {
    if (size[0] === width && size[1] === height) return;
    size = [width, height];
    const square = Math.sqrt((COUNT * height) / width);
    rows = ROWS.reduce((best, one) => (Math.abs(one - square) < Math.abs(best - square) ? one : best));
    const columns = COUNT / rows;
    for (let i = 0; i < COUNT; i++) {
      const [column, row] = [Math.floor(i / rows), i % rows];
      const across = (column + 0.5) / columns;
      home[2 * i] = across * width;
      home[2 * i + 1] = ((row + 0.5) / rows) * height;
      // The damping ratio grows from left to right.
      omega.fill(2 * Math.PI * 1.3, 2 * i, 2 * i + 2);
      ratio.fill(0.06 + 1.1 * across, 2 * i, 2 * i + 2);
    }
    aim();
    x.set(goal);
    v.fill(0);
  };
  /** Sets each goal: at home, or where the ball pushes it to. */
  const aim = () => {
    const radius = Math.min(RADIUS.most, RADIUS.part * size[1]);
    const [bx, by] = [ball.peek()[0] * size[0], ball.peek()[1] * size[1]];
    for (let i = 0; i < 2 * COUNT; i += 2) {
      const [dx, dy] = [home[i] - bx, home[i + 1] - by];
      const distance = Math.hypot(dx, dy) || 1;
      const to = distance < radius * 2 ? (radius + distance / 2) / distance : 1;
      goal[i] = bx + dx * to;
      goal[i + 1] = by + dy * to;
    }
  };
  const advance = (dt: number) => {
    const core = springs.value;
    if (!core || size[0] === 0) return true;
    aim();
    core.springs(omega, ratio, dt, x, v, goal);
    again.value++;
    let moving = 0;
    for (let i = 0; i < 2 * COUNT; i++) moving = Math.max(moving, Math.abs(v[i]), Math.abs(x[i] - goal[i]));
    return moving > 0.1;
  };

  const stage = surface(host, {
    label: "2,000 points, each on a spring; the damping ratio grows from left to right",
    height: (width) => Math.min(Math.max(width * 0.36, 220), 380),
    paint: (ctx, { width, height }, colors) => {
      again.value;
      layout(width, height);
      const radius = Math.min(Math.max(width / 480, 1.2), 3.2);
      // One path for each of three colors: 2,000 fills would take longer than the springs.
      const band = Math.ceil(COUNT / 3);
      for (let part = 0; part < 3; part++) {
        ctx.fillStyle = [colors.series[5], colors.series[0], colors.series[3]][part];
        ctx.beginPath();
        for (let i = part * band; i < Math.min((part + 1) * band, COUNT); i++) {
          ctx.moveTo(x[2 * i] + radius, x[2 * i + 1]);
          ctx.arc(x[2 * i], x[2 * i + 1], radius, 0, 7);
        }
        ctx.fill();
      }
    },
  });
  describe(stage.canvas, () => "A ball pushes the points aside. On the left they swing for a long time, on the right they return slowly.");
  const move = (px: number, py: number) => {
    ball.value = [Math.min(Math.max(px, 0), 1), Math.min(Math.max(py, 0), 1)];
    controls.play();
  };
  handle(stage, {
    label: "ball that pushes the points",
    moves: "both",
    color: () => "var(--series-2)",
    at: () => [ball.value[0] * stage.width.value, ball.value[1] * stage.height.value],
    drag: (px, py) => move(px / stage.width.value, py / stage.height.value),
    key: (right, up) => move(ball.value[0] + right / 20, ball.value[1] - up / 20),
    value: () => ({ now: Math.round(100 * ball.value[0]), min: 0, max: 100 }),
    valueText: () => `${Math.round(100 * ball.value[0])} percent from the left, ${Math.round(100 * ball.value[1])} percent down`,
    end: () => {},
  });
  const controls = player(host, {
    label: "the points",
    inView: stage.inView,
    advance,
    autoplay: true,
    // A wave through all points, which they come back from.
    restart: () => {
      for (let i = 0; i < COUNT; i++) {
        x[2 * i] = goal[2 * i];
        x[2 * i + 1] = goal[2 * i + 1] + 40 * Math.sin(home[2 * i] / 60);
      }
      v.fill(0);
      again.value++;
    },
  });
}
