// All systems, in the order of the articles.

import { HOLDEN } from "./holden.ts";
import { BOWLES, JUCKETT } from "./juckett-bowles.ts";
import { FIEDLER, NISSEN } from "./nissen-fiedler.ts";
import type { Picture } from "./core.ts";
import type { FileSpec, System } from "./types.ts";

export const SYSTEMS: System[] = [...HOLDEN, ...JUCKETT, ...BOWLES, ...NISSEN, ...FIEDLER];

/** A call with the values of the sliders in place of `{key}`. */
export function filled(call: string | ((values: Record<string, number>) => string), values: Record<string, number>): string {
  if (typeof call !== "string") return call(values);
  return call.replace(/\{(\w+)\}/g, (all, key) => (key in values ? String(values[key]) : all));
}

/** The file of a system as text. */
export function fileText({ head, rows }: FileSpec, picture: Picture, values: Record<string, number>): string {
  return `${[head, ...rows(picture, values).map((row) => row.join(","))].join("\n")}\n`;
}

/** The values of the sliders as a line of JavaScript, every digit. */
export function constants({ sliders }: System, values: readonly number[]): string {
  return `const ${sliders.map(({ key }, i) => `${key} = ${values[i]}`).join(", ")};`;
}
