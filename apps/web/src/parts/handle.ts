// Points of a picture that are dragged, by pointer or by the arrow keys.

import { effect } from "@preact/signals-core";
import { commit } from "../state/params.ts";
import type { Surface } from "./surface.ts";

export interface HandleOptions {
  /** What the handle changes, for screen readers. */
  label: string;
  /** Its place in pixels of the picture; every signal that it reads moves it. */
  at: () => readonly [number, number];
  /** Called with the place in pixels that it is dragged to. */
  drag: (x: number, y: number) => void;
  /** Called with −1, 0 or 1 for left and right and for down and up, and with 10 times as much with Shift or Page keys. */
  key: (right: number, up: number) => void;
  /** The value in words; the same as its unit is read. */
  valueText: () => string;
  value: () => { now: number; min: number; max: number };
  color?: () => string;
  /** The directions that it moves in: the cursor and the picture of the handle show them. */
  moves: "x" | "y" | "both";
  /** Called at the end of a drag instead of `commit`. */
  end?: () => void;
}

const KEYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
};

/** Calls `drag` with pointer positions in `box` until the pointer is released, then `end`. */
export function drags(
  element: HTMLElement,
  box: HTMLElement,
  on: { start?: (x: number, y: number) => void; drag: (x: number, y: number) => void; end: () => void },
): void {
  let pointer: number | null = null;
  const place = (event: PointerEvent) => {
    const frame = box.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top] as const;
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pointer !== null) return;
    pointer = event.pointerId;
    element.setPointerCapture(pointer);
    element.classList.add("dragging");
    on.start?.(...place(event));
  });
  element.addEventListener("pointermove", (event) => event.pointerId === pointer && on.drag(...place(event)));
  const release = (event: PointerEvent) => {
    if (event.pointerId !== pointer) return;
    pointer = null;
    element.classList.remove("dragging");
    on.end();
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
}

/** Calls `act` for a key that moves a value, and commits the state shortly after the last one. */
export function keys(element: HTMLElement, act: (right: number, up: number) => void, end = commit): void {
  let later = 0;
  element.addEventListener("keydown", (event) => {
    const to = KEYS[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const times = event.shiftKey ? 10 : 1;
    act(to[0] * times, to[1] * times);
    clearTimeout(later);
    later = window.setTimeout(end, 300);
  });
}

/** Adds a handle to a picture. */
export function handle(surface: Surface, options: HandleOptions): HTMLElement {
  const element = document.createElement("div");
  element.className = `handle ${options.moves}`;
  element.tabIndex = 0;
  element.setAttribute("role", "slider");
  element.setAttribute("aria-label", options.label);
  surface.box.append(element);
  let offset = [0, 0];
  drags(element, surface.box, {
    start: (x, y) => {
      const [ax, ay] = options.at();
      offset = [ax - x, ay - y];
    },
    drag: (x, y) => options.drag(x + offset[0], y + offset[1]),
    end: options.end ?? commit,
  });
  keys(element, options.key, options.end ?? commit);
  effect(() => {
    const [x, y] = options.at();
    surface.width.value;
    surface.height.value;
    element.style.transform = `translate(${x}px, ${y}px)`;
    if (options.color) element.style.setProperty("--color", options.color());
    const { now, min, max } = options.value();
    element.setAttribute("aria-valuenow", String(now));
    element.setAttribute("aria-valuemin", String(min));
    element.setAttribute("aria-valuemax", String(max));
    element.setAttribute("aria-valuetext", options.valueText());
  });
  return element;
}
