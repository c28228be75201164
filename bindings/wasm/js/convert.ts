/**
 * Springs in the vocabulary of other libraries, as text, and by properties that are solved for; their frequency response.
 * Loads a WebAssembly module of its own.
 */
import { Damper } from "./damper.js";
import { number, require, SprungError } from "./error.js";
import { type Exports, Module, type Numbers } from "./module.js";
import payload from "./payload/convert.js";
import { type Release, Spring } from "./spring.js";

interface ConvertExports extends Exports {
  parameters_solve(kind: number): number;
  parameters_measure(kind: number, w: number, z: number): number;
  damper_factor(rate: number, referenceStep: number): number;
  text_read(address: number, length: number): number;
  text_write(first: number, second: number): number;
  convention_describe(index: number): number;
  convention_convert(index: number, all: number, first: number, second: number): number;
  max_difference(a: number, b: number, c: number, d: number): number;
  response_measure(kind: number, w: number, z: number, x: number, v: number, a: number, n: number): number;
  response_frequency(w: number, z: number, track: number, frequencies: number, count: number, out: number): number;
}

const convert = /* @__PURE__ */ new Module<ConvertExports>(payload);

/** A spring or a damper. */
export type Spec = Spring | Damper;

const pair = (spec: Spec): [number, number] => (spec instanceof Damper ? [spec.rate, NaN] : [spec.w, spec.z]);
const specOf = (first: number, second: number): Spec =>
  Number.isNaN(second) ? Damper.of(first) : Spring.of(first, second);
const result = () => specOf(convert.numbers[0]!, convert.numbers[1]!);
const told = (length: number) => (length ? convert.text(convert.numbers[0]!, length) : "");

/**
 * Reads a spring or a damper: `halflife=0.2`, `frequency=2Hz, damping_ratio=0.5`, `swiftui:bouncy`,
 * `react-spring:tension=170,friction=26`, `damper:halflife=0.1`.
 * @throws SprungError that names the word and what was expected, with the nearest name.
 */
export function parse(text: string): Spec {
  require(typeof text === "string", "text", text, "a text");
  const bytes = new TextEncoder().encode(text);
  convert.begin(bytes.length + 16);
  const address = convert.take(bytes.length);
  new Uint8Array(convert.call.memory.buffer, address, bytes.length).set(bytes);
  const status = convert.call.text_read(address, bytes.length);
  if (status > 1) throw new SprungError("", text, "a spec", told(status));
  convert.check(status);
  return result();
}

/**
 * Reads a spring; see {@link parse}.
 * @throws SprungError also for a damper.
 */
export function parseSpring(text: string): Spring {
  const spec = parse(text);
  require(spec instanceof Spring, "text", text, "a spring, not a first-order damper");
  return spec;
}

/** Writes a spring or a damper as the shortest text that {@link parse} reads as the same bits. */
export function format(spec: Spec): string {
  return told(convert.call.text_write(...pair(spec)));
}

/** The spring or damper of a convention's own keys: `from("react-spring", { tension: 170, friction: 26 })`. */
export function from(convention: string, values: Readonly<Record<string, number>>): Spec {
  const written = Object.entries(values).map(([key, value]) => `${key}=${number(value, key)}`.replace("Infinity", "inf"));
  return parse(`${convention}:${written.join(",")}`);
}

/** A key of a convention. */
export interface Key {
  readonly name: string;
  /** The meaning of the value, with its unit. */
  readonly meaning: string;
  /** `s`, `Hz`, `rad/s`, `1/s`, or empty. */
  readonly unit: string;
  /** The value if it is left out; a key without one is required. */
  readonly default?: number;
  /** Names for values. */
  readonly words: Readonly<Record<string, number>>;
}

/** Another library's or article's vocabulary for springs. */
export interface Convention {
  /** The name before the colon of a text: `react-spring`. */
  readonly name: string;
  /** The full name. */
  readonly title: string;
  /** The difference of its motion from the spring that its parameters describe; empty if there is none. */
  readonly difference: string;
  /** The sets of keys that describe a spring. */
  readonly sets: readonly { readonly keys: readonly Key[]; readonly limit: string }[];
  /** Named springs, to be read as `name:preset`. */
  readonly presets: readonly string[];
}

let known: readonly Convention[] | undefined;

/** Every convention; the first is this package's own, `spring`. */
export function conventions(): readonly Convention[] {
  if (known) return known;
  const found: Convention[] = [];
  for (let index = 0; ; index++) {
    const text = told(convert.call.convention_describe(index));
    if (!text) break;
    found.push(described(text));
  }
  return (known = found);
}

function described(text: string): Convention {
  const [head, ...lines] = text.trimEnd().split("\n");
  const [name = "", title = "", difference = ""] = head!.split("\t");
  type Mutable = { name: string; meaning: string; unit: string; default?: number; words: Record<string, number> };
  const sets: { keys: Mutable[]; limit: string }[] = [];
  const presets: string[] = [];
  for (const line of lines) {
    const [kind, first = "", second = "", third = ""] = line.split("\t");
    const keys = sets[sets.length - 1]?.keys ?? [];
    const key = keys[keys.length - 1];
    if (kind === "form") sets.push({ keys: [], limit: first });
    else if (kind === "key") keys.push({ name: first, meaning: second, unit: third, words: {} });
    else if (kind === "default") key!.default = read(first);
    else if (kind === "word") key!.words[first] = read(second);
    else if (kind === "preset") presets.push(first);
  }
  return { name, title, difference, sets, presets };
}

/** A spring or damper in one convention. */
export interface Conversion {
  readonly convention: string;
  /** The text, which {@link parse} reads as {@link described}. */
  readonly text: string;
  /** The keys and their values. */
  readonly values: Readonly<Record<string, number>>;
  /** The spring or damper that these values describe: the one that was asked for, or the nearest. */
  readonly described: Spec;
  /** The maximum difference of position between the two, from rest to the goal, as a fraction of the distance. */
  readonly residual: number;
  /** Whether nothing but rounding is lost. */
  readonly isExact: boolean;
  /** The limit of the convention, if not exact. */
  readonly note: string;
}

const read = (text: string): number => Number(text.replace("inf", "Infinity"));

function lines(convention: string, spec: Spec, all: 0 | 1): Conversion[] {
  const index = conventions().findIndex(({ name }) => name === convention);
  require(index >= 0, "convention", convention, `one of ${conventions().map(({ name }) => name).join(", ")}`);
  const length = convert.call.convention_convert(index, all, ...pair(spec));
  if (length < 0) convert.check(1);
  const parsed = (line: string): Conversion => {
    const [text = "", note = "", residual = "", exact, first = "", second = "", ...rest] = line.split("\t");
    const values: Record<string, number> = {};
    for (let at = 0; at + 1 < rest.length; at += 2) values[rest[at]!] = read(rest[at + 1]!);
    const described = specOf(read(first), read(second));
    return { convention, text, values, described, residual: read(residual), isExact: exact === "1", note };
  };
  return told(length).split("\n").filter(Boolean).map(parsed);
}

/**
 * Converts a spring or damper to a convention: to its first parameter set that is exact, else to the nearest.
 * @throws SprungError for an unknown convention, and a spring at a limit that it cannot describe.
 */
export function convertTo(convention: string, spec: Spec): Conversion {
  return lines(convention, spec, 0)[0]!;
}

/** Converts to every parameter set of a convention that can describe it or a near one. */
export function convertToAll(convention: string, spec: Spec): readonly Conversion[] {
  return lines(convention, spec, 1);
}

/** The maximum difference of position while both move from rest to their goal, as a fraction of the distance; within 0.2 % of itself. */
export function maxDifference(a: Spec, b: Spec): number {
  return convert.call.max_difference(...pair(a), ...pair(b));
}

function solved(kind: number, ...values: [number, number, number?, number?]): Spec {
  convert.put(...values.map((value) => number(value ?? 0, "parameter")));
  convert.check(convert.call.parameters_solve(kind));
  return result();
}

/** A spring that stays within `tolerance` (a fraction of the distance) from `settlingTime` seconds on. */
export function fromSettlingTime(settlingTime: number, dampingRatio = 1, tolerance = 0.02): Spring {
  return solved(0, settlingTime, dampingRatio, tolerance) as Spring;
}
/** A spring of a settling time (s) and an overshoot (a fraction of the distance). */
export function fromSettlingTimeAndOvershoot(settlingTime: number, overshoot: number, tolerance = 0.02): Spring {
  return solved(1, settlingTime, overshoot, tolerance) as Spring;
}
/** A spring whose first overshoot (a fraction of the distance) is at a time (s). */
export function fromPeakTimeAndOvershoot(peakTime: number, overshoot: number): Spring {
  return solved(2, peakTime, overshoot) as Spring;
}
/** A spring that goes from 10 % to 90 % of the distance in a time (s). */
export function fromRiseTime(riseTime: number, dampingRatio = 1): Spring {
  return solved(3, riseTime, dampingRatio) as Spring;
}
/** A spring whose gain falls to 70.7 % at a frequency (Hz). */
export function fromBandwidth(bandwidth: number, dampingRatio = 1): Spring {
  return solved(4, bandwidth, dampingRatio) as Spring;
}
/** A spring whose acceleration during a step of a distance has a maximum. */
export function fromMaxAcceleration(acceleration: number, distance: number, dampingRatio = 1): Spring {
  return solved(5, acceleration, distance, dampingRatio) as Spring;
}
/** A spring whose speed during a step of a distance has a maximum. */
export function fromMaxSpeed(speed: number, distance: number, dampingRatio = 1): Spring {
  return solved(6, speed, distance, dampingRatio) as Spring;
}
/** The spring whose step response goes through two points, each a time (s) and a fraction of the distance. */
export function throughPoints(first: readonly [number, number], second: readonly [number, number]): Spring {
  return solved(7, ...first, ...second) as Spring;
}
/** The damper that removes a fraction of the offset in each reference step (s): what `lerp(x, goal, factor)` meant. */
export function fromSmoothingFactor(factor: number, referenceStep = 1 / 60): Damper {
  return solved(8, factor, referenceStep) as Damper;
}
/** The fraction of the offset that a damper removes in each reference step (s). */
export function smoothingFactor(damper: Damper, referenceStep = 1 / 60): number {
  return convert.call.damper_factor(damper.rate, referenceStep);
}

/** Properties of a step response: released at rest, one unit away from the goal. */
export interface StepResponse {
  /** The overshoot, as a fraction of the distance. */
  readonly overshoot: number;
  /** The time of the first overshoot, s. */
  readonly peakTime: number;
  /** The time from 10 % to 90 %, s. */
  readonly riseTime: number;
  /** The frequency at which the gain falls to 70.7 %, Hz. */
  readonly bandwidth: number;
}

/** Returns the properties of a step response. */
export function stepResponse(spring: Spring): StepResponse {
  const measure = (kind: number) => convert.call.parameters_measure(kind, spring.w, spring.z);
  return { overshoot: measure(0), peakTime: measure(1), riseTime: measure(2), bandwidth: measure(3) };
}

/** A time (s) and a value; an infinite time if there is no such point. */
export interface Extremum {
  readonly time: number;
  readonly value: number;
}

/** Properties of a free motion. */
export interface FreeMotion {
  /** The integral of the offset. */
  readonly integral: number;
  /** The integral of the offset's magnitude. */
  readonly integralOfMagnitude: number;
  readonly pathLength: number;
  /** The greatest offset, speed and acceleration. */
  readonly maxOffset: Extremum;
  readonly maxSpeed: Extremum;
  readonly maxAcceleration: Extremum;
}

/** Measures a motion from its release until it rests. */
export function measure(spring: Spring, release: Release = {}): FreeMotion {
  const { from = 0, velocity = 0, goal = 1 } = release;
  const call = (kind: number, a = 0, n = 0) =>
    convert.call.response_measure(kind, spring.w, spring.z, from - goal, velocity, a, n);
  const extremum = (kind: number): Extremum => ({ time: call(kind), value: convert.numbers[0]! });
  return {
    integral: call(0),
    integralOfMagnitude: call(1),
    pathLength: call(2),
    maxOffset: extremum(5),
    maxSpeed: extremum(6),
    maxAcceleration: extremum(7),
  };
}

/** Returns the energy per unit of mass at a time (s) after the release. */
export function energy(spring: Spring, time: number, release: Release = {}): number {
  const { from = 0, velocity = 0, goal = 1 } = release;
  return convert.call.response_measure(3, spring.w, spring.z, from - goal, velocity, time, 0);
}

/** The response of a spring to a goal that swings. */
export interface FrequencyResponse {
  readonly gain: Float64Array;
  /** The phase, rad. */
  readonly phase: Float64Array;
  /** The group delay, s. */
  readonly groupDelay: Float64Array;
  /** The resonant peak; `undefined` without one. */
  readonly resonance: { readonly frequency: number; readonly gain: number } | undefined;
  /** The frequency at which the gain falls to 70.7 %, Hz. */
  readonly bandwidth: number;
}

/** Returns gain, phase and group delay at frequencies (Hz), damped relative to the world or to the goal. */
export function frequencyResponse(
  spring: Spring,
  frequencies: Numbers,
  damping: "world" | "goal" = "world",
): FrequencyResponse {
  const count = frequencies.length;
  convert.begin(32 * count + 64);
  const given = convert.give(frequencies);
  const out = convert.take(24 * count);
  const track = damping === "goal" ? 1 : 0;
  const frequency = convert.call.response_frequency(spring.w, spring.z, track, given, count, out);
  const [gain, bandwidth] = convert.numbers;
  const column = (index: number) => convert.copy(out + 8 * count * index, count);
  const resonance = Number.isNaN(frequency) ? undefined : { frequency, gain: gain! };
  return { gain: column(0), phase: column(1), groupDelay: column(2), resonance, bandwidth: bandwidth! };
}
