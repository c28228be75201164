// What the pages compute with: thin functions over the package `sprung`, in the script `springs.js`.

import { Damper, Spring } from "sprung";
import { stepCharacters, stepSprings } from "sprung/batch";

/** Positions and velocities at many times. */
export interface Motion {
  position: Float64Array;
  velocity: Float64Array;
}

/** The spring of an angular frequency (rad/s) and a damping ratio that was asked for last: figures ask for the same again. */
let last = { w: NaN, z: NaN, spring: undefined as Spring | undefined };

function springOf(w: number, z: number): Spring {
  if (!last.spring || last.w !== w || last.z !== z) last = { w, z, spring: Spring.fromAngularFrequency(w, z) };
  return last.spring!;
}

/** A spring's position and velocity at each of the times (s). */
export function sample(w: number, z: number, times: Float64Array, from: number, velocity: number, goal: number): Motion {
  return springOf(w, z).sample(times, { from, velocity, goal });
}

/** A damper's value at each of the times (s). */
export function damper(halflife: number, from: number, goal: number, times: Float64Array): Float64Array {
  return Damper.fromHalflife(halflife).sample(times, { from, goal });
}

/** The time (s) after which a spring from 0 stays within a part of the distance to its goal. */
export function settlingTime(w: number, z: number, tolerance: number): number {
  return springOf(w, z).settlingTime(tolerance);
}

/** One spring for all, whose goals are held. */
export function step(w: number, z: number, dt: number, x: Float64Array, v: Float64Array, goal: Float64Array): void {
  springOf(w, z).advance(x, v, goal, dt);
}

/** One spring for all, whose goals go from `from` to `to` during the step; the damping is relative to the goal. */
export function track(
  w: number,
  z: number,
  dt: number,
  x: Float64Array,
  v: Float64Array,
  from: Float64Array,
  to: Float64Array,
): void {
  springOf(w, z).advance(x, v, { goal: to, from }, dt);
}

/** Springs of their own angular frequencies and damping ratios, whose goals are held. */
export function springs(
  w: Float64Array,
  z: Float64Array,
  dt: number,
  x: Float64Array,
  v: Float64Array,
  goal: Float64Array,
): void {
  stepSprings({ position: x, velocity: v, goal, angularFrequency: w, dampingRatio: z, dt });
}

/** Characters of one half-life, each after a time (s) of its own. */
export function characters(
  halflife: number,
  dt: Float64Array,
  x: Float64Array,
  v: Float64Array,
  a: Float64Array,
  goalVelocity: Float64Array,
): void {
  stepCharacters({ position: x, velocity: v, acceleration: a, goalVelocity, halflife, dt });
}
