// A curve in words, for those who do not see it, and as a caption for those who do.

import { short, type Readings } from "./parameters.ts";

/** A character in one word. */
export function character(r: Readings): string {
  const z = r.dampingRatio;
  if (z === 0) return "undamped";
  if (z < 0.15) return "ringing";
  if (z < 0.4) return "bouncy";
  if (z < 0.75) return "lively";
  if (z < 0.98) return "snappy";
  if (z <= 1.02) return "smooth";
  if (z < 2) return "calm";
  return "sluggish";
}

const time = (seconds: number) => (seconds < 0.0995 ? `${short(Math.round(seconds * 1000))} ms` : `${short(Number(seconds.toPrecision(3)))} s`);
const share = (value: number) => `${short(Number((100 * value).toPrecision(2)))} %`;

/** A description of the step response, in two or three sentences. */
export function describe(r: Readings, tolerance: number): string {
  const half = `It has covered half of the distance after ${time(r.halflife)}`;
  if (r.dampingRatio === 0) {
    return `An undamped spring. ${half}, overshoots by 100 % and oscillates ${short(Number(r.frequency.toPrecision(3)))} times a second without end.`;
  }
  const name = character(r);
  const article = /^[aeiou]/.test(name) ? "An" : "A";
  const settled = `stays within ${share(tolerance)} of the goal from ${time(r.settlingTime)} on`;
  if (r.overshoot > 0.0005) {
    const swings = Math.log(1 / tolerance) / Math.max(1e-9, -Math.log(r.overshoot));
    const count = Math.floor(swings);
    const times = count < 1 ? "" : ` It crosses its goal ${count === 1 ? "once" : `${count} times`} before it settles.`;
    return `${article} ${name} spring, under-damped. ${half}, is furthest beyond its goal at ${time(r.peakTime)}, by ${share(r.overshoot)}, and ${settled}.${times}`;
  }
  const kind = Math.abs(r.dampingRatio - 1) < 1e-9 ? "critically damped" : r.dampingRatio < 1 ? "almost critically damped" : "over-damped";
  return `${article} ${name} spring, ${kind}. ${half}, never overshoots visibly, and ${settled}.`;
}
