import { require } from "./error.js";
import { type Exports, Module } from "./module.js";
import payload from "./payload/motion.js";
import { components, type Moved, shaped, spread, type State, type Value } from "./value.js";

interface MotionExports extends Exports {
  motion_step(kind: number, w: number, z: number, dt: number, a: number, b: number): number;
  motion_predict(w: number, z: number, times: number, count: number, out: number): void;
  motion_timed_offset(kind: number, duration: number, time: number): number;
  motion_dead_blend(halflife: number, duration: number, time: number): number;
  motion_curve(
    kind: number, w: number, z: number, traced: number, closed: number, points: number, count: number, out: number,
    samples: number,
  ): number;
  motion_carry(): void;
  motion_rotation(kind: number, w: number, z: number, dt: number): void;
  motion_rotate(kind: number): void;
  motion_soft(kind: number, w: number, z: number, dt: number): void;
  kept_new(kind: number): number;
  kept_free(handle: number): void;
  kept_update(handle: number, dt: number): number;
}

/** The module of motions. */
export const motion = /* @__PURE__ */ new Module<MotionExports>(payload);

/** Writes values of the same kind as the first, up to four components, into rows of four; the rest are 0. */
export function put(rows: readonly Value[], fill = 0): void {
  const { length } = components(rows[0]!, "position");
  require(length > 0 && length <= 4, "position", length, "1 to 4 components");
  const { numbers } = motion;
  rows.forEach((value, index) => {
    numbers.fill(fill, 4 * index, 4 * index + 4);
    numbers.set(spread(value, length, "vector"), 4 * index);
  });
}

/** The value in a row, in the shape of another. */
export function row<V extends Value>(index: number, like: V): Moved<V> {
  const { length } = components(like, "position");
  return shaped(like, motion.numbers.slice(4 * index, 4 * index + length));
}

/** The state in two rows. */
export const stateAt = <V extends Value>(index: number, like: V): State<Moved<V>> => ({
  position: row(index, like),
  velocity: row(index + 1, like),
});
