import { parseSpring } from "sprung/convert";

export default ({ cs, cd, v }) => {
  const h = 1 / 60;
  // Any mass: the impulse is (cs·x/h + cd·v)·m.
  const run = (cs, cd) => {
    const [times, offset] = [[], []];
    let [x, speed] = [1, v];
    for (let i = 0; i <= 30; i++) {
      times.push(i / 60);
      offset.push(x);
      speed -= (cs * x) / h + cd * speed;
      x += h * speed;
    }
    return [times, offset];
  };
  const curves = [run(1, 1), run(cs, cd)];
  // The same step as a spring of the library, where there is one.
  const marks = [NaN, NaN];
  try {
    const spring = parseSpring(`nissen:c_s=${cs},c_d=${cd},dt=1/60`);
    marks.splice(0, 2, spring.frequency, spring.dampingRatio);
  } catch {}
  return { curves, marks };
};
