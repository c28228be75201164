// The parameters of a spring, linked: one is edited, another is held, all others follow.
//
// A spring is two numbers, the angular frequency ω and the damping ratio ζ. Every parameter is ωᵏ·g(ζ): k = −1 for
// times, 1 for rates, 2 for a stiffness, 0 for shapes. So a parameter and its partner give ζ by one equation in one
// unknown, and then ω by a power. The values g(ζ) are the core's.

/** Angular frequency (rad/s) and damping ratio. */
export interface SpringParameters {
  angularFrequency: number;
  dampingRatio: number;
}

/** What the panel shows of a spring. Times in seconds, frequencies in hertz; per unit of mass. */
export interface Readings {
  duration: number;
  bounce: number;
  halflife: number;
  frequency: number;
  angularFrequency: number;
  dampingRatio: number;
  stiffness: number;
  damping: number;
  settlingTime: number;
  overshoot: number;
  riseTime: number;
  peakTime: number;
  lag: number;
  decayRate: number;
  bandwidth: number;
}

export type ParameterId = keyof Readings;

/** Returns the readings of a spring; `tolerance` is that of the settling time. */
export type Read = (spring: SpringParameters, tolerance: number) => Readings;

export interface Unit {
  name: string;
  /** The shown number for a value of 1. */
  factor: number;
}

export interface Parameter {
  id: ParameterId;
  label: string;
  meaning: string;
  /** The power of ω. */
  power: -1 | 0 | 1 | 2;
  units: Unit[];
  /** The range of its slider, in its first unit; the scale is logarithmic when both ends are above 0. */
  range: [number, number];
  /** Whether mass multiplies it. */
  perMass?: boolean;
  group: "feel" | "pace" | "shape" | "physics";
}

const SECONDS: Unit[] = [
  { name: "s", factor: 1 },
  { name: "ms", factor: 1000 },
  { name: "frames at 60", factor: 60 },
];
const HERTZ: Unit[] = [
  { name: "Hz", factor: 1 },
  { name: "rad/s", factor: 2 * Math.PI },
  { name: "per minute", factor: 60 },
];
const NONE: Unit[] = [{ name: "", factor: 1 }];
const PERCENT: Unit[] = [
  { name: "%", factor: 100 },
  { name: "", factor: 1 },
];

export const PARAMETERS: Parameter[] = [
  { id: "duration", label: "Duration", meaning: "perceptual pace, 2π/ω; the end is the settling time", power: -1, units: SECONDS, range: [0.05, 4], group: "feel" },
  { id: "bounce", label: "Bounce", meaning: "0 critical, 1 undamped, below 0 over-damped", power: 0, units: NONE, range: [-0.9, 0.95], group: "feel" },
  { id: "halflife", label: "Half-life", meaning: "time to half of the distance, from rest", power: -1, units: SECONDS, range: [0.01, 1.5], group: "pace" },
  { id: "settlingTime", label: "Settling time", meaning: "from then on within the band", power: -1, units: SECONDS, range: [0.05, 8], group: "pace" },
  { id: "riseTime", label: "Rise time", meaning: "from 10 % to 90 % of the distance", power: -1, units: SECONDS, range: [0.01, 3], group: "pace" },
  { id: "peakTime", label: "Peak time", meaning: "time of the greatest overshoot", power: -1, units: SECONDS, range: [0.02, 4], group: "pace" },
  { id: "lag", label: "Lag", meaning: "delay behind a goal of constant velocity, 2ζ/ω", power: -1, units: SECONDS, range: [0.005, 2], group: "pace" },
  { id: "dampingRatio", label: "Damping ratio", meaning: "ζ: 0 none, 1 critical", power: 0, units: NONE, range: [0.02, 8], group: "shape" },
  { id: "overshoot", label: "Overshoot", meaning: "beyond the goal, as a share of the distance", power: 0, units: PERCENT, range: [0, 0.95], group: "shape" },
  { id: "frequency", label: "Frequency", meaning: "of the spring without damping", power: 1, units: HERTZ, range: [0.2, 20], group: "physics" },
  { id: "bandwidth", label: "Bandwidth", meaning: "a goal of this frequency arrives with 70.7 % of its amplitude", power: 1, units: HERTZ, range: [0.1, 30], group: "physics" },
  { id: "decayRate", label: "Decay rate", meaning: "of the envelope, ζω", power: 1, units: [{ name: "1/s", factor: 1 }], range: [0.1, 100], group: "physics" },
  { id: "stiffness", label: "Stiffness", meaning: "force per distance, mω²", power: 2, units: [{ name: "N/m", factor: 1 }], range: [1, 20000], perMass: true, group: "physics" },
  { id: "damping", label: "Damping", meaning: "force per speed, 2mζω", power: 1, units: [{ name: "N·s/m", factor: 1 }], range: [0.5, 400], perMass: true, group: "physics" },
];

export function parameter(id: ParameterId): Parameter {
  const found = PARAMETERS.find((p) => p.id === id);
  if (!found) throw new Error(`${id} is not a parameter`);
  return found;
}

/** The parameter that stays while another one is edited, when none is locked. */
export function partner(edited: ParameterId): ParameterId {
  if (edited === "stiffness") return "damping";
  if (edited === "damping") return "stiffness";
  return parameter(edited).power === 0 ? "duration" : "dampingRatio";
}

export interface Edit {
  spring: SpringParameters;
  parameter: ParameterId;
  value: number;
  /** The locked parameter, if any. */
  locked?: ParameterId;
  tolerance: number;
}

export type Edited = { spring: SpringParameters } | { error: string };

/** Damping ratios that the equations are solved on. */
const LEAST_RATIO = 1e-4;
const GREATEST_RATIO = 1e3;
/** Between two neighbors of this many damping ratios, a parameter is assumed monotonic. */
const GRID = 240;

/** Returns the spring with one parameter changed and the locked one (or the usual partner) kept. */
export function edit(read: Read, { spring, parameter: id, value, locked, tolerance }: Edit): Edited {
  const edited = parameter(id);
  if (!Number.isFinite(value)) return { error: `${edited.label} must be a finite number.` };
  const min = id === "bounce" ? -Infinity : 0;
  if (value < min || (value === 0 && id !== "overshoot" && id !== "dampingRatio" && id !== "bounce")) {
    return { error: `${edited.label} must be ${id === "overshoot" || id === "dampingRatio" ? "0 or more" : "above 0"}.` };
  }
  if (id === "bounce" && value > 1) return { error: "Bounce must be at most 1." };
  if (id === "overshoot" && value > 1) return { error: "Overshoot must be at most 100 %." };
  const heldId = locked && locked !== id ? locked : partner(id);
  const held = parameter(heldId);
  if (edited.power === 0 && held.power === 0) {
    return { error: `${edited.label} and ${held.label.toLowerCase()} are the same number in two forms: unlock one.` };
  }
  const constant = read(spring, tolerance)[heldId];
  if (!Number.isFinite(constant) || constant === 0) {
    return { error: `${held.label} is not a number for this spring: lock another parameter.` };
  }
  const unit = unitReadings(read, tolerance);
  const at = (which: ParameterId, ratio: number) => unit(ratio)[which];
  const frequencyFor = (p: Parameter, wanted: number, ratio: number) => (wanted / at(p.id, ratio)) ** (1 / p.power);
  const made = (ratio: number | undefined, p: Parameter, wanted: number): Edited => {
    if (ratio === undefined) {
      return { error: `No spring has ${edited.label.toLowerCase()} ${short(value)} with ${held.label.toLowerCase()} ${short(constant)}.` };
    }
    const angularFrequency = frequencyFor(p, wanted, ratio);
    if (!(angularFrequency > 0) || !Number.isFinite(angularFrequency)) {
      return { error: `${p.label} is not a number for this damping ratio.` };
    }
    return { spring: { angularFrequency, dampingRatio: ratio } };
  };
  if (edited.power === 0) return made(ratioOfShape(at, id, value), held, constant);
  if (held.power === 0) return made(spring.dampingRatio, edited, value);
  // Both times or rates: the damping ratio at which both ask for the same ω.
  const difference = (ratio: number) =>
    Math.log(frequencyFor(edited, value, ratio)) - Math.log(frequencyFor(held, constant, ratio));
  return made(root(difference, spring.dampingRatio), edited, value);
}

/** As many readings as a drag needs again and again: those of the grid, and of the roots in it. */
const MOST_KEPT = 1000;
let kept: { read: Read; tolerance: number; readings: Map<number, Readings> } | undefined;

/** Returns g(ζ), the readings of a spring of ω = 1, and keeps them: each edit asks for those of the same grid. */
function unitReadings(read: Read, tolerance: number): (ratio: number) => Readings {
  if (kept?.read !== read || kept.tolerance !== tolerance || kept.readings.size > MOST_KEPT) {
    kept = { read, tolerance, readings: new Map() };
  }
  const { readings } = kept;
  return (ratio) => {
    let found = readings.get(ratio);
    if (!found) readings.set(ratio, (found = read({ angularFrequency: 1, dampingRatio: ratio }, tolerance)));
    return found;
  };
}

/** The damping ratio of a damping ratio, a bounce or an overshoot. */
function ratioOfShape(at: (id: ParameterId, ratio: number) => number, id: ParameterId, value: number): number | undefined {
  if (id === "dampingRatio") return value;
  if (id === "bounce") return value >= 0 ? 1 - value : 1 / (1 + value) > 0 ? 1 / (1 + value) : undefined;
  if (value === 0) return 1;
  return bisected((ratio) => at(id, ratio) - value, 0, 1);
}

/** The root of a function of the damping ratio that is nearest to the present one. */
export function root(f: (ratio: number) => number, near: number): number | undefined {
  const ratio = (i: number) => LEAST_RATIO * (GREATEST_RATIO / LEAST_RATIO) ** (i / GRID);
  let best: number | undefined;
  const better = (found: number) => {
    if (best === undefined || Math.abs(Math.log(found / near)) < Math.abs(Math.log(best / near))) best = found;
  };
  let before = f(ratio(0));
  for (let i = 1; i <= GRID; i++) {
    const now = f(ratio(i));
    if (before === 0) better(ratio(i - 1));
    if (before * now < 0) {
      const found = bisected(f, ratio(i - 1), ratio(i));
      if (found !== undefined) better(found);
    }
    before = now;
  }
  return best;
}

/** A root between two damping ratios at which the signs differ; none where the function jumps over 0. */
export function bisected(f: (x: number) => number, low: number, high: number): number | undefined {
  let [a, b] = [low, high];
  const rising = f(a) < 0;
  for (let i = 0; i < 200; i++) {
    const middle = (a + b) / 2;
    if (middle <= Math.min(a, b) || middle >= Math.max(a, b)) break;
    if (f(middle) < 0 === rising) a = middle;
    else b = middle;
  }
  const found = Math.abs(f(a)) < Math.abs(f(b)) ? a : b;
  return Math.abs(f(found)) < 1e-6 ? found : undefined;
}

/** A number with as many digits as a person reads. */
export function short(value: number): string {
  if (value === Infinity) return "∞";
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2).replace("e+", "e");
  const decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 3 : size >= 0.01 ? 4 : 5;
  return String(Number(value.toFixed(decimals)));
}

/** The value at a place of a slider from 0 to 1. */
export function fromSlider(p: Parameter, place: number): number {
  const [low, high] = p.range;
  return low > 0 ? low * (high / low) ** place : low + (high - low) * place;
}

/** The place of a value on a slider from 0 to 1, clamped. */
export function toSlider(p: Parameter, value: number): number {
  const [low, high] = p.range;
  const place = low > 0 ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return Math.min(1, Math.max(0, Number.isNaN(place) ? 1 : place));
}
