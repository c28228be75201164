// The numbers of the tuner: those of the package `sprung`, for springs that are two plain numbers.

import { type LinearEasing, type Pole, Spring } from "sprung";
import {
  conventions, convertTo, convertToAll, type FrequencyResponse, frequencyResponse, maxDifference, measure, parse as parseSpec,
  stepResponse,
} from "sprung/convert";
import type { Readings, SpringParameters } from "./parameters.ts";

/** A spring in another system's vocabulary. */
export interface Conversion {
  name: string;
  title: string;
  /** The spec; empty if there is none. */
  spec: string;
  /** The greatest difference of the motion, as a share of the distance. */
  residual: number;
  /** What is different in that system even with equal parameters. */
  differs: string;
  /** The limit of its vocabulary, or the reason why there is no spec. */
  limit: string;
  /** The spring that the spec is; none for a damper. */
  spring: SpringParameters | null;
}

/** Times, positions, velocities and accelerations. */
export interface Motion {
  times: Float64Array;
  positions: Float64Array;
  velocities: Float64Array;
  accelerations: Float64Array;
}

const springOf = ({ angularFrequency, dampingRatio }: SpringParameters) => Spring.fromAngularFrequency(angularFrequency, dampingRatio);

const parametersOf = ({ angularFrequency, dampingRatio }: Spring): SpringParameters => ({ angularFrequency, dampingRatio });

/** A spring as text, in any vocabulary; a first-order damper is refused. */
export function parse(spec: string): SpringParameters {
  const found = parseSpec(spec);
  if (!(found instanceof Spring)) throw new Error("it is a first-order damper, which has no velocity; write a spring");
  return parametersOf(found);
}

/** The spring in every parameter set of this library, as text. */
export function show(spring: SpringParameters): string[] {
  return convertToAll("spring", springOf(spring)).map(({ text }) => text);
}

/** What the panel shows; `tolerance` is that of the settling time. */
export function readings(spring: SpringParameters, tolerance: number): Readings {
  const s = springOf(spring);
  return {
    ...parametersOf(s),
    ...stepResponse(s),
    duration: s.duration,
    bounce: s.bounce,
    halflife: s.halflife,
    frequency: s.frequency,
    stiffness: s.stiffness,
    damping: s.damping,
    settlingTime: s.settlingTime(tolerance),
    lag: s.lag,
    decayRate: s.decayRate,
  };
}

/** The two parameters that a spec of this page has. */
export function durationAndBounce(spring: SpringParameters): { duration: number; bounce: number } {
  const { duration, bounce } = springOf(spring);
  return { duration, bounce };
}

/** Nissen's coefficients C_s and C_d of a step of 1/60 s; NaN for a spring so stiff that C_d is rounded to 1. */
export function softCoefficients(spring: SpringParameters): [number, number] {
  try {
    const { c_s, c_d } = convertTo("nissen", springOf(spring)).values;
    return [c_s, c_d];
  } catch {
    return [NaN, NaN];
  }
}

/** The roots of s² + 2ζωs + ω², 1/s. */
export function poles(spring: SpringParameters): readonly [Pole, Pole] {
  return springOf(spring).poles;
}

/** The motion from a state to a goal, at `count` times from 0 to `end`. */
export function motion(spring: SpringParameters, from: number, velocity: number, goal: number, end: number, count: number): Motion {
  const times = Float64Array.from({ length: count }, (_, i) => (end * i) / (count - 1));
  const found = springOf(spring).sample(times, { from, velocity, goal });
  return { times, positions: found.position, velocities: found.velocity, accelerations: found.acceleration };
}

/** The position of the step response from rest at 0 to 1, or of another motion to 1. */
export function position(spring: SpringParameters, time: number, from = 0, velocity = 0): number {
  return springOf(spring).at(time, { from, velocity }).position;
}

/**
 * Advances springs in place by `dt`: `from` and `to` are the goals before and after the step. A goal that moves is held
 * at its end, followed (damped against the world) or tracked (damped against the goal).
 */
export function advance(
  spring: SpringParameters, dt: number, mode: "held" | "follow" | "track",
  x: Float64Array, v: Float64Array, from: Float64Array, to: Float64Array,
): void {
  const goal = mode === "held" ? to : { from, goal: to, damping: mode === "follow" ? "world" : "goal" } as const;
  springOf(spring).advance(x, v, goal, dt);
}

/** The time from which on a motion to 1 stays within a distance of it, s. */
export function settlingTime(spring: SpringParameters, from: number, velocity: number, distance: number): number {
  return springOf(spring).settlingTime(distance / (Math.abs(1 - from) || 1), { from, velocity });
}

/** The greatest speed of a motion to 1, and its time, s. */
export function maxSpeed(spring: SpringParameters, from: number, velocity: number) {
  return measure(springOf(spring), { from, velocity }).maxSpeed;
}

/** Gain and phase at frequencies (Hz) of a goal, damped against the world or against the goal; the resonance. */
export function response(spring: SpringParameters, frequencies: Float64Array, damping: "world" | "goal" = "world"): FrequencyResponse {
  return frequencyResponse(springOf(spring), frequencies, damping);
}

/** The spring as a CSS easing. */
export function linear(spring: SpringParameters, maxError: number): LinearEasing {
  return springOf(spring).linear(maxError);
}

/** The spring in every vocabulary. */
export function convert(spring: SpringParameters): Conversion[] {
  const s = springOf(spring);
  return conventions().map(({ name, title, difference: differs }) => {
    try {
      const { text, residual, note, described } = convertTo(name, s);
      return { name, title, spec: text, residual, differs, limit: note, spring: described instanceof Spring ? parametersOf(described) : null };
    } catch (error) {
      return { name, title, spec: "", residual: Infinity, differs, limit: (error as Error).message, spring: null };
    }
  });
}

/** The greatest difference of two step responses, as a share of the distance. */
export function difference(a: SpringParameters, b: SpringParameters): number {
  return maxDifference(springOf(a), springOf(b));
}

export { conventions };
