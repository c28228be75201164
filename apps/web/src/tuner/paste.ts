// Other libraries' settings as people have them in their code, read into a spec of this library.

import type { SpringParameters } from "./parameters.ts";

export type Pasted = { spec: string; as: string } | { error: string };

type Numbers = Record<string, number>;

/** Names that Compose has for its numbers. */
const WORDS: Numbers = {
  stiffnesshigh: 10000,
  stiffnessmedium: 1500,
  stiffnessmediumlow: 400,
  stiffnesslow: 200,
  stiffnessverylow: 50,
  dampingratiohighbouncy: 0.2,
  dampingratiomediumbouncy: 0.5,
  dampingratiolowbouncy: 0.75,
  dampingrationobouncy: 1,
};

/** The `key: value` and `key = value` pairs of a text, with lower-case keys without separators. */
export function pairs(text: string): Numbers {
  const found: Numbers = {};
  const one = /["']?([A-Za-z_][\w-]*)["']?\s*[:=]\s*(-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(ms|s|f)?(?![\w.])|["']?([A-Za-z_][\w-]*)["']?\s*[:=]\s*((?:\w+\.)*[A-Za-z]\w*)/gi;
  for (const [, key, value, unit, otherKey, word] of text.matchAll(one)) {
    const name = (key ?? otherKey).toLowerCase().replace(/[-_]/g, "");
    if (value !== undefined) found[name] = Number(value) / (unit?.toLowerCase() === "ms" ? 1000 : 1);
    else {
      const known = WORDS[word.split(".").pop()!.toLowerCase()];
      if (known !== undefined) found[name] = known;
    }
  }
  return found;
}

interface Rule {
  as: string;
  keys: string[];
  /** Words that are in the text of this library. */
  hint?: RegExp;
  spec: (n: Numbers) => string;
}

const mass = (n: Numbers) => (n.mass === undefined ? "" : `,mass=${n.mass}`);

/** The more a rule asks for, the earlier it is tried. */
const RULES: Rule[] = [
  { as: "react-spring", keys: ["tension", "friction"], spec: (n) => `react-spring:tension=${n.tension},friction=${n.friction}${mass(n)}` },
  { as: "Motion", keys: ["visualduration"], spec: (n) => `motion:visual_duration=${n.visualduration},bounce=${n.bounce ?? 0}` },
  { as: "SwiftUI", keys: ["response"], spec: (n) => `swiftui:response=${n.response},damping_fraction=${n.dampingfraction ?? 0.825}` },
  { as: "Compose", keys: ["stiffness", "dampingratio"], spec: (n) => `compose:stiffness=${n.stiffness},damping_ratio=${n.dampingratio}` },
  { as: "Flutter", keys: ["stiffness", "ratio"], spec: (n) => `flutter:stiffness=${n.stiffness},ratio=${n.ratio}${mass(n)}` },
  { as: "Svelte", keys: ["stiffness", "damping"], hint: /svelte|new Spring\(|spring\(\s*[\w{[]/, spec: (n) => `svelte:stiffness=${n.stiffness},damping=${n.damping}` },
  { as: "stiffness, damping and mass", keys: ["stiffness", "damping"], spec: (n) => `stiffness=${n.stiffness},damping=${n.damping}${mass(n)}` },
  { as: "Unity SmoothDamp", keys: ["smoothtime"], spec: (n) => `unity:smooth_time=${n.smoothtime}` },
  { as: "Unreal", keys: ["smoothingtime"], spec: (n) => `unreal:smoothing_time=${n.smoothingtime},damping_ratio=${n.dampingratio ?? 1}` },
  { as: "t3ssel8r", keys: ["f", "z"], spec: (n) => `t3ssel8r:f=${n.f},z=${n.z}` },
  { as: "Juckett", keys: ["angularfrequency", "dampingratio"], spec: (n) => `angular_frequency=${n.angularfrequency},damping_ratio=${n.dampingratio}` },
  { as: "Holden", keys: ["halflife"], hint: /holden|spring_damper|damper_exact/i, spec: (n) => `holden:halflife=${n.halflife},damping_ratio=${n.dampingratio ?? 1}` },
  { as: "frequency and damping ratio", keys: ["frequency", "dampingratio"], spec: (n) => `frequency=${n.frequency},damping_ratio=${n.dampingratio}` },
  { as: "Motion, by duration", keys: ["duration", "bounce"], hint: /type:\s*["']spring|motion|framer/i, spec: (n) => `motion:duration=${n.duration},bounce=${n.bounce}` },
  { as: "SwiftUI", keys: ["duration", "bounce"], spec: (n) => `swiftui:duration=${n.duration},bounce=${n.bounce}` },
  { as: "SwiftUI", keys: ["duration"], hint: /\.(smooth|snappy|bouncy)|swift/i, spec: (n) => `swiftui:duration=${n.duration}` },
];

const PRESETS: [RegExp, string, string][] = [
  [/\.bouncy\b/, "swiftui:bouncy", "SwiftUI"],
  [/\.snappy\b/, "swiftui:snappy", "SwiftUI"],
  [/\.smooth\b/, "swiftui:smooth", "SwiftUI"],
  [/config\.(gentle|wobbly|stiff|slow|molasses|default)\b/, "react-spring:$1", "react-spring"],
];

/** Reads settings; `parse` checks the spec and refuses in words. */
export function read(text: string, parse: (spec: string) => SpringParameters): Pasted {
  const words = text.trim();
  let refused = "";
  const attempt = (spec: string, as: string): Pasted | null => {
    try {
      parse(spec);
      return { spec, as };
    } catch (error) {
      refused ||= error instanceof Error ? error.message : String(error);
      return null;
    }
  };
  // A spec in this library's own language comes first.
  if (/^[\w-]+(:[\w-]+)?([=,.\w/-]*)$/.test(words)) {
    const done = attempt(words, "");
    if (done) return done;
  }
  const numbers = pairs(words);
  for (const { as, keys, hint, spec } of RULES) {
    if (keys.some((key) => numbers[key] === undefined) || (hint && !hint.test(words))) continue;
    // Svelte's numbers are at most 1; others' are not.
    if (as === "Svelte" && (numbers.stiffness > 1 || numbers.damping > 1)) continue;
    const done = attempt(spec(numbers), as);
    if (done) return done;
  }
  for (const [pattern, spec, as] of PRESETS) {
    const hit = pattern.exec(words);
    if (!hit) continue;
    const done = attempt(spec.replace("$1", hit[1] ?? ""), as);
    if (done) return done;
  }
  const keys = Object.keys(numbers);
  if (refused) return { error: refused };
  return { error: keys.length ? `No library has ${keys.join(", ")} for a spring: tension and friction, stiffness and damping, response and dampingFraction, duration and bounce, … are understood.` : "There is no setting in this text: write for example tension: 170, friction: 26." };
}
