import { number, require, SprungError } from "./error.js";
import type { Exports, Module } from "./module.js";

/** A point or a direction, in meters. */
export type Vector = readonly [x: number, y: number, z: number];

/** The stiffness of edges. Default: rigid, `{ perStep: [1, 1] }`. */
export type Stiffness =
  /** The fractions of the offset and of the velocity that are removed in each step: Nissen's coefficients, 0 … 1. */
  | { readonly perStep: readonly [stiffness: number, damping: number] }
  /** Frequency (Hz) and damping ratio: the same at every mass. */
  | { readonly frequency: number; readonly dampingRatio?: number }
  /** N/m and N·s/m. */
  | { readonly stiffness: number; readonly damping?: number }
  /** m/N and N·s/m, as in XPBD. */
  | { readonly compliance: number; readonly damping?: number };

/** A particle: position (m), mass (kg, 0 fixes it), velocity (m/s, 0 at first). */
export interface Particle {
  position: Vector;
  mass: number;
  velocity?: Vector;
}

/** An edge between two particles. */
export interface Edge {
  /** The indices of its particles. */
  a: number;
  b: number;
  /** m. */
  restLength: number;
  stiffness?: Stiffness;
  /** Default: `"two-way"`. */
  mode?: EdgeMode;
}

/** When an edge acts. */
export type EdgeMode = "two-way" | "tension-only" | "compression-only";

/** The modes, in the order of their numbers. */
export const MODES: readonly EdgeMode[] = ["two-way", "tension-only", "compression-only"];

/** The numbers of a particle. */
export function particleRow({ position, mass, velocity = [0, 0, 0] }: Particle): number[] {
  return [...position, ...velocity, number(mass, "mass")];
}

/** The numbers of an edge. */
export function edgeRow({ a, b, restLength, stiffness = { perStep: [1, 1] }, mode = "two-way" }: Edge): number[] {
  const which = MODES.indexOf(mode);
  require(which >= 0, "mode", mode, `one of ${MODES.join(", ")}`);
  return [whole(a, "a"), whole(b, "b"), number(restLength, "restLength"), which, ...stiffnessOf(stiffness)];
}

/** A whole number, checked. */
export function whole(value: number, field: string): number {
  require(Number.isInteger(value) && value >= 0 && value < 2 ** 24, field, value, "a whole number from 0 to 2^24");
  return value;
}

/** The kind of a stiffness and its two numbers. */
export function stiffnessOf(stiffness: Stiffness): [kind: number, first: number, second: number] {
  const pair = (first: number, second: number): [number, number] => {
    for (const value of [first, second]) require(number(value, "stiffness") >= 0, "stiffness", value, ">= 0");
    return [first, second];
  };
  if ("perStep" in stiffness) return [0, ...pair(...stiffness.perStep)];
  if ("frequency" in stiffness) return [1, ...pair(stiffness.frequency, stiffness.dampingRatio ?? 1)];
  if ("stiffness" in stiffness) return [2, ...pair(stiffness.stiffness, stiffness.damping ?? 0)];
  return [3, ...pair(stiffness.compliance, stiffness.damping ?? 0)];
}

/** Throws the error whose text has this length. */
export function refuse(network: Module<Exports>, length: number): void {
  if (length === 0) return;
  const [element = "", field = "", rule = ""] = network.text(network.numbers[0]!, length).split("\t");
  const name = field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  // A number of single precision, as short as it is read back.
  const value = network.numbers[2]!;
  const digits = [6, 7, 8, 9].find((digits) => Math.fround(Number(value.toPrecision(digits))) === value);
  const shown = digits ? Number(value.toPrecision(digits)) : value;
  throw new SprungError(name, shown, rule, `${element && `${element}: `}${name} must be ${rule}, got ${shown}`);
}
