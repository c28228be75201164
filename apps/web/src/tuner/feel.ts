// The stage: a thing that the spring moves, and a scope with its goal, position and velocity over the last seconds.

import { effect, signal, untracked } from "@preact/signals-core";
import { Axes, label } from "../parts/axes.ts";
import { drags } from "../parts/handle.ts";
import { player } from "../parts/player.ts";
import { surface } from "../parts/surface.ts";
import { reducedMotion } from "../parts/theme.ts";
import { commit, text } from "../state/params.ts";
import { button, choice, make } from "./dom.ts";
import { core, springA, springB } from "./state.ts";
import { THINGS, type Stage, type Thing } from "./things.ts";

const thingId = text("thing", "card", THINGS.map((one) => one.id));
const goalMode = text("goalmode", "held", ["held", "follow", "track"]);
const which = text("moves", "a", ["a", "b"]);

/** The seconds that the scope shows, and its samples. */
const SCOPE = 3;
const HISTORY = 720;

/** Adds the stage to `host`. */
export function feel(host: HTMLElement): void {
  let thing: Thing = THINGS[0];
  let [x, v, from, to] = [0, 1, 2, 3].map(() => new Float64Array(1));
  let presses = 0;
  let time = 0;
  const wandering = signal(!reducedMotion.value);
  const history = { times: new Float64Array(HISTORY), goal: new Float64Array(HISTORY), x: new Float64Array(HISTORY), v: new Float64Array(HISTORY), count: 0 };
  const shownTick = signal(0);

  const top = make("div", { class: "controls wrap" });
  host.append(top);
  const mark = choice(top, "Thing", THINGS.map((one) => [one.id, one.name] as const), (id) => {
    thingId.value.value = id;
    commit();
  });

  const picture = surface(host, {
    label: "Stage",
    height: (width) => Math.round(Math.min(Math.max(0.42 * width, 220), Math.max(420, 0.3 * width))),
    paint(ctx, { width, height }, colors) {
      shownTick.value;
      ctx.fillStyle = colors.soft;
      ctx.fillRect(0, 0, width, height);
      thing.paint(ctx, x, to, { width, height, tall: height / width }, colors);
    },
  });
  picture.box.classList.add("stage");
  const stage = (): Stage => {
    const [width, height] = [picture.width.peek() || 1, picture.height.peek()];
    return { width, height, tall: height / width };
  };
  const reset = () => {
    x = Float64Array.from(thing.rest(stage()));
    v = new Float64Array(x.length);
    from = x.slice();
    to = x.slice();
    [time, presses, history.count] = [0, 0, 0];
    shownTick.value = shownTick.peek() + 1;
  };
  const hint = make("p", { class: "quiet small" });
  effect(() => {
    const id = thingId.value.value;
    thing = THINGS.find((one) => one.id === id) ?? THINGS[0];
    mark(thing.id);
    hint.textContent = thing.hint;
    picture.canvas.setAttribute("aria-label", `${thing.name}, moved by the spring. ${thing.hint}`);
    reset();
  });

  // The first width is known after the first layout.
  effect(() => {
    if (picture.width.value > 0 && time === 0) untracked(reset);
  });

  const act = (px: number, py: number) => {
    const s = stage();
    thing.press(to, px / s.width, py / s.width, s, presses);
  };
  let pressed = false;
  drags(picture.canvas, picture.box, {
    start(px, py) {
      wandering.value = false;
      presses++;
      pressed = true;
      act(px, py);
      motion.play();
    },
    drag(px, py) {
      if (thing.drags) act(px, py);
    },
    end() {
      pressed = false;
      if (thing.id !== "sheet") return;
      // A sheet comes to rest on one of three heights.
      const s = stage();
      const snaps = [0.82, 0.45, 0.16].map((share) => share * s.tall);
      to[0] = snaps.reduce((best, one) => (Math.abs(one - to[0]) < Math.abs(best - to[0]) ? one : best));
    },
  });
  picture.canvas.tabIndex = 0;
  picture.canvas.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Enter: [0, 0], " ": [0, 0] }[event.key];
    if (!by) return;
    event.preventDefault();
    wandering.value = false;
    presses++;
    const s = stage();
    const [cx, cy] = thing.count === 2 ? [to[0], to[1]] : [0.5, s.tall / 2];
    thing.press(to, Math.min(0.95, Math.max(0.05, cx + 0.15 * by[0])), Math.min(0.95 * s.tall, Math.max(0.05 * s.tall, cy + 0.15 * by[1])), s, presses);
    motion.play();
  });

  const controls = make("div", { class: "stage-controls" });
  host.append(controls, hint);
  const motion = player(controls, {
    label: "the thing",
    inView: picture.inView,
    autoplay: true,
    restart: reset,
    advance(dt) {
      time += dt;
      if (wandering.value) thing.wander(to, time, stage());
      const spring = (which.value.value === "b" && springB.value) || springA.value;
      core.advance(spring, dt, goalMode.value.value as "held" | "follow" | "track", x, v, from, to);
      from.set(to);
      record();
      shownTick.value = shownTick.peek() + 1;
      let left = 0;
      for (let i = 0; i < x.length; i++) left = Math.max(left, Math.abs(x[i] - to[i]), 0.1 * Math.abs(v[i]));
      return wandering.value || pressed || left > 1e-4;
    },
  });
  const record = () => {
    const n = history.count;
    if (n === HISTORY) {
      for (const column of [history.times, history.goal, history.x, history.v]) column.copyWithin(0, 1);
      history.count--;
    }
    const i = history.count++;
    [history.times[i], history.goal[i], history.x[i], history.v[i]] = [time, to[thing.shown], x[thing.shown], v[thing.shown]];
  };

  const self = button("Goal moves by itself", () => (wandering.value = !wandering.value));
  effect(() => self.setAttribute("aria-pressed", String(wandering.value)));
  effect(() => {
    if (wandering.value && !reducedMotion.value) motion.play();
  });
  motion.controls.append(self);
  const markMode = choice(motion.controls, "How a moving goal is damped", [
    ["held", "goal held per frame"], ["follow", "followed"], ["track", "tracked, no lag"],
  ] as const, (mode) => {
    goalMode.value.value = mode;
    commit();
  });
  effect(() => markMode(goalMode.value.value as "held"));
  const both = make("div", { class: "choice", role: "group" });
  const markSpring = choice(both, "Which spring moves it", [["a", "A"], ["b", "B"]] as const, (one) => {
    which.value.value = one;
    commit();
  });
  effect(() => {
    markSpring((springB.value ? which.value.value : "a") as "a");
    both.hidden = !springB.value;
  });
  motion.controls.append(both);

  surface(host, {
    label: "Goal, position and velocity over the last three seconds",
    height: (width) => (width < 500 ? 130 : 150),
    paint(ctx, { width, height }, colors) {
      shownTick.value;
      const n = history.count;
      const end = Math.max(time, SCOPE);
      const view = (column: Float64Array) => column.subarray(0, n);
      const values = [...view(history.goal), ...view(history.x)];
      const low = Math.min(...values, 0.2);
      const high = Math.max(...values, 0.8);
      const room = 0.15 * (high - low);
      const axes = new Axes({ width, height, x: [end - SCOPE, end], y: [low - room, high + room], margin: [24, 14, 8, 14], xTicks: [], yTicks: [] });
      axes.frame(ctx, colors);
      const fastest = Math.max(1, ...view(history.v).map(Math.abs));
      const middle = (low + high) / 2;
      const scaled = view(history.v).map((one) => middle + (one / fastest) * 0.5 * (high - low));
      axes.curve(ctx, view(history.times), scaled, { color: colors.series[2], width: 1.5 });
      axes.curve(ctx, view(history.times), view(history.goal), { color: colors.quiet, width: 1.5, dash: [6, 4], steps: goalMode.value.value === "held" });
      axes.curve(ctx, view(history.times), view(history.x), { color: colors.series[0], width: 2.5 });
      let at = axes.left + 2;
      for (const [words, color] of [["goal", colors.quiet], ["position", colors.series[0]], ["velocity", colors.series[2]]] as const) {
        at += label(ctx, words, at, 11, color, colors) + 16;
      }
      if (n === 0) label(ctx, "what you drag is drawn here", (axes.left + axes.right) / 2, (axes.top + axes.bottom) / 2, colors.quiet, colors, "center");
    },
  });
}
