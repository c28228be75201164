// Files that people drop: recordings as columns of numbers, spring bones of characters. No screen here.

export interface Recording {
  kind: "recording";
  name: string;
  /** Seconds. */
  times: Float64Array;
  columns: { name: string; values: Float64Array; angle: boolean }[];
  /** Samples per second, if all are equally apart. */
  rate: number | null;
}

export interface Bone {
  name: string;
  /** Share of the angle taken back in each frame of 1/60 s. */
  stiffness: number;
  /** Share of the speed lost in each frame. */
  drag: number;
  length: number;
}

export interface Bones {
  kind: "bones";
  name: string;
  bones: Bone[];
  note: string;
}

export type Dropped = Recording | Bones | { kind: "text"; name: string; text: string };

/** Reads a file by its name and its bytes; throws words that say what is wrong. */
export function readFile(name: string, bytes: Uint8Array): Dropped {
  const head = String.fromCharCode(...bytes.subarray(0, 4));
  if (head === "RIFF") return wav(name, bytes);
  if (head === "glTF") return bones(name, glbJson(bytes), "");
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, "");
  if (/^\s*HIERARCHY/.test(text)) return bvh(name, text);
  if (/\.(gltf|vrm)$/i.test(name)) return bones(name, JSON.parse(text), "");
  if (bytes.subarray(0, 1000).includes(0)) throw new Error(`${name} is binary and neither WAV nor glb.`);
  const table = csv(name, text);
  return table ?? { kind: "text", name, text };
}

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
  const good = rows.filter((row) => (time < 0 || Number.isFinite(row[time])));
  const times = Float64Array.from(good, (row, i) => (time < 0 ? i : row[time]));
  const milliseconds = time >= 0 && (/\bms\b|millis/i.test(names[time]) || times[0] > 1e11);
  if (milliseconds) times.forEach((t, i) => (times[i] = (t - (times[0] > 1e11 ? 0 : 0)) / 1000));
  const origin = times[0] > 1e6 ? times[0] : 0;
  times.forEach((t, i) => (times[i] = t - origin));
  const columns = names.flatMap((column, i) => (i === time || !numeric[i] ? [] : [{ name: column, values: Float64Array.from(good, (row) => row[i]), angle: false }]));
  if (columns.length === 0) return null;
  return { kind: "recording", name, times, columns, rate: rateOf(times) };
}

/** Sound: PCM of 8 to 32 bits or floating point; the channels are columns. At most the first 20 000 samples. */
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
  const count = Math.min(20_000, Math.floor(size / (width * channels)));
  const columns = Array.from({ length: channels }, (_, c) => ({
    name: channels === 1 ? "sound" : `channel ${c + 1}`,
    values: Float64Array.from({ length: count }, (_, i) => sample(data + (i * channels + c) * width)),
    angle: false,
  }));
  return { kind: "recording", name, times: Float64Array.from({ length: count }, (_, i) => i / rate), columns, rate };
}

/** Motion capture: a column for each channel; angles without jumps of a turn. */
export function bvh(name: string, text: string): Recording {
  const at = text.search(/Frame Time:/i);
  if (at < 0) throw new Error(`${name} has no Frame Time.`);
  const names: string[] = [];
  let joint = "";
  for (const line of text.slice(0, at).split(/\r\n?|\n/)) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "ROOT" || word === "JOINT") joint = rest.join(" ");
    if (word === "CHANNELS") names.push(...rest.slice(1).map((channel) => `${joint}.${channel}`));
  }
  const [head, ...lines] = text.slice(at).split(/\r\n?|\n/);
  const dt = Number(head.split(":")[1]);
  if (!(dt > 0)) throw new Error(`${name}: Frame Time is not above 0.`);
  const rows = lines.filter((line) => line.trim()).map((line) => line.trim().split(/\s+/).map(Number));
  if (rows.some((row) => row.length < names.length)) throw new Error(`${name} has a frame with fewer than ${names.length} numbers.`);
  const columns = names.map((channel, i) => {
    const angle = /rotation/i.test(channel);
    const values = Float64Array.from(rows, (row) => row[i]);
    if (angle) for (let k = 1; k < values.length; k++) values[k] += 360 * Math.round((values[k - 1] - values[k]) / 360);
    return { name: channel, values, angle };
  });
  return { kind: "recording", name, times: Float64Array.from(rows, (_, i) => i * dt), columns, rate: 1 / dt };
}

function glbJson(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
}

interface Gltf {
  nodes?: { name?: string; children?: number[]; translation?: number[] }[];
  skins?: { joints?: number[] }[];
  extensions?: {
    VRMC_springBone?: { springs?: { name?: string; joints?: { node: number; stiffness?: number; dragForce?: number }[] }[] };
    VRM?: { secondaryAnimation?: { boneGroups?: { comment?: string; stiffiness?: number; dragForce?: number; bones?: number[] }[] } };
  };
}

/** The length of a bone: the distance of its first child. */
function length(gltf: Gltf, node: number): number {
  const child = gltf.nodes?.[node]?.children?.[0];
  const at = child === undefined ? undefined : gltf.nodes?.[child]?.translation;
  const size = at ? Math.hypot(...at) : 0;
  return size > 1e-6 ? size : 0.07;
}

/**
 * Spring bones as springs. A VRM bone keeps `1 − drag` of its tail's motion in every frame and adds `stiffness·dt` along
 * its rest direction: of a small angle it takes back `stiffness·dt/length`. These are two coefficients per frame, and
 * with a frame of 1/60 s they are a spring.
 */
export function bones(name: string, json: unknown, note: string): Bones {
  const gltf = json as Gltf;
  const found: Bone[] = [];
  const add = (node: number, stiffness: number, drag: number) => {
    const size = length(gltf, node);
    found.push({ name: gltf.nodes?.[node]?.name ?? `node ${node}`, stiffness: stiffness / 60 / size, drag, length: size });
  };
  for (const spring of gltf.extensions?.VRMC_springBone?.springs ?? []) {
    // The last joint of a chain is its end.
    for (const joint of (spring.joints ?? []).slice(0, -1)) add(joint.node, joint.stiffness ?? 1, joint.dragForce ?? 0.5);
  }
  const walk = (node: number, visit: (node: number) => void) => {
    visit(node);
    gltf.nodes?.[node]?.children?.forEach((child) => walk(child, visit));
  };
  for (const group of gltf.extensions?.VRM?.secondaryAnimation?.boneGroups ?? []) {
    for (const bone of group.bones ?? []) walk(bone, (node) => add(node, group.stiffiness ?? 1, group.dragForce ?? 0.4));
  }
  if (found.length > 0) return { kind: "bones", name, bones: found, note };
  const joints = [...new Set((gltf.skins ?? []).flatMap((skin) => skin.joints ?? []))];
  for (const node of joints.length ? joints : (gltf.nodes ?? []).map((_, i) => i)) {
    if (gltf.nodes?.[node]?.children?.length) found.push({ name: gltf.nodes[node].name ?? `node ${node}`, stiffness: NaN, drag: NaN, length: length(gltf, node) });
  }
  if (found.length === 0) throw new Error(`${name} has no bones.`);
  return { kind: "bones", name, bones: found, note: "No spring bones are in this file: each joint gets the spring that is tuned." };
}
