// The two handles on the curve: one moves along the time and sets the duration, one moves up and down and sets the
// bounce. Both stay under the pointer.
//
// The duration handle is at t = T = 2π/ω: dragging it to another time is that duration. The bounce handle is at half of
// the duration, ωt = π, where the step response falls steadily from 2 (no damping) to 0 (all damping): its height gives
// the damping ratio by bisection, through the critical one without a seam.

import { bisected, type SpringParameters } from "./parameters.ts";

/** The position of a step response from rest at 0 to 1. */
export type Position = (spring: SpringParameters, time: number) => number;

export interface Point {
  x: number;
  y: number;
}

/** The damping ratios that the bounce handle reaches. */
export const HANDLE_RATIOS: [number, number] = [0.02, 12];

/** The durations (s) that the duration handle reaches by itself; with the spring of an address also those around it. */
export const HANDLE_DURATIONS: [number, number] = [0.02, 20];

/** Where the handles are, in seconds and shares of the distance. */
export function handles(position: Position, spring: SpringParameters): { duration: Point; bounce: Point } {
  const duration = (2 * Math.PI) / spring.angularFrequency;
  const at = (time: number) => ({ x: time, y: position(spring, time) });
  return { duration: at(duration), bounce: at(duration / 2) };
}

/** The spring whose duration handle is at this time. */
export function dragDuration(spring: SpringParameters, time: number): SpringParameters {
  const now = (2 * Math.PI) / spring.angularFrequency;
  const [least, greatest] = HANDLE_DURATIONS;
  const duration = Math.min(Math.max(greatest, 2 * now), Math.max(Math.min(least, now / 2), time));
  return { ...spring, angularFrequency: (2 * Math.PI) / duration };
}

/** The spring whose bounce handle is at this height. */
export function dragBounce(position: Position, spring: SpringParameters, height: number): SpringParameters {
  const [least, greatest] = HANDLE_RATIOS;
  const at = (dampingRatio: number) => position({ angularFrequency: 1, dampingRatio }, Math.PI);
  if (height >= at(least)) return { ...spring, dampingRatio: least };
  if (height <= at(greatest)) return { ...spring, dampingRatio: greatest };
  const found = bisected((ratio) => at(ratio) - height, least, greatest);
  if (found === undefined) return spring;
  // A critical spring is a notch.
  return { ...spring, dampingRatio: Math.abs(found - 1) < 0.012 ? 1 : found };
}
