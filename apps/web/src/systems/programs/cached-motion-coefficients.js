import { Spring } from "sprung";

export default ({ w, frames }) => {
  const ratios = Array.from({ length: 301 }, (_, i) => (3 * i) / 300);
  const curves = [[], [], [], []].map((column) => [ratios, column]);
  for (const dampingRatio of ratios) {
    const spring = Spring.from({ angularFrequency: w, dampingRatio });
    // What a step makes of a unit of position and of velocity.
    const x = spring.step({ position: 1, velocity: 0 }, 0, 1 / frames);
    const v = spring.step({ position: 0, velocity: 1 }, 0, 1 / frames);
    [x.position, v.position * w, x.velocity / w, v.velocity].forEach((one, i) => curves[i][1].push(one));
  }
  const marks = [1];
  return { curves, marks };
};
