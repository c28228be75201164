import { stabilityLimit } from "sprung/integrate";

export default ({ f, z, frames }) => {
  const ratios = Array.from({ length: 201 }, (_, i) => (2 * i) / 200);
  const curves = ["explicit", "semi-implicit", "rk4", "stable-pd"].map((method) => [
    ratios,
    ratios.map((ratio) => stabilityLimit(method, ratio)),
  ]);
  const marks = [z, (2 * Math.PI * f) / frames];
  return { curves, marks };
};
