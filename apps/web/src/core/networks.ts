// The networks of the package, once they are loaded.

import { signal } from "@preact/signals-core";
import { load } from "./load.ts";

export type Networks = typeof import("./networks.module.ts");

/** Null until the script `networks.js` is there. */
export const networks = signal<Networks | null>(null);

/** Loads them, when it is first called. */
export function loadNetworks(): void {
  void load<Networks>("networks").then((loaded) => (networks.value = loaded));
}
