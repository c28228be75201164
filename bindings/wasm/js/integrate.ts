/** The integrators that games use, on a spring: to compare them with the exact step. Loads a WebAssembly module of its own. */
import { number, require } from "./error.js";
import { type Exports, Module, type Numbers } from "./module.js";
import payload from "./payload/integrate.js";
import type { Spring } from "./spring.js";
import { components, type Moved, shaped, spread, type State, type Value } from "./value.js";

interface IntegrateExports extends Exports {
  integrate_run(kind: number, w: number, z: number, dt: number, steps: number, out: number): void;
  integrate_advance(kind: number, w: number, z: number, dt: number, count: number): void;
  integrate_damper(rate: number, dt: number, count: number): void;
  integrate_frames(
    rule: number, kind: number, w: number, z: number, maxDt: number, maxUpdates: number, count: number, frames: number,
    out: number,
  ): number;
  integrate_limit(kind: number, dampingRatio: number): number;
}

const integrator = /* @__PURE__ */ new Module<IntegrateExports>(payload);

/** The name of a method. All but `"exact"` and `"backward-euler"` diverge beyond a phase `ω·dt`: {@link stabilityLimit}. */
export type Method = "exact" | "explicit" | "semi-implicit" | "rk4" | "stable-pd" | "backward-euler";

/** All methods, the exact one first. */
export const METHODS: readonly Method[] = /* @__PURE__ */ Object.freeze([
  "exact", "explicit", "semi-implicit", "rk4", "stable-pd", "backward-euler",
] as const);

function kindOf(method: Method): number {
  const kind = METHODS.indexOf(method);
  require(kind >= 0, "method", method, `one of ${METHODS.join(", ")}`);
  return kind;
}

/** States, a column each. */
export interface States {
  readonly position: Float64Array;
  readonly velocity: Float64Array;
}

/** Where a motion begins and what it goes to. */
export interface Start {
  /** The position at first. Default: 0. */
  readonly from?: number;
  /** The velocity at first, per second. Default: 0. */
  readonly velocity?: number;
  /** The goal, which is held. Default: 1. */
  readonly goal?: number;
  /** The velocity that the damping pulls to, per second. Default: 0. */
  readonly goalVelocity?: number;
}

function begin({ from = 0, velocity = 0, goal = 1, goalVelocity = 0 }: Start): void {
  const values = [number(from, "from"), number(velocity, "velocity"), number(goal, "goal")];
  integrator.put(...values, number(goalVelocity, "goalVelocity"));
}

/**
 * Simulates a spring by steps of `dt` seconds and returns the state before the first and after each of them.
 *
 * ```ts
 * integrate("semi-implicit", spring, 1 / 30, 60).position; // 61 numbers
 * ```
 */
export function integrate(method: Method, spring: Spring, dt: number, steps: number, start: Start = {}): States {
  require(Number.isInteger(steps) && steps >= 0 && steps < 2 ** 24, "steps", steps, "a whole number from 0 to 2^24");
  const count = steps + 1;
  integrator.begin(16 * count + 16);
  const out = integrator.take(16 * count);
  begin(start);
  integrator.call.integrate_run(kindOf(method), spring.w, spring.z, number(dt, "dt"), steps, out);
  return { position: integrator.copy(out, count), velocity: integrator.copy(out + 8 * count, count) };
}

/** Returns a state, a number or a vector, after one step of a method towards a goal that is held. */
export function stepBy<V extends Value>(
  method: Method, spring: Spring, state: State<V>, goal: V, dt: number, goalVelocity?: V,
): State<Moved<V>> {
  const position = components(state.position, "position");
  const { length } = position;
  const columns = [
    position, spread(state.velocity, length, "velocity"), spread(goal, length, "goal"),
    spread(goalVelocity ?? 0, length, "goalVelocity"),
  ];
  integrator.begin(32 * length + 64);
  const at = columns.map((values) => integrator.give(values));
  integrator.put(...at);
  integrator.call.integrate_advance(kindOf(method), spring.w, spring.z, number(dt, "dt"), length);
  const part = (index: number) => shaped(state.position, integrator.copy(at[index]!, length));
  return { position: part(0), velocity: part(1) };
}

/**
 * Returns a value after one step of explicit Euler on a damper, `x + rate·dt·(goal − x)`: Holden's `damper_bad`. It
 * overshoots beyond `rate·dt = 1` and diverges beyond 2; `Damper.step` does neither.
 */
export function eulerDamper<V extends Value>(value: V, goal: V, rate: number, dt: number): Moved<V> {
  const values = components(value, "value");
  const { length } = values;
  integrator.begin(16 * length + 32);
  const at = integrator.give(values);
  integrator.put(at, integrator.give(spread(goal, length, "goal")));
  integrator.call.integrate_damper(number(rate, "rate"), number(dt, "dt"), length);
  return shaped(value, integrator.copy(at, length));
}

/** The phase `ω·dt` below which a method is stable on a spring of this damping ratio (≥ 0); infinite if it always is. */
export function stabilityLimit(method: Method, dampingRatio: number): number {
  return integrator.call.integrate_limit(kindOf(method), number(dampingRatio, "dampingRatio"));
}

/** How a frame is divided: see {@link integrateFrames}. */
export type SubstepRule = "capped" | "uniform" | "fixed" | "fixed-keeping-debt";

const RULES: readonly SubstepRule[] = ["capped", "uniform", "fixed", "fixed-keeping-debt"];

/**
 * Simulates a spring over frames of these lengths (s), each in sub-steps, and returns the state at the end of each frame.
 *
 * `"capped"` takes steps of `maxDt` seconds and the remainder, `"uniform"` equal steps of at most `maxDt`, both at most
 * `maxUpdates` of them per frame and drop the rest. `"fixed"` simulates ahead in steps of `maxDt` and interpolates; with
 * `"fixed-keeping-debt"` the time beyond `maxUpdates` is owed to later frames.
 * @throws SprungError for a `maxDt` that is not above 0 and finite.
 */
export function integrateFrames(
  rule: SubstepRule, method: Method, spring: Spring, frames: Numbers, maxDt: number, maxUpdates: number, start: Start = {},
): States {
  const which = RULES.indexOf(rule);
  require(which >= 0, "rule", rule, `one of ${RULES.join(", ")}`);
  require(Number.isInteger(maxUpdates) && maxUpdates >= 0 && maxUpdates < 2 ** 31, "maxUpdates", maxUpdates, "a whole number >= 0");
  const count = frames.length;
  integrator.begin(24 * count + 32);
  const [given, out] = [integrator.give(frames), integrator.take(16 * count)];
  begin(start);
  integrator.check(integrator.call.integrate_frames(
    which, kindOf(method), spring.w, spring.z, number(maxDt, "maxDt"), maxUpdates, count, given, out,
  ));
  return { position: integrator.copy(out, count), velocity: integrator.copy(out + 8 * count, count) };
}
