import assert from "node:assert/strict";
import { test } from "node:test";
import { Spring } from "sprung";
import { eulerDamper, integrate, integrateFrames, METHODS, stabilityLimit, stepBy } from "sprung/integrate";

/** The methods as they are written in text books, on `x″ = w²(goal − x) − 2zw·v`. */
const WRITTEN = {
  explicit: ([x, v], a, h) => [x + h * v, v + h * a(x, v)],
  "semi-implicit": ([x, v], a, h) => [x + h * (v + h * a(x, v)), v + h * a(x, v)],
  "stable-pd": ([x, v], a, h, { w, z }) => [x + h * v, v + (h * a(x + h * v, v)) / (1 + 2 * z * w * h)],
  "backward-euler": ([x, v], a, h, { w, z }) => {
    const next = (v + h * w * w * (1 - x)) / (1 + 2 * z * w * h + w * w * h * h);
    return [x + h * next, next];
  },
};

test("every method takes the step that is written in text books", () => {
  for (const [w, z] of [[3, 0.2], [20, 1.5], [0.4, 0]]) {
    const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
    const acceleration = (x, v) => w * w * (1 - x) - 2 * z * w * v;
    for (const [method, written] of Object.entries(WRITTEN)) {
      const { position, velocity } = integrate(method, spring, 0.01, 100, { from: -0.5, velocity: 2 });
      assert.deepEqual([position.length, position[0], velocity[0]], [101, -0.5, 2]);
      let state = [-0.5, 2];
      for (let i = 1; i <= 100; i++) {
        state = written(state, acceleration, 0.01, { w, z });
        const size = 1 + Math.hypot(...state);
        assert.ok(Math.abs(position[i] - state[0]) + Math.abs(velocity[i] - state[1]) < 1e-9 * size, `${method} ${w} ${z} at ${i}`);
      }
    }
    const exact = integrate("exact", spring, 0.01, 100, { from: -0.5, velocity: 2 });
    exact.position.forEach((x, i) => assert.ok(Math.abs(x - spring.at(i / 100, { from: -0.5, velocity: 2 }).position) < 1e-12));
    const fourth = integrate("rk4", spring, 0.001, 1000, { from: -0.5, velocity: 2 });
    assert.ok(Math.abs(fourth.position[1000] - exact.position[100]) < 1e-6);
  }
});

test("a step of a vector is that of its components, and of a run", () => {
  const spring = Spring.from({ frequency: 2, dampingRatio: 0.3 });
  for (const method of METHODS) {
    const { position, velocity } = integrate(method, spring, 0.02, 1, { from: 3, velocity: -1, goal: 2, goalVelocity: 0.5 });
    assert.deepEqual(stepBy(method, spring, { position: 3, velocity: -1 }, 2, 0.02, 0.5), { position: position[1], velocity: velocity[1] });
    const both = stepBy(method, spring, { position: [3, 0], velocity: [-1, 0] }, [2, 0], 0.02, [0.5, 0]);
    assert.deepEqual([...both.position, ...both.velocity], [position[1], 0, velocity[1], 0]);
  }
});

test("methods diverge beyond their limit, and not below it", () => {
  for (const method of METHODS) {
    for (const z of [0.05, 0.4, 1, 2]) {
      const limit = stabilityLimit(method, z);
      if (limit === Infinity) {
        assert.ok(["exact", "backward-euler"].includes(method));
        continue;
      }
      const spring = Spring.from({ angularFrequency: 1, dampingRatio: z });
      const size = (dt) => {
        const { position, velocity } = integrate(method, spring, dt, 4000, { from: 1, goal: 0 });
        return Math.hypot(position[4000], velocity[4000]);
      };
      assert.ok(size(0.95 * limit) < 0.9 && !(size(1.05 * limit) < 1.1), `${method} ${z}: ${limit}`);
    }
  }
  assert.deepEqual([0, 1].map((z) => stabilityLimit("explicit", z)), [0, 2]);
});

test("Euler on a damper overshoots and diverges as it does", () => {
  eulerDamper([1, 2], [0, 1], 14, 0.1).forEach((x, i) => assert.ok(Math.abs(x - [-0.4, 0.6][i]) < 1e-15));
  let x = 1;
  for (let i = 0; i < 30; i++) x = eulerDamper(x, 0, 21, 0.1);
  assert.ok(Math.abs(x) > 10);
});

test("sub-steps divide frames: equal ones as single steps, capped ones drop time, fixed ones interpolate", () => {
  const spring = Spring.from({ frequency: 1, dampingRatio: 0.5 });
  const steps = integrate("rk4", spring, 0.05, 8).position;
  const uniform = integrateFrames("uniform", "rk4", spring, [0.1, 0.1, 0.2], 0.05, 8).position;
  [2, 4, 8].forEach((step, i) => assert.ok(Math.abs(uniform[i] - steps[step]) < 1e-15));
  const capped = integrateFrames("capped", "rk4", spring, [10, 0.05], 0.05, 3).position;
  assert.deepEqual([...capped].map((x, i) => Math.abs(x - steps[[3, 4][i]]) < 1e-15), [true, true]);
  const fixed = integrateFrames("fixed", "rk4", spring, [0.075], 0.05, 8).position[0];
  assert.ok(Math.abs(fixed - (steps[1] + steps[2]) / 2) < 1e-12);
  const owed = integrateFrames("fixed-keeping-debt", "rk4", spring, [0.3, 1e-9, 1e-9], 0.05, 2).position;
  assert.ok(Math.abs(owed[2] - steps[6]) < 1e-6);
});

test("bad input is an error", () => {
  const spring = Spring.fromFrequency(1);
  assert.throws(() => integrate("leapfrog", spring, 0.1, 1), { field: "method" });
  assert.throws(() => integrate("rk4", spring, 0.1, -1), { field: "steps" });
  assert.throws(() => integrate("rk4", spring, "0.1", 1), { field: "dt" });
  assert.throws(() => integrateFrames("capped", "rk4", spring, [0.1], 0, 1), { field: "step" });
  assert.throws(() => integrateFrames("none", "rk4", spring, [0.1], 0.1, 1), { field: "rule" });
  assert.equal(integrate("rk4", spring, 0.1, 0).position.length, 1);
});
