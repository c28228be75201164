import assert from "node:assert/strict";
import { test } from "node:test";
import { Block, Damper, Spring, SprungError, Timeline } from "sprung";
import { rows, springOf } from "./data.mjs";

test("steps have the bits of the native program, for every regime and step", () => {
  const native = rows("native.csv", ";");
  assert.equal(native.length, 140);
  for (const [spec, ...numbers] of native) {
    const [dt, steps, position, velocity, goal, ...after] = numbers.map(Number);
    const spring = springOf(spec);
    let state = { position, velocity };
    for (let step = 0; step < steps; step++) state = spring.step(state, goal, dt);
    // The program writes −0 as 0.
    assert.ok(state.position === after[0] && state.velocity === after[1], `${spec} ${dt}: ${state.position}`);
  }
});

test("the golden data is met within its tolerance", () => {
  const golden = rows("../../../testkit/golden/spring_step.csv", ",").slice(1);
  assert.ok(golden.length > 1700);
  for (const row of golden) {
    const [w, z, t, xx, xv, vx, vv] = row.map(Number);
    const spring = Spring.fromAngularFrequency(w, z);
    const held = spring.step({ position: 1, velocity: 0 }, 0, t);
    const moving = spring.step({ position: 0, velocity: 1 }, 0, t);
    const near = (got, wanted, scale) => assert.ok(Math.abs(got - wanted) <= 1e-14 * scale, `${row}: ${got}`);
    near(held.position, xx, 1);
    near(moving.position, xv, Math.min(t, 1 / w));
    near(held.velocity, vx, Math.min(w, w * w * t));
    near(moving.velocity, vv, 1);
  }
});

test("the motion at a time is the step of that length, bit for bit", () => {
  const spring = Spring.from({ duration: 0.5, bounce: 0.3 });
  const times = Float64Array.from({ length: 100 }, (_, index) => 0.013 * index);
  const samples = spring.sample(times, { from: 3, velocity: -2, goal: 7 });
  times.forEach((time, index) => {
    const { position, velocity } = spring.step({ position: 3, velocity: -2 }, 7, time);
    assert.equal(samples.position[index], position);
    assert.equal(samples.velocity[index], velocity);
    const { frequency, damping, stiffness } = spring;
    assert.ok(frequency > 0);
    const acceleration = -damping * velocity - stiffness * (position - 7);
    assert.ok(Math.abs(samples.acceleration[index] - acceleration) < 1e-10 * stiffness);
  });
  assert.deepEqual(spring.sample({ step: 0.013, count: 3 }, { from: 3 }), spring.sample(times.slice(0, 3), { from: 3 }));
  assert.equal(spring.sample([]).position.length, 0);
});

test("every parameter set is read back", () => {
  for (const [set, value] of [["frequency", 2], ["halflife", 0.2], ["lag", 0.3], ["angularFrequency", 9]]) {
    const spring = Spring.from({ [set]: value, dampingRatio: 0.6 });
    assert.ok(Math.abs(spring[set] / value - 1) < 1e-12, set);
    assert.equal(spring.dampingRatio, 0.6);
  }
  const swift = Spring.fromDurationAndBounce(0.5, 0.3);
  assert.deepEqual([swift.duration, swift.bounce].map((n) => n.toFixed(12)), ["0.500000000000", "0.300000000000"]);
  const physical = Spring.fromStiffnessAndDamping(340, 52, 2);
  assert.ok(Math.abs(physical.stiffness - 170) < 1e-9 && Math.abs(physical.damping - 26) < 1e-12);
  const regimes = [0, 0.5, 1, 2].map((ratio) => Spring.fromFrequency(1, ratio).regime);
  assert.deepEqual(regimes, ["undamped", "under-damped", "critical", "over-damped"]);
  const drag = Spring.fromStiffnessAndDamping(0, 5);
  assert.equal(drag.regime, "no-stiffness");
  assert.equal(drag.angularFrequency, 0);
  for (const spring of [swift, physical, drag]) {
    const again = Spring.from(JSON.parse(JSON.stringify(spring)));
    assert.deepEqual(spring.step({ position: 0, velocity: 1 }, 1, 0.1), again.step({ position: 0, velocity: 1 }, 1, 0.1));
  }
});

test("half of the offset is left after the half-life, a fraction after the settling time", () => {
  for (const dampingRatio of [0.1, 0.5, 1, 4]) {
    const spring = Spring.from({ halflife: 0.2, dampingRatio });
    assert.ok(Math.abs(spring.crossingTime(0.5) - 0.2) < 1e-12);
    const settled = spring.settlingTime(0.01);
    const { position } = spring.sample({ start: settled, step: 0.01, count: 500 });
    assert.ok(position.every((value) => Math.abs(value - 1) <= 0.01 + 1e-12));
    assert.ok(Math.abs(spring.at(settled * 0.999).position - 1) > 0.0099);
  }
  const bouncy = Spring.from({ frequency: 1, dampingRatio: 0.2 });
  const { time, position } = bouncy.overshoot();
  assert.ok(Math.abs(bouncy.at(time).velocity) < 1e-12 && Math.abs(bouncy.at(time).position - position) < 1e-12);
  assert.ok(bouncy.crossingTime(1, 2) > bouncy.crossingTime(1, 1));
  assert.equal(Spring.from({ frequency: 1 }).overshoot(), undefined);
});

test("poles are the roots of the characteristic polynomial", () => {
  for (const ratio of [0, 0.3, 1, 3, 1e6]) {
    const spring = Spring.fromAngularFrequency(3, ratio);
    for (const { re, im } of spring.poles) {
      const real = re * re - im * im + spring.damping * re + 9;
      const imaginary = 2 * re * im + spring.damping * im;
      assert.ok(Math.hypot(real, imaginary) <= 1e-12 * Math.max(9, spring.damping ** 2), `${ratio}`);
    }
  }
});

test("a linear() easing is that of the native program, and as near as it says", () => {
  for (const [spec, duration, text] of rows("linear.csv", ";")) {
    const spring = springOf(spec);
    const easing = spring.linear(0.001);
    assert.equal(`${easing}`, text);
    assert.equal(easing.duration, Number(duration));
    const { points } = easing;
    for (let at = 0; at < 2000; at++) {
      const percent = at / 20;
      const after = points.findIndex((point) => point.percent > percent);
      const [a, b] = [points[after - 1], points[after]];
      const value = a.value + ((b.value - a.value) * (percent - a.percent)) / (b.percent - a.percent);
      assert.ok(Math.abs(value - spring.at((percent / 100) * easing.duration).position) <= 0.001);
    }
  }
});

test("columns are advanced as single springs are, in place, in a block and in single precision", () => {
  const spring = Spring.from({ halflife: 0.1, dampingRatio: 0.4 });
  const count = 1000;
  const start = Float64Array.from({ length: count }, (_, index) => Math.sin(index));
  const goal = Float64Array.from({ length: count }, (_, index) => 3 * Math.cos(index));
  const [position, velocity] = [start.slice(), new Float64Array(count)];
  const block = new Block(count, 2);
  block.column(0).set(start);
  const [single, speed] = [Float32Array.from(start), new Float32Array(count)];
  for (let frame = 0; frame < 3; frame++) {
    spring.advance(position, velocity, goal, 1 / 60);
    spring.advance(block.column(0), block.column(1), goal, 1 / 60);
    spring.advance(single, speed, Float32Array.from(goal), 1 / 60);
  }
  start.forEach((from, index) => {
    let state = { position: from, velocity: 0 };
    for (let frame = 0; frame < 3; frame++) state = spring.step(state, goal[index], 1 / 60);
    assert.equal(position[index], state.position);
    assert.equal(velocity[index], state.velocity);
    assert.ok(Math.abs(single[index] - state.position) < 1e-6);
  });
  assert.deepEqual(block.column(0), position);
  // One goal for all, a goal that moves, a goal with a velocity.
  const moved = [0, 1].map(() => [Float64Array.of(0, 1), new Float64Array(2)]);
  spring.advance(...moved[0], { goal: 2, from: 1 }, 0.1);
  spring.advance(...moved[1], { goal: 2, goalVelocity: 10 }, 0.1);
  for (const [index, towards] of [{ goal: 2, from: 1 }, { goal: 2, goalVelocity: 10 }].entries()) {
    assert.equal(moved[index][0][1], spring.step({ position: 1, velocity: 0 }, towards, 0.1).position);
  }
});

test("a spring that tracks a steady goal does not lag, one damped by the world lags by its lag", () => {
  const spring = Spring.from({ lag: 0.25, dampingRatio: 0.7 });
  let [tracking, following] = [0, 1].map(() => ({ position: 0, velocity: 0 }));
  for (let frame = 0; frame < 600; frame++) {
    const [from, goal] = [frame / 60, (frame + 1) / 60];
    tracking = spring.step(tracking, { from, goal }, 1 / 60);
    following = spring.step(following, { from, goal, damping: "world" }, 1 / 60);
  }
  assert.ok(Math.abs(tracking.position - 10) < 1e-9);
  assert.ok(Math.abs(following.position - 9.75) < 1e-9);
});

test("dampers halve in their half-life at any frame rate", () => {
  const damper = Damper.fromHalflife(0.3);
  assert.equal(damper.step(8, 0, 0.3), 4);
  assert.ok(Math.abs(damper.halflife - 0.3) < 1e-15);
  const values = Float64Array.of(8, -8);
  for (let frame = 0; frame < 30; frame++) damper.advance(values, 0, 0.01);
  assert.ok(Math.abs(values[0] - 4) < 1e-13 && values[1] === -values[0]);
  assert.deepEqual([...damper.sample([0, 0.3], { from: 8, goal: 0 })], [8, 4]);
  assert.deepEqual([...Damper.from({ timeConstant: 2 }).step([1, 2], [0, 0], 0)], [1, 2]);
});

test("a timeline gives the same bits in any order, and goes on where it is retargeted", () => {
  const spring = Spring.from({ duration: 0.5, bounce: 0.2 });
  const timeline = new Timeline([{ time: 0, position: [0, 5], velocity: [0, 0], goal: [100, 0], spring }]);
  const before = timeline.at(0.3);
  timeline.retarget(0.3, { goal: [0, 0] });
  assert.deepEqual(timeline.at(0.3), before);
  const times = [0.7, 0.1, 0.3, 0.9, -1, 0.2];
  const once = times.map((time) => timeline.at(time));
  const backwards = [...times].reverse().map((time) => timeline.at(time)).reverse();
  assert.deepEqual(once, backwards);
  assert.deepEqual(timeline.at(-1), { position: Float64Array.of(0, 5), velocity: new Float64Array(2) });
  assert.throws(() => timeline.retarget(0.2, {}), /time must be finite and not before/);
});

test("bad input is an error that names field, value and rule, and changes nothing", () => {
  const refused = (call, field, message) =>
    assert.throws(call, (error) => error instanceof SprungError && error.field === field && error.message.includes(message));
  refused(() => Spring.from({ duration: -1 }), "duration", "duration must be >= 0, got -1");
  refused(() => Spring.from({ frequency: NaN }), "frequency", "got NaN");
  refused(() => Spring.from({ frequency: "2" }), "frequency", 'a number, got "2"');
  refused(() => Spring.from({ frequency: 2, dampingRatio: -0.2 }), "dampingRatio", "must be >= 0, got -0.2");
  refused(() => Spring.from({ frequency: 2, bounce: 0 }), "bounce", "left out beside frequency");
  refused(() => Spring.from({ stiffness: 100 }), "damping", "a number, got undefined");
  refused(() => Spring.from({}), "parameters", "angularFrequency");
  refused(() => Spring.from(null), "parameters", "an object");
  refused(() => Damper.from({ halflife: -1 }), "halflife", ">= 0");
  refused(() => Damper.from({ half: 1 }), "parameters", "one of rate");
  const spring = Spring.from({ frequency: 1 });
  refused(() => spring.linear(1), "maxError", "must be in 1e-4 to 0.1, got 1");
  refused(() => spring.at("1"), "time", "a number");
  refused(() => spring.crossingTime(0.5, 0), "n", "above 0");
  refused(() => spring.sample({ step: 1, count: -1 }), "count", "whole number");
  refused(() => spring.step({ position: [0, 1], velocity: [0] }, 1, 0.1), "velocity", "2 numbers long");
  refused(() => spring.step({ position: [0, "1"], velocity: [0, 0] }, 1, 0.1), "position", "array of numbers");
  const column = new Float64Array(3);
  refused(() => spring.advance(column, new Float64Array(2), 0, 0.1), "velocity", "a Float64Array of 3 numbers");
  refused(() => spring.advance(column, new Float32Array(3), 0, 0.1), "velocity", "a Float64Array of 3 numbers");
  refused(() => spring.advance([1], [1], 0, 0.1), "position", "a Float64Array or a Float32Array");
  refused(() => spring.advance(column, new Float64Array(3), 0, undefined), "dt", "a number");
  assert.deepEqual(column, new Float64Array(3));
  refused(() => new Block(0), "length", "above 0");
  refused(() => new Timeline([]), "keys", "at least 1");
});

test("a step of no, negative or unknown length changes nothing", () => {
  const spring = Spring.from({ frequency: 1 });
  for (const dt of [0, -1, NaN]) {
    assert.deepEqual(spring.step({ position: 3, velocity: 4 }, 0, dt), { position: 3, velocity: 4 });
  }
  assert.deepEqual(spring.step({ position: 3, velocity: 4 }, 1, Infinity), { position: 1, velocity: 0 });
});

test("a freed block throws, memory is used again, and what is forgotten is freed", async () => {
  const block = new Block(10);
  block.free();
  block.free();
  assert.throws(() => block.column(0), /block must be in use, got "freed"/);
  const address = () => {
    const block = new Block(100_000);
    const { byteOffset } = block.column(0);
    block[Symbol.dispose]();
    return byteOffset;
  };
  const first = address();
  for (let turn = 0; turn < 100; turn++) assert.equal(address(), first);
  let pages = 0;
  for (let turn = 0; turn < 60; turn++) {
    new Block(500_000);
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const last = new Block(1);
  pages = last.column(0).buffer.byteLength / 65536;
  assert.ok(pages < 3000, `${pages} pages for blocks of 4 MB, 60 of which would be 3840`);
});

test("columns of a block that fills the memory are advanced in place, while the memory grows", () => {
  const spring = Spring.from({ frequency: 1 });
  const count = 400_000;
  const block = new Block(count, 2, "f32");
  spring.advance(block.column(0), block.column(1), 1, 0.1);
  const { position, velocity } = spring.step({ position: 0, velocity: 0 }, 1, 0.1);
  assert.ok(block.column(0).every((value) => value === Math.fround(position)));
  assert.ok(block.column(1).every((value) => value === Math.fround(velocity)));
  block.free();
});

test("views survive a memory that grows", () => {
  const block = new Block(4);
  block.column(0).set([1, 2, 3, 4]);
  const large = new Block(3_000_000);
  assert.equal(large.column(0).length, 3_000_000);
  assert.deepEqual([...block.column(0)], [1, 2, 3, 4]);
  const spring = Spring.from({ frequency: 1 });
  assert.equal(spring.sample({ step: 1e-6, count: 1_000_000 }).position.length, 1_000_000);
  assert.deepEqual([...block.column(0)], [1, 2, 3, 4]);
});

test("a step of a vector of any length is that of its components", () => {
  const spring = Spring.from({ frequency: 2, dampingRatio: 0.3 });
  for (const length of [1, 2, 3, 254, 255, 256, 1000]) {
    const position = Array.from({ length }, (_, index) => Math.sin(index));
    const velocity = position.map((value) => 3 - value);
    const goal = Float32Array.from(position, (value) => 2 * value);
    for (const towards of [goal, { from: position, goal }, { goal, goalVelocity: velocity }]) {
      const moved = spring.step({ position, velocity }, towards, 0.1);
      assert.deepEqual([moved.position.length, moved.velocity.length], [length, length]);
      for (const index of [0, length >> 1, length - 1]) {
        const one = (values) => values[index];
        const to = towards === goal ? one(goal) : Object.fromEntries(Object.entries(towards).map(([key, values]) => [key, one(values)]));
        const wanted = spring.step({ position: one(position), velocity: one(velocity) }, to, 0.1);
        assert.deepEqual([moved.position[index], moved.velocity[index]], [wanted.position, wanted.velocity]);
      }
    }
  }
});
