// Results in sentences: `<span data-result="KEY">0.28</span>` follows the figure.

import { effect } from "@preact/signals-core";

/** Keeps every `data-result="key"` up to date; null leaves the text as it was written. */
export function result(key: string, words: () => string | null): void {
  const places = document.querySelectorAll<HTMLElement>(`[data-result="${key}"]`);
  if (places.length === 0) throw new Error(`no result is called ${key}`);
  effect(() => {
    const text = words();
    if (text !== null) places.forEach((place) => (place.textContent = text));
  });
}

/** `count` equal steps from `from` to `to`, both included. */
export function span(from: number, to: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
}

/** A number with `digits` significant digits, a true minus, and a power of ten where it is very large or small. */
export function significant(value: number, digits = 3): string {
  const short = Number(value.toPrecision(digits));
  const size = Math.abs(short);
  if (size === 0 || (size >= 1e-4 && size < 1e5)) return String(short).replace("-", "−");
  const [mantissa, exponent] = short.toExponential().split("e");
  const raised = [...String(Number(exponent))].map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)])).join("");
  return `${mantissa.replace("-", "−")} × 10${raised}`;
}
