import assert from "node:assert/strict";
import { test } from "node:test";
import {
  articleLimit, cloth, JacobiSolver, massSplitting, noOvershootLimit, rope, SequentialImpulses, stableLimit,
} from "sprung/reference";

const SPACE = { gravity: [0, 0, 0] };
const pair = (stiffness, masses = [1, 3]) => ({
  particles: [{ position: [0, 0, 0], mass: masses[0] }, { position: [2, 0, 0], mass: masses[1], velocity: [0, 1, 0] }],
  edges: [{ a: 0, b: 1, restLength: 1, stiffness }],
});

test("the stiffest spring of two particles has its length after one step, at any masses", () => {
  for (const masses of [[1, 3], [1e-3, 50], [0, 2]]) {
    const shape = pair({ perStep: [1, 1] }, masses);
    shape.particles[1].velocity = [0, 0, 0];
    const scheme = new JacobiSolver(shape, SPACE, { limit: "off" });
    scheme.step(0.02);
    const [a, , , b] = scheme.positions;
    assert.ok(Math.abs(b - a - 1) < 1e-6, `${a} ${b}`);
    const [w, v] = masses.map((mass) => (mass ? 1 / mass : 0));
    assert.ok(Math.abs(a - w / (w + v)) < 1e-6);
    scheme.free();
  }
});

test("momentum stays, in every scheme and form", () => {
  const momentum = (scheme) => {
    const v = scheme.velocities;
    return [0, 1, 2].map((axis) => v[axis] + 3 * v[3 + axis]);
  };
  const shape = pair({ perStep: [0.3, 0.1] });
  const schemes = [
    new JacobiSolver(shape, SPACE), new JacobiSolver(shape, SPACE, { formulation: "force" }),
    new SequentialImpulses(shape, SPACE), new SequentialImpulses(shape, SPACE, { variant: "published", warmStart: 0.5 }),
  ];
  for (const scheme of schemes) {
    scheme.step(1 / 60, 200);
    momentum(scheme).forEach((p, axis) => assert.ok(Math.abs(p - [0, 3, 0][axis]) < 1e-4));
    scheme.free();
  }
});

test("several steps are steps one by one", () => {
  const make = () => new JacobiSolver(pair({ frequency: 3, dampingRatio: 0.1 }), {});
  const [once, each] = [make(), make()];
  once.step(0.01, 30);
  for (let i = 0; i < 30; i++) each.step(0.01);
  assert.deepEqual(once.positions, each.positions);
  // What falls together falls by g·t²/2, within half a step.
  const center = (once.positions[1] + 3 * once.positions[4]) / 4;
  assert.ok(Math.abs(center - (0.75 * 0.3 - (9.81 * 0.3 * 0.31) / 2)) < 1e-4, `${center}`);
});

test("a rope and a cloth are plain data, which may be changed", () => {
  const hung = rope([0, 0, 0], [1, 0, 0], 4, 1);
  assert.equal(hung.particles.length, 5);
  assert.deepEqual(hung.edges.map(({ a, b }) => [a, b]), [[0, 1], [1, 2], [2, 3], [3, 4]]);
  assert.ok(Math.abs(hung.particles.reduce((sum, { mass }) => sum + mass, 0) - 1) < 1e-6);
  hung.particles[0].mass = 0;
  const scheme = new JacobiSolver(hung, { drag: 2 }, { limit: "article" });
  scheme.step(1 / 600, 6000);
  assert.deepEqual([...scheme.positions.slice(0, 3)], [0, 0, 0]);
  assert.ok(scheme.positions[13] < -0.9);
  assert.equal(cloth(4, 3, 0.1, 1).edges.length, 17);
  assert.equal(cloth(4, 3, 0.1, 1, { shear: true }).edges.length, 17 + 12);
});

test("the passive iterations gain no energy where the published ones do", () => {
  const energy = (variant) => {
    const shape = cloth(8, 8, 0.1, 1);
    for (const corner of [0, 7]) shape.particles[corner].mass = 0;
    const scheme = new SequentialImpulses(shape, {}, { sweeps: 1, variant });
    const first = scheme.energy;
    let most = -Infinity;
    for (let i = 0; i < 200; i++) {
      scheme.step(1 / 960, 16);
      most = Math.max(most, scheme.energy);
      if (!(most < 1e3)) break;
    }
    scheme.free();
    return most - first;
  };
  assert.ok(energy("passive") < 1e-3);
  assert.ok(energy("published") > 0.1);
});

test("limits are those of the formulas", () => {
  for (const n of [1, 2, 7, 26]) {
    for (const [limit, value] of [[articleLimit, 1 / (n + 1)], [noOvershootLimit, 1 / n], [stableLimit, 4 / (3 * n)]]) {
      assert.ok(Math.abs(limit(n) - value) < 1e-7);
    }
  }
  assert.ok(Math.abs(massSplitting([1, 3], [2, 4]) - 4 / 14) < 1e-7);
  assert.equal(massSplitting([0, 0], [2, 4]), 0);
});

test("bad input is an error, and a freed scheme throws", () => {
  assert.throws(() => rope([0, 0, 0], [1, 0, 0], 0, 1), { field: "links" });
  assert.throws(() => new JacobiSolver({ particles: [], edges: [{ a: 0, b: 1, restLength: 1 }] }), { field: "particle" });
  assert.throws(() => new JacobiSolver(pair({ perStep: [-1, 0] })), { field: "stiffness" });
  assert.throws(() => new JacobiSolver(pair({ perStep: [1, 1] }), {}, { limit: "none" }), { field: "limit" });
  assert.throws(() => new SequentialImpulses(pair({ perStep: [1, 1] }), {}, { warmStart: 2 }), { field: "warmStart" });
  assert.throws(() => new SequentialImpulses(pair({ perStep: [1, 1] }), {}, { sweeps: 0 }), { field: "sweeps" });
  const scheme = new JacobiSolver(pair({ perStep: [1, 1] }));
  assert.throws(() => scheme.step("0.1"), { field: "dt" });
  scheme.free();
  scheme.free();
  assert.throws(() => scheme.step(0.1), /scheme must be in use/);
});
