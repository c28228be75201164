// The numbers of the tuner and of the systems: requests to the page's WebAssembly module, which asks the libraries.

import type { Readings, SpringParameters } from "./parameters.ts";

interface Module {
  memory: WebAssembly.Memory;
  text(length: number): number;
  numbers(length: number): number;
  length(column: number): number;
  run(): number;
}

/** A curve: pairs of numbers, x before y. */
export type Curve = Float64Array;

/** The answer of a system: curves in the order of its legend, numbers in the order of its marks. */
export interface Picture {
  curves: Curve[];
  marks: number[];
}

/** A spring in another system's vocabulary. */
export interface Conversion {
  name: string;
  title: string;
  /** The spec; empty if there is none. */
  spec: string;
  /** The greatest difference of the motion, as a share of the distance. */
  residual: number;
  /** What is different in that system even with equal parameters. */
  differs: string;
  /** The limit of its vocabulary, or the reason why there is no spec. */
  limit: string;
  /** The spring that the spec is; none for a damper. */
  spring: SpringParameters | null;
}

export interface Convention {
  name: string;
  title: string;
  presets: string[];
  /** The keys of each parameter set. */
  sets: string[];
}

/** Times, positions, velocities and accelerations. */
export interface Motion {
  times: Float64Array;
  positions: Float64Array;
  velocities: Float64Array;
  accelerations: Float64Array;
}

const READINGS = [
  "duration", "bounce", "halflife", "frequency", "angularFrequency", "dampingRatio", "stiffness", "damping",
  "settlingTime", "overshoot", "riseTime", "peakTime", "lag", "decayRate", "bandwidth", "dampedAngularFrequency",
  "resonance", "resonanceGain", "stiffnessCoefficient", "dampingCoefficient", "implicitStiffness", "implicitDamping",
] as const;

/** Every reading of a spring. */
export type AllReadings = Readings & Record<(typeof READINGS)[number], number>;

export class Core {
  private readonly module: Module;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(module: Module) {
    this.module = module;
  }

  /** Starts the module from its bytes. */
  static async start(bytes: BufferSource): Promise<Core> {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Core(instance.exports as unknown as Module);
  }

  /** Asks: a verb, after a tab what it is about, and numbers. Throws the library's words if it refuses. */
  ask(request: string, numbers: ArrayLike<number>): { text: string; numbers: Float64Array } {
    const bytes = this.encoder.encode(request);
    const at = this.module.text(bytes.length);
    const place = this.module.numbers(numbers.length);
    new Uint8Array(this.module.memory.buffer, at, bytes.length).set(bytes);
    new Float64Array(this.module.memory.buffer, place, numbers.length).set(numbers);
    const refused = this.module.run();
    const [length, count] = [this.module.length(0), this.module.length(1)];
    const text = this.decoder.decode(new Uint8Array(this.module.memory.buffer, this.module.text(length), length));
    if (refused) throw new Error(text);
    const from = this.module.numbers(count);
    return { text, numbers: new Float64Array(this.module.memory.buffer, from, count).slice() };
  }

  /** A spring as text, in any vocabulary; a first-order damper is refused. */
  parse(spec: string): SpringParameters {
    const [kind, angularFrequency, dampingRatio] = this.ask(`parse\t${spec}`, []).numbers;
    if (kind !== 0) throw new Error("this is a first-order damper, which has no bounce: write a spring");
    return { angularFrequency, dampingRatio };
  }

  /** The spring in every parameter set of this library, as text. */
  show({ angularFrequency, dampingRatio }: SpringParameters): string[] {
    return this.ask("show", [0, angularFrequency, dampingRatio]).text.split("\n");
  }

  /** All readings; `dt` is the step of the soft coefficients. */
  readings({ angularFrequency, dampingRatio }: SpringParameters, tolerance: number, dt = 1 / 60): AllReadings {
    const { numbers } = this.ask("readings", [angularFrequency, dampingRatio, tolerance, dt]);
    return Object.fromEntries(READINGS.map((name, i) => [name, numbers[i]])) as unknown as AllReadings;
  }

  /** The motion from a state to a goal, at `count` times from 0 to `end`. */
  motion(spring: SpringParameters, start: number, velocity: number, goal: number, end: number, count: number): Motion {
    const { angularFrequency: w, dampingRatio: z } = spring;
    const { numbers } = this.ask("motion", [w, z, start, velocity, goal, end, count]);
    const column = (i: number) => numbers.subarray((i * numbers.length) / 4, ((i + 1) * numbers.length) / 4);
    return { times: column(0), positions: column(1), velocities: column(2), accelerations: column(3) };
  }

  /** The position of the step response from rest at 0 to 1. */
  position(spring: SpringParameters, time: number): number {
    const { angularFrequency: w, dampingRatio: z } = spring;
    return this.ask("motion", [w, z, 0, 0, 1, time, 2]).numbers[3];
  }

  /**
   * Advances springs in place by `dt`: `from` and `to` are the goals before and after the step. A goal that moves is
   * held at its end, followed (damped against the world) or tracked (damped against the goal).
   */
  advance(
    { angularFrequency, dampingRatio }: SpringParameters,
    dt: number,
    mode: "held" | "follow" | "track",
    x: Float64Array,
    v: Float64Array,
    from: Float64Array,
    to: Float64Array,
  ): void {
    const n = x.length;
    const numbers = new Float64Array(4 + 4 * n);
    numbers.set([angularFrequency, dampingRatio, dt, ["held", "follow", "track"].indexOf(mode)]);
    [x, v, from, to].forEach((column, i) => numbers.set(column, 4 + i * n));
    const after = this.ask("advance", numbers).numbers;
    x.set(after.subarray(0, n));
    v.set(after.subarray(n));
  }

  /** Settling time within a distance, greatest speed and its time, time and place of the overshoot, length of the way. */
  settled(spring: SpringParameters, start: number, velocity: number, goal: number, distance: number) {
    const { angularFrequency: w, dampingRatio: z } = spring;
    const [time, speed, speedTime, peakTime, peak, way] = this.ask("settled", [w, z, start, velocity, goal, distance]).numbers;
    return { time, speed, speedTime, peakTime, peak, way };
  }

  /** Frequencies (Hz), gains and phases (radians) of a followed goal, and gains of a tracked one. */
  response(spring: SpringParameters, from: number, to: number, count: number) {
    const { angularFrequency: w, dampingRatio: z } = spring;
    const { numbers } = this.ask("response", [w, z, from, to, count]);
    const column = (i: number) => numbers.subarray((i * numbers.length) / 4, ((i + 1) * numbers.length) / 4);
    return { frequencies: column(0), gains: column(1), phases: column(2), tracked: column(3) };
  }

  /** The spring as a CSS easing within an error. */
  linear({ angularFrequency, dampingRatio }: SpringParameters, maxError: number) {
    const { text, numbers } = this.ask("linear", [angularFrequency, dampingRatio, maxError]);
    return { text, duration: numbers[0], maxError: numbers[1], points: numbers.subarray(2) };
  }

  /** The spring in every other vocabulary. */
  convert({ angularFrequency, dampingRatio }: SpringParameters): Conversion[] {
    const { text, numbers } = this.ask("convert", [0, angularFrequency, dampingRatio]);
    return text.trimEnd().split("\n").map((line, i) => {
      const [name, title, spec, residual, differs, limit] = line.split("\t");
      const [kind, w, z] = numbers.subarray(3 * i, 3 * i + 3);
      const spring = kind === 0 ? { angularFrequency: w, dampingRatio: z } : null;
      return { name, title, spec, residual: residual === "inf" ? Infinity : Number(residual), differs, limit, spring };
    });
  }

  /** All vocabularies. */
  conventions(): Convention[] {
    return this.ask("conventions", []).text.trimEnd().split("\n").map((line) => {
      const [name, title, presets, sets] = line.split("\t");
      return { name, title, presets: presets ? presets.split(" ") : [], sets: sets.split(" ") };
    });
  }

  /** The greatest difference of two step responses, as a share of the distance. */
  difference(a: SpringParameters, b: SpringParameters): number {
    return this.ask("difference", [0, a.angularFrequency, a.dampingRatio, 0, b.angularFrequency, b.dampingRatio]).numbers[0];
  }

  /** A system of an article with these values of its sliders. */
  draw(system: string, sliders: ArrayLike<number>): Picture {
    const { numbers } = this.ask(`draw\t${system}`, sliders);
    let at = 1;
    const curves: Curve[] = [];
    for (let i = 0; i < numbers[0]; i++) {
      const length = 2 * numbers[at];
      curves.push(numbers.subarray(at + 1, at + 1 + length));
      at += 1 + length;
    }
    return { curves, marks: [...numbers.subarray(at + 1, at + 1 + numbers[at])] };
  }
}
