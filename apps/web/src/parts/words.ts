// A curve in words, for those who do not see it.

import { effect } from "@preact/signals-core";

/** A number with three significant digits, as it is read. */
export function spoken(value: number): string {
  return String(Number(value.toPrecision(3))).replace("-", "minus ");
}

/** Describes a motion toward a goal: its start, when it first reaches the goal, its overshoot, and when it stays near. */
export function motionInWords(
  name: string,
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  goal: number,
  band = 0.01,
): string {
  const last = times.length - 1;
  const from = values[0];
  const distance = Math.abs(goal - from) || 1;
  const side = Math.sign(goal - from) || 1;
  let [reaches, extreme, settled] = [-1, 0, 0];
  let beyond = 0;
  for (let i = 0; i <= last; i++) {
    const past = (values[i] - goal) * side;
    if (reaches < 0 && past >= 0) reaches = i;
    if (past > beyond) [beyond, extreme] = [past, i];
    if (Math.abs(values[i] - goal) > band * distance) settled = i + 1;
  }
  const parts = [`${name}: starts at ${spoken(from)}, goal ${spoken(goal)}`];
  if (reaches > 0) parts.push(`first reaches the goal after ${spoken(times[reaches])} seconds`);
  else if (reaches < 0) parts.push(`does not reach the goal in ${spoken(times[last])} seconds`);
  const percent = Math.round((100 * beyond) / distance);
  if (percent > 0) parts.push(`goes ${percent} percent past it at ${spoken(times[extreme])} seconds`);
  else parts.push("does not go past it");
  if (settled <= last) {
    parts.push(`stays within ${spoken(band * 100)} percent from ${spoken(times[settled])} seconds on`);
  } else {
    parts.push(`is ${spoken(Math.abs(values[last] - goal))} from it at the end`);
  }
  return `${parts.join(", ")}.`;
}

let described = 0;

/** Keeps a description of a picture up to date; a screen reader reads it with the picture. */
export function describe(canvas: HTMLCanvasElement, words: () => string): void {
  const element = document.createElement("p");
  element.className = "hidden";
  element.id = `words-${++described}`;
  canvas.setAttribute("aria-describedby", element.id);
  canvas.after(element);
  let later = 0;
  let stop = () => {};
  // Not on every frame of a drag: a quarter of a second after the last change.
  const write = () => {
    stop();
    let first = true;
    stop = effect(() => {
      if (first) {
        first = false;
        element.textContent = words();
      } else {
        clearTimeout(later);
        later = window.setTimeout(write, 250);
      }
    });
  };
  write();
}
