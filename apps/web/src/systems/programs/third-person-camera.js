import { Spring } from "sprung";
import { CameraRig } from "sprung/motion";

export default ({ halflife, speed, wall }) => {
  const spring = Spring.from({ halflife });
  const springs = { focus: spring, angles: spring, radius: spring, lookahead: spring.lag };
  const heading = (t) => (Math.floor(t / 1.5) * Math.PI) / 2; // the player walks a square
  const behind = (t) => ({ radius: 3, yaw: -heading(t), pitch: 0.4 });
  const rig = new CameraRig([0, 0, 0], behind(0), springs);
  const player = [0, 0, 0];
  const [walked, filmed] = [[[], []], [[], []]];
  for (let i = 0; i < 360; i++) {
    const t = i / 60;
    const velocity = [speed * Math.sin(heading(t)), 0, -speed * Math.cos(heading(t))];
    player.forEach((_, axis) => (player[axis] += velocity[axis] / 60));
    const clearance = t >= 4 && t < 4.6 ? wall : Infinity;
    const { position } = rig.update({ position: player, velocity }, behind(t + 1 / 60), 1 / 60, clearance);
    walked[0].push(player[0]);
    walked[1].push(-player[2]);
    filmed[0].push(position[0]);
    filmed[1].push(-position[2]);
  }
  rig.free();
  const curves = [walked, filmed];
  return { curves };
};
