// The pictures of the systems, each drawn by the program that the page shows: one file of `programs` a system.

import { constants } from "./catalogue.ts";
import type { System } from "./types.ts";

/** A curve: pairs of numbers, x before y. */
export type Curve = Float64Array;

/** The picture of a system: curves in the order of its legend, numbers in the order of its marks. */
export interface Picture {
  curves: Curve[];
  marks: number[];
}

type Column = ArrayLike<number>;
type Program = (sliders: Record<string, number>) => { curves: [Column, Column][]; marks?: number[] };

const programs = import.meta.glob<Program>("./programs/*.js", { eager: true, import: "default" });
const sources = import.meta.glob<string>("./programs/*.js", { eager: true, import: "default", query: "?raw" });

const file = (system: System) => `./programs/${system.id}.js`;

/** Draws a system with these values of its sliders; throws the library's words if it refuses them. */
export function draw(system: System, values: readonly number[]): Picture {
  const sliders = Object.fromEntries(system.sliders.map((one, i) => [one.key, values[i]]));
  const { curves, marks = [] } = programs[file(system)](sliders);
  return { curves: curves.map(interleaved), marks };
}

function interleaved([xs, ys]: [Column, Column]): Curve {
  const curve = new Float64Array(2 * xs.length);
  for (let i = 0; i < xs.length; i++) {
    curve[2 * i] = xs[i];
    curve[2 * i + 1] = ys[i];
  }
  return curve;
}

/** The program of a system as a script that leaves `curves` and `marks`, with these values of its sliders. */
export function shown(system: System, values: readonly number[]): string {
  const [head, rest] = sources[file(system)].split(/^export default .*\n/m);
  const lines = rest.split("\n").filter((line) => !/^(\};?|  return \{ curves.*)$/.test(line));
  const body = lines.map((line) => line.replace(/^ {2}/, "")).join("\n");
  return `${head.replaceAll("../data.js", "./data.js")}${constants(system, values)}\n${body}`.trim();
}
