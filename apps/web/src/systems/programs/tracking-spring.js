import { Spring } from "sprung";
import { follow, trackAnimation } from "sprung/motion";

export default ({ halflife, cut }) => {
  const animation = (t) => ({
    position: Math.sin(5 * t) + (t < 1.5 ? 0 : cut),
    velocity: 5 * Math.cos(5 * t),
    acceleration: -25 * Math.sin(5 * t),
  });
  const spring = Spring.from({ halflife });
  const times = Array.from({ length: 361 }, (_, i) => i / 120);
  let tracked = animation(0);
  let plain = animation(0);
  const rows = times.map((t) => {
    const now = [animation(t).position, tracked.position, plain.position];
    const next = animation(t + 1 / 120);
    tracked = trackAnimation(spring, tracked, next, next.acceleration, 1 / 120);
    plain = follow(spring, plain, animation(t).position, next.position, 1 / 120);
    return now;
  });
  const curves = [0, 1, 2].map((column) => [times, rows.map((row) => row[column])]);
  return { curves };
};
