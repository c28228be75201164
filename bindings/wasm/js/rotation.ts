import type { Damper } from "./damper.js";
import { number } from "./error.js";
import type { Numbers } from "./module.js";
import { motion, put } from "./rows.js";
import type { Spring } from "./spring.js";

/** A unit quaternion, x, y, z and w. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number];
/** Three components. */
export type Vector3 = readonly [x: number, y: number, z: number];

/** A rotation and its angular velocity, rad/s about the axes of the parent. */
export interface RotationState {
  readonly rotation: Quaternion;
  readonly angularVelocity: Vector3;
}

/** The goal of a rotation. */
export type RotationGoal =
  | Quaternion
  /** Held, reached the short or the long way. */
  | { readonly goal: Quaternion; readonly path: "shortest" | "longest" }
  /** Turns steadily during the step. */
  | { readonly from: Quaternion; readonly to: Quaternion; readonly damping?: "goal" | "world" }
  | { readonly goal: Quaternion; readonly angularVelocity: Vector3 };

/** Returns a rotation after `dt` seconds. */
export function stepRotation(spring: Spring, state: RotationState, goal: RotationGoal, dt: number): RotationState {
  const rows: Numbers[] = [state.rotation, [...state.angularVelocity, 0]];
  let kind = 0;
  if (!("goal" in goal) && !("from" in goal)) rows.push(goal);
  else if ("from" in goal) {
    kind = goal.damping === "world" ? 3 : 4;
    rows.push(goal.from, goal.to);
  } else if ("angularVelocity" in goal) {
    kind = 5;
    rows.push(goal.goal, [...goal.angularVelocity, 0]);
  } else {
    kind = goal.path === "longest" ? 1 : 0;
    rows.push(goal.goal);
  }
  put(rows);
  motion.call.motion_rotation(kind, spring.w, spring.z, number(dt, "dt"));
  return { rotation: quaternion(0), angularVelocity: vector3(1) };
}

/** Returns a rotation that a damper turns, after `dt` seconds. */
export function dampRotation(damper: Damper, rotation: Quaternion, goal: Quaternion, dt: number): Quaternion {
  put([rotation, [0, 0, 0, 0], goal]);
  motion.call.motion_rotation(2, damper.rate, 0, number(dt, "dt"));
  return quaternion(0);
}

/** The rotation in a row. */
const quaternion = (index: number): Quaternion => [...motion.numbers.subarray(4 * index, 4 * index + 4)] as unknown as Quaternion;
/** The first three numbers of a row. */
export const vector3 = (index: number): Vector3 => [...motion.numbers.subarray(4 * index, 4 * index + 3)] as unknown as Vector3;

/** The rotation by the length of a vector (rad) about it. */
export function fromRotationVector(vector: Vector3): Quaternion {
  put([[...vector, 0]]);
  motion.call.motion_rotate(0);
  return quaternion(0);
}
/** The vector of a rotation: its axis, as long as its angle (rad). */
export function toRotationVector(rotation: Quaternion): Vector3 {
  put([rotation]);
  motion.call.motion_rotate(1);
  return vector3(0);
}
/** A rotation, and after it another. (`then` as a name would make a module a promise to `await import`.) */
export function compose(first: Quaternion, next: Quaternion): Quaternion {
  put([first, next]);
  motion.call.motion_rotate(2);
  return quaternion(0);
}
/** A vector, rotated. */
export function rotate(rotation: Quaternion, vector: Vector3): Vector3 {
  put([rotation, [...vector, 0]]);
  motion.call.motion_rotate(3);
  return vector3(0);
}
