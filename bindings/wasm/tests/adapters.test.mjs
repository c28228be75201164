import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Spring } from "sprung";
import { springStore } from "sprung/svelte";
import { useSpring as useVueSpring } from "sprung/vue";
import { animate, timing } from "sprung/waapi";
import { effectScope, ref } from "vue";

const parameters = { duration: 0.5, bounce: 0.3 };
let pending = [];
let now = 0;

/** A frame of the browser, `ms` after the one before. */
function frame(ms) {
  now += ms;
  for (const [, callback] of pending.splice(0)) callback(now);
}

beforeEach(() => {
  [pending, now] = [[], 0];
  let next = 1;
  globalThis.requestAnimationFrame = (callback) => (pending.push([next, callback]), next++);
  globalThis.cancelAnimationFrame = (handle) => (pending = pending.filter(([one]) => one !== handle));
});
afterEach(() => {
  delete globalThis.matchMedia;
});

/** The value after a first frame of 1/60 s and others of these lengths (ms). */
function expected(lengths) {
  const spring = Spring.from(parameters);
  let state = { position: 0, velocity: 0 };
  for (const dt of [1 / 60, ...lengths.map((ms) => ms / 1000)]) state = spring.step(state, 100, dt);
  return state.position;
}

test("an animation of the Web Animations API has the spring's easing and duration", () => {
  const spring = Spring.from(parameters);
  const { duration, easing, fill } = timing(spring, 0.01);
  assert.equal(duration, 527);
  assert.equal(easing, `${spring.linear(0.01)}`);
  const calls = [];
  animate({ animate: (...given) => calls.push(given) }, { opacity: 1 }, spring, 0.01);
  assert.deepEqual(calls, [[{ opacity: 1 }, { duration, easing, fill }]]);
});

test("a Svelte store moves frame by frame, keeps its velocity, and stops asking for frames at its goal", () => {
  const store = springStore(0, parameters);
  let value;
  const stop = store.subscribe((now) => (value = now));
  store.set(100);
  frame(16);
  frame(7);
  frame(33);
  assert.equal(value, expected([7, 33]));
  const before = value;
  store.set(-50);
  frame(1);
  assert.ok(value > before, "it goes on the way it went");
  for (let index = 0; index < 300; index++) frame(16);
  assert.equal(value, -50);
  assert.equal(pending.length, 0);
  store.jump(3);
  assert.equal(value, 3);
  stop();
});

test("a Vue composable follows its goal, and ends with its scope", () => {
  const scope = effectScope();
  const goal = ref(0);
  const shown = scope.run(() => useVueSpring(goal, parameters));
  goal.value = 100;
  frame(16);
  frame(20);
  assert.equal(shown.value, expected([20]));
  scope.stop();
  assert.equal(pending.length, 0);
});

test("a React hook renders each frame", async () => {
  const { createElement } = await import("react");
  const { renderToString } = await import("react-dom/server");
  const { useSpring } = await import("sprung/react");
  const seen = [];
  const Card = ({ x }) => (seen.push(useSpring(x, parameters)), createElement("i"));
  assert.equal(renderToString(createElement(Card, { x: 40 })), "<i></i>");
  assert.deepEqual(seen, [40]);
});

test("those who asked for less motion get the goal at once", () => {
  globalThis.matchMedia = () => ({ matches: true });
  const store = springStore(0, parameters);
  let value;
  store.subscribe((now) => (value = now));
  store.set(100);
  assert.equal(value, 100);
  assert.equal(pending.length, 0);
});
