import { Spring } from "sprung";
import { land, TimedSpring } from "sprung/motion";

export default ({ w, arrive, frames }) => {
  const spring = Spring.from({ angularFrequency: w });
  const timed = (frames) => {
    const spot = new TimedSpring(spring, 0, (4 * Math.LN2) / w); // Holden's look-ahead
    const [times, position, line] = [[0], [0], [0]];
    for (let i = 1; i <= Math.round(1.5 * arrive * frames); i++) {
      spot.update(1, arrive - (i - 1) / frames, 1 / frames);
      times.push(i / frames);
      position.push(spot.state.position);
      line.push(spot.intermediate);
    }
    return { times, position, line };
  };
  const [fine, coarse] = [timed(240), timed(frames)];
  const times = Array.from({ length: 301 }, (_, i) => (1.5 * arrive * i) / 300);
  const landing = times.map((t) => land(spring, { position: 0, velocity: 0 }, 1, arrive, t).position);
  const curves = [[fine.times, fine.position], [coarse.times, coarse.position], [fine.times, fine.line], [times, landing]];
  const marks = [arrive];
  return { curves, marks };
};
