// Parameters of a page: signals with a range, which the address of the page holds in full.
//
// The address is `#SECTION&KEY=VALUE&KEY=VALUE`: the part after `#` works without a server too. Only values that differ
// from their initial ones are in it. `commit` makes one entry of the history: call it at the end of a drag.

import { batch, signal, type Signal } from "@preact/signals-core";

/** A number with a range that the reader can change. */
export interface NumberParam {
  readonly kind: "number";
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  /** Equal ratios, not equal differences, per pixel and per key press. */
  readonly log: boolean;
  /** Digits after the point, in the text and in the address. */
  readonly digits: number;
  readonly value: Signal<number>;
}

/** A text that the reader can change: a choice, or words that a page reads itself. */
export interface TextParam {
  readonly kind: "text";
  readonly key: string;
  readonly initial: string;
  readonly choices: readonly string[] | null;
  readonly value: Signal<string>;
}

type Param = NumberParam | TextParam;

const params = new Map<string, Param>();

/** The part of the address before the first `&`: the section that is in view, or empty. */
export const section = signal("");

function register<P extends Param>(param: P): P {
  if (params.has(param.key)) throw new Error(`two parameters are called ${param.key}`);
  params.set(param.key, param);
  const written = new URLSearchParams(query(location.hash)).get(param.key);
  if (written !== null) assign(param, written);
  return param;
}

/** Registers a number. Its value is always within `min` and `max`. */
export function number(
  key: string,
  initial: number,
  options: { label: string; unit?: string; min: number; max: number; log?: boolean; digits?: number },
): NumberParam {
  const { label, unit = "", min, max, log = false, digits = 2 } = options;
  return register({ kind: "number", key, label, unit, initial, min, max, log, digits, value: signal(initial) });
}

/** Registers a text; with `choices`, its value is one of them. */
export function text(key: string, initial: string, choices: readonly string[] | null = null): TextParam {
  return register({ kind: "text", key, initial, choices, value: signal(initial) });
}

/** The parameter with this key. */
export function numberNamed(key: string): NumberParam {
  const param = params.get(key);
  if (param?.kind !== "number") throw new Error(`no number is called ${key}`);
  return param;
}

/** Sets a number, rounded to its digits and held within its range; a value that is not finite changes nothing. */
export function set(param: NumberParam, value: number): void {
  if (!Number.isFinite(value)) return;
  const rounded = Number(value.toFixed(param.digits));
  param.value.value = Math.min(Math.max(rounded, param.min), param.max);
}

/** Where a number is in its range, from 0 to 1. */
export function fraction(param: NumberParam): number {
  const { min, max, log, value } = param;
  return log ? Math.log(value.value / min) / Math.log(max / min) : (value.value - min) / (max - min);
}

/** Sets a number by its place in the range, from 0 to 1. */
export function setFraction(param: NumberParam, at: number): void {
  const { min, max, log } = param;
  const within = Math.min(Math.max(at, 0), 1);
  set(param, log ? min * (max / min) ** within : min + (max - min) * within);
}

/** The number as it stands in the text. */
export function written(param: NumberParam, value = param.value.value): string {
  return value.toFixed(param.digits).replace("-", "−") + (param.unit ? ` ${param.unit}` : "");
}

function query(hash: string): string {
  const at = hash.indexOf("&");
  return at < 0 ? "" : hash.slice(at + 1);
}

function assign(param: Param, words: string): void {
  if (param.kind === "number") set(param, words.trim() === "" ? NaN : Number(words));
  else if (!param.choices || param.choices.includes(words)) param.value.value = words;
}

/** The part of the address from `#` on that holds the present state. */
export function address(): string {
  const changed = new URLSearchParams();
  for (const param of params.values()) {
    const value = param.value.value;
    if (value === param.initial) continue;
    changed.set(param.key, typeof value === "number" ? String(Number(value.toFixed((param as NumberParam).digits))) : value);
  }
  const words = changed.toString();
  return `#${section.value}${words ? `&${words}` : ""}`;
}

/** Writes the state into the address: a new entry of the history if it changed. */
export function commit(): void {
  const next = address();
  if (next !== (location.hash || "#")) history.pushState(null, "", next);
}

let later = 0;

/** Commits shortly after the last call: keys that are pressed again and again make one entry of the history. */
export function commitSoon(): void {
  clearTimeout(later);
  later = window.setTimeout(commit, 300);
}

/** Reads all parameters from the address. */
export function restore(): void {
  const words = new URLSearchParams(query(location.hash));
  batch(() => {
    section.value = decodeURIComponent(location.hash.slice(1).split("&")[0] ?? "").replace(/=.*/, "");
    for (const param of params.values()) {
      const value = words.get(param.key);
      if (value === null) param.value.value = param.initial as never;
      else assign(param, value);
    }
  });
}

/** Follows the address: back, forward, and links within the page. Call it after all parameters are registered. */
export function followAddress(): void {
  restore();
  addEventListener("popstate", restore);
  const goTo = () => document.getElementById(section.value)?.scrollIntoView();
  if (location.hash.includes("&")) goTo();
  addEventListener("hashchange", () => location.hash.includes("&") && goTo());
  // A link to a section keeps the parameters.
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.('a[href^="#"]');
    if (!link || event.defaultPrevented) return;
    const to = link.getAttribute("href")!.slice(1);
    const target = document.getElementById(to);
    if (!target) return;
    event.preventDefault();
    section.value = to;
    commit();
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  });
}
