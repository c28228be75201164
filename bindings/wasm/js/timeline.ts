import { number, require } from "./error.js";
import type { Spring } from "./spring.js";
import { atRest, type Moved, type State, type Value } from "./value.js";

/** From a time on, a motion from a state towards a goal. */
export interface TimelineKey<V extends Value = number> extends State<V> {
  /** The time, s. */
  readonly time: number;
  /** The goal from then on. */
  readonly goal: V;
  /** The spring from then on. */
  readonly spring: Spring;
}

/**
 * A motion as data, to scrub, rewind, sequence and save: its state at any time depends on the time alone, bit for bit the same
 * in any order and at any frame rate.
 *
 * ```ts
 * const timeline = new Timeline([{ time: 0, position: 0, velocity: 0, goal: 100, spring }]);
 * timeline.retarget(0.3, { goal: 0 }); // position and velocity go on
 * timeline.at(0.35).position;
 * ```
 */
export class Timeline<V extends Value = number> {
  readonly #keys: TimelineKey<V>[];

  /** @throws SprungError without a key, or for a time that is not finite or before the one before it. */
  constructor(keys: readonly TimelineKey<V>[]) {
    require(keys.length > 0, "keys", keys.length, "at least 1");
    this.#keys = [];
    for (const key of keys) this.#push(key);
  }

  #push(key: TimelineKey<V>): void {
    const last = this.#keys[this.#keys.length - 1];
    const isLater = Number.isFinite(key.time) && (!last || key.time >= last.time);
    require(isLater, "time", key.time, "finite and not before the key before it");
    this.#keys.push(key);
  }

  /** The keys, in the order of time. */
  get keys(): readonly TimelineKey<V>[] {
    return this.#keys;
  }

  /** The last key at or before a time (s); the first for an earlier time. */
  keyBefore(time: number): TimelineKey<V> {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keys[middle]!.time <= time) low = middle + 1;
      else high = middle;
    }
    return this.#keys[Math.max(0, low - 1)]!;
  }

  /** The state at a time (s), in closed form; at rest before the first key. */
  at(time: number): State<Moved<V>> {
    const key = this.keyBefore(number(time, "time"));
    const isBefore = !(time >= key.time);
    return key.spring.step(isBefore ? atRest(key.position) : key, key.goal, isBefore ? 0 : time - key.time);
  }

  /**
   * Adds a key at a time at or after the last one: the motion goes on from its state there, or from the one that is given.
   * @throws SprungError for an earlier time.
   */
  retarget(time: number, change: Partial<Omit<TimelineKey<V>, "time">>): void {
    const { goal, spring } = this.keyBefore(time);
    this.#push({ goal, spring, ...(this.at(time) as unknown as State<V>), ...change, time });
  }
}
