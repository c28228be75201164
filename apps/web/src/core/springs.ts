// The springs of the package, once they are loaded.

import { signal } from "@preact/signals-core";
import { load } from "./load.ts";

export type Springs = typeof import("./springs.module.ts");

/** Null until the script `springs.js` is there; figures that read it are painted again then. */
export const springs = signal<Springs | null>(null);

/** Loads them. */
export function loadSprings(): void {
  void load<Springs>("springs").then((loaded) => (springs.value = loaded));
}
