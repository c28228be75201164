import { Spring } from "sprung";
import { VelocitySpring } from "sprung/motion";

export default ({ w, speed, lookahead }) => {
  const moving = new VelocitySpring(Spring.from({ angularFrequency: w }), 0, lookahead);
  const [times, position, point] = [[0], [0], [0]];
  for (let i = 1; i <= 960; i++) {
    moving.update((i - 1) / 240 < 2 ? 4 : 1.5, speed, 1 / 240);
    times.push(i / 240);
    position.push(moving.state.position);
    point.push(moving.intermediate);
  }
  const curves = [[times, position], [times, point]];
  return { curves };
};
