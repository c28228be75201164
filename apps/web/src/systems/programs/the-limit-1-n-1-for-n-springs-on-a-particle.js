import { articleLimit, JacobiSolver, massSplitting, noOvershootLimit, stableLimit } from "sprung/reference";

export default ({ n, c }) => {
  const counts = [2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 26];
  const limits = [
    articleLimit,
    noOvershootLimit,
    stableLimit,
    (n) => massSplitting([1, 1], [n, 1]),
    (n) => massSplitting([0.1, 1], [n, 1]),
  ];
  // A hub of 0.1 g with arms of 1 kg that all pull in the same direction.
  const arms = Math.floor(n);
  const particles = [{ position: [1e-3, 0, 0], mass: 1e-4 }];
  const edges = [];
  for (let i = 0; i < arms; i++) {
    particles.push({ position: [1, 1e-3 * i, 0], mass: 1 });
    edges.push({ a: 0, b: i + 1, restLength: Math.sqrt(1 + 1e-6 * i * i), stiffness: { perStep: [c, c] } });
  }
  const hub = new JacobiSolver({ particles, edges }, { gravity: [0, 0, 0] }, { limit: "off" });
  hub.step(1 / 60, 600);
  const rests = Math.abs(hub.positions[0]) < 1e-3;
  hub.free();
  const curves = [...limits.map((limit) => [counts, counts.map(limit)]), [[arms], [c]]];
  const marks = [rests ? 1 : 0];
  return { curves, marks };
};
