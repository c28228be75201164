import { Spring } from "sprung";
import { integrate, stabilityLimit } from "sprung/integrate";

export default ({ w, z, frames }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const times = Array.from({ length: 401 }, (_, i) => (1.5 * i) / 400);
  const run = (method) => {
    const { position } = integrate(method, spring, 1 / frames, Math.round(1.5 * frames));
    return [position.map((_, i) => i / frames), position];
  };
  const curves = [[times, spring.sample(times).position], run("explicit"), run("stable-pd"), run("backward-euler")];
  const marks = [w / stabilityLimit("stable-pd", z)];
  return { curves, marks };
};
