import { Spring } from "sprung";

export default ({ halflife }) => {
  const frequency = (halflife) => Spring.from({ halflife }).frequency;
  const halflives = Array.from({ length: 99 }, (_, i) => (i + 2) / 100);
  const curves = [[halflives, halflives.map(frequency)]];
  const marks = [halflife, frequency(halflife)];
  return { curves, marks };
};
