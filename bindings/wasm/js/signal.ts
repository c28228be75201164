/** Recordings: smoothed, their resonances and spectrograms, the spring that explains a motion. Loads a module of its own. */
import { Damper } from "./damper.js";
import { number, require } from "./error.js";
import { type Exports, Module, type Numbers } from "./module.js";
import payload from "./payload/signal.js";
import { Spring } from "./spring.js";

interface SignalExports extends Exports {
  signal_smooth(
    kind: number, track: number, first: number, second: number, times: number, values: number, count: number,
  ): number;
  signal_resonances(values: number, count: number, dt: number): number;
  signal_spectrum(
    values: number, count: number, dt: number, frequencies: number, springs: number, out: number,
  ): number;
  signal_spectrogram(
    values: number, count: number, dt: number, frequencies: number, springs: number, columns: number, out: number,
  ): number;
  signal_fit(times: number, values: number, count: number): number;
  signal_smooth_euler(
    kind: number, first: number, second: number, axes: number, times: number, angles: number, count: number,
  ): number;
}

const signal = /* @__PURE__ */ new Module<SignalExports>(payload);

/** Settings of {@link smooth}. */
export interface Smoothing {
  /** Smooths forth and back, so that nothing lags. Default: false, as samples come. */
  readonly zeroPhase?: boolean;
  /** What a spring's damping is relative to: `"world"` lags, `"goal"` does not. Default: `"world"`. */
  readonly damping?: "world" | "goal";
}

function sameLength(times: Numbers, values: Numbers): void {
  require(times.length === values.length, "values", values.length, `as many as times, ${times.length}`);
}

/**
 * Returns a recording, smoothed by a spring or a damper. Times (s) ascend; they may be uneven.
 * @throws SprungError for times that do not ascend.
 */
export function smooth(filter: Spring | Damper, times: Numbers, values: Numbers, options: Smoothing = {}): Float64Array {
  sameLength(times, values);
  const count = values.length;
  signal.begin(16 * count + 64);
  const [at, given] = [signal.give(times), signal.give(values)];
  const [first, second] = filter instanceof Damper ? [filter.rate, NaN] : [filter.w, filter.z];
  const [kind, track] = [options.zeroPhase ? 1 : 0, options.damping === "goal" ? 1 : 0];
  signal.check(signal.call.signal_smooth(kind, track, first, second, at, given, count));
  return signal.copy(given, count);
}

/** The range of a search. */
export interface Search {
  /** The lowest frequency, Hz. */
  readonly from?: number;
  /** The highest frequency, Hz. */
  readonly to?: number;
  /** The relative resolution. Default: 0.01. */
  readonly resolution?: number;
}

/** A frequency in a signal. */
export interface Resonance {
  /** Hz. */
  readonly frequency: number;
  /** The amplitude. */
  readonly strength: number;
  readonly signalToNoise: number;
}

function search({ from = NaN, to = NaN, resolution = NaN }: Search): void {
  signal.put(from, to, resolution);
}

/** Returns the frequencies in samples that are `dt` seconds apart, the strongest first, 64 at most. */
export function resonances(samples: Numbers, dt: number, range: Search = {}): readonly Resonance[] {
  signal.begin(8 * samples.length + 16);
  const given = signal.give(samples);
  search(range);
  signal.check(signal.call.signal_resonances(given, samples.length, number(dt, "dt")));
  const numbers = signal.numbers.slice();
  return Array.from({ length: numbers[0]! }, (_, index) => {
    const [frequency, strength, signalToNoise] = numbers.subarray(1 + 3 * index);
    return { frequency: frequency!, strength: strength!, signalToNoise: signalToNoise! };
  });
}

/** Returns how strongly samples `dt` seconds apart shake springs of these frequencies (Hz). */
export function spectrum(samples: Numbers, dt: number, frequencies: Numbers): Float64Array {
  const springs = frequencies.length;
  signal.begin(8 * samples.length + 16 * springs + 64);
  const [given, at, out] = [signal.give(samples), signal.give(frequencies), signal.take(8 * springs)];
  search({});
  signal.check(signal.call.signal_spectrum(given, samples.length, number(dt, "dt"), at, springs, out));
  return signal.copy(out, springs);
}

/** The strengths of frequencies over time. */
export interface Spectrogram {
  readonly times: Float64Array;
  /** For each time, the strength of each frequency. */
  readonly strengths: readonly Float64Array[];
}

/** Returns how strongly samples shake springs of these frequencies (Hz), in this many columns of time. */
export function spectrogram(samples: Numbers, dt: number, frequencies: Numbers, columns: number): Spectrogram {
  require(Number.isInteger(columns) && columns > 0 && columns < 2 ** 16, "columns", columns, "a whole number from 1 to 2^16");
  const springs = frequencies.length;
  signal.begin(8 * (samples.length + springs + columns * (1 + springs)) + 64);
  const [given, at] = [signal.give(samples), signal.give(frequencies)];
  const out = signal.take(8 * columns * (1 + springs));
  search({});
  const status = signal.call.signal_spectrogram(given, samples.length, number(dt, "dt"), at, springs, columns, out);
  signal.check(status);
  const shown = signal.numbers[0]!;
  const row = (index: number) => signal.copy(out + 8 * (columns + index * springs), springs);
  return { times: signal.copy(out, shown), strengths: Array.from({ length: shown }, (_, index) => row(index)) };
}

/** The spring that explains a recorded motion. */
export interface Fit {
  readonly spring: Spring;
  readonly start: number;
  readonly goal: number;
  readonly velocity: number;
  /** The time of the release after the first sample, s. */
  readonly delay: number;
  /** The root mean square of what is left. */
  readonly residual: number;
  /** Whether a spring explains the motion, by the evidence. */
  readonly isExplained: boolean;
  /** Standard errors of the angular frequency (rad/s) and of the damping ratio. */
  readonly errors: readonly [angularFrequency: number, dampingRatio: number];
}

/** Finds the spring that explains a motion towards a goal that was held. */
export function fit(times: Numbers, values: Numbers): Fit {
  sameLength(times, values);
  signal.begin(16 * values.length + 64);
  const [at, given] = [signal.give(times), signal.give(values)];
  signal.check(signal.call.signal_fit(at, given, values.length));
  const [w, z, start, goal, velocity, delay, residual, explained, wError, zError] = signal.numbers;
  return {
    spring: Spring.of(w!, z!), start: start!, goal: goal!, velocity: velocity!, delay: delay!, residual: residual!,
    isExplained: explained === 1, errors: [wError!, zError!],
  };
}

/**
 * Returns recorded rotations, smoothed on the shortest arcs: given and returned as Euler angles (rad), a column for each of
 * the axes, which are 0 for x, 1 for y and 2 for z in the order of the product. No error at gimbal lock, which angles
 * smoothed one by one have; the angles of a frame are those nearest to the given ones.
 * @throws SprungError for times that do not ascend, or axes of which two are the same.
 */
export function smoothEulerAngles(
  filter: Spring | Damper, times: Numbers, angles: readonly [Numbers, Numbers, Numbers],
  axes: readonly [number, number, number], { zeroPhase = false }: { readonly zeroPhase?: boolean } = {},
): [Float64Array, Float64Array, Float64Array] {
  for (const column of angles) sameLength(times, column);
  const isOrder = [...axes].sort().join() === "0,1,2";
  require(isOrder, "axes", axes.join(", "), "0, 1 and 2 in any order");
  const count = times.length;
  signal.begin(32 * count + 128);
  const [at, given] = [signal.give(times), signal.take(24 * count)];
  angles.forEach((column, index) => signal.view(given, 3 * count).set(column, index * count));
  const [first, second] = filter instanceof Damper ? [filter.rate, NaN] : [filter.w, filter.z];
  const order = 9 * axes[0] + 3 * axes[1] + axes[2];
  signal.check(signal.call.signal_smooth_euler(zeroPhase ? 1 : 0, first, second, order, at, given, count));
  const column = (index: number) => signal.copy(given + 8 * index * count, count);
  return [column(0), column(1), column(2)];
}
