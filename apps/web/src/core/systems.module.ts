// The module of the systems and of the tuner, with its WebAssembly inside: a page opened from `file://` loads no data.

import data from "../../generated/systems.wasm?url";
import { Core } from "../tuner/core.ts";

/** Decodes and starts the module. */
export function start(): Promise<Core> {
  const text = atob(data.slice(data.indexOf(",") + 1));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return Core.start(bytes);
}
