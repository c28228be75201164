import { core } from "./core.js";
import { number, require } from "./error.js";
import type { Column, Numbers } from "./module.js";
import { damp } from "./step.js";
import { components, type Moved, shaped, spread, type Value } from "./value.js";

/** A set of parameters that describes a damper. */
export type DamperParameters =
  | { readonly rate: number }
  | { readonly halflife: number }
  | { readonly timeConstant: number };

/**
 * A first-order damper, `x′ = rate · (goal − x)`: what `lerp(x, goal, factor)` per frame means to be, at every frame rate.
 *
 * ```ts
 * const damper = Damper.fromHalflife(0.1);
 * x = damper.step(x, goal, dt);
 * ```
 */
export class Damper {
  /** The rate of decay, 1/s. */
  readonly rate: number;

  private constructor(rate: number) {
    this.rate = rate;
  }

  /** @internal A damper of the rate that the core has checked. */
  static of(rate: number): Damper {
    return new Damper(rate);
  }

  /**
   * A damper of its rate (1/s), half-life (s) or time constant (s).
   * @throws SprungError for a value out of range, an unknown or a missing key.
   */
  static from(parameters: DamperParameters | Damper): Damper {
    if (parameters instanceof Damper) return parameters;
    const names = ["rate", "halflife", "timeConstant"];
    const keys = Object.keys(parameters);
    const kind = names.indexOf(keys[0] ?? "");
    require(kind >= 0 && keys.length === 1, "parameters", keys.join(", "), `one of ${names.join(", ")}`);
    core.put(number((parameters as Record<string, number>)[keys[0]!], keys[0]!), 0, 0);
    core.check(core.call.parameters_build(6 + kind));
    return new Damper(core.numbers[0]!);
  }

  /**
   * A damper that halves the offset in each `halflife` seconds (≥ 0).
   * @throws SprungError
   */
  static fromHalflife(halflife: number): Damper {
    return Damper.from({ halflife });
  }

  /** The half-life, s. */
  get halflife(): number {
    return core.call.damper_halflife(this.rate);
  }
  /** The time constant, s: after each such time 36.8 % of the offset is left. */
  get timeConstant(): number {
    return 1 / this.rate;
  }

  /** Returns a value after `dt` seconds. */
  step<V extends Value>(value: V, goal: V, dt: number): Moved<V> {
    const moved = Float64Array.from(components(value, "value"));
    const goals = Float64Array.from(spread(goal, moved.length, "goal"));
    damp(this.rate, moved, goals, dt);
    return shaped(value, moved);
  }

  /** Returns the values at times (s) after a start, while the goal is held. */
  sample(times: Numbers, { from = 0, goal = 1 }: { readonly from?: number; readonly goal?: number } = {}): Float64Array {
    const count = times.length;
    core.begin(16 * count + 64);
    const at = core.give(times);
    const out = core.take(8 * count);
    core.call.damper_sample(this.rate, number(from, "from"), number(goal, "goal"), at, count, out);
    return core.copy(out, count);
  }

  /** Advances a column of values in place by `dt` seconds. A goal is a column or one number for all. */
  advance(value: Column, goal: Column | number, dt: number): void {
    damp(this.rate, value, goal, dt);
  }

  /** The text of its parameter, which `sprung/convert` reads as the same bits. */
  toString(): string {
    return `damper:rate=${this.rate}`.replace("Infinity", "inf");
  }

  /** The rate, which {@link from} takes. */
  toJSON(): DamperParameters {
    return { rate: this.rate };
  }
}
