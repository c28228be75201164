// The module of the systems, with its WebAssembly inside: a page opened from `file://` loads no data.

import data from "../../generated/systems.wasm?url";
import { type Draw, start as startModule } from "../systems/core.ts";

let started: Promise<Draw> | undefined;

/** Decodes and starts the module, once. */
export function start(): Promise<Draw> {
  return (started ??= startModule(decoded()));
}

function decoded(): BufferSource {
  const text = atob(data.slice(data.indexOf(",") + 1));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
