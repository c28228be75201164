// Recordings, in the script `signal.js`: it is loaded when a file is dropped. Springs are two numbers here, as they cross
// from another script.

import { Spring } from "sprung";
import * as signal from "sprung/signal";

/** Values smoothed by a spring of a half-life (s), in one pass and forward and backward. */
export function smoothed(halflife: number, times: Float64Array, values: Float64Array): { once: Float64Array; both: Float64Array } {
  const spring = Spring.fromHalflife(halflife);
  return { once: signal.smooth(spring, times, values), both: signal.smooth(spring, times, values, { zeroPhase: true }) };
}

export { fit, resonances } from "sprung/signal";
