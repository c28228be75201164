import { require } from "./error.js";
import type { Numbers } from "./module.js";

/** A position that a spring moves: a number, or the components of a vector. */
export type Value = number | Numbers;

/** Position and velocity, plain data. */
export interface State<V extends Value = number> {
  /** The position, in your unit. */
  readonly position: V;
  /** The velocity, in your unit per second. */
  readonly velocity: V;
}

/** The type in which a vector is returned: a number stays a number, all else becomes a `Float64Array`. */
export type Moved<V extends Value> = V extends number ? number : Float64Array;

/** A value that is at rest. */
export function atRest<V extends Value>(position: V): State<V> {
  const velocity = typeof position === "number" ? 0 : new Float64Array(position.length);
  return { position, velocity: velocity as V };
}

/** The components of a value. */
export function components(value: Value, field: string): Numbers {
  if (typeof value === "number") return [value];
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
  require(isList, field, value, "a number or an array of numbers");
  if (Array.isArray(value)) for (const part of value) require(typeof part === "number", field, part, "an array of numbers");
  return value;
}

/** The components of a value as a vector of this length; a number stands for all of them. */
export function spread(value: Value, length: number, field: string): Numbers {
  if (typeof value === "number") return length === 1 ? [value] : new Float64Array(length).fill(value);
  const parts = components(value, field);
  require(parts.length === length, field, parts.length, `${length} numbers long`);
  return parts;
}

/** Components in the shape of the value that they belong to. */
export function shaped<V extends Value>(like: V, parts: Float64Array): Moved<V> {
  return (typeof like === "number" ? parts[0]! : parts) as Moved<V>;
}
