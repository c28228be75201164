import { Spring } from "sprung";
import { DoubleSpring } from "sprung/motion";

export default ({ halflife }) => {
  const times = Array.from({ length: 201 }, (_, i) => (4 * halflife * i) / 200);
  // Exact for any step: one step from the start to every time.
  const doubles = times.map((t) => {
    const spring = new DoubleSpring(halflife, 0);
    spring.update(1, t);
    return spring;
  });
  const curves = [
    [times, doubles.map((spring) => spring.state.position)],
    [times, doubles.map((spring) => spring.intermediate.position)],
    [times, Spring.from({ halflife }).sample(times).position],
  ];
  const marks = [halflife];
  return { curves, marks };
};
