// The tuner: one spring, seen from all sides.

import "./tuner.css";
import { effect } from "@preact/signals-core";
import { start } from "../start.ts";
import { curve } from "./curve.ts";
import { make } from "./dom.ts";
import { dropped } from "./dropped.ts";
import { feel } from "./feel.ts";
import { compare, panel, presets, readouts } from "./panel.ts";
import { planes } from "./planes.ts";
import { races } from "./races.ts";
import { notShown, readingsA, tolerance } from "./state.ts";
import { takeaway } from "./takeaway.ts";
import { vocabularies } from "./vocabularies.ts";
import { describe } from "./words.ts";

function section(root: HTMLElement, id: string, title: string, lead: string): HTMLElement {
  const body = make("div");
  root.append(make("section", { id, "aria-labelledby": `${id}-title` }, make("h2", { id: `${id}-title`, text: title }), make("p", { class: "lead", text: lead }), body));
  return body;
}

function bench(root: HTMLElement): void {
  const plots = make("div", { class: "plots" });
  const side = make("div", { class: "panel", role: "group", "aria-label": "Parameters of the spring" });
  const words = make("p", { class: "words", "aria-live": "polite" });
  root.append(make("section", { id: "bench", class: "bench", "aria-label": "The spring" }, plots, side));
  const refused = make("p", { class: "refusal", role: "alert" });
  effect(() => {
    refused.textContent = notShown.value;
    refused.hidden = !notShown.value;
  });
  plots.append(refused);
  curve(plots);
  plots.append(words);
  let later = 0;
  effect(() => {
    const text = describe(readingsA.value, tolerance.value.value);
    clearTimeout(later);
    if (!words.textContent) words.textContent = text;
    // A screen reader hears the end of a drag, not all of it.
    later = window.setTimeout(() => (words.textContent = text), 150);
  });
  readouts(plots);
  compare(plots);
  presets(side);
  panel(side);
}

function mount(root: HTMLElement): void {
  root.replaceChildren();
  bench(root);
  feel(section(root, "feel", "Feel it", "The same spring on things. Interrupt them: the velocity is kept."));
  planes(section(root, "planes", "Seen from other sides", "A start with a velocity, the poles, and what a moving goal becomes."));
  races(section(root, "races", "Races", "Six libraries' formulas and a plain Euler step, with the same spring and the same frames. Change the frame rate, add jitter or one long frame: ours does not move."));
  vocabularies(section(root, "vocabularies", "In other words", "Paste what you have, see what it is elsewhere."));
  takeaway(section(root, "take", "Take it away", "As a function without a library, as CSS with its error, as a design token, or as a spec that all of sprung reads."));
  dropped(section(root, "files", "Drop a file", "A recording, a motion capture, a character's spring bones, or settings. Nothing leaves this page."));
}

mount(document.querySelector<HTMLElement>("#tuner")!);
start();
