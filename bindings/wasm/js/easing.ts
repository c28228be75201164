import { core } from "./core.js";
import { number } from "./error.js";
import type { Spring } from "./spring.js";

/** A point of a {@link LinearEasing}. */
export interface EasingPoint {
  /** The time, in percent of the duration. */
  readonly percent: number;
  /** The progress; 1 is the goal. */
  readonly value: number;
}

/**
 * A spring as a CSS `linear()` easing: the step response, as straight pieces that are nowhere, nor after the end, further than
 * {@link maxError} from it. An easing cannot keep its velocity when it is interrupted; a spring can.
 */
export class LinearEasing {
  /** The duration that belongs to the text, in seconds (whole milliseconds). */
  readonly duration: number;
  /** The maximum difference from the spring, as a fraction of the distance. */
  readonly maxError: number;
  /** The points, from (0 %, 0) to (100 %, 1), rounded as they are written. */
  readonly points: readonly EasingPoint[];

  /** @internal */
  constructor(spring: Spring, maxError: number) {
    const max = 5000;
    core.begin(16 * max);
    const out = core.take(16 * max);
    const count = core.call.linear_easing(spring.w, spring.z, number(maxError, "maxError"), out, max);
    if (count < 0) core.check(1);
    this.duration = core.numbers[0]!;
    this.maxError = maxError;
    const numbers = core.view(out, 2 * count);
    const at = (index: number) => ({ percent: numbers[2 * index]!, value: numbers[2 * index + 1]! });
    this.points = Array.from({ length: count }, (_, index) => at(index));
  }

  /** The easing: `linear(0, 0.0518 5.793%, …, 1)`. */
  toString(): string {
    const last = this.points.length - 1;
    const place = ({ percent }: EasingPoint, index: number) => (index === 0 || index === last ? "" : ` ${percent}%`);
    return `linear(${this.points.map((point, index) => point.value + place(point, index)).join(", ")})`;
  }
}
