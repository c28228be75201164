import assert from "node:assert/strict";
import { test } from "node:test";
import { Network } from "sprung/network";

test("a rope of a ton hardly stretches, and hangs straight", () => {
  const rope = Network.rope([0, 0, 0], [2, 0, 0], 20, 1000);
  rope.fix([0]);
  rope.start({ drag: 2 });
  for (let frame = 0; frame < 900; frame++) rope.step(1 / 60);
  assert.equal(rope.particles, 21);
  assert.ok(rope.stretch.max < 0.01, `${rope.stretch.max}`);
  const { positions } = rope;
  assert.ok(Math.abs(positions[60]) < 0.02 && Math.abs(positions[61] + 2) < 0.03, `${positions.slice(60)}`);
  rope.free();
});

test("a cloth is dragged by a fixed corner, and falls when it is released", () => {
  const cloth = Network.cloth(8, 6, 0.1, 0.5);
  assert.equal(cloth.particles, 48);
  cloth.fix([0, 7]);
  cloth.start();
  assert.equal(cloth.edges.length % 2, 0);
  for (let frame = 0; frame < 60; frame++) {
    cloth.moveTo(0, [frame / 200, 0, 0]);
    cloth.step(1 / 60);
  }
  assert.ok(Math.abs(cloth.positions[0] - 59 / 200) < 1e-5, `${cloth.positions[0]}`);
  assert.ok(cloth.stretch.mean < 0.05 && cloth.tornCount === 0);
  cloth.release(0, 0.01);
  cloth.release(7, 0.01);
  for (let frame = 0; frame < 60; frame++) cloth.step(1 / 60);
  assert.ok(cloth.positions[1] < -1);
  cloth.free();
});

test("edges tear, colliders hold, impulses push", () => {
  const rope = Network.rope([0, 0, 0], [1, 0, 0], 4, 1);
  rope.fix([0, 4]);
  rope.setEdges({ tearStrain: 0.2, stiffness: { stiffness: 100 } });
  rope.start();
  rope.push(2, [0, 100, 0]);
  for (let frame = 0; frame < 10; frame++) rope.step(1 / 60);
  assert.ok(rope.tornCount > 0);
  assert.equal(rope.torn.reduce((sum, torn) => sum + torn, 0), rope.tornCount);
  const ball = Network.lattice([3, 3, 3], 0.1, 1);
  ball.setEdges({ stiffness: { frequency: 20, dampingRatio: 1 } });
  ball.start();
  ball.setColliders([{ plane: { point: [0, -1, 0], normal: [0, 1, 0] }, friction: 0.5 }]);
  for (let frame = 0; frame < 240; frame++) ball.step(1 / 60);
  const heights = ball.positions.filter((_, index) => index % 3 === 1);
  assert.ok(heights.every((y) => y > -1.01 && y < 0), `${heights}`);
  rope.free();
  ball.free();
});

test("a network keeps to a stretch by its choice of sub-steps", () => {
  const sheet = (settings) => {
    const net = Network.empty();
    const at = (row, column) => 12 * row + column;
    for (let row = 0; row < 12; row++)
      for (let column = 0; column < 12; column++) {
        net.addParticle([column / 10, 0, (row + (column % 2) / 2) / 10], 1);
        if (column > 0) net.addEdge(at(row, column), at(row, column - 1));
        if (row > 0) net.addEdge(at(row, column), at(row - 1, column));
        if (row > 0 && column > 0) net.addEdge(at(row, column), at(row - 1, column - 1));
      }
    net.fix([0, 11]);
    net.start({ drag: 0.5, ...settings });
    let [most, substeps] = [0, net.substeps];
    for (let frame = 0; frame < 300; frame++) {
      net.step(1 / 60);
      if (frame >= 240) most = Math.max(most, net.stretch.max);
      substeps = Math.max(substeps, net.substeps);
    }
    net.free();
    return { most, substeps };
  };
  assert.equal(sheet({ substeps: 2 }).substeps, 2);
  assert.ok(sheet({ substeps: 2 }).most > 0.02, `${sheet({ substeps: 2 }).most}`);
  const kept = sheet({ maxStretch: 0.01 });
  assert.ok(kept.most < 0.01 && kept.substeps > 2 && kept.substeps <= 128, JSON.stringify(kept));
  assert.throws(() => sheet({ maxStretch: 0 }), { field: "maxStretch", message: /finite and > 0/ });
  assert.throws(() => sheet({ maxStretch: NaN }), { field: "maxStretch" });
});

test("a flag flies in the wind, and swings without an aerodynamic surface", () => {
  const lowest = (air) => {
    const flag = Network.cloth(13, 9, 0.1, 0.2);
    flag.fix(Array.from({ length: 9 }, (_, row) => 13 * row));
    if (air) flag.addAeroSurface(air);
    flag.start({ wind: [8, 0, 0] });
    let least = 2;
    for (let frame = 0; frame < 180; frame++) {
      flag.step(1 / 60);
      if (frame >= 60) least = Math.min(least, flag.positions[3 * (13 * 4 + 12)]);
    }
    flag.free();
    return least;
  };
  assert.ok(lowest({}) > 0.7, `${lowest({})}`);
  assert.ok(lowest(undefined) < 0 && lowest({ density: 0 }) < 0, `${lowest(undefined)}`);
  assert.throws(() => lowest({ drag: -1 }), { field: "drag" });
  const rope = Network.rope([0, 0, 0], [2, 0, 0], 20, 1);
  assert.throws(() => rope.addAeroSurface(), { field: "triangles", message: />= 1/ });
  rope.free();
});

test("hinges keep paper as it was folded", () => {
  const fold = (stiffness) => {
    const net = Network.empty();
    for (const at of [[0, 0, 0], [0, 0, 1], [1, 1, 0.5], [-1, 1, 0.5]]) net.addParticle(at, 0.5);
    for (const [a, b] of [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3]]) net.addEdge(a, b);
    if (stiffness) net.addHinges(stiffness, [0, 1, 2, 1, 0, 3]);
    net.fix([0, 1]);
    net.start({ substeps: 32 });
    for (let frame = 0; frame < 240; frame++) net.step(1 / 60);
    const { positions } = net;
    const apart = Math.hypot(...[0, 1, 2].map((c) => positions[6 + c] - positions[9 + c]));
    net.free();
    return apart;
  };
  // The wings hang in pairs; with the hinge they keep their distance.
  assert.ok(Math.abs(fold({ stiffness: 1e4, damping: 100 }) - 2) < 0.02, `${fold({ stiffness: 1e4, damping: 100 })}`);
  assert.ok(Math.abs(fold(undefined) - 2) > 0.5, `${fold(undefined)}`);
  const open = Network.cloth(4, 4, 0.1, 1);
  open.addHinges({ frequency: 5 });
  assert.throws(() => open.start(), { field: "edges along its sides" });
  assert.throws(() => open.addHinges({ frequency: 5 }, [0, 1]), { field: "triangles" });
  assert.throws(() => open.addAeroSurface({}, [0, 1, 99]), { field: "particle" });
  open.free();
});

test("a fabric is stiff along its threads, soft on the bias, and within its limits", () => {
  // A square of two triangles without edges, held on one side and pulled along it or across.
  const moved = (weave, pull) => {
    const net = Network.empty();
    for (const at of [[0, 0, 0], [1, 0, 0], [1, -1, 0], [0, -1, 0]]) net.addParticle(at, 1);
    net.addFabric(weave, [0, 1, 2, 0, 2, 3]);
    net.fix([0, 1]);
    net.start({ substeps: 16, gravity: pull, drag: 3 });
    for (let frame = 0; frame < 600; frame++) net.step(1 / 60);
    const { positions } = net;
    const by = [positions[6] - 1, -1 - positions[7]];
    net.free();
    return by;
  };
  const of = (stiffness) => ({ stiffness, damping: stiffness / 100 });
  const weave = { warp: of(1000), weft: of(500), shear: of(50) };
  // The weft bears two masses over a width of 1 m: m g/k = 2·1/500.
  assert.ok(Math.abs(moved(weave, [0, -1, 0])[1] - 2 / 500) < 2e-4, `${moved(weave, [0, -1, 0])}`);
  // In shear: 2·1/50, to second order.
  assert.ok(Math.abs(moved(weave, [1, 0, 0])[0] - 2 / 50) < 4e-3, `${moved(weave, [1, 0, 0])}`);
  const soft = { ...weave, weft: of(1) };
  assert.ok(moved(soft, [0, -1, 0])[1] > 1, `${moved(soft, [0, -1, 0])}`);
  assert.ok(moved({ ...soft, maxStretch: 1.05 }, [0, -1, 0])[1] < 0.06);
  assert.throws(() => moved({ ...weave, maxStretch: 0.5 }, [0, 0, 0]), { message: />= 1/ });
  assert.throws(() => moved({ ...weave, warpDirection: [0, 0, 1] }, [0, 0, 0]), { field: "area along the warp" });
});

test("jelly keeps the volume of its cells", () => {
  const fallen = (cells) => {
    const jelly = Network.lattice([4, 4, 4], 0.1, 1);
    jelly.setEdges({ stiffness: { frequency: 3, dampingRatio: 0.3 } });
    if (cells) jelly.addCells(...cells);
    jelly.fix(Array.from({ length: 16 }, (_, i) => 16 * i % 64 + (i >> 2)));
    jelly.start({ substeps: 16, gravity: [0, 0, -9.81] });
    for (let frame = 0; frame < 120; frame++) jelly.step(1 / 60);
    const { positions } = jelly;
    jelly.free();
    const side = (a, b) => [0, 1, 2].map((c) => positions[3 * b + c] - positions[3 * a + c]);
    // The regular tetrahedron in the middle of the cube at the origin: a third of 0.001.
    const [u, v, w] = [side(0, 5), side(0, 17), side(0, 20)];
    return Math.abs(u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0])) / 0.002;
  };
  assert.ok(Math.abs(fallen([]) - 1) < 0.01, `${fallen([])}`);
  assert.ok(Math.abs(fallen() - 1) > 0.02, `${fallen()}`);
  assert.throws(() => fallen([undefined, [0, 1, 2]]), { field: "tetrahedra" });
  assert.throws(() => fallen([undefined, [0, 1, 2, 3]]), { message: /volume in the rest shape/ });
  const loose = Network.empty();
  assert.throws(() => loose.addCells(), { field: "tetrahedra" });
  loose.free();
});

test("a cape follows a skin within a distance, and stays out of the back", () => {
  const cape = Network.cloth(9, 9, 0.1, 0.3);
  const particles = Array.from({ length: 81 }, (_, particle) => particle);
  const reach = (particle) => 0.04 * Math.floor(particle / 9);
  const backstop = { distance: 0.01, radius: 1 };
  assert.throws(() => cape.setSkin([{ particle: 81, maxDistance: 0 }]), { field: "particle" });
  cape.setSkin(particles.map((particle) => ({ particle, maxDistance: reach(particle), backstop })));
  cape.fix(particles.slice(0, 9));
  cape.start();
  const skin = (x) => particles.flatMap((p) => [0.1 * (p % 9) + x, 0, 0.1 * Math.floor(p / 9), 0, 1, 0]);
  assert.throws(() => cape.setSkinTargets([1]), { field: "targets" });
  assert.throws(() => cape.setSkinTargets(skin(NaN)), { field: "position" });
  for (let frame = 1; frame <= 60; frame++) {
    cape.setSkinTargets(skin(frame / 100));
    cape.step(1 / 60);
  }
  const away = (x) => {
    const { positions } = cape;
    const target = skin(x);
    return particles.map((p) => Math.hypot(...[0, 1, 2].map((c) => positions[3 * p + c] - target[6 * p + c])));
  };
  away(0.6).forEach((distance, p) => assert.ok(distance < reach(p) + 1e-5, `${p}: ${distance}`));
  particles.forEach((p) => assert.ok(cape.positions[3 * p + 1] > -0.07, `${p}`));
  assert.ok(Math.min(...particles.map((p) => cape.positions[3 * p + 1])) < -0.005, "it lies on the back");
  cape.setSkinTargets(skin(9), true);
  cape.step(1 / 60);
  away(9).forEach((distance, p) => assert.ok(distance < reach(p) + 1e-5, `${p}: ${distance}`));
  cape.free();
});

test("a network names what overflows, and the others go on", () => {
  const net = Network.rope([0, 0, 0], [1, 0, 0], 4, 1);
  // The heaviest particles that there may be, at one place, with edges of 1e15 m.
  const heavy = [0, 1, 2].map(() => net.addParticle([5, 0, 0], 1e30));
  for (const [a, b] of [[0, 1], [1, 2], [0, 2]]) net.addEdge(heavy[a], heavy[b], 1e15);
  assert.equal(net.quarantined.length, 0);
  net.start();
  net.step(1 / 60);
  assert.deepEqual([...net.quarantined], heavy);
  assert.deepEqual([...net.positions.slice(3 * heavy[0])], [5, 0, 0, 5, 0, 0, 5, 0, 0]);
  assert.ok(net.positions.every(Number.isFinite) && net.positions[1] < 0);
  net.free();
});

test("settings that are refused change nothing", () => {
  const rope = Network.rope([0, 0, 0], [2, 0, 0], 20, 1000);
  rope.fix([0]);
  rope.start({ maxStretch: 0.01 });
  rope.step(1 / 60);
  const before = rope.positions.slice();
  assert.throws(() => rope.set({ substeps: 0 }), { field: "substeps" });
  assert.throws(() => rope.set({ maxStretch: -1 }), { field: "maxStretch" });
  assert.deepEqual(rope.positions.slice(), before);
  rope.fix([20]);
  rope.set({ drag: 1 });
  rope.step(1 / 60);
  assert.ok(rope.positions.every(Number.isFinite) && rope.positions[30] !== before[30]);
  rope.free();
});

test("a network of particles and edges, the same bits each time", () => {
  const run = () => {
    const net = Network.empty();
    const corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0]].map((at, index) => net.addParticle(at, index));
    net.addEdge(corners[0], corners[1]);
    net.addEdge(corners[1], corners[2], 1);
    net.start({ substeps: 4, gravity: [0, -1, 0] });
    for (let frame = 0; frame < 100; frame++) net.step(0.02);
    const { positions } = net;
    const copy = positions.slice();
    net.free();
    return copy;
  };
  assert.deepEqual(run(), run());
  assert.ok(run().every(Number.isFinite));
});

test("bad input is an error, and a freed network throws", () => {
  assert.throws(() => Network.rope([0, 0, 0], [1, 0, 0], 0, 1), { field: "links", message: /links must be >= 1/ });
  assert.throws(() => Network.rope([0, 0, 0], [1, 0, 0], 4, -1), { field: "mass" });
  assert.throws(() => Network.cloth(2.5, 2, 1, 1), { field: "columns" });
  const net = Network.rope([0, 0, 0], [1, 0, 0], 4, 1);
  assert.throws(() => net.fix([5]), { field: "particle" });
  assert.throws(() => net.step(0.1), /started/);
  assert.throws(() => net.setEdges({ mode: "sideways" }), { field: "mode" });
  assert.throws(() => net.setEdges({ stiffness: { frequency: -1 } }), { field: "stiffness" });
  assert.throws(() => net.start({ substeps: 0 }), { field: "substeps" });
  net.start();
  assert.throws(() => net.addParticle([0, 0, 0], 1), /before its start/);
  assert.throws(() => net.moveCollider(0, { sphere: { center: [0, 0, 0], radius: 1 } }), { field: "index" });
  assert.throws(() => net.setColliders([{ sphere: { center: [0, 0, 0], radius: -1 } }]), { field: "radius" });
  assert.throws(() => net.step("1"), { field: "dt" });
  net.free();
  net.free();
  assert.throws(() => net.step(0.1), /network must be in use/);
});
