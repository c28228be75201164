import { Spring } from "sprung";

export default ({ w, z, n }) => {
  const spring = Spring.from({ angularFrequency: w, dampingRatio: z });
  const positions = Float64Array.from({ length: Math.floor(n) }, (_, i) => (2 * i) / n - 1);
  const velocities = positions.map((_, i) => (i % 4) * 6 - 9);
  const curves = Array.from(positions, () => [[], []]);
  for (let frame = 0; frame <= 96; frame++) {
    curves.forEach(([times, curve], i) => {
      times.push(frame / 60);
      curve.push(positions[i]);
    });
    spring.advance(positions, velocities, 0, 1 / 60); // all of them, in place
  }
  // The coefficients: what a step makes of a unit of position and of velocity.
  const x = spring.step({ position: 1, velocity: 0 }, 0, 1 / 60);
  const y = spring.step({ position: 0, velocity: 1 }, 0, 1 / 60);
  const marks = [x.position, y.position, x.velocity, y.velocity];
  return { curves, marks };
};
