/**
 * Springs of other libraries beside this package, in one process: time for each sample, difference from the exact motion, and
 * between frame rates; a rope and a cloth beside rapier's. Exits with 1 when a promise is missed. `npm ci && npm run bench`.
 */
import { spring as animejsSpring } from "animejs";
import { spring as motionSpring } from "motion";
import { spring as popmotionSpring } from "popmotion";
import { Block, Spring } from "../dist/index.js";
import wobble from "wobble";
import { frameRates } from "./frames.mjs";
import { softBodies } from "./soft.mjs";

const [stiffness, damping, mass] = [170, 12, 1];
const ours = Spring.from({ stiffness, damping, mass });
const times = Float64Array.from({ length: 600 }, (_, index) => index / 600);
const exact = ours.sample(times, { from: 0, goal: 100 }).position;

/** The time of one measurement, ns for each of `count` samples. */
function once(count, work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / count;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The median of nine measurements, ns for each of `count` samples. */
const nanoseconds = (count, work) => median(Array.from({ length: 9 }, () => once(count, work)));

/** The median of each of several works, which take turns until all are compiled, so that none has the busier machine. */
function inTurns(count, works) {
  const names = Object.keys(works);
  const measured = Array.from({ length: 201 }, () => names.map((name) => once(count, works[name])));
  return Object.fromEntries(names.map((name, at) => [name, median(measured.map((turn) => turn[at]))]));
}

/** The position after 1 s, reached in frames of a rate. */
const rivals = {
  motion: () => {
    const generator = motionSpring({ keyframes: [0, 100], stiffness, damping, mass, restDelta: 1e-9, restSpeed: 1e-9 });
    return (time) => generator.next(1000 * time).value;
  },
  popmotion: () => {
    const generator = popmotionSpring({ from: 0, to: 100, stiffness, damping, mass, restDelta: 1e-9, restSpeed: 1e-9 });
    return (time) => generator.next(1000 * time).value;
  },
  animejs: () => {
    const made = animejsSpring({ stiffness, damping, mass });
    const seconds = (made.settlingDuration ?? made.duration) / 1000;
    return (time) => 100 * made.ease(time / seconds);
  },
  wobble: () => {
    const moving = new wobble.Spring({ fromValue: 0, toValue: 100, stiffness, damping, mass, restVelocityThreshold: 1e-9, restDisplacementThreshold: 1e-9 });
    moving._reset();
    moving._isAnimating = true;
    moving._currentAnimationStep = 0;
    moving._currentTime = 0;
    return (time) => {
      if (time > 0) moving._advanceSpringToTime(1000 * time);
      return moving.currentValue;
    };
  },
};

const samples = (start) => () => {
  for (let turn = 0; turn < 20; turn++) {
    const value = start();
    for (const time of times) value(time);
  }
};
const sampled = () => {
  for (let turn = 0; turn < 20; turn++) ours.sample(times, { from: 0, goal: 100 });
};
const { sprung: best, motion } = inTurns(times.length * 20, { sprung: sampled, motion: samples(rivals.motion) });

const rows = [];
rows.push({ library: "sprung, sample()", "ns/sample": best, "max error, %": 0, "60 to 120 Hz, %": 0 });
for (const [library, start] of Object.entries(rivals)) {
  try {
    const value = start();
    const error = Math.max(...exact.map((wanted, index) => Math.abs(value(times[index]) - wanted)));
    const ns = library === "motion" ? motion : nanoseconds(times.length * 20, samples(start));
    // A step that ends the hitch of a frame, and half of one, at the same time.
    const at = (rate) => {
      const value = start();
      let last = 0;
      for (let index = 0; index <= 0.3 * rate; index++) last = value(index / rate);
      return last;
    };
    rows.push({ library, "ns/sample": ns, "max error, %": error, "60 to 120 Hz, %": Math.abs(at(60) - at(120)) });
  } catch (error) {
    rows.push({ library, "ns/sample": NaN, "max error, %": NaN, "60 to 120 Hz, %": NaN });
    console.log(`${library}: ${error.message}`);
  }
}
const rounded = ([key, value]) => [key, typeof value === "number" ? Number(value.toPrecision(3)) : value];
const table = (rows) => console.table(rows.map((row) => Object.fromEntries(Object.entries(row).map(rounded))));
table(rows);
const frames = frameRates();
console.log("A motion of 1 s in frames, % of the distance:");
table(frames);
const { rows: soft, ratios } = await softBodies();
console.log("A rope and a cloth that hang, beside rapier's with more and more iterations:");
table(soft);

const count = 100_000;
const block = new Block(count, 3, "f32");
const inPlace = nanoseconds(count, () => ours.advance(block.column(0), block.column(1), block.column(2), 1 / 60));
console.log(`${count} springs in a block: ${inPlace.toFixed(2)} ns each`);

const fastest = Math.min(...rows.slice(1).map((row) => row["ns/sample"]).filter(Number.isFinite));
const promises = [
  ["a spring of a batch is at least ten times faster than a rival's sample", inPlace * 10 <= fastest],
  ["a sample takes no longer than one of motion", best <= motion],
  ["a motion is the same at 30, 60, 144 and 240 Hz", frames.find((row) => row.library === "sprung")["between rates"] < 1e-11],
  ["a rope and a cloth take at most half the time of rapier's at equal stretch", Object.values(ratios).every((ratio) => ratio >= 2)],
  ["at least three rivals were measured", rows.filter((row) => Number.isFinite(row["ns/sample"])).length >= 4],
];
for (const [promise, holds] of promises) console.log(`${holds ? "holds " : "MISSED"} ${promise}`);
process.exit(promises.every(([, holds]) => holds) ? 0 : 1);
