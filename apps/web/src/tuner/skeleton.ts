// A skeleton: what a file says about its bones, the spring of each, and a chain to swing.

import { computed, effect, signal } from "@preact/signals-core";
import { drags, handle } from "../parts/handle.ts";
import { player } from "../parts/player.ts";
import { Camera, segment } from "../parts/projection.ts";
import { surface } from "../parts/surface.ts";
import type { Vector } from "../parts/vector.ts";
import { describe } from "../parts/words.ts";
import { commit } from "../state/params.ts";
import { button, make, select } from "./dom.ts";
import { pull, specOfBone, type Bone, type Skeleton, type SpringBone } from "./gltf.ts";
import type { SpringParameters } from "./parameters.ts";
import { core, short, springA, tune } from "./state.ts";
import { Swing } from "./swing.ts";

const WORDS = {
  VRMC_springBone: "VRM 1.0 (VRMC_springBone)",
  secondaryAnimation: "VRM 0 (secondaryAnimation)",
};

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const lengthOf = ({ head, tail }: Bone) => Math.hypot(...minus(tail, head));
const digits = (value: number) => short(Number(value.toPrecision(3)));

const directionInWords = ([x, y, z]: Vector) => (x === 0 && z === 0 ? (y < 0 ? "down" : "up") : `along ${[x, y, z].map(digits).join(", ")}`);

/** The strength of a bone that nothing pulls, m/s: its spring is all drag. */
const WEAKEST = 1e-6;

/** A spring bone as a spring: that of small angles about its rest, where stiffness and gravity pull together. */
function springOf(bone: Bone, given: SpringBone): { spring: SpringParameters; pulled: boolean; sag: number } {
  const size = lengthOf(bone);
  const along = minus(bone.tail, bone.head);
  const axis: Vector = [along[0] / size, along[1] / size, along[2] / size];
  const { direction, strength } = pull(given, axis);
  const spec = specOfBone(Math.max(strength, WEAKEST), Math.min(Math.max(given.drag, 0), 1), size);
  const cosine = axis[0] * direction[0] + axis[1] * direction[1] + axis[2] * direction[2];
  return { spring: core.parse(spec), pulled: strength > 0, sag: (180 / Math.PI) * Math.acos(Math.min(Math.max(cosine, -1), 1)) };
}

/** Adds a skeleton to `host`; returns what ends it. */
export function skeletonView(host: HTMLElement, found: Skeleton): () => void {
  const index = signal(0);
  const chain = computed(() => found.chains[index.value]);
  const springs = computed(() => chain.value.bones.map((bone) => (bone.spring ? springOf(bone, bone.spring).spring : springA.value)));
  const about = found.source
    ? `Spring bones of ${WORDS[found.source]}. Stiffness pulls the tail along its rest pose and gravity along its direction, in meters per second; drag is the share of its motion that a frame takes away. That depends on the frame rate: the springs here are what it is at 60 frames a second, the same at every frame rate. Colliders are not used.`
    : "This file has no spring bones: choose a joint, and every bone below it swings on the spring that is tuned above.";
  const pick = make("div", { class: "controls" });
  host.append(make("p", { class: "quiet small", text: about }), pick);
  select(pick, found.source ? "Chain" : "Swing from", found.chains.map((one, i) => [String(i), one.name] as const), (value) => (index.value = Number(value)));
  const end = stage(host, found, () => chain.value.bones, () => springs.value);
  if (found.source) table(host, () => chain.value.bones);
  return end;
}

function stage(host: HTMLElement, found: Skeleton, bones: () => Bone[], springs: () => SpringParameters[]): () => void {
  const turn = signal(-1);
  const again = signal(0);
  // The displacement of the first head from its rest.
  const moved = signal<Vector>([0, 0, 0]);
  let swing: Swing;
  let size = 1;
  let middle: Vector = [0, 0, 0];
  const advance = (spring: SpringParameters, dt: number, x: Float64Array, v: Float64Array, goal: Float64Array) => core.advance(spring, dt, "held", x, v, goal, goal);
  const reset = () => {
    const all = bones();
    swing = new Swing(all, advance);
    const places = all.flatMap(({ head, tail }) => [head, tail]);
    const [low, high] = [Math.min, Math.max].map((best) => [0, 1, 2].map((k) => best(...places.map((one) => one[k]))));
    size = Math.max(...high.map((one, k) => one - low[k]), 1e-6);
    middle = [0, 1, 2].map((k) => (low[k] + high[k]) / 2) as unknown as Vector;
    moved.value = [0, 0, 0];
    again.value = again.peek() + 1;
  };
  reset();
  const camera = ({ width, height }: { width: number; height: number }) => new Camera(turn.value, 0.15, 0.6 * Math.min(height, width), [width / 2, height / 2]);
  // In sizes of the chain.
  const seen = (place: Vector): Vector => [(place[0] - middle[0]) / size, (place[1] - middle[1]) / size, (place[2] - middle[2]) / size];
  const unseen = (place: Vector): Vector => [middle[0] + size * place[0], middle[1] + size * place[1], middle[2] + size * place[2]];
  const picture = surface(host, {
    label: "The skeleton and a chain that swings",
    height: (width) => (width < 500 ? 300 : 380),
    paint(ctx, frame, colors) {
      again.value;
      ctx.fillStyle = colors.soft;
      ctx.fillRect(0, 0, frame.width, frame.height);
      const eye = camera(frame);
      const line = (from: Vector, to: Vector, color: string, width: number) => segment(ctx, eye, seen(from), seen(to), color, width);
      const shift = moved.value;
      const carried = (place: Vector): Vector => [place[0] + shift[0], place[1] + shift[1], place[2] + shift[2]];
      for (const { parent, place } of found.nodes) {
        if (parent >= 0) line(carried(found.nodes[parent].place), carried(place), colors.line, 3);
      }
      swing.now.forEach(({ head, tail }, i) => {
        line(head, tail, colors.series[i % 2 ? 5 : 0], 6);
        const [x, y] = eye.place(seen(tail));
        ctx.fillStyle = colors.ink;
        ctx.beginPath();
        ctx.arc(x, y, 3.5, 0, 7);
        ctx.fill();
      });
    },
  });
  picture.box.classList.add("stage");
  describe(picture.canvas, () => {
    const all = bones();
    const tail = swing.now[all.length - 1].tail;
    again.value;
    return `${all.length} bones from ${all[0].name} swing. The last tail is ${digits(100 * Math.hypot(...minus(tail, all[all.length - 1].tail)))} centimeters from its rest pose.`;
  });
  const goTo = (place: Vector) => {
    moved.value = minus(place, bones()[0].head);
    motion.play();
  };
  const start = () => {
    const { head } = bones()[0];
    return [head[0] + moved.value[0], head[1] + moved.value[1], head[2] + moved.value[2]] as const;
  };
  const frame = () => ({ width: picture.width.value, height: picture.height.value });
  handle(picture, {
    label: "The place of the chain’s first bone",
    moves: "both",
    color: () => "var(--series-2)",
    at: () => {
      again.value;
      const [x, y] = camera(frame()).place(seen(start()));
      return [x, y];
    },
    drag: (x, y) => goTo(unseen(camera(frame()).point(x, y, seen(start())))),
    key: (right, up) => {
      const [x, y] = camera(frame()).place(seen(start()));
      goTo(unseen(camera(frame()).point(x + 12 * right, y - 12 * up, seen(start()))));
    },
    value: () => ({ now: Math.round(100 * Math.hypot(...moved.value)), min: 0, max: 1000 }),
    valueText: () => `${digits(100 * Math.hypot(...moved.value))} centimeters from its rest pose`,
    end: () => {},
  });
  let from = 0;
  drags(picture.canvas, picture.box, { start: (x) => (from = x), drag: (x) => ([turn.value, from] = [turn.value + (x - from) / 120, x]), end: () => {} });
  const motion = player(host, {
    label: "the chain",
    inView: picture.inView,
    advance(dt) {
      swing.step(dt, start(), springs());
      again.value = again.peek() + 1;
      return swing.speed() > 1e-3 * size;
    },
    // A push: the chain is carried aside at once.
    restart() {
      reset();
      moved.value = [0.35 * size, 0, 0.2 * size];
    },
  });
  motion.controls.append(
    button("Turn left", () => (turn.value -= Math.PI / 8)),
    button("Turn right", () => (turn.value += Math.PI / 8)),
  );
  return effect(() => {
    bones();
    queueMicrotask(reset);
  });
}

function table(host: HTMLElement, bones: () => Bone[]): void {
  const body = make("tbody");
  effect(() => {
    body.replaceChildren(...bones().slice(0, 200).map((bone) => {
      const given = bone.spring!;
      const { stiffness, drag, gravity, direction } = given;
      const row = make("tr", {}, make("th", { scope: "row", text: bone.name }));
      const cell = (text: string) => row.append(make("td", { text }));
      [`${digits(lengthOf(bone))} m`, digits(stiffness), digits(drag), gravity ? `${digits(gravity)} ${directionInWords(direction)}` : "0"].forEach(cell);
      const found = springOf(bone, given);
      if (!found.pulled) {
        cell("nothing pulls it");
        cell("");
        return row;
      }
      const { frequency, dampingRatio, settlingTime } = core.readings(found.spring, 0.02);
      cell(`${digits(frequency)} Hz, damping ratio ${digits(dampingRatio)}, settles in ${digits(settlingTime)} s${found.sag > 0.05 ? `; hangs ${digits(found.sag)}° from its rest pose` : ""}`);
      row.append(make("td", {}, button("Tune it", () => {
        tune(found.spring);
        commit();
      })));
      return row;
    }));
  });
  const head = make("tr", {}, ...["Bone", "Length", "Stiffness", "Drag", "Gravity", "As a spring", ""].map((text) => make(text ? "th" : "td", text ? { text, scope: "col" } : {})));
  host.append(make("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Bones" }, make("table", { class: "bones" }, make("thead", {}, head), body)));
}
