/**
 * Springs that are stepped frame by frame, at four frame rates: how far a motion of one second is from the exact one and from
 * itself at another rate.
 */
import { Globals, SpringValue } from "@react-spring/core";
import { raf as springRaf } from "@react-spring/rafz";
import wobble from "wobble";
// The browser's build of Svelte needs a document; its spring and its clock do not.
import { raf as svelteRaf } from "./node_modules/svelte/src/internal/client/timing.js";
import { Spring as SvelteSpring } from "./node_modules/svelte/src/motion/spring.js";
import { Spring } from "../dist/index.js";

const [stiffness, damping, mass, to] = [170, 12, 1, 100];
export const rates = [30, 60, 144, 240];

/** The time, ms, that all libraries here are shown. */
let clock = 0;
Globals.assign({ now: () => clock });
springRaf.now = () => clock;
springRaf.frameLoop = "demand";
let frame = () => {};
svelteRaf.now = () => clock;
svelteRaf.tick = (callback) => (frame = callback);

/** Starts a motion from 0 to 100; returns what shows the next frame and the position. */
const starts = {
  sprung: () => {
    const spring = Spring.from({ stiffness, damping, mass });
    let state = { position: 0, velocity: 0 };
    return (dt) => (state = spring.step(state, to, dt)).position;
  },
  "react-spring": () => {
    const value = new SpringValue(0);
    value.start({ to, config: { tension: stiffness, friction: damping, mass, precision: 1e-9 } });
    springRaf.advance();
    return () => (springRaf.advance(), value.get());
  },
  svelte: () => {
    const spring = new SvelteSpring(0, { stiffness: 0.1, damping: 0.3, precision: 1e-9 });
    spring.target = to;
    return () => (frame(), spring.current);
  },
  wobble: () => {
    const moving = new wobble.Spring({ fromValue: 0, toValue: to, stiffness, damping, mass, restVelocityThreshold: 1e-9, restDisplacementThreshold: 1e-9 });
    Object.assign(moving, { _isAnimating: true, _currentAnimationStep: 0, _currentTime: 0 });
    let time = 0;
    return (dt) => (moving._advanceSpringToTime(1000 * (time += dt)), moving.currentValue);
  },
};

/** The positions at the sixths of a second, which all rates show. */
function sixths(start, rate) {
  clock = 0;
  const next = start();
  const seen = [];
  for (let index = 1; index <= rate; index++) {
    clock = (1000 * index) / rate;
    const position = next(1 / rate);
    if (index % (rate / 6) === 0) seen.push(position);
  }
  return seen;
}

const exact = Spring.from({ stiffness, damping, mass }).sample({ start: 1 / 6, step: 1 / 6, count: 6 }, { goal: to }).position;
const apart = (a, b) => Math.max(...a.map((value, index) => Math.abs(value - b[index])));

/** A row for each library: the error at each rate where its parameters are physical, and the largest difference between two rates; % of the distance. */
export function frameRates() {
  return Object.entries(starts).map(([library, start]) => {
    const seen = rates.map((rate) => sixths(start, rate));
    const errors = rates.map((rate, index) => [`error at ${rate} Hz`, library === "svelte" ? "" : apart(seen[index], exact)]);
    const between = Math.max(...seen.flatMap((a) => seen.map((b) => apart(a, b))));
    return { library, ...Object.fromEntries(errors), "between rates": between };
  });
}
