// Numbers in sentences that are dragged sideways, or changed by the arrow keys.
//
// `<span data-number="KEY">0.10 s</span>` becomes one by `connectNumbers`: the text reads well before that, too.

import { effect } from "@preact/signals-core";
import { commit, fraction, numberNamed, set, setFraction, written, type NumberParam } from "../state/params.ts";
import { drags, keys } from "./handle.ts";

/** Pixels of a drag from the least to the greatest value. */
const WHOLE_RANGE = 320;

/** Changes a number by key presses: one is a hundredth of its range, and at least its last digit. */
export function nudge(param: NumberParam, times: number): void {
  const before = param.value.value;
  setFraction(param, fraction(param) + times / 100);
  if (param.value.value === before) set(param, before + Math.sign(times) * 10 ** -param.digits);
}

/** Sets what a slider says to screen readers. */
export function announce(element: HTMLElement, param: NumberParam): void {
  element.setAttribute("aria-valuemin", String(param.min));
  element.setAttribute("aria-valuemax", String(param.max));
  element.setAttribute("aria-valuenow", String(param.value.value));
  element.setAttribute("aria-valuetext", written(param));
}

export function connectNumber(element: HTMLElement, param: NumberParam): void {
  element.classList.add("number");
  element.tabIndex = 0;
  element.setAttribute("role", "slider");
  element.setAttribute("aria-label", param.label);
  let start = { x: 0, at: 0 };
  drags(element, document.documentElement, {
    start: (x) => (start = { x, at: fraction(param) }),
    drag: (x) => setFraction(param, start.at + (x - start.x) / WHOLE_RANGE),
    end: commit,
  });
  keys(element, (right, up) => nudge(param, right + up));
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    set(param, event.key === "Home" ? param.min : param.max);
    commit();
  });
  effect(() => {
    element.textContent = written(param);
    announce(element, param);
  });
}

/** Connects every number in the text below `root`. */
export function connectNumbers(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-number]")) {
    connectNumber(element, numberNamed(element.dataset.number!));
  }
}
