// The state of the tuner: what the address holds, and what follows from it.

import { computed, signal } from "@preact/signals-core";
import { commit, number, set, text } from "../state/params.ts";
import * as core from "./core.ts";
import { edit, PARAMETERS, short, type ParameterId, type Readings, type SpringParameters } from "./parameters.ts";

export const DEFAULT_SPEC = "duration=0.5,bounce=0.3";

/** The spring that is tuned, and the one that it is compared with (empty: none), as text. */
export const specA = text("s", DEFAULT_SPEC);
export const specB = text("b", "");
/** The parameter that stays; empty: none is locked. */
export const lock = text("lock", "", ["", ...PARAMETERS.map((one) => one.id)]);
export const tolerance = number("band", 0.02, { label: "Settle band", min: 0.001, max: 0.2, log: true, digits: 4 });
export const start = number("x0", 0, { label: "Start", min: -1, max: 2.5, digits: 2 });
export const velocity = number("v0", 0, { label: "Starting velocity", unit: "/s", min: -40, max: 40, digits: 1 });
export const mass = number("mass", 1, { label: "Mass", unit: "kg", min: 0.05, max: 50, log: true, digits: 2 });
/** Names of the units that differ from the first, `PARAMETER:UNIT`, comma-separated. */
export const units = text("units", "");

const FALLBACK = core.parse(DEFAULT_SPEC);

/** Angular frequencies (rad/s) and damping ratios whose pictures and code are computed without overflow. */
const SHOWN = { slowest: 1e-6, fastest: 1e9, maxRatio: 1e6 };

type Opened = { spring: SpringParameters } | { refused: string };

/** A spec of the address; or why it is not shown. */
function opened(spec: string): Opened {
  try {
    const spring = core.parse(spec);
    const { angularFrequency: w, dampingRatio: z } = spring;
    if (w === 0) return { refused: "it has no stiffness, so it goes to no goal" };
    if (w < SHOWN.slowest || w > SHOWN.fastest) return { refused: `its angular frequency must be ${SHOWN.slowest} to ${SHOWN.fastest} rad/s to be drawn, it is ${short(w)}` };
    if (z > SHOWN.maxRatio) return { refused: `its damping ratio must be at most ${SHOWN.maxRatio} to be drawn, it is ${short(z)}` };
    return { spring };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

const openedA = computed(() => opened(specA.value.value || DEFAULT_SPEC));
const openedB = computed<Opened | null>(() => (specB.value.value ? opened(specB.value.value) : null));
export const springA = computed(() => ("spring" in openedA.value ? openedA.value.spring : FALLBACK));
export const springB = computed(() => (openedB.value && "spring" in openedB.value ? openedB.value.spring : null));
/** What the address asks for and this page does not show, in words; empty when all is shown. */
export const notShown = computed(() => {
  const [a, b] = [openedA.value, openedB.value];
  const words = [];
  if ("refused" in a) words.push(`The spring “${specA.value.value}” of the address is not shown: ${a.refused}. This is ${DEFAULT_SPEC} instead.`);
  if (b && "refused" in b) words.push(`B, “${specB.value.value}”, is not shown: ${b.refused}.`);
  return words.join(" ");
});
export const readingsA = computed(() => core.readings(springA.value, tolerance.value.value));
export const readingsB = computed(() => springB.value && core.readings(springB.value, tolerance.value.value));

/** What was refused last, in words; empty when all is well. */
export const refusal = signal("");

/** A spring as the text of an address: duration and bounce, to nine digits. */
export function specOf(spring: SpringParameters): string {
  const digits = (value: number) => String(Number(value.toPrecision(9)));
  const { duration, bounce } = core.durationAndBounce(spring);
  return `duration=${digits(duration)},bounce=${digits(bounce)}`;
}

/** Makes this the spring that is tuned. */
export function tune(spring: SpringParameters): void {
  refusal.value = "";
  specA.value.value = specOf(spring);
}

/** Changes one parameter; the locked one stays. */
export function change(parameter: ParameterId, value: number): void {
  const locked = (lock.value.value || undefined) as ParameterId | undefined;
  const made = edit(core.readings, { spring: springA.value, parameter, value, locked, tolerance: tolerance.value.value });
  if ("error" in made) refusal.value = made.error;
  else tune(made.spring);
}

/** The chosen unit of a parameter: its index. */
export function unitIndex(id: ParameterId, names: string[]): number {
  const chosen = units.value.value.split(",").find((one) => one.startsWith(`${id}:`));
  return chosen === undefined ? 0 : Math.max(0, names.indexOf(chosen.slice(id.length + 1)));
}

export function chooseUnit(id: ParameterId, name: string, first: string): void {
  const others = units.value.value.split(",").filter((one) => one && !one.startsWith(`${id}:`));
  units.value.value = (name === first ? others : [...others, `${id}:${name}`]).join(",");
  commit();
}

/** True while a handle of the curve is dragged: the axes stay. */
export const dragging = signal(false);

/** The end of the time axis, seconds: room for both springs to settle, within reason. */
export const end = (() => {
  let kept = 1;
  return computed(() => {
    if (dragging.value) return kept;
    const room = (r: Readings) => Math.min(Math.max(1.3 * r.duration, 1.15 * r.settlingTime), 6 * r.duration);
    const longest = Math.max(room(readingsA.value), readingsB.value ? room(readingsB.value) : 0);
    const power = 10 ** Math.floor(Math.log10(longest));
    kept = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((k) => k * power).find((x) => x >= longest) ?? longest;
    return kept;
  });
})();

export const SAMPLES = 480;

export const motionA = computed(() => sampled(springA.value));
export const motionB = computed(() => springB.value && sampled(springB.value));

function sampled(spring: SpringParameters) {
  return core.motion(spring, start.value.value, velocity.value.value, 1, end.value, SAMPLES);
}

/** Starts from rest at 0 again. */
export function atRest(): void {
  set(start, 0);
  set(velocity, 0);
  commit();
}

export { core, short };
