import { Spring } from "sprung";
import { integrate, stabilityLimit } from "sprung/integrate";

export default ({ w, z, frames }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const times = Array.from({ length: 401 }, (_, i) => (2 * i) / 400);
  const euler = (frames) => {
    const { position } = integrate("explicit", spring, 1 / frames, Math.round(2 * frames));
    return [position.map((_, i) => i / frames), position];
  };
  const curves = [[times, spring.sample(times).position], euler(60), euler(frames)];
  const marks = [w / stabilityLimit("explicit", z)];
  return { curves, marks };
};
