import assert from "node:assert/strict";
import { test } from "node:test";
import { Damper, Spring } from "sprung";
import * as batch from "sprung/batch";

const count = 1001;
const column = (of, kind = Float64Array) => kind.from({ length: count }, (_, index) => of(index));

test("each spring of a batch moves as it would alone", () => {
  for (const [kind, tolerance] of [[Float64Array, 1e-12], [Float32Array, 1e-5]]) {
    const [w, z] = [column((index) => 1 + index / 50, kind), column((index) => index / 300, kind)];
    const [position, velocity, goal] = [column(Math.sin, kind), column(Math.cos, kind), column((index) => index % 3, kind)];
    const [start, speed] = [position.slice(), velocity.slice()];
    batch.stepSprings({ position, velocity, goal, angularFrequency: w, dampingRatio: z, dt: 0.05 });
    start.forEach((from, index) => {
      const alone = Spring.fromAngularFrequency(w[index], z[index]);
      const after = alone.step({ position: from, velocity: speed[index] }, goal[index], 0.05);
      assert.ok(Math.abs(position[index] - after.position) < tolerance * 3);
      assert.ok(Math.abs(velocity[index] - after.velocity) < tolerance * 100);
    });
  }
});

test("dampers, critical springs, characters and shared springs", () => {
  const [value, goal] = [column(Math.sin), column(Math.cos)];
  const start = value.slice();
  batch.stepDampers({ value, goal, halflife: column((index) => 0.1 + index / 1000), dt: 0.1 });
  start.forEach((from, index) => {
    const alone = Damper.fromHalflife(0.1 + index / 1000).step(from, goal[index], 0.1);
    assert.ok(Math.abs(value[index] - alone) < 1e-13);
  });
  const [position, velocity, acceleration] = [column(Math.sin), column(() => 0), column(() => 0)];
  batch.stepCriticalSprings({ position, velocity, goal: 2, halflife: 0.1, dt: 0.1 });
  assert.ok(position.every((now, index) => Math.abs(now - (start[index] + 2) / 2) < 1e-12));
  batch.stepCharacters({ position, velocity, acceleration, goalVelocity: 3, halflife: 0.1, dt: 10 });
  assert.ok(velocity.every((speed) => Math.abs(speed - 3) < 1e-9));
  const spring = Spring.from({ halflife: 0.2, dampingRatio: 0.3 });
  const [first, second] = [[start.slice(), column(() => 1)], [start.slice(), column(() => 1)]];
  batch.stepAll(spring, ...first, goal, 0.02);
  spring.advance(...second, goal, 0.02);
  assert.deepEqual(first, second);
  assert.throws(() => batch.stepAll(spring, first[0], first[1], new Float64Array(3), 0.1), { field: "goal" });
});
