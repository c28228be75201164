// Figure 7: a character with its predicted path.

import { signal } from "@preact/signals-core";
import { springs } from "../../core/springs.ts";
import { handle } from "../../parts/handle.ts";
import { result, significant } from "../../parts/output.ts";
import { player } from "../../parts/player.ts";
import { surface } from "../../parts/surface.ts";
import { describe } from "../../parts/words.ts";
import { commit, number, set } from "../../state/params.ts";

/** Speed with the stick at its end, in meters per second. */
const SPEED = 3;
/** Pixels of a meter, and of the stick. */
const METER = 46;
const PAD = 44;
/** What the stick does until somebody takes it: seconds, right, up. */
const SCRIPT = [
  [0.9, 1, 0],
  [0.9, 0.3, 0.95],
  [0.8, 0.95, -0.2],
  [0.6, 0, 0],
] as const;
const AHEAD = Array.from({ length: 21 }, (_, i) => i / 20);

/** Position, velocity and acceleration, two components each. */
class Walker {
  position = new Float64Array(2);
  velocity = new Float64Array(2);
  acceleration = new Float64Array(2);

  copy(): Walker {
    const other = new Walker();
    other.position.set(this.position);
    other.velocity.set(this.velocity);
    other.acceleration.set(this.acceleration);
    return other;
  }
}

export function characterFigure(host: HTMLElement): void {
  const halflife = number("turn", 0.15, { label: "half-life of the velocity", unit: "s", min: 0.03, max: 0.6 });
  const right = number("right", 0, { label: "stick to the right", min: -1, max: 1 });
  const forward = number("forward", 0, { label: "stick forward", min: -1, max: 1 });
  const taken = signal(right.value.value !== 0 || forward.value.value !== 0);
  const again = signal(0);
  let hero = new Walker();
  let time = 0;
  let trail: [number, number][] = [];
  /** Where the stick was last moved, and the seconds since then. */
  let pinned = { from: new Walker(), since: 0, stick: [NaN, NaN, NaN], farthest: 0 };

  const stick = (): readonly [number, number] => {
    if (taken.value) return [right.value.value, forward.value.value];
    let t = time % SCRIPT.reduce((sum, [seconds]) => sum + seconds, 0);
    for (const [seconds, x, y] of SCRIPT) {
      if (t < seconds) return [x, y];
      t -= seconds;
    }
    return [0, 0];
  };
  /** The places after each of these times, from one walker, with the stick held. */
  const predict = (from: Walker, times: readonly number[], held: readonly number[] = stick()): [number, number][] => {
    const core = springs.value;
    if (!core) return [];
    const columns = [from.position, from.velocity, from.acceleration, Float64Array.of(held[0] * SPEED, held[1] * SPEED)].map(
      (pair) => Float64Array.from({ length: 2 * times.length }, (_, i) => pair[i % 2]),
    );
    const dt = Float64Array.from({ length: 2 * times.length }, (_, i) => times[i >> 1]);
    core.characters(halflife.value.value, dt, columns[0], columns[1], columns[2], columns[3]);
    return times.map((_, i) => [columns[0][2 * i], columns[0][2 * i + 1]]);
  };
  const advance = (dt: number) => {
    const core = springs.value;
    if (!core) return true;
    const now = [...stick(), halflife.value.value];
    if (now.some((one, i) => one !== pinned.stick[i])) pinned = { ...pinned, from: hero.copy(), since: 0, stick: now };
    const goal = Float64Array.of(now[0] * SPEED, now[1] * SPEED);
    core.characters(halflife.value.value, Float64Array.of(dt, dt), hero.position, hero.velocity, hero.acceleration, goal);
    time += dt;
    pinned.since += dt;
    const [[x, y]] = predict(pinned.from, [pinned.since], now);
    pinned.farthest = Math.max(pinned.farthest, Math.hypot(x - hero.position[0], y - hero.position[1]));
    trail.push([hero.position[0], hero.position[1]]);
    if (trail.length > 150) trail.shift();
    again.value++;
    return true;
  };

  const stage = surface(host, {
    label: "A character seen from above, with its predicted path",
    height: (width) => Math.min(Math.max(width * 0.5, 280), 400),
    paint: (ctx, { width, height }, colors) => {
      again.value;
      const [hx, hy] = hero.position;
      const place = ([x, y]: readonly number[]) => [width / 2 + (x - hx) * METER, height / 2 - (y - hy) * METER] as const;
      ctx.strokeStyle = colors.line;
      ctx.lineWidth = 1;
      ctx.beginPath();
      for (let x = Math.ceil(hx - width / 2 / METER); x < hx + width / 2 / METER; x++) {
        ctx.moveTo(place([x, 0])[0], 0);
        ctx.lineTo(place([x, 0])[0], height);
      }
      for (let y = Math.ceil(hy - height / 2 / METER); y < hy + height / 2 / METER; y++) {
        ctx.moveTo(0, place([0, y])[1]);
        ctx.lineTo(width, place([0, y])[1]);
      }
      ctx.stroke();
      const line = (points: readonly (readonly number[])[], color: string, width: number) => {
        ctx.strokeStyle = color;
        ctx.lineWidth = width;
        ctx.lineJoin = ctx.lineCap = "round";
        ctx.beginPath();
        points.forEach((point, i) => ctx[i ? "lineTo" : "moveTo"](...place(point)));
        ctx.stroke();
      };
      line(trail, colors.series[7], 2);
      // The path that was predicted when the stick last moved: the character is on it.
      line(predict(pinned.from, AHEAD.map((t) => t * 2)), colors.line, 9);
      const path = predict(hero, AHEAD);
      line(path, colors.series[0], 2.5);
      path.forEach((point, i) => {
        if (i % 4 || i === 0) return;
        const [x, y] = place(point);
        ctx.fillStyle = colors.series[0];
        ctx.beginPath();
        ctx.arc(x, y, 5, 0, 2 * Math.PI);
        ctx.fill();
      });
      const heading = Math.atan2(-hero.velocity[1], hero.velocity[0]);
      ctx.save();
      ctx.translate(width / 2, height / 2);
      ctx.rotate(heading);
      ctx.fillStyle = colors.ink;
      ctx.beginPath();
      ctx.arc(0, 0, 13, 0.6, 2 * Math.PI - 0.6);
      ctx.lineTo(22, 0);
      ctx.closePath();
      ctx.fill();
      ctx.restore();
      ctx.strokeStyle = colors.quiet;
      ctx.fillStyle = colors.soft;
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      ctx.arc(PAD + 24, height - PAD - 24, PAD + 8, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    },
  });
  describe(stage.canvas, () => {
    const [x, y] = [right.value.value, forward.value.value];
    return `The stick is ${x} to the right and ${y} forward. The line ahead of the character is its path in the next second.`;
  });
  const take = (x: number, y: number) => {
    taken.value = true;
    const size = Math.max(1, Math.hypot(x, y));
    set(right, x / size);
    set(forward, y / size);
    controls.play();
  };
  handle(stage, {
    label: "stick",
    moves: "both",
    color: () => "var(--series-2)",
    at: () => {
      again.value;
      const [x, y] = stick();
      return [PAD + 24 + x * PAD, stage.height.value - PAD - 24 - y * PAD];
    },
    drag: (x, y) => take((x - PAD - 24) / PAD, (stage.height.value - PAD - 24 - y) / PAD),
    key: (dx, dy) => take(right.value.value + dx / 10, forward.value.value + dy / 10),
    value: () => ({ now: Math.round(100 * Math.hypot(right.value.value, forward.value.value)), min: 0, max: 100 }),
    valueText: () => `${right.value.value} to the right, ${forward.value.value} forward`,
    end: commit,
  });
  const controls = player(host, {
    label: "the character",
    inView: stage.inView,
    autoplay: true,
    advance,
    restart: () => {
      hero = new Walker();
      trail = [];
      time = 0;
      pinned = { from: hero.copy(), since: 0, stick: [NaN, NaN, NaN], farthest: 0 };
      taken.value = false;
      again.value++;
    },
  });
  result("miss", () => {
    again.value;
    const miss = pinned.farthest;
    if (time === 0) return null;
    return `${significant(miss, 1)} m`;
  });
}
