/**
 * A rope and a cloth beside the soft bodies of rapier, which are given more solver iterations until they stretch no more than ours.
 */
import RAPIER from "@dimforge/rapier3d-compat";
import { Network } from "../dist/network.js";

const DT = 1 / 60;
const LINKS = 64;
const SIDE = 32;
const SPACING = 0.05;
/** Frames until they hang, and frames in which stretch and time are measured. */
const [SETTLE, MEASURED] = [180, 60];
const ITERATIONS = [1, 2, 4, 8, 16, 32, 64];

const edgesOfRope = Array.from({ length: LINKS }, (_, index) => [index, index + 1]);
const edgesOfCloth = Array.from({ length: SIDE * SIDE }, (_, index) => index).flatMap((index) => [
  ...((index + 1) % SIDE ? [[index, index + 1]] : []),
  ...(index + SIDE < SIDE * SIDE ? [[index, index + SIDE]] : []),
]);

/** The greatest part by which an edge is too long. */
function stretch(positions, edges) {
  const at = (particle) => positions.subarray(3 * particle, 3 * particle + 3);
  const length = ([a, b]) => Math.hypot(...at(a).map((value, axis) => value - at(b)[axis]));
  return Math.max(...edges.map(length)) / SPACING - 1;
}

/** Lets it hang; returns the mean of the greatest stretch, %, and the median time of a step, µs. */
function measure(step, positions, edges) {
  for (let frame = 0; frame < SETTLE; frame++) step();
  let sum = 0;
  const times = [];
  for (let frame = 0; frame < MEASURED; frame++) {
    const start = process.hrtime.bigint();
    step();
    times.push(Number(process.hrtime.bigint() - start) / 1000);
    sum += stretch(positions(), edges);
  }
  return { "stretch, %": (100 * sum) / MEASURED, "µs a step": times.sort((a, b) => a - b)[MEASURED >> 1] };
}

function ours(network, fixed, edges) {
  network.fix(fixed);
  network.start();
  const row = measure(() => network.step(DT), () => network.positions, edges);
  network.free();
  return row;
}

/** The particle nearest to a place. */
function nearest(positions, [x, z]) {
  const distance = (particle) => Math.hypot(positions[3 * particle] - x, positions[3 * particle + 2] - z);
  return Array.from({ length: positions.length / 3 }, (_, particle) => particle).reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

function theirs(desc, pinned, count, iterations) {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  world.timestep = DT;
  world.numSolverIterations = iterations;
  desc.setNoSurfaceCollider().setSoftness(1e6, 1).setParticleMass(0.01);
  const body = world.createSoftBody(desc);
  const start = body.particlePositions().slice();
  for (const place of pinned) body.setParticlePinned(nearest(start, place), true);
  // Without shear and bending: the edges as long as the spacing.
  const all = body.edges();
  const isThread = (index) => !body.isEdgeBend(index) && Math.abs(body.edgeRestLength(index) / SPACING - 1) < 1e-3;
  const edges = Array.from({ length: body.numEdges() }, (_, index) => index).filter(isThread).map((index) => [all[2 * index], all[2 * index + 1]]);
  if (edges.length !== count) throw new Error(`${edges.length} edges instead of ${count}`);
  const row = measure(() => world.step(), () => body.particlePositions(), edges);
  world.free();
  return row;
}

const flat = (x, z) => ({ x, y: 0, z });
const [rope, cloth] = [LINKS * SPACING, (SIDE - 1) * SPACING];
const scenes = {
  [`rope of ${LINKS} links`]: [
    () => ours(Network.rope([0, 0, 0], [rope, 0, 0], LINKS, 0.01 * LINKS), [0], edgesOfRope),
    (iterations) => theirs(RAPIER.SoftBodyDesc.rope(flat(0, 0), flat(rope, 0), LINKS + 1), [[0, 0]], LINKS, iterations),
  ],
  [`cloth of ${SIDE} × ${SIDE}`]: [
    () => ours(Network.cloth(SIDE, SIDE, SPACING, 0.01 * SIDE * SIDE), [0, SIDE - 1], edgesOfCloth),
    (iterations) => {
      const desc = RAPIER.SoftBodyDesc.cloth(flat(0, 0), flat(SPACING, 0), flat(0, SPACING), SIDE, SIDE);
      return theirs(desc, [[0, 0], [cloth, 0]], 2 * SIDE * (SIDE - 1), iterations);
    },
  ],
};

/** Rows of both, and for each scene the ratio of the times at equal stretch: infinite if theirs never stretches as little. */
export async function softBodies() {
  await RAPIER.init();
  const [rows, ratios] = [[], {}];
  for (const [scene, [our, their]] of Object.entries(scenes)) {
    const best = our();
    rows.push({ scene, engine: "sprung", iterations: "", ...best });
    ratios[scene] = Infinity;
    for (const iterations of ITERATIONS) {
      const row = their(iterations);
      rows.push({ scene, engine: "rapier", iterations, ...row });
      if (row["stretch, %"] > best["stretch, %"]) continue;
      ratios[scene] = row["µs a step"] / best["µs a step"];
      break;
    }
  }
  return { rows, ratios };
}
