import { Spring } from "sprung";
import { Inertialization } from "sprung/motion";

export default ({ halflife, first, second }) => {
  const animations = [
    (t) => ({ position: Math.sin(9 * t), velocity: 9 * Math.cos(9 * t) }),
    (t) => ({ position: 2.5 + 0.5 * Math.sin(4 * t), velocity: 2 * Math.cos(4 * t) }),
  ];
  const fade = new Inertialization(Spring.from({ halflife }), 0);
  const times = Array.from({ length: 720 }, (_, i) => i / 240);
  const switches = [first, second].map((time) => Math.floor(240 * time));
  let playing = 0;
  const seen = times.map((t, i) => {
    if (switches.includes(i)) {
      fade.transition(animations[playing](t), animations[1 - playing](t));
      playing = 1 - playing;
    }
    const { position } = fade.apply(animations[playing](t));
    fade.update(1 / 240);
    return position;
  });
  const curves = [...animations.map((play) => [times, times.map((t) => play(t).position)]), [times, seen]];
  const marks = [first, second];
  return { curves, marks };
};
