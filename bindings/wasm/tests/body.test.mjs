import assert from "node:assert/strict";
import { test } from "node:test";
import { Damper, Spring } from "sprung";
import { Bodies, stablePdVelocityChange } from "sprung/body";

const SPACE = { gravity: [0, 0, 0], discretization: "exact" };
const near = (got, wanted, tolerance = 1e-9) => assert.ok(Math.abs(got - wanted) <= tolerance, `${got} instead of ${wanted}`);
const turned = (angle) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

test("bodies without springs fall exactly, at any step; fixed ones stay", () => {
  for (const dt of [0.5, 1 / 60]) {
    const bodies = new Bodies();
    bodies.add({ mass: 2, velocity: [1, 3, 0] });
    bodies.add({ mass: Infinity, position: [7, 8, 9] });
    const steps = Math.round(2 / dt);
    for (let i = 0; i < steps; i++) bodies.step(dt);
    near(bodies.positions[0], 2, 1e-12);
    near(bodies.positions[1], 6 - 9.81 * 2, 1e-11);
    assert.deepEqual([...bodies.positions.slice(3)], [7, 8, 9]);
    bodies.free();
  }
});

test("a pose spring moves every mass as the spring moves a number", () => {
  const spring = Spring.from({ frequency: 1.5, dampingRatio: 0.3 });
  for (const mass of [0.01, 1, 1000]) {
    const bodies = new Bodies(SPACE);
    const a = bodies.add({ mass, inertia: [mass, mass, mass], rotation: turned(0.9) });
    bodies.connect({ kind: "pose", a, spring, goal: [0, 1, 0] });
    for (let i = 0; i < 200; i++) bodies.step(1 / 240);
    // An engine moves by the velocity at the end of a step: within a step of the exact motion.
    near(bodies.positions[1], spring.at(200 / 240).position, 0.03);
    near(2 * Math.atan2(bodies.rotations[2], bodies.rotations[3]), spring.at(200 / 240, { from: 0.9, goal: 0 }).position, 0.03);
    bodies.free();
  }
});

test("motors follow their damper exactly, and keep to their limits", () => {
  const damper = Damper.fromHalflife(0.5);
  const bodies = new Bodies({ gravity: [0, 0, 0] });
  const [free, weak, fan] = [0, 1, 2].map(() => bodies.add({ mass: 10, inertia: [1, 1, 1] }));
  bodies.connect({ kind: "linear-motor", a: free, damper, target: [2, 0, 0] });
  const limited = bodies.connect({ kind: "linear-motor", a: weak, damper, target: [2, 0, 0], maxForce: 8 });
  bodies.connect({ kind: "angular-motor", a: fan, damper, target: [0, 0, 3] });
  for (let i = 0; i < 60; i++) bodies.step(1 / 60);
  near(bodies.velocities[0], 1.5, 1e-9);
  near(bodies.velocities[3], 0.8, 1e-9);
  near(bodies.impulse(limited).linear[0] * 60, 8, 1e-9);
  near(bodies.angularVelocities[8], 2.25, 1e-9);
});

test("two bodies at a distance keep momentum; along the line they keep turning", () => {
  const spin = (damped) => {
    const bodies = new Bodies(SPACE);
    const a = bodies.add({ mass: 1, position: [-0.4, 0.2, 0], velocity: [0, 1.2, 0] });
    const b = bodies.add({ mass: 3, position: [0.2, 0, 0], velocity: [0, -0.4, 0] });
    bodies.connect({ kind: "distance", a, b, spring: Spring.fromFrequency(1.5, 0.5), restLength: 1.2, damped });
    for (let i = 0; i < 1200; i++) bodies.step(1 / 240);
    const [x, v] = [bodies.positions, bodies.velocities];
    for (const axis of [0, 1, 2]) near(v[axis] + 3 * v[3 + axis], 0, 1e-9);
    const turning = [x[3] - x[0], x[4] - x[1], v[3] - v[0], v[4] - v[1]];
    bodies.free();
    return Math.abs(turning[0] * turning[3] - turning[1] * turning[2]);
  };
  assert.ok(spin("along") > 0.5 && spin("all") < 0.01, `${spin("along")} ${spin("all")}`);
});

test("a body is kept upright, turned to a rotation, hung from a point, pushed by the ground, brought to a servo's target", () => {
  const spring = Spring.fromFrequency(2, 1);
  const bodies = new Bodies(SPACE);
  const bodyOf = (more) => bodies.add({ mass: 1, inertia: [1, 1, 1], ...more });
  const [car, turning, slide, hinge] = [bodyOf({ rotation: turned(2.5) }), bodyOf({ rotation: turned(-2) }), bodyOf(), bodyOf()];
  bodies.connect({ kind: "swing", a: car, spring, axis: [0, 1, 0], goal: [0, 1, 0] });
  bodies.connect({ kind: "orientation", a: turning, spring, goal: turned(1) });
  bodies.connect({ kind: "linear-servo", a: slide, spring, axis: [1, 0, 0], target: 0.7 });
  bodies.connect({ kind: "angular-servo", a: hinge, spring, axis: [0, 0, 1], target: 0.6 });
  for (let i = 0; i < 300; i++) bodies.step(1 / 60);
  near(Math.abs(bodies.rotations[2]), 0, 1e-6);
  near(2 * Math.atan2(bodies.rotations[6], bodies.rotations[7]), 1, 1e-6);
  near(bodies.positions[6], 0.7, 1e-6);
  near(2 * Math.atan2(bodies.rotations[14], bodies.rotations[15]), 0.6, 1e-6);
  const earth = new Bodies();
  const lamp = earth.add({ mass: 2, inertia: [1, 1, 1] });
  const hook = earth.connect({ kind: "point", a: lamp, spring: Spring.fromFrequency(3, 1) });
  earth.set(hook, { pointB: [1, 0, 0] });
  const ball = earth.add({ mass: 1, position: [5, 0, 0] });
  const ground = earth.connect({ kind: "contact", a: ball, spring: Spring.fromFrequency(5, 1), point: [0, 0, 0], normal: [0, 1, 0], depth: 0 });
  for (let i = 0; i < 600; i++) {
    const height = earth.positions[4];
    earth.set(ground, { point: [5, height, 0], depth: -height });
    earth.step(1 / 60);
  }
  // They hold a weight g/ω² below.
  near(earth.positions[0], 1, 1e-6);
  near(earth.positions[1], -9.81 / (6 * Math.PI) ** 2, 1e-6);
  near(earth.positions[4], -9.81 / (10 * Math.PI) ** 2, 1e-3);
});

test("views are read and written: an engine moves the bodies itself", () => {
  const bodies = new Bodies(SPACE);
  bodies.add({ mass: 1 });
  bodies.positions.set([3, 4, 5]);
  bodies.velocities.set([1, 0, 0]);
  bodies.advance(0.5);
  assert.deepEqual([...bodies.positions], [3.5, 4, 5]);
  assert.equal(bodies.count, 1);
});

test("the published stable PD is its formula", () => {
  const spring = Spring.from({ frequency: 2, dampingRatio: 0.5 });
  const [k, c, h] = [spring.stiffness, spring.damping, 0.01];
  const [, y] = stablePdVelocityChange(spring, { position: [0, 1, 0], velocity: [0, 2, 0] }, { position: [0, 3, 0], velocity: [0, 0, 0] }, h);
  near(y, (h * (k * (3 - 1 - h * 2) - c * 2)) / (1 + c * h), 1e-12);
});

test("bad input is an error, and freed bodies throw", () => {
  const bodies = new Bodies();
  const spring = Spring.fromFrequency(1);
  assert.throws(() => bodies.add({ mass: 1, position: [NaN, 0, 0] }), { field: "position" });
  assert.throws(() => bodies.connect({ kind: "point", a: 0, spring }), { field: "body" });
  const a = bodies.add({ mass: 1 });
  assert.throws(() => bodies.connect({ kind: "glue", a, spring }), { field: "kind" });
  assert.throws(() => bodies.connect({ kind: "point", a }), { field: "spring" });
  assert.throws(() => bodies.connect({ kind: "linear-motor", a, spring, target: [1, 0, 0] }), { field: "damper" });
  assert.throws(() => bodies.connect({ kind: "point", a, b: 4, spring }), { field: "body" });
  assert.throws(() => bodies.set(3, {}), { field: "index" });
  assert.throws(() => bodies.step("1"), { field: "dt" });
  assert.throws(() => new Bodies({ discretization: "best" }), { field: "discretization" });
  bodies.free();
  bodies.free();
  assert.throws(() => bodies.step(0.1), /bodies must be in use/);
});
