import { stepSprings } from "sprung/batch";
import { resonances } from "sprung/signal";
import { sunspots } from "../data.js"; // data/sunspots.csv: years, numbers

export default ({ z, longest }) => {
  const numbers = sunspots[1];
  const mean = numbers.reduce((sum, one) => sum + one) / numbers.length;
  const shaken = numbers.map((one) => one - mean);
  const periods = Float64Array.from({ length: 301 }, (_, i) => 5 + ((longest - 5) * i) / 300);
  const angularFrequency = periods.map((period) => (2 * Math.PI) / period);
  const [position, velocity, energy] = [0, 1, 2].map(() => new Float64Array(periods.length));
  for (const goal of shaken) {
    stepSprings({ position, velocity, goal, angularFrequency, dampingRatio: z, dt: 1 }); // the whole bank, a year
    energy.forEach((sum, i) => {
      const held = (velocity[i] / angularFrequency[i]) ** 2 + position[i] ** 2;
      energy[i] = sum + held / 2 / shaken.length;
    });
  }
  const curves = [[periods, energy]];
  const marks = [1 / resonances(shaken, 1)[0].frequency];
  return { curves, marks };
};
