// The parts of the tuner that need no screen, on the numbers of the core.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { bundled } from "./bundled.mjs";

let core, parameters, handles, words, rivals, race, code, token, paste, files, gltf, swing, signals;

before(async () => {
  core = await bundled("tuner/core.ts");
  signals = await bundled("core/signal.module.ts");
  gltf = await bundled("tuner/gltf.ts");
  swing = await bundled("tuner/swing.ts");
  parameters = await bundled("tuner/parameters.ts");
  handles = await bundled("tuner/handles.ts");
  words = await bundled("tuner/words.ts");
  rivals = await bundled("tuner/rivals.ts");
  race = await bundled("tuner/race.ts");
  code = await bundled("tuner/code.ts");
  token = await bundled("tuner/token.ts");
  paste = await bundled("tuner/paste.ts");
  files = await bundled("tuner/files.ts");
});

const read = (spring, tolerance) => core.readings(spring, tolerance);
const SPRINGS = [0.05, 0.3, 0.7, 0.9999, 1, 1.0001, 1.6, 6].flatMap((dampingRatio) =>
  [0.7, 12.566, 90].map((angularFrequency) => ({ angularFrequency, dampingRatio })),
);
const near = (a, b, relative, what) => assert.ok(Math.abs(a - b) <= relative * Math.abs(b) + 1e-300, `${what}: ${a} is not ${b}`);

test("an edited parameter has its value and the locked one stays, for every pair", () => {
  let solved = 0;
  let refused = 0;
  for (const spring of SPRINGS) {
    const now = read(spring, 0.02);
    for (const { id, power } of parameters.PARAMETERS) {
      for (const locked of parameters.PARAMETERS) {
        if (locked.id === id || !Number.isFinite(now[id]) || !Number.isFinite(now[locked.id])) continue;
        const value = id === "bounce" ? now.bounce + 0.03 : now[id] * 1.03;
        const made = parameters.edit(read, { spring, parameter: id, value, locked: locked.id, tolerance: 0.02 });
        if ("error" in made) {
          refused++;
          assert.ok(made.error.length > 20 && !made.error.includes("NaN"), made.error);
          continue;
        }
        solved++;
        const after = read(made.spring, 0.02);
        // A settling time jumps where the last swing leaves the band: 1e-5 there, rounding elsewhere.
        near(after[id], value, 2e-5, `${id} with ${locked.id} locked of ζ ${spring.dampingRatio}`);
        near(after[locked.id], now[locked.id], 2e-5, `locked ${locked.id} while ${id} changes, ζ ${spring.dampingRatio}`);
        assert.equal(power === 0 && locked.power === 0, false);
      }
    }
  }
  assert.ok(solved > 2000 && refused > 100, `${solved} solved, ${refused} refused`);
});

test("what no spring has is refused in words", () => {
  const spring = { angularFrequency: 10, dampingRatio: 0.5 };
  const edit = (parameter, value, locked) => parameters.edit(read, { spring, parameter, value, locked, tolerance: 0.02 });
  for (const [id, value] of [["duration", 0], ["duration", -1], ["duration", NaN], ["duration", Infinity], ["bounce", 1.5], ["overshoot", 2], ["stiffness", -3]]) {
    assert.ok(edit(id, value).error, `${id} ${value}`);
  }
  assert.match(edit("bounce", 0.2, "dampingRatio").error, /same number in two forms/);
  // A half-life longer than what settles.
  assert.ok(edit("halflife", 5, "settlingTime").error);
});

test("a slider is its own inverse", () => {
  for (const p of parameters.PARAMETERS) {
    for (const place of [0, 0.2, 0.5, 1]) assert.ok(Math.abs(parameters.toSlider(p, parameters.fromSlider(p, place)) - place) < 1e-12);
  }
});

test("a dragged handle is under the pointer", () => {
  const position = (spring, time) => core.position(spring, time);
  for (const spring of SPRINGS) {
    for (const height of [1.9, 1.5, 1.1, 1, 0.9, 0.75, 0.5, 0.3]) {
      const made = handles.dragBounce(position, spring, height);
      const at = handles.handles(position, made).bounce;
      const clamped = Math.min(position({ angularFrequency: 1, dampingRatio: 0.02 }, Math.PI), Math.max(position({ angularFrequency: 1, dampingRatio: 12 }, Math.PI), height));
      assert.ok(Math.abs(at.y - clamped) < 0.006, `${height} of ${spring.dampingRatio}: ${at.y}`);
      near(made.angularFrequency, spring.angularFrequency, 0, "duration");
    }
    for (const time of [0.05, 0.4, 3]) near(handles.handles(position, handles.dragDuration(spring, time)).duration.x, time, 1e-12, "duration");
  }
});

test("words say what the readings are", () => {
  const say = (spec) => words.describe(read(core.parse(spec), 0.02), 0.02);
  assert.match(say("duration=0.5,bounce=0"), /^A smooth spring, critically damped\. It has covered half of the distance after 0\.134 s, never overshoots/);
  assert.match(say("duration=0.5,bounce=0.3"), /^A lively spring, under-damped.*at 0\.35 s, by 4\.6 %/);
  assert.match(say("frequency=1,damping_ratio=0"), /^An undamped spring.*without end/);
  assert.match(say("frequency=1,damping_ratio=4"), /over-damped/);
  for (const spring of SPRINGS) assert.doesNotMatch(words.describe(read(spring, 0.02), 0.02), /NaN|undefined|Infinity/);
});

const exactStep = (spring) => (state, from, to, dt) => {
  const [x, v, f, t] = [state[0], state[1], from, to].map((one) => Float64Array.of(one));
  core.advance(spring, dt, "held", x, v, f, t);
  return [x[0], v[0]];
};

function errors(spec, kind, frames) {
  const spring = core.parse(spec);
  const duration = (2 * Math.PI) / spring.angularFrequency;
  const times = race.frameTimes(frames, 3 * duration);
  const goal = (time) => race.goalAt(kind, time, duration);
  const exact = race.exactRun(exactStep(spring), times, goal);
  return Object.fromEntries(rivals.RIVALS.map((rival) => [rival.id, race.rivalRun(rival, spring, times, goal, exact)]));
}

test("every rival's formula comes near the spring it is meant for when frames are short", () => {
  const fine = errors("duration=0.6,bounce=0.3", "step", { rate: 1000, jitter: 0, hitch: 0 });
  for (const id of ["react-spring", "motion", "t3ssel8r", "euler", "holden"]) assert.ok(fine[id].error < 0.03, `${id} ${fine[id].error}`);
  // Svelte's constants are a spring at 60 Hz.
  assert.ok(errors("duration=0.6,bounce=0.3", "step", { rate: 60, jitter: 0, hitch: 0 }).svelte.error < 0.1);
  const critical = errors("duration=0.6,bounce=0", "step", { rate: 1000, jitter: 0, hitch: 0 });
  assert.ok(critical.unity.error < 0.005, String(critical.unity.error));
});

test("the known faults of the rivals are seen", () => {
  const at = (rate, kind = "step") => errors("duration=0.6,bounce=0.3", kind, { rate, jitter: 0, hitch: 0 });
  // 4.17 ms are counted as five steps of 1 ms.
  assert.ok(at(240)["react-spring"].error > 0.1 && at(1000)["react-spring"].error < 0.02);
  // Following a goal, Motion rounds every frame of 4.17 ms to 4 ms.
  assert.ok(at(240, "moving").motion.error > 3 * at(250, "moving").motion.error);
  // Svelte's spring is another one at 240 frames a second.
  assert.ok(at(240).svelte.error > 2 * at(60).svelte.error);
  assert.ok(at(30).euler.error > 4 * at(240).euler.error);
  assert.ok(errors("duration=0.1,bounce=0.9", "step", { rate: 12, jitter: 0, hitch: 0 }).euler.diverged);
  assert.ok(at(60).unity.error > 0.04);
});

test("frames are repeatable, hitches and jitter keep the end", () => {
  for (const frames of [{ rate: 60, jitter: 0, hitch: 0 }, { rate: 60, jitter: 0.9, hitch: 0.5 }, { rate: 7, jitter: 0.5, hitch: 0 }]) {
    const times = race.frameTimes(frames, 2);
    assert.deepEqual(times, race.frameTimes(frames, 2));
    assert.equal(times.at(-1), 2);
    assert.ok(times.every((time, i) => i === 0 || time > times[i - 1]));
  }
  const step = exactStep({ angularFrequency: 12, dampingRatio: 0.4 });
  const [a, b] = [60, 17].map((rate) => race.exactRun(step, race.frameTimes({ rate, jitter: 0.7, hitch: 0.3 }, 2), () => 1).at(-1));
  assert.ok(Math.abs(a - b) < 1e-13);
});

test("the exported JavaScript gives the core's numbers", async () => {
  const language = code.LANGUAGES.find((one) => one.id === "javascript");
  for (const spring of SPRINGS) {
    const text = code.code(language, spring, "x");
    const { springStep } = await import(`data:text/javascript,${encodeURIComponent(text)}#${spring.angularFrequency}${spring.dampingRatio}`);
    for (const dt of [0, 1e-4, 1 / 60, 0.5, 60, 3600]) {
      for (const [x0, v0, goal] of [[0, 0, 1], [2, -30, 1], [-1, 5, 0.3]]) {
        const [x, v] = springStep(x0, v0, goal, dt);
        const [cx, cv] = [Float64Array.of(x0), Float64Array.of(v0)];
        core.advance(spring, dt, "held", cx, cv, Float64Array.of(goal), Float64Array.of(goal));
        const scale = 40 * Math.max(1, spring.angularFrequency);
        assert.ok(Math.abs(x - cx[0]) < 1e-11 * scale && Math.abs(v - cv[0]) < 1e-11 * scale * spring.angularFrequency, `${text} ${dt}: ${x} ${cx[0]}`);
      }
    }
  }
});

test("code is byte for byte what `sprung export` writes, which is compiled and run in the program's tests", async () => {
  // The first 16 digits of SHA-256 of `sprung export SPEC --to LANGUAGE`.
  const exported = JSON.parse(await readFile(new URL("exported.json", import.meta.url), "utf8"));
  let compared = 0;
  for (const [spec, languages] of Object.entries(exported)) {
    for (const [id, hash] of Object.entries(languages)) {
      const text = code.code(code.LANGUAGES.find((one) => one.id === id), core.parse(spec), spec);
      assert.equal(createHash("sha256").update(text).digest("hex").slice(0, 16), hash, `${id} of ${spec}:\n${text}`);
      compared++;
    }
  }
  assert.equal(compared, 5 * code.LANGUAGES.length);
});

test("a number of code has a point and no exponent", () => {
  for (const value of [1, 0.1, 157.91367041742973, 1e-9, 1.5e-12, 2.5e22, 1e21, 123456789]) {
    const text = code.decimal(value);
    assert.ok(/^\d+\.\d+$/.test(text) && Number(text) === value, text);
  }
});

test("a token and a style sheet hold the easing and its error", () => {
  const spring = core.parse("duration=0.5,bounce=0.3");
  const easing = core.linear(spring, 0.001);
  const json = JSON.parse(token.token("spring", read(spring, 0.02), "duration=0.5,bounce=0.3", easing));
  assert.equal(json.spring.$value.value, Math.round(1000 * easing.duration));
  assert.equal(json.spring.$extensions.sprung.linear, String(easing));
  assert.deepEqual(core.parse(json.spring.$extensions.sprung.spec), spring);
  assert.match(token.css("s", easing), /at most 0\.1 % of the way/);
  // The error is what it says, measured on the text.
  const stops = [...String(easing).matchAll(/(-?[\d.]+)(?: ([\d.]+)%)?[,)]/g)].map((m) => [m[2] === undefined ? null : Number(m[2]), Number(m[1])]);
  stops[0][0] ??= 0;
  stops.at(-1)[0] ??= 100;
  const motion = core.motion(spring, 0, 0, 1, easing.duration, 3000);
  let worst = 0;
  for (let i = 0, k = 0; i < motion.times.length; i++) {
    const percent = (100 * motion.times[i]) / easing.duration;
    while (k + 2 < stops.length && stops[k + 1][0] < percent) k++;
    const [[p0, y0], [p1, y1]] = [stops[k], stops[k + 1]];
    worst = Math.max(worst, Math.abs(y0 + ((y1 - y0) * (percent - p0)) / (p1 - p0) - motion.positions[i]));
  }
  assert.ok(worst <= 0.001 * 1.0001 && worst > 0.0005, String(worst));
});

test("pasted settings of other libraries are the springs they are", () => {
  const parse = (spec) => core.parse(spec);
  const cases = [
    ["useSpring({ config: { tension: 180, friction: 12 } })", "react-spring:tension=180,friction=12"],
    ["config: { mass: 2, tension: 300, friction: 20 }", "react-spring:tension=300,friction=20,mass=2"],
    ["config.wobbly", "react-spring:wobbly"],
    ["{ type: \"spring\", visualDuration: 0.4, bounce: 0.25 }", "motion:visual_duration=0.4,bounce=0.25"],
    ["transition={{ type: 'spring', stiffness: 260, damping: 20 }}", "stiffness=260,damping=20"],
    ["transition={{ type: \"spring\", duration: 0.8, bounce: 0.4 }}", "motion:duration=0.8,bounce=0.4"],
    [".spring(response: 0.55, dampingFraction: 0.825)", "swiftui:response=0.55,damping_fraction=0.825"],
    ["withAnimation(.spring(duration: 0.5, bounce: 0.3))", "swiftui:duration=0.5,bounce=0.3"],
    [".animation(.bouncy)", "swiftui:bouncy"],
    ["spring(stiffness = Spring.StiffnessMedium, dampingRatio = 0.75f)", "compose:stiffness=1500,damping_ratio=0.75"],
    ["spring(dampingRatio = Spring.DampingRatioMediumBouncy, stiffness = Spring.StiffnessLow)", "compose:stiffness=200,damping_ratio=0.5"],
    ["SpringDescription(mass: 1, stiffness: 170, damping: 26)", "stiffness=170,damping=26"],
    ["SpringDescription.withDampingRatio(mass: 1.0, stiffness: 500.0, ratio: 1.1)", "flutter:stiffness=500,ratio=1.1"],
    ["new Spring(0, { stiffness: 0.1, damping: 0.4 })", "svelte:stiffness=0.1,damping=0.4"],
    ["smoothTime = 0.3", "unity:smooth_time=0.3"],
    ["damping: 26, stiffness: 170", "stiffness=170,damping=26"],
    ["settling_time=0.4,overshoot=0.05", "settling_time=0.4,overshoot=0.05"],
    ["swiftui:snappy", "swiftui:snappy"],
    ["f = 2.5, z = 0.4, r = 0", "t3ssel8r:f=2.5,z=0.4"],
  ];
  for (const [text, spec] of cases) {
    const found = paste.read(text, parse);
    assert.ok(!("error" in found), `${text}: ${found.error}`);
    assert.deepEqual(parse(found.spec), parse(spec), `${text} was read as ${found.spec}`);
  }
  for (const text of ["hello", "color: red", "tension: -5, friction: 3", "<svg>", "stiffness=", "\u0000", "duration: 0.5"]) {
    const found = paste.read(text, parse);
    assert.ok("error" in found && found.error.length > 10, `${text} gave ${JSON.stringify(found)}`);
  }
});

test("dropped files are read", async () => {
  const bytes = (text) => new TextEncoder().encode(text);
  const table = files.readFile("a.csv", bytes("\uFEFFtime,x,y,name\r\n0,1,2,a\r\n0.1,2,3,b\r\n0.2,3,,c\r\n0.3,5,5,d\r\n0.4,5,5,d\r\n0.5,5,5,d\r\n0.6,5,5,d\r\n0.7,5,5,d\r\n0.8,5,5,d\r\n0.9,5,5,d\r\n1.0,5,5,d\r\n1.1,5,5,d\r\n"));
  assert.deepEqual([table.columns.map((one) => one.name), table.times.length, Math.round(table.rate)], [["x", "y"], 12, 10]);
  const german = files.readFile("b.csv", bytes("t;x\n0;1,5\n1;2,5\n2;3,5\n"));
  assert.deepEqual([...german.columns[0].values], [1.5, 2.5, 3.5]);
  const walk = files.readFile("walk.bvh", await readFile(new URL("../../../data/walk.bvh", import.meta.url)));
  assert.ok(walk.columns.length > 50 && walk.times.length === 455 && Math.abs(walk.rate - 30) < 0.1);
  const flute = files.readFile("flute.wav", await readFile(new URL("../../../data/flute-A4.wav", import.meta.url)));
  const hertz = signals.resonances(flute.columns[0].values.subarray(0, 8000), 1 / flute.rate);
  assert.ok(hertz.some(({ frequency: one }) => Math.abs(one - 440) < 6 || Math.abs(one - 880) < 12), `${hertz}`);
  assert.deepEqual(walk.joints[0], { name: "Hips", axes: [2, 0, 1], columns: [3, 4, 5] });
  assert.equal(files.readFile("a.ts", bytes("const s = { tension: 3 }\n")).kind, "text");
  for (const [name, content] of [["x.wav", "RIFF0000WAVE"], ["x.bvh", "HIERARCHY\nROOT a\n"], ["x.gltf", "{}"], ["x.bin", "ab\u0000\u0000"]]) {
    assert.throws(() => files.readFile(name, bytes(content)), name);
  }
});

test("every vocabulary's spec is read back as the spring that it was said to be", () => {
  for (const spring of SPRINGS) {
    const all = core.convert(spring);
    assert.equal(all.length, core.conventions().length);
    for (const one of all) {
      if (!one.spec || !one.spring) continue;
      const back = core.parse(one.spec);
      near(back.angularFrequency, one.spring.angularFrequency, 1e-9, one.spec);
      assert.ok(Math.abs(core.difference(spring, back) - one.residual) < 1e-6, `${one.spec} ${one.residual}`);
    }
  }
});

test("spring bones of both versions of VRM are read, with their defaults", () => {
  const nodes = [
    { name: "root", translation: [0, 1, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], children: [1] },
    { name: "a", translation: [0.1, 0, 0], children: [2] },
    { name: "b", translation: [0.2, 0, 0] },
  ];
  const one = gltf.skeleton("one.vrm", { nodes, extensions: { VRMC_springBone: { springs: [{ name: "hair", joints: [{ node: 0, stiffness: 2, dragForce: 0.1, gravityPower: 0.5, gravityDir: [0, 0, 1] }, { node: 1 }, { node: 2 }] }] } } });
  assert.equal(one.source, "VRMC_springBone");
  const [first, second] = one.chains[0].bones;
  assert.deepEqual(first.spring, { stiffness: 2, drag: 0.1, gravity: 0.5, direction: [0, 0, 1] });
  assert.deepEqual(second.spring, { stiffness: 1, drag: 0.5, gravity: 0, direction: [0, -1, 0] });
  // The root turns x into y.
  second.tail.forEach((value, k) => assert.ok(Math.abs(value - [0, 1.3, 0][k]) < 1e-12, `${second.tail}`));
  const zero = gltf.skeleton("zero.vrm", { nodes, extensions: { VRM: { secondaryAnimation: { boneGroups: [{ comment: "tail", stiffiness: 3, gravityPower: 1, gravityDir: { x: 0, y: -1, z: 0 }, dragForce: 0.2, bones: [0] }] } } } });
  assert.equal(zero.source, "secondaryAnimation");
  assert.equal(zero.chains[0].name, "tail: root");
  assert.deepEqual(zero.chains[0].bones.map(({ name, parent }) => [name, parent]), [["root", -1], ["a", 0], ["b", 1]]);
  assert.deepEqual(zero.chains[0].bones[0].spring, { stiffness: 3, drag: 0.2, gravity: 1, direction: [0, -1, 0] });
  const plain = gltf.skeleton("plain.gltf", { nodes });
  assert.deepEqual([plain.source, plain.chains.map(({ bones }) => bones.length)], ["", [2, 1]]);
  for (const bad of [{}, { nodes: [{ children: [0] }] }, { nodes: [{ children: [1] }, { children: [0] }] }]) assert.throws(() => gltf.skeleton("bad", bad));
});

// A step of a spring bone as the specifications of VRM write it: positions of a frame and the one before.
function vrmStep({ head, rest, stiffness, drag, gravity, direction, length }, [before, now], dt) {
  const next = now.map((x, k) => x + (x - before[k]) * (1 - drag) + dt * (stiffness * rest[k] + gravity * direction[k]));
  const along = next.map((x, k) => x - head[k]);
  const size = Math.hypot(...along);
  return [now, along.map((x, k) => head[k] + (x / size) * length)];
}

test("a spring bone moves as the specification's steps do, for small angles, and its spring does so at every frame rate", () => {
  for (const [stiffness, drag, gravity, length] of [[1, 0.4, 0, 0.1], [4, 0.05, 0, 0.07], [0.5, 0.9, 1, 0.3], [0, 0.2, 2, 0.2]]) {
    const rest = [0, -1, 0];
    const given = { stiffness, drag, gravity, direction: [0, -1, 0] };
    const { strength } = gltf.pull(given, rest);
    const spring = core.parse(gltf.specOfBone(strength, drag, length));
    // A small angle, released without a velocity: for an exact discretization, velocities are those between frames.
    const start = [1e-5 * length, -length * Math.sqrt(1 - 1e-10), 0];
    const dt = 1 / 60;
    let pair = [start, start];
    const xs = [pair[0][0], pair[1][0]];
    for (let i = 0; i < 60; i++) {
      pair = vrmStep({ head: [0, 0, 0], rest, length, ...given }, pair, dt);
      xs.push(pair[1][0]);
    }
    // The spring through the first two positions, at the times of the frames.
    const [w, z] = [spring.angularFrequency, spring.dampingRatio];
    const one = core.motion(spring, 1, 0, 0, dt, 2);
    const other = core.motion(spring, 0, 1, 0, dt, 2);
    const velocity = (xs[1] - xs[0] * one.positions[1]) / other.positions[1];
    const end = 61 * dt;
    const { positions } = core.motion(spring, xs[0], velocity, 0, end, 62);
    xs.forEach((x, i) => assert.ok(Math.abs(x - positions[i]) < 1e-6 * xs[0], `${stiffness} ${drag} frame ${i}: ${x / xs[0]}, spring ${positions[i] / xs[0]} (ω ${w}, ζ ${z})`));
  }
});

test("a chain swings and comes to rest where stiffness and gravity hold it, at any frame rate", () => {
  const given = { stiffness: 1, drag: 0.3, gravity: 1, direction: [0, -1, 0] };
  const bones = [0, 1, 2].map((i) => ({ name: `${i}`, head: [i * 0.1, 0, 0], tail: [(i + 1) * 0.1, 0, 0], parent: i - 1, spring: given }));
  const spring = core.parse(gltf.specOfBone(Math.SQRT2, 0.3, 0.1));
  const advance = (one, dt, x, v, goal) => core.advance(one, dt, "held", x, v, goal, goal);
  const ends = [30, 60, 240].map((rate) => {
    const chain = new swing.Swing(bones, advance);
    const rest = chain.now.at(-1).tail;
    // Horizontal, pulled equally along and down: the first bone rests at 45 degrees, and the next turn with it.
    assert.ok(Math.abs(chain.now[0].tail[1] + 0.1 * Math.SQRT1_2) < 1e-12);
    for (let i = 0; i < rate / 4; i++) chain.step(1 / rate, [0, 0.5, 0], [spring, spring, spring]);
    for (const { head, tail } of chain.now) assert.ok(Math.abs(Math.hypot(...tail.map((x, k) => x - head[k])) - 0.1) < 1e-12);
    const after = chain.now.at(-1).tail;
    for (let i = 0; i < 20 * rate; i++) chain.step(1 / rate, [0, 0.5, 0], [spring, spring, spring]);
    chain.now.at(-1).tail.forEach((x, k) => assert.ok(Math.abs(x - rest[k] - [0, 0.5, 0][k]) < 1e-6, `${x} ${rest}`));
    assert.ok(chain.speed() < 1e-6);
    return after;
  });
  for (const end of ends) end.forEach((x, k) => assert.ok(Math.abs(x - ends[2][k]) < 0.03, `${ends}`));
});

test("rotations of motion capture are smoothed as rotations: at gimbal lock as anywhere", () => {
  // A steady turn about a tilted axis passes near gimbal lock of z, y, x; smoothed both ways it stays a steady turn.
  const count = 121;
  const times = Array.from({ length: count }, (_, i) => i / 60);
  const angles = times.map((t) => [0, (180 / Math.PI) * (0.9 * t), 0]);
  const columns = [0, 1, 2].map((k) => Float64Array.from(angles, (one) => one[k]));
  const { once, both } = signals.smoothedAngles(0.05, Float64Array.from(times), columns, [2, 1, 0]);
  both[1].forEach((value, i) => assert.ok(Math.abs(value - angles[i][1]) < 1e-4, `${i}: ${value} ${angles[i][1]}`));
  // One pass lags by 2ζ/ω.
  const spring = core.parse("halflife=0.05");
  const { lag } = core.readings(spring, 0.02);
  assert.ok(Math.abs(once[1].at(-1) - (angles.at(-1)[1] - (180 / Math.PI) * 0.9 * lag)) < 1e-6);
});
