// Other libraries' steps, by their published formulas, for the races. Each advances a value by one frame.
//
// Read in their sources in November 2026. They are what a race is about, therefore they are here and not in the core.

export interface Setting {
  /** Angular frequency, rad/s. */
  angularFrequency: number;
  dampingRatio: number;
}

/** One frame of `dt` seconds to a goal; returns the position after it. */
export type Frame = (goal: number, dt: number) => number;

export interface Rival {
  id: string;
  name: string;
  /** Its formula in one line, and what it depends on. */
  formula: string;
  cause: string;
  start: (setting: Setting, position: number, velocity: number) => Frame;
}

/** react-spring 10: semi-implicit Euler in steps of 1 ms, their number rounded up; at most 64 ms a frame. */
const reactSpring: Rival = {
  id: "react-spring",
  name: "react-spring 10",
  formula: "⌈dt/1 ms⌉ × (v ← v + h·a, x ← x + h·v)",
  cause: "counts a begun millisecond as a whole one",
  start({ angularFrequency: w, dampingRatio: z }, position, velocity) {
    const tension = w * w;
    const friction = 2 * z * w;
    let [x, v] = [position, velocity / 1000];
    return (goal, dt) => {
      const steps = Math.ceil(Math.min(64, 1000 * dt) - 1e-9);
      for (let i = 0; i < steps; i++) {
        v += -tension * 1e-6 * (x - goal) - friction * 1e-3 * v;
        x += v;
      }
      return x;
    };
  },
};

/** Svelte 5 `Spring`: an explicit step of one frame in units of 1/60 s, at most 1/30 s; the velocity is the last difference. */
const svelte: Rival = {
  id: "svelte",
  name: "Svelte 5",
  formula: "x ← x + (v + k·(g − x) − c·v)·dt,  v = Δx/dt",
  cause: "one step per frame, with constants meant for 60 Hz",
  start({ angularFrequency: w, dampingRatio: z }, position, velocity) {
    // The constants that are this spring at 60 frames a second, each at most 1.
    const a = (z * w) / 60;
    const q = (w / 60) ** 2 * (1 - z) * (1 + z);
    const c = q > 0 ? Math.cos(Math.sqrt(q)) : Math.cosh(Math.sqrt(-q));
    const stiffness = Math.min(1, 1 + Math.exp(-2 * a) - 2 * Math.exp(-a) * c);
    const damping = Math.min(1, 1 - Math.exp(-2 * a));
    let [x, last] = [position, position - velocity / 60];
    return (goal, dt) => {
      const frames = Math.min(dt, 1 / 30) * 60;
      const v = (x - last) / (frames || 1 / 60);
      const next = x + (v + stiffness * (goal - x) - damping * v) * frames;
      [last, x] = [x, next];
      return x;
    };
  },
};

/** Motion 14: the closed form from the last change of the goal, at a time rounded to whole milliseconds. */
const motion: Rival = {
  id: "motion",
  name: "Motion 14",
  formula: "x(t), t = round(ms since the goal changed)",
  cause: "rounds the time to whole milliseconds at every change of the goal",
  start({ angularFrequency: w, dampingRatio: ratio }, position, velocity) {
    let [origin, speed, goalNow, elapsed] = [position, velocity, NaN, 0];
    const at = (t: number): [number, number] => {
      const z = ratio;
      const delta = origin - goalNow;
      const a = z * w;
      const left = Math.exp(-a * t);
      let [c, s] = [1, t];
      if (z < 1) {
        const d = w * Math.sqrt(1 - z * z);
        [c, s] = [Math.cos(d * t), Math.sin(d * t) / d];
      } else if (z > 1) {
        const d = w * Math.sqrt(z * z - 1);
        const dt = Math.min(d * t, 300);
        [c, s] = [Math.cosh(dt), Math.sinh(dt) / d];
      }
      const x = left * (delta * (c + a * s) + speed * s);
      return [goalNow + x, left * (speed * (c - a * s) - delta * w * w * s)];
    };
    return (goal, dt) => {
      if (goal !== goalNow) {
        if (!Number.isNaN(goalNow)) [origin, speed] = at(Math.round(1000 * elapsed) / 1000);
        goalNow = goal;
        elapsed = 0;
      }
      elapsed += dt;
      return at(Math.round(1000 * elapsed) / 1000)[0];
    };
  },
};

/** Unity `SmoothDamp`: critical, with a polynomial for e^(−x), and a stop at the goal. */
const smoothDamp: Rival = {
  id: "unity",
  name: "Unity SmoothDamp",
  formula: "exp ≈ 1/(1 + y + 0.48y² + 0.235y³),  ζ = 1 only",
  cause: "always critical; an approximate exponential; stops dead at the goal",
  start({ angularFrequency, dampingRatio }, position, velocity) {
    // Its smooth time is the lag, 2ζ/ω.
    const omega = 2 / ((2 * Math.max(dampingRatio, 1e-4)) / angularFrequency);
    let [x, v] = [position, velocity];
    return (goal, dt) => {
      if (dt === 0) return x;
      const y = omega * dt;
      const left = 1 / (1 + y + 0.48 * y * y + 0.235 * y * y * y);
      const change = x - goal;
      const temp = (v + omega * change) * dt;
      v = (v - omega * temp) * left;
      let next = goal + (change + temp) * left;
      if (goal - x > 0 === next > goal) {
        next = goal;
        v = 0;
      }
      x = next;
      return x;
    };
  },
};

/** The code of Holden's article: `spring_damper_exact` in single precision, with his exponential and arc tangent. */
const holden: Rival = {
  id: "holden",
  name: "Holden's article",
  formula: "spring_damper_exact in f32, exp ≈ 1/(1 + x + 0.48x² + 0.235x³)",
  cause: "an approximate exponential, and three formulas with an eps between them",
  start({ angularFrequency: w, dampingRatio: z }, position, velocity) {
    const f = Math.fround;
    const [s, d, eps] = [f(w * w), f(2 * z * w), f(1e-5)];
    const negexp = (x: number) => f(1 / (1 + x + 0.48 * x * x + 0.235 * x * x * x));
    const atan = (x: number) => {
      const size = Math.abs(x);
      const k = size > 1 ? 1 / size : size;
      const y = (Math.PI / 4) * k - k * (k - 1) * (0.2447 + 0.0663 * k);
      return Math.sign(x) * (size > 1 ? Math.PI / 2 - y : y);
    };
    let [x, v] = [f(position), f(velocity)];
    return (goal, dt) => {
      const y = f(d / 2);
      const square = f(s - (d * d) / 4);
      if (Math.abs(square) < eps) {
        const [j0, j1] = [f(x - goal), f(v + f(x - goal) * y)];
        const left = negexp(y * dt);
        [x, v] = [f(j0 * left + dt * j1 * left + goal), f(-y * j0 * left - y * dt * j1 * left + j1 * left)];
      } else if (square > 0) {
        const turn = f(Math.sqrt(square));
        let j = f(Math.sqrt(((v + y * (x - goal)) ** 2) / (turn * turn + eps) + (x - goal) ** 2));
        const p = f(atan((v + (x - goal) * y) / (-(x - goal) * turn + eps)));
        j = x - goal > 0 ? j : -j;
        const left = negexp(y * dt);
        const angle = f(turn * dt + p);
        [x, v] = [f(j * left * Math.cos(angle) + goal), f(-y * j * left * Math.cos(angle) - turn * j * left * Math.sin(angle))];
      } else {
        const spread = f(Math.sqrt(d * d - 4 * s));
        const [y0, y1] = [f((d + spread) / 2), f((d - spread) / 2)];
        const j1 = f((goal * y0 - x * y0 - v) / (y1 - y0));
        const j0 = f(x - j1 - goal);
        const [e0, e1] = [negexp(y0 * dt), negexp(y1 * dt)];
        [x, v] = [f(j0 * e0 + j1 * e1 + goal), f(-y0 * j0 * e0 - y1 * j1 * e1)];
      }
      return x;
    };
  },
};

/** t3ssel8r's second-order dynamics with r = 0: semi-implicit Euler whose k₂ is held back so that it stays stable. */
const t3ssel8r: Rival = {
  id: "t3ssel8r",
  name: "t3ssel8r",
  formula: "x ← x + dt·v,  v ← v + dt·(g − x − k₁v)/max(k₂, dt²/2 + dt·k₁/2, dt·k₁)",
  cause: "Euler steps, made slower when the frame is long",
  start({ angularFrequency: w, dampingRatio: z }, position, velocity) {
    const [k1, k2] = [(2 * z) / w, 1 / (w * w)];
    let [x, v] = [position, velocity];
    return (goal, dt) => {
      const stable = Math.max(k2, (dt * dt) / 2 + (dt * k1) / 2, dt * k1);
      x += dt * v;
      v += (dt * (goal - x - k1 * v)) / stable;
      return x;
    };
  },
};

/** What is written when no library is at hand: semi-implicit Euler, one step a frame. */
const euler: Rival = {
  id: "euler",
  name: "Euler, by hand",
  formula: "v ← v + dt·(k·(g − x) − c·v),  x ← x + dt·v",
  cause: "one Euler step per frame; diverges beyond ω²dt² + 4ζωdt = 4",
  start({ angularFrequency: w, dampingRatio: z }, position, velocity) {
    let [x, v] = [position, velocity];
    return (goal, dt) => {
      v += dt * (w * w * (goal - x) - 2 * z * w * v);
      x += dt * v;
      return x;
    };
  },
};

export const RIVALS: Rival[] = [reactSpring, svelte, motion, smoothDamp, holden, t3ssel8r, euler];
