import { number, require } from "./error.js";
import { type Quaternion, type Vector3, vector3 } from "./rotation.js";
import { motion, row, stateAt } from "./rows.js";
import type { Spring } from "./spring.js";
import { components, type Moved, type State, type Value } from "./value.js";

/** A motion whose memory the module keeps: freed by `free()`, by `using`, or some time after nothing refers to it. */
class Kept {
  readonly #kept: { handle: number };
  constructor(kind: number, ...values: number[]) {
    motion.put(...values);
    this.#kept = { handle: motion.call.kept_new(kind) };
    registry.register(this, this.#kept, this.#kept);
  }
  /** @internal */
  protected advance(dt: number, ...values: number[]): Float64Array {
    require(this.#kept.handle !== 0, "motion", "freed", "in use");
    motion.put(...values);
    motion.check(motion.call.kept_update(this.#kept.handle, number(dt, "dt")));
    return motion.numbers;
  }
  /** Frees its memory; a second time does nothing. */
  free(): void {
    release(this.#kept);
    registry.unregister(this.#kept);
  }
  [Symbol.dispose](): void {
    this.free();
  }
}

function release(kept: { handle: number }): void {
  if (kept.handle) motion.call.kept_free(kept.handle);
  kept.handle = 0;
}

const registry = /* @__PURE__ */ new FinalizationRegistry(release);

const four = (value: Value): number[] => {
  const parts = components(value, "position");
  require(parts.length > 0 && parts.length <= 4, "position", parts.length, "1 to 4 components");
  return [...parts, 0, 0, 0].slice(0, 4);
};

/** The position and velocity of a pointer from uneven events, to hand a drag over to a spring. */
export class PointerTracker<V extends Value = readonly number[]> extends Kept {
  #like: V;
  /** A pointer that goes down at a time (s) and a place. */
  constructor(time: number, position: V) {
    super(0, number(time, "time"), ...four(position));
    this.#like = position;
  }
  /** An event at a time (s) and a place. */
  push(time: number, position: V): void {
    require(Number.isFinite(time), "time", time, "finite");
    this.advance(0, time, ...four(position));
    this.#like = position;
  }
  /** The state at a time (s); a pointer that has rested for 40 ms has no velocity. */
  at(time: number): State<Moved<V>> {
    this.advance(0, NaN, 0, 0, 0, 0, number(time, "time"));
    return stateAt(0, this.#like);
  }
}

/** Smooths a noisy pointer: at low speed by a half-life, at high speed hardly. */
export class AdaptiveSmoothing<V extends Value = readonly number[]> extends Kept {
  /** @param halflife at rest, s. @param speed at which it has halved, units per second. */
  constructor(sample: V, readonly halflife: number, readonly speed: number) {
    super(1, ...four(sample));
  }
  /** A sample, `dt` seconds after the one before it. */
  update(sample: V, dt: number): Moved<V> {
    this.advance(dt, ...four(sample), this.halflife, this.speed);
    return row(0, sample);
  }
}

/** Limits of a motion, per second, per second squared and cubed. */
export interface Limits {
  readonly velocity: number;
  readonly acceleration: number;
  readonly jerk: number;
}

/** Follows a goal as fast as limits of velocity, acceleration and jerk allow. */
export class LimitedTracker extends Kept {
  constructor(position: number, readonly limits: Limits) {
    super(2, number(position, "position"));
  }
  /** Advances by `dt` seconds towards a goal and its velocity. */
  update(goal: State, dt: number): { position: number; velocity: number; acceleration: number; timeLeft: number } {
    const { velocity, acceleration, jerk } = this.limits;
    const seen = this.advance(dt, goal.position, goal.velocity, velocity, acceleration, jerk);
    return { position: seen[0]!, velocity: seen[1]!, acceleration: seen[2]!, timeLeft: seen[3]! };
  }
}

/** The springs of a camera. */
export interface CameraSprings {
  readonly focus: Spring;
  readonly angles: Spring;
  readonly radius: Spring;
  /** Seconds by which the camera looks ahead of the player. */
  readonly lookahead: number;
}

/** A view of a player: a distance, and angles in rad. */
export interface Orbit {
  readonly radius: number;
  readonly yaw: number;
  readonly pitch: number;
}

/** Where a camera is and looks, along its −z. */
export interface CameraView {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

const springNumbers = ({ focus, angles, radius, lookahead }: CameraSprings) =>
  [focus.w, focus.z, angles.w, angles.z, radius.w, radius.z, lookahead];
const view = (): CameraView => ({
  position: vector3(0),
  rotation: [...motion.numbers.subarray(3, 7)] as unknown as Quaternion,
});

/** A camera behind a player, which avoids walls and looks ahead. */
export class CameraRig extends Kept {
  constructor(player: Vector3, orbit: Orbit, readonly springs: CameraSprings) {
    super(3, ...player, orbit.radius, orbit.yaw, orbit.pitch);
  }
  /** Advances by `dt` seconds; the clearance is the free distance behind the player. */
  update(player: State<Vector3>, orbit: Orbit, dt: number, clearance = Infinity): CameraView {
    const { radius, yaw, pitch } = orbit;
    this.advance(dt, ...player.position, ...player.velocity, radius, yaw, pitch, clearance, ...springNumbers(this.springs));
    return view();
  }
}

/** A camera that stands and turns to a player. */
export class FixedCamera extends Kept {
  constructor(position: Vector3, player: Vector3, readonly springs: CameraSprings) {
    super(4, ...position, ...player);
  }
  /** Advances by `dt` seconds. */
  update(player: State<Vector3>, dt: number): CameraView {
    this.advance(dt, ...player.position, ...player.velocity, 0, 0, 0, 0, ...springNumbers(this.springs));
    return view();
  }
}

/**
 * Chunks of planned motion played as one (clips, snapshots from a network), without a jump at the seams: what is shown
 * keeps its position and velocity where a chunk takes over, and is never faster than the chunks have been.
 */
export class Stitcher<V extends Value = number> extends Kept {
  /** Begins with the first state of the first chunk; offsets from a chunk fade by the spring. */
  constructor(readonly spring: Spring, chunk: State<V>) {
    super(5, ...four(chunk.position), ...four(chunk.velocity));
  }
  /** Goes over to another chunk, given by its state at the time of the last step. */
  switch(chunk: State<V>): void {
    this.advance(0, ...four(chunk.position), ...four(chunk.velocity), 1, 0, 0);
  }
  /** Advances by `dt` seconds to the chunk's state at their end; returns what is shown. */
  update(chunk: State<V>, dt: number): State<Moved<V>> {
    const { w, z } = this.spring;
    this.advance(dt, ...four(chunk.position), ...four(chunk.velocity), 0, w, z);
    return stateAt(0, chunk.position);
  }
}
