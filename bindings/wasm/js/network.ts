/** Particles joined by springs: rope, cloth, jelly that do not explode, and hardly stretch. Loads a WebAssembly module of its own. */
import { number, require } from "./error.js";
import { type Exports, Module, type Numbers } from "./module.js";
import { type EdgeMode, MODES, refuse, type Stiffness, stiffnessOf, type Vector, whole } from "./particles.js";
import payload from "./payload/network.js";

export type { Stiffness, Vector } from "./particles.js";

interface NetworkExports extends Exports {
  network_new(kind: number): number;
  network_free(handle: number): void;
  network_add_particle(handle: number): number;
  network_add_edge(handle: number, a: number, b: number, restLength: number): number;
  network_set_edges(handle: number, from: number, to: number, kind: number, mode: number): void;
  network_set_mass(handle: number, particle: number, mass: number): number;
  network_tether(handle: number): void;
  network_triangles(handle: number, kind: number, given: number, count: number): number;
  network_cells(handle: number, kind: number, given: number, count: number): number;
  network_skin(handle: number, given: number, count: number): void;
  network_skin_targets(handle: number, given: number, count: number, atOnce: number): number;
  network_start(handle: number): number;
  network_step(handle: number, dt: number): void;
  network_look(handle: number): number;
  network_edges(handle: number, out: number, count: number): void;
  network_torn(handle: number, out: number, count: number): void;
  network_quarantined(handle: number, out: number, count: number): number;
  network_push(handle: number, kind: number, particle: number, x: number, y: number, z: number): void;
  network_colliders(handle: number, given: number, count: number, only: number): number;
}

const network = /* @__PURE__ */ new Module<NetworkExports>(payload);

/** How edges act. */
export interface EdgeOptions {
  readonly stiffness?: Stiffness;
  /** Default: `"two-way"`. A rope that may go slack is `"tension-only"`. */
  readonly mode?: EdgeMode;
  /** The strain at which an edge tears: 0.5 at one and a half times its length. Default: never. */
  readonly tearStrain?: number;
}

/** Density of the air (kg/m³), and the coefficients of a plate in it, each ≥ 0. */
export interface AeroCoefficients {
  /** Default: 1.225, at sea level. */
  readonly density?: number;
  /** Of a plate that faces the flow. Default: 1.17. */
  readonly drag?: number;
  /** Twice the largest lift coefficient. Default: 1.17. */
  readonly lift?: number;
  /** Of a plate along the flow. Default: 0.01. */
  readonly skinFriction?: number;
}

/** What cloth resists in its triangles: stretch along the warp, along the weft, and shear, each in N/m. */
export interface Weave {
  readonly warp: Stiffness;
  readonly weft: Stiffness;
  readonly shear: Stiffness;
  /** The direction of the warp at rest. Default: x. */
  readonly warpDirection?: Vector;
  /** The least length of threads, of their length at rest: 0 to 1. Default: 0, none. */
  readonly minStretch?: number;
  /** The greatest: at least 1. Default: infinite, none. */
  readonly maxStretch?: number;
}

/** Keeps a particle within a distance of its place on a skinned mesh, and out of a ball behind it. */
export interface SkinConstraint {
  readonly particle: number;
  /** The greatest distance, m; 0 follows exactly. */
  readonly maxDistance: number;
  /** The distance of the ball behind the skin, and its radius, m. Default: none. */
  readonly backstop?: { readonly distance: number; readonly radius: number };
}

/** Settings of a network that runs. */
export interface Settings {
  /** Sub-steps in each step, the most of them with {@link maxStretch}. Default: 8, or 128 with `maxStretch`. */
  readonly substeps?: number;
  /**
   * Chooses the sub-steps of each step so that rigid edges stay within this stretch, > 0: 0.01 is 1 %. Adds tethers where
   * they help. Default: the number of sub-steps is fixed.
   */
  readonly maxStretch?: number;
  /** Solves lines of edges, as of woven cloth, directly. Default: true. */
  readonly lineSolver?: boolean;
  /** Default: [0, −9.81, 0], m/s². */
  readonly gravity?: Vector;
  /** Drag of the air, 1/s. Default: 0. */
  readonly drag?: number;
  /** The velocity of the air, m/s. Default: 0. */
  readonly wind?: Vector;
  /** A network slower than this sleeps, m/s. Default: 0, never. */
  readonly sleepSpeed?: number;
}

/** A body that particles do not enter. */
export type Collider = { readonly friction?: number } & (
  | { readonly plane: { readonly point: Vector; readonly normal: Vector } }
  | { readonly sphere: { readonly center: Vector; readonly radius: number } }
  | { readonly capsule: { readonly a: Vector; readonly b: Vector; readonly radius: number } }
);

/**
 * A network of particles and edges, and its motion.
 *
 * Its memory is freed by `free()`, at the end of a `using` block, or some time after nothing refers to it. A freed network throws.
 *
 * ```ts
 * const cloth = Network.cloth(40, 30, 0.05, 1);
 * cloth.fix([0, 39]);
 * cloth.start();
 * cloth.step(1 / 60);
 * draw(cloth.positions, cloth.edges);
 * ```
 */
export class Network {
  readonly #kept: { handle: number };
  #isStarted = false;
  #colliders = 0;
  #skin = 0;
  #settings: Settings = {};

  private constructor(kind: number, ...values: number[]) {
    network.put(...values.map((value) => number(value, "size")));
    const handle = network.call.network_new(kind);
    if (handle === 0) refuse(network, network.numbers[1]!);
    this.#kept = { handle };
    registry.register(this, this.#kept, this.#kept);
  }

  /** A network without particles; see {@link addParticle}. */
  static empty(): Network {
    return new Network(0);
  }
  /** A rope between two points, of `links` edges and a whole mass (kg). Particle 0 is at `from`. */
  static rope(from: Vector, to: Vector, links: number, mass: number): Network {
    return new Network(1, ...from, ...to, whole(links, "links"), mass);
  }
  /**
   * A cloth in the plane y = 0, of a spacing (m) and a whole mass (kg): edges along rows and columns. Particle
   * `row · columns + column` is at `(column · spacing, 0, row · spacing)`.
   */
  static cloth(columns: number, rows: number, spacing: number, mass: number): Network {
    return new Network(2, whole(columns, "columns"), whole(rows, "rows"), spacing, mass);
  }
  /** A block of cubes of particles, for jelly, of a spacing (m) and a whole mass (kg). */
  static lattice(size: Vector, spacing: number, mass: number): Network {
    return new Network(3, ...size.map((count) => whole(count, "size")), spacing, mass);
  }
  /** A ring of `links` particles in the plane z = 0. */
  static ring(radius: number, links: number, mass: number): Network {
    return new Network(4, radius, whole(links, "links"), mass);
  }
  /** A ring with a hub in the middle. */
  static wheel(radius: number, links: number, mass: number): Network {
    return new Network(5, radius, whole(links, "links"), mass);
  }
  /** A bridge of trusses. */
  static bridge(cells: number, spacing: number, mass: number): Network {
    return new Network(6, whole(cells, "cells"), spacing, mass);
  }

  get #handle(): number {
    require(this.#kept.handle !== 0, "network", "freed", "in use");
    return this.#kept.handle;
  }

  /** Adds a particle (m, kg, m/s) before the start; a mass of 0 fixes it. Returns its index. */
  addParticle(position: Vector, mass: number, velocity: Vector = [0, 0, 0]): number {
    this.#before();
    network.put(...position, ...velocity, number(mass, "mass"));
    return network.call.network_add_particle(this.#handle);
  }

  /** Joins two particles before the start. Without a rest length (m) it is their distance. Returns the edge's index. */
  addEdge(a: number, b: number, restLength = -1): number {
    this.#before();
    return network.call.network_add_edge(this.#handle, this.#particle(a), this.#particle(b), restLength);
  }

  #before(): void {
    require(!this.#isStarted, "network", "started", "changed before its start");
  }

  #particle(index: number): number {
    const { particles } = this;
    require(Number.isInteger(index) && index >= 0 && index < particles, "particle", index, `a whole number below ${particles}`);
    return index;
  }

  /** Sets stiffness, mode and tearing of all edges, or of those `from` … `to`, before the start. */
  setEdges({ stiffness, mode, tearStrain }: EdgeOptions, from = 0, to = 2 ** 31): void {
    this.#before();
    const [kind, first, second] = stiffness ? stiffnessOf(stiffness) : [9, 0, 0];
    require(mode === undefined || MODES.includes(mode), "mode", mode, `one of ${MODES.join(", ")}`);
    network.put(first, second, tearStrain === undefined ? NaN : number(tearStrain, "tearStrain"));
    network.call.network_set_edges(this.#handle, from, to, kind, mode === undefined ? 9 : MODES.indexOf(mode));
  }

  /** Fixes particles, before the start or later. */
  fix(particles: Iterable<number>): void {
    for (const particle of particles) this.#setMass(particle, 0);
  }

  /** Gives a fixed particle a mass (kg), before the start or later. Edges that have torn are gone from {@link edges} then. */
  release(particle: number, mass: number): void {
    require(number(mass, "mass") > 0, "mass", mass, "> 0");
    this.#setMass(particle, mass);
  }

  #setMass(particle: number, mass: number): void {
    refuse(network, network.call.network_set_mass(this.#handle, this.#particle(particle), mass));
  }

  /** Adds tethers from the fixed particles, before the start: no particle gets farther from them than along the edges. */
  tether(): void {
    this.#before();
    network.call.network_tether(this.#handle);
  }

  /**
   * Lets air press on triangles, before the start: a flag in the wind, a sail, a leaf. `triangles` are three particles each,
   * one after the other; without them those of a {@link cloth}.
   */
  addAeroSurface({ density = 1.225, drag = 1.17, lift = 1.17, skinFriction = 0.01 }: AeroCoefficients = {}, triangles?: ArrayLike<number>): void {
    const coefficients = { density, drag, lift, skinFriction };
    this.#addTriangles(0, triangles, Object.entries(coefficients).map(([name, value]) => number(value, name)));
  }

  /**
   * Puts a spring on the angle between every two triangles with a common side, at rest as they are before the start: paper,
   * leaves, folds. All their sides have to be edges, which the start makes sure of. The stiffness is in N·m/rad. `triangles` as in
   * {@link addAeroSurface}.
   */
  addHinges(stiffness: Stiffness, triangles?: ArrayLike<number>): void {
    const [kind, ...values] = stiffnessOf(stiffness);
    this.#addTriangles(kind + 1, triangles, values);
  }

  /**
   * Gives triangles the stiffness of cloth along the warp, along the weft, and in shear between them, in N/m, before the start;
   * within limits of stretch, 1 is the length at rest. It needs no edges: those of a {@link cloth} act beside it. `triangles` as in
   * {@link addAeroSurface}.
   */
  addFabric({ warp, weft, shear, warpDirection = [1, 0, 0], minStretch = 0, maxStretch = Infinity }: Weave, triangles?: ArrayLike<number>): void {
    const limits = [number(minStretch, "minStretch"), number(maxStretch, "maxStretch")];
    this.#addTriangles(5, triangles, [...[warp, weft, shear].flatMap(stiffnessOf), ...warpDirection, ...limits]);
  }

  /**
   * Lets tetrahedra keep their volume, before the start: jelly that cannot fold inside out. `tetrahedra` are four particles each,
   * one after the other; without them five in each cube of a {@link lattice}. The stiffness is a pressure per part of the volume, in
   * Pa; without it they are rigid.
   */
  addCells(stiffness: Stiffness = { perStep: [1, 1] }, tetrahedra: ArrayLike<number> = []): void {
    this.#before();
    const corners = Array.from(tetrahedra, (corner) => whole(corner, "tetrahedra"));
    require(corners.length % 4 === 0, "tetrahedra", corners.length, "four particles each");
    network.begin(8 * corners.length + 16);
    const given = network.give(corners);
    const [kind, ...values] = stiffnessOf(stiffness);
    network.put(...values);
    refuse(network, network.call.network_cells(this.#handle, kind, given, corners.length / 4));
  }

  #addTriangles(kind: number, triangles: ArrayLike<number> = [], values: readonly number[]): void {
    this.#before();
    const corners = Array.from(triangles, (corner) => whole(corner, "triangles"));
    require(corners.length % 3 === 0, "triangles", corners.length, "three particles each");
    network.begin(8 * corners.length + 16);
    const given = network.give(corners);
    network.put(...values);
    refuse(network, network.call.network_triangles(this.#handle, kind, given, corners.length / 3));
  }

  /** Lets particles follow the skin of a character, before the start; {@link setSkinTargets} moves it. */
  setSkin(constraints: readonly SkinConstraint[]): void {
    this.#before();
    const values = constraints.flatMap(({ particle, maxDistance, backstop }) => {
      require(!backstop || backstop.radius > 0, "radius", backstop?.radius, "> 0");
      const { distance, radius } = backstop ?? { distance: 0, radius: 0 };
      return [this.#particle(particle), number(maxDistance, "maxDistance"), distance, radius];
    });
    network.begin(8 * values.length + 16);
    network.call.network_skin(this.#handle, network.give(values), constraints.length);
    this.#skin = constraints.length;
  }

  /**
   * Moves the skin during the next step, or puts it there at once: the position (m) and the normal of each constraint, six
   * numbers after the other.
   */
  setSkinTargets(targets: Numbers, atOnce = false): void {
    require(this.#isStarted, "network", "not started", "started");
    require(targets.length === 6 * this.#skin, "targets", targets.length, `${6 * this.#skin} numbers`);
    network.begin(8 * targets.length + 16);
    const given = network.give(targets);
    refuse(network, network.call.network_skin_targets(this.#handle, given, this.#skin, atOnce ? 1 : 0));
  }

  /**
   * Begins the motion.
   * @throws SprungError for a network that breaks a rule: element, field, value and rule.
   */
  start(settings: Settings = {}): void {
    const { maxStretch, lineSolver = true, gravity = [0, -9.81, 0], drag = 0, wind = [0, 0, 0], sleepSpeed = 0 } = settings;
    const { substeps = maxStretch === undefined ? 8 : 128 } = settings;
    const accuracy = maxStretch === undefined ? [0, 0] : [1, number(maxStretch, "maxStretch")];
    network.put(whole(substeps, "substeps"), lineSolver ? 1 : 0, ...gravity, drag, ...wind, sleepSpeed, ...accuracy);
    refuse(network, network.call.network_start(this.#handle));
    this.#settings = settings;
    this.#isStarted = true;
  }

  /** Changes settings while it runs. */
  set(settings: Settings): void {
    this.start({ ...this.#settings, ...settings });
  }

  /** Advances by `dt` seconds. */
  step(dt: number): void {
    require(this.#isStarted, "network", "not started", "started");
    network.call.network_step(this.#handle, number(dt, "dt"));
  }

  #look(index: number): number {
    network.call.network_look(this.#handle);
    return network.numbers[index]!;
  }

  /** The number of particles. */
  get particles(): number {
    return this.#look(0);
  }

  /**
   * The positions, x, y and z of each particle after the other: a view that the next step changes. Take it anew in each
   * frame, because it ends when the module's memory grows.
   */
  get positions(): Float32Array {
    const address = network.call.network_look(this.#handle);
    return new Float32Array(network.call.memory.buffer, address, this.#isStarted ? 3 * network.numbers[0]! : 0);
  }

  /** The two particles of each edge, one edge after the other: a copy. */
  get edges(): Uint32Array {
    const count = this.#look(1);
    network.begin(8 * count + 16);
    const out = network.take(8 * count);
    network.call.network_edges(this.#handle, out, count);
    return new Uint32Array(network.call.memory.buffer, out, 2 * count).slice();
  }

  /** 1 for each edge that has torn: a copy. */
  get torn(): Uint8Array {
    const count = this.#look(1);
    network.begin(count + 16);
    const out = network.take(count);
    network.call.network_torn(this.#handle, out, count);
    return new Uint8Array(network.call.memory.buffer, out, count).slice();
  }

  /**
   * The particles of connected parts in which a number has overflowed in the last step, ascending: a copy. They were put back to
   * where that step began, with the velocity 0; all others have moved on.
   */
  get quarantined(): Uint32Array {
    const count = this.particles;
    network.begin(4 * count + 16);
    const out = network.take(4 * count);
    const length = network.call.network_quarantined(this.#handle, out, count);
    return new Uint32Array(network.call.memory.buffer, out, length).slice();
  }

  /** The number of edges that have torn. */
  get tornCount(): number {
    return this.#look(2);
  }

  /** The maximum and the mean strain of the edges: 0.01 is 1 % too long. */
  get stretch(): { readonly max: number; readonly mean: number } {
    const max = this.#look(3);
    return { max, mean: network.numbers[4]! };
  }

  /** Whether it sleeps. */
  get isAsleep(): boolean {
    return this.#look(5) === 1;
  }

  /** The number of sub-steps of the next step; 0 before the start. */
  get substeps(): number {
    return this.#look(6);
  }

  /** Moves a fixed particle steadily to a goal (m) during the next step: dragging. */
  moveTo(particle: number, [x, y, z]: Vector): void {
    network.call.network_push(this.#handle, 0, this.#particle(particle), x, y, z);
  }

  /** Gives a particle an impulse, kg·m/s. */
  push(particle: number, [x, y, z]: Vector): void {
    network.call.network_push(this.#handle, 1, this.#particle(particle), x, y, z);
  }

  /** Sets the colliders, after the start. */
  setColliders(colliders: readonly Collider[]): void {
    require(this.#isStarted, "network", "not started", "started");
    this.#collide(colliders, -1);
    this.#colliders = colliders.length;
  }

  /** Moves a collider to another place of the same shape during the next step; it takes along what rests on it. */
  moveCollider(index: number, collider: Collider): void {
    require(Number.isInteger(index) && index >= 0 && index < this.#colliders, "index", index, `below ${this.#colliders}`);
    this.#collide([collider], index);
  }

  #collide(colliders: readonly Collider[], only: number): void {
    const numbers = colliders.flatMap((collider) => {
      const { friction = 0 } = collider;
      if ("plane" in collider) return [0, ...collider.plane.point, ...collider.plane.normal, 0, friction];
      if ("sphere" in collider) return [1, ...collider.sphere.center, 0, 0, 0, collider.sphere.radius, friction];
      return [2, ...collider.capsule.a, ...collider.capsule.b, collider.capsule.radius, friction];
    });
    network.begin(8 * numbers.length + 16);
    const given = network.give(numbers);
    refuse(network, network.call.network_colliders(this.#handle, given, colliders.length, only));
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
  if (kept.handle) network.call.network_free(kept.handle);
  kept.handle = 0;
}

const registry = /* @__PURE__ */ new FinalizationRegistry(release);
