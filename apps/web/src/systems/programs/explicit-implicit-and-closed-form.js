import { Spring } from "sprung";
import { integrate, METHODS, stabilityLimit } from "sprung/integrate";

export default ({ w, z }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const exact = spring.at(1).position;
  // From 3 to 1433 steps per second.
  const counts = Array.from({ length: 45 }, (_, i) => Math.max(3, Math.round(1.15 ** (i + 8))));
  const curves = METHODS.map((method) => {
    const error = (steps) => {
      if (w / steps >= stabilityLimit(method, z)) return NaN;
      return Math.max(Math.abs(integrate(method, spring, 1 / steps, steps).position[steps] - exact), 1e-16);
    };
    return [counts.map((steps) => 1 / steps), counts.map(error)];
  });
  return { curves };
};
