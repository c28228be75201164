import assert from "node:assert/strict";
import { test } from "node:test";
import { Damper, Spring } from "sprung";
import * as motion from "sprung/motion";
import { rows } from "./data.mjs";

const rest = (position) => ({ position, velocity: typeof position === "number" ? 0 : position.map(() => 0) });
const near = (got, wanted, tolerance = 1e-9) => assert.ok(Math.abs(got - wanted) <= tolerance, `${got} instead of ${wanted}`);

test("goals that move and goals with a velocity meet the golden data", () => {
  const golden = rows("../../../testkit/golden/moving_goal.csv", ",").slice(1);
  assert.ok(golden.length > 400);
  for (const row of golden) {
    const [w, z, t, follow, followSpeed, track, trackSpeed, goal, goalSpeed] = row.map(Number);
    const spring = Spring.fromAngularFrequency(w, z);
    const check = (state, position, velocity) => {
      near(state.position, position, 1e-14 * t);
      near(state.velocity, velocity, 1e-14);
    };
    check(motion.follow(spring, rest(0), 0, t, t), follow, followSpeed);
    check(motion.track(spring, rest(0), 0, t, t), track, trackSpeed);
    assert.ok(Number.isFinite(goal + goalSpeed));
  }
});

test("a double spring starts softly, a timed one arrives in time, a moving one keeps its speed", () => {
  const double = new motion.DoubleSpring(0.2, [0, 0]);
  const first = double.update([1, 2], 0.001);
  assert.ok(first.position[0] < 1e-6 && first.position[1] < 2e-6);
  for (let frame = 0; frame < 400; frame++) double.update([1, 2], 1 / 60);
  near(double.state.position[1], 2);
  const spring = Spring.from({ halflife: 0.05 });
  const timed = new motion.TimedSpring(spring, 0);
  for (let frame = 0; frame < 120; frame++) timed.update(10, 2 - frame / 60, 1 / 60);
  near(timed.state.position, 10, 0.2);
  const steady = new motion.VelocitySpring(spring, 0);
  for (let frame = 0; frame < 60; frame++) steady.update(100, 5, 1 / 60);
  near(steady.state.velocity, 5, 1e-3);
});

test("a spring lands at rest on its goal, bit for bit", () => {
  const spring = Spring.from({ frequency: 1, dampingRatio: 0.3 });
  let state = { position: 3, velocity: -7 };
  for (let frame = 0; frame < 50; frame++) state = motion.land(spring, state, 1, (50 - frame) / 64, 1 / 64);
  assert.deepEqual(state, { position: 1, velocity: 0 });
});

test("limits hold", () => {
  const spring = Spring.from({ frequency: 3 });
  let [fast, strong] = [rest([0, 0]), rest([0, 0])];
  for (let frame = 0; frame < 60; frame++) {
    const before = strong.velocity;
    fast = motion.limitSpeed(spring, fast, [30, 40], 5, 1 / 60);
    strong = motion.limitAcceleration(spring, strong, [30, 40], 9, 1 / 60);
    assert.ok(Math.hypot(...fast.velocity) <= 5 * (1 + 1e-12));
    assert.ok(Math.hypot(...strong.velocity.map((v, axis) => v - before[axis])) <= 9 / 60 + 1e-9);
  }
  const stopped = motion.clampOvershoot(Spring.from({ frequency: 2, dampingRatio: 0.1 }), rest(0), 1, 0.25);
  near(stopped.position, 1, 0);
  assert.deepEqual(motion.bounceWithin({ position: -1, velocity: -2 }, 0, 5, 0.5), { position: 0, velocity: 1 });
  const angle = motion.stepAngle(spring, rest(3), -3, 0.1);
  assert.ok(angle.position > 3);
  assert.ok(motion.stepScale(Spring.from({ frequency: 2, dampingRatio: 0.1 }), rest(10), 0.01, 0.25).position > 0);
  assert.throws(() => motion.stepScale(spring, rest(-1), 1, 0.1), { field: "scale" });
});

test("a character is where it predicted", () => {
  const character = new motion.Character(Spring.from({ halflife: 0.2 }), [0, 0]);
  const path = character.predict([3, -1], [0.5, 1]);
  for (let frame = 0; frame < 60; frame++) character.update([3, -1], 1 / 60);
  near(character.position[0], path[1].position[0], 1e-12);
  near(character.velocity[1], path[1].velocity[1], 1e-12);
  near(character.velocity[0], 3, 0.2);
});

test("inertialization keeps position and velocity at the switch, and leaves the new animation alone at last", () => {
  const blend = new motion.Inertialization(Spring.from({ halflife: 0.1 }), [0, 0]);
  const [from, to] = [{ position: [1, 2], velocity: [3, 4] }, { position: [5, 5], velocity: [0, -1] }];
  blend.transition(from, to);
  const shown = blend.apply(to);
  assert.deepEqual([[...shown.position], [...shown.velocity]], [[1, 2], [3, 4]]);
  blend.update(100);
  near(blend.apply(to).position[0], 5);
  const dead = (time) => motion.deadBlend({ position: 1, velocity: 2 }, rest(5), 0.1, 0.4, time);
  assert.deepEqual([dead(0), dead(0.4)], [{ position: 1, velocity: 2 }, rest(5)]);
  near(motion.timedOffset({ position: 1, velocity: 2 }, 0.5, 0.5).position, 0, 1e-15);
  assert.throws(() => motion.deadBlend(rest(1), rest(1), -1, 1, 0), { field: "halflife" });
});

test("chunks are stitched without a jump, and never faster than they are", () => {
  // Two plans of 1 unit/s, the second 0.3 ahead of the first.
  const plan = (ahead, frame) => ({ position: ahead + frame / 60, velocity: 1 });
  const arm = new motion.Stitcher(Spring.from({ halflife: 0.1 }), plan(0, 0));
  let before = 0;
  for (let frame = 1; frame < 300; frame++) {
    if (frame === 30) arm.switch(plan(0.3, 29));
    const { position } = arm.update(plan(frame < 30 ? 0 : 0.3, frame), 1 / 60);
    assert.ok(position > before && position - before <= 1 / 60 + 1e-12, `${frame}: ${position - before}`);
    if (frame === 29) near(position, 29 / 60);
    before = position;
  }
  near(before, plan(0.3, 299).position, 0.31);
  // Behind a chunk at rest the offset fades as a spring alone does.
  const spring = Spring.from({ halflife: 0.2, dampingRatio: 0.6 });
  const stitcher = new motion.Stitcher(spring, { position: [1, 2], velocity: [3, 0] });
  stitcher.switch({ position: [1, 2], velocity: [0, 0] });
  assert.deepEqual([...stitcher.update(rest([1, 2]), Infinity).position], [1, 2]);
  stitcher.free();
  assert.throws(() => stitcher.switch(rest([1, 2])), /freed/);
});

test("a motion is carried over to another frame of reference, and back", () => {
  const list = { origin: { position: [40, 200], velocity: [0, -300] } };
  const panel = { scale: { position: [0.5, 0.5], velocity: [0, 0] } };
  const card = { position: [10, 20], velocity: [0, 0] };
  const carried = motion.carry(card, list, panel);
  assert.deepEqual([[...carried.position], [...carried.velocity]], [[100, 440], [0, -600]]);
  const turning = { angle: { position: Math.PI / 2, velocity: 1 } };
  const { position, velocity } = motion.carry({ position: [3, 0], velocity: [0, 0] }, turning, {});
  [...position, ...velocity].forEach((part, index) => near(part, [0, 3, -3, 0][index], 1e-14));
  const back = motion.carry({ position: [...position], velocity: [...velocity] }, {}, turning);
  [...back.position, ...back.velocity].forEach((part, index) => near(part, [3, 0, 0, 0][index], 1e-14));
  assert.throws(() => motion.carry({ position: [1, 2, 3], velocity: [0, 0] }, {}, {}), { field: "point" });
});

test("curves go along their points", () => {
  const points = [[0, 0], [1, 2], [3, 1], [4, 4]];
  const [hermite, both] = ["hermite", "zero-phase"].map((kind) => motion.curve(points, 31, { kind, through: true }));
  points.forEach((point, index) => point.forEach((part, axis) => near(hermite[10 * index].position[axis], part, 1e-9)));
  assert.ok(both.every(({ position }) => position.every(Number.isFinite)));
  assert.equal(motion.curve(points, 5, { kind: "causal", closed: true }).length, 5);
});

test("rotations take the short way, at the speed of a spring on the angle", () => {
  const spring = Spring.from({ halflife: 0.2 });
  const goal = motion.fromRotationVector([0, 0, 1]);
  const start = { rotation: [0, 0, 0, 1], angularVelocity: [0, 0, 0] };
  const turned = motion.stepRotation(spring, start, goal, 0.1);
  const angle = spring.step(rest(0), 1, 0.1);
  near(motion.toRotationVector(turned.rotation)[2], angle.position, 1e-12);
  near(turned.angularVelocity[2], angle.velocity, 1e-12);
  const long = motion.stepRotation(spring, start, { goal, path: "longest" }, 0.1);
  assert.ok(motion.toRotationVector(long.rotation)[2] < 0);
  near(motion.toRotationVector(motion.dampRotation(Damper.fromHalflife(0.1), start.rotation, goal, 0.1))[2], 0.5, 1e-12);
  motion.rotate(motion.fromRotationVector([0, 0, Math.PI / 2]), [1, 0, 0]).forEach((part, axis) => near(part, [0, 1, 0][axis], 1e-15));
  near(motion.toRotationVector(motion.compose(goal, goal))[2], 2, 1e-14);
});

test("a pointer is handed over with its velocity, and a resting one with none", () => {
  const pointer = new motion.PointerTracker(0, [10, 50]);
  for (const [time, x] of [[0.008, 18], [0.018, 28], [0.024, 34]]) pointer.push(time, [x, 50]);
  const release = pointer.at(0.03);
  assert.ok(Math.abs(release.velocity[0] - 1000) < 5);
  assert.deepEqual([...release.position], [34, 50]);
  assert.deepEqual([...pointer.at(0.2).velocity], [0, 0]);
  assert.throws(() => pointer.push(NaN, [0, 0]), { field: "time" });
  pointer.free();
  assert.throws(() => pointer.at(0.1), /motion must be in use/);
});

test("limited tracking keeps its limits, adaptive smoothing follows, cameras stand behind and look at the player", () => {
  const limits = { velocity: 2, acceleration: 5, jerk: 40 };
  const tracker = new motion.LimitedTracker(0, limits);
  let seen;
  for (let frame = 0; frame < 120; frame++) {
    seen = tracker.update(rest(1), 1 / 60);
    assert.ok(Math.abs(seen.velocity) <= 2 + 1e-9 && Math.abs(seen.acceleration) <= 5 + 1e-9);
  }
  near(seen.position, 1);
  assert.throws(() => new motion.LimitedTracker(0, { ...limits, jerk: -1 }).update(rest(1), 0.1), { field: "jerk" });
  const smooth = new motion.AdaptiveSmoothing([0, 0], 0.1, 100);
  let value;
  for (let frame = 0; frame < 200; frame++) value = smooth.update([5, -5], 1 / 60);
  near(value[1], -5, 1e-3);
  const spring = Spring.from({ halflife: 0.1 });
  const springs = { focus: spring, angles: spring, radius: spring, lookahead: 0 };
  const orbit = { radius: 4, yaw: 0, pitch: 0 };
  const rig = new motion.CameraRig([0, 0, 0], orbit, springs);
  let view;
  for (let frame = 0; frame < 200; frame++) view = rig.update({ position: [7, 0, 0], velocity: [0, 0, 0] }, orbit, 1 / 60);
  near(Math.hypot(view.position[0] - 7, view.position[1], view.position[2]), 4, 1e-6);
  const fixed = new motion.FixedCamera([0, 0, 0], [0, 0, -5], springs);
  for (let frame = 0; frame < 200; frame++) view = fixed.update({ position: [5, 0, 0], velocity: [0, 0, 0] }, 1 / 60);
  near(motion.rotate(view.rotation, [0, 0, -1])[0], 1, 1e-6);
});

test("Nissen's coefficients take the fraction of the offset that a step takes", () => {
  const spring = Spring.from({ frequency: 3, dampingRatio: 0.4 });
  const { cs, cd } = motion.softCoefficients(spring, 1 / 60);
  const velocity = -cs * 60;
  near(spring.step(rest(1), 0, 1 / 60).velocity, velocity, 10);
  assert.ok(cs > 0 && cs < 1 && cd > 0 && cd < 1);
});
