// Skeletons of glTF files, and the spring bones of VRM characters. No screen here.
//
// VRM 1.0 has them in `VRMC_springBone`, VRM 0 in `secondaryAnimation` of `VRM`. In both, the tail of a bone keeps
// `1 − dragForce` of its motion in a frame, moves by `stiffness·dt` meters along its rest direction and by
// `gravityPower·dt` along gravity, and is then put back on its distance.

import type { Vector } from "../parts/vector.ts";

/** What a file says about a spring bone. */
export interface SpringBone {
  /** Meters per second along the rest direction. */
  stiffness: number;
  /** Share of the motion that a frame takes away. */
  drag: number;
  /** Meters per second along gravity, and its direction. */
  gravity: number;
  direction: Vector;
}

export interface Node {
  name: string;
  /** Index of its parent, −1 for none. */
  parent: number;
  children: number[];
  /** Its place in the rest pose, meters. */
  place: Vector;
}

/** A bone from a node to its tail. */
export interface Bone {
  name: string;
  /** Its place in the rest pose. */
  head: Vector;
  tail: Vector;
  /** Index of the bone that carries it in the same chain, −1 for the first. */
  parent: number;
  /** The parameters in the file; none in a file without spring bones. */
  spring: SpringBone | null;
}

/** Bones that hang from one place. */
export interface Chain {
  name: string;
  bones: Bone[];
}

export interface Skeleton {
  kind: "skeleton";
  name: string;
  nodes: Node[];
  chains: Chain[];
  /** The extension that the spring bones were read from; empty without spring bones. */
  source: "VRMC_springBone" | "secondaryAnimation" | "";
}

interface Joint {
  node: number;
  stiffness?: number;
  dragForce?: number;
  gravityPower?: number;
  gravityDir?: number[];
}

interface Group {
  comment?: string;
  /** The spelling of the format. */
  stiffiness?: number;
  dragForce?: number;
  gravityPower?: number;
  gravityDir?: { x: number; y: number; z: number };
  bones?: number[];
}

interface Gltf {
  nodes?: { name?: string; children?: number[]; matrix?: number[]; translation?: number[]; rotation?: number[]; scale?: number[] }[];
  skins?: { joints?: number[] }[];
  extensions?: {
    VRMC_springBone?: { springs?: { name?: string; joints?: Joint[] }[] };
    VRM?: { secondaryAnimation?: { boneGroups?: Group[] } };
  };
}

const DOWN: Vector = [0, -1, 0];
/** The bone of a leaf, in both formats: meters. */
const LEAF = 0.07;

/** The matrix of a node by columns, as glTF has it. */
function matrixOf({ matrix, translation: t = [0, 0, 0], rotation: q = [0, 0, 0, 1], scale: s = [1, 1, 1] }: NonNullable<Gltf["nodes"]>[number]): number[] {
  if (matrix) return matrix;
  const [x, y, z, w] = q;
  return [
    s[0] * (1 - 2 * (y * y + z * z)), s[0] * 2 * (x * y + z * w), s[0] * 2 * (x * z - y * w), 0,
    s[1] * 2 * (x * y - z * w), s[1] * (1 - 2 * (x * x + z * z)), s[1] * 2 * (y * z + x * w), 0,
    s[2] * 2 * (x * z + y * w), s[2] * 2 * (y * z - x * w), s[2] * (1 - 2 * (x * x + y * y)), 0,
    t[0], t[1], t[2], 1,
  ];
}

/** The nodes with their places in the rest pose. */
function nodesOf(gltf: Gltf): Node[] {
  const given = gltf.nodes ?? [];
  const nodes: Node[] = given.map(({ name, children = [] }, i) => ({ name: name ?? `node ${i}`, parent: -1, children, place: [0, 0, 0] }));
  for (const [i, { children }] of nodes.entries()) {
    for (const child of children) {
      if (!nodes[child] || child === i || nodes[child].parent >= 0) throw new Error(`node ${child} has two parents or is missing.`);
      nodes[child].parent = i;
    }
  }
  const visit = (i: number, above: number[]) => {
    const own = matrixOf(given[i]);
    const world = Array.from({ length: 16 }, (_, at) => [0, 1, 2, 3].reduce((sum, k) => sum + above[4 * k + (at % 4)] * own[4 * (at >> 2) + k], 0));
    nodes[i] = { ...nodes[i], place: [world[12], world[13], world[14]] };
    for (const child of nodes[i].children) visit(child, world);
  };
  nodes.forEach((node, i) => node.parent < 0 && visit(i, matrixOf({})));
  return nodes;
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** The bones of a node and all below it; the tail of each is its first child, that of a leaf goes on as the bone above. */
function bonesBelow(nodes: Node[], root: number, spring: SpringBone | null, withLeaves: boolean): Bone[] {
  const bones: Bone[] = [];
  const visit = (i: number, parent: number) => {
    const { name, place: head, children } = nodes[i];
    let tail = nodes[children[0]]?.place;
    if (!tail) {
      if (!withLeaves) return;
      const along = parent >= 0 ? minus(bones[parent].tail, bones[parent].head) : [...DOWN];
      const size = Math.hypot(...along) || 1;
      tail = [0, 1, 2].map((k) => head[k] + (LEAF * along[k]) / size) as unknown as Vector;
    }
    // A bone without a length turns nothing.
    const own = Math.hypot(...minus(tail, head)) > 1e-6 ? bones.push({ name, head, tail, parent, spring }) - 1 : parent;
    for (const child of children) visit(child, own);
  };
  visit(root, -1);
  return bones;
}

function chainsOf(gltf: Gltf, nodes: Node[]): Pick<Skeleton, "chains" | "source"> {
  const chains: Chain[] = [];
  for (const { name, joints = [] } of gltf.extensions?.VRMC_springBone?.springs ?? []) {
    const bones: Bone[] = [];
    // The last joint of a chain is its end.
    for (const [i, joint] of joints.slice(0, -1).entries()) {
      const [from, to] = [nodes[joint.node], nodes[joints[i + 1].node]];
      if (!from || !to || Math.hypot(...minus(to.place, from.place)) < 1e-6) continue;
      const [x, y, z] = joint.gravityDir ?? DOWN;
      const spring = { stiffness: joint.stiffness ?? 1, drag: joint.dragForce ?? 0.5, gravity: joint.gravityPower ?? 0, direction: [x, y, z] as const };
      bones.push({ name: from.name, head: from.place, tail: to.place, parent: bones.length - 1, spring });
    }
    if (bones.length) chains.push({ name: name || bones[0].name, bones });
  }
  if (chains.length) return { chains, source: "VRMC_springBone" };
  for (const group of gltf.extensions?.VRM?.secondaryAnimation?.boneGroups ?? []) {
    const { x, y, z } = group.gravityDir ?? { x: 0, y: -1, z: 0 };
    const spring = { stiffness: group.stiffiness ?? 1, drag: group.dragForce ?? 0.4, gravity: group.gravityPower ?? 0, direction: [x, y, z] as const };
    for (const root of group.bones ?? []) {
      const bones = nodes[root] ? bonesBelow(nodes, root, spring, true) : [];
      if (bones.length) chains.push({ name: [group.comment, nodes[root].name].filter(Boolean).join(": "), bones });
    }
  }
  if (chains.length) return { chains, source: "secondaryAnimation" };
  const joints = [...new Set((gltf.skins ?? []).flatMap((skin) => skin.joints ?? []))].filter((i) => nodes[i]);
  for (const root of joints.length ? joints : nodes.keys()) {
    const bones = bonesBelow(nodes, root, null, false);
    if (bones.length) chains.push({ name: nodes[root].name, bones });
  }
  // The longest chain without a branch is the first.
  const isLine = ({ bones }: Chain) => bones.every(({ parent }, i) => parent === i - 1);
  chains.sort((a, b) => Number(isLine(b)) - Number(isLine(a)) || (isLine(a) ? b.bones.length - a.bones.length : 0));
  return { chains, source: "" };
}

/** The skeleton of a glTF file and what can swing in it; throws words that say what is wrong. */
export function skeleton(name: string, json: unknown): Skeleton {
  const gltf = json as Gltf;
  const nodes = nodesOf(gltf);
  const found = chainsOf(gltf, nodes);
  if (found.chains.length === 0) throw new Error(`${name} has no bones.`);
  return { kind: "skeleton", name, nodes, ...found };
}

/** The JSON of a binary glTF file. */
export function glbJson(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + view.getUint32(12, true))));
}

/**
 * The coefficients per frame that a spring bone has for small angles, as a spec: a tail that is pulled along its rest by
 * `k = strength·dt/length` of its length and then put back on its distance moves by
 * `(1 + k)·x₂ = (2 − drag)·x₁ − (1 − drag)·x₀`, which is Nissen's step with `C_s = k/(1 + k)` and `C_d = (k + drag)/(1 + k)`.
 */
export function specOfBone(strength: number, drag: number, length: number): string {
  const k = strength / 60 / length;
  return `nissen:c_s=${k / (1 + k)},c_d=${(k + drag) / (1 + k)},dt=${1 / 60}`;
}

/** The direction that a spring bone rests in, and the strength of its pull there: stiffness and gravity together. */
export function pull({ stiffness, gravity, direction }: SpringBone, axis: Vector): { direction: Vector; strength: number } {
  const sum = [0, 1, 2].map((k) => stiffness * axis[k] + gravity * direction[k]) as unknown as Vector;
  const strength = Math.hypot(...sum);
  return strength > 0 ? { direction: [sum[0] / strength, sum[1] / strength, sum[2] / strength], strength } : { direction: axis, strength };
}
