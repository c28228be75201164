import { core } from "./core.js";
import { number, require } from "./error.js";
import { LinearEasing } from "./easing.js";
import type { Column, Numbers } from "./module.js";
import { advance, stepped } from "./step.js";
import type { Moved, State, Value } from "./value.js";

/** The kind of motion of a spring, by its damping ratio. */
export type Regime = "undamped" | "under-damped" | "critical" | "over-damped" | "no-stiffness";

const REGIMES = "undamped under-damped critical over-damped no-stiffness".split(" ") as readonly Regime[];

/** A set of parameters that describes a spring; see the constructors of {@link Spring} for units and ranges. */
export type SpringParameters =
  | { readonly angularFrequency: number; readonly dampingRatio?: number }
  | { readonly frequency: number; readonly dampingRatio?: number }
  | { readonly halflife: number; readonly dampingRatio?: number }
  | { readonly lag: number; readonly dampingRatio?: number }
  | { readonly duration: number; readonly bounce?: number }
  | { readonly stiffness: number; readonly damping: number; readonly mass?: number };

/** The start and the goal of a motion. */
export interface Release {
  /** The position at time 0. Default: 0. */
  readonly from?: number;
  /** The velocity at time 0, per second. Default: 0. */
  readonly velocity?: number;
  /** The goal, which is held. Default: 1. */
  readonly goal?: number;
}

/** A motion at one time. */
export interface Motion extends State {
  /** The acceleration, per second squared. */
  readonly acceleration: number;
}

/** A motion at many times, a column each. */
export interface Samples {
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
}

/** Times that are equally far apart: `start`, `start + step`, … */
export interface Times {
  /** The first time, s. Default: 0. */
  readonly start?: number;
  /** The time between two, s. */
  readonly step: number;
  /** The number of times. */
  readonly count: number;
}

/** The goal of one step. */
export interface Towards<V extends Value> {
  /** The goal at the end of the step. */
  readonly goal: V;
  /**
   * The goal at the beginning of the step, if it moves: it goes steadily from there to `goal`.
   * With `damping: "world"` the spring lags behind it by `lag` seconds, with `damping: "goal"` it does not.
   */
  readonly from?: V;
  /** What the damping of a moving goal is relative to. Default: `"goal"`. */
  readonly damping?: "goal" | "world";
  /** The velocity of the goal, per second: Holden's goal velocity. Not together with `from`. */
  readonly goalVelocity?: V;
}

/**
 * A damped spring, by its undamped angular frequency ω (rad/s) and damping ratio ζ: `x″ + 2ζω x′ + ω² (x − goal) = 0`.
 *
 * A value without resources: it need not be freed, and all its methods are exact, for any time step.
 *
 * ```ts
 * const spring = Spring.from({ duration: 0.5, bounce: 0.3 });
 * let card = { position: 0, velocity: 0 };
 * card = spring.step(card, 100, 1 / 60);
 * ```
 */
export class Spring {
  /** @internal The angular frequency; minus the decay rate of a drag without stiffness. */
  readonly w: number;
  /** @internal The damping ratio. */
  readonly z: number;

  private constructor(w: number, z: number) {
    this.w = w;
    this.z = z;
  }

  /** @internal A spring of two numbers of the core. */
  static of(w: number, z: number): Spring {
    return new Spring(w, z);
  }

  static #build(kind: number, a: number, b: number, c = 0): Spring {
    core.put(a, b, c);
    core.check(core.call.parameters_build(kind));
    return new Spring(core.numbers[0]!, core.numbers[1]!);
  }

  /**
   * A spring of any of the usual parameter sets. Keys that are left out: `dampingRatio` 1, `bounce` 0, `mass` 1.
   * @throws SprungError for a value out of range, an unknown or a missing key.
   */
  static from(parameters: SpringParameters | Spring): Spring {
    if (parameters instanceof Spring) return parameters;
    require(typeof parameters === "object" && parameters !== null, "parameters", parameters, "an object");
    const given = parameters as Record<string, number>;
    for (const [kind, [first, second, missing, third]] of SETS.entries()) {
      if (!(first in given)) continue;
      const unknown = Object.keys(given).find((key) => key !== first && key !== second && key !== third);
      require(unknown === undefined, unknown ?? "", given[unknown ?? ""], `left out beside ${first}`);
      const get = (key: string, otherwise?: number) => number(given[key] ?? otherwise, key);
      return Spring.#build(kind, get(first), get(second, missing), third ? get(third, 1) : 0);
    }
    const names = SETS.map(([first]) => first).join(", ");
    require(false, "parameters", Object.keys(given).join(", "), `one of the sets that begin with ${names}`);
  }

  /**
   * A spring of angular frequency (rad/s, ≥ 0) and damping ratio (≥ 0).
   * @throws SprungError
   */
  static fromAngularFrequency(angularFrequency: number, dampingRatio = 1): Spring {
    return Spring.from({ angularFrequency, dampingRatio });
  }

  /**
   * A spring of undamped frequency (Hz, ≥ 0) and damping ratio (≥ 0).
   * @throws SprungError
   */
  static fromFrequency(frequency: number, dampingRatio = 1): Spring {
    return Spring.from({ frequency, dampingRatio });
  }

  /**
   * A spring of true half-life, in seconds (half of the offset is left, for every damping ratio), and damping ratio.
   * @throws SprungError
   */
  static fromHalflife(halflife: number, dampingRatio = 1): Spring {
    return Spring.from({ halflife, dampingRatio });
  }

  /**
   * A spring of the lag behind a goal that moves steadily, in seconds, and damping ratio (> 0); Unity's smooth time.
   * @throws SprungError
   */
  static fromLag(lag: number, dampingRatio = 1): Spring {
    return Spring.from({ lag, dampingRatio });
  }

  /**
   * A spring of SwiftUI's perceptual duration (s) and bounce (−1 … 1; 0 critical, 1 undamped).
   * @throws SprungError
   */
  static fromDurationAndBounce(duration: number, bounce = 0): Spring {
    return Spring.from({ duration, bounce });
  }

  /**
   * A spring of stiffness, damping and mass, as `tension` and `friction` of react-spring.
   * @throws SprungError
   */
  static fromStiffnessAndDamping(stiffness: number, damping: number, mass = 1): Spring {
    return Spring.from({ stiffness, damping, mass });
  }

  /** The undamped angular frequency ω, rad/s. */
  get angularFrequency(): number {
    return this.w < 0 ? 0 : this.w;
  }
  /** The damping ratio ζ; infinite for drag without stiffness. */
  get dampingRatio(): number {
    return this.z;
  }
  /** The undamped frequency, Hz. */
  get frequency(): number {
    return this.#read(0);
  }
  /** The true half-life, s. */
  get halflife(): number {
    return this.#read(1);
  }
  /** The lag behind a goal that moves steadily, 2ζ/ω, s. */
  get lag(): number {
    return this.#read(2);
  }
  /** SwiftUI's perceptual duration, 2π/ω, s. */
  get duration(): number {
    return this.#read(3);
  }
  /** SwiftUI's bounce. */
  get bounce(): number {
    return this.#read(4);
  }
  /** The stiffness per unit of mass, ω², 1/s². */
  get stiffness(): number {
    return this.#read(5);
  }
  /** The damping per unit of mass, 2ζω, 1/s. */
  get damping(): number {
    return this.#read(6);
  }
  /** The decay rate of the envelope, ζω, 1/s. */
  get decayRate(): number {
    return this.#read(7);
  }
  /** The angular frequency of the damped oscillation, ω√(1 − ζ²), rad/s; 0 at and beyond critical damping. */
  get dampedAngularFrequency(): number {
    return this.#read(8);
  }
  /** The kind of motion. */
  get regime(): Regime {
    return REGIMES[this.#read(9)]!;
  }

  #read(kind: number): number {
    return core.call.parameters_read(kind, this.w, this.z);
  }

  /**
   * The poles of the motion, 1/s: the roots of `s² + 2ζω s + ω²`, the slower first.
   * Within a few units of the last digit of their magnitude.
   */
  get poles(): readonly [Pole, Pole] {
    const { decayRate: a, angularFrequency: w, dampedAngularFrequency: turn } = this;
    if (turn > 0) return [{ re: -a, im: turn }, { re: -a, im: -turn }];
    const fast = a + Math.sqrt(Math.max(0, (a - w) * (a + w)));
    return [{ re: fast > 0 ? -(w * (w / fast)) : 0, im: 0 }, { re: -fast, im: 0 }];
  }

  /** Returns position, velocity and acceleration at a time (s) after the release. */
  at(time: number, release: Release = {}): Motion {
    const { numbers } = core;
    this.#sample(release, number(time, "time"), 0, 0, 1, core.address(0));
    return { position: numbers[0]!, velocity: numbers[1]!, acceleration: numbers[2]! };
  }

  /** Returns the motion at many times (s), each in closed form: in any order, at any distance. */
  sample(times: Numbers | Times, release: Release = {}): Samples {
    const given = "step" in times ? undefined : times;
    const { start = 0, step = 0, count } = "step" in times ? times : { count: times.length };
    require(Number.isInteger(count) && count >= 0 && count < 2 ** 26, "count", count, "a whole number from 0 to 2^26");
    core.begin(32 * count + 64);
    const at = given && count ? core.give(given) : 0;
    const out = core.take(24 * count);
    this.#sample(release, start, step, at, count, out);
    const column = (index: number) => core.copy(out + 8 * count * index, count);
    return { position: column(0), velocity: column(1), acceleration: column(2) };
  }

  #sample(release: Release, start: number, step: number, at: number, count: number, out: number): void {
    const { from = 0, velocity = 0, goal = 1 } = release;
    core.call.response_sample(
      this.w, this.z, number(from, "from"), number(velocity, "velocity"), number(goal, "goal"), start, step, at, count, out,
    );
  }

  /**
   * Returns the time (s) from which on the motion stays within `tolerance` of its goal, as a fraction of the distance from `from` to
   * `goal`; the least time for which that is true, not an envelope's. Default tolerance: 0.005.
   */
  settlingTime(tolerance = 0.005, release: Release = {}): number {
    const { offset, velocity } = released(release);
    const distance = Math.abs(offset) || 1;
    return core.call.response_time(0, this.w, this.z, offset, velocity, tolerance * distance, 0);
  }

  /** Returns the time (s) of the `n`th crossing of a position, counted from 1; infinite if there is none. */
  crossingTime(position: number, n = 1, release: Release = {}): number {
    const { offset, velocity, goal } = released(release);
    require(Number.isInteger(n) && n > 0, "n", n, "a whole number above 0");
    return core.call.response_time(1, this.w, this.z, offset, velocity, position - goal, n);
  }

  /** Returns the farthest point beyond the goal and its time (s); `undefined` without an overshoot. */
  overshoot(release: Release = {}): { readonly time: number; readonly position: number } | undefined {
    const { offset, velocity, goal } = released(release);
    const time = core.call.response_time(2, this.w, this.z, offset, velocity, 0, 0);
    return Number.isFinite(time) ? { time, position: goal + core.numbers[0]! } : undefined;
  }

  /**
   * Returns the spring as a CSS `linear()` easing that stays within `maxError` of it (a fraction of the distance).
   * @throws SprungError for a `maxError` out of 0.0001 … 0.1, a damping ratio out of 0.01 … 100, or no frequency.
   */
  linear(maxError = 0.001): LinearEasing {
    return new LinearEasing(this, maxError);
  }

  /**
   * Returns a state after `dt` seconds: exact for any step, the same at every frame rate. A `dt` of 0, below or NaN changes nothing.
   * A position is a number or an array of numbers. For many at once use {@link advance}.
   */
  step<V extends Value>(state: State<V>, goal: V | Towards<V>, dt: number): State<Moved<V>> {
    return stepped(this, state, goal, dt);
  }

  /**
   * Advances columns of positions and velocities in place by `dt` seconds, all by this spring. A goal is a column or one number
   * for all. Columns of a {@link Block} are advanced where they are, others are copied in and out.
   *
   * `Float32Array`s are computed in double precision and rounded once. For springs that differ from each other see `sprung/batch`.
   * @throws SprungError for columns of different lengths or kinds.
   */
  advance(position: Column, velocity: Column, goal: Column | number | Towards<Column | number>, dt: number): void {
    advance(this, position, velocity, goal, dt);
  }

  /** The text of a spring's parameters, which `sprung/convert` reads as the same bits. */
  toString(): string {
    if (this.w < 0) return `stiffness=0,damping=${this.damping}`;
    return `angular_frequency=${this.w},damping_ratio=${this.z}`.replace("Infinity", "inf");
  }

  /** The angular frequency and the damping ratio, which {@link from} takes. */
  toJSON(): SpringParameters {
    if (this.w < 0) return { stiffness: 0, damping: this.damping };
    return { angularFrequency: this.w, dampingRatio: this.z };
  }
}

/** A complex number. */
export interface Pole {
  readonly re: number;
  readonly im: number;
}

/** The keys of each parameter set; the number is the default of the second. */
const SETS: readonly (readonly [first: string, second: string, missing?: number, third?: string])[] = [
  ["angularFrequency", "dampingRatio", 1],
  ["frequency", "dampingRatio", 1],
  ["halflife", "dampingRatio", 1],
  ["lag", "dampingRatio", 1],
  ["duration", "bounce", 0],
  ["stiffness", "damping", , "mass"],
];

function released(release: Release): { offset: number; velocity: number; goal: number } {
  const { from = 0, velocity = 0, goal = 1 } = release;
  return { offset: number(from, "from") - number(goal, "goal"), velocity: number(velocity, "velocity"), goal };
}
