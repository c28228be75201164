// Bones that swing: a spring pulls the tail of each toward its place in the rest pose, as the bone above is turned.

import { between, dot, plus, rotated, scaled, times, type Quaternion, type Vector } from "../parts/vector.ts";
import { pull, type Bone } from "./gltf.ts";
import type { SpringParameters } from "./parameters.ts";

/** Moves a position and a velocity to a goal by a spring, in place. */
export type Advance = (spring: SpringParameters, dt: number, x: Float64Array, v: Float64Array, goal: Float64Array) => void;

export interface Swinging {
  head: Vector;
  tail: Vector;
}

/** A chain of bones whose first head is moved. */
export class Swing {
  readonly now: Swinging[];
  private readonly velocities: Vector[];
  private readonly bones: readonly Bone[];
  private readonly advance: Advance;

  constructor(bones: readonly Bone[], advance: Advance) {
    this.bones = bones;
    this.advance = advance;
    this.now = bones.map(({ head, tail }) => ({ head, tail }));
    this.velocities = bones.map(() => [0, 0, 0]);
    // At rest: where stiffness and gravity hold it.
    this.pass((_, goal) => goal);
  }

  /** Advances by `dt` seconds while the first head goes to a place; `springs` has a spring for each bone. */
  step(dt: number, root: Vector, springs: readonly SpringParameters[]): void {
    const heads = this.now.map(({ head }) => head);
    const [x, v, to] = [0, 1, 2].map(() => new Float64Array(3));
    this.pass((i, goal, head) => {
      x.set(this.now[i].tail);
      v.set(this.velocities[i]);
      to.set(goal);
      this.advance(springs[i], dt, x, v, to);
      const along = plus([x[0], x[1], x[2]], head, -1);
      const size = Math.hypot(...along);
      const direction = size > 1e-9 ? scaled(along, 1 / size) : plus(goal, head, -1);
      // Along the bone, the tail is as fast as its head.
      const carried = dt > 0 ? scaled(plus(head, heads[i], -1), 1 / dt) : ([0, 0, 0] as const);
      const speed: Vector = [v[0], v[1], v[2]];
      this.velocities[i] = plus(speed, direction, dot(plus(carried, speed, -1), direction));
      return plus(head, direction, this.length(i));
    }, root);
  }

  /** The greatest speed of a tail, m/s. */
  speed(): number {
    return Math.max(...this.velocities.map((one) => Math.hypot(...one)));
  }

  private length(i: number): number {
    const { head, tail } = this.bones[i];
    return Math.hypot(...plus(tail, head, -1));
  }

  /** Places all bones from the first on; `tail` gives the new tail of a bone for its goal and its head. */
  private pass(tail: (i: number, goal: Vector, head: Vector) => Vector, root: Vector = this.now[0].head): void {
    const turns: Quaternion[] = [];
    this.bones.forEach((bone, i) => {
      const above = this.bones[bone.parent];
      const turn: Quaternion = above ? turns[bone.parent] : [0, 0, 0, 1];
      const head = above ? plus(this.now[bone.parent].head, rotated(turn, plus(bone.head, above.head, -1))) : plus(root, plus(bone.head, this.bones[0].head, -1));
      const rest = rotated(turn, scaled(plus(bone.tail, bone.head, -1), 1 / this.length(i)));
      const direction = bone.spring ? pull(bone.spring, rest).direction : rest;
      const end = tail(i, plus(head, direction, this.length(i)), head);
      turns[i] = times(between(rest, scaled(plus(end, head, -1), 1 / this.length(i))), turn);
      this.now[i] = { head, tail: end };
    });
  }
}
