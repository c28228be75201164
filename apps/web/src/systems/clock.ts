// The time of a picture that moves.

import { signal, type Signal } from "@preact/signals-core";
import { player } from "../parts/player.ts";
import type { Surface } from "../parts/surface.ts";

/** Adds the buttons of a clock that runs through `seconds` again and again while it is played; returns its time. */
export function clock(host: HTMLElement, name: string, made: Surface, seconds: () => number, speed = 1): Signal<number> {
  const time = signal(0);
  player(host, {
    label: name,
    inView: made.inView,
    autoplay: true,
    restart: () => (time.value = 0),
    advance(dt) {
      time.value = (time.value + dt * speed) % (seconds() + 0.6);
      return true;
    },
  });
  return time;
}
