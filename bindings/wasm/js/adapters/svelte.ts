/** Svelte: a store that springs to its goal. */
import { type Readable, writable } from "svelte/store";
import type { Spring, SpringParameters } from "../spring.js";
import { FrameSpring } from "./frames.js";

/** A store whose value moves to what it is set to. */
export interface SpringStore extends Readable<number> {
  set(goal: number): void;
  /** Puts it at rest at a value. */
  jump(value: number): void;
}

/** Returns a store that moves as a spring, from where it is and with the velocity it has. */
export function springStore(value: number, spring: SpringParameters | Spring): SpringStore {
  const shown = writable(value);
  const moving = new FrameSpring(value, spring, shown.set);
  return { subscribe: shown.subscribe, set: (goal) => moving.set(goal), jump: (value) => moving.jump(value) };
}
