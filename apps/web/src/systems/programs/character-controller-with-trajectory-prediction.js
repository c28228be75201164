import { Spring } from "sprung";
import { Character } from "sprung/motion";

export default ({ halflife, speed, ahead, moment }) => {
  const stick = (t) => (t < 1 ? [speed, 0] : t < 2 ? [0, speed] : t < 3 ? [speed, 0.3 * speed] : [0, 0]);
  const hero = new Character(Spring.from({ halflife }), [0, 0]);
  const times = Array.from({ length: 21 }, (_, i) => 0.05 * ahead * i);
  const [path, future] = [[[], []], [[], []]];
  for (let i = 0; i <= 240; i++) {
    path[0].push(hero.position[0]);
    path[1].push(hero.position[1]);
    if (i === Math.floor(60 * moment)) {
      for (const { position } of hero.predict(stick(i / 60), times)) {
        future[0].push(position[0]);
        future[1].push(position[1]);
      }
    }
    hero.update(stick(i / 60), 1 / 60);
  }
  const curves = [path, future];
  return { curves };
};
