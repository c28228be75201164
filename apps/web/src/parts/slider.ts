// A slider with its name and its value.

import { effect } from "@preact/signals-core";
import { commit, commitSoon, fraction, setFraction, written, type NumberParam } from "../state/params.ts";
import { announce, nudge } from "./number.ts";

/** Adds a slider for a number to `host`. */
export function slider(host: HTMLElement, param: NumberParam): HTMLLabelElement {
  const row = document.createElement("label");
  row.className = "slider";
  const name = document.createElement("span");
  name.textContent = param.label;
  const input = document.createElement("input");
  input.type = "range";
  input.min = "0";
  input.max = "1";
  input.step = "any";
  const value = document.createElement("output");
  row.append(name, input, value);
  host.append(row);
  input.addEventListener("input", () => setFraction(param, input.valueAsNumber));
  input.addEventListener("change", commit);
  input.addEventListener("keydown", (event) => {
    const times = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 }[event.key];
    if (!times) return;
    event.preventDefault();
    nudge(param, times * (event.shiftKey ? 10 : 1));
    commitSoon();
  });
  effect(() => {
    input.value = String(fraction(param));
    value.textContent = written(param);
    // The input's own range is 0 to 1: the text says the value.
    announce(input, param);
    input.removeAttribute("aria-valuemin");
    input.removeAttribute("aria-valuemax");
    input.removeAttribute("aria-valuenow");
  });
  return row;
}
