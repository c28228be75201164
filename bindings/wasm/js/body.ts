/** Springs on rigid bodies, for any physics engine or none: soft constraints that change velocities. Loads a WebAssembly module of its own. */
import type { Damper } from "./damper.js";
import { number, require } from "./error.js";
import { Handle } from "./handle.js";
import { type Exports, Module } from "./module.js";
import { MODES, type EdgeMode, type Vector, whole } from "./particles.js";
import payload from "./payload/body.js";
import type { Spring } from "./spring.js";
import type { State } from "./value.js";

export type { Vector } from "./particles.js";

interface BodyExports extends Exports {
  body_world(): number;
  body_free(handle: number): void;
  body_add(handle: number): number;
  body_connect(handle: number, kind: number, a: number, b: number): void;
  body_set(handle: number, index: number): void;
  body_solve(handle: number, dt: number, passes: number): void;
  body_advance(handle: number, dt: number): void;
  body_look(handle: number): number;
  body_impulse(handle: number, index: number): void;
  body_stable_pd(w: number, z: number, dt: number): void;
}

const body = /* @__PURE__ */ new Module<BodyExports>(payload);

/** A unit quaternion from body to world: x, y, z and w. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number];

/** A rigid body as it is added. */
export interface BodyOptions {
  /** kg; infinite does not move. */
  readonly mass: number;
  /** The moments of inertia about the body's own axes, kg·m²; infinite ones do not turn. Default: all infinite. */
  readonly inertia?: Vector;
  /** m. Default: the origin. */
  readonly position?: Vector;
  readonly rotation?: Quaternion;
  /** m/s. Default: 0. */
  readonly velocity?: Vector;
  /** rad/s, in the world's axes. Default: 0. */
  readonly angularVelocity?: Vector;
}

/** The strength of a spring: a {@link Spring} moves every mass alike; N/m and N·s/m, or per radian, are of the force. */
export type Strength = Spring | { readonly stiffness: number; readonly damping: number };
/** The strength of a motor: a {@link Damper} moves every mass alike; N·s/m, or N·m·s/rad, is of the force. */
export type MotorStrength = Damper | { readonly damping: number };

/** A spring on the body `a`, or between `a` and `b`; without `b` its other end is the world. Limits are infinite by default. */
export type Connection = { readonly a: number } & (
  /** Pulls a point of `a` to a point of `b` or of the world, each in its frame (m). */
  | {
    readonly kind: "point"; readonly b?: number; readonly spring: Strength; readonly pointA?: Vector; readonly pointB?: Vector;
    readonly goalVelocity?: Vector; readonly maxForce?: number;
  }
  /** Keeps two points at a distance (m). Damped `"along"` the line, or `"all"` relative motion as in Fiedler's formula. */
  | {
    readonly kind: "distance"; readonly b?: number; readonly spring: Strength; readonly pointA?: Vector; readonly pointB?: Vector;
    readonly restLength: number; readonly mode?: EdgeMode; readonly damped?: "along" | "all"; readonly maxForce?: number;
  }
  /** Turns a body to a rotation, relative to `b`. */
  | {
    readonly kind: "orientation"; readonly b?: number; readonly spring: Strength; readonly goal: Quaternion;
    readonly goalVelocity?: Vector; readonly maxTorque?: number;
  }
  /** Turns an axis of a body to a direction of the world: stay upright, look at. */
  | { readonly kind: "swing"; readonly spring: Strength; readonly axis: Vector; readonly goal: Vector; readonly maxTorque?: number }
  /** Brings a body to a place and a rotation of the world. */
  | {
    readonly kind: "pose"; readonly spring: Strength; readonly goal: Vector; readonly rotation?: Quaternion;
    readonly goalVelocity?: Vector; readonly maxForce?: number;
  }
  /** Drives the velocity of a body (m/s), relative to `b`; with an axis only along it. */
  | {
    readonly kind: "linear-motor"; readonly b?: number; readonly damper: MotorStrength; readonly target: Vector;
    readonly axis?: Vector; readonly maxForce?: number;
  }
  /** Drives the angular velocity of a body (rad/s), relative to `b`; with an axis only about it. */
  | {
    readonly kind: "angular-motor"; readonly b?: number; readonly damper: MotorStrength; readonly target: Vector;
    readonly axis?: Vector; readonly maxTorque?: number;
  }
  /** Brings a slide along an axis of `b` to a position (m). */
  | {
    readonly kind: "linear-servo"; readonly b?: number; readonly spring: Strength; readonly axis: Vector; readonly target: number;
    readonly targetVelocity?: number; readonly maxForce?: number;
  }
  /** Brings a hinge about an axis of `b` to an angle (rad). */
  | {
    readonly kind: "angular-servo"; readonly b?: number; readonly spring: Strength; readonly axis: Vector; readonly target: number;
    readonly targetVelocity?: number; readonly maxTorque?: number;
  }
  /** Pushes `a` out of the ground: a point of the world, the normal towards `a`, the depth (m; nothing touches at 0 or below). */
  | {
    readonly kind: "contact"; readonly b?: number; readonly spring: Spring; readonly point: Vector; readonly normal: Vector;
    readonly depth: number;
  }
);

const KINDS: readonly Connection["kind"][] = [
  "point", "distance", "orientation", "swing", "pose", "linear-motor", "angular-motor", "linear-servo", "angular-servo",
  "contact",
];

/** Settings of a world of bodies. */
export interface BodiesOptions {
  /** m/s². Default: [0, −9.81, 0]. */
  readonly gravity?: Vector;
  /**
   * The part of `gravity · dt` by which the engine moves a body in a step beyond its velocity at {@link Bodies.solve}: 0.5, the
   * default, for {@link Bodies.advance}; 1 for an engine that adds all of it and then moves; (n + 1)/2n for one that does so
   * in n sub-steps (rapier, Box2D); 0 if it is added before.
   */
  readonly pendingFraction?: number;
  /**
   * `"exact"` for springs that alone hold a body; `"auto"`, the default, is exact where that is safe in any company;
   * `"backward-euler"` is the soft constraint of rigid-body engines.
   */
  readonly discretization?: "auto" | "exact" | "backward-euler";
}

const ORIGIN: Vector = [0, 0, 0];
const UPRIGHT: Quaternion = [0, 0, 0, 1];

/**
 * Rigid bodies in columns and the springs on them, solved in one call. Its memory is freed by `free()`, at the end of a `using`
 * block, or some time after nothing refers to it. A freed world throws.
 *
 * ```ts
 * const bodies = new Bodies();
 * const cube = bodies.add({ mass: 2, inertia: [0.3, 0.3, 0.3] });
 * const drag = bodies.connect({ kind: "point", a: cube, pointA: [0.5, 0.5, 0.5], spring: Spring.fromFrequency(4, 0.7) });
 * bodies.set(drag, { pointB: pointer });
 * bodies.step(1 / 60); // or solve(dt), and an engine moves the bodies
 * ```
 */
export class Bodies {
  readonly #handle: Handle;
  readonly #connections: Connection[] = [];
  #count = 0;

  constructor({ gravity = [0, -9.81, 0], pendingFraction = 0.5, discretization = "auto" }: BodiesOptions = {}) {
    const how = ["auto", "exact", "backward-euler"].indexOf(discretization);
    require(how >= 0, "discretization", discretization, "auto, exact or backward-euler");
    body.put(...gravity, number(pendingFraction, "pendingFraction"), how);
    this.#handle = new Handle(this, "bodies", body.call.body_world(), body.call.body_free);
  }

  /**
   * Adds a body and returns its index.
   * @throws SprungError for a state that is not finite. A mass that is not above 0 counts as infinite.
   */
  add(options: BodyOptions): number {
    const { mass, inertia = [Infinity, Infinity, Infinity], position = ORIGIN, rotation = UPRIGHT } = options;
    const { velocity = ORIGIN, angularVelocity = ORIGIN } = options;
    body.put(number(mass, "mass"), ...inertia, ...position, ...rotation, ...velocity, ...angularVelocity);
    body.check(body.call.body_add(this.#handle.value));
    return this.#count++;
  }

  /** The number of bodies. */
  get count(): number {
    return this.#count;
  }

  #column(from: number, width: number): Float64Array {
    const address = body.call.body_look(this.#handle.value);
    return body.view(address + 8 * from * this.#count, width * this.#count) as Float64Array;
  }

  /** The positions (m), three numbers a body: a view to read and write. Take it anew in each frame. */
  get positions(): Float64Array {
    return this.#column(0, 3);
  }
  /** The rotations, four numbers a body: a view as {@link positions}. */
  get rotations(): Float64Array {
    return this.#column(3, 4);
  }
  /** The velocities (m/s), three numbers a body: a view as {@link positions}. */
  get velocities(): Float64Array {
    return this.#column(7, 3);
  }
  /** The angular velocities (rad/s), three numbers a body: a view as {@link positions}. */
  get angularVelocities(): Float64Array {
    return this.#column(10, 3);
  }

  /** Adds a spring and returns its index. */
  connect(connection: Connection): number {
    const { a } = connection;
    const b = "b" in connection ? (connection.b ?? WORLD) : WORLD;
    for (const index of [a, b]) {
      require(index === WORLD || (Number.isInteger(index) && index >= 0 && index < this.#count), "body", index, `below ${this.#count}`);
    }
    const handle = this.#handle.value;
    body.put(...record(connection));
    body.call.body_connect(handle, KINDS.indexOf(connection.kind), a, b);
    return this.#connections.push({ ...connection }) - 1;
  }

  /** Changes settings of a spring: a goal that moves, a contact that was found. Its kind and its bodies stay. */
  set(index: number, changes: Partial<Omit<Settings, "kind" | "a" | "b">>): void {
    const connection = this.#at(index);
    const changed = { ...connection, ...changes } as Connection;
    const handle = this.#handle.value;
    body.put(...record(changed));
    body.call.body_set(handle, index);
    this.#connections[index] = changed;
  }

  #at(index: number): Connection {
    const connection = this.#connections[index];
    require(connection !== undefined, "index", index, `below ${this.#connections.length}`);
    return connection;
  }

  /** Changes the velocities of all bodies by all springs for a step of `dt` seconds; more passes for springs that share bodies. */
  solve(dt: number, passes = 1): void {
    body.call.body_solve(this.#handle.value, number(dt, "dt"), whole(passes, "passes"));
  }

  /** Moves all bodies by their velocities and by gravity: without springs they fall exactly. */
  advance(dt: number): void {
    body.call.body_advance(this.#handle.value, number(dt, "dt"));
  }

  /** {@link solve}, then {@link advance}: the least of a physics engine. */
  step(dt: number, passes = 1): void {
    this.solve(dt, passes);
    this.advance(dt);
  }

  /** The impulse of a spring in the last step: N·s and N·m·s; along the axis of a spring that has one, in the first number. */
  impulse(index: number): { readonly linear: Vector; readonly angular: Vector } {
    this.#at(index);
    body.call.body_impulse(this.#handle.value, index);
    const three = (from: number) => [...body.numbers.subarray(from, from + 3)] as unknown as Vector;
    return { linear: three(0), angular: three(3) };
  }

  /** Frees its memory; a second time does nothing. */
  free(): void {
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

/** The index that stands for the world. */
const WORLD = 2 ** 32 - 1;

/** All settings of all kinds. */
interface Settings {
  kind: Connection["kind"];
  a: number;
  b?: number;
  spring: Strength;
  damper: MotorStrength;
  pointA: Vector;
  pointB: Vector;
  point: Vector;
  axis: Vector;
  normal: Vector;
  goal: Vector | Quaternion;
  rotation: Quaternion;
  target: Vector | number;
  goalVelocity: Vector;
  targetVelocity: number;
  restLength: number;
  depth: number;
  mode: EdgeMode;
  damped: "along" | "all";
  maxForce: number;
  maxTorque: number;
}

/** The numbers of a spring, in the order in which the module reads them. */
function record(connection: Connection): number[] {
  const all = connection as unknown as Settings & { kind: Connection["kind"] };
  const { kind, spring, damper, goalVelocity = ORIGIN, targetVelocity, mode = "two-way", damped } = all;
  require(KINDS.includes(kind), "kind", kind, `one of ${KINDS.join(", ")}`);
  const strength = damper ?? spring;
  require(typeof strength === "object" && strength !== null, damper ? "damper" : "spring", strength, "given");
  const isMotor = kind.endsWith("motor");
  require(MODES.includes(mode), "mode", mode, `one of ${MODES.join(", ")}`);
  const { w, z = 0, rate, stiffness = 0, damping } = strength as Partial<Record<"w" | "z" | "rate" | "stiffness" | "damping", number>>;
  const numbers = w !== undefined || rate !== undefined ? [0, w ?? rate, z] : [1, stiffness, damping];
  require(isMotor === (damper !== undefined), isMotor ? "damper" : "spring", strength, "of the kind of connection");
  const first = all.pointA ?? all.axis ?? all.point ?? (kind === "pose" ? (all.goal as Vector) : ORIGIN);
  const second = all.pointB ?? all.normal ?? (kind === "swing" ? (all.goal as Vector) : isMotor ? (all.target as Vector) : ORIGIN);
  const rotation = kind === "orientation" ? (all.goal as Quaternion) : (all.rotation ?? UPRIGHT);
  const velocity = targetVelocity === undefined ? goalVelocity : [targetVelocity, 0, 0];
  const length = all.restLength ?? all.depth ?? (typeof all.target === "number" ? all.target : 0);
  const choice = isMotor ? (all.axis ? 1 : 0) : MODES.indexOf(mode) + (damped === "all" ? 4 : 0);
  const limit = all.maxForce ?? all.maxTorque ?? Infinity;
  return ([...numbers, ...first, ...second, ...rotation, ...velocity, length, limit, choice] as unknown[]).map((value) => number(value, "connection"));
}

/**
 * The velocity change (m/s) of one step of the published stable PD controller on a rigid body; it diverges above a frequency
 * that depends on the damping and the step, which a pose spring does not.
 */
export function stablePdVelocityChange(spring: Spring, state: State<Vector>, goal: State<Vector>, dt: number): Vector {
  body.put(...state.position, ...state.velocity, ...goal.position, ...goal.velocity);
  body.call.body_stable_pd(spring.w, spring.z, number(dt, "dt"));
  return [...body.numbers.subarray(0, 3)] as unknown as Vector;
}
