// Play, pause, step and replay for what moves. Nothing advances while it is out of view.

import { effect, signal, untracked, type Signal } from "@preact/signals-core";
import { reducedMotion } from "./theme.ts";

export interface PlayerOptions {
  /** What moves, for the names of the buttons. */
  label: string;
  /** Whether it is in view: a surface's signal. */
  inView: Signal<boolean>;
  /** Called with the seconds since the last frame, at most 0.1; returns false when all is at rest. */
  advance: (dt: number) => boolean;
  /** Returns all to the beginning. */
  restart: () => void;
  /** Seconds of one press of Step. */
  stepSeconds?: number;
  /** Starts when it is first in view, unless the reader asked for less motion. */
  autoplay?: boolean;
}

export interface Player {
  readonly playing: Signal<boolean>;
  play(): void;
  pause(): void;
  replay(): void;
  readonly controls: HTMLElement;
}

const running = new Set<(dt: number) => void>();
let last = 0;

function frame(now: number): void {
  // The first frame may carry a time before the start.
  const dt = Math.min(Math.max((now - last) / 1000, 0), 0.1);
  last = Math.max(now, last);
  for (const one of [...running]) one(dt);
  if (running.size > 0) requestAnimationFrame(frame);
}

function start(one: (dt: number) => void): void {
  if (running.size === 0) {
    last = performance.now();
    requestAnimationFrame(frame);
  }
  running.add(one);
}

function button(name: string, label: string, press: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = name;
  element.setAttribute("aria-label", `${name}: ${label}`);
  element.addEventListener("click", press);
  return element;
}

/** Adds the buttons to `host` and runs `advance` while playing and in view. */
export function player(host: HTMLElement, options: PlayerOptions): Player {
  const playing = signal(false);
  const step = options.stepSeconds ?? 1 / 60;
  const advance = (dt: number) => {
    if (!options.advance(dt)) playing.value = false;
  };
  const controls = document.createElement("div");
  controls.className = "controls";
  const toggle = button("Play", options.label, () => (playing.value = !playing.value));
  const one = button("Step", options.label, () => {
    playing.value = false;
    options.advance(step);
  });
  const replay = () => {
    options.restart();
    playing.value = true;
  };
  controls.append(toggle, one, button("Replay", options.label, replay));
  host.append(controls);

  effect(() => {
    const name = playing.value ? "Pause" : "Play";
    toggle.textContent = name;
    toggle.setAttribute("aria-label", `${name}: ${options.label}`);
    if (playing.value && options.inView.value) untracked(() => start(advance));
    else running.delete(advance);
  });
  if (options.autoplay) {
    const stop = effect(() => {
      if (!options.inView.value || reducedMotion.value) return;
      untracked(() => (playing.value = true));
      queueMicrotask(() => stop());
    });
  }
  return { playing, play: () => (playing.value = true), pause: () => (playing.value = false), replay, controls };
}
