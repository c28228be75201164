// The command line of every system, run as it is shown: its numbers are those of the picture.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { fileURLToPath } from "node:url";
import { bundled } from "./bundled.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = process.env.SPRUNG_PROGRAM ?? join(root, "target/debug/sprung");

let systems, filled, fileText, draw, folder;
before(async () => {
  ({ SYSTEMS: systems, filled, fileText } = await bundled("systems/catalogue.ts"));
  ({ draw } = await bundled("systems/core.ts"));
  folder = await mkdtemp(join(tmpdir(), "sprung-commands-"));
  await cp(join(root, "data"), join(folder, "data"), { recursive: true });
});
after(() => rm(folder, { recursive: true }));

/** Runs what is shown; returns the table that it prints or writes, as columns. */
async function run(system, values, picture) {
  const named = Object.fromEntries(system.sliders.map((one, i) => [one.key, values[i]]));
  if (system.file) await writeFile(join(folder, system.file.name), fileText(system.file, picture, named));
  const words = filled(system.cli, named);
  const [name, ...given] = words.split(" ");
  assert.equal(name, "sprung");
  const file = given.includes("-o") ? given.at(-1) : undefined;
  const isText = ["convert", "smooth"].includes(given[0]);
  const format = file || isText ? [] : ["--format", "csv"];
  const { error, stdout, stderr } = await new Promise((done) =>
    execFile(program, [...given, ...format], { cwd: folder, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => done({ error, stdout, stderr })),
  );
  if (error && /diverged/.test(stderr)) return { diverged: true, text: "" };
  assert.equal(error, null, `${words}\n${stderr}`);
  const text = file ? await readFile(join(folder, file), "utf8") : stdout;
  const [head, ...rows] = text.trim().split("\n").map((line) => line.split(","));
  return { words, text, column: (key) => rows.map((row) => row[head.indexOf(key)]), numbers: (key) => rows.map((row) => Number(row[head.indexOf(key)])) };
}

const points = (curve) => Array.from({ length: curve.length / 2 }, (_, i) => [curve[2 * i], curve[2 * i + 1]]);

/** A curve at a time, linear between its points. */
function at(all, time) {
  const next = all.findIndex(([x]) => x >= time - 1e-9);
  if (next < 0 || all[0][0] > time + 1e-9) return undefined;
  const [[x0, y0], [x1, y1]] = [all[Math.max(0, next - 1)], all[next]];
  return Math.abs(x1 - time) < 1e-9 || x0 === x1 ? y1 : y0 + ((y1 - y0) * (time - x0)) / (x1 - x0);
}

/** Compares a column over time with a curve: at least half of the shorter one is in both. */
function over(table, key, curve, { tolerance = 1e-9, times = table.numbers("time"), scale = 1, least = 2 } = {}) {
  const all = points(curve);
  const size = Math.max(1e-3, ...all.map(([, y]) => Math.abs(y)).filter(Number.isFinite));
  let compared = 0;
  table.numbers(key).forEach((value, i) => {
    const wanted = at(all, times[i]);
    if (wanted === undefined || !Number.isFinite(wanted)) return;
    compared++;
    assert.ok(Math.abs(value * scale - wanted) <= tolerance * size, `${table.words}: ${key} is ${value * scale} at ${times[i]}, and ${wanted} in the picture`);
  });
  assert.ok(compared >= least, `${table.words}: ${compared} rows`);
}

/** A reading of `inspect`. */
const reading = (table, name) => Number(table.column("value")[table.column("reading").indexOf(name)]);
function near(value, wanted, tolerance, what) {
  assert.ok(Math.abs(value - wanted) <= tolerance * Math.max(1e-9, Math.abs(wanted)), `${what}: ${value}, and ${wanted} in the picture`);
}

/** The position of each particle in each frame, x, y and z. */
function frames(table) {
  const [times, xs, ys, zs] = ["time", "x_m", "y_m", "z_m"].map(table.numbers);
  const all = new Map();
  times.forEach((time, i) => all.set(time, [...(all.get(time) ?? []), [xs[i], ys[i], zs[i]]]));
  return [...all.values()];
}

/** A curve between two kinds of sampling of the same exact motion. */
const EXACT = { tolerance: 3e-3 };
const position = (index, options) => (table, { curves }) => over(table, "position", curves[index], options);

/** What the numbers of each command are in the picture. */
const CHECKS = {
  "lerp-damper": position(1),
  "lerp-damper-scaled-by-the-time-step": position(2),
  "damper-from-a-rate-and-a-reference-step": position(1),
  "exact-damper-from-its-half-life": position(1),
  "spring-damper-by-semi-implicit-euler": position(2),
  "exact-spring-damper": position(1),
  "goal-position-and-goal-velocity": position(3),
  "half-life-frequency-and-damping-ratio": ({ text }, { marks }) => near(Number(/halflife=([\d.e-]+)/.exec(text)[1]), marks[2], 1e-8, "half-life"),
  "critical-half-life-and-critical-frequency": (table, { marks }) => near(reading(table, "frequency"), marks[1], 1e-12, "frequency"),
  "critical-simple-and-decay-spring": position(1, EXACT),
  "coefficients-shared-by-many-springs": position(0),
  "double-spring": position(0, EXACT),
  "timed-spring": position(1),
  "velocity-spring": position(0),
  smoothing: (table, { curves }) => over(table, "ecg", curves[2], { times: table.numbers("time_s"), least: 300 }),
  "filtering-of-jitter": (table, { curves }) => over(table, "value", curves[1], { tolerance: 1e-6, least: 200 }),
  "character-controller-with-trajectory-prediction": (table, { curves }) => path(table, curves[0], ["position_x", "position_y"], 1e-9),
  // A file has no velocities: they are differences of its positions.
  inertialization: position(2, { tolerance: 0.02, least: 700 }),
  "interpolation-along-a-parameter-spring-spline": (table, { curves }) => path(table, curves[2], ["position_x", "position_y"], 1e-9),
  resonance: (table, { marks }) => near(table.numbers("period_years")[0], marks[0], 1e-9, "period"),
  "quaternion-spring": (table, { curves }) => {
    const parts = ["x", "y", "z", "w"].map((axis) => table.numbers(`rotation_${axis}`));
    const wanted = points(curves[3]).map((xy, i) => [...xy, ...points(curves[4])[i]]);
    assert.equal(parts[0].length, wanted.length);
    // A quaternion and its negative are the same rotation.
    wanted.forEach((one, i) => assert.ok(Math.abs(Math.abs(one.reduce((sum, x, axis) => sum + x * parts[axis][i], 0)) - 1) < 1e-12, `${i}`));
  },
  // A file has positions and no accelerations, 25/s² at most: without them a spring is off by up to 25/ω², 0.09.
  "tracking-spring": position(1, { tolerance: 0.05, least: 300 }),
  "cached-motion-coefficients": (table, { curves }, { w }) => {
    near(table.numbers("position")[1], at(points(curves[0]), 1), 1e-9, "position from position");
    near(table.numbers("velocity")[1] / w, at(points(curves[2]), 1), 1e-9, "velocity from position");
  },
  "starting-velocity": position(2, EXACT),
  "simple-harmonic-motion": position(1),
  "third-person-camera": (table, { curves }) => {
    // The picture shows the camera after each frame.
    points(curves[1]).slice(0, 80).forEach(([x, ahead], i) => {
      assert.ok(Math.abs(table.numbers("camera_x")[i + 1] - x) < 1e-6, `${i}: x ${table.numbers("camera_x")[i + 1]} ${x}`);
      assert.ok(Math.abs(-table.numbers("camera_z")[i + 1] - ahead) < 1e-6, `${i}: ${-table.numbers("camera_z")[i + 1]} ${ahead}`);
    });
  },
  "explicit-euler-spring": position(2),
  "energy-over-time": (table, { curves }, { w }) => {
    const energy = table.numbers("position").map((x, i) => x ** 2 + (table.numbers("velocity")[i] / w) ** 2);
    over({ ...table, numbers: (key) => (key === "energy" ? energy : table.numbers(key)) }, "energy", curves[2]);
  },
  "target-velocity": position(2),
  "undamped-angular-frequency-and-damping-ratio": (table, { marks }) => {
    near(reading(table, "stiffness"), marks[0], 1e-12, "stiffness");
    near(reading(table, "damping"), marks[1], 1e-12, "damping");
  },
  "implicit-update-stable-pd": position(2),
  "implicit-against-explicit-under-damped": position(2),
  "sub-stepping-three-ways": position(2, { least: 20 }),
  "explicit-implicit-and-closed-form": (table, { curves }) => {
    table.numbers("end_error").forEach((error, i) => {
      const wanted = at(points(curves[i]).reverse(), 1 / 58);
      if (i > 0 && Number.isFinite(wanted)) near(error, wanted, 1e-6, table.column("method")[i]);
    });
  },
  "springs-that-drive-a-rigid-body-by-velocity-change": (table, { curves }) => {
    over(table, "y_m", points(curves[4]).flatMap(([, y], i) => [i / 60, y]));
    over(table, "turn_z_rad", curves[5]);
  },
  "the-stiffest-stable-spring": (table, { marks }) => {
    near(reading(table, "frequency"), marks[0], 1e-9, "frequency");
    near(reading(table, "damping_ratio"), marks[1], 1e-9, "damping ratio");
  },
  "stiffness-and-damping-as-fractions": (table, { marks }) => {
    near(reading(table, "stiffness_fraction"), marks[1], 1e-9, "C_s");
    near(reading(table, "damping_fraction"), marks[2], 1e-9, "C_d");
  },
  "reduced-mass": (table, { curves }) => {
    const all = frames(table);
    for (const particle of [0, 1]) {
      points(curves[2 + particle]).forEach(([, x], i) => assert.ok(Math.abs(all[i][particle][0] - x) < 1e-5, `${particle} at ${i}: ${all[i][particle][0]} ${x}`));
    }
  },
  "force-and-impulse-forms": (table, { curves }) => {
    const all = frames(table);
    points(curves[0]).forEach(([, error], i) => assert.ok(Math.abs(Math.max(1e-9, Math.abs(all[i][1][0] - all[i][0][0] - 1)) - error) < 1e-5, `${i}`));
  },
  "symplectic-euler-particles-and-springs": (table, { curves }, { cs }) => {
    const [xs, vs] = ["position", "velocity"].map(table.numbers);
    const all = points(curves[1]);
    assert.equal(xs.length, all.length);
    all.forEach(([x, v], i) => assert.ok(Math.hypot(xs[i] - x, vs[i] / Math.sqrt(cs) - v) < 1e-9, `${i}`));
  },
  "the-limit-1-n-1-for-n-springs-on-a-particle": (table, { marks }) => {
    const rests = !table.diverged && Math.abs(frames(table).at(-1)[0][0]) < 1e-3;
    assert.equal(rests ? 1 : 0, marks[0]);
  },
  "rope-mesh-and-squishy-body": (table, { curves }) => {
    // Single precision, with rounding of its own: a quarter of the motion.
    const all = frames(table);
    curves.slice(1, 31).forEach((curve, frame) => points(curve).forEach(([x, y], i) => {
      const [px, py, pz] = all[frame][i];
      assert.ok(Math.hypot(px + 0.45 * pz - x, py - 0.22 * pz - y) < 5e-3, `frame ${frame}, particle ${i}`);
    }));
  },
  "iterations-with-warm-starting": (table, { curves }, { side }) => {
    const count = Math.floor(side);
    const [ys, ...velocity] = ["y_m", "velocity_x_m_per_s", "velocity_y_m_per_s", "velocity_z_m_per_s"].map(table.numbers);
    const particles = count * count;
    points(curves[2]).slice(0, 60).forEach(([, wanted], frame) => {
      let energy = 0;
      for (let i = frame * particles; i < (frame + 1) * particles; i++) {
        const isFixed = [0, count - 1].includes(i % particles);
        if (!isFixed) energy += (velocity.reduce((sum, v) => sum + v[i] ** 2, 0) / 2 + 9.81 * ys[i]) / particles;
      }
      assert.ok(Math.abs(energy / (9.81 * 0.1 * (count - 1)) - wanted) < 5e-3, `frame ${frame}: ${energy} ${wanted}`);
    });
  },
  "hooke-spring-and-spring-damper": (table, { marks }) => {
    near(reading(table, "frequency"), marks[0], 1e-12, "frequency");
    near(reading(table, "damping_ratio"), marks[1], 1e-12, "damping ratio");
  },
  "distance-spring-with-rest-length": (table, { curves }) => {
    path(table, curves[0], ["x_m", "y_m"], 1e-9);
    path(table, curves[2], ["other_x_m", "other_y_m"], 1e-9);
  },
  "linear-motor": (table, { curves }) => over(table, "velocity_x_m_per_s", curves[5], { least: 299 }),
  "angular-motor": (table, { curves }) => over(table, "spin_z_rad_per_s", curves[5], { scale: 1 / (2 * Math.PI), least: 299 }),
  "orientation-spring-and-stay-upright-constraint": (table, { curves }) => {
    points(curves[1]).forEach(([, angle], i) => {
      const apart = table.numbers("turn_z_rad")[i] - angle;
      assert.ok(Math.abs(Math.sin(apart / 2)) < 1e-9, `${i}: ${apart}`);
    });
  },
  "click-and-drag-a-point-of-a-body": (table, { curves }) => path(table, curves[0], ["x_m", "y_m"], 1e-6),
  "collision-response-by-springs": (table, { curves }) => over(table, "height_m", curves[2], { least: 300 }),
  "the-limits-of-stiffness": (table, { curves }, { f, z }) => {
    ["explicit", "semi-implicit", "rk4", "stable-pd"].forEach((method, i) => {
      const limit = table.numbers("stable_below_dt")[table.column("method").indexOf(method)] * 2 * Math.PI * f;
      near(limit, at(points(curves[i]), z), 1e-3, method);
    });
  },
};

/** Compares two columns with a path, point by point. */
function path(table, curve, keys, tolerance) {
  const [xs, ys] = keys.map(table.numbers);
  const all = points(curve);
  assert.ok(xs.length >= all.length - 2, `${table.words}: ${xs.length} rows`);
  all.slice(0, xs.length).forEach(([x, y], i) => {
    assert.ok(Math.hypot(xs[i] - x, ys[i] - y) <= tolerance * (1 + Math.hypot(x, y)), `${table.words}: ${xs[i]}, ${ys[i]} in row ${i}, and ${x}, ${y} in the picture`);
  });
}

it("shows a command for every system, whose numbers are those of the picture", async () => {
  assert.deepEqual(systems.map((one) => one.id).filter((id) => !CHECKS[id]), []);
  const failed = [];
  for (const system of systems) {
    const values = system.sliders.map((one) => one.initial);
    const picture = draw(system, values);
    const named = Object.fromEntries(system.sliders.map((one, i) => [one.key, values[i]]));
    try {
      CHECKS[system.id](await run(system, values, picture), picture, named);
    } catch (error) {
      failed.push(`${system.id}: ${error.message}`);
    }
  }
  assert.deepEqual(failed, []);
});

it("shows commands that run at both ends of every slider", async () => {
  for (const system of systems) {
    const [low, high] = ["min", "max"].map((which) => system.sliders.map((one) => one[which]));
    for (const values of [low, high]) await run(system, values, draw(system, values));
  }
});
