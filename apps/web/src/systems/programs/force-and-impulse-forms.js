import { JacobiSolver } from "sprung/reference";

export default ({ cs, cd }) => {
  const [force, impulse] = ["force", "impulse"].map((formulation) => {
    const particles = [{ position: [0, 0, 0], mass: 1 }, { position: [2, 0, 0], mass: 4 }];
    const edges = [{ a: 0, b: 1, restLength: 1, stiffness: { perStep: [cs, cd] } }];
    return new JacobiSolver({ particles, edges }, { gravity: [0, 0, 0] }, { limit: "off", formulation });
  });
  const [times, error, difference] = [[], [], []];
  for (let i = 0; i <= 300; i++) {
    const [[a, , , b], [c, , , d]] = [force.positions, impulse.positions];
    times.push(i / 60);
    error.push(Math.max(Math.abs(b - a - 1), 1e-9));
    difference.push(Math.max(Math.abs(a - c), Math.abs(b - d), 1e-9));
    force.step(1 / 60);
    impulse.step(1 / 60);
  }
  force.free();
  impulse.free();
  const curves = [[times, error], [times, difference]];
  return { curves };
};
