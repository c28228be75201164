/**
 * Batches of springs that differ from each other, in place, with SIMD, in single or double precision. Loads a module of its own.
 */
import type { Damper } from "./damper.js";
import { number } from "./error.js";
import { type Column, type Exports, Module } from "./module.js";
import payload from "./payload/batch.js";
import type { Spring } from "./spring.js";
import { column } from "./step.js";

interface BatchExports extends Exports {
  batch_f32(kind: number, w: number, z: number, dt: number, count: number): void;
  batch_f64(kind: number, w: number, z: number, dt: number, count: number): void;
}

const batch = /* @__PURE__ */ new Module<BatchExports>(payload);

/** A number for all, or a column with one for each. */
export type Parameter = number | Column;

function run(
  kind: number, state: readonly [string, Column][], parameters: readonly [string, Parameter][],
  { w = 0, z = 0, dt = 0 }: { w?: number; z?: number; dt?: number } = {},
): void {
  const [name, first] = state[0]!;
  const like = column(first, first, name);
  const { length } = like;
  const single = like instanceof Float32Array;
  for (const [name, values] of state) column(values, like, name);
  for (const [name, values] of parameters) if (typeof values !== "number") column(values, like, name);
  const own = batch.own(state.map(([, values]) => values));
  batch.begin((state.length + parameters.length) * (8 * length + 16));
  const crossing = new Float64Array(16);
  state.forEach(([, values], index) => (crossing[index] = own[index] || batch.give(values, single)));
  parameters.forEach(([name, values], index) => {
    if (typeof values === "number") crossing[9 + index] = number(values, name);
    else crossing[4 + index] = batch.give(values, single);
  });
  batch.numbers.set(crossing);
  batch.call[single ? "batch_f32" : "batch_f64"](kind, w, z, number(dt, "dt"), length);
  state.forEach(([, values], index) => {
    if (!own[index]) values.set(batch.view(crossing[index]!, length, single));
  });
}

/** Columns of springs; the state is advanced in place. */
export interface Springs {
  readonly position: Column;
  readonly velocity: Column;
  readonly goal: Parameter;
  /** rad/s. */
  readonly angularFrequency: Parameter;
  readonly dampingRatio: Parameter;
  /** s. */
  readonly dt: Parameter;
}

/** Advances springs that differ in frequency, damping, time step or goal: the full exact step for each. */
export function stepSprings({ position, velocity, goal, angularFrequency, dampingRatio, dt }: Springs): void {
  run(
    4, [["position", position], ["velocity", velocity]],
    [["goal", goal], ["angularFrequency", angularFrequency], ["dampingRatio", dampingRatio], ["dt", dt]],
  );
}

/** Advances critically damped springs by their half-life (s). */
export function stepCriticalSprings(columns: {
  readonly position: Column; readonly velocity: Column; readonly goal: Parameter; readonly halflife: Parameter;
  readonly dt: Parameter;
}): void {
  const { position, velocity, goal, halflife, dt } = columns;
  const parameters: [string, Parameter][] = [["goal", goal], ["halflife", halflife], ["unused", 0], ["dt", dt]];
  run(5, [["position", position], ["velocity", velocity]], parameters);
}

/** Advances dampers by their half-life (s). */
export function stepDampers(columns: {
  readonly value: Column; readonly goal: Parameter; readonly halflife: Parameter; readonly dt: Parameter;
}): void {
  const { value, goal, halflife, dt } = columns;
  run(8, [["value", value]], [["goal", goal], ["halflife", halflife], ["unused", 0], ["dt", dt]]);
}

/** Advances characters, a component each, towards wanted velocities by a half-life (s). */
export function stepCharacters(columns: {
  readonly position: Column; readonly velocity: Column; readonly acceleration: Column; readonly goalVelocity: Parameter;
  readonly halflife: Parameter; readonly dt: Parameter;
}): void {
  const { position, velocity, acceleration, goalVelocity, halflife, dt } = columns;
  run(
    9, [["position", position], ["velocity", velocity], ["acceleration", acceleration]],
    [["goalVelocity", goalVelocity], ["halflife", halflife], ["unused", 0], ["dt", dt]],
  );
}

/** Advances all by one spring, in the precision of the columns: the bits of the core in `f32` too. */
export function stepAll(spring: Spring, position: Column, velocity: Column, goal: Parameter, dt: number): void {
  run(0, [["position", position], ["velocity", velocity]], [["goal", goal]], { w: spring.w, z: spring.z, dt });
}

/** Advances all by one damper, in the precision of the columns. */
export function dampAll(damper: Damper, value: Column, goal: Parameter, dt: number): void {
  run(6, [["value", value]], [["goal", goal]], { w: damper.rate, dt });
}
