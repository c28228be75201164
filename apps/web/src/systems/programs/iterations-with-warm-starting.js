import { cloth, SequentialImpulses } from "sprung/reference";

export default ({ side, kept }) => {
  const count = Math.floor(side);
  const hung = cloth(count, count, 0.1, 1);
  hung.particles[0].mass = hung.particles[count - 1].mass = 0; // two corners are fixed
  const size = 9.81 * 0.1 * (count - 1); // weight · side
  const run = (variant, warmStart) => {
    const scheme = new SequentialImpulses(hung, {}, { sweeps: 1, warmStart, variant });
    const [times, energy] = [[0], [scheme.energy / size]];
    for (let frame = 1; frame <= 360; frame++) {
      scheme.step(1 / 60 / 16, 16);
      const now = scheme.energy / size;
      if (!(Math.abs(now) <= 20)) break; // it has diverged
      times.push(frame / 60);
      energy.push(now);
    }
    scheme.free();
    return [times, energy];
  };
  const curves = [run("published", 1), run("published", kept), run("passive", 1)];
  return { curves };
};
