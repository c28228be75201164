import { Spring } from "sprung";

export default ({ f, z }) => {
  const springs = [[f, z], [2, 0.3], [1, 0.3], [1, 1.5]].map(([frequency, dampingRatio]) =>
    Spring.from({ frequency, dampingRatio }),
  );
  const times = Array.from({ length: 401 }, (_, i) => (2 * i) / 400);
  const curves = springs.map((spring) => [times, spring.sample(times).position]);
  const marks = [springs[0].stiffness, springs[0].damping];
  return { curves, marks };
};
