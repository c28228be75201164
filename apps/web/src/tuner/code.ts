// A spring as a function in other languages: the same text as `sprung export SPEC --to LANGUAGE` writes.
//
// One formula for each regime. With the decay rate a = ζω and r = ω√|1 − ζ²|:
//   under-damped   C = e^(−at)·cos rt                  S = e^(−at)·sin(rt)/r
//   critical       C = e^(−at)                         S = t·C
//   over-damped    C = (e^(−(a−r)t) + e^(−(a+r)t))/2   S = C·tanh(rt)/r
//   x ← g + (x − g)(C + aS) + vS                       v ← v(C − aS) − (x − g)ω²S

import type { SpringParameters } from "./parameters.ts";

interface Language {
  id: string;
  name: string;
  comment: string;
  literal: string;
  declare: [string, string];
  functions: [string, string, string, string];
  head: string;
  tail: string;
  indent: string;
  names: [string, string, string, string];
}

const NAMES: Language["names"] = ["position", "velocity", "goal", "dt"];
const C: Language = {
  id: "c",
  name: "C",
  comment: "//",
  literal: "",
  declare: ["const double ", ";"],
  functions: ["exp", "cos", "sin", "tanh"],
  head: "#include <math.h>\n\nstatic inline void spring_step(double *position, double *velocity, double goal, double dt) {",
  tail: "    *position = {x};\n    *velocity = {v};\n}",
  indent: "    ",
  names: ["*position", "*velocity", "goal", "dt"],
};
const JAVASCRIPT: Language = {
  ...C,
  id: "javascript",
  name: "JavaScript",
  declare: ["const ", ";"],
  functions: ["Math.exp", "Math.cos", "Math.sin", "Math.tanh"],
  head: "export function springStep(position, velocity, goal, dt) {",
  tail: "  return [{x}, {v}];\n}",
  indent: "  ",
  names: NAMES,
};
const GLSL: Language = {
  ...C,
  id: "glsl",
  name: "GLSL",
  declare: ["float ", ";"],
  head: "vec2 spring_step(float position, float velocity, float goal, float dt) {",
  tail: "    return vec2({x}, {v});\n}",
  names: NAMES,
};

export const LANGUAGES: Language[] = [
  {
    ...C,
    id: "rust",
    name: "Rust",
    declare: ["let ", ";"],
    functions: ["f64::exp", "f64::cos", "f64::sin", "f64::tanh"],
    head: "pub fn spring_step(position: f64, velocity: f64, goal: f64, dt: f64) -> (f64, f64) {",
    tail: "    ({x}, {v})\n}",
    names: NAMES,
  },
  JAVASCRIPT,
  {
    ...JAVASCRIPT,
    id: "typescript",
    name: "TypeScript",
    head: "export function springStep(position: number, velocity: number, goal: number, dt: number): [number, number] {",
  },
  {
    ...C,
    id: "python",
    name: "Python",
    comment: "#",
    declare: ["", ""],
    functions: ["math.exp", "math.cos", "math.sin", "math.tanh"],
    head: "import math\n\n\ndef spring_step(position, velocity, goal, dt):",
    tail: "    return {x}, {v}",
    names: NAMES,
  },
  C,
  {
    ...C,
    id: "csharp",
    name: "C#",
    declare: ["double ", ";"],
    functions: ["System.Math.Exp", "System.Math.Cos", "System.Math.Sin", "System.Math.Tanh"],
    head: "public static (double, double) SpringStep(double position, double velocity, double goal, double dt)\n{",
    tail: "    return ({x}, {v});\n}",
    names: NAMES,
  },
  {
    ...C,
    id: "unity",
    name: "Unity",
    literal: "f",
    declare: ["float ", ";"],
    functions: ["Mathf.Exp", "Mathf.Cos", "Mathf.Sin", "(float)System.Math.Tanh"],
    head: "public static float Spring(float current, float target, ref float currentVelocity, float deltaTime)\n{",
    tail: "    float next = {x};\n    currentVelocity = {v};\n    return next;\n}",
    names: ["current", "currentVelocity", "target", "deltaTime"],
  },
  {
    ...C,
    id: "gdscript",
    name: "GDScript",
    comment: "#",
    declare: ["var ", ""],
    head: "static func spring_step(position: float, velocity: float, goal: float, dt: float) -> Array[float]:",
    tail: "\treturn [{x}, {v}]",
    indent: "\t",
    names: NAMES,
  },
  {
    ...C,
    id: "lua",
    name: "Lua",
    comment: "--",
    declare: ["local ", ""],
    functions: ["math.exp", "math.cos", "math.sin", "tanh"],
    head: "local function tanh(x)\n  local e = math.exp(-2 * x)\n  return (1 - e) / (1 + e)\nend\n\nlocal function spring_step(position, velocity, goal, dt)",
    tail: "  return {x}, {v}\nend",
    indent: "  ",
    names: NAMES,
  },
  GLSL,
  {
    ...GLSL,
    id: "hlsl",
    name: "HLSL",
    head: "float2 spring_step(float position, float velocity, float goal, float dt) {",
    tail: "    return float2({x}, {v});\n}",
  },
  {
    ...GLSL,
    id: "wgsl",
    name: "WGSL",
    declare: ["let ", ";"],
    head: "fn spring_step(position: f32, velocity: f32, goal: f32, dt: f32) -> vec2<f32> {",
    tail: "    return vec2<f32>({x}, {v});\n}",
  },
];

/** A number with all its digits and a decimal point, never with an exponent: some of the languages have none. */
export function decimal(value: number): string {
  let text = String(value);
  if (/e/.test(text)) {
    const [digits, power] = text.split("e");
    const [whole, part = ""] = digits.replace("-", "").split(".");
    const all = whole + part;
    const point = whole.length + Number(power);
    text = point <= 0 ? `0.${"0".repeat(-point)}${all}` : all.length > point ? `${all.slice(0, point)}.${all.slice(point)}` : all + "0".repeat(point - all.length);
    if (value < 0) text = `-${text}`;
  }
  return text.includes(".") ? text : `${text}.0`;
}

/** The constants of a spring's formula, 1/s. */
export function rates({ angularFrequency: w, dampingRatio: z }: SpringParameters) {
  return { decay: z * w, turn: w * Math.sqrt(Math.abs((1 - z) * (1 + z))), stiffness: w * w };
}

/** The function that moves a state by one step of any length; `spec` is named in its comment. */
export function code(language: Language, spring: SpringParameters, spec: string): string {
  const { comment, declare, indent, literal, names } = language;
  const [exp, cos, sin, tanh] = language.functions;
  const [position, velocity, goal, dt] = names;
  const { decay, turn, stiffness } = rates(spring);
  const number = (value: number) => decimal(value) + literal;
  const lines = [`${comment} sprung export ${spec}`, language.head];
  const body = (name: string, value: string) => lines.push(`${indent}${declare[0]}${name} = ${value}${declare[1]}`);
  const angle = `${number(turn)} * ${dt}`;
  if (turn === 0) {
    body("c", `${exp}(-${number(decay)} * ${dt})`);
    body("s", `${dt} * c`);
  } else if (spring.dampingRatio < 1) {
    body("left", `${exp}(-${number(decay)} * ${dt})`);
    body("c", `left * ${cos}(${angle})`);
    body("s", `left * ${sin}(${angle}) / ${number(turn)}`);
  } else {
    const slow = `${exp}(-${number(stiffness / (decay + turn))} * ${dt})`;
    const fast = `${exp}(-${number(decay + turn)} * ${dt})`;
    body("c", `${number(0.5)} * (${slow} + ${fast})`);
    body("s", `c * ${tanh}(${angle}) / ${number(turn)}`);
  }
  body("offset", `${position} - ${goal}`);
  body("bent", `${number(decay)} * s`);
  const moved = `${goal} + offset * (c + bent) + ${velocity} * s`;
  const speed = `${velocity} * (c - bent) - offset * ${number(stiffness)} * s`;
  lines.push(language.tail.replace("{x}", moved).replace("{v}", speed));
  return `${lines.join("\n")}\n`;
}

/** The calls of the libraries, which take any spring and its moving goals. */
export function calls(spec: string): { id: string; name: string; text: string }[] {
  return [
    {
      id: "crate",
      name: "sprung for Rust",
      text: `use sprung::{Spring, State};\n\nlet spring: Spring<f64> = "${spec}".parse()?;\nlet mut state = State::at_rest(0.0);\n// in every frame:\nstate = spring.step(dt).apply(state, goal);\n`,
    },
    {
      id: "npm",
      name: "sprung for JavaScript",
      text: `import { parseSpring } from "sprung/convert";\n\nconst spring = parseSpring("${spec}");\nlet state = { position: 0, velocity: 0 };\n// in every frame:\nstate = spring.step(state, 1, dt);\n// many at once, in place: spring.advance(positions, velocities, goals, dt);\n`,
    },
    { id: "cli", name: "Command line", text: `sprung inspect ${spec}\nsprung plot -o spring.svg inspect ${spec}\nsprung export ${spec} --to javascript\n` },
  ];
}
