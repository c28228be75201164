// All systems, in the order of the articles.

import { HOLDEN } from "./holden.ts";
import { BOWLES, JUCKETT } from "./juckett-bowles.ts";
import { FIEDLER, NISSEN } from "./nissen-fiedler.ts";
import type { System } from "./types.ts";

export const SYSTEMS: System[] = [...HOLDEN, ...JUCKETT, ...BOWLES, ...NISSEN, ...FIEDLER];

/** A text with the values of the sliders in place of `{key}`. */
export function filled(text: string, values: Record<string, number>): string {
  return text.replace(/\{(\w+)\}/g, (all, key) => (key in values ? String(Number(values[key].toPrecision(6))) : all));
}

/** The values of the sliders as a line of JavaScript, every digit. */
export function constants({ sliders }: System, values: readonly number[]): string {
  return `const ${sliders.map(({ key }, i) => `${key} = ${values[i]}`).join(", ")};`;
}
