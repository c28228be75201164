// Files that people drop: recordings as columns of numbers, and skeletons. No screen here.

import { glbJson, skeleton, type Skeleton } from "./gltf.ts";

/** A column of numbers. */
export interface Column {
  name: string;
  values: Float64Array;
}

/** The three rotations of a joint of motion capture. */
export interface Joint {
  name: string;
  /** The axes in the order of the file: 0 x, 1 y, 2 z. */
  axes: number[];
  /** The places of their columns. */
  columns: number[];
}

export interface Recording {
  kind: "recording";
  name: string;
  /** Seconds. */
  times: Float64Array;
  columns: Column[];
  /** Joints that turn about three axes: their columns are angles in degrees, smoothed as one rotation. */
  joints: Joint[];
  /** Samples per second, if all are equally apart. */
  rate: number | null;
  /** The number of samples in the file, of which the first are here. */
  total: number;
}

export type Dropped = Recording | Skeleton | { kind: "text"; name: string; text: string };

/** Reads a file by its name and its bytes; throws words that say what is wrong. */
export function readFile(name: string, bytes: Uint8Array): Dropped {
  const head = String.fromCharCode(...bytes.subarray(0, 4));
  if (head === "RIFF") return wav(name, bytes);
  if (head === "glTF") return skeleton(name, glbJson(bytes));
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, "");
  if (/^\s*HIERARCHY/.test(text)) return bvh(name, text);
  if (/\.(gltf|vrm)$/i.test(name)) return skeleton(name, JSON.parse(text));
  if (bytes.subarray(0, 1000).includes(0)) throw new Error(`${name} is binary and neither WAV nor glb.`);
  const table = csv(name, text);
  return table ?? { kind: "text", name, text };
}

/** As many samples are taken as are smoothed while a slider moves. */
const MAX_SAMPLES = 20_000;

/** Whether all times are equally apart, and how many to a second. */
function rateOf(times: Float64Array): number | null {
  if (times.length < 3) return null;
  const dt = (times[times.length - 1] - times[0]) / (times.length - 1);
  for (let i = 1; i < times.length; i++) if (Math.abs(times[i] - times[i - 1] - dt) > 0.02 * dt) return null;
  return dt > 0 ? 1 / dt : null;
}

/** A table of numbers with a header, or without one; null if it is none. */
export function csv(name: string, text: string): Recording | null {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length < 3) return null;
  const separator = ["\t", ";", ","].find((one) => lines[0].includes(one) && lines[1].includes(one)) ?? ",";
  const cell = (words: string) => {
    const bare = words.trim().replace(/^"(.*)"$/, "$1");
    if (bare === "") return NaN;
    return Number(separator === ";" ? bare.replace(",", ".") : bare);
  };
  const first = lines[0].split(separator);
  const headed = first.some((words) => Number.isNaN(cell(words)));
  const names = headed ? first.map((words) => words.trim().replace(/^"(.*)"$/, "$1")) : first.map((_, i) => `column ${i + 1}`);
  const rows = lines.slice(headed ? 1 : 0).map((line) => line.split(separator).map(cell));
  const numeric = names.map((_, i) => rows.filter((row) => Number.isFinite(row[i])).length > 0.9 * rows.length);
  if (!numeric.some(Boolean)) return null;
  let time = names.findIndex((one, i) => numeric[i] && /^(t|time|times|timestamp|seconds|date|year)\b/i.test(one));
  const rising = (i: number) => rows.every((row, k) => k === 0 || row[i] > rows[k - 1][i]);
  if (time < 0 && names.length > 1 && numeric[0] && rising(0)) time = 0;
  const timed = rows.filter((row) => time < 0 || Number.isFinite(row[time]));
  const good = timed.slice(0, MAX_SAMPLES);
  const times = Float64Array.from(good, (row, i) => (time < 0 ? i : row[time]));
  const milliseconds = time >= 0 && (/\bms\b|millis/i.test(names[time]) || times[0] > 1e11);
  if (milliseconds) times.forEach((t, i) => (times[i] = t / 1000));
  const origin = times[0] > 1e6 ? times[0] : 0;
  times.forEach((t, i) => (times[i] = t - origin));
  const columns = names.flatMap((column, i) => (i === time || !numeric[i] ? [] : [{ name: column, values: Float64Array.from(good, (row) => row[i]) }]));
  if (columns.length === 0) return null;
  return { kind: "recording", name, times, columns, joints: [], rate: rateOf(times), total: timed.length };
}

/** Sound: PCM of 8 to 32 bits or floating point; the channels are columns. At most the first samples. */
export function wav(name: string, bytes: Uint8Array): Recording {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  let [format, channels, rate, bits, data, size] = [0, 0, 0, 0, 0, 0];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    if (tag(at) === "fmt ") {
      [format, channels, rate, bits] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true), view.getUint32(at + 12, true), view.getUint16(at + 22, true)];
      if (format === 0xfffe && length >= 26) format = view.getUint16(at + 32, true);
    } else if (tag(at) === "data") {
      [data, size] = [at + 8, Math.min(length, bytes.length - at - 8)];
      break;
    }
    at += 8 + length + (length % 2);
  }
  if (!channels || !data) throw new Error(`${name} has no samples.`);
  const width = bits / 8;
  const sample = (at: number) => {
    if (format === 3) return bits === 64 ? view.getFloat64(at, true) : view.getFloat32(at, true);
    if (format !== 1) throw new Error(`${name} is compressed: only PCM and floating point are read.`);
    if (bits === 8) return (view.getUint8(at) - 128) / 128;
    if (bits === 16) return view.getInt16(at, true) / 32768;
    if (bits === 24) return (view.getInt8(at + 2) * 65536 + view.getUint16(at, true)) / 8388608;
    return view.getInt32(at, true) / 2147483648;
  };
  const total = Math.floor(size / (width * channels));
  const count = Math.min(MAX_SAMPLES, total);
  const columns = Array.from({ length: channels }, (_, c) => ({
    name: channels === 1 ? "sound" : `channel ${c + 1}`,
    values: Float64Array.from({ length: count }, (_, i) => sample(data + (i * channels + c) * width)),
  }));
  return { kind: "recording", name, times: Float64Array.from({ length: count }, (_, i) => i / rate), columns, joints: [], rate, total };
}

/** Motion capture: a column for each channel; angles in degrees without jumps of a turn. */
export function bvh(name: string, text: string): Recording {
  const at = text.search(/Frame Time:/i);
  if (at < 0) throw new Error(`${name} has no Frame Time.`);
  const names: string[] = [];
  const joints: Joint[] = [];
  let joint = "";
  for (const line of text.slice(0, at).split(/\r\n?|\n/)) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "ROOT" || word === "JOINT") joint = rest.join(" ");
    if (word !== "CHANNELS") continue;
    const channels = rest.slice(1);
    const turns = channels.flatMap((channel, i) => (/^[xyz]rotation$/i.test(channel) ? [{ axis: "xyz".indexOf(channel[0].toLowerCase()), column: names.length + i }] : []));
    if (new Set(turns.map(({ axis }) => axis)).size === 3 && turns.length === 3) {
      joints.push({ name: joint, axes: turns.map(({ axis }) => axis), columns: turns.map(({ column }) => column) });
    }
    names.push(...channels.map((channel) => `${joint}.${channel}`));
  }
  const [head, ...lines] = text.slice(at).split(/\r\n?|\n/);
  const dt = Number(head.split(":")[1]);
  if (!(dt > 0)) throw new Error(`${name}: Frame Time is not above 0.`);
  const rows = lines.filter((line) => line.trim()).map((line) => line.trim().split(/\s+/).map(Number));
  if (rows.some((row) => row.length < names.length)) throw new Error(`${name} has a frame with fewer than ${names.length} numbers.`);
  const total = rows.length;
  rows.splice(MAX_SAMPLES);
  const columns = names.map((channel, i) => {
    const values = Float64Array.from(rows, (row) => row[i]);
    if (/rotation/i.test(channel)) for (let k = 1; k < values.length; k++) values[k] += 360 * Math.round((values[k - 1] - values[k]) / 360);
    return { name: channel, values };
  });
  return { kind: "recording", name, times: Float64Array.from(rows, (_, i) => i * dt), columns, joints, rate: 1 / dt, total };
}
