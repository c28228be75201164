// The recordings of the repository, as columns, and a repeatable noise.

import heart from "../../../../data/ecg.csv?raw";
import spots from "../../../../data/sunspots.csv?raw";

/** The first two columns of a table with a header. */
function columns(text) {
  const rows = text.trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
  return [0, 1].map((column) => Float64Array.from(rows, (row) => row[column]));
}

/** An electrocardiogram of 360 Hz: seconds, raw units. */
export const ecg = columns(heart);

/** The sunspot numbers of the years 1700 to 2008. */
export const sunspots = columns(spots);

/** A number from -1 to 1 for each whole number n (SplitMix64). */
export function noise(n) {
  const mask = (1n << 64n) - 1n;
  let z = ((BigInt(n) + 1n) * 0x9e3779b97f4a7c15n) & mask;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
  return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 52 - 1;
}
