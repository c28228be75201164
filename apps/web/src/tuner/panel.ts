// The panel: every parameter of the spring, linked, each with its unit and a lock.

import { computed, effect } from "@preact/signals-core";
import { commit, commitSoon } from "../state/params.ts";
import { slider as numberSlider } from "../parts/slider.ts";
import { button, make, select } from "./dom.ts";
import { fromSlider, PARAMETERS, parameter, partner, short, toSlider, type Parameter, type ParameterId } from "./parameters.ts";
import {
  atRest, change, chooseUnit, core, lock, mass, readingsA, readingsB, refusal, specA, specB, springA, springB,
  start, tolerance, tune, unitIndex, velocity,
} from "./state.ts";

const GROUPS: [Parameter["group"], string][] = [
  ["feel", "Feel"],
  ["pace", "Pace"],
  ["shape", "Shape"],
  ["physics", "Physics"],
];

/** The value of a parameter in its own unit: with the mass, where it counts. */
function valueOf(p: Parameter): number {
  return readingsA.value[p.id] * (p.perMass ? mass.value.value : 1);
}

/** A number as a person types it: decimal commas and spaces are understood. */
export function typed(text: string): number {
  const words = text.trim().replace("−", "-").replace(",", ".").replace(/\s/g, "");
  return words === "" ? NaN : Number(words);
}

function row(p: Parameter): HTMLElement {
  const names = p.units.map((unit) => unit.name);
  const unit = () => p.units[unitIndex(p.id, names)];
  const give = (value: number) => change(p.id, value / (p.perMass ? mass.value.value : 1));
  const id = `p-${p.id}`;
  const range = make("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": p.label });
  range.addEventListener("input", () => give(fromSlider(p, range.valueAsNumber)));
  range.addEventListener("change", commit);
  const step = (times: number) => {
    const place = toSlider(p, valueOf(p));
    give(fromSlider(p, Math.min(1, Math.max(0, place + times / 200))));
    commitSoon();
  };
  range.addEventListener("keydown", (event) => {
    const times = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 20, PageDown: -20 }[event.key];
    if (!times) return;
    event.preventDefault();
    step(event.shiftKey ? 10 * times : times);
  });
  const field = make("input", { type: "text", inputmode: "decimal", id, autocomplete: "off", spellcheck: "false" });
  const accept = () => {
    const value = typed(field.value);
    if (Number.isNaN(value)) refusal.value = `${p.label}: “${field.value}” is not a number.`;
    else give(value / unit().factor);
    commit();
    show();
  };
  field.addEventListener("change", accept);
  field.addEventListener("keydown", (event) => {
    const times = { ArrowUp: 1, ArrowDown: -1, PageUp: 20, PageDown: -20 }[event.key];
    if (!times) return;
    event.preventDefault();
    step(times);
  });
  const units = make("select", { "aria-label": `Unit of ${p.label.toLowerCase()}` });
  for (const name of names) units.append(make("option", { value: name, text: name || "ratio" }));
  units.addEventListener("change", () => chooseUnit(p.id, units.value, names[0]));
  const lockButton = button("", () => {
    lock.value.value = lock.value.value === p.id ? "" : p.id;
    refusal.value = "";
    commit();
  });
  const show = () => {
    const value = valueOf(p);
    if (document.activeElement !== field || field.value === "") field.value = short(value * unit().factor);
    else if (typed(field.value) !== Number(short(value * unit().factor))) field.value = short(value * unit().factor);
    range.value = String(toSlider(p, value));
    range.setAttribute("aria-valuetext", `${short(value * unit().factor)} ${unit().name}`);
    units.value = unit().name;
  };
  effect(show);
  effect(() => {
    const locked = lock.value.value === p.id;
    lockButton.setAttribute("aria-pressed", String(locked));
    lockButton.setAttribute("aria-label", locked ? `Unlock ${p.label.toLowerCase()}` : `Lock ${p.label.toLowerCase()}: it stays while others change`);
    lockButton.title = locked ? "Locked: stays while others change" : "Lock";
  });
  lockButton.className = "lock";
  const name = make("label", { for: id, title: p.meaning, text: p.label });
  const unitPlace = names.length > 1 ? units : make("span", { class: "unit", text: names[0] });
  const all = make("div", { class: `parameter ${p.group}`, "data-parameter": p.id }, lockButton, name, range, field, unitPlace);
  return all;
}

/** Adds the panel to `host`. */
export function panel(host: HTMLElement): void {
  for (const [group, title] of GROUPS) {
    const rows = PARAMETERS.filter((p) => p.group === group).map(row);
    if (group === "feel") {
      host.append(...rows);
      continue;
    }
    const box = make("details", { open: group !== "physics" || innerWidth > 700 }, make("summary", { text: title }), ...rows);
    if (group === "physics") numberSlider(box, mass);
    host.append(box);
  }
  const around = make("details", {}, make("summary", { text: "Start and settle band" }));
  numberSlider(around, start);
  numberSlider(around, velocity);
  numberSlider(around, tolerance);
  around.append(make("div", { class: "controls" }, button("From rest at 0", atRest)));
  host.append(around);
  const note = make("p", { class: "refusal", role: "status" });
  effect(() => {
    note.textContent = refusal.value;
    note.classList.toggle("shown", refusal.value !== "");
  });
  const kept = computed(() => (lock.value.value ? parameter(lock.value.value as ParameterId) : null));
  const says = make("p", { class: "quiet small" });
  effect(() => {
    says.textContent = kept.value
      ? `${kept.value.label} is locked: it stays while you change another one.`
      : `Nothing is locked: times keep the ${parameter(partner("duration")).label.toLowerCase()}, shapes keep the duration, stiffness and damping keep each other.`;
  });
  host.append(note, says);
}

/** Springs that are known by name: a choice above the panel. */
export function presets(host: HTMLElement): void {
  const options: [string, string][] = [["", "a preset…"]];
  for (const convention of core.conventions()) {
    for (const preset of convention.presets) options.push([`${convention.name}:${preset}`, `${convention.name} ${preset}`]);
  }
  const box = select(host, "Start from", options, (spec) => {
    if (!spec) return;
    tune(core.parse(spec));
    commit();
    box.value = "";
  });
}

/** Compare: keep the present spring as B, swap, clear. */
export function compare(host: HTMLElement): void {
  const keep = button("Compare with this (B)", () => {
    specB.value.value = specA.value.value;
    commit();
  });
  const swap = button("Swap A and B", () => {
    if (!springB.value) return;
    [specA.value.value, specB.value.value] = [specB.value.value, specA.value.value];
    commit();
  });
  const clear = button("Clear B", () => {
    specB.value.value = "";
    commit();
  });
  const words = make("p", { class: "quiet small", "aria-live": "polite" });
  effect(() => {
    const b = springB.value;
    swap.hidden = clear.hidden = !b;
    const r = readingsB.value;
    words.textContent =
      b && r
        ? `B has duration ${short(Number(r.duration.toPrecision(4)))} s and bounce ${short(Number(r.bounce.toFixed(3)))}. A and B differ by up to ${short(Number((100 * core.difference(springA.value, b)).toPrecision(3)))} % of the distance; B settles ${difference(r.settlingTime, readingsA.value.settlingTime)}.`
        : "";
  });
  host.append(make("div", { class: "controls" }, keep, swap, clear), words);
}

function difference(b: number, a: number): string {
  const seconds = b - a;
  if (Math.abs(seconds) < 5e-4) return "at the same time";
  return `${short(Number(Math.abs(seconds).toPrecision(3)))} s ${seconds > 0 ? "later" : "earlier"}`;
}

/** Read-outs below the curve. */
export function readouts(host: HTMLElement): void {
  const list = make("dl", { class: "readouts" });
  const items: [string, () => string][] = [
    ["Regime", () => {
      const z = readingsA.value.dampingRatio;
      return z === 0 ? "undamped" : Math.abs(z - 1) < 1e-9 ? "critical" : z < 1 ? "under-damped" : "over-damped";
    }],
    ["Half-life", () => `${short(Number(readingsA.value.halflife.toPrecision(4)))} s`],
    ["Settles", () => `${short(Number(readingsA.value.settlingTime.toPrecision(4)))} s`],
    ["Overshoot", () => `${short(Number((100 * readingsA.value.overshoot).toPrecision(3)))} %`],
    ["Top speed", () => {
      const { time, value } = core.maxSpeed(springA.value, start.value.value, velocity.value.value);
      return `${short(Number(value.toPrecision(3)))} /s at ${short(Number(time.toPrecision(2)))} s`;
    }],
    ["Lag", () => `${short(Number(readingsA.value.lag.toPrecision(4)))} s`],
    ["C_s, C_d at 60 Hz", () => core.softCoefficients(springA.value).map((one) => short(Number(one.toPrecision(3)))).join(", ")],
  ];
  for (const [name, value] of items) {
    const place = make("dd");
    list.append(make("div", {}, make("dt", { text: name }), place));
    effect(() => void (place.textContent = value()));
  }
  host.append(list);
}
