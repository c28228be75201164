import { Spring } from "sprung";
import { integrate, stabilityLimit } from "sprung/integrate";

export default ({ w, z, frames }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const start = { from: 1, goal: 0 };
  const times = Array.from({ length: 401 }, (_, i) => (1.2 * i) / 400);
  const euler = (frames) => {
    const { position } = integrate("semi-implicit", spring, 1 / frames, Math.round(1.2 * frames), start);
    return [position.map((_, i) => i / frames), position];
  };
  const curves = [[times, spring.sample(times, start).position], euler(60), euler(frames)];
  const marks = [w / stabilityLimit("semi-implicit", z)];
  return { curves, marks };
};
