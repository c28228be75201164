import { Spring } from "sprung";
import { integrate, METHODS } from "sprung/integrate";

export default ({ w, z, frames }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const start = { from: 1, goal: 0 };
  const energy = ({ position, velocity }) => position.map((x, i) => x ** 2 + (velocity[i] / w) ** 2);
  const times = Array.from({ length: 301 }, (_, i) => (2 * i) / 300);
  const curves = METHODS.map((method) => {
    if (method === "exact") return [times, energy(spring.sample(times, start))];
    const states = integrate(method, spring, 1 / frames, Math.round(2 * frames), start);
    return [states.position.map((_, i) => i / frames), energy(states)];
  });
  return { curves };
};
