// Recordings, in the script `signal.js`: it is loaded when a file is dropped. Springs are two numbers here, as they cross
// from another script.

import { Spring } from "sprung";
import * as signal from "sprung/signal";

/** Values smoothed by a spring of a half-life (s), in one pass and forward and backward. */
export function smoothed(halflife: number, times: Float64Array, values: Float64Array): { once: Float64Array; both: Float64Array } {
  const spring = Spring.fromHalflife(halflife);
  return { once: signal.smooth(spring, times, values), both: signal.smooth(spring, times, values, { zeroPhase: true }) };
}

/** The Euler angles (degrees) of a joint smoothed as rotations; axes are 0 for x, 1 for y, 2 for z. */
export function smoothedAngles(
  halflife: number, times: Float64Array, degrees: readonly Float64Array[], axes: readonly number[],
): { once: Float64Array[]; both: Float64Array[] } {
  const spring = Spring.fromHalflife(halflife);
  const angles = degrees.map((column) => column.map((one) => (one * Math.PI) / 180)) as unknown as Triple<Float64Array>;
  const [once, both] = [false, true].map((zeroPhase) => {
    const smooth = signal.smoothEulerAngles(spring, times, angles, axes as unknown as Triple<number>, { zeroPhase });
    return smooth.map((column) => column.map((one) => (one * 180) / Math.PI));
  });
  return { once, both };
}

type Triple<T> = readonly [T, T, T];

export { fit, resonances } from "sprung/signal";
