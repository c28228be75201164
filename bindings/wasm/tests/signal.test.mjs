import assert from "node:assert/strict";
import { test } from "node:test";
import { Damper, Spring } from "sprung";
import { fit, resonances, smooth, smoothEulerAngles, spectrogram, spectrum } from "sprung/signal";
import { rows } from "./data.mjs";

test("smoothing meets the response that SciPy computed", () => {
  const [head, ...golden] = rows("../../../testkit/golden/response.csv", ",");
  const [times, recorded] = [0, 1].map((column) => golden.map((row) => Number(row[column])));
  assert.deepEqual(head.slice(0, 3), ["time", "recorded", "damper_8_0"]);
  const filters = [
    [Damper.from({ rate: 8 }), "world"], [Spring.fromAngularFrequency(20, 1), "world"],
    [Spring.fromAngularFrequency(12, 0.4), "world"], [Spring.fromAngularFrequency(15, 2), "world"],
    [Spring.fromAngularFrequency(20, 0.7), "goal"], [Spring.fromAngularFrequency(9, 1), "goal"],
  ];
  filters.forEach(([filter, damping], index) => {
    smooth(filter, times, recorded, { damping }).forEach((value, row) => {
      assert.ok(Math.abs(value - Number(golden[row][2 + index])) < 1e-9, `${head[2 + index]} at ${row}`);
    });
  });
  const still = smooth(filters[1][0], times, times.map(() => 3), { zeroPhase: true });
  assert.ok(still.every((value) => Math.abs(value - 3) < 1e-9));
  assert.throws(() => smooth(filters[0][0], [0, 0, -1], [1, 2, 3]), { field: "times" });
  assert.throws(() => smooth(filters[0][0], [0, 1], [1, 2, 3]), { field: "values" });
});

const dt = 1 / 8000;
const tone = Float32Array.from({ length: 8000 }, (_, index) => Math.sin(2 * Math.PI * 440 * index * dt) + 0.3 * Math.sin(2 * Math.PI * 1000 * index * dt));

test("the tones of a signal are found", () => {
  const [first, second] = resonances(tone, dt);
  assert.ok(Math.abs(first.frequency - 440) < 0.01 && Math.abs(second.frequency - 1000) < 0.01);
  assert.ok(first.strength > second.strength && second.signalToNoise > 10);
  const strengths = spectrum(tone, dt, [300, 440, 700]);
  assert.ok(strengths[1] > 20 * strengths[0] && strengths[1] > 20 * strengths[2]);
  const { times, strengths: columns } = spectrogram(tone, dt, [300, 440], 10);
  assert.equal(times.length, columns.length);
  assert.ok(columns.slice(2, -2).every(([low, high]) => high > 3 * low));
  assert.throws(() => resonances(tone, -1), { field: "dt" });
});

test("the spring of a recorded motion is found", () => {
  const spring = Spring.from({ frequency: 1.3, dampingRatio: 0.25 });
  const times = Float64Array.from({ length: 200 }, (_, index) => index / 60);
  const found = fit(times, spring.sample(times, { from: 2, goal: 5 }).position);
  assert.ok(found.isExplained);
  assert.ok(Math.abs(found.spring.frequency - 1.3) < 1e-6 && Math.abs(found.spring.dampingRatio - 0.25) < 1e-6);
  assert.ok(Math.abs(found.goal - 5) < 1e-6 && Math.abs(found.start - 2) < 1e-6);
});

test("rotations about one axis are smoothed as its angle is, once and both ways", () => {
  const times = Float64Array.from({ length: 200 }, (_, i) => i / 30);
  const angle = times.map((t) => 0.7 * Math.sin(3 * t));
  const still = new Float64Array(200);
  const spring = Spring.fromHalflife(0.05);
  for (const [zeroPhase, tolerance] of [[false, 1e-11], [true, 1e-6]]) {
    const wanted = smooth(spring, times, angle, { zeroPhase });
    const [z, x, y] = smoothEulerAngles(spring, times, [still, angle, still], [2, 0, 1], { zeroPhase });
    x.forEach((one, i) => assert.ok(Math.abs(one - wanted[i]) < tolerance, `${i}: ${one} ${wanted[i]}`));
    assert.ok([...z, ...y].every((one) => Math.abs(one) < 1e-12));
  }
  // Beyond gimbal lock of the middle angle the turn goes on.
  const turning = times.map((t) => 0.9 * t);
  const [, middle] = smoothEulerAngles(spring, times, [still, turning, still], [2, 1, 0], { zeroPhase: true });
  middle.forEach((one, i) => assert.ok(Math.abs(one - turning[i]) < 1e-5, `${i}: ${one}`));
  assert.throws(() => smoothEulerAngles(spring, times, [still, angle, still], [0, 0, 1]), { field: "axes" });
  assert.throws(() => smoothEulerAngles(spring, times, [still, angle.slice(1), still], [0, 1, 2]), { field: "values" });
  assert.throws(() => smoothEulerAngles(spring, [1, 0], [[0, 1], [0, 1], [0, 1]], [0, 1, 2]), { field: "times" });
});
