// A race: the same spring by several formulas over the same frames, and how far each is from the exact motion.

import type { Rival, Setting } from "./rivals.ts";

export interface Frames {
  /** Frames per second. */
  rate: number;
  /** The spread of the frames' lengths, as a share: 0.5 is half to one and a half times. */
  jitter: number;
  /** The length of a frame that takes long, seconds; 0 for none. */
  hitch: number;
}

export type GoalKind = "step" | "interrupted" | "moving";

/** The goal at a time. It changes between frames only, as an application sees it. */
export function goalAt(kind: GoalKind, time: number, period: number): number {
  if (kind === "step") return 1;
  if (kind === "interrupted") return time < 0.4 * period ? 1 : time < 1.3 * period ? 0.2 : 0.8;
  return 0.5 - 0.5 * Math.cos((2 * Math.PI * time) / (2.5 * period));
}

/** The ends of frames until `end` seconds: repeatable, for the same frames are the same race. */
export function frameTimes({ rate, jitter, hitch }: Frames, end: number): number[] {
  let seed = 12345;
  const random = () => {
    seed = (1103515245 * seed + 12345) % 2147483648;
    return seed / 2147483648;
  };
  const times = [0];
  let hitched = hitch <= 0;
  for (let time = 0; time < end - 1e-9; ) {
    let dt = (1 + jitter * (2 * random() - 1)) / rate;
    if (!hitched && time >= 0.2 * end) {
      dt = hitch;
      hitched = true;
    }
    time = time + dt > end - 1e-9 ? end : time + dt;
    times.push(time);
  }
  return times;
}

export interface Run {
  /** The position after each frame. */
  positions: number[];
  /** The greatest distance from the exact motion over the same frames, as a share of the distance. */
  error: number;
  /** Whether it left all bounds. */
  diverged: boolean;
}

/** The state that the exact step moves: position and velocity. */
export type ExactStep = (state: [number, number], from: number, to: number, dt: number) => [number, number];

/** The exact motion over the frames: the goal is held over a frame at its value at the frame's start. */
export function exactRun(step: ExactStep, times: number[], goal: (time: number) => number): number[] {
  let state: [number, number] = [0, 0];
  const positions = [0];
  for (let i = 1; i < times.length; i++) {
    const g = goal(times[i - 1]!);
    state = step(state, g, g, times[i]! - times[i - 1]!);
    positions.push(state[0]);
  }
  return positions;
}

/** A rival over the same frames. */
export function rivalRun(rival: Rival, setting: Setting, times: number[], goal: (time: number) => number, exact: number[]): Run {
  const frame = rival.start(setting, 0, 0);
  const positions = [0];
  let error = 0;
  for (let i = 1; i < times.length; i++) {
    const x = frame(goal(times[i - 1]!), times[i]! - times[i - 1]!);
    positions.push(x);
    error = Math.max(error, Math.abs(x - exact[i]!));
  }
  const diverged = !(error < 10);
  return { positions, error: Number.isNaN(error) ? Infinity : error, diverged };
}
