// A recording: smoothed by a spring, its resonances, the spring that it is the motion of.

import { computed, effect, signal } from "@preact/signals-core";
import { load } from "../core/load.ts";
import { Axes, label } from "../parts/axes.ts";
import { slider } from "../parts/slider.ts";
import { surface } from "../parts/surface.ts";
import { describe } from "../parts/words.ts";
import { commit, number } from "../state/params.ts";
import { button, copyButton, make, select } from "./dom.ts";
import type { Recording } from "./files.ts";
import { short, springA, tune } from "./state.ts";

type Signal = typeof import("../core/signal.module.ts");

const smoothing = number("smoothing", 0.05, { label: "Half-life of the smoothing", unit: "s", min: 0.0005, max: 2, log: true, digits: 4 });

/** The most samples that are drawn. */
const MAX_DRAWN = 4000;

/** Adds a recording to `host`; returns what ends it. */
export async function recording(host: HTMLElement, found: Recording): Promise<() => void> {
  const { times, columns, joints } = found;
  const signals = await load<Signal>("signal");
  const index = signal(0);
  const controls = make("div", { class: "controls" });
  host.append(controls);
  if (columns.length > 1) {
    select(controls, "Column", columns.map((one, i) => [String(i), one.name] as const), (value) => (index.value = Number(value)));
  }
  // A half-life of about six samples to begin with.
  const dt = (times[times.length - 1] - times[0]) / (times.length - 1);
  smoothing.value.value = Math.min(2, Math.max(0.0005, Number((6 * dt).toPrecision(2))));
  slider(host, smoothing);
  const values = () => columns[index.value].values;
  const joint = () => joints.find((one) => one.columns.includes(index.value));
  const smoothed = computed(() => {
    const turning = joint();
    const halflife = smoothing.value.value;
    if (!turning) return signals.smoothed(halflife, times, values());
    const angles = turning.columns.map((column) => columns[column].values);
    const smooth = signals.smoothedAngles(halflife, times, angles, turning.axes);
    const place = turning.columns.indexOf(index.value);
    return { once: smooth.once[place], both: smooth.both[place] };
  });
  const thin = (xs: Float64Array) => xs.filter((_, i) => i % Math.ceil(xs.length / MAX_DRAWN) === 0);
  const picture = surface(host, {
    label: `${found.name}, smoothed`,
    height: (width) => (width < 500 ? 240 : 320),
    paint(ctx, { width, height }, colors) {
      const v = values();
      let [low, high] = [Infinity, -Infinity];
      for (const one of v) if (Number.isFinite(one)) [low, high] = [Math.min(low, one), Math.max(high, one)];
      const room = 0.06 * (high - low || 1);
      const axes = new Axes({ width, height, x: [times[0], times[times.length - 1]], y: [low - room, high + room], xLabel: "time, s", yLabel: `${columns[index.value].name}${joint() ? ", degrees" : ""}` });
      axes.frame(ctx, colors);
      axes.curve(ctx, thin(times), thin(v), { color: colors.quiet, width: 1 });
      const { once, both } = smoothed.value;
      axes.curve(ctx, thin(times), thin(once), { color: colors.series[1], width: 2 });
      axes.curve(ctx, thin(times), thin(both), { color: colors.series[0], width: 2 });
      const taken = label(ctx, "both ways, no lag", axes.right, axes.top - 12, colors.series[0], colors, "right");
      label(ctx, "one pass", axes.right - taken - 16, axes.top - 12, colors.series[1], colors, "right");
    },
  });
  describe(picture.canvas, () => `${columns[index.value].name} of ${found.name}, smoothed by a critical spring with a half-life of ${short(smoothing.value.value)} seconds.`);
  const how = make("p", { class: "quiet small", "data-how": "" });
  const command = make("code");
  host.append(how, make("p", { class: "small" }, "The whole file: ", command, " ", copyButton(() => command.textContent ?? "")));
  const ends = [
    effect(() => {
      const turning = joint();
      how.textContent = turning
        ? `The three angles of ${turning.name} are smoothed as one rotation, on the shortest arc, and written as angles again: no error at gimbal lock, which angles smoothed one by one have.`
        : "";
    }),
    effect(() => void (command.textContent = `sprung smooth ${found.name} --spring halflife=${smoothing.value.value} --zero-phase -o smooth-${found.name}`)),
    resonances(host, found, signals, values),
  ];
  return () => ends.forEach((end) => end());
}

function resonances(host: HTMLElement, found: Recording, signals: Signal, values: () => Float64Array): () => void {
  const list = make("p");
  const springs = make("div", { class: "controls" });
  host.append(make("h3", { text: "Resonances" }), list, springs);
  const offer = (text: string, spring: () => { angularFrequency: number; dampingRatio: number }) =>
    springs.append(button(text, () => {
      tune(spring());
      commit();
    }));
  const digits = (value: number, count = 3) => short(Number(value.toPrecision(count)));
  return effect(() => {
    const now = values();
    springs.replaceChildren();
    if (found.rate === null) {
      list.textContent = "The samples are not equally apart: no resonances are looked for.";
      return;
    }
    try {
      const all = now.filter(Number.isFinite).slice(0, 8000);
      const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
      const hits = signals.resonances(all.map((one) => one - mean), 1 / found.rate).slice(0, 6);
      list.textContent = hits.length ? `${hits.map(({ frequency, strength }) => `${digits(frequency, 5)} Hz (amplitude ${digits(strength)})`).join(", ")}.` : "No frequency stands out.";
      for (const { frequency } of hits.slice(0, 3)) {
        offer(`A spring of ${digits(frequency)} Hz`, () => ({ ...springA.peek(), angularFrequency: 2 * Math.PI * frequency }));
      }
    } catch (error) {
      list.textContent = (error as Error).message;
    }
    try {
      const { spring, isExplained } = signals.fit(found.times.subarray(0, 4000), now.subarray(0, 4000));
      const { angularFrequency, dampingRatio } = spring;
      if (isExplained) offer(`The spring of this curve: ${digits(angularFrequency / 2 / Math.PI)} Hz, damping ratio ${digits(dampingRatio)}`, () => ({ angularFrequency, dampingRatio }));
    } catch {
      // Most recordings are not the motion of one spring.
    }
  });
}
