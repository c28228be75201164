import { Spring } from "sprung";

export default ({ w, z }) => {
  const halflife = (dampingRatio) => Spring.from({ angularFrequency: w, dampingRatio }).halflife;
  const holden = (dampingRatio) => (2 * Math.LN2) / (dampingRatio * w);
  const ratios = Array.from({ length: 301 }, (_, i) => (3 * i) / 300);
  const shown = (value) => (value * w < 8 ? value : NaN);
  const curves = [
    [ratios, ratios.map((ratio) => halflife(Math.max(ratio, 1e-6)))],
    [ratios, ratios.map((ratio) => shown(holden(ratio)))],
  ];
  const marks = [z, halflife(z), shown(holden(z))];
  return { curves, marks };
};
