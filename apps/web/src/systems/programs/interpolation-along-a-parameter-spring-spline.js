import { Spring } from "sprung";
import { curve } from "sprung/motion";

export default ({ w, z, lift }) => {
  const points = [[0, 0], [1, 2], [2.5, lift], [3, 0.4], [4.5, 0.2], [5, 2]];
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const path = (options) => {
    const states = curve(points, 401, { spring, ...options });
    return [states.map(({ position }) => position[0]), states.map(({ position }) => position[1])];
  };
  const curves = [
    [points.map(([x]) => x), points.map(([, y]) => y)],
    path({ kind: "causal" }),
    path({ kind: "zero-phase" }),
    path({ kind: "zero-phase", through: true }),
  ];
  return { curves };
};
