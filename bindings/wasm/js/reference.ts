/**
 * The published schemes for particles joined by springs, to compare them with `sprung/network`: Nissen's, in which every
 * spring acts at once, and iterations with warm starting. Loads a WebAssembly module of its own.
 */
import { number, require } from "./error.js";
import { Handle } from "./handle.js";
import { type Exports, Module } from "./module.js";
import { type Edge, edgeRow, type Particle, particleRow, refuse, type Vector, whole } from "./particles.js";
import payload from "./payload/reference.js";

export type { Edge, Particle, Stiffness, Vector } from "./particles.js";

interface ReferenceExports extends Exports {
  reference_new(kind: number, particles: number, particleCount: number, edges: number, edgeCount: number): number;
  reference_free(handle: number): void;
  reference_step(handle: number, dt: number, steps: number): void;
  reference_look(handle: number): number;
  reference_shape(kind: number): number;
  reference_limit(kind: number, n: number, other: number, w: number, otherW: number): number;
}

const reference = /* @__PURE__ */ new Module<ReferenceExports>(payload);

/** Particles and edges, plain data. */
export interface Shape {
  readonly particles: Particle[];
  readonly edges: Edge[];
}

function shape(kind: number, ...values: number[]): Shape {
  reference.put(...values.map((value) => number(value, "size")));
  refuse(reference, reference.call.reference_shape(kind));
  const [particlesAt, particles, edgesAt, edges] = reference.numbers as unknown as [number, number, number, number];
  const rows = (at: number, count: number) => {
    const all = reference.copy(at, 7 * count);
    return Array.from({ length: count }, (_, index) => all.subarray(7 * index, 7 * index + 7));
  };
  return {
    particles: rows(particlesAt, particles).map(([x, y, z, , , , mass]) => ({ position: [x!, y!, z!], mass: mass! })),
    edges: rows(edgesAt, edges).map(([a, b, restLength]) => ({ a: a!, b: b!, restLength: restLength! })),
  };
}

/** A rope between two points, of `links` rigid edges and a whole mass (kg). Particle 0 is at `from`. */
export function rope(from: Vector, to: Vector, links: number, mass: number): Shape {
  return shape(0, ...from, ...to, whole(links, "links"), mass);
}

/**
 * A rigid cloth in the plane y = 0, of a spacing (m) and a whole mass (kg). Particle `row · columns + column` is at
 * `(column · spacing, 0, row · spacing)`. With `shear`, squares have their diagonals.
 */
export function cloth(columns: number, rows: number, spacing: number, mass: number, { shear = false } = {}): Shape {
  return shape(1, whole(columns, "columns"), whole(rows, "rows"), spacing, mass, shear ? 1 : 0);
}

/** What acts on all particles. */
export interface Environment {
  /** Default: [0, −9.81, 0], m/s². */
  readonly gravity?: Vector;
  /** Drag of the air, 1/s. Default: 0. */
  readonly drag?: number;
  /** The velocity of the air, m/s. Default: 0. */
  readonly wind?: Vector;
}

/**
 * A network that a published scheme moves. Its memory is freed by `free()`, at the end of a `using` block, or some time
 * after nothing refers to it. A freed one throws.
 */
class Scheme {
  readonly #handle: Handle;

  /** @internal */
  constructor(kind: number, { particles, edges }: Shape, environment: Environment, first: number, second: number) {
    const { gravity = [0, -9.81, 0], drag = 0, wind = [0, 0, 0] } = environment;
    const [all, springs] = [particles.flatMap(particleRow), edges.flatMap(edgeRow)];
    reference.begin(8 * (all.length + springs.length) + 32);
    const [particlesAt, edgesAt] = [reference.give(all), reference.give(springs)];
    reference.put(...gravity, number(drag, "drag"), ...wind, first, second);
    const handle = reference.call.reference_new(kind, particlesAt, particles.length, edgesAt, edges.length);
    if (handle === 0) refuse(reference, reference.numbers[1]!);
    this.#handle = new Handle(this, "scheme", handle, reference.call.reference_free);
  }

  /** Takes one step of `dt` seconds, or several. */
  step(dt: number, steps = 1): void {
    reference.call.reference_step(this.#handle.value, number(dt, "dt"), whole(steps, "steps"));
  }

  /** The positions (m), x, y and z of each particle after the other: a copy. */
  get positions(): Float32Array {
    const at = reference.call.reference_look(this.#handle.value);
    return reference.view(at, 3 * reference.numbers[1]!, true).slice() as Float32Array;
  }

  /** The velocities (m/s), as {@link positions}: a copy. */
  get velocities(): Float32Array {
    reference.call.reference_look(this.#handle.value);
    return reference.view(reference.numbers[0]!, 3 * reference.numbers[1]!, true).slice() as Float32Array;
  }

  /** The energy of motion and height, J: `Σ ½·m·v² − m·g·x`. */
  get energy(): number {
    reference.call.reference_look(this.#handle.value);
    return reference.numbers[2]!;
  }

  /** Frees its memory; a second time does nothing. */
  free(): void {
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

const LIMITS = ["off", "article", "no-overshoot", "mass-splitting"] as const;

/** How coefficients are limited at particles with several edges. */
export type CoefficientLimit = (typeof LIMITS)[number];

/**
 * Nissen's scheme: the impulses of all springs from the same state, then all particles move.
 *
 * ```ts
 * const hung = rope([0, 0, 0], [1, 0, 0], 10, 1);
 * hung.particles[0].mass = 0; // fixed
 * const scheme = new JacobiSolver(hung, {}, { limit: "article" });
 * scheme.step(1 / 600, 10);
 * ```
 */
export class JacobiSolver extends Scheme {
  /** @throws SprungError for a particle or an edge that breaks a rule. */
  constructor(
    shape: Shape, environment: Environment = {},
    { limit = "mass-splitting", formulation = "impulse" }: {
      /** Default: `"mass-splitting"`, which allows coefficients up to 1. */
      readonly limit?: CoefficientLimit;
      /** The article's two forms of the same step. Default: `"impulse"`. */
      readonly formulation?: "force" | "impulse";
    } = {},
  ) {
    const which = LIMITS.indexOf(limit);
    require(which >= 0, "limit", limit, `one of ${LIMITS.join(", ")}`);
    super(formulation === "force" ? 0 : 1, shape, environment, which, 0);
  }
}

/** One spring after the other, several times, beginning with a part of the impulses of the step before. */
export class SequentialImpulses extends Scheme {
  /** @throws SprungError for a particle or an edge that breaks a rule, no sweeps, or a warm start out of 0 … 1. */
  constructor(
    shape: Shape, environment: Environment = {},
    { sweeps = 10, warmStart = 1, variant = "passive" }: {
      readonly sweeps?: number;
      /** The part of the impulses that is kept, 0 … 1. Default: 1. */
      readonly warmStart?: number;
      /** As published the energy may grow; `"passive"` never gains any. Default: `"passive"`. */
      readonly variant?: "published" | "passive";
    } = {},
  ) {
    super(variant === "published" ? 2 : 3, shape, environment, whole(sweeps, "sweeps"), number(warmStart, "warmStart"));
  }
}

/** Nissen's limit of both coefficients for at most `n` edges at a particle, `1/(n + 1)`. */
export function articleLimit(n: number): number {
  return reference.call.reference_limit(0, whole(n, "n"), 0, 0, 0);
}
/** The limit up to which no step from rest overshoots, `1/n`. */
export function noOvershootLimit(n: number): number {
  return reference.call.reference_limit(1, whole(n, "n"), 0, 0, 0);
}
/** The limit of stability, `4/(3n)`. */
export function stableLimit(n: number): number {
  return reference.call.reference_limit(2, whole(n, "n"), 0, 0, 0);
}
/** The mass-splitting factor of an edge whose ends have these inverse masses (1/kg) and numbers of edges. */
export function massSplitting(inverseMasses: readonly [number, number], edges: readonly [number, number]): number {
  const [w, otherW] = inverseMasses;
  return reference.call.reference_limit(3, whole(edges[0], "edges"), whole(edges[1], "edges"), number(w, "mass"), number(otherW, "mass"));
}
