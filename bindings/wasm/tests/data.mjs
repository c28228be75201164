/** Data of the tests, and springs by the keys of a spec. */
import { readFileSync } from "node:fs";
import { Spring } from "sprung";

/** The rows of a table beside this file, without comments and header. */
export function rows(file, separator) {
  const lines = readFileSync(new URL(file, import.meta.url), "utf8").trim().split("\n");
  return lines.filter((line) => !line.startsWith("#") && !line.startsWith("spec")).map((line) => line.split(separator));
}

/** A spring of a text such as `duration=0.5,bounce=0.3`. */
export function springOf(text) {
  const camel = (key) => key.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return Spring.from(Object.fromEntries(text.split(",").map((part) => part.split("=")).map(([key, value]) => [camel(key), Number(value)])));
}
