/** Springs for goals that move, characters, cameras, rotations, transitions, curves, pointers. Loads a module of its own. */
import { number, require } from "./error.js";
import type { Numbers } from "./module.js";
import { motion, put, row, stateAt } from "./rows.js";
import { Spring } from "./spring.js";
import { atRest, components, type Moved, shaped, spread, type State, type Value } from "./value.js";

export {
  AdaptiveSmoothing, CameraRig, type CameraSprings, type CameraView, FixedCamera, LimitedTracker, type Limits,
  type Orbit, PointerTracker, Stitcher,
} from "./kept.js";
export { carry, type ReferenceFrame, type Vector2 } from "./frame.js";
export {
  compose, dampRotation, fromRotationVector, type Quaternion, rotate, type RotationGoal, type RotationState, stepRotation,
  toRotationVector, type Vector3,
} from "./rotation.js";

function step<V extends Value>(
  kind: number, spring: Spring | undefined, state: State<V>, rows: readonly Value[], dt: number, a = 0, b = 0, fill = 0,
): State<Moved<V>> {
  put([state.position, state.velocity, ...rows], fill);
  const { w, z } = spring ?? { w: 0, z: b };
  motion.check(motion.call.motion_step(kind, w, z, number(dt, "dt"), number(a, "parameter"), number(b, "parameter")));
  return stateAt(0, state.position);
}

/** A step while the goal moves steadily `from` → `to`; damped relative to the world, the spring lags behind it. */
export function follow<V extends Value>(spring: Spring, state: State<V>, from: V, to: V, dt: number): State<Moved<V>> {
  return step(0, spring, state, [from, to], dt);
}
/** A step while the goal moves steadily `from` → `to`; damped relative to the goal, the spring does not lag. */
export function track<V extends Value>(spring: Spring, state: State<V>, from: V, to: V, dt: number): State<Moved<V>> {
  return step(1, spring, state, [from, to], dt);
}
/** A step towards a goal that is given with its velocity: Holden's spring with a goal velocity. */
export function withGoalVelocity<V extends Value>(
  spring: Spring, state: State<V>, goal: V, goalVelocity: V, dt: number,
): State<Moved<V>> {
  return step(2, spring, state, [goal, goalVelocity], dt);
}
/** A step that tracks an animation by its position, velocity and acceleration: Holden's tracking spring. */
export function trackAnimation<V extends Value>(
  spring: Spring, state: State<V>, animation: State<V>, acceleration: V, dt: number,
): State<Moved<V>> {
  return step(3, spring, state, [animation.position, animation.velocity, acceleration], dt);
}
/** A step of a spring that is at rest on its goal `timeLeft` seconds from its beginning. */
export function land<V extends Value>(spring: Spring, state: State<V>, goal: V, timeLeft: number, dt: number): State<Moved<V>> {
  return step(4, spring, state, [goal], dt, timeLeft);
}
/** A step of at most this speed, units per second. */
export function limitSpeed<V extends Value>(spring: Spring, state: State<V>, goal: V, speed: number, dt: number): State<Moved<V>> {
  return step(9, spring, state, [goal], dt, speed);
}
/** A step of at most this acceleration, units per second squared. */
export function limitAcceleration<V extends Value>(
  spring: Spring, state: State<V>, goal: V, acceleration: number, dt: number,
): State<Moved<V>> {
  return step(10, spring, state, [goal], dt, acceleration);
}
/** A step of angles (rad), the short way round. */
export function stepAngle<V extends Value>(spring: Spring, state: State<V>, goal: V, dt: number): State<Moved<V>> {
  return step(11, spring, state, [goal], dt);
}
/** A step that stops on the goal instead of overshooting. */
export function clampOvershoot<V extends Value>(spring: Spring, state: State<V>, goal: V, dt: number): State<Moved<V>> {
  return step(12, spring, state, [goal], dt);
}
/** A state that bounces off `low` and `high`; the restitution is the part of the speed that is kept. */
export function bounceWithin<V extends Value>(state: State<V>, low: number, high: number, restitution: number): State<Moved<V>> {
  put([state.position, state.velocity, state.position]);
  motion.check(motion.call.motion_step(13, 0, restitution, 0, low, high));
  return stateAt(0, state.position);
}
/** A step of scales, all above 0: in proportions, so that none becomes negative. */
export function stepScale<V extends Value>(spring: Spring, state: State<V>, goal: V, dt: number): State<Moved<V>> {
  const isPositive = [...components(state.position, "position"), ...components(goal, "goal")].every((part) => part > 0);
  require(isPositive, "scale", state.position, "above 0, as its goal");
  return step(14, spring, state, [goal], dt, 0, 0, 1);
}
/** The integral of the position over a step. */
export function integral<V extends Value>(spring: Spring, state: State<V>, goal: V, dt: number): Moved<V> {
  return step(15, spring, state, [goal], dt).position;
}

/** A spring with a soft start as well as a soft end: a spring that follows a spring. */
export class DoubleSpring<V extends Value = number> {
  state: State<V>;
  intermediate: State<V>;
  /** @param halflife of the whole, s. */
  constructor(readonly halflife: number, position: V) {
    require(number(halflife, "halflife") >= 0, "halflife", halflife, ">= 0");
    this.state = this.intermediate = atRest(position);
  }
  /** Advances by `dt` seconds. */
  update(goal: V, dt: number): State<V> {
    const { position, velocity } = this.intermediate;
    const after = step(5, undefined, this.state, [goal, position, velocity], dt, this.halflife);
    this.intermediate = stateAt(3, position) as unknown as State<V>;
    return (this.state = after as unknown as State<V>);
  }
}

/** A spring that reaches its goal at a given time, at a steady speed in between. */
export class TimedSpring<V extends Value = number> {
  state: State<V>;
  intermediate: V;
  /** @param lookahead seconds by which the spring starts early; its lag leaves it without a delay. */
  constructor(readonly spring: Spring, position: V, readonly lookahead = spring.lag) {
    this.state = atRest(position);
    this.intermediate = position;
  }
  /** Advances by `dt` seconds towards a goal that is to be reached in `timeLeft` seconds. */
  update(goal: V, timeLeft: number, dt: number): State<V> {
    const after = step(6, this.spring, this.state, [goal, this.intermediate], dt, timeLeft, this.lookahead);
    this.intermediate = row(3, this.intermediate) as unknown as V;
    return (this.state = after as unknown as State<V>);
  }
}

/** A spring that travels to its goal at a given speed. */
export class VelocitySpring<V extends Value = number> {
  state: State<V>;
  intermediate: V;
  constructor(readonly spring: Spring, position: V, readonly lookahead = spring.lag) {
    this.state = atRest(position);
    this.intermediate = position;
  }
  /** Advances by `dt` seconds at a speed, units per second. */
  update(goal: V, speed: number, dt: number): State<V> {
    const after = step(7, this.spring, this.state, [goal, this.intermediate], dt, speed, this.lookahead);
    this.intermediate = row(3, this.intermediate) as unknown as V;
    return (this.state = after as unknown as State<V>);
  }
}

/** A character that is driven by a wanted velocity, with a predicted path: a spring on its velocity. */
export class Character<V extends Value = number> {
  position: V;
  velocity: V;
  acceleration: V;
  constructor(readonly spring: Spring, position: V) {
    this.position = position;
    this.velocity = this.acceleration = atRest(position).velocity;
  }
  /** Advances by `dt` seconds towards a velocity; `maxAcceleration` limits that if it is given. */
  update(goalVelocity: V, dt: number, maxAcceleration = 0): void {
    const after = step(8, this.spring, this, [goalVelocity, this.acceleration], dt, maxAcceleration);
    this.acceleration = row(3, this.position) as unknown as V;
    this.velocity = after.velocity as unknown as V;
    this.position = after.position as unknown as V;
  }
  /** The states at times (s) from now, if the wanted velocity stays. */
  predict(goalVelocity: V, times: Numbers): { position: Moved<V>; velocity: Moved<V>; acceleration: Moved<V> }[] {
    const count = times.length;
    motion.begin(8 * count + 96 * count + 64);
    const at = motion.give(times);
    const out = motion.take(96 * count);
    put([this.position, this.velocity, goalVelocity, this.acceleration]);
    motion.call.motion_predict(this.spring.w, this.spring.z, at, count, out);
    const { length } = components(this.position, "position");
    const part = (index: number, which: number) =>
      shaped(this.position, motion.copy(out + 96 * index + 32 * which, length));
    return Array.from({ length: count }, (_, index) => ({
      position: part(index, 0), velocity: part(index, 1), acceleration: part(index, 2),
    }));
  }
}

/** Switches animations without a pop: what differs at the switch decays as a spring. */
export class Inertialization<V extends Value = number> {
  offset: State<V>;
  constructor(readonly spring: Spring, like: V) {
    this.offset = atRest(shaped(like, new Float64Array(components(like, "value").length)) as unknown as V);
  }
  /** Switches from one animation to another; what is left of earlier switches stays. */
  transition(from: State<V>, to: State<V>): void {
    const left = plus(from, to, -1);
    this.offset = plus(this.offset, left, 1);
  }
  /** Advances by `dt` seconds. */
  update(dt: number): void {
    const { position } = this.offset;
    const zero = shaped(position, new Float64Array(components(position, "offset").length));
    this.offset = this.spring.step(this.offset, zero as unknown as V, dt) as unknown as State<V>;
  }
  /** What is shown while an animation plays. */
  apply(animation: State<V>): State<V> {
    return plus(animation, this.offset, 1);
  }
}

function plus<V extends Value>(a: State<V>, b: State<V>, sign: number): State<V> {
  const sum = (first: V, second: V) => {
    const others = components(second, "vector");
    const parts = Float64Array.from(components(first, "vector"), (part, index) => part + sign * others[index]!);
    return shaped(first, parts) as unknown as V;
  };
  return { position: sum(a.position, b.position), velocity: sum(a.velocity, b.velocity) };
}

/** The offset of a transition of a fixed duration (s), at a time after it. */
export function timedOffset<V extends Value>(
  offset: State<V>, duration: number, time: number, curve: "cubic" | "smooth-step" = "cubic",
): State<Moved<V>> {
  put([offset.position, offset.velocity]);
  motion.check(motion.call.motion_timed_offset(curve === "cubic" ? 0 : 1, number(duration, "duration"), number(time, "time")));
  return stateAt(0, offset.position);
}

/** A dead blend: the old animation goes on by itself, slowing down, and fades into the new one. */
export function deadBlend<V extends Value>(
  last: State<V>, animation: State<V>, halflife: number, duration: number, time: number,
): State<Moved<V>> {
  put([last.position, last.velocity, animation.position, animation.velocity]);
  motion.check(motion.call.motion_dead_blend(number(halflife, "halflife"), number(duration, "duration"), number(time, "time")));
  return stateAt(0, last.position);
}

/** A curve along points. */
export interface CurveOptions {
  /** `"hermite"` interpolates; `"causal"` is a spring that runs along the points, `"zero-phase"` one in both directions. */
  readonly kind: "hermite" | "causal" | "zero-phase";
  /** The spring, in segments for seconds. */
  readonly spring?: Spring;
  /** Whether corners are passed through instead of rounded. */
  readonly through?: boolean;
  readonly closed?: boolean;
}

/** Returns equally spaced samples of a curve along points of up to four components. */
export function curve(points: readonly Numbers[], samples: number, options: CurveOptions): State<Float64Array>[] {
  require(points.length > 1, "points", points.length, "at least 2");
  require(Number.isInteger(samples) && samples > 0 && samples < 2 ** 20, "samples", samples, "a whole number from 1 to 2^20");
  const { length } = points[0]!;
  const rows = new Float64Array(4 * points.length);
  points.forEach((point, index) => rows.set(spread(point, length, "point"), 4 * index));
  motion.begin(8 * rows.length + 64 * samples + 64);
  const [given, out] = [motion.give(rows), motion.take(64 * samples)];
  const kind = ["hermite", "causal", "zero-phase"].indexOf(options.kind);
  const { w, z } = options.spring ?? Spring.from({ angularFrequency: 4 });
  const [through, closed] = [options.through ? 1 : 0, options.closed ? 1 : 0];
  motion.check(motion.call.motion_curve(kind, w, z, through, closed, given, points.length, out, samples));
  return Array.from({ length: samples }, (_, index) => ({
    position: motion.copy(out + 64 * index, length),
    velocity: motion.copy(out + 64 * index + 32, length),
  }));
}

/** Nissen's coefficients of a spring: the fractions of offset and velocity that a step removes, exact or of backward Euler. */
export function softCoefficients(spring: Spring, dt: number, rule: "exact" | "backward-euler" = "exact"): { cs: number; cd: number } {
  motion.call.motion_soft(rule === "exact" ? 0 : 1, spring.w, spring.z, number(dt, "dt"));
  return { cs: motion.numbers[0]!, cd: motion.numbers[1]! };
}
