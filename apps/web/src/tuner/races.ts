// Races: the same spring by other libraries' formulas at the same frames, with their distance from the exact motion.

import { computed, effect, signal } from "@preact/signals-core";
import { Axes } from "../parts/axes.ts";
import { player } from "../parts/player.ts";
import { slider } from "../parts/slider.ts";
import { surface } from "../parts/surface.ts";
import { describe } from "../parts/words.ts";
import { commit, number, set, text } from "../state/params.ts";
import { button, choice, make } from "./dom.ts";
import { exactRun, frameTimes, goalAt, rivalRun, type ExactStep, type GoalKind, type Run } from "./race.ts";
import { RIVALS } from "./rivals.ts";
import { core, readingsA, short, springA } from "./state.ts";

const fps = number("fps", 60, { label: "Frames per second", min: 4, max: 240, log: true, digits: 0 });
const jitter = number("jitter", 0, { label: "Jitter", unit: "%", min: 0, max: 90, digits: 0 });
const hitch = number("hitch", 0, { label: "One long frame", unit: "s", min: 0, max: 1, digits: 2 });
const goalKind = text("goal", "interrupted", ["step", "interrupted", "moving"]);
const hidden = text("hide", "");

const RATES = [30, 60, 120, 240];

const period = computed(() => readingsA.value.duration);
const raceEnd = computed(() => Math.min(20, (goalKind.value.value === "step" ? 2.5 : 3.6) * period.value));

const exactStep: ExactStep = (state, from, to, dt) => {
  const [x, v, f, t] = [state[0], state[1], from, to].map((one) => Float64Array.of(one));
  core.advance(springA.value, dt, "held", x, v, f, t);
  return [x[0], v[0]];
};

const goal = (time: number) => goalAt(goalKind.value.value as GoalKind, time, period.value);

interface Lane {
  id: string;
  name: string;
  color: number;
  run: Run;
}

const times = computed(() => frameTimes({ rate: fps.value.value, jitter: jitter.value.value / 100, hitch: hitch.value.value }, raceEnd.value));
const exact = computed(() => exactRun(exactStep, times.value, goal));
const lanes = computed<Lane[]>(() =>
  RIVALS.map((rival, i) => ({ id: rival.id, name: rival.name, color: i + 1, run: rivalRun(rival, springA.value, times.value, goal, exact.value) })),
);
const shown = (id: string) => !hidden.value.value.split(",").includes(id);

/** Adds the races to `host`. */
export function races(host: HTMLElement): void {
  const head = make("div", { class: "controls wrap" });
  host.append(head);
  const rates = choice(head, "Frame rate", RATES.map((rate) => [String(rate), `${rate} Hz`] as const), (rate) => {
    set(fps, Number(rate));
    commit();
  });
  effect(() => rates(String(fps.value.value)));
  const markGoal = choice(head, "Goal", [
    ["step", "one step"], ["interrupted", "interrupted twice"], ["moving", "moving"],
  ] as const, (kind) => {
    goalKind.value.value = kind;
    commit();
  });
  effect(() => markGoal(goalKind.value.value as GoalKind));
  const sliders = make("div", { class: "race-sliders" });
  host.append(sliders);
  for (const one of [fps, jitter, hitch]) slider(sliders, one);

  const clock = signal(Infinity);
  const picture = surface(host, {
    label: "Race",
    height: (width) => Math.round(Math.min(Math.max(0.45 * width, 240), 420)),
    paint(ctx, { width, height }, colors) {
      const seen = lanes.value.filter((lane) => shown(lane.id)).flatMap((lane) => lane.run.positions).concat(exact.value);
      const high = Math.min(2.2, seen.reduce((most, one) => (one > most ? one : most), 1.1));
      const low = Math.max(-1, seen.reduce((least, one) => (one < least ? one : least), 0));
      const axes = new Axes({ width, height, x: [0, raceEnd.value], y: [low - 0.08, high + 0.08], xLabel: "time, s", yLabel: "position", margin: [26, 14, 42, 46] });
      axes.frame(ctx, colors);
      const ts = times.value;
      const count = ts.filter((t) => t <= clock.value).length;
      axes.curve(ctx, ts, ts.map(goal), { color: colors.quiet, width: 1.5, dash: [6, 5], steps: true });
      for (const lane of lanes.value) {
        if (!shown(lane.id)) continue;
        axes.curve(ctx, ts, lane.run.positions, { color: colors.series[lane.color], width: 1.75, count });
      }
      axes.curve(ctx, ts, exact.value, { color: colors.series[0], width: 3, count });
      // The frames themselves.
      if (ts.length < 200) {
        ctx.fillStyle = colors.quiet;
        for (const t of ts) ctx.fillRect(axes.x(t) - 0.5, axes.bottom, 1, 4);
      }
    },
  });
  describe(picture.canvas, () => {
    const worst = lanes.value.reduce((a, b) => (b.run.error > a.run.error ? b : a));
    return `At ${fps.value.value} frames a second the exact step is on the curve at every frame; ${worst.name} is ${worst.run.diverged ? "without bound" : `up to ${percent(worst.run.error)} off`}.`;
  });
  player(host, {
    label: "the race",
    inView: picture.inView,
    restart: () => (clock.value = 0),
    advance(dt) {
      if (clock.value === Infinity) clock.value = 0;
      clock.value += dt * Math.max(0.25, raceEnd.value / 5);
      if (clock.value < raceEnd.value) return true;
      clock.value = Infinity;
      return false;
    },
  });
  table(host);
}

function percent(value: number): string {
  if (value > 10) return "diverges";
  const p = 100 * value;
  return p < 1e-4 ? "0 %" : `${short(Number(p.toPrecision(2)))} %`;
}

/** The distances at the four rates and with the present frames. */
function table(host: HTMLElement): void {
  const measured = computed(() =>
    RATES.map((rate) => {
      const frames = frameTimes({ rate, jitter: jitter.value.value / 100, hitch: hitch.value.value }, raceEnd.value);
      const truth = exactRun(exactStep, frames, goal);
      return RIVALS.map((rival) => rivalRun(rival, springA.value, frames, goal, truth).error);
    }),
  );
  const body = make("tbody");
  const head = make("tr", {}, make("th", { text: "Formula", scope: "col" }), ...RATES.map((rate) => make("th", { text: `${rate} Hz`, scope: "col" })), make("th", { text: "these frames", scope: "col" }), make("th", { text: "why", scope: "col", class: "why" }));
  const rows = [
    { id: "", name: "sprung", cause: "the exact step: the same at every frame rate", color: 0 },
    ...RIVALS.map((rival, i) => ({ id: rival.id, name: rival.name, cause: rival.cause, color: i + 1 })),
  ].map(({ id, name, cause, color }, index) => {
    const cells = [...RATES, 0].map(() => make("td", { class: "number-cell" }));
    const swatch = make("span", { class: "swatch", style: `background: var(--series-${color + 1})` });
    const title = make("th", { scope: "row" }, swatch);
    if (id) {
      const show = button(name, () => {
        const all = hidden.value.value.split(",").filter(Boolean);
        hidden.value.value = (all.includes(id) ? all.filter((one) => one !== id) : [...all, id]).join(",");
        commit();
      }, `Show ${name} in the race`);
      show.className = "plain";
      effect(() => {
        show.setAttribute("aria-pressed", String(shown(id)));
        swatch.classList.toggle("off", !shown(id));
      });
      title.append(show);
    } else {
      title.append(make("strong", { text: name }));
    }
    body.append(make("tr", {}, title, ...cells, make("td", { text: cause, class: "why" })));
    return { cells, index: index - 1 };
  });
  host.append(
    make("p", { class: "quiet small", text: "Greatest distance from the exact motion over the same frames, in percent of the step." }),
    make("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Distances from the exact motion" }, make("table", { class: "numbers" }, make("thead", {}, head), body)),
  );
  effect(() => {
    const all = measured.value;
    const present = lanes.value;
    for (const { cells, index } of rows) {
      const values = index < 0 ? [0, 0, 0, 0, 0] : [...all.map((rate) => rate[index]), present[index].run.error];
      cells.forEach((cell, i) => {
        cell.textContent = percent(values[i]);
        cell.classList.toggle("bad", values[i] > 0.05);
      });
    }
  });
}
