import { cloth, JacobiSolver, rope } from "sprung/reference";

export default ({ shape, passes, soft }) => {
  const steps = Math.floor(passes);
  let hung;
  let fixed = [0];
  if (shape < 1) {
    hung = rope([0, 0, 0], [1.4, 0, 0], 14, 1.5);
  } else if (shape < 2) {
    hung = cloth(8, 8, 0.2, 1);
    fixed = [0, 7];
  } else {
    // Upright, with both diagonals; it hangs by its upper left corner.
    hung = cloth(6, 4, 0.25, 1, { shear: true });
    for (const particle of hung.particles) particle.position = [particle.position[0], -particle.position[2], 0];
    for (const edge of hung.edges) edge.stiffness = { perStep: [soft, soft] };
  }
  for (const particle of fixed) hung.particles[particle].mass = 0;
  const scheme = new JacobiSolver(hung, { drag: 0.3 }, { limit: "article" });
  const curves = [[hung.edges.map(({ a }) => a), hung.edges.map(({ b }) => b)]];
  for (let frame = 0; frame < 120; frame++) {
    const { positions } = scheme;
    const seen = [[], []]; // from the front, right and above
    for (let i = 0; i < positions.length; i += 3) {
      seen[0].push(positions[i] + 0.45 * positions[i + 2]);
      seen[1].push(positions[i + 1] - 0.22 * positions[i + 2]);
    }
    curves.push(seen);
    scheme.step(1 / 60 / steps, 2 * steps); // 1/30 s
  }
  scheme.free();
  return { curves };
};
