import { Spring } from "sprung";
import { softCoefficients } from "sprung/motion";

export default ({ z, phase }) => {
  const at = (phase, rule) => softCoefficients(Spring.from({ angularFrequency: phase, dampingRatio: z }), 1, rule);
  const phases = Array.from({ length: 201 }, (_, i) => (8 * i) / 200);
  const curves = ["exact", "backward-euler"].flatMap((rule) => {
    const all = phases.map((phase) => at(phase, rule));
    return [[phases, all.map(({ cs }) => cs)], [phases, all.map(({ cd }) => cd)]];
  });
  const { cs, cd } = at(phase, "exact");
  const marks = [phase, cs, cd];
  return { curves, marks };
};
