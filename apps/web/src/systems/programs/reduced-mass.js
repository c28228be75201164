import { JacobiSolver } from "sprung/reference";

export default ({ mass, cs, cd }) => {
  const run = (perStep) => {
    const particles = [{ position: [0, 0, 0], mass: 1 }, { position: [2, 0, 0], mass }];
    const edges = [{ a: 0, b: 1, restLength: 1, stiffness: { perStep } }];
    const pair = new JacobiSolver({ particles, edges }, { gravity: [0, 0, 0] }, { limit: "off" });
    const [first, second] = [[], []];
    for (let i = 0; i <= 40; i++) {
      const { positions } = pair;
      first.push(positions[0]);
      second.push(positions[3]);
      pair.step(1 / 60);
    }
    pair.free();
    return [first, second];
  };
  const soft = run([cs, cd]);
  const center = soft[0].map((x, i) => (x + mass * soft[1][i]) / (1 + mass));
  const times = Array.from({ length: 41 }, (_, i) => i / 60);
  const curves = [...run([1, 1]), ...soft, center].map((curve) => [times, curve]);
  const marks = [mass / (1 + mass)];
  return { curves, marks };
};
