// Integrators, springs on bodies and the published schemes: the bits of the native program.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Damper, Spring } from "sprung";
import { Bodies } from "sprung/body";
import { eulerDamper, integrate, integrateFrames } from "sprung/integrate";
import { fromRotationVector, toRotationVector } from "sprung/motion";
import { JacobiSolver, rope, SequentialImpulses } from "sprung/reference";
import { rows, springOf } from "./data.mjs";

const DT = 1 / 64;

/** The options of a command as texts. */
function optionsOf(command) {
  const words = command.split(" ").filter((word) => word !== "f32");
  const all = { shape: words[0] };
  words.forEach((word, i) => word.startsWith("--") && (all[word.slice(2)] = words[i + 1]));
  const numbers = (key, otherwise) => (all[key] === undefined ? otherwise : all[key].split(",").map(Number));
  return { all, number: (key, otherwise) => numbers(key, [otherwise])[0], vector: (key) => numbers(key, [0, 0, 0]) };
}

const CUBE = (mass) => [mass / 6, mass / 6, mass / 6];
const row = (view, body, width = 3) => [...view.slice(width * body, width * body + width)];

/** What a motion of bodies connects, and the numbers that the program prints first. */
const BODIES = {
  pose: ({ number, vector, all }, bodies) => {
    const mass = number("mass");
    const a = bodies.add({ mass, inertia: CUBE(mass), position: vector("from"), velocity: vector("velocity"), rotation: fromRotationVector(vector("turned")) });
    bodies.connect({ kind: "pose", a, spring: springOf(all.spring), goal: vector("goal") });
    return () => [...row(bodies.positions, a), ...toRotationVector(row(bodies.rotations, a, 4))];
  },
  distance: ({ number, vector, all }, bodies) => {
    const [mass, other] = [number("mass"), number("other-mass")];
    const a = bodies.add({ mass, inertia: CUBE(mass), position: vector("from"), velocity: vector("velocity") });
    const b = bodies.add({ mass: other, inertia: CUBE(other), position: vector("other"), velocity: vector("other-velocity") });
    bodies.connect({ kind: "distance", a, b, spring: springOf(all.spring), restLength: number("rest-length"), damped: all.damped ?? "along" });
    return () => [...row(bodies.positions, a), ...row(bodies.positions, b)];
  },
  "linear-motor": ({ number, vector, all }, bodies) => {
    const mass = number("mass");
    const a = bodies.add({ mass, inertia: CUBE(mass) });
    const damper = Damper.fromHalflife(Number(all.spring.split("=")[1]));
    bodies.connect({ kind: "linear-motor", a, damper, target: vector("goal"), maxForce: number("max-force") });
    return () => [...row(bodies.positions, a), ...row(bodies.velocities, a)];
  },
  "angular-motor": ({ number, vector, all }, bodies) => {
    const inertia = number("inertia");
    const a = bodies.add({ mass: 1, inertia: [inertia, inertia, inertia] });
    const damper = Damper.fromHalflife(Number(all.spring.split("=")[1]));
    bodies.connect({ kind: "angular-motor", a, damper, target: vector("goal"), maxTorque: number("max-torque") });
    return () => row(bodies.angularVelocities, a);
  },
  upright: ({ vector, all }, bodies) => {
    const a = bodies.add({ mass: 1, inertia: CUBE(1), rotation: fromRotationVector(vector("from")), angularVelocity: vector("velocity") });
    bodies.connect({ kind: "swing", a, spring: springOf(all.spring), axis: [0, 1, 0], goal: [0, 1, 0] });
    return (printed) => [printed[0], ...toRotationVector(row(bodies.rotations, a, 4))];
  },
  body: ({ number, vector, all }, bodies) => {
    const mass = number("mass");
    const a = bodies.add({ mass, inertia: CUBE(mass), position: vector("from"), velocity: vector("velocity") });
    bodies.connect({ kind: "point", a, spring: springOf(all.spring), pointA: vector("lever"), pointB: vector("goal") });
    return () => row(bodies.positions, a);
  },
  contact: ({ number, all }, bodies) => {
    const a = bodies.add({ mass: 1, inertia: CUBE(1), position: [0, number("from"), 0] });
    const index = bodies.connect({ kind: "contact", a, spring: springOf(all.spring), point: [0, 0, 0], normal: [0, 1, 0], depth: 0 });
    const seen = () => [bodies.positions[1]];
    seen.before = () => bodies.set(index, { point: row(bodies.positions, a), depth: -bodies.positions[1] });
    return seen;
  },
};

function bodiesOf(options, printed) {
  const { all, number } = options;
  const isFree = ["upright", "angular-motor"].includes(all.motion);
  const bodies = new Bodies({ gravity: [0, isFree ? 0 : -number("gravity", 9.81), 0], discretization: all.motion === "contact" ? "auto" : "exact" });
  const seen = BODIES[all.motion](options, bodies);
  for (let i = 0; i < 128; i++) {
    seen.before?.();
    bodies.step(DT);
  }
  return seen(printed);
}

function numbersOf({ all, number }) {
  if (all.motion === "damper") {
    let x = number("from");
    for (let i = 0; i < 128; i++) x = eulerDamper(x, number("goal"), Number(all.spring.split("=")[1]), DT);
    return [x];
  }
  const spring = springOf(all.spring);
  const last = ({ position, velocity }) => [position.at(-1), velocity.at(-1)];
  if (!all.substep) return last(integrate(all.method, spring, DT, 128, { from: number("from"), velocity: number("velocity") }));
  const rule = all.substep === "fixed" ? "fixed-keeping-debt" : all.substep;
  return last(integrateFrames(rule, all.method, spring, Array(128).fill(DT), number("max-step"), number("max-substeps")));
}

test("integrators and bodies have the bits of the native program", () => {
  let checked = 0;
  for (const [command, ...printed] of rows("native_schemes.csv", ";")) {
    if (command.startsWith("f32")) continue;
    const options = optionsOf(command);
    const wanted = printed.map(Number);
    const got = options.all.motion in BODIES ? bodiesOf(options, wanted) : numbersOf(options);
    assert.ok(got.length > 0);
    // A quaternion is made a unit again where it crosses: its rotation vector differs by rounding.
    const first = { pose: 3, upright: 1 }[options.all.motion] ?? Infinity;
    got.forEach((value, i) => {
      if (i >= first) return assert.ok(Math.abs(value - wanted[i]) < 1e-15, `${command}: number ${i}: ${value} ${wanted[i]}`);
      // No negative zero is printed.
      assert.equal(value + 0, wanted[i], `${command}: number ${i}`);
    });
    checked++;
  }
  assert.equal(checked, 30);
});

test("the published schemes have the bits of the native program", () => {
  let checked = 0;
  for (const [command, ...printed] of rows("native_schemes.csv", ";")) {
    if (!command.startsWith("f32")) continue;
    const { all, number } = optionsOf(command);
    let shape = rope([0, 0, 0], [1, 0, 0], 5, 6);
    shape.particles[0].mass = 0;
    if (all.shape === "pair") {
      const [first, second] = all.masses.split(",").map(Number);
      const perStep = all["per-step"].split(",").map(Number);
      shape = {
        particles: [{ position: [0, 0, 0], mass: first }, { position: [2, 0, 0], mass: second }],
        edges: [{ a: 0, b: 1, restLength: 1, stiffness: { perStep } }],
      };
    }
    const around = { gravity: [0, -number("gravity", 9.81), 0], drag: number("drag") };
    const isJacobi = ["jacobi", "force"].includes(all.scheme);
    const scheme = isJacobi
      ? new JacobiSolver(shape, around, { limit: all.limit, formulation: all.scheme === "force" ? "force" : "impulse" })
      : new SequentialImpulses(shape, around, { sweeps: number("sweeps"), warmStart: number("warm-start"), variant: all.scheme });
    const substeps = number("substeps");
    scheme.step(DT / substeps, 64 * substeps);
    const wanted = Float32Array.from(printed, Number);
    scheme.positions.forEach((value, i) => assert.equal(value + 0, wanted[i], `${command}: number ${i}`));
    assert.equal(wanted.length, scheme.positions.length);
    scheme.free();
    checked++;
  }
  assert.equal(checked, 5);
});
