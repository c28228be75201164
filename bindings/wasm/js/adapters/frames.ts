import { Spring, type SpringParameters } from "../spring.js";
import type { State } from "../value.js";

/** A value that a spring moves from frame to frame, and that stands still in between: what the adapters share. */
export class FrameSpring {
  #spring: Spring;
  #state: State;
  #goal: number;
  #last: number | undefined;
  #frame = 0;
  readonly #show: (value: number) => void;

  constructor(value: number, parameters: SpringParameters | Spring, show: (value: number) => void) {
    this.#spring = Spring.from(parameters);
    this.#state = { position: value, velocity: 0 };
    this.#goal = value;
    this.#show = show;
  }

  /** Moves to a goal from where it is, with the velocity it has; at once if motion is to be reduced. */
  set(goal: number): void {
    this.#goal = goal;
    if (typeof requestAnimationFrame === "undefined" || isReduced()) return this.jump(goal);
    if (!this.#frame) this.#frame = requestAnimationFrame(this.#step);
  }

  /** Puts it at rest at a value. */
  jump(value: number): void {
    this.stop();
    this.#goal = value;
    this.#state = { position: value, velocity: 0 };
    this.#show(value);
  }

  /** Stops asking for frames. */
  stop(): void {
    if (this.#frame) cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#last = undefined;
  }

  #step = (now: number): void => {
    const dt = this.#last === undefined ? 1 / 60 : (now - this.#last) / 1000;
    this.#last = now;
    this.#state = this.#spring.step(this.#state, this.#goal, dt);
    const { position, velocity } = this.#state;
    const distance = Math.abs(position - this.#goal) + Math.abs(velocity) / (this.#spring.angularFrequency || 1);
    if (distance < 1e-4 * Math.max(1, Math.abs(this.#goal))) return this.jump(this.#goal);
    this.#show(position);
    this.#frame = requestAnimationFrame(this.#step);
  };
}

function isReduced(): boolean {
  return typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}
